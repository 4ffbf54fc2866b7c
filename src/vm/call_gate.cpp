#include "vm/call_gate.hpp"

#include <new>
#include <stdexcept>
#include <utility>

#include "compiler/opcode.hpp"
#include "heap/condition.hpp"
#include "vm/callee.hpp"

namespace winnow {

namespace {

const void* native_code(Value closure) { return as<Code>(as<Closure>(closure)->code)->native; }

// A generic function shares its code with others, so native code for it does not count.
bool has_native_code(Value function) {
  return has_type(function, Type::Closure) && !is_generic_function(function) &&
         native_code(function) != nullptr;
}

}  // namespace

CallGate::CallGate(Vm& vm) : vm_(vm), nested_calls_(vm.nested_calls_left_) {
  vm.make_room_for_call(vm.fp + 2, 0);
  boundary_ = vm.push_record(DynamicRecord::Boundary, nil(), nil());
  --vm.nested_calls_left_;
  stop_ = vm.fp + 1;
  stop_->pc = Vm::kStopCode;  // stored field by field, as the loop reads them
  stop_->base = vm.sp;
  stop_->function = nil();
  stop_->constants = nullptr;
  vm.fp = stop_ + 1;
  vm.push_transition_frame(vm.fp, vm.sp);
}

CallGate::~CallGate() {
  vm_.nested_calls_left_ = nested_calls_;
  // Undo the bindings that are left after a C++ exception.
  if (vm_.dynamic_top != boundary_ + 1) [[unlikely]]
    vm_.undo_records(static_cast<std::size_t>(vm_.dynamic_top - boundary_ - 1));
  vm_.dynamic_top = boundary_;
  vm_.fp = stop_ - 1;
}

inline Value CallGate::leave_gate(Value result, Value* base) {
  vm_.fp = stop_ + 1;
  vm_.sp = base;
  return result;
}

// Always inlined, since a call of this function would take as long as its body.
[[gnu::always_inline]] inline Value CallGate::run(Value function, Value* base, std::size_t count) {
  Vm& vm = vm_;
  bool has_begun = false;
  bool out_of_memory = false;
  for (;;) {
    auto exit = NativeCode::Exit::Returned;
    try {
      if (!std::exchange(has_begun, true)) {
        if (has_native_code(function)) [[likely]] {
          stop_[1].native = vm.native->return_stub;
          stop_[2].tail_calls = 0;
          exit = vm.native->enter(vm, native_code(function), stop_ + 1, base, function, count);
          if (vm.fp == stop_) return *base;
        } else {
          begin(function, base, count);
        }
      } else if (out_of_memory) {
        out_of_memory = false;
        vm.heap_.exhausted();
      } else if (!vm.unwind()) {
        return kAbsent;
      }
      return execute(vm, exit);
    } catch (const NonlocalExit&) {  // continue with unwind()
    } catch (const std::bad_alloc&) {
      out_of_memory = true;
    } catch (const std::length_error&) {  // a string or vector longer than C++ can have
      out_of_memory = true;
    }
  }
}

Value CallGate::attempt(Value function, std::size_t count) {
  Vm& vm = vm_;
  Value* const base = vm.sp - count;
  if (!has_native_code(function) || !vm.has_room_for_call(stop_ + 1, 0)) [[unlikely]] {
    vm.make_room_for_call(stop_ + 1, 0);
    function = resolve_callee(vm, function, count);
    if (has_type(function, Type::Builtin)) return run_builtin(vm, function, count);
  }
  return leave_gate(run(function, base, count), base);
}

// Pushes the frame of FUNCTION, which execute() will run.
void CallGate::begin(Value function, Value* base, std::size_t count) {
  Vm& vm = vm_;
  vm.bind_arguments(function, count);
  const Code* code = as<Code>(as<Closure>(function)->code);
  *++vm.fp = {code->start, base, function, {code->constants}, 0};
  if (vm.sp + code->max_stack >= vm.stack_limit) vm.at_limit();
}

}  // namespace winnow

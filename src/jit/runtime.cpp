#include "jit/runtime.hpp"

#include <algorithm>

#include "data/equality.hpp"
#include "data/structure_type.hpp"
#include "heap/list.hpp"
#include "jit/entry.hpp"
#include "vm/callee.hpp"

namespace winnow::jit {

// ---- calls

namespace {

Value callee_of(Vm& vm, Value callee, std::size_t count, const InlineCache* cache) {
  return resolve_callee(vm, callee, count,
                        [&] { return cache != nullptr ? cache->symbol : kAbsent; });
}

// Leaves native code so that the interpreter calls CALLEE.
Continuation exit_to_interpreter(Vm& vm, Value callee, std::size_t count, const void* exit_stub) {
  vm.native_callee = callee;
  vm.native_count = count;
  return {exit_stub, nil()};
}

}  // namespace

Continuation resolve_call(Vm& vm, Value callee, std::size_t count, InlineCache* cache,
                          const Stubs* stubs) {
  Value resolved = callee_of(vm, callee, count, cache);
  if (has_type(resolved, Type::Builtin))
    return {stubs->return_value, run_builtin(vm, resolved, count)};
  const Code* code = as<Code>(as<Closure>(resolved)->code);
  if (code->native == nullptr) return exit_to_interpreter(vm, resolved, count, stubs->exit_to_call);
  return {code->native, resolved};
}

Continuation resolve_tail_call(Vm& vm, Value callee, std::size_t count, InlineCache* cache,
                               const Stubs* stubs) {
  Value* first = vm.sp - count;
  Value resolved = callee_of(vm, callee, count, cache);
  if (has_type(resolved, Type::Builtin))
    return {stubs->return_value, run_builtin(vm, resolved, count)};
  const Code* code = as<Code>(as<Closure>(resolved)->code);
  if (code->native == nullptr)
    return exit_to_interpreter(vm, resolved, count, stubs->exit_to_tail_call);
  if (code->simple_argc != static_cast<std::int32_t>(count))
    vm.bind_arguments(
        resolved,
        count);  // before the frame is replaced, so that an error is reported in the caller's
  else if (cache != nullptr && resolved == callee)
    *cache = {resolved, bound_of(code), cache->symbol};
  move_down(first, vm.sp, vm.fp->base);
  vm.fp->tail_calls += is_counted(vm.fp->function, code_of(vm.fp));
  return {bound_of(code), resolved};
}

void note_bound_entry(Vm&, Value callee, InlineCache* cache) {
  if (!has_type(callee, Type::Closure) || as<Closure>(callee)->code != cache->symbol) return;
  const Code* code = as<Code>(cache->symbol);
  if (code->native != nullptr) *cache = {callee, bound_of(code), cache->symbol};
}

void at_limit(Vm& vm, const Code* code) {
  if (vm.fp + 1 >= vm.frame_limit.load(std::memory_order_relaxed) ||
      vm.sp + code->max_stack >= vm.stack_limit)
    vm.at_limit();
}

std::size_t spread_last(Vm& vm, std::size_t count) {
  vm.native_callee = vm.spread_last(count);
  return count;
}

std::size_t spread_all(Vm& vm, std::size_t count) {
  vm.native_callee = vm.spread_all(count);
  return count;
}

// ---- data

std::uint64_t compare_values(Vm& vm, Comparison comparison, Value a, Value b) {
  return slow_compare(vm, comparison, a, b);
}

Value make_list(Heap& heap, const Value* end, std::size_t count) {
  Value list = nil();
  while (count-- > 0) list = heap.cons(*--end, list);
  return list;
}

Value value_of_variable(Vm& vm, Value symbol) {
  const Value value = as_symbol(symbol)->value;
  return value == kUnbound ? vm.instead_of_value(symbol) : value;
}

Value eql_values(Vm&, Value a, Value b) { return truth(eql(a, b)); }
void before_store(Heap& heap, Value* slot) { heap.before_store(*slot); }

// Only structure types are cached, since the superclasses of other classes may change.
std::uint64_t includes_type(Vm& vm, Value object, InlineCache* type) {
  if (!is_instance(object, type->function)) return 0;
  if (is_structure_object(vm.heap(), object)) type->symbol = as<Structure>(object)->type;
  return 1;
}

Value box_word(Vm& vm, std::uint64_t word, bool is_negative) noexcept {
  bool needs_safepoint = false;
  Value box = vm.heap().box_word(is_negative ? 0 - word : word, is_negative, needs_safepoint);
  if (needs_safepoint) vm.request_collection();
  return box;
}

// ---- multiple values, the dynamic stack

Value return_several(Vm& vm, const Value* first, std::size_t count) {
  return vm.return_values(first, count);
}

void push_native_record(Vm& vm, DynamicRecord::Kind kind, Value a, const void* target) {
  DynamicRecord* r = vm.push_record(kind, a, nil());
  r->is_native = true;
  r->native = target;
}

void push_exit(Vm& vm, Value* place, const void* target) {
  *place = vm.push_exit(nullptr);
  (vm.dynamic_top - 1)->is_native = true;
  (vm.dynamic_top - 1)->native = target;
}

namespace {

const void* continue_unwinding(Vm& vm, const Stubs* stubs) {
  if (!vm.unwind()) return stubs->exit_to_unwind;
  if (vm.fp->pc != &static_cells().land_native) return stubs->exit_to_resume;
  const void* address = vm.fp->native;
  vm.native_frame()->pc = &static_cells().resume_native;
  return address;
}

}  // namespace

const void* begin_throw(Vm& vm, Value tag, Value value, const Stubs* stubs) {
  vm.begin_throw(tag, value);
  return continue_unwinding(vm, stubs);
}

const void* begin_leave(Vm& vm, Value exit, Value value, const Stubs* stubs) {
  vm.begin_leave(exit, value);
  return continue_unwinding(vm, stubs);
}

const void* end_cleanup(Vm& vm, const Stubs* stubs) {
  return vm.end_cleanup() ? continue_unwinding(vm, stubs) : nullptr;
}

}  // namespace winnow::jit

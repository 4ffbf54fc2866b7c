#include "jit/runtime.hpp"

#include <algorithm>

#include "data/equality.hpp"
#include "data/structure_type.hpp"
#include "heap/list.hpp"
#include "jit/entry.hpp"
#include "vm/dispatch.hpp"

namespace winnow::jit {

// ---- calls

namespace {

// What a call of CALLEE really calls, with the arguments from FIRST on: the function that a symbol
// names, the method of a generic function.
Value meant_by(Vm& vm, Value callee, const Value* first, std::size_t count) {
  if (callee.is_symbol_object()) callee = vm.function_meant(callee);
  if (is_generic_function(callee)) callee = dispatched(vm.heap(), callee, {first, count});
  return callee;
}

Value call_otherwise(Vm& vm, Value callee, std::size_t count, const Link* link) {
  bool named = link != nullptr && link->symbol != kAbsent;
  return vm.call_other(callee, count, named ? link->symbol : kAbsent);
}

// The loop is to call CALLEE.
Continuation leave(Vm& vm, Value callee, std::size_t count, const void* way_out) {
  vm.native_callee = callee;
  vm.native_count = count;
  return {way_out, nil()};
}

}  // namespace

Continuation resolve_call(Vm& vm, Value callee, std::size_t count, Link* link, const Stubs* stubs) {
  Value held =
      link != nullptr && link->symbol != kAbsent ? vm.function_held_by(link->symbol) : kAbsent;
  Value meant = held != kAbsent ? held : meant_by(vm, callee, vm.sp - count, count);
  if (!has_type(meant, Type::Closure))
    return {stubs->give_value, call_otherwise(vm, meant, count, link)};
  const Code* code = as<Code>(as<Closure>(meant)->code);
  if (code->native == nullptr) return leave(vm, meant, count, stubs->leave_to_call);
  return {code->native, meant};
}

Continuation resolve_tail_call(Vm& vm, Value callee, std::size_t count, Link* link,
                               const Stubs* stubs) {
  Value* first = vm.sp - count;
  Value meant = meant_by(vm, callee, first, count);
  if (!has_type(meant, Type::Closure))
    return {stubs->give_value, call_otherwise(vm, meant, count, link)};
  const Code* code = as<Code>(as<Closure>(meant)->code);
  if (code->native == nullptr) return leave(vm, meant, count, stubs->leave_to_tail_call);
  if (code->simple_argc != static_cast<std::int32_t>(count))
    vm.bind_arguments(meant, count);  // an error finds the caller's frame whole
  else if (link != nullptr && meant == callee)
    *link = {meant, bound_of(code), link->symbol};
  std::copy(first, vm.sp, vm.fp->base);
  return {bound_of(code), meant};
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

Value eql_values(Vm&, Value a, Value b) { return truth(eql(a, b)); }
void before_store(Heap& heap, Value* slot) { heap.store(*slot, *slot); }

// What a class of standard objects includes may change.
std::uint64_t includes_type(Vm& vm, Value object, Link* type) {
  if (!is_instance(object, type->function)) return 0;
  if (is_structure_object(vm.heap(), object)) type->symbol = as<Structure>(object)->type;
  return 1;
}

// ---- multiple values, the dynamic stack

Value several_values(Vm& vm, const Value* first, std::size_t count) {
  return vm.return_values(first, count);
}

void push_native_record(Vm& vm, DynamicRecord::Kind kind, Value a, const void* goal) {
  DynamicRecord* r = vm.push_record(kind, a, nil());
  r->is_native = true;
  r->native = goal;
}

void push_exit(Vm& vm, Value* place, const void* goal) {
  *place = vm.push_exit(nullptr);
  (vm.dynamic_top - 1)->is_native = true;
  (vm.dynamic_top - 1)->native = goal;
}

void stay_exit(Vm& vm) { (vm.dynamic_top - 1)->b = t(); }

namespace {

const void* unwound(Vm& vm, const Stubs* stubs) {
  if (!vm.unwind()) return stubs->leave_to_unwind;
  if (vm.fp->pc != &static_cells().land_native) return stubs->leave_to_go_on;
  const void* address = vm.fp->native;
  vm.native_frame()->pc = &static_cells().resume_native;
  return address;
}

}  // namespace

const void* begin_throw(Vm& vm, Value tag, Value value, const Stubs* stubs) {
  vm.begin_throw(tag, value);
  return unwound(vm, stubs);
}

const void* begin_leave(Vm& vm, Value exit, Value value, const Stubs* stubs) {
  vm.begin_leave(exit, value);
  return unwound(vm, stubs);
}

const void* end_cleanup(Vm& vm, const Stubs* stubs) {
  return vm.end_cleanup() ? unwound(vm, stubs) : nullptr;
}

}  // namespace winnow::jit

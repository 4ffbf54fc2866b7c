// What native code calls in C++: the same slow paths that the loop has, with arguments in
// registers. Members of the machine and the heap are called by way of member<>.
#pragma once

#include "jit/stubs.hpp"
#include "vm/slow_paths.hpp"

namespace winnow::jit {

template <auto kMember>
struct Member;
template <class C, class R, class... A, R (C::*kMember)(A...)>
struct Member<kMember> {
  static R call(C& object, A... arguments) { return (object.*kMember)(arguments...); }
};
// A member function as one that takes the object first.
template <auto kMember>
inline constexpr auto* member = &Member<kMember>::call;

// ---- calls
// Where a call goes on, and what is in kValue there.
struct Continuation {
  const void* address;
  Value value;
};
// Calls CALLEE, any value; its COUNT arguments are the topmost values, LINK remembers it if it can.
Continuation resolve_call(Vm& vm, Value callee, std::size_t count, InlineCache* cache,
                          const Stubs* stubs);
// The same in place of the running frame: it is as if the frame had been left already.
Continuation resolve_tail_call(Vm& vm, Value callee, std::size_t count, InlineCache* cache,
                               const Stubs* stubs);
void at_limit(Vm& vm, const Code* code);
// Spread the last argument, or all, over the stack; the arguments then begin where the function
// was, which waits in vm.native_callee. Return how many there are.
std::size_t spread_last(Vm& vm, std::size_t count);
std::size_t spread_all(Vm& vm, std::size_t count);

// ---- data
// 1 if it holds, else 0.
std::uint64_t compare_values(Vm& vm, Comparison comparison, Value a, Value b);
// Of the COUNT values below END.
Value make_list(Heap& heap, const Value* end, std::size_t count);
Value eql_values(Vm&, Value a, Value b);
// Marking is under way, and SLOT is about to be overwritten.
void before_store(Heap& heap, Value* slot);
// Is OBJECT, a structure, one of the type in TYPE, which remembers its own where that stays so? 1
// or 0.
std::uint64_t includes_type(Vm& vm, Value object, InlineCache* type);

// ---- multiple values, the dynamic stack
Value return_several(Vm& vm, const Value* first, std::size_t count);
// By which control comes to GOAL, an address of native code.
void push_native_record(Vm& vm, DynamicRecord::Kind kind, Value a, const void* target);
void push_exit(Vm& vm, Value* place, const void* target);
void stay_exit(Vm& vm);
// Where an unwinding leads: the address of the code that goes on in the topmost frame.
const void* begin_throw(Vm& vm, Value tag, Value value, const Stubs* stubs);
const void* begin_leave(Vm& vm, Value exit, Value value, const Stubs* stubs);
const void* end_cleanup(Vm& vm, const Stubs* stubs);  // null if none is under way

}  // namespace winnow::jit

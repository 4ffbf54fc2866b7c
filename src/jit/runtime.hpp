// C++ functions that native code calls: the slow paths of the interpreter, with arguments in
// registers. Member functions of the VM and the heap are called through member<>.
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
// A member function as a plain function that takes the object first.
template <auto kMember>
inline constexpr auto* member = &Member<kMember>::call;

// ---- calls
// The address at which a call continues, and the value of kValue there.
struct Continuation {
  const void* address;
  Value value;
};
// Prepares a call of CALLEE, which may be any value, with the COUNT topmost values as arguments.
// Builtins are called here; for a closure, the result leads to its native code or to an exit stub.
// CACHE, which may be null, gives the callee's name for error messages.
Continuation resolve_call(Vm& vm, Value callee, std::size_t count, InlineCache* cache,
                          const Stubs* stubs);
// The same for a tail call: the callee's frame replaces the current one, and CACHE is filled.
Continuation resolve_tail_call(Vm& vm, Value callee, std::size_t count, InlineCache* cache,
                               const Stubs* stubs);
// Lets CACHE refer to CALLEE and its entry for bound arguments, if that has the code in the cache.
void note_bound_entry(Vm& vm, Value callee, InlineCache* cache);
void at_limit(Vm& vm, const Code* code);
// Spread the last argument, or all arguments, over the stack. The function is moved to
// vm.native_callee, and the spread arguments begin at its slot. Return the number of arguments.
std::size_t spread_last(Vm& vm, std::size_t count);
std::size_t spread_all(Vm& vm, std::size_t count);

// ---- data
// Returns 1 if the comparison holds, else 0.
std::uint64_t compare_values(Vm& vm, Comparison comparison, Value a, Value b);
// Returns a list of the COUNT values below END.
Value make_list(Heap& heap, const Value* end, std::size_t count);
Value eql_values(Vm&, Value a, Value b);
// Signals unbound-variable if SYMBOL is unbound.
Value value_of_variable(Vm& vm, Value symbol);
// The write barrier for marking: called before SLOT is overwritten while marking is under way.
void before_store(Heap& heap, Value* slot);
// Returns 1 if OBJECT, a structure, is an instance of the type in TYPE, else 0. TYPE also caches
// the object's own type if that answer cannot change.
std::uint64_t includes_type(Vm& vm, Value object, InlineCache* type);

// Returns the integer WORD, which is beyond the fixnums, in two's complement if it IS_NEGATIVE. Neither
// collects nor signals.
Value box_word(Vm& vm, std::uint64_t word, bool is_negative) noexcept;

// ---- multiple values, the dynamic stack
Value return_several(Vm& vm, const Value* first, std::size_t count);
// Push a record for an unwinding that continues at TARGET, an address of native code.
void push_native_record(Vm& vm, DynamicRecord::Kind kind, Value a, const void* target);
void push_exit(Vm& vm, Value* place, const void* target);
// Unwind the stack. Return the address of the code at which the topmost frame continues.
const void* begin_throw(Vm& vm, Value tag, Value value, const Stubs* stubs);
const void* begin_leave(Vm& vm, Value exit, Value value, const Stubs* stubs);
// Returns null if no unwinding is under way.
const void* end_cleanup(Vm& vm, const Stubs* stubs);

}  // namespace winnow::jit

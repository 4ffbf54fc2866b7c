// Conditions: construction and signalling in C++. Errors are signalled by signal_error() only.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <utility>

#include "heap/heap.hpp"
#include "heap/type.hpp"

namespace winnow {

enum class ConditionKind : std::uint8_t {
#define CONDITION(name, ...) name,
#include "heap/conditions.def"
#undef CONDITION
};

// Defines the types of conditions.def. Called once per heap.
void define_condition_types(Heap& heap);

// Allocates the condition that an exhausted heap signals.
void prepare_for_exhaustion(Heap& heap);

// A condition of KIND that reports by FORMAT with CONTROL and ARGUMENTS. OWN_SLOTS: the values of
// the slots that KIND adds, in order.
Value make_condition(Heap& heap, ConditionKind kind, const char* control,
                     std::initializer_list<Value> arguments,
                     std::initializer_list<Value> own_slots = {});

[[noreturn]] void signal_error(Heap& heap, ConditionKind kind, const char* control,
                               std::initializer_list<Value> arguments,
                               std::initializer_list<Value> own_slots = {});

// Signals an arithmetic error of KIND in OPERATION with the list OPERANDS. The arguments of CONTROL
// are the operator and SHOWN.
[[noreturn]] void signal_arithmetic_error(Heap& heap, ConditionKind kind, const char* control,
                                          const char* operation, Value shown, Value operands);

// The report of a CONDITION that was made without a format control: the control string of its type
// (conditions.def) and the values of its slots as arguments; "" if a slot is unbound.
std::pair<std::string_view, Value> standard_report(Heap& heap, Value condition);

// The name of OPERATION for messages: the operator in the user's source.
Value operation_named(Heap& heap, const char* operation);

// The type-error with the message "OPERATION: expected EXPECTED, got DATUM", or, if KEYWORD is
// given, "OPERATION: expected EXPECTED as KEYWORD, got DATUM".
Value wrong_type_condition(Heap& heap, const char* operation, Value datum, const Expected& expected,
                           Value keyword = kAbsent);
// Signals this type-error.
[[noreturn]] void signal_wrong_type(Heap& heap, const char* operation, Value datum,
                                    const Expected& expected, Value keyword = kAbsent);
// Signals the type-error of OPERATION for LIST, which is dotted, circular or not a list.
[[noreturn]] void signal_not_a_proper_list(Heap& heap, const char* operation, Value list);

// The undefined-function and unbound-variable conditions for NAME.
Value undefined_function_condition(Heap& heap, Value name);
Value unbound_variable_condition(Heap& heap, Value name);

// The value of CONDITION's slot NAME, or kAbsent if the slot does not exist or is unbound.
Value condition_slot(Heap& heap, Value condition, Value name);

// True if V is a condition object.
bool is_condition(Value v);

// The last words of a condition, after its slots: where it was signalled (Diagnostics::note_signal),
// or NIL.
constexpr std::size_t kPlaceWords = 2;
Value* signal_place(Value condition);
// The number of slots of STRUCTURE, a structure or condition.
std::size_t slot_count(const Structure* structure);

}  // namespace winnow

// Conditions as C++ makes them, and signal_error(), the only way to raise one.
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

// Makes the types of conditions.def and hangs each on its symbol. Once per heap.
void define_condition_types(Heap& heap);

// Makes the condition that an exhausted heap signals.
void prepare_for_exhaustion(Heap& heap);

// A condition of KIND whose report is FORMAT of CONTROL and ARGUMENTS; OWN_SLOTS follow in order.
Value make_condition(Heap& heap, ConditionKind kind, const char* control,
                     std::initializer_list<Value> arguments,
                     std::initializer_list<Value> own_slots = {});

[[noreturn]] void signal_error(Heap& heap, ConditionKind kind, const char* control,
                               std::initializer_list<Value> arguments,
                               std::initializer_list<Value> own_slots = {});

// Signals an arithmetic error of KIND: OPERATION was given the list OPERANDS. CONTROL reports the
// operator and SHOWN.
[[noreturn]] void signal_arithmetic_error(Heap& heap, ConditionKind kind, const char* control,
                                          const char* operation, Value shown, Value operands);

// What CONDITION, made without a format control, says by the values of its slots: a format control
// and its arguments; "" if not all were given.
std::pair<std::string_view, Value> standard_report(Heap& heap, Value condition);

// OPERATION as the program knows it, for messages.
Value operation_named(Heap& heap, const char* operation);

// A type-error: OPERATION wanted something else than DATUM.
Value wrong_type_condition(Heap& heap, const char* operation, Value datum,
                           const Expected& expected);
// Signals that.
[[noreturn]] void signal_wrong_type(Heap& heap, const char* operation, Value datum,
                                    const Expected& expected);
// The datum and the expected type that a type-error says of DATUM, which is not as EXPECTED. Where
// a list is wanted and DATUM is one, it does not end as it should: then they tell of its end.
std::pair<Value, Value> type_error_slots(Heap& heap, Value datum, const Expected& expected);
// The same of LIST, which is dotted, circular or no list.
[[noreturn]] void signal_not_a_proper_list(Heap& heap, const char* operation, Value list);

// What says that NAME has no function, or no value.
Value undefined_function_condition(Heap& heap, Value name);
Value unbound_variable_condition(Heap& heap, Value name);

// The value of CONDITION's slot NAME, or kAbsent if it has none of that name, or that has none.
Value condition_slot(Heap& heap, Value condition, Value name);

// True if V is a condition object.
bool is_condition(Value v);

}  // namespace winnow

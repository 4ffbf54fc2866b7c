#include "heap/condition.hpp"
#include "data/structure_type.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "data/heap_image.hpp"
#include "data/string.hpp"
#include "data/symbol.hpp"
#include "heap/list.hpp"

namespace winnow {

namespace {

struct Description {
  const char* name;
  const char* parents;
  const char* slots;
  const char* report;
};

constexpr Description kDescriptions[] = {
#define CONDITION(name, lisp_name, parents, slots, report) {lisp_name, parents, slots, report},
#include "heap/conditions.def"
#undef CONDITION
};

std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> words;
  while (!text.empty()) {
    std::size_t end = text.find(' ');
    words.push_back(text.substr(0, end));
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return words;
}

// Slot descriptions as in DEFSTRUCT: (name initform-function type read-only).
Value describe_slots(Heap& heap, std::string_view names) {
  ListBuilder slots(heap);
  for (std::string_view word : words_of(names))
    slots.add(list_of(heap, {heap.symbols->intern(word), nil(), t(), nil()}));
  return slots.list();
}

}  // namespace

void define_condition_types(Heap& heap) {
  ValueVector types(heap);
  for (const Description& d : kDescriptions) {
    StructureType* type = make_structure_type(heap, heap.symbols->intern(d.name),
                                              heap.symbols->intern("CONDITION-CLASS"));
    type->is_condition = t();
    ListBuilder parents(heap);
    ListBuilder slots(heap);
    for (std::string_view parent : words_of(d.parents)) {
      Value p = structure_type_named(heap, heap.symbols->intern(parent));
      parents.add(p);
      for (Value s = as<StructureType>(p)->slots; is_cons(s); s = cdr(s))
        if (is_nil(assq(car(car(s)), slots.list()))) slots.add(car(s));
    }
    for (Value s = describe_slots(heap, d.slots); is_cons(s); s = cdr(s)) slots.add(car(s));
    heap.store(type->slots, slots.list());
    set_parents(heap, *type, parents.list());
    set_structure_type(heap, type->name, to_value(type));
    types.push(to_value(type));
  }
  save(heap, Saved::ConditionTypes, types);
}

void prepare_for_exhaustion(Heap& heap) {
  heap.exhausted_condition =
      make_condition(heap, ConditionKind::storage_condition,
                     "The heap is exhausted: ~D MiB are in use (see --max-heap)",
                     {fixnum(heap.max_bytes() >> 20)});
}

Value make_condition(Heap& heap, ConditionKind kind, const char* control,
                     std::initializer_list<Value> arguments,
                     std::initializer_list<Value> own_slots) {
  // By index, not by name, since programs may change the property lists of symbols.
  Value type = as<Vector>(saved(heap, Saved::ConditionTypes))->data[static_cast<std::size_t>(kind)];
  std::size_t slots = list_length(as<StructureType>(type)->slots);
  Value text = make_string(heap, control);
  Value list = list_of(heap, arguments);
  auto* condition = heap.allocate<Structure>(Type::Structure, sizeof(Header),
                                             1 + slots + kPlaceWords, sizeof(Value));
  condition->type = type;
  Value* slot = condition->slots;
  for (std::size_t i = 0; i < slots + kPlaceWords; ++i) slot[i] = nil();
  slot[0] = text;
  slot[1] = list;
  slot += 2;
  for (Value v : own_slots) *slot++ = v;
  return to_value(condition);
}

void signal_error(Heap& heap, ConditionKind kind, const char* control,
                  std::initializer_list<Value> arguments, std::initializer_list<Value> own_slots) {
  heap.upcalls->signal(make_condition(heap, kind, control, arguments, own_slots));
  __builtin_unreachable();
}

std::pair<std::string_view, Value> standard_report(Heap& heap, Value condition) {
  auto* types = as<Vector>(saved(heap, Saved::ConditionTypes));
  Value own = as<Structure>(condition)->type;
  for (Value a = as<StructureType>(own)->ancestors; is_cons(a); a = cdr(a)) {
    auto* place = std::find(types->data, types->data + types->length(), car(a));
    if (place == types->data + types->length()) continue;
    const char* report = kDescriptions[place - types->data].report;
    if (*report == '\0') continue;
    ListBuilder values(heap);
    bool is_given = true;
    for (Value s = cdr(cdr(as<StructureType>(car(a))->slots)); is_cons(s); s = cdr(s)) {
      Value v = condition_slot(heap, condition, car(car(s)));
      is_given = is_given && v != kAbsent;
      values.add(v);
    }
    if (is_given) return {report, values.list()};
  }
  return {"", nil()};
}

Value operation_named(Heap& heap, const char* operation) {
  return make_string(heap, heap.upcalls->operation(operation));
}

namespace {

// The slots datum and expected-type of a type-error for DATUM, which is not EXPECTED. If a list is
// expected and DATUM is a dotted one, they describe the end of the list.
std::pair<Value, Value> type_error_slots(Heap& heap, Value datum, const Expected& expected) {
  Value type = type_expected(heap, expected);
  bool list_wanted = type == heap.symbols->intern("LIST") ||
                     type == heap.symbols->intern("SEQUENCE") ||
                     expected.words == kProperList.words;
  if (!list_wanted || !is_cons(datum)) return {datum, type};
  if (proper_length(heap, datum) == -2) return {datum, type_expected(heap, kProperList)};
  Value rest = datum;
  for (std::size_t i = 1; is_cons(rest); rest = cdr(rest), ++i) heap.poll_at(i);
  return {rest, heap.symbols->intern("LIST")};
}

}  // namespace

Value wrong_type_condition(Heap& heap, const char* operation, Value datum, const Expected& expected,
                           Value keyword) {
  auto [offender, type] = type_error_slots(heap, datum, expected);
  Value name = operation_named(heap, operation);
  Value words = make_string(heap, expected.words);
  if (keyword == kAbsent)
    return make_condition(heap, ConditionKind::type_error, "~A: expected ~A, got ~S",
                          {name, words, datum}, {offender, type});
  return make_condition(heap, ConditionKind::type_error, "~A: expected ~A as ~S, got ~S",
                        {name, words, keyword, datum}, {offender, type});
}

void signal_arithmetic_error(Heap& heap, ConditionKind kind, const char* control,
                             const char* operation, Value shown, Value operands) {
  signal_error(heap, kind, control, {operation_named(heap, operation), shown},
               {heap.symbols->intern_upcased(operation), operands});
}

void signal_wrong_type(Heap& heap, const char* operation, Value datum, const Expected& expected,
                       Value keyword) {
  heap.upcalls->signal(wrong_type_condition(heap, operation, datum, expected, keyword));
  __builtin_unreachable();
}

void signal_not_a_proper_list(Heap& heap, const char* operation, Value list) {
  bool is_circular = proper_length(heap, list) == -2;
  signal_wrong_type(heap, operation, list,
                    is_circular ? kProperList : Expected("a proper list", "LIST"));
}

namespace {

// The message of undefined-function for the symbol NAME. Some standard macros are special forms.
const char* no_function(Heap& heap, Value name) {
  bool is_form = as_symbol(name)->has(Symbol::kSpecialForm);
  if (is_form && is_nil(get_property(heap, name, heap.symbols->symbol(Sym::special_form_macro))))
    return "~S is a special operator, not a function";
  bool is_macro = is_form || has_type(as_symbol(name)->function, Type::Macro);
  return is_macro ? "~S is a macro, not a function" : "The function ~S is undefined";
}

}  // namespace

Value undefined_function_condition(Heap& heap, Value name) {
  const char* message = no_function(heap, name);
  Value place = get_property(heap, name, heap.symbols->symbol(Sym::setf_function_of));
  if (!is_nil(place)) name = list_of(heap, {heap.symbols->symbol(Sym::setf), place});
  return make_condition(heap, ConditionKind::undefined_function, message, {name}, {name});
}

Value unbound_variable_condition(Heap& heap, Value name) {
  return make_condition(heap, ConditionKind::unbound_variable, "The variable ~S has no value",
                        {name}, {name});
}

Value condition_slot(Heap& heap, Value condition, Value name) {
  auto* c = as<Structure>(condition);
  std::size_t i = 0;
  Value s = as<StructureType>(c->type)->slots;
  for (; is_cons(s) && car(car(s)) != name; s = cdr(s)) ++i;
  if (!is_cons(s) || i >= slot_count(c)) return kAbsent;
  Value rest = car(s);  // (name initform-function type initform initargs cell)
  for (int k = 0; k < 5; ++k) rest = cdr(rest);
  Value v = is_cons(car(rest)) ? car(car(rest)) : c->slots[i];
  return v == heap.symbols->symbol(Sym::unbound) ? kAbsent : v;
}

std::size_t slot_count(const Structure* structure) {
  const bool has_place = !is_nil(as<StructureType>(structure->type)->is_condition);
  return structure->header.length - 1 - (has_place ? kPlaceWords : 0);
}

Value* signal_place(Value condition) {
  auto* c = as<Structure>(condition);
  return c->slots + slot_count(c);
}

bool is_condition(Value v) {
  return has_type(v, Type::Structure) &&
         !is_nil(as<StructureType>(as<Structure>(v)->type)->is_condition);
}

}  // namespace winnow

// An entry is a list (type function priority). Entries for (CONS (EQL x)) and (CONS
// (MEMBER x...)) are in a hash table by operator; the others are tried one after the other
// in order of decreasing priority.
#include "text/pprint_dispatch.hpp"

#include "data/equality.hpp"
#include "data/hash_table.hpp"
#include "data/symbol.hpp"
#include "heap/condition.hpp"
#include "heap/list.hpp"
#include "number/number.hpp"
#include "text/format/formatter.hpp"

namespace winnow {

namespace {

constexpr const char* kLayoutNames[] = {
#define LAYOUT(name, control) name,
#include "text/layouts.def"
#undef LAYOUT
};
// The last two layouts are for all other lists: function calls and data.
constexpr const char* kLayoutControls[] = {
#define LAYOUT(name, control) control,
#include "text/layouts.def"
#undef LAYOUT
    "~:<~W~^ ~:_~:I~@{~W~^ ~:_~}~:>",
    "~:<~@{~W~^ ~:_~}~:>",
};
constexpr std::int64_t kCallLayout = std::size(kLayoutNames);
constexpr std::int64_t kDataLayout = kCallLayout + 1;

Value entry_function(Value entry) { return second(entry); }
Value entry_priority(Value entry) { return third(entry); }

bool is_higher(Heap& heap, Value a, Value b) {
  return compare(heap, a, b, "set-pprint-dispatch") == std::partial_ordering::greater;
}

// The operators x if TYPE is (CONS (EQL x)) or (CONS (MEMBER x...)); else kAbsent.
Value operators_of(Heap& heap, Value type) {
  SymbolTable& s = *heap.symbols;
  Value first = second(type);
  if (!is_cons(type) || car(type) != s.intern("CONS") || proper_length(type) != 2) return kAbsent;
  if (!is_cons(first) || proper_length(first) < 2) return kAbsent;
  if (car(first) == s.intern("EQL") && proper_length(first) == 2) return cdr(first);
  return car(first) == s.intern("MEMBER") ? cdr(first) : kAbsent;
}

Value without_type(Heap& heap, Value entries, Value type) {
  ListBuilder kept(heap);
  for (; is_cons(entries); entries = cdr(entries))
    if (!equal(heap, car(car(entries)), type)) kept.add(car(entries));
  return kept.list();
}

// Is TYPE defined? Entries for undefined types are skipped, so that printing does not fail.
bool is_known_type(TextSystem& text, Value type) {
  return !is_symbol(type) || !is_nil(text.heap.upcalls->call_function(
                                 text.heap.symbols->intern("TYPE-NAME-P"), {type}));
}

bool matches(TextSystem& text, Value object, Value type) {
  if (type == t()) return true;
  if (!is_known_type(text, type)) return false;
  return !is_nil(
      text.heap.upcalls->call_function(text.heap.symbols->intern("TYPEP"), {object, type}));
}

// Adds a standard entry, unless the program has one for the operator.
void put_standard(Heap& heap, Value operators, Value op, Value function) {
  Value type = list_of(
      heap, {heap.symbols->intern("CONS"), list_of(heap, {heap.symbols->symbol(Sym::eql), op})});
  hash_table_put(heap, operators, op, list_of(heap, {type, function, fixnum(-1)}));
}

}  // namespace

Value make_standard_dispatch_table(TextSystem& text) {
  Heap& heap = text.heap;
  Value operators = make_hash_table(heap, HashTable::kEql);
  for (std::size_t i = 0; i < std::size(kLayoutNames); ++i)
    put_standard(heap, operators, heap.symbols->intern(kLayoutNames[i]), fixnum(i));
  auto* table = heap.allocate<DispatchTable>(Type::DispatchTable, sizeof(DispatchTable), 0, 0,
                                             DispatchTable::kReadOnly);
  table->operators = operators;
  table->others = nil();
  return to_value(table);
}

void set_standard_layout(TextSystem& text, Value op, Value function) {
  Value current = symbol_value(text.heap, Sym::star_print_pprint_dispatch);
  for (Value table : {text.tables[TextSystem::kDispatch], current})
    if (has_type(table, Type::DispatchTable))
      put_standard(text.heap, as<DispatchTable>(table)->operators, op, function);
}

Value copy_dispatch_table(Heap& heap, Value original) {
  Value operators = make_hash_table(heap, HashTable::kEql);
  HashTableCursor entry(as<DispatchTable>(original)->operators);
  while (entry.next()) hash_table_put(heap, operators, entry.key(), entry.value());
  auto* table = heap.allocate<DispatchTable>(Type::DispatchTable, sizeof(DispatchTable), 0);
  table->operators = operators;
  table->others = as<DispatchTable>(original)->others;  // shared, since it is never modified
  return to_value(table);
}

void set_dispatch(TextSystem& text, Value table, Value type, Value function, Value priority) {
  Heap& heap = text.heap;
  auto* dispatch = as<DispatchTable>(table);
  if ((dispatch->header.flags & DispatchTable::kReadOnly) != 0)
    signal_error(heap, ConditionKind::simple_error,
                 "SET-PPRINT-DISPATCH: the standard table cannot be changed; (copy-pprint-dispatch "
                 "nil) makes one that can",
                 {});
  Value entry = list_of(heap, {type, function, priority});
  Value operators = operators_of(heap, type);
  if (operators != kAbsent) {
    for (Value op = operators; is_cons(op); op = cdr(op)) {
      if (is_nil(function))
        hash_table_remove(heap, dispatch->operators, car(op));
      else
        hash_table_put(heap, dispatch->operators, car(op), entry);
    }
    return;
  }
  Value rest = without_type(heap, dispatch->others, type);
  if (!is_nil(function)) {
    ListBuilder entries(heap);
    while (is_cons(rest) && is_higher(heap, entry_priority(car(rest)), priority)) {
      entries.add(car(rest));
      rest = cdr(rest);
    }
    entries.add(entry);
    rest = entries.ending_with(rest);
  }
  heap.store(dispatch->others, rest);
}

Value find_dispatch(TextSystem& text, Value table, Value object) {
  Heap& heap = text.heap;
  auto* dispatch = as<DispatchTable>(table);
  Value found = kAbsent;
  if (is_cons(object)) found = hash_table_get(heap, dispatch->operators, car(object));
  for (Value rest = dispatch->others; is_cons(rest); rest = cdr(rest)) {
    Value entry = car(rest);
    if (found != kAbsent && !is_higher(heap, entry_priority(entry), entry_priority(found))) break;
    if (!matches(text, object, car(entry))) continue;
    found = entry;
    break;
  }
  if (found != kAbsent) return entry_function(found);
  if (!is_cons(object)) return kAbsent;
  Value op = car(object);
  bool is_call = op.is_symbol_object() && (as<Symbol>(op)->function != undefined_function() ||
                                           as<Symbol>(op)->has(Symbol::kSpecialForm));
  return fixnum(is_call ? kCallLayout : kDataLayout);
}

void print_layout(TextSystem& text, Stream& out, std::int64_t number, Value object) {
  if (text.layouts.empty()) {
    // Install all layouts or none: parsing may be interrupted or run out of memory.
    decltype(text.layouts) all;
    for (const char* control : kLayoutControls)
      all.push_back(std::make_shared<const format_control::Control>(
          format_control::parse(text.heap, unicode::decode_all(control))));
    text.layouts = std::move(all);
  }
  auto i = static_cast<std::size_t>(number);
  if (number < 0 || i >= text.layouts.size()) return;
  Formatter(text, out, text.layouts[i], list_of(text.heap, {object})).run_whole();
}

}  // namespace winnow

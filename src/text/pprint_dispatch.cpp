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

namespace winnow {

namespace {

// The layouts of function calls and of data, for operators that are not in the table: their numbers
// in lib/io/layouts.lisp.
constexpr std::int64_t kCallLayout = 0;
constexpr std::int64_t kDataLayout = 1;

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

}  // namespace winnow

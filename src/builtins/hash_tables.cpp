// Functions on hash tables.
#include "builtins/builtin.hpp"
#include "data/equality.hpp"
#include "data/hash_table.hpp"
#include "vm/call_gate.hpp"

namespace winnow {

namespace {

// Checks the arguments of MAKE-HASH-TABLE for size and growth, which are ignored otherwise.
void check_growth(Heap& heap, Key<Value> size, Key<Value> rehash_size,
                  Key<Value> rehash_threshold) {
  auto above = [&](Value v, int least) {
    return compare(heap, v, fixnum(least), "make-hash-table") > 0;
  };
  if (size && (!is_integer(*size) || integer_sign(*size) < 0))
    signal_wrong_type(heap, "make-hash-table", *size,
                      {"a non-negative integer as :SIZE", "UNSIGNED-BYTE"});
  if (rehash_size && !(is_integer(*rehash_size) && above(*rehash_size, 0)) &&
      !(is_float(*rehash_size) && above(*rehash_size, 1)))
    signal_wrong_type(
        heap, "make-hash-table", *rehash_size,
        {"an integer > 0 or a float > 1 as :REHASH-SIZE", "(OR (INTEGER 1) (FLOAT (1.0)))"});
  if (rehash_threshold &&
      !(is_real(*rehash_threshold) && sign_of(heap, *rehash_threshold, "make-hash-table") >= 0 &&
        !above(*rehash_threshold, 1)))
    signal_wrong_type(heap, "make-hash-table", *rehash_threshold,
                      {"a real number from 0 to 1 as :REHASH-THRESHOLD", "(REAL 0 1)"});
}

DEFUN(make_hash_table_, "make-hash-table", "(&key test size rehash-size rehash-threshold)", R"doc(
Return a new, empty hash table. It keeps its entries in the order in which they were added.
TEST: EQ, EQL (the default), EQUAL or EQUALP.  The other arguments are checked and have no effect.
Signals: type-error.
Example: (hash-table-count (make-hash-table :test #'equal)) => 0
)doc", (Heap& heap, Key<Function> test, Key<Value> size, Key<Value> rehash_size,
        Key<Value> rehash_threshold)) {
  check_growth(heap, size, rehash_size, rehash_threshold);
  if (!test) return make_hash_table(heap, HashTable::kEql);
  if (has_type(*test, Type::Builtin)) {
    std::string_view name = as<Builtin>(*test)->info->name;
    if (name == "eq") return make_hash_table(heap, HashTable::kEq);
    if (name == "eql") return make_hash_table(heap, HashTable::kEql);
    if (name == "equal") return make_hash_table(heap, HashTable::kEqual);
    if (name == "equalp") return make_hash_table(heap, HashTable::kEqualp);
  }
  signal_wrong_type(heap, "make-hash-table", *test,
                    {"one of EQ, EQL, EQUAL and EQUALP as :TEST", "(MEMBER EQ EQL EQUAL EQUALP)"});
}

DEFUN(gethash, "gethash", "(key table &optional default)", R"doc(
Return the value of KEY in TABLE, or DEFAULT; the second value is T if KEY is in TABLE, else NIL.
Signals: type-error.
Example: (gethash 'a (make-hash-table) 0) => 0
)doc", (Vm& vm, Value key, TableArg table, std::optional<Value> otherwise)) {
  Value v = hash_table_get(vm.heap(), table, key);
  if (v == kAbsent) return vm.return_values({otherwise ? *otherwise : nil(), nil()});
  return vm.return_values({v, t()});
}

DEFUN(puthash, "puthash", "(key table value)", R"doc(
Make VALUE the value of KEY in TABLE, and return it. Implements (setf gethash).
Signals: type-error.
Example: (puthash 'a (make-hash-table) 1) => 1
)doc", (Heap& heap, Value key, TableArg table, Value value)) {
  hash_table_put(heap, table, key, value);
  return value;
}

DEFUN(remhash, "remhash", "(key table)", R"doc(
Remove the entry of KEY from TABLE; return T if there was one, else NIL.
Signals: type-error.
Example: (remhash 'a (make-hash-table)) => NIL
)doc", (Heap& heap, Value key, TableArg table)) {
  return truth(hash_table_remove(heap, table, key));
}

DEFUN(clrhash, "clrhash", "(table)", R"doc(
Remove all entries from TABLE, and return TABLE.
Signals: type-error.
Example: (hash-table-count (clrhash (make-hash-table))) => 0
)doc", (Heap& heap, TableArg table)) {
  hash_table_clear(heap, table);
  return table;
}

DEFUN(maphash, "maphash", "(function table)", R"doc(
Call FUNCTION with each key of TABLE and its value, in the order in which the keys were added; return NIL.
FUNCTION may change or remove the current entry.
Signals: type-error.
Example: (maphash #'list (make-hash-table)) => NIL
)doc", (Vm& vm, Function function, TableArg table)) {
  CallGate gate(vm);
  for (HashTableCursor c(table); c.next();) gate.call(function, c.key(), c.value());
  return nil();
}

DEFUN(hash_table_p, "hash-table-p", "(object)", R"doc(
Return T if OBJECT is a hash table, else NIL.
Example: (hash-table-p '()) => NIL
)doc", (Value object)) {
  return truth(has_type(object, Type::HashTable));
}

DEFUN(hash_table_count, "hash-table-count", "(table)", R"doc(
Return the number of entries of TABLE.
Signals: type-error.
Example: (hash-table-count (make-hash-table)) => 0
)doc", (TableArg table)) {
  return fixnum(as<HashTable>(table)->count);
}

DEFUN(hash_table_size, "hash-table-size", "(table)", R"doc(
Return the number of entries that TABLE can hold before it grows.
Signals: type-error.
Example: (>= (hash-table-size (make-hash-table)) 1) => T
)doc", (TableArg table)) {
  return fixnum(as<Vector>(as<HashTable>(table)->entries)->length() / 2);
}

DEFUN(hash_table_rehash_size, "hash-table-rehash-size", "(table)", R"doc(
Return the factor by which TABLE grows: always 2.0.
Signals: type-error.
Example: (hash-table-rehash-size (make-hash-table)) => 2.0
)doc", (TableArg)) {
  return Value::from_single(2.0);
}

DEFUN(hash_table_rehash_threshold, "hash-table-rehash-threshold", "(table)", R"doc(
Return the load factor at which TABLE grows: always 1.0.
Signals: type-error.
Example: (hash-table-rehash-threshold (make-hash-table)) => 1.0
)doc", (TableArg)) {
  return Value::from_single(1.0);
}

DEFUN(hash_table_test, "hash-table-test", "(table)", R"doc(
Return the name of the test of TABLE: EQ, EQL, EQUAL or EQUALP.
Signals: type-error.
Example: (hash-table-test (make-hash-table)) => EQL
)doc", (Heap& heap, TableArg table)) {
  constexpr Sym kTests[] = {Sym::eq, Sym::eql, Sym::equal, Sym::equalp};
  return heap.symbols->symbol(kTests[as<HashTable>(table)->header.flags & 3]);
}

DEFUN(hash_table_entries, "hash-table-entries", "(table)", R"doc(
Return a list of (key . value) of TABLE's entries, in the order in which the keys were added.
Signals: type-error.
Example: (hash-table-entries (make-hash-table)) => NIL
)doc", (Heap& heap, TableArg table)) {
  ListBuilder list(heap);
  for (HashTableCursor c(table); c.next();) list.add(heap.cons(c.key(), c.value()));
  return list.list();
}

DEFUN(sxhash_, "sxhash", "(object)", R"doc(
Return a hash code of OBJECT, a fixnum >= 0; EQUAL objects have the same code.
Example: (= (sxhash "ab") (sxhash (copy-seq "ab"))) => T
)doc", (Heap& heap, Value object)) {
  return fixnum(sxhash(heap, object) & static_cast<std::uint64_t>(kMostPositiveFixnum));
}

}  // namespace

}  // namespace winnow

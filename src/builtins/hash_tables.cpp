// Functions on hash tables.
#include "builtins/builtin.hpp"
#include "data/equality.hpp"
#include "data/hash_table.hpp"

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

HashTable::Test test_named_by(Heap& heap, Key<Function> test) {
  if (!test) return HashTable::kEql;
  if (has_type(*test, Type::Builtin)) {
    std::string_view name = as<Builtin>(*test)->info->name;
    if (name == "eq") return HashTable::kEq;
    if (name == "eql") return HashTable::kEql;
    if (name == "equal") return HashTable::kEqual;
    if (name == "equalp") return HashTable::kEqualp;
  }
  signal_wrong_type(heap, "make-hash-table", *test,
                    {"one of EQ, EQL, EQUAL and EQUALP as :TEST", "(MEMBER EQ EQL EQUAL EQUALP)"});
}

// The names of HashTable::Weakness.
constexpr const char* kWeaknesses[] = {"NIL", ":KEY", ":VALUE", ":KEY-AND-VALUE", ":KEY-OR-VALUE"};

Value weakness_name(Heap& heap, std::size_t weakness) {
  return weakness == 0 ? nil() : heap.symbols->intern(kWeaknesses[weakness]);
}

HashTable::Weakness weakness_named_by(Heap& heap, Key<Value> weakness) {
  if (!weakness) return HashTable::kStrong;
  for (std::size_t i = 0; i < std::size(kWeaknesses); ++i)
    if (*weakness == weakness_name(heap, i)) return static_cast<HashTable::Weakness>(i);
  signal_wrong_type(heap, "make-hash-table", *weakness,
                    {"NIL, :KEY, :VALUE, :KEY-AND-VALUE or :KEY-OR-VALUE as :WEAKNESS",
                     "(MEMBER NIL :KEY :VALUE :KEY-AND-VALUE :KEY-OR-VALUE)"});
}

DEFUN(make_hash_table_, "make-hash-table",
      "(&key test size rehash-size rehash-threshold weakness)", R"doc(
Return a new, empty hash table. It keeps its entries in the order in which they were added.
TEST: EQ, EQL (the default), EQUAL or EQUALP.
WEAKNESS: which other references to its parts keep an entry in the table: :KEY, those to the key; :VALUE, those to the value;
:KEY-AND-VALUE, those to both; :KEY-OR-VALUE, those to one of them. The default is NIL: the table itself keeps it.
The other arguments are checked and have no effect.
Signals: type-error unless TEST is EQ, EQL, EQUAL or EQUALP, or one of these functions.
Example: (hash-table-count (make-hash-table :test #'equal)) => 0
)doc", (Heap& heap, Key<Function> test, Key<Value> size, Key<Value> rehash_size,
        Key<Value> rehash_threshold, Key<Value> weakness)) {
  check_growth(heap, size, rehash_size, rehash_threshold);
  const HashTable::Test kind = test_named_by(heap, test);
  return make_hash_table(heap, kind, weakness_named_by(heap, weakness));
}

DEFUN(gethash, "gethash", "(key table &optional default)", R"doc(
Return the value of KEY in TABLE, or DEFAULT; the second value is T if KEY is in TABLE, else NIL.
Signals: type-error unless TABLE is a hash table.
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
Signals: type-error unless TABLE is a hash table.
Example: (remhash 'a (make-hash-table)) => NIL
)doc", (Heap& heap, Value key, TableArg table)) {
  return truth(hash_table_remove(heap, table, key));
}

DEFUN(clrhash, "clrhash", "(table)", R"doc(
Remove all entries from TABLE, and return TABLE.
Signals: type-error unless TABLE is a hash table.
Example: (hash-table-count (clrhash (make-hash-table))) => 0
)doc", (Heap& heap, TableArg table)) {
  hash_table_clear(heap, table);
  return table;
}

DEFUN(hash_table_next, "hash-table-next", "(table number)", R"doc(
Return the number of the entry of TABLE after entry NUMBER, its key and its value; NIL if there is none.
NUMBER: an integer, -1 for the first entry. Entries have the numbers in which they were added.
Signals: type-error.
Example: (hash-table-next (make-hash-table) -1) => NIL
)doc", (Vm& vm, TableArg table, Fixnum number)) {
  HashTableCursor cursor(table, static_cast<std::size_t>(std::int64_t{number}));
  if (!cursor.next()) return nil();
  vm.set_value_count(3);
  vm.values[0] = vm.heap().from_weak(cursor.key());
  vm.values[1] = vm.heap().from_weak(cursor.value());
  return fixnum(cursor.at());
}

DEFUN(hash_table_p, "hash-table-p", "(object)", R"doc(
Return T if OBJECT is a hash table, else NIL.
Example: (hash-table-p '()) => NIL
)doc", (Value object)) {
  return truth(has_type(object, Type::HashTable));
}

DEFUN(hash_table_count, "hash-table-count", "(table)", R"doc(
Return the number of entries of TABLE.
Signals: type-error unless TABLE is a hash table.
Example: (hash-table-count (make-hash-table)) => 0
)doc", (TableArg table)) {
  return fixnum(as<HashTable>(table)->count);
}

DEFUN(hash_table_size, "hash-table-size", "(table)", R"doc(
Return the number of entries that TABLE can hold before it grows.
Signals: type-error unless TABLE is a hash table.
Example: (>= (hash-table-size (make-hash-table)) 1) => T
)doc", (TableArg table)) {
  return fixnum(as<Vector>(as<HashTable>(table)->entries)->length() / 2);
}

DEFUN(hash_table_rehash_size, "hash-table-rehash-size", "(table)", R"doc(
Return the factor by which TABLE grows: always 2.0.
Signals: type-error unless TABLE is a hash table.
Example: (hash-table-rehash-size (make-hash-table)) => 2.0
)doc", (TableArg)) {
  return Value::from_single(2.0);
}

DEFUN(hash_table_rehash_threshold, "hash-table-rehash-threshold", "(table)", R"doc(
Return the load factor at which TABLE grows: always 1.0.
Signals: type-error unless TABLE is a hash table.
Example: (hash-table-rehash-threshold (make-hash-table)) => 1.0
)doc", (TableArg)) {
  return Value::from_single(1.0);
}

DEFUN(hash_table_test, "hash-table-test", "(table)", R"doc(
Return the name of the test of TABLE: EQ, EQL, EQUAL or EQUALP.
Signals: type-error unless TABLE is a hash table.
Example: (hash-table-test (make-hash-table)) => EQL
)doc", (Heap& heap, TableArg table)) {
  constexpr Sym kTests[] = {Sym::eq, Sym::eql, Sym::equal, Sym::equalp};
  return heap.symbols->symbol(kTests[as<HashTable>(table)->test()]);
}

DEFUN(table_weakness, "table-weakness", "(table)", R"doc(
Return the weakness of TABLE, as MAKE-HASH-TABLE takes it.
Signals: type-error.
)doc", (Heap& heap, TableArg table)) {
  return weakness_name(heap, as<HashTable>(table)->weakness());
}

DEFUN(new_weak_pointer, "new-weak-pointer", "(object watched)", R"doc(
Return a new weak pointer to OBJECT. WATCHED: true if TAKE-BROKEN-POINTER is to return it after OBJECT has become garbage.
)doc", (Heap& heap, Value object, Value watched)) {
  return heap.make_weak_pointer(object, !is_nil(watched));
}

DEFUN(weak_pointer_p, "weak-pointer-p", "(object)", R"doc(
Return T if OBJECT is a weak pointer, else NIL.
)doc", (Value object)) {
  return truth(has_type(object, Type::WeakPointer));
}

DEFUN(weak_pointer_target, "weak-pointer-target", "(pointer)", R"doc(
Return the object of the weak pointer POINTER and T; or NIL and NIL if it was garbage.
Signals: type-error.
)doc", (Vm& vm, Value pointer)) {
  if (!has_type(pointer, Type::WeakPointer))
    signal_wrong_type(vm.heap(), "weak-pointer-value", pointer,
                      {"a weak pointer", "WINNOW-EXT:WEAK-POINTER"});
  if ((as<WeakPointer>(pointer)->header.flags & WeakPointer::kBroken) != 0)
    return vm.return_values({nil(), nil()});
  return vm.return_values({vm.heap().from_weak(as<WeakPointer>(pointer)->target), t()});
}

DEFUN(take_broken_pointer, "take-broken-pointer", "()", R"doc(
Return a watched weak pointer whose object was garbage and that was not returned before, or NIL.
)doc", (Heap& heap)) {
  return heap.take_broken_pointer();
}

DEFUN(hash_table_entries, "hash-table-entries", "(table)", R"doc(
Return a list of (key . value) of TABLE's entries, in the order in which the keys were added.
Signals: type-error.
Example: (hash-table-entries (make-hash-table)) => NIL
)doc", (Heap& heap, TableArg table)) {
  ListBuilder list(heap);
  for (HashTableCursor c(table); c.next();)
    list.add(heap.cons(heap.from_weak(c.key()), heap.from_weak(c.value())));
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

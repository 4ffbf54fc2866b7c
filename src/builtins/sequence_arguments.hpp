// The sequence arguments :START, :END, :TEST, :TEST-NOT and :KEY.
#pragma once

#include "builtins/builtin.hpp"
#include "data/equality.hpp"
#include "heap/list.hpp"
#include "vm/call_gate.hpp"

namespace winnow {

// A checked range of a sequence: the elements from START up to, but not including, END.
struct Range {
  std::size_t start;
  std::size_t end;
};

// Returns the range from START to END (NIL: the length) of a sequence of LENGTH elements; signals a
// type-error of the operator NAME if it is not within the sequence.
Range checked_range(Heap& heap, const char* name, std::size_t length, Value start, Value end);
// The same for keyword arguments, which may be absent.
Range checked_range(Heap& heap, const char* name, std::size_t length, const Key<Value>& start,
                    const Key<Value>& end);

// Must be called at each STEP of a list traversal that has arrived at REST: polls for interrupts,
// and signals a type-error if the list is circular.
inline void check_walk(Heap& heap, const char* name, Value rest, std::size_t step) {
  if (goes_round(heap, rest, step)) signal_wrong_type(heap, name, rest, kProperList);
}

// The codes of the tests that are compared in C++.
constexpr int kEqTest = 0;
constexpr int kEqlTest = 1;
constexpr int kEqualTest = 2;

// Compares elements with an item by EQ, EQL or EQUAL.
class StandardTest {
 public:
  // TEST: the code of one of these functions.
  StandardTest(Heap& heap, Value item, Value test)
      : heap_(heap), item_(item), is_equal_(test == fixnum(kEqualTest)) {
    by_identity_ = test == fixnum(kEqTest) || is_symbol(item) ||
                   (!item.is_object() && !(is_equal_ && is_cons(item)));
  }
  bool by_identity() const { return by_identity_; }
  bool operator()(Value element) const {
    if (element == item_ || by_identity_) return element == item_;
    return is_equal_ ? equal(heap_, item_, element) : eql(item_, element);
  }

 private:
  Heap& heap_;
  Value item_;
  bool is_equal_;
  bool by_identity_;  // whether only the item itself matches
};

// The function that is the value of :KEY; NIL if it is absent or IDENTITY.
Value key_function(const Key<Function>& key);

// Compares elements as :TEST, :TEST-NOT and :KEY specify. EQ, EQL and EQUAL run in C++; the VM
// calls all other tests.
class Matcher {
 public:
  Matcher(Vm& vm, const char* name, const Key<Function>& test, const Key<Function>& test_not,
          const Key<Function>& key);

  // Tests whether ITEM matches ELEMENT, the result of KEY.
  bool compare(Value item, Value element) {
    bool same = kind_ == Kind::Eq    ? item == element
                : kind_ == Kind::Eql ? eql(item, element)
                                     : are_same(item, element);
    return same != negated_;
  }
  bool has_key() const { return !is_nil(key_); }
  Value apply_key(Value element) { return has_key() ? gate_->call(key_, element) : element; }

  // True if a hash table with the test TABLE_TEST finds the same matches.
  bool has_table() const { return kind_ != Kind::Call && !negated_; }
  HashTable::Test table_test() const {
    return kind_ == Kind::Eq    ? HashTable::kEq
           : kind_ == Kind::Eql ? HashTable::kEql
                                : HashTable::kEqual;
  }

 private:
  enum class Kind : std::uint8_t { Eq, Eql, Equal, Call };
  bool are_same(Value item, Value element);  // EQUAL, or a call of the test
  Vm& vm_;
  std::optional<CallGate> gate_;  // present if a test or key must be called
  Kind kind_ = Kind::Eql;
  Value test_ = nil();
  Value key_ = nil();
  bool negated_ = false;
};

}  // namespace winnow

// Arguments of functions on sequences: ranges and standard tests.
#pragma once

#include "builtins/builtin.hpp"
#include "data/equality.hpp"
#include "heap/list.hpp"

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

}  // namespace winnow

// Lists: construction, length and search.
#pragma once

#include <cstddef>
#include <initializer_list>

#include "heap/heap.hpp"

namespace winnow {

// Builds a list from front to back.
class ListBuilder {
 public:
  explicit ListBuilder(Heap& heap) : heap_(heap), head_(nil()), tail_(nil()) {}

  // Returns the new cell.
  Value add(Value v) {
    Value cell = heap_.cons(v, nil());
    if (is_nil(tail_))
      head_ = cell;
    else if (Pair* last = as_pair(tail_); heap_.is_in_current_hole(last)) [[likely]]
      last->cdr = cell;
    else
      heap_.store(last->cdr, cell);
    return tail_ = cell;
  }
  // Makes REST the tail of the list; returns the list.
  Value ending_with(Value rest) {
    if (is_nil(tail_)) return rest;
    heap_.store(as_pair(tail_)->cdr, rest);
    return head_;
  }
  Value list() const { return head_; }
  void clear() { head_ = tail_ = nil(); }

 private:
  Heap& heap_;
  Value head_;
  Value tail_;
};

Value list_of(Heap& heap, std::initializer_list<Value> values);
Value list_of(Heap& heap, const Value* values, std::size_t count);

// Length of a list known to be proper.
std::size_t list_length(Value list);

// Length of LIST if it is proper; -1 if it is dotted or not a list, -2 if it is circular.
std::ptrdiff_t proper_length(Value list);
// The same, with polls for interrupts.
std::ptrdiff_t proper_length(Heap& heap, Value list);
// Is FORM a proper list of LEAST to MOST elements?
bool has_shape(Heap& heap, Value form, std::size_t least, std::size_t most);

// A safepoint for each STEP of a walk along a list, which has arrived at REST: polls for interrupts
// now and then, and returns true if it finds that REST is circular.
inline bool goes_round(Heap& heap, Value rest, std::size_t step) {
  if ((step & 0xFFFF) != 0) [[likely]]
    return false;
  heap.upcalls->poll();
  // The test takes as long as the walk, so it is done at powers of two only.
  return (step & (step - 1)) == 0 && proper_length(heap, rest) == -2;
}

// NTHCDR: the rest of LIST after its first N elements, or its end if it is shorter.
Value nth_rest(Value list, std::size_t n);

// LIST without the elements EQ to ITEM; the result shares the tail after the last of these.
Value without(Heap& heap, Value item, Value list);

bool memq(Value item, Value list);
// The pair of the association list whose car is KEY, or NIL.
Value assq(Value key, Value alist);

}  // namespace winnow

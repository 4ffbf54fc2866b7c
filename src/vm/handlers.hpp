// The search for the handlers of a condition.
#pragma once

#include "heap/heap.hpp"

namespace winnow {

// *HANDLER-CLUSTERS* is a list of clusters, innermost first. A cluster is a list of (type .
// function), where TYPE is a condition type or a predicate. While a handler runs, only the
// clusters outside its own are active.
class HandlerSearch {
 public:
  explicit HandlerSearch(Value clusters) : HandlerSearch(clusters, nil()) {}
  // Continues another search. REST: the handlers of the current cluster that are not tried
  // yet. OUTER: the clusters around it.
  HandlerSearch(Value outer, Value rest) : outer(outer), rest(rest) {}

  // Finds the next handler with the type of CONDITION or with a predicate; returns
  // false if none is left.
  bool next(Heap& heap, Value condition);

  Value function = nil();  // or the number of an attempt (Vm::leave_attempt)
  // NIL, or a function that the caller must call first, with only the clusters OUTER active.
  Value predicate = nil();
  Value outer;
  Value rest;  // the remaining handlers of its cluster

 private:
  // The search stops after this many steps, since a program may assign a circular list.
  std::size_t left_ = 1'000'000;
};

}  // namespace winnow

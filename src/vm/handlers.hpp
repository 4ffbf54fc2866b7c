// Finds the next handler for a condition.
#pragma once

#include "heap/heap.hpp"

namespace winnow {

// *HANDLER-CLUSTERS*: a list of clusters, innermost first; a cluster is a list of (type .
// function), where TYPE is the name of a type of conditions or a predicate. While a handler runs,
// only the clusters outside its own are active.
class HandlerSearch {
 public:
  explicit HandlerSearch(Value clusters) : HandlerSearch(clusters, nil()) {}
  // Continues another search: in REST, the rest of a cluster; OUTER are the clusters around it.
  HandlerSearch(Value outer, Value rest) : outer(outer), rest(rest) {}

  // Finds the next handler whose type CONDITION has, or which has a predicate; false if none is
  // left.
  bool next(Heap& heap, Value condition);

  Value function = nil();   // or the number of an attempt
  Value predicate = nil();  // to be called first, while only the clusters OUTER are active; or NIL
  Value outer;
  Value rest;  // of the handler's own cluster

 private:
  // Programs may assign anything to the variable, even a circular list.
  std::size_t left_ = 1'000'000;
};

}  // namespace winnow

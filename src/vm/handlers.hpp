// Which handler is next for a condition.
#pragma once

#include "heap/heap.hpp"

namespace winnow {

// *HANDLER-CLUSTERS*: a list of clusters, innermost first; a cluster is a list of (type .
// function), where TYPE is the name of a type of conditions or a predicate. While a handler runs,
// only the clusters outside its own are active.
class HandlerSearch {
 public:
  explicit HandlerSearch(Value clusters) : HandlerSearch(clusters, nil()) {}
  // Goes on where another search stood: in the rest of a cluster, OUTER being those around it.
  HandlerSearch(Value outer, Value rest) : outer(outer), rest(rest) {}

  // Looks for the next handler whose type CONDITION has, or which has a predicate; false where
  // there is none left.
  bool next(Heap& heap, Value condition);

  Value function = nil();   // or the number of an attempt
  Value predicate = nil();  // to be asked first, where only the clusters OUTER are active; or NIL
  Value outer;
  Value rest;  // of the handler's own cluster

 private:
  // Programs may write anything into the variable, a circle too.
  std::size_t left_ = 1'000'000;
};

}  // namespace winnow

#include "play/search_tree.hpp"

#include <new>

#include "core/condition.hpp"

namespace winnow {

namespace {

template <search::Tree Game>
SearchResult search_any(Game& tree, Value root, const SearchRequest& request,
                        search::Listener<Value>* listener) {
  try {
    return search::search(tree, root, request, listener);
  } catch (const std::bad_alloc&) {
  }
  signal_error(tree.heap(), ConditionKind::storage_condition,
               "~A: the positions that this algorithm remembers are too many for the memory; "
               ":ALPHA-BETA remembers none",
               {operation_named(tree.heap(), "%minimax")});
}

}  // namespace

SearchResult search_tree(ListTree& tree, Value root, const SearchRequest& request,
                         search::Listener<Value>* listener) {
  return search_any(tree, root, request, listener);
}

SearchResult search_tree(FunctionTree& tree, Value root, const SearchRequest& request,
                         search::Listener<Value>* listener) {
  return search_any(tree, root, request, listener);
}

SearchResult search_tree(RulesTree& tree, Value root, const SearchRequest& request,
                         search::Listener<Value>* listener) {
  if (listener == nullptr && request.algorithm == search::Algorithm::AlphaBeta)
    return tree.alpha_beta(root, request);
  return search_any(tree, root, request, listener);
}

}  // namespace winnow

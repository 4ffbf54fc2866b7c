// The kinds of trees in Lisp, searched by any algorithm.
#pragma once

#include "play/function_tree.hpp"
#include "play/list_tree.hpp"
#include "play/rules_tree.hpp"
#include "search/algorithms.hpp"

namespace winnow {

using SearchRequest = search::Request<Value>;
using SearchResult = search::Result<Value>;

// LISTENER: told of all that happens, or null.
SearchResult search_tree(ListTree& tree, Value root, const SearchRequest& request,
                         search::Listener<Value>* listener = nullptr);
SearchResult search_tree(FunctionTree& tree, Value root, const SearchRequest& request,
                         search::Listener<Value>* listener = nullptr);
SearchResult search_tree(RulesTree& tree, Value root, const SearchRequest& request,
                         search::Listener<Value>* listener = nullptr);

}  // namespace winnow

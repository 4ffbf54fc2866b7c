// Searches of all kinds of Lisp trees by any algorithm.
#pragma once

#include "search/adapters/event_log.hpp"
#include "search/adapters/function_tree.hpp"
#include "search/adapters/list_tree.hpp"
#include "search/adapters/recording.hpp"
#include "search/adapters/rules_tree.hpp"
#include "search/algorithms.hpp"

namespace winnow {

using SearchRequest = search::Request<Value>;
using SearchResult = search::Result<Value>;

// LISTENER: receives the events, or is null.
SearchResult search_tree(ListTree& tree, Value root, const SearchRequest& request,
                         search::Listener<Value>* listener = nullptr);
SearchResult search_tree(FunctionTree& tree, Value root, const SearchRequest& request,
                         search::Listener<Value>* listener = nullptr);
SearchResult search_tree(RulesTree& tree, Value root, const SearchRequest& request,
                         search::Listener<Value>* listener = nullptr);

// The same, recorded in RECORDING, which was made for TREE.
SearchResult record_search(ListTree& tree, Value root, const SearchRequest& request,
                           Recording& recording);
SearchResult record_search(FunctionTree& tree, Value root, const SearchRequest& request,
                           Recording& recording);
SearchResult record_search(RulesTree& tree, Value root, const SearchRequest& request,
                           Recording& recording);

// The same with the events of each step, for a page.
SearchResult log_search(ListTree& tree, Value root, const SearchRequest& request, EventLog& log);
SearchResult log_search(FunctionTree& tree, Value root, const SearchRequest& request,
                        EventLog& log);
SearchResult log_search(RulesTree& tree, Value root, const SearchRequest& request, EventLog& log);

}  // namespace winnow

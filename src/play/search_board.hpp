// The two kinds of board searched by any algorithm. Each is instantiated in a file of its own.
#pragma once

#include "play/lisp_game.hpp"
#include "play/list_tree.hpp"
#include "search/algorithms.hpp"

namespace winnow {

using SearchRequest = search::Request<Value>;
using SearchResult = search::Result<Value>;

// LISTENER: told of all that happens, or null.
SearchResult search_board(ListTree& game, Value board, const SearchRequest& request,
                          search::Listener<Value>* listener = nullptr);
SearchResult search_board(LispGame& game, Value board, const SearchRequest& request,
                          search::Listener<Value>* listener = nullptr);

}  // namespace winnow

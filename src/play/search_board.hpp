// The kinds of board searched by any algorithm. Each is instantiated in a file of its own, as that
// takes long.
#pragma once

#include <new>

#include "play/lisp_game.hpp"
#include "play/list_tree.hpp"
#include "play/rules_game.hpp"
#include "search/algorithms.hpp"

namespace winnow {

using SearchRequest = search::Request<Value>;
using SearchResult = search::Result<Value>;

// LISTENER: told of all that happens, or null.
SearchResult search_board(ListTree& game, Value board, const SearchRequest& request,
                          search::Listener<Value>* listener = nullptr);
SearchResult search_board(LispGame& game, Value board, const SearchRequest& request,
                          search::Listener<Value>* listener = nullptr);
SearchResult search_board(RulesGame& game, Value board, const SearchRequest& request,
                          search::Listener<Value>* listener = nullptr);

// What each does.
template <class Game>
SearchResult search_any(Game& game, Value board, const SearchRequest& request,
                        search::Listener<Value>* listener) {
  try {
    if (listener) {
      search::Reporting<Value> reporting(*listener);
      return search::search(game, reporting, board, request);
    }
    search::Silent silent;
    return search::search(game, silent, board, request);
  } catch (const std::bad_alloc&) {
  }
  game.out_of_memory();
}

}  // namespace winnow

#include "play/search_board.hpp"

namespace winnow {

SearchResult search_board(LispGame& game, Value board, const SearchRequest& request, search::Listener<Value>* listener) {
  if (listener) {
    search::Reporting<Value> reporting(*listener);
    return search::search(game, reporting, board, request);
  }
  search::Silent silent;
  return search::search(game, silent, board, request);
}

}  // namespace winnow

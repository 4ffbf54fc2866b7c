#include "play/search_board.hpp"

namespace winnow {

SearchResult search_board(LispGame& game, Value board, const SearchRequest& request,
                          search::Listener<Value>* listener) {
  return search_any(game, board, request, listener);
}

}  // namespace winnow

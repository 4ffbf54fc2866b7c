#include "search/adapters/search_tree.hpp"

#include <new>

#include "heap/condition.hpp"

namespace winnow {

namespace {

// GAME for a search with a listener. A recording also receives the positions and moves.
template <search::Tree Game>
class HeardTree : public LispScores {
 public:
  using State = Value;

  HeardTree(Game& game, Recording* recording)
      : LispScores(game.heap()), game_(game), recording_(recording) {}

  auto children(Value node, const search::Ply* ply) {
    if (recording_) recording_->moves(ply, game_.moves_found(node));
    return game_.children(node, ply);
  }
  bool is_leaf(Value node, const search::Ply* ply) {
    if (recording_) recording_->at(node);
    return game_.is_leaf(node, ply);
  }
  Value value(Value node, const search::Ply* ply) { return game_.value(node, ply); }
  search::Side side_after(search::Side side, Value child) { return game_.side_after(side, child); }
  void keep(Value v) { game_.keep(v); }
  void poll() { game_.poll(); }
  Game& unheard() { return game_; }

 private:
  Game& game_;
  Recording* recording_;
};

template <search::Tree Game>
SearchResult search_any(Game& tree, Value root, const SearchRequest& request,
                        search::Listener<Value>* listener, Recording* recording = nullptr) {
  try {
    if (!listener) {
      search::Silent silent;
      return search::search_with(tree, silent, root, request);
    }
    HeardTree<Game> heard(tree, recording);
    return search::search_with(heard, *listener, root, request);
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

SearchResult record_search(ListTree& tree, Value root, const SearchRequest& request,
                           Recording& recording) {
  return search_any(tree, root, request, &recording, &recording);
}

SearchResult record_search(FunctionTree& tree, Value root, const SearchRequest& request,
                           Recording& recording) {
  return search_any(tree, root, request, &recording, &recording);
}

SearchResult record_search(RulesTree& tree, Value root, const SearchRequest& request,
                           Recording& recording) {
  return search_any(tree, root, request, &recording, &recording);
}

}  // namespace winnow

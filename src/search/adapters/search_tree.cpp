#include "search/adapters/search_tree.hpp"

#include <new>

#include "heap/condition.hpp"

namespace winnow {

namespace {

// GAME for a search with a listener. A recorder, a Recording or an EventLog, also receives the
// positions and moves.
template <search::Tree Game, class Recorder>
class HeardTree : public LispScores {
 public:
  using State = Value;

  HeardTree(Game& game, Recorder* recorder)
      : LispScores(game.heap()), game_(game), recorder_(recorder) {}

  auto children(Value node, const search::Ply* ply) {
    if (recorder_) recorder_->moves(ply, game_.moves_found(node));
    return game_.children(node, ply);
  }
  bool is_leaf(Value node, const search::Ply* ply) {
    if (recorder_) recorder_->at(node);
    return game_.is_leaf(node, ply);
  }
  Value value(Value node, const search::Ply* ply) { return game_.value(node, ply); }
  search::Side side_after(search::Side side, Value child) { return game_.side_after(side, child); }
  void keep(Value v) { game_.keep(v); }
  void poll() { game_.poll(); }
  Game& unheard() { return game_; }

 private:
  Game& game_;
  Recorder* recorder_;
};

template <search::Tree Game, class Recorder = Recording>
SearchResult search_any(Game& tree, Value root, const SearchRequest& request,
                        search::Listener<Value>* listener, Recorder* recorder = nullptr) {
  try {
    if (!listener) {
      search::Silent silent;
      return search::search_with(tree, silent, root, request);
    }
    HeardTree<Game, Recorder> heard(tree, recorder);
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
  if (listener == nullptr && request.algorithm == search::Algorithm::AlphaBeta && tree.is_uniform())
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

SearchResult log_search(ListTree& tree, Value root, const SearchRequest& request, EventLog& log) {
  return search_any(tree, root, request, &log, &log);
}

SearchResult log_search(FunctionTree& tree, Value root, const SearchRequest& request,
                        EventLog& log) {
  return search_any(tree, root, request, &log, &log);
}

SearchResult log_search(RulesTree& tree, Value root, const SearchRequest& request, EventLog& log) {
  return search_any(tree, root, request, &log, &log);
}

}  // namespace winnow

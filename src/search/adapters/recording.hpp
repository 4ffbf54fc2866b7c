// Recordings of searches of Lisp trees: search::Recording with the moves of each position, and its
// result as Lisp vectors, from which lib/search draws and explains.
#pragma once

#include <vector>

#include "heap/roots.hpp"
#include "search/adapters/tree_base.hpp"
#include "search/recording.hpp"

namespace winnow {

using RecordedNode = search::RecordedNode<Value>;
// The maximum number of positions in a recording, and the approximate size of each in bytes,
// including its Lisp vector.
constexpr std::size_t kRecordedNodes = 1'000'000;
constexpr std::size_t kRecordedNodeBytes = 600;
// The maximum number of nodes in a picture.
constexpr std::size_t kDrawnNodes = 100'000;

class Recording : public search::Recording<LispScores>, public RootSet {
 public:
  // For a search of TREE.
  Recording(TreeBase& tree, std::size_t most_nodes)
      : search::Recording<LispScores>(LispScores(tree.heap()), most_nodes),
        RootSet(tree.heap()),
        tree_(tree) {}

  // The search is at POSITION, which the following events concern.
  void at(Value position) { position_ = position; }
  // LIST has the moves at PLY.
  void moves(const search::Ply* ply, Value list);
  void leaf(const search::Ply* ply, Value value) override;
  // Ends the recording of a search with the principal variation LINE. Returns it as a vector, in
  // the format of lib/search/recorded.lisp. Moves are copied, so that the vector does not change
  // when the program changes its positions.
  Value finish(const std::vector<std::uint32_t>& line);

  void mark(Heap& heap) override;

 private:
  class Export;

  // In a list tree, pruned moves are (LEAVES . MOVE), where MOVE is NIL if it has more leaves than
  // are shown.
  Value moves_of(const RecordedNode& node) const {
    return node.note > 0 ? moves_[node.note - 1] : nil();
  }
  Value snapshot(Value v);
  Value snapshot_of_moves(const RecordedNode& node);
  Value pruned_branch(Value branch, const RecordedNode& node);
  // All nodes, parents before their children.
  std::vector<RecordedNode*> nodes_in_order();

  TreeBase& tree_;
  Value position_ = nil();
  std::vector<Value> moves_;
  Value kept_ = kAbsent;  // after the search: a vector of all that the collector must see
};

}  // namespace winnow

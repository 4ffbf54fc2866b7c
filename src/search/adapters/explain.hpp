// Recordings of Lisp searches, and their explanations: sentences and pictures.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "heap/roots.hpp"
#include "search/adapters/picture.hpp"
#include "search/adapters/tree_base.hpp"
#include "search/recording.hpp"

namespace winnow {

using RecordedNode = search::RecordedNode<Value>;
// Most positions in a recording, and the approximate size of each in bytes.
constexpr std::size_t kRecordedNodes = 1'000'000;
constexpr std::size_t kRecordedNodeBytes = 400;
// Most nodes in a picture.
constexpr std::size_t kDrawnNodes = 100'000;
// Most steps on a page.
constexpr std::size_t kRecordedEvents = 20'000;
// Leaves of pruned branches are counted up to this number: a branch may be circular.
constexpr std::uint64_t kCountedLeaves = 1'000'000;
// A pruned branch with more leaves is shown as their number.
constexpr std::uint64_t kShownLeaves = 12;
// "5 leaves"; at the limit of counting "1000000 leaves or more".
std::string leaves_text(std::uint64_t leaves);
using Show = std::function<std::string(Value)>;  // prints a score, a move or a position

// A recording of a search in Lisp that outlives it: the moves of its positions are kept as they
// were.
class Recording : public search::Recording<LispScores>, public RootSet {
 public:
  // For a search of TREE.
  Recording(TreeBase& tree, std::size_t most_nodes, std::size_t most_events)
      : search::Recording<LispScores>(LispScores(tree.heap()), most_nodes, most_events),
        RootSet(tree.heap()),
        is_list(tree.is_list()),
        names_moves(tree.names_moves()),
        tree_(&tree) {}

  const bool is_list;      // see TreeBase
  const bool names_moves;  // see TreeBase

  // The search is at POSITION; the events that follow are of it.
  void at(Value position) { position_ = position; }
  // LIST has the moves at PLY.
  void moves(const search::Ply* ply, Value list);
  void leaf(const search::Ply* ply, Value value) override;
  // The search is done, and LINE its best line. The tree may change from now on, or die.
  void finish(const std::vector<std::uint32_t>& line);

  // After finish(): the moves of NODE. In a list tree, pruned moves are (LEAVES . MOVE), where MOVE
  // is NIL if it has more leaves than are shown.
  Value moves_of(const RecordedNode& node) const {
    return node.note > 0 ? moves_[node.note - 1] : nil();
  }
  const std::vector<std::uint32_t>& line() const { return line_; }

  void mark(Heap& heap) override;

 private:
  Value snapshot(Value v);
  Value snapshot_of_moves(const RecordedNode& node);
  Value branch_left_out(Value branch, const RecordedNode& node);

  TreeBase* tree_;  // null afterwards
  Value position_ = nil();
  std::vector<Value> moves_;
  std::vector<std::uint32_t> line_;
  Value kept_ = kAbsent;  // afterwards: a vector of all that the collector must see
};

// Explains a finished recording, which must outlive it.
class Explainer {
 public:
  Explainer(const Recording& recording, Show show);

  // A line for each cutoff that pruned something for good: where, why, and how much.
  std::vector<std::string> cuts() const;
  // In a sentence, what became of the position that PATH, moves from 1, leads to.
  std::string position(const std::vector<std::uint32_t>& path) const;
  // The events in sentences, for a page.
  std::vector<draw::Step> steps() const;
  // The search as a picture, down to PLIES; what lies deeper is counted.
  draw::Picture picture(std::size_t plies) const;

 private:
  using Question = search::Question<Value>;
  using Owner = search::Owner<Value>;
  using Cut = search::Cut<Value>;

  template <class Visitor>
  void walk(Visitor& visitor) const;

  std::string show(Value score_or_move) const;
  std::string window(const Question& q) const;
  std::string bounds(const Cut& cut) const;
  std::string reason(const Cut& cut, search::Side side) const;
  std::vector<std::string> short_reason(const Cut& cut, search::Side side) const;
  std::string worth(Value value, search::Bound bound) const;
  std::string why_a_bound(const RecordedNode& n) const;
  std::string purpose(const RecordedNode& n, const Question& q) const;
  std::string whose(const Owner& owner) const;
  std::string left_out(const RecordedNode& n) const;
  bool left_something(const RecordedNode& n) const;
  draw::Step step(const search::Event<Value>& event, std::uint32_t pass) const;
  bool is_same(Value a, Value b) const { return !scores_.less(a, b) && !scores_.less(b, a); }

  const Recording& recording_;
  LispScores scores_;
  std::uint32_t deepest_;  // deeper nodes are not drawn
  Show show_;

  class Painter;
};

}  // namespace winnow

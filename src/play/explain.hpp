// What a recorded search did, in words and as a picture.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/roots.hpp"
#include "draw/tree.hpp"
#include "play/tree_base.hpp"
#include "search/recording.hpp"

namespace winnow {

using RecordedNode = search::RecordedNode<Value>;
// So many positions are recorded at most; each takes some 200 bytes.
constexpr std::size_t kRecordedNodes = 1'000'000;
// Larger pictures nobody looks at.
constexpr std::size_t kDrawnNodes = 100'000;
// More steps than this nobody follows on a page.
constexpr std::size_t kRecordedEvents = 20'000;
// Leaves of what a search left out are counted as far as this: there may be a circle.
constexpr std::uint64_t kCountedLeaves = 1'000'000;
// "5 leaves"; of so many "or more".
std::string leaves_text(std::uint64_t leaves);
using Show = std::function<std::string(Value)>;  // prints a score, a move or a position

// A recording whose scores the collector sees: a game in Lisp may make new ones.
class Recording : public search::Recording<LispScores>, RootSet {
 public:
  Recording(Heap& heap, std::size_t most_nodes, std::size_t most_events)
      : search::Recording<LispScores>(LispScores(heap), most_nodes, most_events), RootSet(heap) {}
  void mark(Heap& heap) override {
    each_score([&](const Value& score) { heap.mark_range(&score, 1); });
  }
};

// Tells of RECORDING, a search of TREE from ROOT. (All must live as long, the collector seeing
// ROOT.)
class Explainer {
 public:
  Explainer(const Recording& recording, Value root, TreeBase& tree, Show show);

  // Each cut behind which something was never looked at, in a line: where, why, and how much.
  std::vector<std::string> cuts() const;
  // In a sentence, what became of the position that PATH, moves from 1, leads to.
  std::string position(const std::vector<std::uint32_t>& path) const;
  // What happened, step by step, for a page.
  std::vector<draw::Step> steps() const;
  // The search as a picture, down to PLIES; what lies deeper is counted. LINE: the moves of the
  // principal variation.
  draw::Picture picture(const std::vector<std::uint32_t>& line, std::size_t plies) const;

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
  std::string left_out(const RecordedNode& n, Value moves) const;
  bool left_something(const RecordedNode& n) const;
  draw::Step step(const search::Event<Value>& event, std::uint32_t pass) const;
  bool is_same(Value a, Value b) const { return !tree_.less(a, b) && !tree_.less(b, a); }

  const Recording& recording_;
  Value root_;
  TreeBase& tree_;
  Show show_;

  class Painter;
};

}  // namespace winnow

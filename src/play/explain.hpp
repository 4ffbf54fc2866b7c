// What a recorded search did, in words and as a picture.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/roots.hpp"
#include "draw/tree.hpp"
#include "play/board.hpp"
#include "search/recording.hpp"

namespace winnow {

using RecordedNode = search::RecordedNode<Value>;
// So many positions are recorded at most; each takes some 150 bytes.
constexpr std::size_t kRecordedNodes = 1'000'000;
// More steps than this nobody follows on a page.
constexpr std::size_t kRecordedEvents = 20'000;
using Show = std::function<std::string(Value)>;  // prints a score, a move or a position

// A recording whose scores the collector sees: a game in Lisp may make new ones.
class Recording : public search::Recording<Value>, RootSet {
 public:
  Recording(Heap& heap, std::size_t most_events)
      : search::Recording<Value>(kRecordedNodes, most_events), RootSet(heap) {}
  void mark(Heap& heap) override {
    each_score([&](const Value& score) { heap.mark_range(&score, 1); });
  }
};

// Tells of RECORDING, a search from ROOT. (Both must live as long, the collector seeing ROOT.)
class Explainer {
 public:
  Explainer(const Recording& recording, Value root, Board& board, Show show);

  // Each cut in a line: where, why, and what was left out.
  std::vector<std::string> cuts() const;
  // In a sentence, what became of the position that PATH, moves from 1, leads to.
  std::string position(const std::vector<std::uint32_t>& path) const;
  // What happened, step by step, for a page.
  std::vector<draw::Step> steps() const;
  // The search as a picture, down to PLIES; what lies deeper is counted. LINE: the moves of the
  // principal variation.
  draw::Node picture(const std::vector<std::uint32_t>& line, std::size_t plies) const;

 private:
  void add_cuts(const RecordedNode& n, Value at, std::vector<std::string>& lines) const;
  draw::Node paint(const RecordedNode& n, Value at, const std::vector<std::uint32_t>* line,
                   std::size_t plies) const;
  draw::Node left_out(const RecordedNode& parent, Value move, std::uint32_t number) const;
  std::string left_out_text(Value moves, std::uint32_t number) const;
  const char* kind_of(const RecordedNode& n) const;
  bool is_test(const RecordedNode& n) const;
  std::string reason(const RecordedNode& n) const;
  std::string window(const RecordedNode& n) const;

  const Recording& recording_;
  Value root_;
  Board& board_;
  Show show_;
};

}  // namespace winnow

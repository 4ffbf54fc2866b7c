// An observer that keeps what a search of a list tree did, for pictures and explanations.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <vector>

#include "draw/tree.hpp"
#include "play/list_tree.hpp"

namespace winnow {

// One position that was visited. The Values are parts of the tree searched, which its owner keeps alive.
struct RecordedNode {
  search::Side side;
  Value alpha;  // the window on entry
  Value beta;
  Value value = nil();
  bool is_leaf = false;
  std::uint32_t cut_after = 0;  // the move after which the rest was cut, or 0
  Value cut_alpha = nil();      // the window that was empty then
  Value cut_beta = nil();
  std::uint64_t order = 0;      // of evaluation, for leaves, from 1
  std::vector<RecordedNode*> children;
};

class Recorder {
 public:
  void enter(const ListTree&, Value node, const search::Ply* ply, search::Side side, Value alpha, Value beta);
  void leaf(const search::Ply*, Value value);
  void leave(const search::Ply*, Value value);
  void cutoff(const search::Ply*, std::uint32_t move, Value alpha, Value beta);

  const RecordedNode* root() const { return nodes_.empty() ? nullptr : &nodes_.front(); }

 private:
  std::deque<RecordedNode> nodes_;
  std::vector<RecordedNode*> path_;  // from the root to the position being searched
  std::uint64_t leaves_ = 0;
};

// Each cut in a line: where, why, and what was left out. SHOW prints a value.
std::vector<std::string> explain_cuts(const RecordedNode& root, Value tree,
                                      const std::function<std::string(Value)>& show);

// The recorded search as a picture. LINE: the moves of the principal variation.
draw::Node picture(const RecordedNode& root, Value tree, const std::vector<std::uint32_t>& line,
                   const std::function<std::string(Value)>& show);

}  // namespace winnow

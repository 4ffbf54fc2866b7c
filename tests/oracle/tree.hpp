// A game tree for the oracles, with the value of each position by plain minimax.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "oracle/number.hpp"

namespace oracle {

enum class Player { Max, Min };
constexpr Player other(Player p) { return p == Player::Max ? Player::Min : Player::Max; }

using Path = std::vector<std::uint32_t>;  // moves from 1

struct Position {
  Player player = Player::Max;
  std::string text;             // of a leaf; in games, the name of the move that leads here
  Number value;                 // of a leaf; else by minimax
  std::vector<Position> moves;  // none: a leaf
  bool is_cut_off = false;      // a leaf only because of the depth limit
  std::uint64_t leaves = 1;     // below it
  std::size_t number = 0;       // for use by the creator of the tree
  Path path;

  bool is_leaf() const { return moves.empty(); }
};

// Sets the path, the number of leaves and the minimax value of each position.
inline void complete(Position& p, const Path& path = {}) {
  p.path = path;
  if (p.is_leaf()) {
    p.leaves = 1;
    return;
  }
  p.leaves = 0;
  for (std::size_t i = 0; i < p.moves.size(); ++i) {
    Path below = path;
    below.push_back(static_cast<std::uint32_t>(i + 1));
    complete(p.moves[i], below);
    p.leaves += p.moves[i].leaves;
    if (i == 0 ||
        (p.player == Player::Max ? p.moves[i].value > p.value : p.moves[i].value < p.value))
      p.value = p.moves[i].value;
  }
}

// P as a nested list.
inline std::string lisp_text(const Position& p) {
  if (p.is_leaf()) return p.text;
  std::string text = "(";
  for (const Position& m : p.moves) text += (text.size() > 1 ? " " : "") + lisp_text(m);
  return text + ")";
}

inline const Position* at(const Position& root, const Path& path) {
  const Position* p = &root;
  for (std::uint32_t move : path) {
    if (move < 1 || move > p->moves.size()) return nullptr;
    p = &p->moves[move - 1];
  }
  return p;
}

}  // namespace oracle

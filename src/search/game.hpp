// What a game must tell the algorithms.
#pragma once

#include <concepts>
#include <cstdint>

namespace winnow::search {

enum class Side : std::uint8_t { Max, Min };

constexpr Side other(Side side) { return side == Side::Max ? Side::Min : Side::Max; }

// The way from the root to a position: the last move and, through `parent`, those before it.
struct Ply {
  const Ply* parent;   // null at the root
  std::uint32_t move;  // 1-based; 0 at the root
  std::uint32_t depth;
};

// A game G has
//   State, Score   positions; their values, seen by the maximizer, in any order that less() gives
//   children(s, p) a cursor: next(child) stores the successors one by one, in the game's order; more() tells
//                  whether another would come
//   is_leaf(s, p)  evaluate here? (a quiet position, or no plies left)
//   value(s, p)    the static value; may signal, naming the way to the position
//   side_after(side, child)   who moves next; usually the other side
//   less(a, b)     order of scores, among them lowest() and highest(), which no position has
//   poll()         called every so often; may leave by an exception
// Copies of a State are cheap, or the cursor makes them.
template <class G>
concept GameRules = requires(G g, typename G::State s, typename G::Score v, const Ply* p) {
  { g.children(s, p).next(s) } -> std::same_as<bool>;
  { g.children(s, p).more() } -> std::same_as<bool>;
  { g.is_leaf(s, p) } -> std::same_as<bool>;
  { g.value(s, p) } -> std::same_as<typename G::Score>;
  { g.side_after(Side::Max, s) } -> std::same_as<Side>;
  { g.less(v, v) } -> std::same_as<bool>;
  { G::lowest() } -> std::same_as<typename G::Score>;
  { G::highest() } -> std::same_as<typename G::Score>;
  g.poll();
};

}  // namespace winnow::search

// What a game must tell the algorithms.
#pragma once

#include <concepts>
#include <cstdint>

namespace winnow::search {

enum class Side : std::uint8_t { Max, Min };

constexpr Side other(Side side) { return side == Side::Max ? Side::Min : Side::Max; }

// No game of functions takes more plies: rather it never ends.
inline constexpr unsigned kDeepestGame = 10'000;

// The way from the root to a position: the last move and, through `parent`, those before it.
struct Ply {
  const Ply* parent;   // null at the root
  std::uint32_t move;  // 1-based; 0 at the root
  std::uint32_t depth;
};

// A game G has
//   State, Score   positions; their values, seen by the maximizer, in any order that less() gives
//   is_leaf(s, p)  evaluate here? (a quiet position, or no plies left)
//   children(s, p) for what is no leaf, right after is_leaf(): a cursor; next(child) stores the
//   successors one by
//                  one, in the game's order; more() tells whether another would come
//   value(s, p)    the static value; may signal, naming the way to the position
//   side_after(side, child)   who moves next; usually the other side
//   less(a, b)     order of scores, among them lowest() and highest(), which no position has
//   max(a, b), min(a, b)      the better of two for each side, A if they are equal
//   above(a), below(a)        a score beyond A; the next one where scores are integers
//   keep(s)        S is stored where the game may not see it (algorithms that remember positions
//   say so) poll()         called every so often; may leave by an exception
// Copies of a State are cheap, or the cursor makes them.
template <class G>
concept GameRules = requires(G g, typename G::State s, typename G::Score v, const Ply* p) {
  { g.children(s, p).next(s) } -> std::same_as<bool>;
  { g.children(s, p).more() } -> std::same_as<bool>;
  { g.is_leaf(s, p) } -> std::same_as<bool>;
  { g.value(s, p) } -> std::same_as<typename G::Score>;
  { g.side_after(Side::Max, s) } -> std::same_as<Side>;
  { g.less(v, v) } -> std::same_as<bool>;
  { g.max(v, v) } -> std::same_as<typename G::Score>;
  { g.min(v, v) } -> std::same_as<typename G::Score>;
  { g.above(v) } -> std::same_as<typename G::Score>;
  { g.below(v) } -> std::same_as<typename G::Score>;
  { G::lowest() } -> std::same_as<typename G::Score>;
  { G::highest() } -> std::same_as<typename G::Score>;
  g.keep(s);
  g.poll();
};

// For side S: is A better than B?
template <Side S, GameRules G>
bool better(const G& game, typename G::Score a, typename G::Score b) {
  return S == Side::Max ? game.less(b, a) : game.less(a, b);
}

// What any value is better than, for side S.
template <Side S, GameRules G>
typename G::Score worst() {
  return S == Side::Max ? G::lowest() : G::highest();
}

}  // namespace winnow::search

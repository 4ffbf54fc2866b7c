// Interfaces between games and searches. A game is either a Tree (positions and their successors),
// which the textbook algorithms search, or Rules (positions and moves), which the engine searches
// (engine.hpp). DepthLimited turns Rules into a Tree.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>

namespace winnow::search {

enum class Side : std::uint8_t { Max, Min };

constexpr Side other(Side side) { return side == Side::Max ? Side::Min : Side::Max; }

// How a number relates to a minimax value: it says nothing, is a lower bound, is an
// upper bound, is equal.
enum class Bound : std::uint8_t { None, Lower, Upper, Exact };

// Depth limit of games given by functions; a deeper game is assumed to be infinite.
inline constexpr unsigned kDeepestGame = 10'000;

// The path from the root to a position, as a linked list: the last move, and the moves
// before it through `parent`.
struct Ply {
  const Ply* parent;   // null at the root
  std::uint32_t move;  // 1-based; 0 at the root
  std::uint32_t depth;
};

// The values of positions for the maximizer, and their order. lowest() and highest() are not values
// of positions.
//   less(a, b)            is A less than B?
//   max(a, b), min(a, b)  the better one for each side; A if they are equal
//   above(a), below(a)    a score greater or less than A; the nearest one if scores are integers
template <class S>
concept Scores = requires(const S s, typename S::Score v) {
  { s.less(v, v) } -> std::same_as<bool>;
  { s.max(v, v) } -> std::same_as<typename S::Score>;
  { s.min(v, v) } -> std::same_as<typename S::Score>;
  { s.above(v) } -> std::same_as<typename S::Score>;
  { s.below(v) } -> std::same_as<typename S::Score>;
  { S::lowest() } -> std::same_as<typename S::Score>;
  { S::highest() } -> std::same_as<typename S::Score>;
};

// A game as a tree. A State is a position, P the path to it.
//   is_leaf(s, p)           is S a leaf: a quiet position, or at the depth limit?
//   children(s, p)          a cursor over the successors of S, called directly after is_leaf().
//                           next(child, move) stores the next successor, in the game's order, and
//                           increments MOVE; more() returns whether there is another one
//   value(s, p)             the static value of the leaf S, called directly after is_leaf(); may
//                           signal an error that shows P
//   side_after(side, child) the side that moves at CHILD, after a move of SIDE; usually the other
//   keep(s)                 called when an algorithm stores S where the game may not see it
//   poll()                  called regularly; may exit by an exception
template <class G>
concept Tree = Scores<G> && requires(G g, typename G::State s, const Ply* p, std::uint32_t move) {
  { g.is_leaf(s, p) } -> std::same_as<bool>;
  { g.children(s, p).next(s, move) } -> std::same_as<bool>;
  { g.children(s, p).more() } -> std::same_as<bool>;
  { g.value(s, p) } -> std::same_as<typename G::Score>;
  { g.side_after(Side::Max, s) } -> std::same_as<Side>;
  g.keep(s);
  g.poll();
};

// The least and the greatest value that a position can lead to.
struct Range {
  int least;
  int greatest;
};

// A game by its rules. Positions and Moves are small values, or handles.
//   side(p)      the side that moves at P; a side may move twice in succession
//   over(p)      has the game ended?
//   value(p)     the value for the maximizer: the result of a finished game, else an estimate
//   quiet(p)     is an estimate reliable at P?
//   moves(p)     all legal moves, in the game's own order; at least one unless the game is over
//   play(p, m)   changes P to the position after M
//   has_keys()   does the game have key()?
//   key(p)       64 bits, different for positions that differ in the value still to come
//   repetition() (optional) the value of a position that the current path has met before, if any; then
//                has_keys() is true
//   offset(p)    the part of the value that is final and not in the key (stones in stores)
//   bounds(p)    the values that P can lead to; estimates are clamped to them
//   has_order()  does the game have order()?
//   order(p, m)  a number that is greater for moves to be tried earlier
//   slot(m)      a number below kSlots that identifies the move in any position; kSlots 0: not used
//   poll()       called regularly; may exit by an exception
//   endless(p)   called at a position after kDeepestGame moves; may exit by an exception
//   kIsNative    do all positions take about the same short time?
template <class R>
concept Rules = requires(R rules, typename R::Position p, typename R::Move m) {
  { rules.side(p) } -> std::same_as<Side>;
  { rules.over(p) } -> std::same_as<bool>;
  { rules.value(p) } -> std::same_as<int>;
  { rules.quiet(p) } -> std::same_as<bool>;
  { rules.moves(p).size() } -> std::convertible_to<std::size_t>;
  { rules.moves(p)[0] } -> std::convertible_to<typename R::Move>;
  rules.play(p, m);
  { rules.has_keys() } -> std::same_as<bool>;
  { rules.key(p) } -> std::same_as<std::uint64_t>;
  { rules.offset(p) } -> std::same_as<int>;
  { rules.bounds(p) } -> std::same_as<Range>;
  { rules.has_order() } -> std::same_as<bool>;
  { rules.order(p, m) } -> std::same_as<int>;
  { rules.slot(m) } -> std::same_as<unsigned>;
  { R::kSlots } -> std::convertible_to<unsigned>;
  { R::kIsNative } -> std::convertible_to<bool>;
  rules.poll();
  rules.endless(p);
};

// For side S: is A better than B?
template <Side S, Scores G>
bool better(const G& game, typename G::Score a, typename G::Score b) {
  return S == Side::Max ? game.less(b, a) : game.less(a, b);
}

// The worst score for side S: every value is better.
template <Side S, Scores G>
typename G::Score worst() {
  return S == Side::Max ? G::lowest() : G::highest();
}

// Is V, a score, lowest() or highest()?
template <Scores G>
bool is_infinite(const G& game, typename G::Score v) {
  return !game.less(G::lowest(), v) || !game.less(v, G::highest());
}

}  // namespace winnow::search

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

// How a number relates to a minimax value: unrelated, lower bound, upper bound, equal.
enum class Bound : std::uint8_t { None, Lower, Upper, Exact };

// Depth limit of games given by functions; a deeper game is assumed to be infinite.
inline constexpr unsigned kDeepestGame = 10'000;

// The way from the root to a position: the last move and, through `parent`, those before it.
struct Ply {
  const Ply* parent;   // null at the root
  std::uint32_t move;  // 1-based; 0 at the root
  std::uint32_t depth;
};

// The values of positions, seen by the maximizer, and their order:
//   less(a, b)            among them are lowest() and highest(), which no position has
//   max(a, b), min(a, b)  the better of two for each side, A if they are equal
//   above(a), below(a)    a score beyond A; the next one where scores are integers
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

// A game as a tree. A State is a position; copies of it are cheap, or the cursor makes them.
//   is_leaf(s, p)           evaluate here? (a quiet position, or no plies left)
//   children(s, p)          of an interior node, right after is_leaf(): a cursor; next(child, move)
//                           stores the successors one by one, in the game's order, and counts them
//                           in MOVE; more() tells whether another would come
//   value(s, p)             of a leaf, right after is_leaf(): the static value; may signal,
//                           naming the way to the position
//   side_after(side, child) who moves next; usually the other side
//   keep(s)                 S is stored where the game may not see it (algorithms that remember
//                           positions say so)
//   poll()                  called every so often; may leave by an exception
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

// The least and the greatest value that can still come of a position.
struct Range {
  int least;
  int greatest;
};

// A game by its rules. Positions and Moves are small values, or handles.
//   side(p)      who moves at P; a side may move twice in a row
//   over(p)      has the game ended?
//   value(p)     for the maximizer: the result if it is over, else an estimate
//   quiet(p)     may an estimate be trusted here?
//   moves(p)     all legal moves, in the game's own order; some, unless it is over
//   play(p, m)   makes P the position after M
//   has_keys()   is there a key()?
//   key(p)       64 bits that tell positions apart that are worth different things from here on
//   offset(p)    the part of the value that is settled, and not in the key (stones in store)
//   bounds(p)    what can still come of P; an estimate beyond counts as the bound
//   order(p, m)  what should be tried first is greater
//   slot(m)      a small number that says which move this is in any position; kSlots of them, or 0
//   poll()       called every so often; may leave by an exception
//   endless(p)   called at a position after kDeepestGame moves; may leave by an exception
//   kIsNative    do all positions cost about the same, and little?
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

}  // namespace winnow::search

// All algorithms by name.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "search/alphabeta.hpp"
#include "search/best_first.hpp"
#include "search/memory_test.hpp"
#include "search/minimax.hpp"
#include "search/negascout.hpp"
#include "search/scout.hpp"

namespace winnow::search {

enum class Algorithm : std::uint8_t {
  Minimax,
  F1,
  AlphaBeta,
  FailHard,
  Winston,
  Bratko,
  Scout,
  NegaScout,
  Mtdf,
  Sss,
  Dual,
  MtSss,
  MtDual
};

struct AlgorithmName {
  Algorithm algorithm;
  std::string_view name;  // as a user writes it
  std::string_view what;
};

inline constexpr std::array kAlgorithmNames = {
    AlgorithmName{Algorithm::AlphaBeta, "alpha-beta", "alpha-beta, fail-soft (Fishburn 1983)"},
    AlgorithmName{Algorithm::AlphaBeta, "f2", "the same: Knuth and Moore's F2 (1975)"},
    AlgorithmName{Algorithm::Minimax, "minimax", "all leaves"},
    AlgorithmName{Algorithm::Minimax, "f", "the same: Knuth and Moore's F"},
    AlgorithmName{Algorithm::F1, "f1",
                  "branch and bound, without deep cutoffs: Knuth and Moore's F1"},
    AlgorithmName{Algorithm::FailHard, "fail-hard",
                  "alpha-beta that returns bounds, as encyclopedias print it"},
    AlgorithmName{Algorithm::Winston, "winston", "Winston's: strict cutoffs, fail-hard (1977)"},
    AlgorithmName{Algorithm::Bratko, "bratko",
                  "Bratko's: strict cutoffs, the last of equal moves (figure 15.5)"},
    AlgorithmName{Algorithm::Scout, "scout", "Pearl's EVAL and TEST (1980)"},
    AlgorithmName{Algorithm::NegaScout, "negascout",
                  "Reinefeld's, or principal variation search (1983)"},
    AlgorithmName{Algorithm::Mtdf, "mtdf", "MTD(f) with memory (Plaat and others 1996)"},
    AlgorithmName{Algorithm::Sss, "sss", "SSS*, best-first, with a list (Stockman 1979)"},
    AlgorithmName{Algorithm::Dual, "dual", "DUAL*, SSS* for the other side"},
    AlgorithmName{Algorithm::MtSss, "mt-sss", "SSS* as tests with memory"},
    AlgorithmName{Algorithm::MtDual, "mt-dual", "DUAL* as tests with memory"},
};

inline std::optional<Algorithm> algorithm_named(std::string_view name) {
  for (const AlgorithmName& n : kAlgorithmNames)
    if (n.name == name) return n.algorithm;
  return std::nullopt;
}

// Can the algorithm evaluate a leaf more than once? (Algorithms with memory do not.)
inline bool evaluates_again(Algorithm a) {
  return a == Algorithm::Scout || a == Algorithm::NegaScout;
}

template <class Score>
struct Request {
  Algorithm algorithm = Algorithm::AlphaBeta;
  Side side = Side::Max;
  Score alpha;  // the window, which algorithms without one ignore
  Score beta;
  Score first_guess;  // of MTD(f)
};

// GAME without its hooks for recording, if it has any.
template <class G>
auto& unheard(G& game) {
  if constexpr (requires { game.unheard(); })
    return game.unheard();
  else
    return game;
}

// The body of search(), which reports to OBSERVER.
template <Tree G, class Observer>
Result<typename G::Score> search_with(G& game, Observer& observer, typename G::State root,
                                      const Request<typename G::Score>& request) {
  Side side = request.side;
  auto alpha_beta = [&]<Variant V>() {
    return AlphaBeta<G, Observer, V>(game, observer).run(root, side, request.alpha, request.beta);
  };
  auto with_line = [&](auto result) {
    if (result.bound == Bound::Exact) find_line(unheard(game), root, side, result);
    return result;
  };
  using Tests = MemoryTest<G, Observer>;
  switch (request.algorithm) {
    case Algorithm::Minimax: return Minimax<G, Observer>(game, observer).run(root, side);
    case Algorithm::F1: return alpha_beta.template operator()<kShallow>();
    case Algorithm::AlphaBeta: return alpha_beta.template operator()<kFailSoft>();
    case Algorithm::FailHard: return alpha_beta.template operator()<kFailHard>();
    case Algorithm::Winston: return alpha_beta.template operator()<kWinston>();
    case Algorithm::Bratko: return alpha_beta.template operator()<kBratko>();
    case Algorithm::Scout: return Scout<G, Observer>(game, observer).run(root, side);
    case Algorithm::NegaScout:
      return with_line(
          NegaScout<G, Observer>(game, observer).run(root, side, request.alpha, request.beta));
    case Algorithm::Mtdf:
      return with_line(Tests(game, observer).run(root, side, request.first_guess));
    case Algorithm::Sss:
      return with_line(BestFirst<G, Observer>(game, observer, side).run(root, side));
    case Algorithm::Dual:
      return with_line(BestFirst<G, Observer>(game, observer, other(side)).run(root, side));
    case Algorithm::MtSss:
    case Algorithm::MtDual: {
      bool from_above = (request.algorithm == Algorithm::MtSss) == (side == Side::Max);
      return with_line(
          Tests(game, observer).run(root, side, from_above ? G::highest() : G::lowest()));
    }
  }
  __builtin_unreachable();
}

// Searches ROOT as REQUEST specifies. LISTENER receives the events; it may be null. The line of an
// exact value consists of the first best moves, or of the last ones for Bratko's variant.
template <Tree G>
Result<typename G::Score> search(G& game, typename G::State root,
                                 const Request<typename G::Score>& request,
                                 Listener<typename G::Score>* listener = nullptr) {
  if (listener) return search_with(game, *listener, root, request);
  Silent silent;
  return search_with(game, silent, root, request);
}

}  // namespace winnow::search

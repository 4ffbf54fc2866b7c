// The searches of the literature, implemented plainly and independently, with a record of all
// events: the oracle for the reports of Winnow's searches. Sources: D. E. Knuth and R. W. Moore
// 1975 (F, F1, F2), J. P. Fishburn 1983 (fail-soft), P. H. Winston 1977, I. Bratko (figure 15.5),
// J. Pearl 1980 (Scout), A. Reinefeld 1983 (NegaScout), G. C. Stockman 1979 (SSS*), A. Plaat and
// others 1996 (MTD(f) and related algorithms).
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "oracle/tree.hpp"

namespace oracle {

// The question with which a position is entered.
struct Question {
  enum Form { Window, Better, Again, More, Less, AtLeast, Merit } form = Window;
  Number a;  // alpha of windows; the bound of tests; the merit
  Number b;  // beta of windows
};

// The result of a search for the value of a position: a bound or the value itself.
struct Claim {
  enum What { Nothing, AtLeast, AtMost, Exactly } what = Nothing;
  Number value;
};

// Why moves were pruned.
struct Cut {
  std::uint32_t move = 0;  // the last visited one
  Number alpha, beta;
  enum Why {
    Bound,    // OWNER has the opposite bound by an earlier move
    Caller,   // the window given by the caller
    Asked,    // the question of OWNER (null: of the search), QUESTION, is answered
    Before,   // OWNER was found earlier to have at least this value
    Dropped,  // OWNER was solved, and no better value is possible here
    Capped,   // OWNER was solved up to its cap, which CAPPER provides
  } why = Bound;
  const Position* owner = nullptr;
  const Position* capper = nullptr;
  Question question;
};

// A visited position, after the search.
struct Seen {
  std::uint64_t number = 0;  // of the first visit, from 1
  Question question;         // of the last visit
  unsigned pass = 0;
  std::vector<std::pair<Question, unsigned>> earlier;  // the same of the visits before
  unsigned entries = 0;
  Claim claim;              // the last; once it is exact, it stays so
  std::uint64_t order = 0;  // of evaluation
  std::uint64_t evaluations = 0;
  std::uint32_t visited_moves = 0;
  Cut cut;  // the one after the most moves
};

struct Run {
  Claim result;
  std::map<const Position*, Seen> seen;
  std::uint64_t interior = 0;  // expansions
  std::uint64_t evaluations = 0;
  std::uint64_t distinct = 0;
  std::uint64_t cutoffs = 0;
  unsigned passes = 0;
};

struct Request {
  std::string algorithm;  // the name that MINIMAX accepts
  Number alpha = Number::infinity(-1);
  Number beta = Number::infinity(1);
  Number guess;
};

// The names of the thirteen algorithms.
const std::vector<std::string>& algorithms();
// Whether it searches with a window.
bool takes_window(const std::string& algorithm);

Run search(const Position& root, const Request& request);

// The moves that lead to the value, the first best at each position (for Bratko the last).
Path best_line(const Position& root, bool last);

}  // namespace oracle

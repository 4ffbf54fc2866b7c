// The searches of the literature once more, plainly and on their own, with everything that they do
// written down: the oracle for what Winnow's searches report. Sources: D. E. Knuth and R. W. Moore
// 1975 (F, F1, F2), J. P. Fishburn 1983 (fail-soft), P. H. Winston 1977, I. Bratko (figure 15.5),
// J. Pearl 1980 (Scout), A. Reinefeld 1983 (NegaScout), G. C. Stockman 1979 (SSS*), A. Plaat and
// others 1996 (MTD(f) and its relatives).
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "oracle/tree.hpp"

namespace oracle {

// What a position is entered for.
struct Question {
  enum Form { Window, Better, Again, More, Less, AtLeast, Merit } form = Window;
  Number a;  // alpha of windows; what tests ask about; the merit
  Number b;  // beta of windows
};

// What an answer says of a position's worth.
struct Claim {
  enum What { Nothing, AtLeast, AtMost, Exactly } what = Nothing;
  Number value;
};

// Why moves were pruned.
struct Cut {
  std::uint32_t move = 0;  // the last visited one
  Number alpha, beta;
  enum Why {
    Bound,    // OWNER has the other bound by an earlier move
    Caller,   // the search was called with it
    Asked,    // it answers what OWNER (null: the search) asked: QUESTION
    Before,   // OWNER was found before to be worth as much
    Dropped,  // OWNER was solved, and here no more can be had
    Capped,   // OWNER was solved as worth all that counts, since CAPPER has as much
  } why = Bound;
  const Position* owner = nullptr;
  const Position* capper = nullptr;
  Question question;
};

// A position that was visited, when all is done.
struct Seen {
  std::uint64_t number = 0;  // of the first visit, from 1
  Question question;         // of the last one
  unsigned pass = 0;
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
  std::string algorithm;  // as MINIMAX knows it
  Number alpha = Number::infinity(-1);
  Number beta = Number::infinity(1);
  Number guess;
};

// The names of the thirteen.
const std::vector<std::string>& algorithms();
// Does it search in a window?
bool takes_window(const std::string& algorithm);

Run search(const Position& root, const Request& request);

// The moves that lead to the value, the first best at each position (for Bratko the last).
Path best_line(const Position& root, bool last);

}  // namespace oracle

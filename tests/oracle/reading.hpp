// Parses Winnow's output about a search (pictures, lists of cutoffs, sentences, steps) and compares
// each number and sentence with the oracle's run, and with the values of the positions.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "oracle/searches.hpp"

namespace oracle {

// The form in which the game of a search was given to Winnow.
struct Presentation {
  bool is_list = true;       // a nested list; pruned branches are counted in leaves
  bool names_moves = false;  // moves have the names of Position::text
  bool exact_texts = true;   // numbers are printed as Number::text() does
};

class Reader {
 public:
  Reader(const Position& root, const Run& run, const Presentation& presentation)
      : root_(root), run_(run), presentation_(presentation) {}

  void answer(const Number& value, Claim::What what, const Path& line, const Path& wanted);
  void picture(const std::string& text, const Path& line);
  void cuts(const std::vector<std::string>& lines);
  // The sentence about the position at PATH.
  void why(const Path& path, const std::string& sentence);
  // Drawings: all information of the oracle is present, in the order of the tree, and nothing
  // overlaps.
  void svg(const std::string& svg);
  void dot(const std::string& dot);
  void tikz(const std::string& tikz);

  const std::vector<std::string>& failures() const { return failures_; }
  std::uint64_t checked() const { return checked_; }

 private:
  class Line;
  // The positions that a drawing shows, in order: visited or pruned.
  struct Shown {
    const Position* position;
    const Seen* seen;  // null: pruned
  };
  std::vector<Shown> shown() const;
  bool is_whole(const Position& pruned) const;
  bool shows_pruned(const Position& p, const std::vector<std::string>& texts) const;
  std::string visit(const Shown& s) const;
  std::string label(const Shown& s) const;
  // The short lines that drawings have on the questions of S.
  std::vector<std::string> question_lines(const Seen& s) const;
  void fail(const std::string& what, const std::string& text);
  bool claim_holds(const Position& p, const Claim& c) const;
  // The claim of the search about P or, if all moves of P were visited, the claim that these prove.
  Claim known(const Position& p) const;
  bool entries(Line& line, const Position& p, const Seen& s);
  bool evaluation(Line& line, const Position& p);
  bool cut_holds(const Position& p, const Cut& c) const;
  bool reason(Line& line, const Position& p, const Cut& c);
  bool place(Line& line, const Position* p, const char* otherwise);
  bool worth(Line& line, const Claim& c);
  bool condition(Line& line, const Question& q);
  bool questions(Line& line, const Seen& s);
  std::string pruned(const Position& p, std::uint32_t visited_moves) const;
  std::string name_of_pruned(const Position& p) const;

  const Position& root_;
  const Run& run_;
  Presentation presentation_;
  std::vector<std::string> failures_;
  std::uint64_t checked_ = 0;
};

}  // namespace oracle

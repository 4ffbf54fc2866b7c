// What Tab makes of an unfinished word.
#pragma once

#include <string>
#include <vector>

#include "shell/interpreter.hpp"
#include "text/nesting.hpp"

namespace winnow {

struct Completion {
  std::size_t start = 0;           // where in the line the word begins
  std::vector<std::string> words;  // what it may become, sorted
  char end = ' ';                  // what follows a word, unless it is the name of a folder
};

// Of the word at the end of LINE, which goes on behind BEFORE. Behind a parenthesis or #' these are
// names of functions, inside a string names of files, keywords those that the operator takes,
// behind :algorithm those that there are, else all names, in the word's case.
Completion completion_of(Interpreter& lisp, Nesting before, const std::string& line);

// The same for an answer, a whole line that is one of ANSWERS.
Completion completion_among(const std::vector<std::string>& answers, const std::string& line);

// Does LINE end with a word that could be completed?
bool ends_with_word(const std::string& line);

// The longest beginning that all WORDS share.
std::string common_beginning(const std::vector<std::string>& words);

}  // namespace winnow

// Completion of words at the prompt.
#pragma once

#include <string>
#include <vector>

#include "shell/interpreter.hpp"
#include "text/nesting.hpp"

namespace winnow {

struct Completion {
  std::size_t start = 0;           // where in the line the word begins
  std::vector<std::string> words;  // the candidates, sorted
  char end = ' ';                  // the character to add after a word other than a folder name
};

// Completes the word at the end of LINE, which follows the text BEFORE (lib/tools/completion.lisp).
Completion completion_of(Interpreter& lisp, Nesting before, const std::string& line);

// Completes an answer: LINE as a whole, to one of ANSWERS.
Completion completion_among(const std::vector<std::string>& answers, const std::string& line);

// Does LINE end with a word that could be completed?
bool ends_with_word(const std::string& line);

// WORDS in columns, sorted down each column, in rows that end with CR LF; after MOST_ROWS rows, the
// number of the words that are left.
std::string in_columns(const std::vector<std::string>& words, std::size_t screen_columns,
                       std::size_t most_rows);

// The longest common prefix of WORDS.
std::string common_beginning(const std::vector<std::string>& words);

}  // namespace winnow

#include "shell/completion.hpp"

#include <algorithm>

#include "data/string.hpp"
#include "data/unicode.hpp"

namespace winnow {

namespace {

constexpr std::string_view kWordBreaks = " \t\n()'`\",;#";

// The words of the code in TEXT that begin with PREFIX and end before the last character.
std::vector<std::string> words_of(Dialect dialect, std::string_view text, std::string_view prefix) {
  std::vector<std::string> found;
  Nesting nesting(dialect);
  std::string word;
  for (char c : text) {
    const bool ends = !nesting.in_code() || kWordBreaks.find(c) != kWordBreaks.npos;
    if (ends && word.size() > prefix.size() && word.starts_with(prefix)) found.push_back(word);
    word = ends ? "" : word + c;
    nesting.add(std::string_view(&c, 1));
  }
  return found;
}

}  // namespace

Completion completion_of(Interpreter& lisp, Nesting before, const std::string& line) {
  before.add(line);
  const bool in_string = before.in_string();
  Completion completion;
  completion.start = (in_string ? line.rfind('"') : line.find_last_of(kWordBreaks)) + 1;
  if (in_string) completion.end = '"';
  const std::string beginning = line.substr(completion.start);
  Heap& heap = lisp.heap;
  Value local = nil();
  if (!in_string)
    for (const std::string& word : words_of(lisp.dialect(), before.text(), beginning))
      local = heap.cons(make_string(heap, word), local);
  Value words = nil();
  lisp.vm.attempt([&] {
    words = lisp.vm.call(
        lisp.symbols.intern("WORD-COMPLETIONS"),
        {make_string(heap, line.substr(0, completion.start)), make_string(heap, beginning),
         truth(in_string), make_string(heap, before.operator_name()), local});
  });
  for (; is_cons(words); words = cdr(words))
    completion.words.push_back(utf8_of(as<String>(car(words))));
  return completion;
}

Completion completion_among(const std::vector<std::string>& answers, const std::string& line) {
  Completion completion;
  for (const std::string& answer : answers)
    if (answer.starts_with(line)) completion.words.push_back(answer);
  return completion;
}

bool ends_with_word(const std::string& line) {
  return !line.empty() && line.back() != ' ' && line.back() != '\t' && line.back() != '\n';
}

namespace {

std::size_t text_width(std::string_view text) {
  int sum = 0;
  for (char32_t c : unicode::decode_all(text)) sum += std::max(0, unicode::width(c));
  return static_cast<std::size_t>(sum);
}

}  // namespace

std::string in_columns(const std::vector<std::string>& words, std::size_t screen_columns,
                       std::size_t most_rows) {
  std::size_t column = 0;
  for (const std::string& word : words) column = std::max(column, text_width(word) + 2);
  const std::size_t columns =
      std::max<std::size_t>(1, screen_columns / std::max<std::size_t>(1, column));
  const std::size_t rows = std::min(most_rows, (words.size() + columns - 1) / columns);
  std::string out;
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t i = row; i < std::min(words.size(), rows * columns); i += rows) {
      out += words[i];
      if (i + rows < std::min(words.size(), rows * columns))
        out.append(column - text_width(words[i]), ' ');
    }
    out += "\r\n";
  }
  if (words.size() > rows * columns)
    out += "... and " + std::to_string(words.size() - rows * columns) + " more\r\n";
  return out;
}

std::string common_beginning(const std::vector<std::string>& words) {
  std::string common = words.empty() ? "" : words.front();
  for (const std::string& word : words)
    common.resize(static_cast<std::size_t>(
        std::mismatch(common.begin(), common.end(), word.begin(), word.end()).first -
        common.begin()));
  return common;
}

}  // namespace winnow

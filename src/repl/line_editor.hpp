// Editing of what is typed: GNU readline, libedit, or nothing, as Winnow was built.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace winnow {

class LineEditor {
 public:
  struct Callbacks {
    // Do parentheses or a string stay open at the end of TEXT?
    std::function<bool(const std::string& text)> is_incomplete;
    // The names that begin with PREFIX, as they are to be typed.
    std::function<std::vector<std::string>(const std::string& prefix)> completions;
    // Has an interrupt come? Asking forgets it.
    std::function<bool()> take_interrupt;
  };

  // Keeps the history in HISTORY_FILE (nowhere if empty).
  LineEditor(Callbacks callbacks, std::string history_file);
  ~LineEditor();
  LineEditor(const LineEditor&) = delete;
  LineEditor& operator=(const LineEditor&) = delete;

  // False where Winnow was built without one.
  static bool is_available();

  enum class Outcome { Text, Interrupted, End };
  // Lets the user type a text of one or more lines.
  Outcome read(const std::string& prompt, std::string& text);
  // The same, completed as a whole to one of ANSWERS, and not kept in the history.
  Outcome ask(const std::string& prompt, const std::vector<std::string>& answers,
              std::string& text);

 private:
  std::string history_file_;
};

}  // namespace winnow

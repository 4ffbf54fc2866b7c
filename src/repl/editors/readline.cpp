// Line editing by GNU readline.
#include <readline/history.h>
#include <readline/readline.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "repl/line_editor.hpp"

namespace winnow {

namespace {

// Readline calls plain functions, so what these need lies here.
LineEditor::Callbacks* callbacks = nullptr;
bool interrupted = false;
const std::vector<std::string>* answers = nullptr;  // to a question, while one is asked
char name_breaks[] = " \t\n()'`\",;#";
char no_breaks[] = "";
std::vector<std::string> found;
std::size_t next_found = 0;

constexpr int kHistoryEntries = 2000;

// Enter: goes on to the next line while something is open, else hands the text over.
int on_enter(int count, int key) {
  std::string text(rl_line_buffer, static_cast<std::size_t>(rl_end));
  if (rl_point == rl_end && callbacks->is_incomplete(text)) {
    rl_insert_text("\n");
    return 0;
  }
  rl_point = rl_end;
  return rl_newline(count, key);
}

// Called several times a second while waiting.
int on_idle() {
  if (callbacks->take_interrupt()) {
    interrupted = true;
    rl_line_buffer[0] = '\0';
    rl_point = rl_end = 0;
    rl_done = 1;
  }
  return 0;
}

char* generate(const char*, int state) {
  if (state == 0) next_found = 0;
  return next_found < found.size() ? strdup(found[next_found++].c_str()) : nullptr;
}

char** complete(const char* text, int, int) {
  rl_attempted_completion_over = 1;
  if (answers) {
    found.clear();
    for (const std::string& answer : *answers)
      if (answer.starts_with(text)) found.push_back(answer);
  } else {
    found = callbacks->completions(text);
  }
  return found.empty() ? nullptr : rl_completion_matches(text, generate);
}

}  // namespace

bool LineEditor::is_available() { return true; }

LineEditor::LineEditor(Callbacks given, std::string history_file)
    : history_file_(std::move(history_file)) {
  callbacks = new Callbacks(std::move(given));
  rl_readline_name = "winnow";
  using_history();
  rl_attempted_completion_function = complete;
  rl_basic_word_break_characters = name_breaks;
  rl_completer_word_break_characters = name_breaks;
  rl_catch_signals = 0;
  rl_completer_quote_characters = "";
  rl_variable_bind("blink-matching-paren", "on");
  rl_set_paren_blink_timeout(200000);  // microseconds
  rl_variable_bind("enable-bracketed-paste", "on");
  rl_event_hook = on_idle;
  // Entries of several lines are told apart by the time stamps between them.
  history_comment_char = '#';
  history_write_timestamps = 1;
  history_multiline_entries = 1;
  rl_initialize();
  rl_bind_key('\r', on_enter);
  rl_bind_key('\n', on_enter);
  if (!history_file_.empty()) read_history(history_file_.c_str());
}

LineEditor::~LineEditor() {
  if (!history_file_.empty()) {
    stifle_history(kHistoryEntries);
    write_history(history_file_.c_str());
  }
  delete callbacks;
  callbacks = nullptr;
}

LineEditor::Outcome LineEditor::ask(const std::string& prompt,
                                    const std::vector<std::string>& given, std::string& text) {
  answers = &given;
  rl_completer_word_break_characters = no_breaks;
  Outcome outcome = read(prompt, text);
  rl_completer_word_break_characters = name_breaks;
  answers = nullptr;
  return outcome;
}

LineEditor::Outcome LineEditor::read(const std::string& prompt, std::string& text) {
  interrupted = false;
  char* line = readline(prompt.c_str());
  if (interrupted || (line && callbacks->take_interrupt())) {
    std::free(line);
    std::fputs("\n", stdout);
    return Outcome::Interrupted;
  }
  if (!line) {
    std::fputs("\n", stdout);
    return Outcome::End;
  }
  text = line;
  std::free(line);
  bool blank = text.find_first_not_of(" \t\n") == std::string::npos;
  HIST_ENTRY* last = history_length > 0 ? history_get(history_base + history_length - 1) : nullptr;
  if (!blank && !answers && !(last && text == last->line)) {
    add_history(text.c_str());
    // A time stamp of its own, so that the history file knows where the entry begins.
    char stamp[32];
    std::snprintf(stamp, sizeof stamp, "#%ld", static_cast<long>(history_length));
    add_history_time(stamp);
  }
  return Outcome::Text;
}

}  // namespace winnow

// Line editing by GNU readline.
#include <readline/history.h>
#include <readline/readline.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "host/terminal.hpp"
#include "shell/editors/keyboard.hpp"
#include "shell/line_editor.hpp"

namespace winnow {

namespace {

char name_breaks[] = " \t\n()'`\",;#";
char string_breaks[] = "\"";
char no_breaks[] = "";

class Readline : public LineEditor {
 public:
  explicit Readline(Callbacks callbacks);
  ~Readline() override { self = nullptr; }

  Outcome read(const std::string& prompt, const std::string& start, std::string& text) override;
  void remember(const std::string& entry) override { add_history(entry.c_str()); }
  void drop_input() override { Keyboard::drop_paste(); }

 private:
  // Readline calls plain functions, which find the editor through this pointer.
  static Readline* self;
  static int next_key(FILE*);
  static void show_line_after_question();
  static int on_tab(int count, int key);
  static char* break_characters();
  static char** complete(const char* text, int start, int end);

  static std::string line_to_cursor() {
    return std::string(rl_line_buffer, static_cast<std::size_t>(rl_point));
  }

  Callbacks callbacks_;
  Keyboard keyboard_;
  Completion completion_;
  bool interrupted_ = false;
  bool line_ended_ = false;  // by an interrupt, or by the end of the terminal's input
};

Readline* Readline::self = nullptr;

Readline::Readline(Callbacks callbacks)
    : callbacks_(std::move(callbacks)), keyboard_(callbacks_.take_interrupt) {
  self = this;
  use_utf8();
  rl_readline_name = "winnow";
  using_history();
  rl_attempted_completion_function = complete;
  rl_completion_word_break_hook = break_characters;
  rl_basic_quote_characters = rl_completer_quote_characters = no_breaks;
  rl_catch_signals = 0;
  rl_getc_function = next_key;
  rl_variable_bind("blink-matching-paren", "on");
  rl_set_paren_blink_timeout(200000);  // microseconds
  rl_variable_bind("enable-bracketed-paste", "on");
  rl_initialize();
  rl_bind_key('\t', on_tab);
}

// Returns the next key. At an interrupt or at the end of the terminal's input it returns what
// readline's own rl_getc returns there: READERR ends the line, and EOF ends any other reading (a
// question, a search, an argument, a paste), after which readline reads a command again.
int Readline::next_key(FILE*) {
  bool reads_command = RL_ISSTATE(RL_STATE_READCMD) != 0;
  if (reads_command && RL_ISSTATE(RL_STATE_COMPLETING)) show_line_after_question();
  if (!self->line_ended_) {
    int key = self->keyboard_.next([] { rl_check_signals(); }, [] { rl_deprep_terminal(); },
                                   [] {
                                     rl_prep_terminal(1);
                                     rl_forced_update_display();
                                   });
    if (key >= 0) return key;
    self->line_ended_ = true;
    self->interrupted_ = key == Keyboard::kInterrupt;
  }
  if (!reads_command) return EOF;
  rl_newline(1, '\r');  // moves the cursor below the line
  return READERR;
}

// Ctrl-G at a question of the completion leaves the cursor in the question's row.
void Readline::show_line_after_question() {
  RL_UNSETSTATE(RL_STATE_COMPLETING);
  rl_crlf();
  rl_on_new_line();
  rl_redisplay();
}

// A tab that is pasted, or that follows no word, is white space.
int Readline::on_tab(int count, int key) {
  if (!ends_with_word(line_to_cursor()) || terminal_input_waits(0)) return rl_insert(count, key);
  bool lists =
      rl_last_func == on_tab && self->callbacks_.complete(line_to_cursor()).words.size() > 1;
  return lists ? rl_possible_completions(count, key) : rl_complete(count, key);
}

char* Readline::break_characters() {
  Completion& completion = self->completion_;
  completion = self->callbacks_.complete(line_to_cursor());
  if (completion.start == 0) return no_breaks;
  return completion.end == '"' ? string_breaks : name_breaks;
}

char** Readline::complete(const char* text, int, int) {
  rl_attempted_completion_over = 1;
  rl_completion_append_character = static_cast<unsigned char>(self->completion_.end);
  static std::size_t next;
  return rl_completion_matches(text, [](const char*, int state) -> char* {
    const std::vector<std::string>& words = self->completion_.words;
    if (state == 0) next = 0;
    if (next == words.size()) return nullptr;
    if (words[next].ends_with('/')) rl_completion_suppress_append = 1;
    return strdup(words[next++].c_str());
  });
}

LineEditor::Outcome Readline::read(const std::string& prompt, const std::string& start,
                                   std::string& text) {
  static std::string given;  // for the hook, which takes no argument
  given = start;
  rl_startup_hook = [] { return rl_insert_text(given.c_str()), 0; };
  interrupted_ = line_ended_ = false;
  // An interrupted line leaves state flags set; these three do not belong to a line.
  RL_UNSETSTATE(~(RL_STATE_INITIALIZED | RL_STATE_TTYCSAVED | RL_STATE_VICMDONCE));
  Keyboard::Reading reading;
  char* line = readline(prompt.c_str());
  if (line) text = line;
  bool has_text = line != nullptr;
  std::free(line);
  if (!has_text && !line_ended_) std::fputs("\n", stdout);  // Ctrl-D
  return interrupted_ ? Outcome::Interrupted : has_text ? Outcome::Text : Outcome::End;
}

}  // namespace

std::unique_ptr<LineEditor> make_line_editor(LineEditor::Callbacks callbacks) {
  return std::make_unique<Readline>(std::move(callbacks));
}

}  // namespace winnow

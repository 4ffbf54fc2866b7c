// Line editing by GNU readline.
#include <readline/history.h>
#include <readline/readline.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <utility>

#include "host/terminal.hpp"
#include "shell/editors/form_drawing.hpp"
#include "shell/editors/keyboard.hpp"
#include "shell/line_editor.hpp"

namespace winnow {

namespace {

char name_breaks[] = " \t\n()'`\",;#";
char string_breaks[] = "\"";
char no_breaks[] = "";

class Readline : public LineEditor {
 public:
  Readline(Callbacks callbacks, Drawing drawing);
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
  // Own drawing.
  void draw_own();
  static void redisplay();
  static void finish_line();
  static void show_matches(char** matches, int count, int longest);
  static FormDrawing::Screen screen();
  static std::string_view shown_prompt() { return rl_display_prompt ? rl_display_prompt : ""; }
  static std::string_view line() { return {rl_line_buffer, static_cast<std::size_t>(rl_end)}; }
  const TypedForm& view();
  // Keys in a form of several lines.
  static void bind_keys();
  static int on_enter(int count, int key);
  static int on_up(int count, int key);
  static int on_down(int count, int key);
  static int on_home(int count, int key);
  static int on_end(int count, int key);
  static int on_clear(int count, int key);
  static int recall(rl_command_func_t* search, rl_command_func_t* step, int count, int key);

  static std::string line_to_cursor() {
    return std::string(rl_line_buffer, static_cast<std::size_t>(rl_point));
  }

  Callbacks callbacks_;
  Drawing drawing_;
  FormDrawing form_;
  struct View {
    std::string text;
    std::size_t point;
    bool asks;
    TypedForm form;
  };
  std::optional<View> viewed_;   // how the line being read was shown last
  bool is_drawn_late_ = false;   // input waited: the line is drawn when no more arrives
  bool recalls_prefix_ = false;  // the last Up or Down searched for the text that was typed
  Keyboard keyboard_;
  Completion completion_;
  bool interrupted_ = false;
  bool line_ended_ = false;  // by an interrupt, or by the end of the terminal's input
};

Readline* Readline::self = nullptr;

Readline::Readline(Callbacks callbacks, Drawing drawing)
    : callbacks_(std::move(callbacks)), drawing_(drawing), keyboard_(callbacks_.take_interrupt) {
  self = this;
  use_utf8();
  rl_readline_name = "winnow";
  using_history();
  rl_attempted_completion_function = complete;
  rl_completion_word_break_hook = break_characters;
  rl_basic_quote_characters = rl_completer_quote_characters = no_breaks;
  rl_catch_signals = 0;
  rl_getc_function = next_key;
  rl_variable_bind("enable-bracketed-paste", "on");
  if (drawing != Drawing::Plain) bind_keys();  // before the user's own bindings are read
  rl_initialize();
  if (drawing == Drawing::Plain) {
    rl_variable_bind("blink-matching-paren", "on");
    rl_set_paren_blink_timeout(200000);  // microseconds
  } else {
    draw_own();
  }
  rl_bind_key('\t', on_tab);
}

// Returns the next key. At an interrupt or at the end of the terminal's input it returns what
// readline's own rl_getc returns there: READERR ends the line, and EOF ends any other reading (a
// question, a search, an argument, a paste), after which readline reads a command again.
int Readline::next_key(FILE*) {
  bool reads_command = RL_ISSTATE(RL_STATE_READCMD) != 0;
  if (reads_command && RL_ISSTATE(RL_STATE_COMPLETING)) show_line_after_question();
  if (!self->line_ended_) {
    int key = self->keyboard_.next(
        [] {
          rl_check_signals();
          if (self->is_drawn_late_) redisplay();
        },
        [] { rl_deprep_terminal(); },
        [] {
          rl_prep_terminal(1);
          self->form_.begin();
          rl_forced_update_display();
        });
    if (key >= 0) return key;
    self->line_ended_ = true;
    self->interrupted_ = key == Keyboard::kInterrupt;
  }
  if (!reads_command) return EOF;
  if (self->drawing_ == Drawing::Plain) rl_newline(1, '\r');  // moves the cursor below the line
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

// ---- own drawing

// After rl_initialize, which asks for the terminal's properties only if readline draws itself.
void Readline::draw_own() {
  // A line that is finished costs one write; all others are flushed where they are drawn.
  std::setvbuf(rl_outstream, nullptr, _IOFBF, BUFSIZ);
  rl_redisplay_function = redisplay;
  rl_deprep_term_function = finish_line;
  rl_completion_display_matches_hook = show_matches;
  rl_sort_completion_matches = 0;
}

FormDrawing::Screen Readline::screen() {
  int rows = 0;
  int columns = 0;
  rl_get_screen_size(&rows, &columns);
  return {static_cast<std::size_t>(std::max(rows, 1)),
          static_cast<std::size_t>(std::max(columns, 8)), self->drawing_ == Drawing::OwnInColor};
}

// While readline asks for something, such as the text to search for, only the text is shown.
const TypedForm& Readline::view() {
  auto point = static_cast<std::size_t>(rl_point);
  bool asks = rl_prompt && shown_prompt() != rl_prompt;
  if (!viewed_ || viewed_->text != line() || viewed_->point != point || viewed_->asks != asks) {
    std::string text(line());
    TypedForm form = callbacks_.view(text, point);
    if (asks) form.arguments.clear();
    viewed_ = {std::move(text), point, asks, std::move(form)};
  }
  return viewed_->form;
}

// Readline's redisplay function.
void Readline::redisplay() {
  self->is_drawn_late_ = terminal_input_waits(0);
  if (self->is_drawn_late_) return;
  std::string out = self->form_.draw(shown_prompt(), line(), static_cast<std::size_t>(rl_point),
                                     self->view(), screen());
  std::fwrite(out.data(), 1, out.size(), rl_outstream);
  std::fflush(rl_outstream);
}

// Shows the whole line and moves below it, before readline restores the terminal.
void Readline::finish_line() {
  std::string out = self->form_.finish(shown_prompt(), line(), self->view(), screen());
  // Without text readline itself ends the row when it stops marking pastes.
  const char* marks = rl_variable_value("enable-bracketed-paste");
  if (!rl_eof_found || marks == nullptr || std::strcmp(marks, "on") != 0) out += "\r\n";
  std::fwrite(out.data(), 1, out.size(), rl_outstream);
  rl_deprep_terminal();
}

// Lists MATCHES, from number 1 on, below the line, in at most half of the screen.
void Readline::show_matches(char** matches, int count, int) {
  const FormDrawing::Screen size = screen();
  std::string out = self->form_.finish(shown_prompt(), line(), self->view(), size) + "\r\n";
  std::vector<std::string> words(matches + 1, matches + 1 + count);
  out += in_columns(words, size.columns, std::max<std::size_t>(1, size.rows / 2));
  std::fwrite(out.data(), 1, out.size(), rl_outstream);
  redisplay();
}

// ---- keys in a form of several lines

namespace {

// The beginning and the end of the line of the form that contains position AT.
int line_begin(int at) {
  while (at > 0 && rl_line_buffer[at - 1] != '\n') --at;
  return at;
}
int line_end(int at) {
  while (at < rl_end && rl_line_buffer[at] != '\n') ++at;
  return at;
}

}  // namespace

// Replaces the functions of keys that move, or end a line.
void Readline::bind_keys() {
  constexpr int kKeys = 256;
  const std::pair<rl_command_func_t*, rl_command_func_t*> replaced[] = {
      {rl_newline, on_enter},    {rl_get_previous_history, on_up}, {rl_get_next_history, on_down},
      {rl_beg_of_line, on_home}, {rl_end_of_line, on_end},         {rl_clear_screen, on_clear}};
  const std::pair<const char*, rl_command_func_t*> sequences[] = {
      {"\033[A", on_up},   {"\033OA", on_up},   {"\033[B", on_down},  {"\033OB", on_down},
      {"\033[H", on_home}, {"\033OH", on_home}, {"\033[1~", on_home}, {"\033[F", on_end},
      {"\033OF", on_end},  {"\033[4~", on_end}};
  for (Keymap map : {emacs_standard_keymap, vi_insertion_keymap, vi_movement_keymap}) {
    for (int key = 0; key < kKeys; ++key)
      for (auto [from, to] : replaced)
        if (map[key].type == ISFUNC && map[key].function == from) map[key].function = to;
    for (auto [keys, function] : sequences) rl_bind_keyseq_in_map(keys, function, map);
  }
}

int Readline::on_enter(int count, int key) {
  if (self->callbacks_.is_complete(std::string(line()))) {
    rl_point = rl_end;
    return rl_newline(count, key);
  }
  // Lines that arrive together are indented already.
  std::size_t indentation =
      terminal_input_waits(0) ? 0 : self->callbacks_.indentation(line_to_cursor());
  rl_insert_text(("\n" + std::string(indentation, ' ')).c_str());
  return 0;
}

int Readline::on_up(int count, int key) {
  const int begin = line_begin(rl_point);
  if (begin == 0) return recall(rl_history_search_backward, rl_get_previous_history, count, key);
  rl_point = std::min(line_begin(begin - 1) + rl_point - begin, begin - 1);
  return 0;
}

int Readline::on_down(int count, int key) {
  const int end = line_end(rl_point);
  if (end == rl_end) return recall(rl_history_search_forward, rl_get_next_history, count, key);
  rl_point = std::min(end + 1 + rl_point - line_begin(rl_point), line_end(end + 1));
  return 0;
}

// After a text that was typed on one line, recalls the entries that begin with it.
int Readline::recall(rl_command_func_t* search, rl_command_func_t* step, int count, int key) {
  const bool continues = rl_last_func == on_up || rl_last_func == on_down;
  if (!continues)
    self->recalls_prefix_ = rl_end > 0 && rl_point == rl_end && line().find('\n') == line().npos;
  if (!self->recalls_prefix_) return step(count, key);
  if (continues) rl_last_func = search;
  int result = search(count, key);
  rl_point = rl_end;
  return result;
}

int Readline::on_home(int, int) {
  rl_point = line_begin(rl_point);
  return 0;
}

int Readline::on_end(int, int) {
  rl_point = line_end(rl_point);
  return 0;
}

int Readline::on_clear(int count, int key) {
  self->form_.begin();
  return rl_clear_screen(count, key);
}

LineEditor::Outcome Readline::read(const std::string& prompt, const std::string& start,
                                   std::string& text) {
  static std::string given;  // for the hook, which takes no argument
  given = start;
  rl_startup_hook = [] { return rl_insert_text(given.c_str()), 0; };
  interrupted_ = line_ended_ = false;
  // An interrupted line leaves state flags set; these three do not belong to a line.
  RL_UNSETSTATE(~(RL_STATE_INITIALIZED | RL_STATE_TTYCSAVED | RL_STATE_VICMDONCE));
  form_.begin();
  viewed_.reset();
  is_drawn_late_ = false;
  Keyboard::Reading reading;
  char* line = readline(prompt.c_str());
  if (line) text = line;
  bool has_text = line != nullptr;
  std::free(line);
  if (!has_text && !line_ended_ && drawing_ == Drawing::Plain) std::fputs("\n", stdout);  // Ctrl-D
  return interrupted_ ? Outcome::Interrupted : has_text ? Outcome::Text : Outcome::End;
}

}  // namespace

std::unique_ptr<LineEditor> make_line_editor(LineEditor::Callbacks callbacks,
                                             LineEditor::Drawing drawing) {
  return std::make_unique<Readline>(std::move(callbacks), drawing);
}

}  // namespace winnow

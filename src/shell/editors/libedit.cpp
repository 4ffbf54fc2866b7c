// Line editing by libedit, through its own interface, since its readline interface is incomplete.
#include <histedit.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cwchar>
#include <string_view>

#include "data/unicode.hpp"
#include "host/terminal.hpp"
#include "shell/editors/keyboard.hpp"
#include "shell/line_editor.hpp"

namespace winnow {

namespace {

constexpr int kHistoryEntries = 200000;  // more than the file has
constexpr int kMatchShownMilliseconds = 200;

int characters(std::string_view text) { return static_cast<int>(unicode::count_characters(text)); }

// The position of the parenthesis that a closing one after TEXT would match, or npos.
std::size_t matching_open(std::string_view text) {
  int closed = 1;
  for (std::size_t i = text.size(); i-- > 0;) {
    closed += text[i] == ')' ? 1 : text[i] == '(' ? -1 : 0;
    if (closed == 0) return i;
  }
  return std::string_view::npos;
}

class Libedit : public LineEditor {
 public:
  explicit Libedit(Callbacks callbacks);
  ~Libedit() override;

  Outcome read(const std::string& prompt, const std::string& start, std::string& text) override;
  void remember(const std::string& entry) override {
    HistEvent event;
    history(history_, &event, H_ENTER, entry.c_str());
  }
  void drop_input() override { Keyboard::drop_paste(); }

 private:
  // Libedit calls plain functions, which find the editor through this pointer.
  static Libedit* of(EditLine* editor) {
    void* self = nullptr;
    el_get(editor, EL_CLIENTDATA, &self);
    return static_cast<Libedit*>(self);
  }
  static char* give_prompt(EditLine* editor) { return of(editor)->prompt_.data(); }
  static int next_character(EditLine* editor, wchar_t* character);
  static unsigned char on_enter(EditLine* editor, int);
  static unsigned char on_close(EditLine* editor, int);
  static unsigned char on_tab(EditLine* editor, int);

  std::string text_before_cursor() const {
    const LineInfo* line = el_line(editor_);
    return {line->buffer, static_cast<std::size_t>(line->cursor - line->buffer)};
  }
  void go_to_prompt(std::string_view text) const;

  Callbacks callbacks_;
  Keyboard keyboard_;
  EditLine* editor_;
  History* history_;
  std::string prompt_;
  bool interrupted_ = false;
};

Libedit::Libedit(Callbacks callbacks)
    : callbacks_(std::move(callbacks)), keyboard_(callbacks_.take_interrupt) {
  use_utf8();
  editor_ = el_init("winnow", stdin, stdout, stderr);
  history_ = history_init();
  HistEvent event;
  history(history_, &event, H_SETSIZE, kHistoryEntries);
  el_set(editor_, EL_CLIENTDATA, this);
  el_set(editor_, EL_PROMPT, give_prompt);
  el_set(editor_, EL_EDITOR, "emacs");
  el_set(editor_, EL_HIST, history, history_);
  el_set(editor_, EL_GETCFN, next_character);
  el_set(editor_, EL_ADDFN, "winnow-enter", "Hand the line over", on_enter);
  el_set(editor_, EL_ADDFN, "winnow-close", "Show the matching parenthesis", on_close);
  el_set(editor_, EL_ADDFN, "winnow-complete", "Complete a name", on_tab);
  for (const char* key : {"^M", "^J"}) el_set(editor_, EL_BIND, key, "winnow-enter", nullptr);
  el_set(editor_, EL_BIND, ")", "winnow-close", nullptr);
  el_set(editor_, EL_BIND, "^I", "winnow-complete", nullptr);
  el_set(editor_, EL_BIND, "^R", "em-inc-search-prev", nullptr);
}

Libedit::~Libedit() {
  history_end(history_);
  el_end(editor_);
}

int Libedit::next_character(EditLine* editor, wchar_t* character) {
  Libedit* self = of(editor);
  std::mbstate_t state{};
  for (;;) {
    int key = self->keyboard_.next([] {}, [editor] { el_set(editor, EL_PREP_TERM, 0); },
                                   [editor] {
                                     el_set(editor, EL_PREP_TERM, 1);
                                     el_set(editor, EL_REFRESH);
                                   });
    if (key == Keyboard::kEnd) return 0;
    if (key == Keyboard::kInterrupt) {
      self->interrupted_ = true;
      return -1;
    }
    char byte = static_cast<char>(key);
    std::size_t length = std::mbrtowc(character, &byte, 1, &state);
    if (length != static_cast<std::size_t>(-2)) return 1;  // else the character is incomplete
  }
}

unsigned char Libedit::on_enter(EditLine* editor, int) {
  const LineInfo* line = el_line(editor);
  std::string_view rest(line->cursor, static_cast<std::size_t>(line->lastchar - line->cursor));
  auto below = std::count(rest.begin(), rest.end(), '\n');
  std::fputs(std::string(static_cast<std::size_t>(below + 1), '\n').c_str(), stdout);
  el_cursor(editor, characters(rest));
  el_insertstr(editor, "\n");
  return CC_NEWLINE;
}

// Moves the cursor of the terminal from the end of TEXT to the start of the prompt.
void Libedit::go_to_prompt(std::string_view text) const {
  winsize size{};
  int width = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
  int rows = 0;
  int column = characters(prompt_);
  for (char c : text) {
    bool is_new_row = c == '\n' || column == width;
    rows += is_new_row;
    column = is_new_row ? 0 : column;
    column += c != '\n' && unicode::begins_character(c);
  }
  std::fputc('\r', stdout);
  if (rows > 0) std::printf("\033[%dA", rows);
}

// Inserts a closing parenthesis and briefly moves the cursor to the matching one. Libedit's
// EL_REFRESH redraws the line from the current cursor position.
unsigned char Libedit::on_close(EditLine* editor, int) {
  Libedit* self = of(editor);
  std::string text = self->text_before_cursor();
  el_insertstr(editor, ")");
  std::size_t open = matching_open(text);
  if (open != std::string_view::npos && !terminal_input_waits(0)) {
    int back = characters(std::string_view(text).substr(open)) + 1;
    self->go_to_prompt(text);
    el_cursor(editor, -back);
    el_set(editor, EL_REFRESH);
    terminal_input_waits(kMatchShownMilliseconds);
    el_cursor(editor, back);
  }
  return CC_REFRESH;
}

// Tab: inserts the common prefix of the candidates, or lists them if it adds nothing.
unsigned char Libedit::on_tab(EditLine* editor, int) {
  Libedit* self = of(editor);
  std::string text = self->text_before_cursor();
  if (!ends_with_word(text) || terminal_input_waits(0)) {
    el_insertstr(editor, "\t");
    return CC_REFRESH;
  }
  Completion completion = self->callbacks_.complete(text);
  if (completion.words.empty()) return CC_ERROR;
  std::string word = text.substr(completion.start);
  std::string common = common_beginning(completion.words);
  if (completion.words.size() == 1 && !common.ends_with('/')) common += completion.end;
  if (common.size() > word.size()) {
    el_deletestr(editor, characters(word));
    el_insertstr(editor, common.c_str());
    return CC_REFRESH;
  }
  std::fputc('\n', stdout);
  for (const std::string& name : completion.words) std::printf("%s  ", name.c_str());
  std::fputc('\n', stdout);
  return CC_REDISPLAY;
}

LineEditor::Outcome Libedit::read(const std::string& prompt, const std::string& start,
                                  std::string& text) {
  prompt_ = prompt;
  interrupted_ = false;
  el_push(editor_, start.c_str());
  Keyboard::Reading reading;
  int count = 0;
  const char* line = el_gets(editor_, &count);
  if (interrupted_) {
    std::fputs("\n", stdout);
    el_reset(editor_);
    return Outcome::Interrupted;
  }
  if (!line || count <= 0) {
    std::fputs("\n", stdout);
    return Outcome::End;
  }
  text.assign(line, static_cast<std::size_t>(count));
  if (text.back() == '\n') text.pop_back();
  return Outcome::Text;
}

}  // namespace

std::unique_ptr<LineEditor> make_line_editor(LineEditor::Callbacks callbacks, LineEditor::Drawing) {
  return std::make_unique<Libedit>(std::move(callbacks));
}

}  // namespace winnow

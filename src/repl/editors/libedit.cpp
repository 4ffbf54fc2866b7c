// Line editing by libedit, through its own interface: what it offers of readline's cannot bind
// Enter.
#include <histedit.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <clocale>
#include <cstdio>
#include <iterator>
#include <string_view>

#include "repl/line_editor.hpp"

namespace winnow {

namespace {

constexpr int kHistoryEntries = 2000;
constexpr int kMatchShownMilliseconds = 200;
constexpr std::string_view kWordBreaks = " \t\n()'`\",;#";

// Libedit calls plain functions, so what these need lies here.
LineEditor::Callbacks* callbacks = nullptr;
EditLine* editor = nullptr;
History* history_list = nullptr;
std::string prompt_text;
const std::vector<std::string>* answers = nullptr;  // to a question, while one is asked

char* give_prompt(EditLine*) { return prompt_text.data(); }

std::string_view text_before_cursor() {
  const LineInfo* line = el_line(editor);
  return {line->buffer, static_cast<std::size_t>(line->cursor - line->buffer)};
}

int characters(std::string_view text) {
  return static_cast<int>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

// Enter: goes on to the next line while something is open, else hands the text over.
unsigned char on_enter(EditLine*, int) {
  const LineInfo* line = el_line(editor);
  if (line->cursor == line->lastchar &&
      callbacks->is_incomplete(std::string(line->buffer, line->lastchar))) {
    el_insertstr(editor, "\n");
    return CC_REFRESH;
  }
  auto below = std::count(line->cursor, line->lastchar, '\n');
  std::fputs(std::string(static_cast<std::size_t>(below + 1), '\n').c_str(), stdout);
  return CC_NEWLINE;
}

// Where the parenthesis is that another behind TEXT would close; npos if there is none.
std::size_t matching_open(std::string_view text) {
  int closed = 1;
  for (std::size_t i = text.size(); i-- > 0;) {
    closed += text[i] == ')' ? 1 : text[i] == '(' ? -1 : 0;
    if (closed == 0) return i;
  }
  return std::string_view::npos;
}

// Puts the cursor of the terminal where the prompt begins, from behind TEXT.
void go_to_prompt(std::string_view text) {
  winsize size{};
  int width = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
  int rows = 0;
  int column = characters(prompt_text);
  for (char c : text) {
    bool is_new_row = c == '\n' || column == width;
    rows += is_new_row;
    column = is_new_row ? 0 : column;
    column += c != '\n' && (c & 0xC0) != 0x80;
  }
  std::fputc('\r', stdout);
  if (rows > 0) std::printf("\033[%dA", rows);
}

// A closing parenthesis: the cursor visits the one that it closes. Libedit's EL_REFRESH draws all
// anew from where the cursor happens to be.
unsigned char on_close(EditLine*, int) {
  std::string text(text_before_cursor());
  el_insertstr(editor, ")");
  std::size_t open = matching_open(text);
  pollfd input{STDIN_FILENO, POLLIN, 0};
  if (open != std::string_view::npos && poll(&input, 1, 0) == 0) {
    int back = characters(std::string_view(text).substr(open)) + 1;
    go_to_prompt(text);
    el_cursor(editor, -back);
    el_set(editor, EL_REFRESH);
    poll(&input, 1, kMatchShownMilliseconds);
    el_cursor(editor, back);
  }
  return CC_REFRESH;
}

// Tab: what all the names have in common; if that is nothing new, the list of them.
unsigned char on_tab(EditLine*, int) {
  std::string_view text = text_before_cursor();
  std::size_t begin = answers ? std::string_view::npos : text.find_last_of(kWordBreaks);
  std::string word(text.substr(begin == std::string_view::npos ? 0 : begin + 1));
  std::vector<std::string> names;
  if (answers)
    std::copy_if(answers->begin(), answers->end(), std::back_inserter(names),
                 [&](const std::string& a) { return a.starts_with(word); });
  else
    names = callbacks->completions(word);
  if (names.empty()) return CC_ERROR;
  std::string common = names.front();
  for (const std::string& name : names)
    common.resize(static_cast<std::size_t>(
        std::mismatch(common.begin(), common.end(), name.begin(), name.end()).first -
        common.begin()));
  if (names.size() == 1) common += ' ';
  if (common.size() > word.size()) {
    el_deletestr(editor, characters(word));
    el_insertstr(editor, common.c_str());
    return CC_REFRESH;
  }
  std::fputc('\n', stdout);
  for (const std::string& name : names) std::printf("%s  ", name.c_str());
  std::fputc('\n', stdout);
  return CC_REDISPLAY;
}

}  // namespace

bool LineEditor::is_available() { return true; }

LineEditor::LineEditor(Callbacks given, std::string history_file)
    : history_file_(std::move(history_file)) {
  callbacks = new Callbacks(std::move(given));
  std::setlocale(LC_CTYPE, "");
  editor = el_init("winnow", stdin, stdout, stderr);
  history_list = history_init();
  HistEvent event;
  history(history_list, &event, H_SETSIZE, kHistoryEntries);
  history(history_list, &event, H_SETUNIQUE, 1);
  if (!history_file_.empty()) history(history_list, &event, H_LOAD, history_file_.c_str());
  el_set(editor, EL_PROMPT, give_prompt);
  el_set(editor, EL_EDITOR, "emacs");
  el_set(editor, EL_HIST, history, history_list);
  el_set(editor, EL_ADDFN, "winnow-enter", "Go on while something is open", on_enter);
  el_set(editor, EL_ADDFN, "winnow-close", "Show the matching parenthesis", on_close);
  el_set(editor, EL_ADDFN, "winnow-complete", "Complete a name", on_tab);
  for (const char* key : {"^M", "^J"}) el_set(editor, EL_BIND, key, "winnow-enter", nullptr);
  el_set(editor, EL_BIND, ")", "winnow-close", nullptr);
  el_set(editor, EL_BIND, "^I", "winnow-complete", nullptr);
  el_set(editor, EL_BIND, "^R", "em-inc-search-prev", nullptr);
}

LineEditor::~LineEditor() {
  HistEvent event;
  if (!history_file_.empty()) history(history_list, &event, H_SAVE, history_file_.c_str());
  history_end(history_list);
  el_end(editor);
  delete callbacks;
  callbacks = nullptr;
}

LineEditor::Outcome LineEditor::ask(const std::string& prompt,
                                    const std::vector<std::string>& given, std::string& text) {
  answers = &given;
  Outcome outcome = read(prompt, text);
  answers = nullptr;
  return outcome;
}

LineEditor::Outcome LineEditor::read(const std::string& prompt, std::string& text) {
  prompt_text = prompt;
  int count = 0;
  const char* line = el_gets(editor, &count);
  if (callbacks->take_interrupt()) {
    std::fputs("\n", stdout);
    el_reset(editor);
    return Outcome::Interrupted;
  }
  if (!line || count <= 0) {
    std::fputs("\n", stdout);
    return Outcome::End;
  }
  text.assign(line, static_cast<std::size_t>(count));
  while (!text.empty() && text.back() == '\n') text.pop_back();
  if (!answers && text.find_first_not_of(" \t\n") != std::string::npos) {
    HistEvent event;
    history(history_list, &event, H_ENTER, text.c_str());
  }
  return Outcome::Text;
}

}  // namespace winnow

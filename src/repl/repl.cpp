#include "repl/repl.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <memory>
#include <string_view>

#include "core/condition.hpp"
#include "core/list.hpp"
#include "core/string.hpp"
#include "repl/completion.hpp"
#include "repl/line_editor.hpp"
#include "text/streams/file_stream.hpp"

namespace winnow {

namespace {

std::string history_file() {
  const char* xdg = std::getenv("XDG_STATE_HOME");
  const char* home = std::getenv("HOME");
  if (xdg && *xdg) return std::string(xdg) + "/winnow/history";
  return home ? std::string(home) + "/.local/state/winnow/history" : "";
}

class Repl {
 public:
  Repl(Interpreter& lisp, const SessionOptions& options)
      : lisp_(lisp),
        options_(options),
        in_(static_cast<FileStream&>(lisp.stream(lisp.standard_input()))),
        out_(lisp.stream(lisp.standard_output())),
        is_terminal_(isatty(0) != 0),
        color_(wants_color(options, 1)) {
    interrupt_type_ = structure_type_named(lisp.heap, lisp.symbols.intern("INTERRUPTED"));
  }

  void run() {
    for (const char* name : {"*", "**", "***", "+", "++", "+++", "/", "//", "///", "-"}) {
      Symbol* s = as<Symbol>(lisp_.symbols.intern(name));
      s->header.flags |= Symbol::kSpecial;
      s->value = nil();
    }
    const char* terminal = std::getenv("TERM");
    bool editor = is_terminal_ && isatty(1) != 0 && LineEditor::is_available() && terminal &&
                  std::string_view(terminal) != "dumb";
    if (editor) install_editor();
    if (is_terminal_ && !options_.quiet)
      out_.write(
          "Winnow, a small Lisp with game search built in. (help) tells more, (quit) or Ctrl-D "
          "leaves.\n");
    lisp_.on_error = [this](Value condition) { tell(condition); };
    while (!lisp_.quitting && !ended_) {
      lisp_.vm.guarded([this] { step(); });
    }
  }

 private:
  // One form: read, evaluated, printed.
  void step() {
    if (is_terminal_ && !editor_) {
      out_.fresh_line();
      out_.write(prompt());
    }
    lisp_.current_form = nil();
    lines_.clear();
    Reader reader(lisp_.heap, in_, lisp_.reader_options(&lines_));
    Value form = read_form(reader);
    if (form == kEndOfFile) {
      ended_ = true;
      if (is_terminal_ && !editor_) out_.put('\n');
      return;
    }
    drop_line_end();
    if (is_terminal_) out_.set_column(0);
    set("-", form);
    lisp_.vm.value_count = 1;
    Value value = lisp_.eval_in(form, nil(), &lines_);
    Value all =
        lisp_.vm.value_count == 1 ? lisp_.heap.cons(value, nil()) : lisp_.vm.values_list(value);
    out_.fresh_line();
    for (Value v = all; is_cons(v); v = cdr(v)) {
      lisp_.print(car(v), out_, true);
      out_.put('\n');
    }
    if (!is_terminal_) out_.flush();
    shift("*", "**", "***", value);
    shift("+", "++", "+++", form);
    shift("/", "//", "///", all);
  }

  // What ends the line of a form is no line for a program that reads one.
  void drop_line_end() {
    while (in_.ready() && (in_.peek() == ' ' || in_.peek() == '\t')) in_.get();
    if (in_.ready() && in_.peek() == '\n') in_.get();
  }

  // Forms come through the line editor; what a program reads itself does not, as it has a prompt of
  // its own.
  Value read_form(Reader& reader) {
    struct Edited {
      FileStream& in;
      Edited(FileStream& s, const std::function<bool(std::string&)>& input) : in(s) {
        in.refill = input;
      }
      ~Edited() { in.refill = nullptr; }
    } edited(in_, edited_input_);
    return reader.read();
  }

  std::string prompt() const { return lisp_.dialect().is_maclisp ? "maclisp> " : "winnow> "; }

  void set(const char* name, Value v) { as<Symbol>(lisp_.symbols.intern(name))->value = v; }
  Value get(const char* name) { return as<Symbol>(lisp_.symbols.intern(name))->value; }
  void shift(const char* first, const char* second, const char* third, Value v) {
    set(third, get(second));
    set(second, get(first));
    set(first, v);
  }

  // An error that nobody handled: what, where, a hint. The calls are kept for (backtrace).
  void tell(Value condition) {
    out_.flush();
    Stream& err = lisp_.stream(lisp_.standard_error());
    err.set_column(is_terminal_ ? out_.column() : 0);
    err.fresh_line();
    if (is_instance(condition, interrupt_type_)) {
      err.write("; Interrupted\n");
    } else {
      Interpreter::Place where = lisp_.place();
      std::string hint = lisp_.hint(condition);
      err.write(color_ ? "\033[31m" : "");
      err.write("Error: " + lisp_.report(condition));
      err.write(color_ ? "\033[0m\n" : "\n");
      if (where.line > 0) err.write("  at " + where.text() + "\n");
      if (std::string line = where.excerpt(); !line.empty()) err.write("  " + line + "\n");
      if (!hint.empty()) err.write("  hint: " + hint + "\n");
    }
    std::string calls = lisp_.backtrace(40);
    set("*LAST-BACKTRACE*", make_string(lisp_.heap, calls));
    if (is_terminal_ && !told_of_backtrace_ && std::count(calls.begin(), calls.end(), '\n') > 1) {
      err.write("  (backtrace) shows the calls\n");
      told_of_backtrace_ = true;
    }
    if (!editor_ && is_terminal_) in_.drop_input();
    out_.set_column(0);
  }

  void install_editor() {
    LineEditor::Callbacks callbacks;
    callbacks.is_incomplete = [this](const std::string& text) {
      return is_incomplete(text, lisp_.dialect());
    };
    callbacks.completions = [this](const std::string& prefix) {
      return completions(lisp_, prefix);
    };
    callbacks.take_interrupt = [this] { return lisp_.vm.take_interrupt_request(); };
    std::filesystem::path history = history_file();
    std::error_code ignored;  // a history that cannot be kept is no reason not to start
    std::filesystem::create_directories(history.parent_path(), ignored);
    editor_ = std::make_unique<LineEditor>(std::move(callbacks), history);
    edited_input_ = [this](std::string& buffer) {
      std::optional<std::string> text =
          typed([this](std::string& line) { return editor_->read(prompt(), line); });
      if (text) buffer += *text + "\n";
      return text.has_value();
    };
    lisp_.ask_user = [this](const std::string& question, const std::vector<std::string>& answers) {
      return typed([&](std::string& line) { return editor_->ask(question, answers, line); });
    };
  }

  // What READ lets the user type; an interrupt only drops the line.
  template <class Read>
  std::optional<std::string> typed(Read read) {
    for (;;) {
      std::string text;
      lisp_.flush_all();
      out_.set_column(0);
      switch (read(text)) {
        case LineEditor::Outcome::End: return std::nullopt;
        case LineEditor::Outcome::Interrupted: continue;
        case LineEditor::Outcome::Text: return text;
      }
    }
  }

  Interpreter& lisp_;
  const SessionOptions& options_;
  FileStream& in_;
  Stream& out_;
  bool is_terminal_;
  bool color_;
  bool ended_ = false;
  bool told_of_backtrace_ = false;
  Value interrupt_type_;
  SourceMap lines_;
  std::unique_ptr<LineEditor> editor_;
  std::function<bool(std::string&)> edited_input_;  // empty without an editor
};

}  // namespace

void run_repl(Interpreter& lisp, const SessionOptions& options) { Repl(lisp, options).run(); }

}  // namespace winnow

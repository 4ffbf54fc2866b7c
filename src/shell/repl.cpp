#include "shell/repl.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string_view>

#include "data/package.hpp"
#include "data/string.hpp"
#include "data/structure_type.hpp"
#include "heap/condition.hpp"
#include "heap/list.hpp"
#include "host/terminal.hpp"
#include "shell/completion.hpp"
#include "shell/line_editor.hpp"
#include "shell/piped_form.hpp"
#include "text/print_limits.hpp"
#include "text/streams/file_stream.hpp"

namespace winnow {

namespace {

Value values_of(Interpreter& lisp, Value first) {
  return lisp.vm.value_count == 1 ? lisp.heap.cons(first, nil()) : lisp.vm.values_list(first);
}

class Repl {
 public:
  Repl(Interpreter& lisp, const SessionOptions& options, Signals& signals, History* history)
      : lisp_(lisp),
        signals_(signals),
        history_(history),
        in_(static_cast<FileStream&>(lisp.standard.input())),
        out_(lisp.standard.output()),
        is_terminal_(isatty(0) != 0),
        color_(wants_color(options, 1)),
        drawing_(options.plain_editor ? LineEditor::Drawing::Plain
                 : color_             ? LineEditor::Drawing::OwnInColor
                                      : LineEditor::Drawing::Own),
        typed_(lisp.dialect()) {
    interrupt_type_ = structure_type_named(lisp.heap, lisp.symbols.intern("INTERRUPTED"));
  }

  void run(bool greets) {
    lisp_.warnings.style = style();
    if (is_terminal_)
      install_editor();
    else
      lisp_.piped_form = std::make_unique<PipedForm>(in_, lisp_.dialect());
    if (is_terminal_ && greets)
      lisp_.vm.guarded([this] {
        lisp_.vm.call(lisp_.symbols.intern("WRITE-WRAPPED"),
                      {make_string(lisp_.heap,
                                   "Winnow, a Common Lisp with game search built in.\n"
                                   "(help) tells more, (quit) or Ctrl-D leaves.\n")});
      });
    auto as_before = std::exchange(lisp_.diagnostics.on_error,
                                   [this](Value condition) { report_error(condition); });
    FormSource source{[this](LoadedForm& place) { return read(place); }, &lines_};
    FormSink sink{[this](Value form) {
                    lisp_.warnings.style = style();
                    return lisp_.warnings.in_unit(false, [&] { return lisp_.toplevel.eval(form); });
                  },
                  [this](Value form, Value value) { print(form, value); }};
    while (!lisp_.quitting && !ended_)
      lisp_.vm.guarded([&] {
        lisp_.loader.run_forms(source, sink);
        ended_ = true;
      });
    lisp_.diagnostics.on_error = as_before;
    lisp_.piped_form.reset();
  }

 private:
  Value read(LoadedForm& place) {
    lisp_.loaded.forget();
    lines_.clear();
    Value form = read_form();
    if (form == kEndOfFile) return form;
    drop_line_end();
    if (is_terminal_) out_.set_column(0);
    set(Sym::minus, form);
    // Functions keep the typed text that defines them as their source, if there is a terminal.
    if (is_terminal_) place.source = lisp_.heap.cons(make_string(lisp_.heap, typed_.text()), nil());
    place.at = lines_.position_of(form);
    return form;
  }

  void print(Value form, Value value) {
    lisp_.loaded.forget();
    Value all = print_values(lisp_, value, is_terminal_);
    if (!is_terminal_) out_.flush();
    shift(Sym::star, Sym::star_2, Sym::star_3, value);
    shift(Sym::plus, Sym::plus_2, Sym::plus_3, form);
    shift(Sym::slash, Sym::slash_2, Sym::slash_3, all);
  }

  // Skips the rest of a form's line, so that a program that calls READ-LINE gets the next line.
  void drop_line_end() {
    while (in_.ready() && (in_.peek() == ' ' || in_.peek() == '\t')) in_.get();
    if (in_.ready() && in_.peek() == '\n') in_.get();
  }

  // Forms are read through the line editor. Input that a program reads is not, since the program
  // prints its own prompt.
  Value read_form() {
    struct Edited {
      Repl& repl;
      explicit Edited(Repl& r) : repl(r) {
        repl.reading_ = true;
        repl.in_.is_edited = repl.editor_ != nullptr;
      }
      ~Edited() {
        repl.reading_ = false;
        repl.in_.is_edited = false;
      }
    } edited(*this);
    if (!in_.ready()) {
      if (is_terminal_) in_.drop_input();
      begin_text();
    }
    if (lisp_.piped_form) {
      lisp_.piped_form->begin(lisp_.dialect());
      if (std::exchange(at_begin_, false) && in_.peek() == '#') skip_script_line(in_);
    }
    Reader reader(lisp_.text, in_, &lines_);
    return lisp_.loader.read_form(reader, false, [this] {
      while (in_.ready() && (in_.peek() == ' ' || in_.peek() == '\t')) in_.get();
      // A name alone on its line is a variable.
      return !in_.ready() || in_.peek() == '\n';
    });
  }

  void begin_text() {
    typed_ = Nesting(lisp_.dialect());
    in_.set_line(1);
  }
  std::string prompt() const {
    return (lisp_.dialect().is_old() ? std::string(lisp_.dialect().name()) : "winnow") + "> ";
  }
  // As wide as the prompt; shows the number of open parentheses, or the missing delimiter.
  std::string continuation_prompt(const std::string& mark) const {
    const std::string end = mark + "> ";
    std::size_t width = prompt().size();
    return std::string(width - std::min(width, end.size()), ' ') + end;
  }

  void set(Sym name, Value v) {
    lisp_.heap.store(as<Symbol>(lisp_.symbols.symbol(name))->value, v);
  }
  Value get(Sym name) { return as<Symbol>(lisp_.symbols.symbol(name))->value; }
  void shift(Sym first, Sym second, Sym third, Value v) {
    set(third, get(second));
    set(second, get(first));
    set(first, v);
  }

  Diagnostics::ErrorStyle style() const {
    Diagnostics::ErrorStyle style;
    style.at_prompt = true;
    style.has_color = color_ && !lisp_.standard.is_recording();  // the record has carets
    if (std::size_t width = terminal_width(); width > 0) {
      style.width = width - 1;
      style.fills_lines = true;
    }
    return style;
  }

  // The place of CONDITION, an error of the reader, is in the text that has been typed so far.
  void note_typed_text(Value condition) {
    lisp_.loaded.forget(lisp_.heap.cons(make_string(lisp_.heap, typed_.text()), nil()), {1, 0});
    lisp_.diagnostics.note_signal(condition);
  }

  // Reports an unhandled condition. The frames still exist, so the backtrace shows them.
  void report_error(Value condition) {
    Stream& err = lisp_.standard.error();
    lisp_.standard.begin_message(err);
    if (is_instance(condition, interrupt_type_)) {
      std::string text = lisp_.diagnostics.message(condition);
      err.write(text == "Interrupted" ? lisp_.diagnostics.interrupt_text(style())
                                      : lisp_.diagnostics.filled("; " + text + "\n", 2, style()));
    } else {
      lisp_.warnings.style = style();
      if (reading_ && is_terminal_) note_typed_text(condition);
      std::string text = lisp_.diagnostics.error_text(condition, style());
      lisp_.warnings.print_collected(text);
      err.write(text);
    }
    std::string calls = lisp_.diagnostics.backtrace(40);
    set(Sym::star_last_backtrace, make_string(lisp_.heap, calls));
    // The rest of the text is dropped, since the error may have occurred inside a form.
    if (is_terminal_) in_.drop_input();
    if (lisp_.piped_form && reading_) lisp_.piped_form->skip_rest();
    begin_text();
    if (editor_ && reading_) editor_->drop_input();
    out_.set_column(0);
  }

  void install_editor() {
    LineEditor::Callbacks callbacks;
    callbacks.complete = [this](const std::string& line) {
      if (answers_) return completion_among(*answers_, line);
      return completion_of(lisp_, typed_, line);
    };
    callbacks.take_interrupt = [this] { return lisp_.vm.take_interrupt_request(); };
    callbacks.is_complete = [this](const std::string& text) {
      return answers_ || !typed_with(text).is_open();
    };
    callbacks.indentation = [this](const std::string& text) {
      return indentation_after(typed_with(text));
    };
    callbacks.view = [this](const std::string& text, std::size_t point) {
      return answers_ ? TypedForm() : view(text, point);
    };
    if (history_) {
      editor_ = make_line_editor(std::move(callbacks), drawing_);
      if (!history_->trouble().empty()) lisp_.warnings.warn(history_->trouble());
      if (history_->dropped() > 0)
        lisp_.warnings.warn("the history was too long: its oldest " +
                            std::to_string(history_->dropped()) + " entries were removed");
      for (const std::string& entry : history_->entries()) editor_->remember(entry);
      if (!history_->entries().empty()) last_entry_ = history_->entries().back();
    } else {
      editor_ = make_plain_editor(std::move(callbacks));
    }
    lisp_.typed_line = [this] { return typed_line(); };
    lisp_.ask_user = [this](const std::string& question, const std::vector<std::string>* answers) {
      answers_ = answers;
      struct Forget {
        const std::vector<std::string>*& answers;
        ~Forget() { answers = nullptr; }
      } forget{answers_};
      if (!answers) begin_text();
      using Answer = Interpreter::Answer;
      for (;;) {
        std::string text;
        switch (read_line(question, "", text)) {
          case LineEditor::Outcome::End: return Answer{Answer::End, ""};
          case LineEditor::Outcome::Interrupted:
            if (answers) continue;
            signals_.count_interrupt();
            return Answer{Answer::Interrupted, ""};
          case LineEditor::Outcome::Text:
            if (!answers) remember(text);
            return Answer{Answer::Line, text};
        }
      }
    };
  }

  // The form that is being typed, with the text MORE.
  Nesting typed_with(std::string_view more) const {
    Nesting all = typed_;
    all.add(more);
    return all;
  }

  std::size_t indentation_after(const Nesting& typed) {
    return typed.indentation([this](std::string_view op) { return has_body(op); });
  }

  // How TEXT, which follows the lines typed before, is shown with the cursor at POINT.
  TypedForm view(const std::string& text, std::size_t point) {
    Highlighting shown = highlighting(typed_, text, point);
    TypedForm form;
    form.classes = std::move(shown.classes);
    for (const std::string& mark : shown.marks) form.prompts.push_back(continuation_prompt(mark));
    Nesting before = typed_with(std::string_view(text).substr(0, point));
    if (before.in_code() && before.is_open()) add_arguments(form, before);
    return form;
  }

  // Adds to FORM the parameters of the innermost operator of BEFORE, the text up to the cursor.
  void add_arguments(TypedForm& form, const Nesting& before) {
    Value opens = nil();
    const std::vector<std::size_t> positions = before.open_positions();
    const std::string_view text = before.text();
    for (auto p = positions.rbegin(); p != positions.rend(); ++p) {
      std::size_t characters = unicode::decode_all(text.substr(0, *p)).size();
      opens = lisp_.heap.cons(fixnum(static_cast<std::int64_t>(characters)), opens);
    }
    Value found = nil();
    lisp_.vm.attempt([&] {
      found = lisp_.vm.call(lisp_.symbols.symbol(Sym::argument_line),
                            {make_string(lisp_.heap, text), opens});
    });
    if (is_nil(found)) return;
    std::u32string line = text_of(as<String>(car(found)));
    auto bytes_before = [&](Value position) {
      auto count = static_cast<std::size_t>(position.fixnum());
      return unicode::encode_all(std::u32string_view(line).substr(0, count)).size();
    };
    form.arguments = unicode::encode_all(line);
    form.argument_begin = bytes_before(second(found));
    form.argument_end = bytes_before(third(found));
  }

  LineEditor::Outcome read_line(const std::string& prompt, const std::string& start,
                                std::string& text) {
    lisp_.flush_all();
    out_.set_column(0);
    LineEditor::Outcome outcome = editor_->read(prompt, start, text);
    if (outcome == LineEditor::Outcome::Interrupted) signals_.drop_interrupt();
    if (lisp_.standard.is_recording()) lisp_.standard.record(as_shown(prompt, text) + "\n");
    return outcome;
  }

  // PROMPT and TEXT as the terminal shows them: a form of several lines with a prompt for each line.
  std::string as_shown(const std::string& prompt, const std::string& text) {
    std::string shown = prompt;
    std::size_t line = 0;
    const std::vector<std::string> marks =
        answers_ ? std::vector<std::string>() : highlighting(typed_, text, text.size()).marks;
    for (char c : text) {
      shown += c;
      if (c == '\n' && line < marks.size()) shown += continuation_prompt(marks[line++]);
    }
    return shown;
  }

  // A line of the form being typed; an interrupt drops all of that form.
  std::optional<std::string> typed_line() {
    bool continues = typed_.is_open();
    if (!continues) {
      begin_text();
      out_.fresh_line();  // cleanups may have printed after an error was reported
    }
    // Lines that arrive together, as Emacs sends them, get no prompt between them.
    bool sent_together = continues && terminal_input_waits(0);
    std::string indentation;
    if (continues && !sent_together) indentation.assign(indentation_after(typed_), ' ');
    std::string text;
    const LineEditor::Outcome outcome =
        read_line(sent_together ? ""
                  : continues   ? continuation_prompt(typed_.continuation_mark())
                                : prompt(),
                  indentation, text);
    signals_.begin_form();
    switch (outcome) {
      case LineEditor::Outcome::End: return std::nullopt;
      case LineEditor::Outcome::Interrupted:
        // An interrupted form stays available in the history.
        if (continues) editor_->remember(typed_.text());
        editor_->drop_input();
        lisp_.vm.abort();
      case LineEditor::Outcome::Text: break;
    }
    if (!continues && performs_command(text)) return "";
    if (continues && text.find_first_not_of(" \t") == std::string::npos) report_open_delimiter();
    typed_.add(text);
    if (!typed_.is_open()) remember(typed_.text());
    typed_.add("\n");
    return text;
  }

  // Performs TEXT if it is a word such as help or :q (lib/tools/prompt-commands.lisp).
  bool performs_command(const std::string& text) {
    bool is_command = !is_nil(lisp_.vm.call(lisp_.symbols.symbol(Sym::perform_command_line),
                                            {make_string(lisp_.heap, text)}));
    if (is_command) remember(text);
    return is_command;
  }

  void report_open_delimiter() {
    std::string what = typed_.awaited() == '"'   ? "a string is open"
                       : typed_.awaited() == '|' ? "a |symbol| is open"
                       : typed_.awaited() == '#' ? "a #| comment is open"
                       : typed_.depth() == 1
                           ? "a parenthesis is open"
                           : std::to_string(typed_.depth()) + " parentheses are open";
    out_.write("; " + what + "; Ctrl-C drops what was typed\n");
  }

  void remember(const std::string& entry) {
    if (!history_ || entry.find_first_not_of(" \t\n") == std::string::npos || entry == last_entry_)
      return;
    editor_->remember(entry);
    history_->add(entry);
    last_entry_ = entry;
  }

  // Does the operator NAME take a body, which is indented by two columns?
  bool has_body(std::string_view name) {
    std::u32string text = unicode::decode_all(name);
    for (char32_t& c : text) c = unicode::upcase(c);
    Value symbol = find_symbol(lisp_.symbols.current_package(), text).symbol;
    if (symbol == kAbsent) return false;
    if (is_special_form(symbol))
      return std::string_view(special_form_info(symbol).arguments).find("&body") !=
             std::string::npos;
    Value f = as_symbol(symbol)->function;
    return has_type(f, Type::Macro) &&
           memq(lisp_.symbols.symbol(Sym::body), as<Macro>(f)->lambda_list);
  }

  Interpreter& lisp_;
  Signals& signals_;
  History* history_;  // null if lines cannot be edited
  FileStream& in_;
  Stream& out_;
  bool is_terminal_;
  bool color_;
  LineEditor::Drawing drawing_;
  bool ended_ = false;
  bool reading_ = false;
  Value interrupt_type_;
  SourceMap lines_;
  Nesting typed_;  // the lines of the form that is being typed
  std::unique_ptr<LineEditor> editor_;
  bool at_begin_ = true;  // no form has been read yet
  std::string last_entry_;
  const std::vector<std::string>* answers_ = nullptr;  // to the question being asked; else null
};

}  // namespace

Value print_values(Interpreter& lisp, Value value, bool is_shortened) {
  Value all = values_of(lisp, value);
  Value most = as<Symbol>(lisp.symbols.symbol(Sym::star_prompt_limit))->value;
  bool has_limit = most.is_fixnum() && most.fixnum() > 0;
  bool is_cut = false;
  Stream& out = lisp.standard.output();
  out.fresh_line();
  for (Value rest = all; is_cons(rest); rest = cdr(rest)) {
    if (!has_limit)
      lisp.print(car(rest), out, true);
    else if (is_shortened)
      is_cut |= print_shortened(lisp.text, out, car(rest), static_cast<std::size_t>(most.fixnum()));
    else
      print_with_labels_if_circular(lisp.text, out, car(rest));
    out.put('\n');
  }
  if (is_cut) out.write("; cut short: (setq *prompt-limit* nil) shows all of a value\n");
  return all;
}

bool edits_lines() { return isatty(0) != 0 && isatty(1) != 0 && !terminal_is_dumb(); }

void run_repl(Interpreter& lisp, const SessionOptions& options, Signals& signals, History* history,
              bool greets) {
  Repl(lisp, options, signals, history).run(greets);
}

}  // namespace winnow

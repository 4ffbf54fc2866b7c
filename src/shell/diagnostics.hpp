// Texts about conditions for the user: report, place in the source, hint and backtrace.
#pragma once

#include <functional>
#include <string>

#include "compiler/compiler.hpp"
#include "data/source_map.hpp"
#include "heap/roots.hpp"
#include "shell/host_files.hpp"
#include "text/printer.hpp"
#include "text/text_system.hpp"
#include "vm/vm.hpp"

namespace winnow {

struct SourcePlace {
  Value form = nil();
  // The name of its file; a list of a text and, unless it was typed at the prompt, its name; or NIL.
  Value source = nil();
  SourcePosition at;  // of the first character of the form
  const SourceMap* lines = nullptr;
  bool is_sealed = false;    // is the source a sealed file of the library?
  bool is_compiled = false;  // was the source written by COMPILE-FILE, which warned of it?
  Value specials = kAbsent;  // see CompilerOptions
  std::ptrdiff_t frame = 0;  // the number of frames that were active when the source was opened
};

// The form that is being loaded or evaluated, and its place in the source.
struct LoadedForm : RootSet, SourcePlace {
  using RootSet::RootSet;
  void mark(Heap& heap) override {
    for (Value* v : {&form, &source, &specials}) heap.mark_range(v, 1);
  }
  // Forgets the form, so that messages do not show it; they name a place of NEW_SOURCE.
  void forget(Value new_source = nil(), SourcePosition place = {}) {
    form = nil();
    source = new_source;
    at = place;
  }
  // Restores the place on every exit.
  class Saved {
   public:
    explicit Saved(LoadedForm& loaded) : loaded_(loaded), before_(loaded) {}
    ~Saved() { loaded_ = before_; }
    Saved(const Saved&) = delete;
    Saved& operator=(const Saved&) = delete;

   private:
    SourcePlace& loaded_;
    SourcePlace before_;
  };
};

class Diagnostics {
 public:
  Diagnostics(Vm& vm, TextSystem& text, const HostFiles& host_files, const LoadedForm& loaded)
      : vm_(vm),
        heap_(vm.heap()),
        text_(text),
        host_files_(host_files),
        loaded_(loaded),
        report_errors_(vm.heap()) {}

  // FORMAT: writes CONTROL, a string, on OUT with the list ARGUMENTS.
  void format(Stream& out, Value control, Value arguments);
  // The report of CONDITION, without its place.
  std::string report(Value condition);
  // The same, or what the program's method of PRINT-OBJECT for CONDITION writes.
  std::string shown(Value condition);
  // The same for error messages: if the report itself fails, a text that says so.
  std::string message(Value condition);
  // How an error is rendered. A script's message begins with the place, "FILE:LINE:COLUMN: error: ",
  // and ends with the top-level form; the prompt's begins with "Error: ".
  struct ErrorStyle {
    bool at_prompt = false;
    bool has_color = false;
    std::size_t width = 79;    // columns that the excerpt may use
    bool fills_lines = false;  // all lines are broken at spaces to WIDTH, as the terminal needs
  };
  // TEXT with its lines broken as STYLE wants; further lines are indented by HANG more columns.
  std::string filled(const std::string& text, std::size_t hang, const ErrorStyle& style);
  // The complete message for CONDITION: place, report, source lines, hint, clause and form.
  std::string error_text(Value condition, const ErrorStyle& style);
  // A position in a text.
  struct Place {
    std::string file;   // its name, such as "-e 1"; "" for text typed at the prompt
    std::string typed;  // the whole text; "" for that of a file
    SourcePosition at;
    std::string line_text() const { return file + ":" + std::to_string(at.line); }
    // "FILE:LINE:COLUMN", or "FILE:LINE" if the column is not known.
    std::string text() const {
      return line_text() + (at.column > 0 ? ":" + std::to_string(at.column) : "");
    }
    // The same before a message, with ": "; "" for text typed at the prompt or unknown.
    std::string prefix() const { return at && !file.empty() ? text() + ": " : ""; }
  };
  // The texts for a condition (lib/tools/explanations.lisp): the message, or "" for the
  // report of the condition; the place of the expression to mark; a hint, or "".
  struct Explanation {
    std::string message;
    SourcePosition at;
    std::string hint;
    std::string expansion;  // the line "in the expansion of MACRO: ...", or ""
  };
  // REPORT: that of CONDITION. WHERE: its place. TEXT: the text that contains it, or "".
  // A warning describes a CONDITION that would be signalled.
  Explanation explain(Value condition, const std::string& report, const Place& where,
                      const std::string& text, bool is_warning = false);
  // Records in CONDITION that it is signalled here: the place of the form being compiled, else of
  // the innermost call whose code has a source, else of the form being loaded. The place is decoded
  // on demand, since most errors are handled without a message.
  void note_signal(Value condition);
  // The place where CONDITION was last signalled; unknown if it was not.
  Place place(Value condition) const;
  // The parts of a message about CONDITION.
  struct Description {
    std::string report;
    Place where;         // the expression to mark
    std::string source;  // the text that contains it, or ""
    Explanation explanation;
  };
  Description describe(Value condition);
  // The place of AT in SOURCE (see LoadedForm).
  static Place place_in(Heap& heap, Value source, SourcePosition at);
  // The text that contains WHERE; "" if it cannot be read.
  std::string text_of(const Place& where) const;
  // The top-level form that defined FUNCTION, a function or macro: its place, and its text, or "" if
  // the source can no longer be read.
  struct Definition {
    Place place;
    std::string text;
  };
  Definition definition(Value function) const;

  // FRAME as a call with its arguments, such as "(F 1 2)".
  std::string call_text(const Frame* frame);
  // The expression that FRAME executes, marked in its source line; "" if the source cannot be read.
  std::string excerpt_of(const Frame* frame, const ErrorStyle& style) const;
  // The message for an interrupt of the user: it names the innermost call of a user's function.
  std::string interrupt_text(const ErrorStyle& style);
  // The active calls, innermost first, at most LIMIT, one per line (backtrace.cpp). A longer
  // backtrace is shortened by folding recursion.
  std::string backtrace(std::size_t limit);
  // How many tail calls have replaced the function that FRAME called, and its name; or "".
  std::string tail_calls_text(const Frame* frame);
  // "the clause (:PLAY position move) of GAME" if such a clause of DEFINE-GAME is active, else "".
  std::string clause_under_way();

  // Passes an unhandled condition to on_error. An error during the report is recorded and aborts
  // the report, so that message() can mention it.
  void report_unhandled(Value condition);
  std::function<void(Value condition)> on_error;

 private:
  // Runs BODY and returns true; returns false if a condition that it does not handle ended it, which
  // is not reported.
  bool without_reports(const std::function<void()>& body);
  // V as PRIN1 prints it, cut to a readable length.
  std::string to_text(Value v);
  std::string form_text(Value form);
  std::string label(Value condition, const ErrorStyle& style) const;
  std::string called_name(const Frame* frame);
  std::string call_text(const Frame* frame, const std::string& name);

  Vm& vm_;
  Heap& heap_;
  TextSystem& text_;
  const HostFiles& host_files_;
  const LoadedForm& loaded_;
  bool reporting_ = false;     // conditions that are not handled end what is done, without a report
  ValueVector report_errors_;  // errors during the report
};

// The place in the source that FRAME executes.
Diagnostics::Place place_of(const Vm& vm, const Frame* frame);
// Is FRAME a call, and one that a backtrace shows?
bool is_shown(const Vm& vm, const Frame* frame);
// The index of the instruction that FRAME executes.
std::uint32_t position_in_code(const Vm& vm, const Frame* frame);

}  // namespace winnow

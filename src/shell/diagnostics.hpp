// What is told of conditions: what they report, where the machine stands, which calls are under
// way, and what may have been meant.
#pragma once

#include <functional>
#include <string>

#include "compiler/compiler.hpp"
#include "heap/roots.hpp"
#include "shell/host_files.hpp"
#include "shell/loaded_form.hpp"
#include "text/printer.hpp"
#include "text/text_system.hpp"
#include "vm/vm.hpp"

namespace winnow {

class Diagnostics {
 public:
  // COMPILER knows the line being compiled.
  Diagnostics(Vm& vm, TextSystem& text, const HostFiles& host_files, const LoadedForm& loaded,
              const MacroCaller& compiler)
      : vm_(vm),
        heap_(vm.heap()),
        text_(text),
        host_files_(host_files),
        loaded_(loaded),
        compiler_(compiler),
        untold_(vm.heap()) {}

  // What CONDITION says, without place.
  std::string report(Value condition);
  // The same for those who tell of errors: if the report fails, that is what is said.
  std::string message(Value condition);
  // All there is to say of CONDITION, as a script does: several lines.
  std::string error_text(Value condition);
  // Advice on CONDITION, made from it and the form being loaded (lib/tools/hints.lisp); "" if none.
  std::string hint(Value condition);

  // File and line; line 0: unknown.
  struct Place {
    std::string file;   // "" for what was typed
    std::string typed;  // all that was typed with it; "" for what comes from a file
    int line = 0;
    std::string text() const { return file + ":" + std::to_string(line); }
  };
  // Where the machine stands: the innermost call of code that came from a text; failing that, the
  // form being compiled or loaded.
  Place place() const;
  // Line LINE of SOURCE, which is as in LoadedForm.
  static Place place_in(Heap& heap, Value source, int line);
  // The line at WHERE with its number; "" if it cannot be read.
  std::string excerpt(const Place& where) const;
  // The form at top level that FUNCTION, a function or macro, comes from (definition.cpp): where it
  // begins, and its text, "" if that cannot be had any more.
  struct Definition {
    Place place;
    std::string text;
  };
  Definition definition(Value function) const;

  // The calls under way, innermost first, at most LIMIT of them, one a line (backtrace.cpp). If
  // there are more, the rounds of a recursion are folded.
  std::string backtrace(std::size_t limit);
  // "the clause (:PLAY position move) of GAME" where one is under way; else "". It is called by
  // that list, as DEFINE-GAME names it.
  std::string clause_under_way();

  // Tells, by on_error, of a condition that nobody handled. What goes wrong meanwhile goes back to
  // the one who tells.
  void tell_unhandled(Value condition);
  std::function<void(Value condition)> on_error;

 private:
  // As PRIN1 prints V, but no longer than one may want to read.
  std::string to_text(Value v);
  std::string form_text(Value form);
  std::string called_name(const Frame* frame);
  std::string call_text(const Frame* frame);
  std::string call_text(const Frame* frame, const std::string& name);

  Vm& vm_;
  Heap& heap_;
  TextSystem& text_;
  const HostFiles& host_files_;
  const LoadedForm& loaded_;
  const MacroCaller& compiler_;
  bool telling_ = false;  // of a condition that nobody handled
  ValueVector untold_;    // conditions that came up meanwhile
};

// Where FRAME stands in its text.
Diagnostics::Place place_of(const Vm& vm, const Frame* frame);
// The word of its code at which FRAME stands.
std::uint32_t position_in_code(const Vm& vm, const Frame* frame);

}  // namespace winnow

// Warnings of the compiler: printed, signalled as conditions, or deferred.
//
// Deferred warnings are uses of functions, variables and types that may be undefined. A later form
// may define them, so they are reported at the end of the outermost text being loaded or of the
// form typed at the prompt (WITH-COMPILATION-UNIT joins several of these).
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <map>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "data/source_map.hpp"
#include "heap/condition.hpp"
#include "heap/heap.hpp"
#include "heap/roots.hpp"
#include "shell/diagnostics.hpp"

namespace winnow {

class DeferredWarnings {
 public:
  explicit DeferredWarnings(Heap& heap) : values_(heap), toplevel_(heap), defined_(heap) {}

  // The number of entries of each kind.
  struct Mark {
    std::size_t uses, toplevel, defined;
  };

  // A compilation unit. A nested unit is reported with the outermost one unless it is its OWN.
  class Unit {
   public:
    explicit Unit(DeferredWarnings& warnings, bool own = false)
        : warnings_(warnings), reports_(own || warnings.depth_ == 0), begin_(warnings.mark()) {
      ++warnings.depth_;
    }
    ~Unit() {
      --warnings_.depth_;
      if (reports_) warnings_.restore(begin_);
    }
    Unit(const Unit&) = delete;
    Unit& operator=(const Unit&) = delete;
    bool reports() const { return reports_; }
    std::size_t first() const { return begin_.uses; }

   private:
    DeferredWarnings& warnings_;
    bool reports_;
    Mark begin_;
  };
  bool in_unit() const { return depth_ > 0; }

  struct Use {
    std::size_t count;  // arguments of a call; kReference: #'name; kVariable; kType
    bool assigned;      // is the variable assigned in any use?
    SourcePosition at;  // of the first use
  };
  static constexpr std::size_t kReference = Upcalls::kReference;
  static constexpr std::size_t kVariable = kReference - 1;
  static constexpr std::size_t kType = kReference - 2;

  // Records that a function uses NAME, at the position in USE of SOURCE.
  void add(Value name, const Use& use, Value source);
  // Records that a top-level form assigns NAME, which makes it a variable.
  void add_toplevel_variable(Value name) { toplevel_.add(name); }
  bool is_toplevel_variable(Value name) const { return toplevel_.contains(name); }

  // Records that a file compiled in this unit defines the function NAME.
  void add_definition(Value name) { defined_.add(name); }
  bool is_defined_elsewhere(Value name) const { return defined_.contains(name); }

  std::size_t size() const { return uses_.size(); }
  // Removes the uses from number FIRST on.
  void forget_uses(std::size_t first);
  const Use& operator[](std::size_t i) const { return uses_[i]; }
  Value name(std::size_t i) const { return values_[2 * i]; }
  Value source(std::size_t i) const { return values_[2 * i + 1]; }

 private:
  // A set of names in order of insertion.
  class Names {
   public:
    explicit Names(Heap& heap) : all_(heap) {}
    void add(Value name) {
      if (set_.insert(name.bits).second) all_.push(name);
    }
    bool contains(Value name) const { return set_.contains(name.bits); }
    std::size_t size() const { return all_.size(); }
    void truncate(std::size_t size) {
      for (std::size_t i = size; i < all_.size(); ++i) set_.erase(all_[i].bits);
      all_.truncate(size);
    }

   private:
    ValueVector all_;  // keeps the symbols alive, so that addresses identify them
    std::set<std::uint64_t> set_;
  };

  Mark mark() const { return {uses_.size(), toplevel_.size(), defined_.size()}; }
  void restore(const Mark& mark);

  int depth_ = 0;
  std::vector<Use> uses_;  // one for each name and number of arguments
  ValueVector values_;     // name, source, name, source ...
  std::map<std::pair<std::uint64_t, std::size_t>, std::size_t> places_;  // by name and count
  Names toplevel_;
  Names defined_;
};

class Interpreter;

class Warnings {
 public:
  explicit Warnings(Interpreter& lisp);

  // Prints a warning without a place.
  void warn(const std::string& message);
  // Warn about the form being compiled, about the source at AT.
  void warn(const char* control, std::initializer_list<Value> arguments);
  void warn_at(SourcePosition at, const char* control, std::initializer_list<Value> arguments);
  // Warn about mistakes in the call FORM (lib/tools/call-checks.lisp), and that the program does not
  // use VARIABLE, which LIST at AT binds.
  void check_call(Value form);
  void note_unused(Value variable, Value list, SourcePosition at);
  // Warns that the form being compiled will signal CONDITION when it is evaluated.
  void warn_of(Value condition);
  // Runs BODY; compiler warnings are signalled, as COMPILE-FILE requires, or printed.
  Value signalling(bool signals, const std::function<Value()>& body);
  bool are_signalled() const { return signals_; }

  // Runs BODY as a compilation unit: undefined functions and variables in code that it compiles are
  // reported at its end or, if OWN is false, at the end of the outermost unit.
  Value in_unit(bool own, const std::function<Value()>& body);
  // Record a call of NAME with COUNT arguments, or a reference to #'NAME; a use of a free variable;
  // and a use of a type.
  void note_call(Value name, std::size_t count);
  void note_variable(Value name, bool assigned, bool at_toplevel);
  void note_type(Value name);
  // Records that a file that was compiled but not loaded defines the function NAME.
  void note_definition(Value name) { deferred_.add_definition(name); }

  // Prints all warnings about the forms so far, before the text ERROR is printed, except those about
  // the same mistake.
  void print_collected(const std::string& error);
  // The number of warnings that are not yet printed; prints and removes those from number FIRST on,
  // by place.
  std::size_t collected() const { return warnings_.size(); }
  void print_from(std::size_t first);
  // How warnings about typed text are shown.
  Diagnostics::ErrorStyle style;

 private:
  // A warning about the source at AT. MESSAGE and HINT are like those of an error.
  struct Warning {
    SourcePosition at;
    std::string message;
    std::string hint;
  };
  struct Text {
    std::size_t number;  // in the order in which their first warnings were added
    std::string content;
  };
  // A warning with the place of the expression to mark, and the text that contains it.
  struct Located {
    Diagnostics::Place where;
    std::string message;
    std::string hint;
    const Text* text;
  };
  using Texts = std::map<std::string, Text>;  // by the file's name, or by the typed text
  // Adds WARNING about SOURCE (see LoadedForm). PATH: the path to the expression to mark, in the
  // form at its position; NIL: the form itself.
  void add(ConditionKind kind, Warning warning, Value source, Value path = nil());
  void add_explained(ConditionKind kind, Value condition, SourcePosition at, Value source);
  // Adds FOUND, a list (MESSAGE PATH HINT) that a check in Lisp returned, about the source at AT.
  void add_found(Value found, SourcePosition at);
  bool is_repeated(SourcePosition at) const;
  SourcePosition marked(SourcePosition at, Value path, const std::string& text);
  std::vector<Located> take_from(std::size_t first, Texts& texts);
  // The source line of warnings that begin on the same line, with their expressions marked.
  std::string source_lines(std::span<const Located> same_line) const;
  bool defers() const;
  // Records USE of NAME in the form being compiled, unless that is of a compiled file.
  void defer(Value name, const DeferredWarnings::Use& use);
  Value deferred_condition(std::size_t i);
  void report_deferred(std::size_t first);

  Interpreter& lisp_;
  DeferredWarnings deferred_;
  std::vector<Warning> warnings_;  // that are not yet printed
  ValueVector places_;             // their sources and paths: source, path, source, path ...
  bool signals_ = false;
};

}  // namespace winnow

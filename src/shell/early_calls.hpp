// Calls of undefined names that later become macros. In Lisps that interpret a program form by
// form, as CLISP and the older Lisps do, a macro may be defined after its use. To allow that,
// functions that call the name are recompiled when the macro is defined.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "data/dialect.hpp"
#include "data/source_map.hpp"
#include "data/symbol.hpp"
#include "heap/heap.hpp"
#include "heap/roots.hpp"

namespace winnow {

// The function name that FORM, an expanded DEFUN, defines; otherwise kAbsent.
Value function_defined_by(const SymbolTable& symbols, Value form);

class EarlyCalls {
 public:
  explicit EarlyCalls(Heap& heap) : names_(heap), values_(heap) {}

  // The scope of one top-level form: the names recorded in it belong to that form.
  class Form {
   public:
    explicit Form(EarlyCalls& calls) : calls_(calls), first_(calls.names_.size()) {}
    ~Form() { calls_.names_.truncate(first_); }
    Form(const Form&) = delete;
    Form& operator=(const Form&) = delete;
    std::size_t first() const { return first_; }

   private:
    EarlyCalls& calls_;
    std::size_t first_;  // index of its first name
  };

  // Records that the form being compiled calls the undefined function NAME.
  void add(Value name) { names_.push(name); }

  struct Definition {
    Value form;      // (fset 'name ...)
    Value function;  // the function that it defined
    Value source;
    SourcePosition at;
    Dialect dialect;
  };
  // Stores DEFINITION with the names recorded in FORM.
  void keep(const Form& form, const Definition& definition);
  // Removes and returns the definitions that call NAME.
  std::vector<Definition> take(Value name);

 private:
  struct Place {
    SourcePosition at;
    Dialect dialect;
  };

  ValueVector names_;          // called by the forms being compiled
  ValueVector values_;         // groups of four: called name, form, function, source
  std::vector<Place> places_;  // one for each group
};

}  // namespace winnow

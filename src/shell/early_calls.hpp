// Functions that call by name what becomes a macro only later. Where texts are interpreted form by
// form, as CLISP and the older Lisps do, a macro may come after its use; so when it is defined,
// such functions are compiled anew.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "data/dialect.hpp"
#include "heap/heap.hpp"
#include "heap/roots.hpp"

namespace winnow {

class EarlyCalls {
 public:
  explicit EarlyCalls(Heap& heap) : names_(heap), values_(heap) {}

  // A form at top level that is compiled and run: what it calls meanwhile is its own.
  class Form {
   public:
    explicit Form(EarlyCalls& calls) : calls_(calls), first_(calls.names_.size()) {}
    ~Form() { calls_.names_.truncate(first_); }
    Form(const Form&) = delete;
    Form& operator=(const Form&) = delete;
    std::size_t first() const { return first_; }

   private:
    EarlyCalls& calls_;
    std::size_t first_;  // of its names
  };

  // The form being compiled calls NAME, which has no function yet.
  void add(Value name) { names_.push(name); }

  struct Definition {
    Value form;      // (fset 'name ...)
    Value function;  // that it made
    Value source;
    int line;
    Dialect dialect;
  };
  // DEFINITION came from FORM.
  void keep(const Form& form, const Definition& definition);
  // Takes out the definitions that call NAME.
  std::vector<Definition> take(Value name);

 private:
  struct Place {
    int line;
    Dialect dialect;
  };

  ValueVector names_;          // called by the forms under way
  ValueVector values_;         // name called, form, function, source; and again
  std::vector<Place> places_;  // one for each four
};

}  // namespace winnow

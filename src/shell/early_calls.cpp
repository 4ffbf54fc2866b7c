#include "shell/early_calls.hpp"

#include <algorithm>
#include <utility>

#include "heap/condition.hpp"
#include "heap/list.hpp"
#include "heap/object.hpp"
#include "shell/interpreter.hpp"

namespace winnow {

void EarlyCalls::keep(const Form& form, const Definition& d) {
  for (std::size_t i = form.first(); i < names_.size(); ++i) {
    for (Value v : {names_[i], d.form, d.function, d.source}) values_.push(v);
    places_.push_back({d.at, d.dialect});
  }
}

std::vector<EarlyCalls::Definition> EarlyCalls::take(Value name) {
  std::vector<Definition> taken;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < places_.size(); ++i) {
    Value* v = &values_[4 * i];
    if (v[0] == name) {
      taken.push_back({v[1], v[2], v[3], places_[i].at, places_[i].dialect});
      continue;
    }
    std::copy(v, v + 4, &values_[4 * kept]);
    places_[kept++] = places_[i];
  }
  values_.truncate(4 * kept);
  places_.resize(kept);
  return taken;
}

Value function_defined_by(const SymbolTable& symbols, Value form) {
  bool is_fset = is_cons(form) && car(form) == symbols.symbol(Sym::fset) &&
                 proper_length(form) == 3 && proper_length(second(form)) == 2;
  Value name = is_fset ? second(second(form)) : kAbsent;
  return is_fset && is_symbol(name) ? name : kAbsent;
}

void TopLevel::operator_defined(Value name) {
  std::vector<EarlyCalls::Definition> callers = early_calls_.take(name);
  if (!has_type(as_symbol(name)->function, Type::Macro)) return;
  ValueVector kept(heap_);
  for (const auto& c : callers)
    for (Value v : {c.form, c.function, c.source}) kept.push(v);
  if (!callers.empty()) lisp_.warnings.note_definition(name);
  for (const auto& c : callers) {
    Value caller = function_defined_by(symbols_, c.form);
    if (as_symbol(caller)->function != c.function) continue;  // redefined
    if (!c.dialect.is_old())
      lisp_.warnings.warn("~S is a macro from here on: ~S, which calls it, is recompiled",
                          {name, caller});
    CompilerOptions options = options_here();
    options.expansion = nullptr;
    options.lines = nullptr;
    options.dialect = c.dialect;
    options.source = c.source;
    options.at = c.at;
    struct At {
      SourcePosition& at;
      SourcePosition before;
      ~At() { at = before; }
    } restore{lisp_.compiling_at, std::exchange(lisp_.compiling_at, c.at)};
    compile_and_run(c.form, nil(), options);
  }
}

}  // namespace winnow

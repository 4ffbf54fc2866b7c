// What somebody may have meant who wrote a name that is not there.
#include <algorithm>

#include "base/edit_distance.hpp"
#include "core/condition.hpp"
#include "core/dialect.hpp"
#include "core/list.hpp"
#include "core/package.hpp"
#include "core/string.hpp"
#include "interpreter/diagnostics.hpp"

namespace winnow {

namespace {

constexpr std::size_t kMostNames = 4;

std::string text_of_names(std::vector<std::u32string> names) {
  std::sort(names.begin(), names.end());
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 < names.size() ? ", " : " or ";
    for (char32_t c : names[i]) unicode::append_utf8(text, c);
  }
  return text;
}

}  // namespace

std::string Diagnostics::hint(Value condition) {
  SymbolTable& symbols = *heap_.symbols;
  auto type_is = [&](const char* name) {
    return is_instance(condition, structure_type_named(heap_, symbols.intern(name)));
  };
  bool function = type_is("UNDEFINED-FUNCTION");
  if (!function && !type_is("UNBOUND-VARIABLE")) return "";
  Value name = condition_slot(heap_, condition, symbols.intern("NAME"));
  if (function && is_nil(name))
    return "what is called is NIL; the function that a name stands for is #'name";
  if (!is_symbol(name) || is_nil(name)) return "";
  if (function && is_special_form(name)) return "#' and FUNCALL want functions";
  if (function && has_type(as_symbol(name)->function, Type::Macro))
    return "what uses a macro must come after it; #' and FUNCALL want functions";
  // The words of other dialects say what Common Lisp calls them: ((dialect . "what") ...).
  Value word = car(get_property(heap_, name, symbols.symbol(Sym::older_words)));
  for (Dialect d : kDialects)
    if (function && keyword_of(heap_, d) == car(word))
      return utf8_of(string_view_of(cdr(word))) + ", or (dialect :" + std::string(d.name()) + ")";
  std::u32string text = text_of(as<String>(as_symbol(name)->name));
  const std::string written = unicode::encode_all(text);
  if (Value value = as_symbol(name)->value; function && value != kUnbound)
    return "it is a variable, not a function" +
           (is_function(value) ? ": (FUNCALL " + written + " ...)" : "");
  if (!function && as_symbol(name)->function != undefined_function())
    return "it is a function: (" + written + " ...), or #'" + written;
  std::size_t limit = tolerance(text.size());
  std::vector<std::u32string> nearest;
  for_each_accessible(symbols.current_package(), [&](Value v, SymbolStatus) {
    if (v == name) return;
    Symbol* s = as_symbol(v);
    bool known = function ? s->function != undefined_function() || is_special_form(v)
                          : s->value != kUnbound && !s->has(Symbol::kKeyword);
    std::u32string candidate = text_of(as<String>(s->name));
    if (!known) return;
    std::size_t d = edit_distance(text, candidate, limit);
    if (d > limit || d == 0) return;
    if (d < limit) nearest.clear();
    limit = d;
    nearest.push_back(candidate);
  });
  if (!nearest.empty() && nearest.size() <= kMostNames)
    return "did you mean " + text_of_names(nearest) + "?";
  // The arguments come first; what is wrong may be that there is no such operator.
  Value op = is_cons(loaded_.form) ? car(loaded_.form) : nil();
  if (is_symbol(op) && op != name && as_symbol(op)->function == undefined_function() &&
      as_symbol(op)->value == kUnbound && !is_special_form(op) &&
      is_nil(own_operator(heap_, text_.dialect, op)))
    return "the function " + utf8_of(as<String>(as_symbol(op)->name)) + " is undefined, too";
  return "";
}

}  // namespace winnow

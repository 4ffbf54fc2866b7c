#include "text/variables.hpp"

#include "data/string.hpp"
#include "heap/condition.hpp"
#include "heap/list.hpp"
#include "text/pprint_dispatch.hpp"
#include "text/readtable.hpp"

namespace winnow {

namespace variable {

bool Radix::take(Heap&, Value v, int& out) {
  if (!v.is_fixnum() || v.fixnum() < 2 || v.fixnum() > 36) return false;
  out = static_cast<int>(v.fixnum());
  return true;
}

bool Limit::take(Heap&, Value v, std::int64_t& out) {
  out = v.is_fixnum() ? v.fixnum() : kNoLimit;
  return is_nil(v) || (v.is_fixnum() ? v.fixnum() >= 0 : is_integer(v));
}

bool Case::take(Heap& heap, Value v, LetterCase& out) {
  const SymbolTable& s = *heap.symbols;
  out = v == s.symbol(Sym::k_downcase)     ? LetterCase::Downcase
        : v == s.symbol(Sym::k_capitalize) ? LetterCase::Capitalize
                                           : LetterCase::Upcase;
  return out != LetterCase::Upcase || v == s.symbol(Sym::k_upcase);
}

bool FloatFormat::take(Heap& heap, Value v, bool& out) {
  const SymbolTable& s = *heap.symbols;
  out = v == s.symbol(Sym::double_float) || v == s.symbol(Sym::long_float);
  return out || v == s.symbol(Sym::single_float) || v == s.symbol(Sym::short_float);
}

}  // namespace variable

namespace {

[[noreturn, gnu::cold, gnu::noinline]] void refuse(Heap& heap, Value name, Value v, Value first,
                                                   const Expected& allowed) {
  heap.store(as_symbol(name)->value, first);
  if (v == kUnbound)
    signal_error(heap, ConditionKind::unbound_variable,
                 "The variable ~S was unbound and is reset to ~S", {name, first}, {name});
  signal_error(
      heap, ConditionKind::type_error, "The value of ~S was ~S, which is not ~A; it is ~S again",
      {name, v, make_string(heap, allowed.words), first}, {v, type_expected(heap, allowed)});
}

// Inline, since printing a number reads all these variables.
template <class Kind>
[[gnu::always_inline]] inline typename Kind::Type checked(Heap& heap, Value variable, Value first) {
  Value v = as_symbol(variable)->value;
  typename Kind::Type out;
  if (v == kUnbound || !Kind::take(heap, v, out)) [[unlikely]]
    refuse(heap, variable, v, first, Kind::kAllowed);
  return out;
}
template <class Kind>
[[gnu::always_inline]] inline typename Kind::Type checked(Heap& heap, Sym variable, Value first) {
  return checked<Kind>(heap, heap.symbols->symbol(variable), first);
}

// The value of BASE or IBASE in MacLisp.
int maclisp_radix(Heap& heap, Sym name) {
  Value variable = variable_of(heap, {Dialect::MacLisp}, heap.symbols->symbol(name));
  return checked<variable::Radix>(heap, variable, fixnum(10));
}

// Are decimal integers printed with a point? That is so if *NOPOINT is NIL.
bool prints_points(Heap& heap) {
  Value name = variable_of(heap, {Dialect::MacLisp}, heap.symbols->symbol(Sym::star_nopoint));
  return is_nil(as_symbol(name)->value);
}

struct Variable {
  Sym name;
  const char* keyword;
  const char* documentation;
};

constexpr Variable kVariables[] = {
#define PRINT_VARIABLE(field, name, keyword, kind, first, standard, documentation) \
  {Sym::name, keyword, documentation},
#include "text/print_variables.def"
#undef PRINT_VARIABLE
#define READ_VARIABLE(field, name, kind, first, standard, documentation) \
  {Sym::name, nullptr, documentation},
#include "text/read_variables.def"
#undef READ_VARIABLE
};

}  // namespace

PrintVariables::PrintVariables(TextSystem& text) {
  Heap& heap = text.heap;
#define PRINT_VARIABLE(field, name, keyword, kind, first, standard, documentation) \
  field = checked<variable::kind>(heap, Sym::name, first);
#include "text/print_variables.def"
#undef PRINT_VARIABLE
  if (text.dialect.kind == Dialect::MacLisp)
    base = maclisp_radix(heap, Sym::base), radix = radix || (base == 10 && prints_points(heap));
}

ReadVariables::ReadVariables(TextSystem& text) {
  Heap& heap = text.heap;
#define READ_VARIABLE(field, name, kind, first, standard, documentation) \
  field = checked<variable::kind>(heap, Sym::name, first);
#include "text/read_variables.def"
#undef READ_VARIABLE
  if (text.dialect.kind == Dialect::MacLisp) base = maclisp_radix(heap, Sym::ibase);
}

bool doubles_are_default(Heap& heap) {
  return checked<variable::FloatFormat>(heap, Sym::star_read_default_float_format,
                                        heap.symbols->symbol(Sym::single_float));
}

void define_text_variables(TextSystem& text) {
  Heap& heap = text.heap;
  text.tables.push(make_standard_dispatch_table(text));
  for (Dialect d : kDialects) {
    text.tables.push(make_standard_readtable(heap, d));
    text.readtables.push(
        copy_readtable(heap, text.tables[TextSystem::kReadtable + int{d.kind}], nil()));
  }
#define PRINT_VARIABLE(field, name, keyword, kind, first, standard, documentation) \
  set_symbol_value(heap, Sym::name, first);
#define READ_VARIABLE(field, name, kind, first, standard, documentation) \
  set_symbol_value(heap, Sym::name, first);
#include "text/print_variables.def"
#include "text/read_variables.def"
#undef PRINT_VARIABLE
#undef READ_VARIABLE
  set_symbol_value(heap, Sym::star_print_pprint_dispatch,
                   copy_dispatch_table(heap, text.tables[TextSystem::kDispatch]));
  Value kind = heap.symbols->intern("COMMON-LISP:VARIABLE");
  for (const Variable& v : kVariables) {
    Value name = heap.symbols->symbol(v.name);
    as<Symbol>(name)->header.flags |= Symbol::kSpecial;
    put_property(heap, name, heap.symbols->symbol(Sym::documentation),
                 list_of(heap, {kind, make_string(heap, v.documentation)}));
  }
}

Value print_variable_for(Heap& heap, Value keyword) {
  if (!is_keyword(keyword)) return kAbsent;
  std::string name = utf8_of(as<String>(as<Symbol>(keyword)->name));
  for (const Variable& v : kVariables)
    if (v.keyword != nullptr && name == v.keyword) return heap.symbols->symbol(v.name);
  return kAbsent;
}

Value standard_variables(TextSystem& text) {
  Heap& heap = text.heap;
  ListBuilder names(heap);
  for (const Variable& v : kVariables) names.add(heap.symbols->symbol(v.name));
  return names.list();
}

Value standard_values(TextSystem& text) {
  Heap& heap = text.heap;
  ListBuilder values(heap);
#define PRINT_VARIABLE(field, name, keyword, kind, first, standard, documentation) \
  values.add(standard);
#define READ_VARIABLE(field, name, kind, first, standard, documentation) values.add(standard);
#include "text/print_variables.def"
#include "text/read_variables.def"
#undef PRINT_VARIABLE
#undef READ_VARIABLE
  return values.list();
}

}  // namespace winnow

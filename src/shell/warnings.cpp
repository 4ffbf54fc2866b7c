#include "shell/warnings.hpp"

#include <utility>

#include "data/string.hpp"
#include "data/unicode.hpp"
#include "heap/condition.hpp"
#include "heap/list.hpp"
#include "shell/interpreter.hpp"
#include "text/format/format.hpp"
#include "text/streams/string_streams.hpp"

namespace winnow {

void DeferredWarnings::add(Value name, const Use& use, Value source) {
  auto [place, is_new] = places_.try_emplace({name.bits, use.count}, uses_.size());
  if (!is_new) {
    Use& first = uses_[place->second];
    first.assigned = first.assigned || use.assigned;
    return;
  }
  uses_.push_back(use);
  values_.push(name);
  values_.push(source);
}

void DeferredWarnings::restore(const Mark& mark) {
  uses_.resize(mark.uses);
  values_.truncate(2 * mark.uses);
  std::erase_if(places_, [&](const auto& place) { return place.second >= mark.uses; });
  toplevel_.truncate(mark.toplevel);
  defined_.truncate(mark.defined);
}

// ---- printing and signalling

Warnings::Warnings(Interpreter& lisp) : lisp_(lisp), deferred_(lisp.heap) {}

void Warnings::warn(const std::string& message) {
  StreamUse out = lisp_.output(symbol_value(lisp_.heap, Sym::star_error_output));
  lisp_.standard.begin_message(*out);
  out->write("; warning: " + message + "\n");
}

void Warnings::warn(const char* control, std::initializer_list<Value> arguments) {
  StringOutput message;
  format(lisp_.text, message, unicode::decode_all(control), list_of(lisp_.heap, arguments));
  warn((lisp_.compiling_at ? at_place() : "") + message.take());
}

void Warnings::warn_of(Value condition) {
  warn_of_code(ConditionKind::warning, at_place() + lisp_.diagnostics.report(condition) +
                                           " (signalled when it is reached)");
}

// The place of the code being compiled or run, before a message.
std::string Warnings::at_place() const { return lisp_.diagnostics.place().prefix(); }

void Warnings::warn_of_code(ConditionKind kind, const std::string& message) {
  if (!signals_) return warn(message);
  Value text = make_string(lisp_.heap, message);
  lisp_.vm.call(lisp_.symbols.symbol(Sym::warn), {make_condition(lisp_.heap, kind, "~A", {text})});
}

Value Warnings::signalling(bool signals, const std::function<Value()>& body) {
  struct Restore {
    bool& flag;
    bool before;
    ~Restore() { flag = before; }
  } restore{signals_, std::exchange(signals_, signals)};
  return body();
}

// ---- recording

// Only code with a source line is recorded, not forms that a program constructs and evaluates.
bool Warnings::defers() const {
  return deferred_.in_unit() && lisp_.compiling_at && !is_nil(lisp_.loaded.source);
}

void Warnings::note_call(Value name, std::size_t count) {
  if (!defers()) return;
  auto* s = as_symbol(name);
  if (!is_function(s->function) && count != DeferredWarnings::kReference)
    lisp_.toplevel.note_early_call(name);
  bool is_right = is_function(s->function) &&
                  (count == DeferredWarnings::kReference || Vm::takes(s->function, count));
  if (is_right && s->has(Symbol::kLibrary)) return;  // a library function is rarely redefined
  deferred_.add(name, {count, false, lisp_.compiling_at}, lisp_.loaded.source);
}

void Warnings::note_variable(Value name, bool assigned, bool at_toplevel) {
  const Symbol* s = as_symbol(name);
  if (!defers() || lisp_.dialect().is_old() || s->has(Symbol::kSpecial)) return;
  if (at_toplevel) {
    if (assigned) deferred_.add_toplevel_variable(name);
  } else if (s->value == kUnbound) {
    deferred_.add(name, {DeferredWarnings::kVariable, assigned, lisp_.compiling_at},
                  lisp_.loaded.source);
  }
}

void Warnings::note_type(Value name) {
  SourcePosition at = lisp_.compiling_at ? lisp_.compiling_at : lisp_.toplevel.at();
  if (deferred_.in_unit() && at && !is_nil(lisp_.loaded.source))
    deferred_.add(name, {DeferredWarnings::kType, false, at}, lisp_.loaded.source);
}

// ---- reporting

// A condition that describes the use number I, or kAbsent if its name has been defined since.
Value Warnings::deferred_condition(std::size_t i) {
  const DeferredWarnings::Use& use = deferred_[i];
  Value name = deferred_.name(i);
  const Symbol* s = as_symbol(name);
  if (use.count == DeferredWarnings::kType)
    return is_nil(lisp_.vm.call(lisp_.symbols.intern("TYPE-NAME-P"), {name}))
               ? make_condition(lisp_.heap, ConditionKind::simple_warning,
                                "~S is not the name of a type", {name})
               : kAbsent;
  if (use.count != DeferredWarnings::kVariable) {
    if (deferred_.is_defined_elsewhere(name)) return kAbsent;
    if (!is_function(s->function)) return undefined_function_condition(lisp_.heap, name);
    if (use.count == DeferredWarnings::kReference) return kAbsent;
    return lisp_.vm.attempt([&] { lisp_.vm.check_argument_count(s->function, use.count); });
  }
  bool known = s->has(Symbol::kSpecial) || deferred_.is_toplevel_variable(name) ||
               (s->value != kUnbound && !use.assigned);
  if (known) return kAbsent;
  return make_condition(lisp_.heap, ConditionKind::unbound_variable,
                        "The variable ~S is not declared: (defvar ~:*~(~S~)) would do that", {name},
                        {name});
}

void Warnings::report_deferred(const DeferredWarnings::Unit& unit) {
  if (!unit.reports()) return;
  std::set<std::uint64_t> reported;  // names
  for (std::size_t i = unit.first(); i < deferred_.size(); ++i) {
    Value condition = deferred_condition(i);
    if (condition == kAbsent) continue;
    bool by_count = is_function(as_symbol(deferred_.name(i))->function);
    if (!by_count && !reported.insert(deferred_.name(i).bits).second) continue;
    Diagnostics::Place where =
        Diagnostics::place_in(lisp_.heap, deferred_.source(i), deferred_[i].at);
    std::string text = where.prefix() + lisp_.diagnostics.message(condition);
    if (std::string advice = lisp_.diagnostics.hint(condition); !advice.empty())
      text += " (" + advice + ")";
    warn_of_code(ConditionKind::style_warning, text);
  }
}

Value Warnings::in_unit(bool own, const std::function<Value()>& body) {
  DeferredWarnings::Unit unit(deferred_, own);
  Value value = body();
  std::size_t count = lisp_.vm.value_count;
  if (!lisp_.quitting) report_deferred(unit);
  lisp_.vm.value_count = count;
  return value;
}

}  // namespace winnow

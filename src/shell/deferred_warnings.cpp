#include "shell/deferred_warnings.hpp"

#include "heap/condition.hpp"
#include "heap/list.hpp"
#include "shell/interpreter.hpp"

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

// ---- recording

// Only code with a source line is recorded, not forms that a program constructs and evaluates.
bool Interpreter::defers_warnings() const {
  return deferred_.in_unit() && compiling_line > 0 && !is_nil(loaded_.source);
}

void Interpreter::note_call(Value name, std::size_t count) {
  if (!defers_warnings()) return;
  auto* s = as_symbol(name);
  if (!is_function(s->function) && count != DeferredWarnings::kReference && !on_library_code)
    early_calls_.add(name);
  bool is_right = is_function(s->function) &&
                  (count == DeferredWarnings::kReference || Vm::takes(s->function, count));
  if (is_right && s->has(Symbol::kLibrary)) return;  // a library function is rarely redefined
  deferred_.add(name, {count, false, compiling_line}, loaded_.source);
}

void Interpreter::note_variable(Value name, bool assigned, bool at_toplevel) {
  const Symbol* s = as_symbol(name);
  if (!defers_warnings() || dialect().is_old() || s->has(Symbol::kSpecial)) return;
  if (at_toplevel) {
    if (assigned) deferred_.add_toplevel_variable(name);
  } else if (s->value == kUnbound) {
    deferred_.add(name, {DeferredWarnings::kVariable, assigned, compiling_line}, loaded_.source);
  }
}

void Interpreter::note_type(Value name) {
  int line = compiling_line > 0 ? compiling_line : toplevel_line_;
  if (deferred_.in_unit() && line > 0 && !is_nil(loaded_.source))
    deferred_.add(name, {DeferredWarnings::kType, false, line}, loaded_.source);
}

// ---- reporting

// A condition that describes the use number I, or kAbsent if its name has been defined since.
Value Interpreter::deferred_condition(std::size_t i) {
  const DeferredWarnings::Use& use = deferred_[i];
  Value name = deferred_.name(i);
  const Symbol* s = as_symbol(name);
  if (use.count == DeferredWarnings::kType)
    return is_nil(vm.call(symbols.intern("TYPE-NAME-P"), {name}))
               ? make_condition(heap, ConditionKind::simple_warning, "~S is not the name of a type",
                                {name})
               : kAbsent;
  if (use.count != DeferredWarnings::kVariable) {
    if (deferred_.is_defined_elsewhere(name)) return kAbsent;
    if (!is_function(s->function)) return undefined_function_condition(heap, name);
    if (use.count == DeferredWarnings::kReference) return kAbsent;
    return vm.attempt([&] { vm.check_argument_count(s->function, use.count); });
  }
  bool known = s->has(Symbol::kSpecial) || deferred_.is_toplevel_variable(name) ||
               (s->value != kUnbound && !use.assigned);
  if (known) return kAbsent;
  return make_condition(heap, ConditionKind::unbound_variable,
                        "The variable ~S is not declared: (defvar ~:*~(~S~)) would do that", {name},
                        {name});
}

void Interpreter::report_deferred_warnings(const DeferredWarnings::Unit& unit) {
  if (!unit.reports()) return;
  std::set<std::uint64_t> reported;  // names
  for (std::size_t i = unit.first(); i < deferred_.size(); ++i) {
    Value condition = deferred_condition(i);
    if (condition == kAbsent) continue;
    bool by_count = is_function(as_symbol(deferred_.name(i))->function);
    if (!by_count && !reported.insert(deferred_.name(i).bits).second) continue;
    Diagnostics::Place where = Diagnostics::place_in(heap, deferred_.source(i), deferred_[i].line);
    std::string text = where.file.empty() ? "" : where.text() + ": ";
    text += diagnostics.message(condition);
    if (std::string advice = diagnostics.hint(condition); !advice.empty())
      text += " (" + advice + ")";
    warn_of_code(ConditionKind::style_warning, text);
  }
}

Value Interpreter::in_compilation_unit(bool own, const std::function<Value()>& body) {
  DeferredWarnings::Unit unit(deferred_, own);
  Value value = body();
  std::size_t count = vm.value_count;
  report_deferred_warnings(unit);
  vm.value_count = count;
  return value;
}

}  // namespace winnow

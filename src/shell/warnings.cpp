#include "shell/warnings.hpp"

#include <algorithm>
#include <utility>

#include "data/string.hpp"
#include "data/unicode.hpp"
#include "heap/condition.hpp"
#include "heap/list.hpp"
#include "shell/excerpt.hpp"
#include "shell/interpreter.hpp"
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

void DeferredWarnings::forget_uses(std::size_t first) {
  if (first >= uses_.size()) return;
  uses_.resize(first);
  values_.truncate(2 * first);
  std::erase_if(places_, [&](const auto& place) { return place.second >= first; });
}

void DeferredWarnings::restore(const Mark& mark) {
  forget_uses(mark.uses);
  toplevel_.truncate(mark.toplevel);
  defined_.truncate(mark.defined);
}

// ---- printing and signalling

Warnings::Warnings(Interpreter& lisp) : lisp_(lisp), deferred_(lisp.heap), places_(lisp.heap) {}

void Warnings::warn(const std::string& message) {
  StreamUse out = lisp_.output(symbol_value(lisp_.heap, Sym::star_error_output));
  lisp_.standard.begin_message(*out);
  out->write(lisp_.diagnostics.filled("; warning: " + message + "\n", 2, style));
}

void Warnings::warn(const char* control, std::initializer_list<Value> arguments) {
  warn_at(lisp_.compiling_at, control, arguments);
}

void Warnings::warn_at(SourcePosition at, const char* control,
                       std::initializer_list<Value> arguments) {
  if (is_repeated(at)) return;
  StringOutput message;
  lisp_.diagnostics.format(message, make_string(lisp_.heap, control),
                           list_of(lisp_.heap, arguments));
  add(ConditionKind::warning, {at, message.take(), ""}, lisp_.loaded.source);
}

void Warnings::warn_of(Value condition) {
  if (is_repeated(lisp_.compiling_at)) return;
  add_explained(ConditionKind::warning, condition, lisp_.compiling_at, lisp_.loaded.source);
}

void Warnings::check_call(Value form) {
  Value found = nil();
  SourcePosition at = lisp_.loaded.lines->position_of(form);
  lisp_.vm.attempt([&] { found = lisp_.vm.call(lisp_.symbols.symbol(Sym::check_call), {form}); });
  for (; is_cons(found); found = cdr(found)) add_found(car(found), at);
}

void Warnings::note_unused(Value variable, Value list, SourcePosition at) {
  Value found = lisp_.vm.call(lisp_.symbols.intern("UNUSED-VARIABLE-WARNING"), {variable, list});
  if (!is_nil(found)) add_found(found, at);
}

// Did COMPILE-FILE give the warning about the form at AT?
bool Warnings::is_repeated(SourcePosition at) const {
  return at && lisp_.toplevel.is_in_compiled_file();
}

void Warnings::add_found(Value found, SourcePosition at) {
  if (is_repeated(at)) return;
  auto text_of = [&](Value s) {
    return is_string(s) ? utf8_of(string_view_of(lisp_.heap, s)) : std::string();
  };
  add(ConditionKind::style_warning, {at, text_of(car(found)), text_of(third(found))},
      lisp_.loaded.source, second(found));
}

void Warnings::add_explained(ConditionKind kind, Value condition, SourcePosition at, Value source) {
  Diagnostics::Place where = Diagnostics::place_in(lisp_.heap, source, at);
  std::string message = lisp_.diagnostics.message(condition);
  Diagnostics::Explanation found =
      lisp_.diagnostics.explain(condition, message, where, lisp_.diagnostics.text_of(where), true);
  add(kind, {found.at, found.message.empty() ? message : found.message, found.hint}, source);
}

namespace {

// Signals CONDITION by WARN, with AT in SOURCE as its place.
void signal_at(Interpreter& lisp, SourcePosition at, Value source, Value condition) {
  LoadedForm::Saved saved(lisp.loaded);
  lisp.loaded.source = source;
  struct Restore {
    SourcePosition& at;
    SourcePosition before;
    ~Restore() { at = before; }
  } restore{lisp.compiling_at, std::exchange(lisp.compiling_at, at)};
  lisp.vm.call(lisp.symbols.symbol(Sym::warn), {condition});
}

}  // namespace

void Warnings::add(ConditionKind kind, Warning warning, Value source, Value path) {
  if (signals_) {
    std::string text = Diagnostics::place_in(lisp_.heap, source, warning.at).prefix() +
                       warning.message + (warning.hint.empty() ? "" : " (" + warning.hint + ")");
    Value condition = make_condition(lisp_.heap, kind, "~A", {make_string(lisp_.heap, text)});
    signal_at(lisp_, warning.at, source, condition);
    return;
  }
  if (is_nil(source) || !warning.at)  // code that was not read from a text
    return warn(warning.message + (warning.hint.empty() ? "" : " (" + warning.hint + ")"));
  for (const Warning& w : warnings_)
    if (w.at == warning.at && w.message == warning.message) return;  // a form compiled again
  const std::size_t first = warnings_.size();
  warnings_.push_back(std::move(warning));
  places_.push(source);
  places_.push(path);
  if (!deferred_.in_unit()) print_from(first);
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

void Warnings::defer(Value name, const DeferredWarnings::Use& use) {
  if (!lisp_.toplevel.is_in_compiled_file()) deferred_.add(name, use, lisp_.loaded.source);
}

void Warnings::note_call(Value name, std::size_t count) {
  if (!defers()) return;
  auto* s = as_symbol(name);
  if (!is_function(s->function) && count != DeferredWarnings::kReference)
    lisp_.toplevel.note_early_call(name);
  bool is_right = is_function(s->function) &&
                  (count == DeferredWarnings::kReference || Vm::takes(s->function, count));
  if (is_right && s->has(Symbol::kLibrary)) return;  // a library function is rarely redefined
  defer(name, {count, false, lisp_.compiling_at});
}

void Warnings::note_variable(Value name, bool assigned, bool at_toplevel) {
  const Symbol* s = as_symbol(name);
  if (!defers() || lisp_.dialect().is_old() || s->has(Symbol::kSpecial)) return;
  if (assigned && s->value == kUnbound) {
    Value found = lisp_.vm.call(lisp_.symbols.intern("ACCESSOR-SET-WARNING"), {name});
    if (!is_nil(found)) return add_found(found, lisp_.compiling_at);
  }
  if (at_toplevel) {
    if (assigned) deferred_.add_toplevel_variable(name);
  } else if (s->value == kUnbound) {
    defer(name, {DeferredWarnings::kVariable, assigned, lisp_.compiling_at});
  }
}

void Warnings::note_type(Value name) {
  SourcePosition at = lisp_.compiling_at ? lisp_.compiling_at : lisp_.toplevel.at();
  if (deferred_.in_unit() && at && !is_nil(lisp_.loaded.source))
    defer(name, {DeferredWarnings::kType, false, at});
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
  return known ? kAbsent : unbound_variable_condition(lisp_.heap, name);
}

// Adds a warning for each use from number FIRST on whose name is not defined.
void Warnings::report_deferred(std::size_t first) {
  std::set<std::uint64_t> reported;  // names
  for (std::size_t i = first; i < deferred_.size(); ++i) {
    Value condition = deferred_condition(i);
    if (condition == kAbsent) continue;
    bool by_count = is_function(as_symbol(deferred_.name(i))->function);
    if (!by_count && !reported.insert(deferred_.name(i).bits).second) continue;
    add_explained(ConditionKind::style_warning, condition, deferred_[i].at, deferred_.source(i));
  }
  deferred_.forget_uses(first);
}

Value Warnings::in_unit(bool own, const std::function<Value()>& body) {
  const std::size_t first = deferred_.in_unit() ? warnings_.size() : 0;
  DeferredWarnings::Unit unit(deferred_, own);
  Value value = body();
  std::size_t count = lisp_.vm.value_count;
  if (!lisp_.quitting && unit.reports()) {
    report_deferred(unit.first());
    print_from(std::min(first, warnings_.size()));
  }
  lisp_.vm.value_count = count;
  return value;
}

// ---- printing

void Warnings::print_collected(const std::string& error) {
  lisp_.vm.guarded([&] {
    report_deferred(0);
    std::size_t kept = 0;
    for (std::size_t i = 0; i < warnings_.size(); ++i) {
      std::string message = warnings_[i].message;
      if (std::size_t expected = message.find(": expected"); expected != std::string::npos)
        message.resize(expected + 10);
      if (error.find(message) != std::string::npos) continue;
      warnings_[kept] = warnings_[i];
      std::copy(&places_[2 * i], &places_[2 * i] + 2, &places_[2 * kept]);
      ++kept;
    }
    warnings_.resize(kept);
    places_.truncate(2 * kept);
    print_from(0);
  });
}

namespace {

constexpr std::size_t kMostExcerpts = 5;  // more warnings are printed without source lines

}  // namespace

// The position in TEXT of the part at PATH of the form at AT.
SourcePosition Warnings::marked(SourcePosition at, Value path, const std::string& text) {
  if (is_nil(path) || text.empty() || at.column == 0) return at;
  Value found =
      lisp_.vm.call(lisp_.symbols.intern("MARKED-PLACE"),
                    {make_string(lisp_.heap, text), fixnum(at.line), fixnum(at.column), path});
  return {static_cast<int>(car(found).fixnum()), static_cast<int>(second(found).fixnum())};
}

// Takes the warnings from number FIRST on, sorted by place. TEXTS receives the texts of their
// sources.
std::vector<Warnings::Located> Warnings::take_from(std::size_t first, Texts& texts) {
  std::vector<Located> all;
  for (std::size_t i = first; i < warnings_.size(); ++i) {
    Warning& w = warnings_[i];
    Diagnostics::Place where = Diagnostics::place_in(lisp_.heap, places_[2 * i], w.at);
    Text empty{texts.size(), ""};
    auto [text, is_new] = texts.try_emplace(where.typed.empty() ? where.file : where.typed, empty);
    if (is_new) text->second.content = lisp_.diagnostics.text_of(where);
    where.at = marked(w.at, places_[2 * i + 1], text->second.content);
    all.push_back({std::move(where), std::move(w.message), std::move(w.hint), &text->second});
  }
  warnings_.resize(first);
  places_.truncate(2 * first);
  std::ranges::stable_sort(all, [](const Located& a, const Located& b) {
    return std::pair(a.text->number, a.where.at) < std::pair(b.text->number, b.where.at);
  });
  return all;
}

std::string Warnings::source_lines(std::span<const Located> same_line) const {
  if (same_line[0].where.at.column == 0) return "";
  std::vector<SourcePosition> marks;
  for (const Located& w : same_line) marks.push_back(w.where.at);
  return excerpt(same_line[0].text->content, marks,
                 {lisp_.dialect(), style.width, style.has_color});
}

void Warnings::print_from(std::size_t first) {
  if (first == warnings_.size()) return;
  Texts texts;
  const std::vector<Located> found = take_from(first, texts);
  const bool has_lines = found.size() <= kMostExcerpts;
  std::string all;
  auto fill = [&](const std::string& line, std::size_t hang) {
    return lisp_.diagnostics.filled(line, hang, style);
  };
  for (std::span<const Located> rest = found; !rest.empty();) {
    const Located& w = rest[0];
    if (w.where.file.empty()) {  // typed: the warnings about one line follow it
      auto end = std::ranges::find_if(rest, [&](const Located& other) {
        return !other.where.file.empty() || other.where.at.line != w.where.at.line;
      });
      std::span<const Located> same_line = rest.first(end - rest.begin());
      all += (all.empty() ? "; warnings\n" : "") + (has_lines ? source_lines(same_line) : "");
      for (const Located& each : same_line)
        all += fill("; " + each.message + (each.hint.empty() ? "" : "; " + each.hint) + "\n", 2);
      rest = rest.subspan(same_line.size());
    } else {
      all += fill(w.where.prefix() + "warning: " + w.message + "\n", 2);
      if (has_lines) all += source_lines(rest.first(1));
      if (!w.hint.empty()) all += fill("  hint: " + w.hint + "\n", 6);
      rest = rest.subspan(1);
    }
  }
  StreamUse out = lisp_.output(symbol_value(lisp_.heap, Sym::star_error_output));
  lisp_.standard.begin_message(*out);
  out->write(all);
}

}  // namespace winnow

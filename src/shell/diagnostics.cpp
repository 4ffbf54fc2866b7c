// How errors are told: what, and where.
#include "shell/diagnostics.hpp"

#include <sstream>

#include "compiler/assembler.hpp"
#include "data/string.hpp"
#include "data/structure_type.hpp"
#include "data/unicode.hpp"
#include "heap/condition.hpp"
#include "heap/list.hpp"
#include "text/format/format.hpp"
#include "text/print_limits.hpp"
#include "text/streams/string_streams.hpp"

namespace winnow {

namespace {

constexpr std::size_t kLongestObject = 1000;  // bytes, of what is told of
constexpr std::size_t kLongestMessage = 4000;

// The beginning of TEXT if it has more than MOST bytes: a string or an integer in it may have
// millions.
std::string shortened(std::string text, std::size_t most) {
  if (text.size() <= most) return text;
  while (!unicode::begins_character(text[most])) --most;
  std::size_t left_out = unicode::count_characters(std::string_view(text).substr(most));
  return text.substr(0, most) + "... (and " + std::to_string(left_out) + " characters more)";
}

}  // namespace

std::string Diagnostics::to_text(Value v) {
  return shortened(print_to_string(text_, v, true), kLongestObject);
}

std::string Diagnostics::report(Value condition) {
  if (!is_condition(condition)) return to_text(condition);
  auto* c = as<Structure>(condition);
  PrintLimits brief(heap_, 12, 5, !is_nil(symbol_value(heap_, Sym::star_print_circle)));
  PrintOnOneLine plain(heap_);
  StringOutput out;
  auto stream_object = [&] { return text_.streams.object_of(out, StreamObject::kOutput); };
  for (Value a = as<StructureType>(c->type)->ancestors; is_cons(a); a = cdr(a)) {
    Value reporter = as<StructureType>(car(a))->report;
    if (is_nil(reporter)) continue;
    if (is_string(reporter)) return utf8_of(string_view_of(heap_, reporter));
    vm_.call(reporter, {condition, stream_object()});
    return out.take();
  }
  Value control = c->slots[0];
  if (is_string(control))
    format(text_, out, control, c->slots[1]);
  else if (is_function(control))
    vm_.call(control, {stream_object()});
  else if (auto [words, values] = standard_report(heap_, condition); !words.empty())
    format(text_, out, unicode::decode_all(words), values);
  else
    out.write("a condition of type " +
              print_to_string(text_, as<StructureType>(c->type)->name, false));
  return out.take();
}

Diagnostics::Place Diagnostics::place() const {
  if (int line = compiler_.compiling_line; line > 0) return place_in(heap_, loaded_.source, line);
  for (Frame* f = vm_.fp; f > vm_.first_frame(); --f) {
    if (is_nil(f->function)) continue;
    if (Place where = place_of(vm_, f); where.line > 0) return where;
  }
  return place_in(heap_, loaded_.source, loaded_.line);
}

Diagnostics::Place place_of(const Vm& vm, const Frame* f) {
  auto* code = as<Code>(as<Closure>(f->function)->code);
  return Diagnostics::place_in(vm.heap(), code->source,
                               position_at(code, position_in_code(vm, f)).line);
}

Diagnostics::Place Diagnostics::place_in(Heap& heap, Value source, int line) {
  if (is_nil(source) || line == 0) return {};
  if (is_cons(source)) return {"", utf8_of(string_view_of(heap, car(source))), line};
  return {utf8_of(string_view_of(heap, source)), "", line};
}

std::string Diagnostics::excerpt(const Place& where) const {
  if (where.line == 0) return "";
  std::istringstream source(where.typed.empty() ? host_files_.text_of(where.file) : where.typed);
  std::string text;
  for (int i = 0; i < where.line; ++i)
    if (!std::getline(source, text)) return "";
  std::size_t first = text.find_first_not_of(" \t");
  if (first == std::string::npos) return "";
  return std::to_string(where.line) + " | " + shortened(text.substr(first), kLongestObject);
}

// ---- telling

std::string Diagnostics::message(Value condition) {
  std::string text;
  Value interrupt = structure_type_named(heap_, heap_.symbols->intern("INTERRUPTED"));
  for (;;) {
    if (vm_.guarded([&] { text = report(condition); })) return shortened(text, kLongestMessage);
    // Whoever asked for an end twice asked for no more than that.
    bool again = is_instance(condition, interrupt) && !untold_.empty() &&
                 is_instance(untold_.back(), interrupt);
    if (!again) break;
    untold_.truncate(0);
  }
  std::string type =
      utf8_of(as<String>(as_symbol(as<StructureType>(as<Structure>(condition)->type)->name)->name));
  text = "a condition of type " + type + " whose report fails";
  // What went wrong in the report was left for us by tell_unhandled.
  std::string reason;
  if (!untold_.empty() && vm_.guarded([&] { reason = report(untold_.pop()); }))
    text += ": " + shortened(reason, kLongestMessage);
  untold_.truncate(0);
  return text;
}

// Of a doublet the top level of LISP 1.5 makes (EVALQUOTE 'CAR '(5) T); it was written CAR (5).
std::string Diagnostics::form_text(Value form) {
  auto is_quoted = [&](Value v) {
    return has_shape(heap_, v, 2, 2) && car(v) == heap_.symbols->symbol(Sym::quote);
  };
  if (has_shape(heap_, form, 4, 4) && car(form) == heap_.symbols->symbol(Sym::evalquote) &&
      is_quoted(second(form)) && is_quoted(third(form)))
    return "the doublet " + to_text(second(second(form))) + " " + to_text(second(third(form)));
  return "the form " + to_text(form);
}

std::string Diagnostics::hint(Value condition) {
  Value advise = as_symbol(heap_.symbols->intern("HINT"))->function;
  Value text = nil();
  // While the library is loaded, it is not there yet.
  if (is_function(advise) && is_condition(condition))
    vm_.attempt([&] { text = vm_.call(advise, {condition, loaded_.form, loaded_.source}); });
  return is_string(text) ? utf8_of(string_view_of(heap_, text)) : "";
}

std::string Diagnostics::error_text(Value condition) {
  Place where = place();
  std::string excerpt = where.line == loaded_.line ? "" : this->excerpt(where);
  std::string form;
  if (!is_nil(loaded_.form)) {
    PrintLimits brief(heap_, 6, 4);
    PrintOnOneLine plain(heap_);
    vm_.guarded([&] { form = form_text(loaded_.form); });
  }
  std::string what = message(condition);
  std::string advice = hint(condition);
  std::string clause;
  vm_.guarded([&] { clause = clause_under_way(); });
  // What the reader says names the place itself.
  bool named = where.line == 0 || what.starts_with(where.file);
  std::string text = (named ? "" : where.text() + ": ") + what + "\n";
  if (!excerpt.empty()) text += "  " + excerpt + "\n";
  if (!advice.empty()) text += "  hint: " + advice + "\n";
  if (!clause.empty()) text += "  in " + clause + "\n";
  if (!form.empty()) text += "  in " + form + "\n";
  return text;
}

void Diagnostics::tell_unhandled(Value condition) {
  if (telling_) {
    untold_.push(condition);
    vm_.abort();
  }
  struct Telling {
    bool& flag;
    explicit Telling(bool& f) : flag(f) { flag = true; }
    ~Telling() { flag = false; }
  } telling(telling_);
  on_error(condition);
}

}  // namespace winnow

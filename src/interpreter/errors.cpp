// How errors are told: what, where, and a hint.
#include <sstream>

#include "bytecode/assembler.hpp"
#include "core/condition.hpp"
#include "core/list.hpp"
#include "core/string.hpp"
#include "interpreter/interpreter.hpp"
#include "interpreter/print_limits.hpp"
#include "text/format/format.hpp"
#include "text/streams/string_streams.hpp"

namespace winnow {

std::string Interpreter::report(Value condition) {
  if (!is_condition(condition)) return to_text(condition, true);
  auto* c = as<Structure>(condition);
  PrintLimits brief(heap, 12, 5);
  PrintOnOneLine plain(heap);
  StringOutput out;
  auto stream_object = [&] { return text.streams.object_of(out, StreamObject::kOutput); };
  for (Value a = as<StructureType>(c->type)->ancestors; is_cons(a); a = cdr(a)) {
    Value reporter = as<StructureType>(car(a))->report;
    if (is_nil(reporter)) continue;
    if (is_string(reporter)) return utf8_of(string_view_of(reporter));
    vm.call(reporter, {condition, stream_object()});
    return out.take();
  }
  Value control = c->slots[0];
  if (is_string(control))
    format(text, out, control, c->slots[1]);
  else if (is_function(control))
    vm.call(control, {stream_object()});
  else if (auto [words, values] = standard_report(heap, condition); !words.empty())
    format(text, out, unicode::decode_all(words), values);
  else
    out.write("a condition of type " + to_text(as<StructureType>(c->type)->name, false));
  return out.take();
}

// The innermost call of code that came from a text; failing that, the form being compiled or
// loaded.
Interpreter::Place Interpreter::place() {
  if (compiling_line > 0) return place_in(held_.file, compiling_line);
  for (Frame* f = vm.fp; f > vm.first_frame(); --f) {
    if (is_nil(f->function)) continue;
    if (Place where = place_of(f); where.line > 0) return where;
  }
  return place_in(held_.file, form_line_);
}

Interpreter::Place Interpreter::place_of(const Frame* f) {
  auto* code = as<Code>(as<Closure>(f->function)->code);
  return place_in(code->source, position_at(code, position_in_code(vm, f)).line);
}

Interpreter::Place Interpreter::place_in(Value source, int line) {
  if (is_nil(source) || line == 0) return {};
  if (is_cons(source)) return {"", utf8_of(string_view_of(car(source))), line};
  return {utf8_of(string_view_of(source)), "", line};
}

std::string Interpreter::excerpt(const Place& where) const {
  if (where.line == 0) return "";
  std::istringstream source(where.typed.empty() ? outside.text_of(where.file) : where.typed);
  std::string text;
  for (int i = 0; i < where.line; ++i)
    if (!std::getline(source, text)) return "";
  std::size_t first = text.find_first_not_of(" \t");
  return first == std::string::npos ? "" : std::to_string(where.line) + " | " + text.substr(first);
}

// ---- telling

std::string Interpreter::message(Value condition) {
  std::string text;
  Value interrupt = structure_type_named(heap, symbols.intern("INTERRUPTED"));
  for (;;) {
    if (vm.guarded([&] { text = report(condition); })) return text;
    // Whoever asked for an end twice asked for no more than that.
    bool again = is_instance(condition, interrupt) && !untold_.empty() &&
                 is_instance(untold_.back(), interrupt);
    if (!again) break;
    untold_.truncate(0);
  }
  std::string type =
      utf8_of(as<String>(as_symbol(as<StructureType>(as<Structure>(condition)->type)->name)->name));
  text = "a condition of type " + type + " whose report fails";
  // What went wrong in the report was left for us by handle_unhandled.
  std::string reason;
  if (!untold_.empty() && vm.guarded([&] { reason = report(untold_.pop()); }))
    text += ": " + reason;
  untold_.truncate(0);
  return text;
}

void Interpreter::print_error(Value condition) {
  Place where = place();
  std::string excerpt = where.line == form_line_ ? "" : this->excerpt(where);
  std::string form;
  if (!is_nil(held_.form)) {
    PrintLimits brief(heap, 6, 4);
    PrintOnOneLine plain(heap);
    vm.guarded([&] { form = to_text(held_.form, true); });
  }
  std::string what = message(condition);
  std::string advice = hint(condition);
  std::string clause;
  vm.guarded([&] { clause = clause_under_way(); });
  vm.guarded([&] { stream(standard_[1]).flush(); });
  Stream& out = stream(standard_[2]);
  out.fresh_line();
  // What the reader says names the place itself.
  bool named = where.line == 0 || what.starts_with(where.file);
  out.write("winnow: " + (named ? "" : where.text() + ": ") + what + "\n");
  if (!excerpt.empty()) out.write("  " + excerpt + "\n");
  if (!advice.empty()) out.write("  hint: " + advice + "\n");
  if (!clause.empty()) out.write("  in " + clause + "\n");
  if (!form.empty()) out.write("  in the form " + form + "\n");
}

void Interpreter::handle_unhandled(Value condition) {
  // An error while another is told of goes back to the one who tells (message() and others).
  if (telling_) {
    untold_.push(condition);
    vm.abort();
  }
  {
    struct Telling {
      bool& flag;
      explicit Telling(bool& f) : flag(f) { flag = true; }
      ~Telling() { flag = false; }
    } telling(telling_);
    if (on_error)
      on_error(condition);
    else
      print_error(condition);
  }
  if (may_go_on(condition)) vm.call(symbols.intern("%CHOOSE-RESTART"), {condition});
}

// Is a person there to choose a restart? Who interrupts wants none, and without room none can be
// offered.
bool Interpreter::may_go_on(Value condition) {
  auto is = [&](const char* type) {
    return is_instance(condition, structure_type_named(heap, symbols.intern(type)));
  };
  return ask_user && !is("INTERRUPTED") && !is("STORAGE-CONDITION");
}

}  // namespace winnow

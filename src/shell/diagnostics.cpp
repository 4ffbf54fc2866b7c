// Error messages: the report of a condition and its place in the source.
#include "shell/diagnostics.hpp"

#include <algorithm>

#include "compiler/assembler.hpp"
#include "data/string.hpp"
#include "data/structure_type.hpp"
#include "data/unicode.hpp"
#include "heap/condition.hpp"
#include "heap/list.hpp"
#include "shell/excerpt.hpp"
#include "text/nesting.hpp"
#include "text/print_limits.hpp"
#include "text/streams/string_streams.hpp"

namespace winnow {

namespace {

constexpr std::size_t kLongestObject = 1000;  // bytes of an object in a message
constexpr std::size_t kLongestMessage = 4000;

// TEXT cut to MOST bytes: strings and integers in it may have millions.
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

void Diagnostics::format(Stream& out, Value control, Value arguments) {
  vm_.call(heap_.symbols->intern("FORMAT-REST"),
           {text_.streams.object_of(out, StreamObject::kOutput), control, arguments});
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
    format(out, control, c->slots[1]);
  else if (is_function(control))
    vm_.call(control, {stream_object()});
  else if (auto [words, values] = standard_report(heap_, condition); !words.empty())
    format(out, make_string(heap_, words), values);
  else
    out.write("a condition of type " +
              print_to_string(text_, as<StructureType>(c->type)->name, false));
  return out.take();
}

namespace {

constexpr std::int64_t kColumns = 1 << 16;  // a position is packed as line * kColumns + column

// Does F execute code of a program's text? The position of a native frame is decoded later.
bool has_place(Heap& heap, const Frame* f) {
  if (is_nil(f->function)) return false;
  const Code* code = code_of(f);
  if (is_nil(code->source) || is_nil(code->positions)) return false;
  // An error in an accessor is one of the call.
  if (is_symbol(code->name) && !is_nil(as_symbol(code->name)->plist) &&
      !is_nil(get_property(heap, code->name, heap.symbols->symbol(Sym::accessor_of))))
    return false;
  const auto* bytes = as<Bytes>(code->positions);
  return bytes->header.length > 0 && (f->is_native() || f->pc - code->entry > bytes->data[0]);
}

}  // namespace

// Stores two words in CONDITION. The first is a function; the second is the offset of an
// instruction in its code, or the negated address of an instruction of its native code. If no
// active function has a place, the first is a source (see LoadedForm) and the second a packed
// position.
void Diagnostics::note_signal(Value condition) {
  if (!is_condition(condition)) return;
  Value* place = signal_place(condition);
  auto note = [&](Value source, std::int64_t n) {
    heap_.store(place[0], source);
    place[1] = fixnum(n);
  };
  auto note_position = [&](SourcePosition at) {
    note(at ? loaded_.source : nil(), at.line * kColumns + std::min<int>(at.column, kColumns - 1));
  };
  if (SourcePosition at = heap_.upcalls->compiling_at) return note_position(at);
  const Frame* outermost = vm_.first_frame() + loaded_.frame;
  for (const Frame* f = vm_.fp; f > outermost; --f)
    if (has_place(heap_, f))
      return note(f->function, f->is_native() ? -static_cast<std::int64_t>(
                                                    reinterpret_cast<std::intptr_t>(f->native))
                                              : f->pc - code_of(f)->entry);
  note_position(loaded_.at);
}

Diagnostics::Place Diagnostics::place(Value condition) const {
  if (!is_condition(condition)) return {};
  const Value* place = signal_place(condition);
  if (is_nil(place[0])) return {};
  const std::int64_t n = place[1].fixnum();
  if (!has_type(place[0], Type::Closure))
    return place_in(heap_, place[0],
                    {static_cast<int>(n / kColumns), static_cast<int>(n % kColumns)});
  Frame frame{};
  frame.function = place[0];
  frame.pc = n < 0 ? &static_cells().resume_native : code_of(&frame)->entry + n;
  if (n < 0) frame.native = reinterpret_cast<const void*>(static_cast<std::intptr_t>(-n));
  return place_of(vm_, &frame);
}

Diagnostics::Place place_of(const Vm& vm, const Frame* f) {
  const Code* code = code_of(f);
  return Diagnostics::place_in(vm.heap(), code->source,
                               position_at(code, position_in_code(vm, f)).at);
}

Diagnostics::Place Diagnostics::place_in(Heap& heap, Value source, SourcePosition at) {
  if (is_nil(source) || !at) return {};
  auto text_of = [&](Value string) { return utf8_of(string_view_of(heap, string)); };
  if (!is_cons(source)) return {text_of(source), "", at};
  return {is_cons(cdr(source)) ? text_of(second(source)) : "", text_of(car(source)), at};
}

std::string Diagnostics::text_of(const Place& where) const {
  if (!where.at) return "";
  return where.typed.empty() ? host_files_.text_of(where.file) : where.typed;
}

// The code records a line inside the form. The form is the first one in the text that does not end
// before that line.
Diagnostics::Definition Diagnostics::definition(Value function) const {
  if (has_type(function, Type::Macro)) function = as<Macro>(function)->expander;
  if (!has_type(function, Type::Closure)) return {};
  auto* code = as<Code>(as<Closure>(function)->code);
  Definition definition{place_in(heap_, code->source, position_at(code, 0).at), ""};
  Place& place = definition.place;
  if (!place.at) return {};
  const std::string text = text_of(place);
  int line = 1;
  std::string_view rest = text;
  for (;;) {
    Nesting nesting(text_.dialect);
    nesting.add_first_form(rest);
    if (nesting.first_form_end() == std::string::npos) return definition;
    std::string_view form = rest.substr(0, nesting.first_form_end());
    auto begin = form.begin() + static_cast<std::ptrdiff_t>(nesting.first_form_begin());
    int first_line = line + static_cast<int>(std::count(form.begin(), begin, '\n'));
    line += static_cast<int>(std::count(form.begin(), form.end(), '\n'));
    if (line >= place.at.line) {
      place.at = {first_line, 0};
      definition.text = std::string(begin, form.end());
      return definition;
    }
    rest.remove_prefix(form.size());
  }
}

// ---- reporting

// PRINC shows a condition by the program's method of PRINT-OBJECT, if there is one.
std::string Diagnostics::shown(Value condition) {
  if (!is_condition(condition) ||
      is_nil(printer_of(as<StructureType>(as<Structure>(condition)->type))))
    return report(condition);
  PrintLimits brief(heap_, 12, 5, !is_nil(symbol_value(heap_, Sym::star_print_circle)));
  PrintOnOneLine plain(heap_);
  return print_to_string(text_, condition, false);
}

std::string Diagnostics::message(Value condition) {
  std::string text;
  Value interrupt = structure_type_named(heap_, heap_.symbols->intern("INTERRUPTED"));
  for (;;) {
    if (vm_.guarded([&] { text = shown(condition); })) return shortened(text, kLongestMessage);
    // A second interrupt during the report of an interrupt only repeats the request.
    bool again = is_instance(condition, interrupt) && !report_errors_.empty() &&
                 is_instance(report_errors_.back(), interrupt);
    if (!again) break;
    report_errors_.truncate(0);
  }
  std::string type =
      utf8_of(as<String>(as_symbol(as<StructureType>(as<Structure>(condition)->type)->name)->name));
  text = "a condition of type " + type + " whose report fails";
  // report_unhandled recorded the error in the report.
  std::string reason;
  if (!report_errors_.empty() && vm_.guarded([&] { reason = shown(report_errors_.pop()); }))
    text += ": " + shortened(reason, kLongestMessage);
  report_errors_.truncate(0);
  return text;
}

// FORM as its source shows it. The top level of LISP 1.5 reads the doublet CAR (5) as
// (EVALQUOTE 'CAR '(5) T).
std::string Diagnostics::form_text(Value form) {
  auto is_quoted = [&](Value v) {
    return has_shape(heap_, v, 2, 2) && car(v) == heap_.symbols->symbol(Sym::quote);
  };
  if (has_shape(heap_, form, 4, 4) && car(form) == heap_.symbols->symbol(Sym::evalquote) &&
      is_quoted(second(form)) && is_quoted(third(form)))
    return "the doublet " + to_text(second(second(form))) + " " + to_text(second(third(form)));
  return to_text(form);
}

Diagnostics::Explanation Diagnostics::explain(Value condition, const std::string& report,
                                              const Place& where, const std::string& text,
                                              bool is_warning) {
  Explanation explanation{"", where.at, "", ""};
  const char* name = is_warning ? "EXPLAIN-WARNING" : "EXPLAIN";
  Value explain = as_symbol(heap_.symbols->intern(name))->function;
  // EXPLAIN is undefined while the library is being built.
  if (!is_function(explain) || !is_condition(condition)) return explanation;
  auto ask = [&] {
    Value source = text.empty() || where.at.column == 0 ? nil() : make_string(heap_, text);
    Value told = make_string(heap_, report);
    Value found = vm_.call(explain, {condition, told, loaded_.form, loaded_.source, source,
                                     fixnum(where.at.line), fixnum(where.at.column)});
    if (Value message = car(found); is_string(message))
      explanation.message = utf8_of(string_view_of(heap_, message));
    if (Value line = second(found), column = third(found); line.is_fixnum() && column.is_fixnum())
      explanation.at = {static_cast<int>(line.fixnum()), static_cast<int>(column.fixnum())};
    if (Value hint = car(cdr(cdr(cdr(found)))); is_string(hint))
      explanation.hint = utf8_of(string_view_of(heap_, hint));
    if (Value line = car(cdr(cdr(cdr(cdr(found))))); is_string(line))
      explanation.expansion = utf8_of(string_view_of(heap_, line));
  };
  // A message without an explanation is better than none: the explanation may expand a macro of the
  // program that exhausts the stack again, which aborts.
  vm_.guarded([&] { vm_.attempt(ask); });
  return explanation;
}

namespace {

// Removes from MESSAGE the "FILE:LINE: " or "FILE:LINE:COLUMN: " with which the report of a
// reader-error begins, where FILE is that of WHERE, and moves WHERE there.
void take_line(std::string& message, Diagnostics::Place& where) {
  const std::string name =
      (where.typed.empty() || !where.file.empty() ? where.file : "standard input") + ":";
  if (name == ":" || !message.starts_with(name)) return;
  std::size_t end = message.find_first_not_of("0123456789", name.size());
  if (end == std::string::npos || end == name.size() || message[end] != ':') return;
  auto number = [&](std::size_t begin, std::size_t size) {
    return std::stoi(message.substr(begin, std::min<std::size_t>(size, 9)));
  };
  int line = number(name.size(), end - name.size());
  std::size_t last = message.find_first_not_of("0123456789", end + 1);
  if (last != std::string::npos && last > end + 1 && message.compare(last, 2, ": ") == 0) {
    where.at = {line, number(end + 1, last - end - 1)};
    end = last;
  } else if (message.compare(end, 2, ": ") != 0) {
    return;
  } else if (line != where.at.line) {
    where.at = {line, 0};
  }
  message.erase(0, end + 2);
}

// TEXT with control characters, which a terminal obeys, as ^X; lines and tabs remain.
std::string visible(const std::string& text) {
  std::string shown;
  for (char c : text) {
    const auto byte = static_cast<unsigned char>(c);  // CHAR is unsigned on some processors
    const bool is_control = (byte < ' ' && c != '\n' && c != '\t') || byte == 127;
    if (is_control) shown += '^';
    shown += is_control ? static_cast<char>(c ^ 64) : c;
  }
  return shown;
}

}  // namespace

std::string Diagnostics::label(Value condition, const ErrorStyle& style) const {
  Value serious = structure_type_named(heap_, heap_.symbols->intern("SERIOUS-CONDITION"));
  Value interrupt = structure_type_named(heap_, heap_.symbols->intern("INTERRUPTED"));
  const bool is_error = is_instance(condition, serious) && !is_instance(condition, interrupt);
  if (style.at_prompt) return is_error ? "Error: " : "Break: ";
  return is_error ? "error: " : "";
}

Diagnostics::Description Diagnostics::describe(Value condition) {
  Description found{visible(message(condition)), place(condition), "", {}};
  take_line(found.report, found.where);
  found.source = text_of(found.where);
  // A warning of the compiler has been explained.
  if (is_instance(condition, structure_type_named(heap_, heap_.symbols->intern("WARNING")))) {
    found.explanation.at = found.where.at;
    return found;
  }
  found.explanation = explain(condition, found.report, found.where, found.source);
  if (!found.explanation.message.empty()) found.report = visible(found.explanation.message);
  found.where.at = found.explanation.at;
  return found;
}

std::string Diagnostics::filled(const std::string& text, std::size_t hang,
                                const ErrorStyle& style) {
  Value fill = as_symbol(heap_.symbols->intern("FILLED-LINES"))->function;
  if (!style.fills_lines || text.size() <= style.width || !is_function(fill)) return text;
  std::string lines = text;
  vm_.attempt([&] {
    Value found = vm_.call(fill, {make_string(heap_, text), fixnum(style.width), fixnum(hang)});
    lines = utf8_of(string_view_of(heap_, found));
  });
  return lines;
}

std::string Diagnostics::error_text(Value condition, const ErrorStyle& style) {
  const Place top_level = place_in(heap_, loaded_.source, loaded_.at);
  std::string form;
  if (!style.at_prompt && !is_nil(loaded_.form)) {
    PrintLimits brief(heap_, 6, 4);
    PrintOnOneLine plain(heap_);
    vm_.guarded([&] { form = form_text(loaded_.form); });
  }
  const auto [first, where, source, explanation] = describe(condition);
  std::string clause;
  vm_.guarded([&] { clause = clause_under_way(); });
  const std::string lines =
      where.at ? excerpt(source, {where.at}, {text_.dialect, style.width, style.has_color}) : "";
  const std::string& advice = explanation.hint;
  const std::string label = this->label(condition, style);
  std::string begin = "winnow: ";
  if (style.at_prompt)
    begin = label;
  else if (where.at)
    begin = where.text() + ": " + label;
  std::string text = filled(begin + first + "\n", 2, style);
  if (style.has_color)
    text.replace(begin.size() - label.size(), label.size(), "\033[1;31m" + label + "\033[0m");
  if (style.at_prompt && !where.file.empty())
    text += filled("  at " + where.text() + "\n", 2, style);
  text += lines;
  if (!advice.empty()) text += filled("  hint: " + advice + "\n", 6, style);
  if (!explanation.expansion.empty()) text += filled("  " + explanation.expansion + "\n", 2, style);
  if (!clause.empty()) text += filled("  in " + clause + "\n", 2, style);
  if (form.empty()) return text;
  // Code of the top-level form itself is after its beginning.
  const bool is_called = top_level.file != where.file || where.at < top_level.at;
  if (top_level.at && is_called)
    text += top_level.text() + ": note: called from " + form + "\n";
  else if (lines.empty())
    text += "  in the form " + form + "\n";
  return text;
}

namespace {

struct Reporting {
  bool& flag;
  bool before;
  explicit Reporting(bool& f) : flag(f), before(f) { flag = true; }
  ~Reporting() { flag = before; }
};

}  // namespace

void Diagnostics::report_unhandled(Value condition) {
  if (reporting_) {
    report_errors_.push(condition);
    vm_.abort();
  }
  Reporting reporting(reporting_);
  on_error(condition);
}

bool Diagnostics::without_reports(const std::function<void()>& body) {
  Reporting reporting(reporting_);
  const std::size_t before = report_errors_.size();
  const bool completed = vm_.guarded(body);
  report_errors_.truncate(before);
  return completed;
}

}  // namespace winnow

// How errors are told: what, where, and a hint.
#include <algorithm>
#include <filesystem>
#include <fstream>

#include "bytecode/assembler.hpp"
#include "core/condition.hpp"
#include "core/list.hpp"
#include "core/string.hpp"
#include "interpreter/interpreter.hpp"
#include "text/format/format.hpp"
#include "text/streams/string_streams.hpp"

namespace winnow {

namespace {

// Binds the variables that keep a message short, on its line and printable, while it lives.
class Brief {
 public:
  Brief(Heap& heap, std::int64_t length, std::int64_t level)
      : length_(heap, Sym::star_print_length, limit(heap, Sym::star_print_length, length)),
        level_(heap, Sym::star_print_level, limit(heap, Sym::star_print_level, level)),
        circle_(heap, Sym::star_print_circle, nil()),
        pretty_(heap, Sym::star_print_pretty, nil()),
        readably_(heap, Sym::star_print_readably, nil()) {}

 private:
  static Value limit(Heap& heap, Sym variable, std::int64_t otherwise) {
    Value v = symbol_value(heap, variable);
    return is_nil(v) ? Value::from_fixnum(otherwise) : v;
  }
  Rebound length_, level_, circle_, pretty_, readably_;
};

}  // namespace

std::string Interpreter::report(Value condition) {
  if (!is_condition(condition)) return to_text(condition, true);
  auto* c = as<Structure>(condition);
  Brief brief(heap, 12, 5);
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
    format(text, out, text_of(string_view_of(control)), c->slots[1]);
  else if (is_function(control)) {
    vm.call(control, {stream_object()});
  } else
    out.write("a condition of type " + to_text(as<StructureType>(c->type)->name, false));
  return out.take();
}

// The innermost call of code that came from a file; failing that, the form being compiled or
// loaded.
Interpreter::Place Interpreter::place() {
  int line = compiling_line();
  Value file = file_;
  if (line == 0) {
    for (Frame* f = vm.fp; f > vm.first_frame(); --f) {
      if (is_nil(f->function)) continue;
      auto* code = as<Code>(as<Closure>(f->function)->code);
      if (is_nil(code->source)) continue;
      auto word = static_cast<std::uint32_t>(std::max<std::ptrdiff_t>(0, f->pc - code->entry - 1));
      line =
          line_at(code, f->pc >= code->entry && f->pc <= code->entry + code->word_count ? word : 0);
      file = code->source;
      if (line > 0) break;
    }
  }
  if (line == 0) line = form_line_;
  if (is_nil(file) || line == 0) return {};
  return {utf8_of(string_view_of(file)), line};
}

std::string Interpreter::Place::excerpt() const {
  std::error_code none;
  if (!std::filesystem::is_regular_file(file, none)) return "";  // a pipe is read once
  std::ifstream source(file);
  std::string text;
  for (int i = 0; i < line; ++i)
    if (!std::getline(source, text)) return "";
  std::size_t first = text.find_first_not_of(" \t");
  return first == std::string::npos ? "" : std::to_string(line) + " | " + text.substr(first);
}

std::string Interpreter::backtrace(std::size_t limit) {
  Brief brief(heap, 8, 4);
  std::string text;
  std::size_t shown = 0;
  for (Frame* f = vm.fp; f > vm.first_frame() && shown < limit; --f) {
    if (is_nil(f->function)) continue;
    auto* code = as<Code>(as<Closure>(f->function)->code);
    if (is_nil(code->name) && is_nil(code->lambda_list) && f->base == vm.sp) continue;
    std::size_t arguments = std::size_t{code->required} + code->optional;
    std::string call = "(";
    call += is_nil(code->name) ? (is_nil(code->lambda_list) ? "top level" : "lambda")
                               : to_text(code->name, true);
    for (std::size_t i = 0; i < arguments && f->base + i < vm.sp; ++i) {
      Value v = f->base[i];
      if (v == kAbsent) continue;
      if (i < 32 && (code->boxed >> i & 1) != 0 && is_cons(v)) v = car(v);  // what the box holds
      call += " " + to_text(v, true);
    }
    text += std::to_string(shown++) + ": " + call + ")";
    if (!is_nil(code->source)) {
      auto word = static_cast<std::uint32_t>(std::max<std::ptrdiff_t>(0, f->pc - code->entry - 1));
      int line = line_at(code, word);
      if (line > 0)
        text += "   " + utf8_of(string_view_of(code->source)) + ":" + std::to_string(line);
    }
    text += '\n';
  }
  return text;
}

namespace {

// Levenshtein's distance, given up above LIMIT.
std::size_t distance(const std::u32string& a, const std::u32string& b, std::size_t limit) {
  if (a.size() > b.size() + limit || b.size() > a.size() + limit) return limit + 1;
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      std::size_t above = row[j];
      row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1)});
      diagonal = above;
    }
  }
  return row[b.size()];
}

}  // namespace

std::string Interpreter::hint(Value condition) {
  auto type_is = [&](const char* name) {
    return is_instance(condition, structure_type_named(heap, symbols.intern(name)));
  };
  bool function = type_is("UNDEFINED-FUNCTION");
  if (!function && !type_is("UNBOUND-VARIABLE")) return "";
  Value name = as<Structure>(condition)->slots[2];
  if (!is_symbol(name)) return "";
  // The MacLisp words say what Common Lisp calls them.
  Value other = get_property(name, symbols.intern("%MACLISP-WORD"));
  if (function && !dialect().is_maclisp && !is_nil(other))
    return utf8_of(string_view_of(other)) + ", or (dialect :maclisp)";
  std::u32string text = text_of(as<String>(as_symbol(name)->name));
  std::size_t limit = text.size() < 4 ? 1 : 2;
  std::size_t best = limit + 1;
  std::u32string nearest;
  for (Value v : symbols.entries()) {
    if (v == kAbsent || v == name) continue;
    Symbol* s = as_symbol(v);
    bool known = function ? s->function != undefined_function() || is_special_form(v)
                          : s->value != kUnbound && !s->has(Symbol::kKeyword);
    std::u32string candidate = text_of(as<String>(s->name));
    if (!known || candidate.starts_with(U'%')) continue;
    std::size_t d = distance(text, candidate, limit);
    if (d < best || (d == best && candidate < nearest && d <= limit)) {
      best = d;
      nearest = candidate;
    }
  }
  if (best > limit) {
    if (function && as_symbol(name)->value != kUnbound) return "it is a variable, not a function";
    if (!function && as_symbol(name)->function != undefined_function())
      return "it is a function: (" + utf8_of(as<String>(as_symbol(name)->name)) + " ...), or #'" +
             utf8_of(as<String>(as_symbol(name)->name));
    return "";
  }
  std::string near;
  for (char32_t c : nearest) unicode::append_utf8(near, c);
  return "did you mean " + near + "?";
}

void Interpreter::print_error(Value condition) {
  Place where = place();
  std::string excerpt = where.line == form_line_ ? "" : where.excerpt();
  std::string form;
  if (!is_nil(current_form)) {
    Brief brief(heap, 6, 4);
    form = to_text(current_form, true);
  }
  std::string message = report(condition);
  std::string advice = hint(condition);
  stream(standard_[1]).flush();
  Stream& out = stream(standard_[2]);
  out.fresh_line();
  // What the reader says names the place itself.
  bool named = where.line == 0 || message.starts_with(where.file);
  out.write("winnow: " + (named ? "" : where.text() + ": ") + message + "\n");
  if (!excerpt.empty()) out.write("  " + excerpt + "\n");
  if (!advice.empty()) out.write("  hint: " + advice + "\n");
  if (!form.empty()) out.write("  in the form " + form + "\n");
}

void Interpreter::handle_unhandled(Value condition) {
  if (on_error)
    on_error(condition);
  else
    print_error(condition);
  vm.abort();
}

}  // namespace winnow

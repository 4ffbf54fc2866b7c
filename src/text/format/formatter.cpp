#include "text/format/formatter.hpp"

#include <algorithm>

#include "data/package.hpp"
#include "data/string.hpp"
#include "data/symbol.hpp"
#include "heap/condition.hpp"
#include "heap/list.hpp"
#include "number/integer.hpp"
#include "text/character_names.hpp"
#include "text/streams/string_streams.hpp"

namespace winnow {

namespace {

// The number of arguments in LIST, which may be dotted but not circular.
std::size_t count_of(Heap& heap, Value list) {
  const std::ptrdiff_t n = proper_length(heap, list);
  if (n == -2) signal_not_a_proper_list(heap, "format", list);
  return n >= 0 ? static_cast<std::size_t>(n) : list_length(list);
}

// The limit of columns, repetitions or digits of a directive.
constexpr std::int64_t kMostColumns = 100'000'000;

}  // namespace

Value Formatter::run_whole() {
  run(0, static_cast<std::uint32_t>(control_->directives.size()));
  return remaining();
}

Formatter::Exit Formatter::run(std::uint32_t from, std::uint32_t to, bool fill) {
  if (!heap_.native_stack.has_room())
    signal_error(heap_, ConditionKind::storage_condition, "FORMAT: nested too deeply", {});
  for (std::uint32_t i = from; i < to; ++i) {
    heap_.poll_at(++steps_);
    const Directive& d = control_->directives[i];
    if (d.name == 0) {
      write_text(d, fill);
      continue;
    }
    try {
      Call call = resolve(d);
      Exit exit = execute(call, i);
      if (exit != Exit::None) return exit;
    } catch (const BlockEnded&) {
      block_ended_ = true;
    }
    if (block_ended_) return Exit::Up;
  }
  return Exit::None;
}

// FILL: as in ~<...~:@>, a conditional newline follows each group of blanks.
void Formatter::write_text(const Directive& d, bool fill) {
  std::u32string_view text = std::u32string_view(control_->text).substr(d.begin, d.end - d.begin);
  PrettyStream* pretty = fill ? laid_out() : nullptr;
  for (std::size_t i = 0; i < text.size(); ++i) {
    out_->put(text[i]);
    if (pretty != nullptr && text[i] == ' ' && (i + 1 == text.size() || text[i + 1] != ' '))
      pretty->newline(PrettyStream::Newline::Fill);
  }
}

Formatter::Exit Formatter::execute(Call& call, std::uint32_t& at) {
  const Directive& d = call.directive;
  switch (d.name) {
    case 'A': print_padded(call, false); break;
    case 'S': print_padded(call, true); break;
    case 'W': print_written(call); break;
    case 'D': print_integer(call, 10, 0); break;
    case 'B': print_integer(call, 2, 0); break;
    case 'O': print_integer(call, 8, 0); break;
    case 'X': print_integer(call, 16, 0); break;
    case 'R': print_radix(call); break;
    case 'F': print_fixed(call); break;
    case 'E': print_exponential(call); break;
    case 'G': print_general(call); break;
    case '$': print_dollars(call); break;
    case 'C': print_character(call); break;
    case 'P': print_plural(call); break;
    case '%': repeat('\n', size(call, 0, 1)); break;
    case '|': repeat('\f', size(call, 0, 1)); break;
    case '~': repeat('~', size(call, 0, 1)); break;
    case '&':
      if (std::size_t n = size(call, 0, 1); n > 0) {
        out_->fresh_line();
        repeat('\n', n - 1);
      }
      break;
    case 'T': tabulate(call); break;
    case '_': conditional_newline(call); break;
    case 'I': indent(call); break;
    case '*': skip_arguments(call); break;
    case '?': recurse(call); break;
    case '/': call_named(call); break;
    case '^': return leave(call);
    case '(': at = d.close; return change_case(call);
    case '[': at = d.close; return choose(call);
    case '{': at = d.close; return iterate(call);
    case '<':
      at = d.close;
      return control_->directives[d.close].colon ? logical_block(call) : justify(call);
    default: fail(d, "~~~A is out of place", {name_of(d)});
  }
  return Exit::None;
}

// ---- parameters

Formatter::Call Formatter::resolve(const Directive& d) {
  Call call{d, {}};
  for (std::uint32_t i = 0; i < d.parameter_count && call.count < std::size(call.parameters); ++i) {
    const format_control::Parameter& p = control_->parameters[d.first_parameter + i];
    Value v = kAbsent;
    switch (p.kind) {
      case format_control::Parameter::None: break;
      case format_control::Parameter::Number: v = Value::from_fixnum(p.number); break;
      case format_control::Parameter::Character:
        v = Value::from_character(static_cast<char32_t>(p.number));
        break;
      case format_control::Parameter::Argument:
        v = next(d);
        if (is_nil(v)) v = kAbsent;
        break;
      case format_control::Parameter::Count: v = fixnum(count_of(heap_, remaining())); break;
    }
    call.parameters[call.count++] = v;
  }
  return call;
}

std::int64_t Formatter::integer(const Call& call, std::size_t i, std::int64_t otherwise) {
  if (!call.has(i)) return otherwise;
  Value v = call.parameters[i];
  if (!is_integer(v)) wrong_argument(call.directive, v, "INTEGER");
  if (integer_sign(v) < 0 && (!v.is_fixnum() || v.fixnum() < -kMostColumns)) return -kMostColumns;
  if (!v.is_fixnum() || v.fixnum() > kMostColumns)
    fail(call.directive, "the parameter ~D of ~~~A is too large (the limit is ~D)",
         {v, name_of(call.directive), fixnum(kMostColumns)});
  return v.fixnum();
}

std::size_t Formatter::size(const Call& call, std::size_t i, std::size_t otherwise) {
  std::int64_t n = integer(call, i, static_cast<std::int64_t>(otherwise));
  return static_cast<std::size_t>(std::max<std::int64_t>(0, n));
}

std::size_t Formatter::column_increment(const Call& call) {
  std::size_t step = size(call, 1, 1);
  if (step == 0)
    fail(call.directive, "~~~A expected a column increment of at least 1, got ~D",
         {name_of(call.directive), call.parameters[1]});
  return step;
}

char32_t Formatter::character(const Call& call, std::size_t i, char32_t otherwise) {
  if (!call.has(i)) return otherwise;
  Value v = call.parameters[i];
  if (!v.is_character()) wrong_argument(call.directive, v, "CHARACTER");
  return v.character();
}

Value Formatter::name_of(const Directive& d) {
  return make_string(heap_, std::u32string(1, d.name));
}

void Formatter::wrong_argument(const Directive& d, Value v, const char* expected) {
  Value type = heap_.symbols->intern(expected);
  signal_error(heap_, ConditionKind::type_error,
               "FORMAT: ~~~A expected an argument of type ~S, got ~S (at character ~D of ~S)",
               {name_of(d), type, v, fixnum(d.begin), make_string(heap_, control_->text)},
               {v, type});
}

// ---- arguments

Value Formatter::next(const Directive& d) {
  if (block_ != nullptr) {
    if (!block_->more()) throw BlockEnded{};
    return block_->pop();
  }
  if (!arguments_.rest.is_list()) wrong_argument(d, arguments_.rest, "LIST");
  if (is_nil(arguments_.rest)) fail(d, "no argument left for ~~~A", {name_of(d)});
  Value v = car(arguments_.rest);
  arguments_.rest = cdr(arguments_.rest);
  ++arguments_.taken;
  return v;
}

// Makes REST the remaining arguments, after other code has consumed some.
void Formatter::set_remaining(Value rest) {
  if (block_ != nullptr) return block_->set_rest(rest);
  std::size_t before = count_of(heap_, arguments_.rest);
  std::size_t after = count_of(heap_, rest);
  arguments_.taken += before >= after ? before - after : 0;
  arguments_.rest = rest;
}

void Formatter::go_to(const Call& call, std::int64_t index) {
  Value rest = block_ != nullptr ? block_->list() : arguments_.all;
  std::int64_t reached = 0;
  for (; reached < index && is_cons(rest); ++reached, rest = cdr(rest))
    heap_.poll_at(static_cast<std::size_t>(reached));
  if (reached != index)
    fail(call.directive, "~~~A goes beyond the arguments", {name_of(call.directive)});
  if (block_ != nullptr) return block_->go_to(rest, index);
  arguments_.rest = rest;
  arguments_.taken = static_cast<std::size_t>(index);
}

void Formatter::skip_arguments(const Call& call) {
  auto now = block_ != nullptr ? block_->taken() : static_cast<std::int64_t>(arguments_.taken);
  auto n = static_cast<std::int64_t>(size(call, 0, call.at() ? 0 : 1));
  if (call.colon() && call.at()) fail(call.directive, "~~: and ~~@ exclude each other in ~~*", {});
  go_to(call, call.at() ? n : call.colon() ? now - n : now + n);
}

// ~^: returns how it ends the run.
Formatter::Exit Formatter::leave(const Call& call) {
  if (call.colon() && arguments_.outer_rest == kAbsent)
    fail(call.directive, "~~:^ is defined only within ~~:{", {});
  auto equal = [&](std::size_t a, std::size_t b) {
    Value x = call.has(a) ? call.parameters[a] : Value::from_fixnum(0);
    Value y = call.has(b) ? call.parameters[b] : Value::from_fixnum(0);
    return is_integer(x) && is_integer(y) ? integer_compare(x, y) == 0 : x == y;
  };
  auto ordered = [&](std::size_t a, std::size_t b) {
    Value x = call.parameters[a];
    Value y = call.parameters[b];
    if (x.is_character() && y.is_character()) return x.character() <= y.character();
    if (!is_integer(x)) wrong_argument(call.directive, x, "INTEGER");
    if (!is_integer(y)) wrong_argument(call.directive, y, "INTEGER");
    return integer_compare(x, y) <= 0;
  };
  bool leaves;
  if (call.has(2))
    leaves = call.has(0) && call.has(1) ? ordered(0, 1) && ordered(1, 2) : equal(0, 1);
  else if (call.has(1))
    leaves = equal(0, 1);
  else if (call.has(0))
    leaves = call.parameters[0] == Value::from_fixnum(0);
  else
    leaves = is_nil(call.colon() ? arguments_.outer_rest : remaining());
  return !leaves ? Exit::None : call.colon() ? Exit::UpAll : Exit::Up;
}

// ---- plain directives

void Formatter::repeat(char32_t c, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    heap_.poll_at(i + 1);
    out_->put(c);
  }
}

void Formatter::pad(std::string_view text, std::size_t width, bool before, char32_t padding) {
  std::size_t own = unicode::count_characters(text);
  std::size_t missing = width > own ? width - own : 0;
  if (before) repeat(padding, missing);
  out_->write(text);
  if (!before) repeat(padding, missing);
}

void Formatter::pad(const std::string& text, const Call& call, std::size_t width_at,
                    std::size_t padding_at, bool before) {
  pad(text, size(call, width_at, 0), before, character(call, padding_at, ' '));
}

// ~mincol,colinc,minpad,padcharA
void Formatter::print_padded(const Call& call, bool escape) {
  Value v = next(call.directive);
  bool as_list = call.colon() && is_nil(v);
  if (call.count == 0) {
    if (as_list) return out_->write("()");
    return print(text_, *out_, v, escape);
  }
  std::size_t least = size(call, 0, 0);
  std::size_t step = column_increment(call);
  std::size_t padding = size(call, 2, 0);
  char32_t with = character(call, 3, ' ');
  std::string text = as_list ? "()" : to_text(v, escape);
  std::size_t width = unicode::count_characters(text) + padding;
  if (width < least) width += (least - width + step - 1) / step * step;
  pad(text, width, call.at(), with);
}

// ~W: as WRITE; ~:W prints prettily, ~@W without limits.
void Formatter::print_written(const Call& call) {
  Value v = next(call.directive);
  std::optional<Rebound> pretty, length, level;
  if (call.colon()) pretty.emplace(heap_, Sym::star_print_pretty, t());
  if (call.at()) {
    length.emplace(heap_, Sym::star_print_length, nil());
    level.emplace(heap_, Sym::star_print_level, nil());
  }
  print(text_, *out_, v, PrintVariables(text_));
}

void Formatter::print_character(const Call& call) {
  Value v = next(call.directive);
  if (!v.is_character()) wrong_argument(call.directive, v, "CHARACTER");
  if (!call.colon()) {
    if (call.at()) return print(text_, *out_, v, true);
    return out_->put(v.character());
  }
  // Graphic characters print as themselves, even those with names.
  bool printing = unicode::is_graphic(v.character()) && v.character() != U' ';
  std::string name = printing ? "" : character_name(v.character());
  if (name.empty()) return out_->put(v.character());
  out_->write(name);
}

void Formatter::print_plural(const Call& call) {
  if (call.colon()) {
    auto now = block_ != nullptr ? block_->taken() : static_cast<std::int64_t>(arguments_.taken);
    go_to(call, now - 1);
  }
  bool one = next(call.directive) == Value::from_fixnum(1);
  if (call.at())
    out_->write(one ? "y" : "ies");
  else if (!one)
    out_->put('s');
}

// ---- other control strings and functions

Value call_control(TextSystem& text, Value function, Stream& out, Value arguments) {
  ValueVector all(text.heap);
  all.push(text.streams.object_of(out, StreamObject::kOutput));
  for (; is_cons(arguments); arguments = cdr(arguments)) {
    text.heap.poll_at(all.size());
    all.push(car(arguments));
  }
  return text.heap.upcalls->call_function(function,
                                          std::span<const Value>(all.begin(), all.size()));
}

// ~?: runs the control string that is its argument.
void Formatter::recurse(const Call& call) {
  Value control = next(call.directive);
  if (!is_string(control) && !is_function(control))
    wrong_argument(call.directive, control, "STRING");
  if (call.at() && is_string(control)) {  // the string shares the arguments of this one
    auto outer = std::exchange(control_,
                               text_.controls.find(heap_, text_of(string_view_of(heap_, control))));
    run(0, static_cast<std::uint32_t>(control_->directives.size()));
    control_ = outer;
    return;
  }
  if (call.at()) return set_remaining(format(text_, *out_, control, remaining()));
  Value arguments = next(call.directive);
  if (!arguments.is_list()) wrong_argument(call.directive, arguments, "LIST");
  format(text_, *out_, control, arguments);
}

// ~/name/: calls the function NAME.
void Formatter::call_named(const Call& call) {
  const Directive& d = call.directive;
  std::u32string name = control_->text.substr(d.name_begin, d.end - 1 - d.name_begin);
  for (char32_t& c : name) c = unicode::upcase(c);
  std::size_t colon = name.find(U':');
  Value package = heap_.symbols->user_package();
  if (colon != std::u32string::npos) {
    std::u32string package_name = name.substr(0, colon);
    package = heap_.symbols->find_package(package_name);
    if (package == kAbsent)
      fail(d, "expected the name of a package, got ~A", {make_string(heap_, package_name)});
    name.erase(0, name.find_first_not_of(U':', colon));
  }
  ValueVector arguments(heap_);
  arguments.push(text_.streams.object_of(*out_, StreamObject::kOutput));
  arguments.push(next(d));
  arguments.push(truth(call.colon()));
  arguments.push(truth(call.at()));
  for (std::size_t i = 0; i < call.count; ++i)
    arguments.push(call.parameters[i] == kAbsent ? nil() : call.parameters[i]);
  heap_.upcalls->call_function(intern_symbol(heap_, package, name).symbol,
                               std::span<const Value>(arguments.begin(), arguments.size()));
}

Value format(TextSystem& text, Stream& out, std::u32string_view control, Value arguments) {
  return Formatter(text, out, text.controls.find(text.heap, control), arguments).run_whole();
}

Value format(TextSystem& text, Stream& out, Value control, Value arguments) {
  if (is_function(control)) return call_control(text, control, out, arguments);
  return format(text, out, text_of(string_view_of(text.heap, control)), arguments);
}

}  // namespace winnow

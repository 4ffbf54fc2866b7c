#include "text/format.hpp"

#include <charconv>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "core/condition.hpp"
#include "core/list.hpp"
#include "core/number.hpp"
#include "core/string.hpp"
#include "core/symbol.hpp"
#include "text/number_words.hpp"

namespace winnow {

namespace {

struct Parameter {
  enum Kind { None, Number, Character } kind = None;
  std::int64_t number = 0;
};

struct Directive {
  char32_t name = 0;
  bool colon = false;
  bool at = false;
  std::vector<Parameter> parameters;
  std::size_t begin = 0;  // of the directive, at its ~
  std::size_t end = 0;    // behind it

  std::int64_t number(std::size_t i, std::int64_t otherwise) const {
    return i < parameters.size() && parameters[i].kind != Parameter::None ? parameters[i].number
                                                                          : otherwise;
  }
  bool has(std::size_t i) const {
    return i < parameters.size() && parameters[i].kind != Parameter::None;
  }
};

// ~^ leaves the innermost ~{ or the whole.
struct UpAndOut {
  bool all;  // ~:^
};

class Formatter {
 public:
  Formatter(Heap& heap, Stream& out, std::u32string_view control, const PrintOptions& options)
      : heap_(heap), out_(&out), control_(control), options_(options), all_(nil()), rest_(nil()) {}

  void run(Value arguments) {
    all_ = rest_ = arguments;
    try {
      segment(0, control_.size());
    } catch (const UpAndOut&) {
    }
  }

 private:
  void segment(std::size_t from, std::size_t to);
  void directive(const Directive& d, std::size_t& at, std::size_t to);
  Directive parse(std::size_t at);
  std::size_t find_end(std::size_t from, char32_t opener, char32_t closer,
                       std::vector<std::size_t>* separators, Directive* closing);
  void print_padded(const Directive& d, bool escape);
  void print_integer(const Directive& d, int base, std::size_t first_parameter);
  void print_radix(const Directive& d);
  void print_fixed(const Directive& d);
  void print_exponential(const Directive& d);
  void print_dollars(const Directive& d);
  void print_character(const Directive& d);
  void tabulate(const Directive& d);
  void conditional(const Directive& d, std::size_t& at);
  void iterate(const Directive& d, std::size_t& at);
  void change_case(const Directive& d, std::size_t& at);
  void skip_arguments(const Directive& d);
  void pad(const std::string& text, std::int64_t width, bool left, char32_t with);
  std::string to_text(Value v, bool escape);
  double real_argument(const Directive& d, Value& v);

  Value next(const Directive& d) {
    if (!is_cons(rest_)) fail("~~~A has no argument left", d);
    Value v = car(rest_);
    rest_ = cdr(rest_);
    return v;
  }
  [[noreturn]] void fail(const char* what, const Directive& d) {
    std::u32string name(1, d.name);
    signal_error(heap_, ConditionKind::simple_error, "format: ~? (in ~S)",
                 {make_string(heap_, what), list_of(heap_, {make_string(heap_, name)}),
                  make_string(heap_, control_)});
  }

  Heap& heap_;
  Stream* out_;
  std::u32string_view control_;
  const PrintOptions& options_;
  Value all_;
  Value rest_;
  int depth_ = 0;
};

Directive Formatter::parse(std::size_t at) {
  Directive d;
  d.begin = at++;
  auto peek = [&]() -> char32_t {
    if (at >= control_.size()) {
      d.name = U' ';
      fail("the control string ends inside a directive", d);
    }
    return control_[at];
  };
  for (;;) {
    Parameter p;
    char32_t c = peek();
    if (c == '\'') {
      ++at;
      p = {Parameter::Character, static_cast<std::int64_t>(peek())};
      ++at;
    } else if ((c >= '0' && c <= '9') || c == '+' || c == '-') {
      bool negative = c == '-';
      if (c == '+' || c == '-') ++at;
      p.kind = Parameter::Number;
      while (peek() >= '0' && peek() <= '9' && p.number < 100'000'000)
        p.number = p.number * 10 + (control_[at++] - '0');
      if (negative) p.number = -p.number;
    } else if (c == 'v' || c == 'V') {
      ++at;
      d.name = 'V';
      Value v = next(d);
      if (v.is_fixnum()) p = {Parameter::Number, v.fixnum()};
      if (v.is_character()) p = {Parameter::Character, static_cast<std::int64_t>(v.character())};
    } else if (c == '#') {
      ++at;
      p = {Parameter::Number, static_cast<std::int64_t>(list_length(rest_))};
    } else if (c != ',') {
      break;
    }
    d.parameters.push_back(p);
    if (peek() != ',') break;
    ++at;
  }
  for (; peek() == ':' || peek() == '@'; ++at) (control_[at] == ':' ? d.colon : d.at) = true;
  d.name = unicode::upcase(control_[at]);
  d.end = at + 1;
  return d;
}

void Formatter::segment(std::size_t from, std::size_t to) {
  for (std::size_t at = from; at < to;) {
    if (control_[at] != '~') {
      out_->put(control_[at++]);
      continue;
    }
    Directive d = parse(at);
    at = d.end;
    directive(d, at, to);
  }
}

void Formatter::directive(const Directive& d, std::size_t& at, std::size_t to) {
  auto repeat = [&](char32_t c) {
    for (std::int64_t n = d.number(0, 1); n > 0; --n) out_->put(c);
  };
  switch (d.name) {
    case 'A': return print_padded(d, false);
    case 'S':
    case 'W': return print_padded(d, true);
    case 'D': return print_integer(d, 10, 0);
    case 'B': return print_integer(d, 2, 0);
    case 'O': return print_integer(d, 8, 0);
    case 'X': return print_integer(d, 16, 0);
    case 'R': return print_radix(d);
    case 'C': return print_character(d);
    case 'F': return print_fixed(d);
    case 'E': return print_exponential(d);
    case 'G': return print_fixed(d);
    case '$': return print_dollars(d);
    case '%': return repeat('\n');
    case '|': return repeat('\f');
    case '~': return repeat('~');
    case '&':
      if (d.number(0, 1) > 0) out_->fresh_line();
      for (std::int64_t n = d.number(0, 1); n > 1; --n) out_->put('\n');
      return;
    case '\n':  // the line break goes, with the space that follows
      if (d.at) out_->put('\n');
      if (!d.colon)
        while (at < to && unicode::is_space(control_[at]) && control_[at] != '\n') ++at;
      return;
    case 'T': return tabulate(d);
    case '*': return skip_arguments(d);
    case 'P': {
      if (d.colon) {
        Directive back = d;
        back.parameters.clear();
        back.colon = true;
        back.at = false;
        skip_arguments(back);
      }
      Value v = next(d);
      bool one = v == Value::from_fixnum(1);
      if (d.at) return out_->write(one ? "y" : "ies");
      return one ? void() : out_->put('s');
    }
    case '?': {
      Value control = next(d);
      if (!is_string(control)) fail("~~~A needs a control string", d);
      std::u32string text = text_of(string_view_of(control));
      Formatter inner(heap_, *out_, text, options_);
      if (!d.at) return inner.run(next(d));
      inner.run(rest_);
      rest_ = inner.rest_;
      return;
    }
    case '(': return change_case(d, at);
    case '[': return conditional(d, at);
    case '{': return iterate(d, at);
    case '^': {
      bool leave = d.has(0) ? (d.has(1) ? d.number(0, 0) == d.number(1, 0) : d.number(0, 1) == 0)
                            : is_nil(rest_);
      if (leave) throw UpAndOut{d.colon};
      return;
    }
    default: fail("~~~A is no directive that Winnow knows", d);
  }
}

// The place of the CLOSER that matches, from FROM on; fills in what lies between.
std::size_t Formatter::find_end(std::size_t from, char32_t opener, char32_t closer,
                                std::vector<std::size_t>* separators, Directive* closing) {
  int depth = 0;
  Value rest = rest_;  // parsing ~V takes arguments, which are not ours here
  for (std::size_t at = from; at < control_.size();) {
    if (control_[at] != '~') {
      ++at;
      continue;
    }
    std::size_t skip = at + 1;  // past parameters, without evaluating them
    while (skip < control_.size() &&
           (control_[skip] == '\'' || control_[skip] == ',' || control_[skip] == ':' ||
            control_[skip] == '@' || control_[skip] == '#' || control_[skip] == '+' ||
            control_[skip] == '-' || (control_[skip] >= '0' && control_[skip] <= '9') ||
            control_[skip] == 'v' || control_[skip] == 'V'))
      skip += control_[skip] == '\'' ? 2 : 1;
    if (skip >= control_.size()) break;
    char32_t name = control_[skip];
    if (name == '(' || name == '[' || name == '{') ++depth;
    if (name == closer && depth == 0) {
      *closing = parse(at);
      rest_ = rest;
      return at;
    }
    if (name == ')' || name == ']' || name == '}') --depth;
    if (name == ';' && depth == 0 && separators) separators->push_back(at);
    at = skip + 1;
  }
  Directive d;
  d.name = opener;
  fail("~~~A is not closed", d);
}

std::string Formatter::to_text(Value v, bool escape) {
  PrintOptions o = options_;
  o.escape = escape;
  return print_to_string(heap_, v, o);
}

namespace {
std::int64_t text_width(const std::string& text) {
  std::int64_t n = 0;
  for (char c : text) n += (c & 0xC0) != 0x80;
  return n;
}
}  // namespace

void Formatter::pad(const std::string& text, std::int64_t width, bool left, char32_t with) {
  std::int64_t missing = width - text_width(text);
  if (!left) out_->write(text);
  for (; missing > 0; --missing) out_->put(with);
  if (left) out_->write(text);
}

void Formatter::print_padded(const Directive& d, bool escape) {
  Value v = next(d);
  if (d.parameters.empty() && !(d.colon && is_nil(v))) {
    PrintOptions o = options_;
    o.escape = escape;
    return print(heap_, *out_, v, o);
  }
  std::string text = d.colon && is_nil(v) ? "()" : to_text(v, escape);
  auto with = static_cast<char32_t>(d.number(3, ' '));
  std::int64_t least = d.number(2, 0);
  std::int64_t step = std::max<std::int64_t>(1, d.number(1, 1));
  std::int64_t width = text_width(text) + least;
  while (width < d.number(0, 0)) width += step;
  pad(text, width, d.at, with);
}

void Formatter::print_integer(const Directive& d, int base, std::size_t first) {
  Value v = next(d);
  std::string text = is_integer(v) ? integer_to_string(heap_, v, base) : to_text(v, false);
  if (is_integer(v)) {
    if (d.colon) {
      auto comma = static_cast<char32_t>(d.number(first + 2, ','));
      auto group = static_cast<std::size_t>(std::max<std::int64_t>(1, d.number(first + 3, 3)));
      std::size_t sign = text[0] == '-' ? 1 : 0;
      std::string separator;
      unicode::append_utf8(separator, comma);
      for (std::size_t i = text.size(); i > sign + group;) text.insert(i -= group, separator);
    }
    if (d.at && integer_sign(v) >= 0) text.insert(0, "+");
  }
  pad(text, d.number(first, 0), true, static_cast<char32_t>(d.number(first + 1, ' ')));
}

void Formatter::print_radix(const Directive& d) {
  if (d.has(0)) {
    std::int64_t base = d.number(0, 10);
    if (base < 2 || base > 36) fail("~~~A: the base must be from 2 to 36", d);
    return print_integer(d, static_cast<int>(base), 1);
  }
  Value v = next(d);
  if (!v.is_fixnum()) return out_->write(to_text(v, false));
  std::int64_t n = v.fixnum();
  if (d.at) {
    if (n < 1 || n > 3999) return out_->write(std::to_string(n));
    return out_->write(roman_numeral(n, d.colon));
  }
  out_->write(d.colon ? ordinal_words(n) : cardinal_words(n));
}

void Formatter::print_character(const Directive& d) {
  Value v = next(d);
  if (!v.is_character()) fail("~~~A needs a character", d);
  if (d.at) return out_->write(to_text(v, true));
  if (!d.colon) return out_->put(v.character());
  std::string text = to_text(v, true);
  out_->write(text.substr(2));
}

// ---- floats

double Formatter::real_argument(const Directive& d, Value& v) {
  v = next(d);
  if (!is_real(v)) return 0;
  return to_double(heap_, v);
}

namespace {

// X with DIGITS after the point, or the shortest that reads back as X.
std::string fixed_text(double x, std::optional<std::int64_t> digits) {
  char buffer[512];
  auto end = digits ? std::to_chars(buffer, buffer + sizeof buffer, x, std::chars_format::fixed,
                                    static_cast<int>(std::min<std::int64_t>(*digits, 100)))
                    : std::to_chars(buffer, buffer + sizeof buffer, x, std::chars_format::fixed);
  std::string text(buffer, end.ptr);
  if (text.find('.') == std::string::npos) text += digits ? "." : ".0";
  return text;
}

}  // namespace

// ~w,d,k,overflow,padF
void Formatter::print_fixed(const Directive& d) {
  Value v;
  double x = real_argument(d, v);
  if (!is_real(v)) return print_padded(d, false), void();
  x *= std::pow(10.0, static_cast<double>(d.number(2, 0)));
  std::int64_t width = d.number(0, 0);
  std::optional<std::int64_t> digits;
  if (d.has(1)) digits = d.number(1, 0);
  std::string text = fixed_text(x, digits);
  if (width > 0 && !digits) {  // as many digits as fit
    for (std::int64_t n = 17; n >= 0 && text_width(text) > width; --n) text = fixed_text(x, n);
  }
  if (d.at && x >= 0) text.insert(0, "+");
  std::size_t zero = text.find_first_of("0123456789");
  bool leading_zero =
      zero != std::string::npos && text.compare(zero, 2, "0.") == 0 && text.size() > zero + 2;
  if (width > 0 && text_width(text) > width && leading_zero) text.erase(zero, 1);
  if (width > 0 && text_width(text) > width && d.has(3))
    text = std::string(static_cast<std::size_t>(width), static_cast<char>(d.number(3, '*')));
  pad(text, width, true, static_cast<char32_t>(d.number(4, ' ')));
}

// ~w,d,e,k,overflow,pad,markE
void Formatter::print_exponential(const Directive& d) {
  Value v;
  double x = real_argument(d, v);
  if (!is_real(v)) return out_->write(to_text(v, false));
  char buffer[64];
  auto end = d.has(1)
                 ? std::to_chars(buffer, buffer + sizeof buffer, x, std::chars_format::scientific,
                                 static_cast<int>(std::min<std::int64_t>(d.number(1, 0), 30)))
                 : std::to_chars(buffer, buffer + sizeof buffer, x, std::chars_format::scientific);
  std::string text(buffer, end.ptr);
  std::size_t e = text.find('e');
  int exponent = std::atoi(text.c_str() + e + 1);
  text.resize(e);
  if (text.find('.') == std::string::npos) text += ".0";
  if (d.at && x >= 0) text.insert(0, "+");
  std::string power = std::to_string(std::abs(exponent));
  while (static_cast<std::int64_t>(power.size()) < d.number(2, 1)) power.insert(0, "0");
  text += static_cast<char>(d.number(6, 'e'));
  text += exponent < 0 ? "-" : "+";
  pad(text + power, d.number(0, 0), true, static_cast<char32_t>(d.number(5, ' ')));
}

// ~digits,least,width,pad$
void Formatter::print_dollars(const Directive& d) {
  Value v;
  double x = real_argument(d, v);
  if (!is_real(v)) return out_->write(to_text(v, false));
  std::string text = fixed_text(std::fabs(x), d.number(0, 2));
  auto least = static_cast<std::size_t>(std::max<std::int64_t>(0, d.number(1, 1)));
  while (text.find('.') < least) text.insert(0, "0");
  if (x < 0)
    text.insert(0, "-");
  else if (d.at)
    text.insert(0, "+");
  pad(text, d.number(2, 0), true, static_cast<char32_t>(d.number(3, ' ')));
}

// ---- layout and arguments

void Formatter::tabulate(const Directive& d) {
  std::int64_t column = d.number(0, 1);
  std::int64_t step = d.number(1, 1);
  std::int64_t now = out_->column();
  std::int64_t spaces = 0;
  if (d.at) {
    spaces = column;
    if (step > 0) spaces += (step - (now + column) % step) % step;
  } else if (now < column) {
    spaces = column - now;
  } else if (step > 0) {
    spaces = step - (now - column) % step;
  }
  while (spaces-- > 0) out_->put(' ');
}

void Formatter::skip_arguments(const Directive& d) {
  if (d.at || d.colon) {
    auto at = static_cast<std::int64_t>(list_length(all_) - list_length(rest_));
    std::int64_t goal = d.at ? d.number(0, 0) : at - d.number(0, 1);
    if (goal < 0 || goal > static_cast<std::int64_t>(list_length(all_)))
      fail("~~~A leads outside the arguments", d);
    rest_ = all_;
    for (; goal > 0; --goal) rest_ = cdr(rest_);
    return;
  }
  for (std::int64_t n = d.number(0, 1); n > 0; --n) next(d);
}

void Formatter::change_case(const Directive& d, std::size_t& at) {
  Directive closing;
  std::size_t end = find_end(at, '(', ')', nullptr, &closing);
  Stream collected = Stream::output_string();
  collected.set_column(out_->column());
  Stream* outer = out_;
  out_ = &collected;
  std::optional<UpAndOut> escape;
  try {
    segment(at, end);
  } catch (const UpAndOut& e) {
    escape = e;
  }
  out_ = outer;
  at = closing.end;
  bool word = false;
  bool first = true;
  for (char32_t c : unicode::decode_all(collected.take_string())) {
    bool letter = unicode::is_alphabetic(c) || unicode::is_numeric(c);
    bool start = letter && !word;
    bool up = d.colon && d.at ? true : d.colon ? start : d.at ? start && first : false;
    if (start) first = false;
    word = letter;
    out_->put(up ? unicode::upcase(c) : unicode::downcase(c));
  }
  if (escape) throw *escape;
}

void Formatter::conditional(const Directive& d, std::size_t& at) {
  std::vector<std::size_t> separators;
  Directive closing;
  std::size_t end = find_end(at, '[', ']', &separators, &closing);
  std::vector<std::pair<std::size_t, std::size_t>> clauses;
  bool has_default = false;
  std::size_t begin = at;
  for (std::size_t s : separators) {
    Directive separator = parse(s);
    clauses.push_back({begin, s});
    begin = separator.end;
    has_default = separator.colon;
  }
  clauses.push_back({begin, end});
  at = closing.end;
  std::size_t chosen;
  if (d.at) {
    if (is_nil(car(rest_))) {
      next(d);
      return;
    }
    chosen = 0;
  } else if (d.colon) {
    chosen = is_nil(next(d)) ? 0 : 1;
  } else {
    Value v = d.has(0) ? Value::from_fixnum(d.number(0, 0)) : next(d);
    if (!is_integer(v)) fail("~~~A needs an integer", d);
    bool inside =
        v.is_fixnum() && v.fixnum() >= 0 && static_cast<std::size_t>(v.fixnum()) < clauses.size();
    chosen = inside        ? static_cast<std::size_t>(v.fixnum())
             : has_default ? clauses.size() - 1
                           : clauses.size();
  }
  if (chosen < clauses.size()) segment(clauses[chosen].first, clauses[chosen].second);
}

void Formatter::iterate(const Directive& d, std::size_t& at) {
  Directive closing;
  std::size_t end = find_end(at, '{', '}', nullptr, &closing);
  std::size_t begin = at;
  at = closing.end;
  std::u32string text;
  if (begin == end) {  // the body is an argument
    Value control = next(d);
    if (!is_string(control)) fail("~~~A needs a control string", d);
    text = text_of(string_view_of(control));
  } else {
    text = control_.substr(begin, end - begin);
  }
  Value items = d.at ? rest_ : next(d);
  if (!items.is_list()) fail("~~~A needs a list", d);
  std::int64_t limit = d.number(0, -1);
  bool at_least_once = closing.colon;
  for (std::int64_t count = 0; (limit < 0 || count < limit); ++count) {
    if (is_nil(items) && !(at_least_once && count == 0)) break;
    heap_.signaller->poll();
    Formatter inner(heap_, *out_, text, options_);
    try {
      inner.all_ = inner.rest_ = d.colon ? car(items) : items;
      if (d.colon) items = cdr(items);
      inner.segment(0, text.size());
      if (!d.colon) {
        if (inner.rest_ == items && !is_nil(items) && limit < 0)
          fail("the body of ~~~A takes no argument, so it would go on forever", d);
        items = inner.rest_;
      }
    } catch (const UpAndOut& e) {
      if (!d.colon) items = inner.rest_;
      if (!d.colon || e.all) break;
    }
  }
  if (d.at) rest_ = items;
}

}  // namespace

void format(Heap& heap, Stream& out, std::u32string_view control, Value arguments,
            const PrintOptions& options) {
  if (!heap.native_stack.has_room())
    signal_error(heap, ConditionKind::storage_condition, "format: nested too deeply", {});
  Formatter(heap, out, control, options).run(arguments);
}

}  // namespace winnow

// Tokens: numbers and symbols (ANSI Common Lisp, 2.2 and 2.3).
#include "data/package.hpp"
#include "data/string.hpp"
#include "data/symbol.hpp"
#include "data/unicode.hpp"
#include "heap/condition.hpp"
#include "text/number_syntax.hpp"
#include "text/reader.hpp"

namespace winnow {

namespace {

char32_t in_case(ReadtableCase wanted, char32_t c) {
  return wanted == ReadtableCase::Upcase     ? unicode::upcase(c)
         : wanted == ReadtableCase::Downcase ? unicode::downcase(c)
                                             : c;
}

// Inverts the case of the unescaped letters from FROM to TO, if they are all of the same case.
void invert_case(std::u32string& text, const std::u32string& escapes, std::size_t from,
                 std::size_t to) {
  bool upper = false;
  bool lower = false;
  for (std::size_t i = from; i < to; ++i) {
    if (escapes[i] != 0) continue;
    upper = upper || unicode::downcase(text[i]) != text[i];
    lower = lower || unicode::upcase(text[i]) != text[i];
  }
  if (upper == lower) return;
  for (std::size_t i = from; i < to; ++i)
    if (escapes[i] == 0) text[i] = upper ? unicode::downcase(text[i]) : unicode::upcase(text[i]);
}

}  // namespace

bool Reader::is_terminator(std::int32_t c) {
  if (c == Stream::kEnd) return true;
  Syntax kind = syntax(static_cast<char32_t>(c));
  return kind == Syntax::Whitespace || kind == Syntax::Terminating;
}

// Reads the token that begins with FIRST into token_.
void Reader::read_token(char32_t first) {
  token_.clear();
  ended_by_token_ = true;
  escaped_ = false;
  first_colon_ = last_colon_ = kNone;
  in_nameless_ = false;
  ReadtableCase wanted = readtable_case(table_);
  bool inverts = wanted == ReadtableCase::Invert;
  ReadtableCase letters = folds_case(table_) ? ReadtableCase::Downcase : wanted;
  if (inverts) escapes_.clear();
  // In Franz Lisp an escaped character is like any other, so that |abc| is abc.
  char32_t escape_mark = text_.dialect.kind == Dialect::Franz ? U'\0' : U'\1';
  bool inside_bars = false;
  auto c = static_cast<std::int32_t>(first);
  for (;;) {
    heap_.poll_at(token_.size() + 1);
    auto u = static_cast<char32_t>(c);
    Syntax kind = syntax(u);
    if (kind == Syntax::MultipleEscape) {
      inside_bars = !inside_bars;
      escaped_ = true;
    } else if (kind == Syntax::SingleEscape) {
      token_ += static_cast<char32_t>(require());
      if (inverts) escapes_ += escape_mark;
      escaped_ = true;
    } else {
      if (kind == Syntax::Invalid && !inside_bars)
        fail("the character ~S is not allowed in a token", {Value::from_character(u)});
      if (u == ':' && !inside_bars) {
        last_colon_ = token_.size();
        if (first_colon_ == kNone) {
          first_colon_ = last_colon_;
          in_nameless_ = first_colon_ == 0 && escaped_;
        }
      }
      token_ += inside_bars ? u : in_case(letters, u);
      if (inverts) escapes_ += inside_bars ? escape_mark : U'\0';
    }
    if (!inside_bars && is_terminator(stream_.peek())) break;
    c = require();
  }
  if (stream_.take_invalid()) fail("this is not UTF-8 text");
  if (inverts) {  // package name and symbol name are inverted separately, as in printing
    bool has_package = first_colon_ != kNone && !text_.dialect.is_old();
    std::size_t name = has_package ? first_colon_ : 0;
    invert_case(token_, escapes_, 0, name);
    invert_case(token_, escapes_, name, token_.size());
  }
}

// LISP 1.5's $$*...*: a symbol whose name is delimited by a character of choice.
// The first $ has been read.
void Reader::read_literal() {
  const SourcePosition begin = read_before(1);
  token_.clear();
  first_colon_ = last_colon_ = kNone;
  escaped_ = true;
  require();
  std::int32_t closer = require();
  for (std::int32_t c = next(); c != closer; c = next()) {
    if (c == Stream::kEnd) end_inside("literal", begin);
    heap_.poll_at(token_.size() + 1);
    token_ += static_cast<char32_t>(c);
  }
}

// The value of the token as a number in BASE, or kAbsent.
Value Reader::number_of_token(int base) {
  const char* fault = nullptr;
  Value number = parse_number(heap_, token_, base, variables_.doubles, fault);
  if (fault != nullptr) fail(fault, {make_string(heap_, token_)});
  return number;
}

// The value of an octal number of LISP 1.5 (digits, Q, number of zeros to append), or kAbsent.
Value Reader::octal_of_token() {
  const std::size_t q = token_.find(U'Q');
  if (q == kNone) return kAbsent;
  std::u32string digits = token_.substr(0, q);
  unsigned zeros = 0;
  for (char32_t c : token_.substr(q + 1)) {
    if (c < '0' || c > '9' || zeros > 9) return kAbsent;
    zeros = zeros * 10 + (c - '0');
  }
  digits.append(zeros, U'0');
  const std::size_t first = digits.find_first_not_of(U"+-");
  if (first > 1 || digits.find_first_not_of(U"01234567", first) != kNone) return kAbsent;
  const char* fault = nullptr;
  return parse_number(heap_, digits, 8, variables_.doubles, fault);
}

// The value of the token; kAbsent for a single dot.
Value Reader::token_value() {
  if (!escaped_ && !token_.empty()) {
    if (is_suppressed()) return nil();
    if (token_[0] == '.' && token_.size() == 1) return kAbsent;
    if (may_begin_number(token_[0], variables_.base)) {
      Value number = number_of_token(variables_.base);
      if (number == kAbsent && text_.dialect.kind == Dialect::Lisp15) number = octal_of_token();
      if (number != kAbsent) return number;
      if (token_[0] == '.' && token_.find_first_not_of(U'.') == std::u32string::npos &&
          text_.dialect.kind != Dialect::MacLisp)
        fail("a token cannot consist of dots only");
    }
  }
  if (is_suppressed()) return nil();
  if (text_.dialect.kind == Dialect::MacLisp) {
    // In the older dialects a dot before a name is a separate token: (a .b).
    if (!escaped_ && token_.size() > 1 && token_[0] == '.' && token_[1] != '.' && !open_.empty() &&
        open_.back().kind == Kind::List && !is_nil(heads_.back())) {
      take_dot();
      token_.erase(0, 1);
      return token_value();
    }
    // MacLisp's quotient function differs from Common Lisp's /, so it is the symbol //.
    if (token_ == U"/") token_ = U"//";
  }
  return intern_token();
}

// In LISP 1.5 the atom T is a variable whose value is *T*, the true value of predicates. *T* is the
// T of Common Lisp.
Value Reader::lisp_1_5_truth(bool is_value) {
  return is_value ? t() : get_property(heap_, t(), heap_.symbols->symbol(Sym::lisp_1_5_atom));
}

// The symbol named by the token.
Value Reader::intern_token() {
  SymbolTable& symbols = *heap_.symbols;
  bool colons_alone = token_.find_first_not_of(U':') == std::u32string::npos;
  if (text_.dialect.is_old() && (first_colon_ != 0 || colons_alone)) first_colon_ = kNone;
  if (first_colon_ == kNone) {
    if (text_.dialect.kind == Dialect::Lisp15 && (token_ == U"T" || token_ == U"*T*"))
      return lisp_1_5_truth(token_.size() > 1);
    Value home = features_ > 0 ? symbols.keyword_package() : symbols.current_package();
    return intern_symbol(heap_, home, token_).symbol;
  }
  bool is_keyword = first_colon_ == 0 && !in_nameless_;
  bool external = first_colon_ == last_colon_;
  std::u32string name = token_.substr(last_colon_ + 1);
  if (last_colon_ - first_colon_ > 1 || (is_keyword && !external) || (name.empty() && !escaped_))
    fail("~A is not the name of a symbol", {make_string(heap_, token_)});
  if (is_keyword) return symbols.keyword(name);
  std::u32string package_name = token_.substr(0, first_colon_);
  Value package = symbols.find_package(package_name);
  const char* why = "~A: expected the name of a package before the colon, got ~A";
  if (package != kAbsent) {
    if (!external) return intern_symbol(heap_, package, name).symbol;
    if (package == symbols.keyword_package()) return symbols.keyword(name);
    FoundSymbol found = find_symbol(package, name);
    if (found.status == SymbolStatus::External) return found.symbol;
    why = found.symbol == kAbsent ? "~A: expected the name of a symbol in the package ~A"
                                  : "~A: expected an external symbol of the package ~A";
  }
  fail(why, {make_string(heap_, token_), make_string(heap_, package_name)});
}

}  // namespace winnow

// The standard macro characters (ANSI Common Lisp, 2.4).
#include "data/array.hpp"
#include "data/string.hpp"
#include "data/symbol.hpp"
#include "heap/condition.hpp"
#include "heap/list.hpp"
#include "number/complex.hpp"
#include "number/number.hpp"
#include "text/character_names.hpp"
#include "text/reader.hpp"

namespace winnow {

// Executes MACRO after C, with ARGUMENT. Returns true if it has read a whole object into OUT.
bool Reader::macro_character(ReaderMacro macro, char32_t c, std::int64_t argument, Value& out) {
  switch (macro) {
    case ReaderMacro::List: open(Kind::List, c, nil(), -1, ')'); return false;
    case ReaderMacro::OpenAll: open(Kind::List, c, nil(), -1, ')'); return false;
    case ReaderMacro::CloseParenthesis:
      if (!open_.empty())
        fail(open_.back().closer != Open::kNone
                 ? "~A is out of place here"
                 : "a parenthesis closes where an object should follow ~A",
             {character_text(open_.back().closer != Open::kNone ? c : open_.back().opener)});
      if (lines_ == nullptr) fail("unmatched close parenthesis");
      heap_.upcalls->warn_at({stream_.line(), stream_.input_column() - 1},
                             "unmatched close parenthesis", {});
      return false;
    case ReaderMacro::CloseAll: closing_ = !open_.empty(); return false;
    case ReaderMacro::Quote: open_quotation(Sym::quote); return false;
    case ReaderMacro::Backquote:
      open_quotation(Sym::backquote);
      ++shared_.backquotes;
      return false;
    case ReaderMacro::Comma: open_comma(); return false;
    case ReaderMacro::LineComment: skip_line(); return false;
    case ReaderMacro::String: return deliver(read_string(c), out);
    case ReaderMacro::Dispatch: return dispatch(c, out);
    case ReaderMacro::Function: open_quotation(Sym::function); return false;
    case ReaderMacro::Vector: open(Kind::Vector, '(', nil(), argument, ')'); return false;
    case ReaderMacro::BlockComment: skip_block_comment(); return false;
    case ReaderMacro::Character: return deliver(read_character(), out);
    case ReaderMacro::CharacterCode: {
      Value character = read_character();
      return deliver(is_suppressed() ? nil() : fixnum(character.character()), out);
    }
    case ReaderMacro::SlashCharacter: return deliver(fixnum(require()), out);
    case ReaderMacro::ControlCharacter: return deliver(fixnum(require() & 0x1F), out);
    case ReaderMacro::OfMacLisp: return false;
    case ReaderMacro::OfOthers: skip_object(); return false;
    case ReaderMacro::Eval:
      open(Kind::Eval, c, nil());
      shared_.backquotes = 0;  // the form is evaluated at read time, not as a part of a template
      return false;
    case ReaderMacro::IfFeature: open(Kind::Feature, c, nil(), 1); return false;
    case ReaderMacro::UnlessFeature: open(Kind::Feature, c, nil(), 0); return false;
    case ReaderMacro::Hexadecimal: return deliver(read_radix(16), out);
    case ReaderMacro::Octal: return deliver(read_radix(8), out);
    case ReaderMacro::Binary: return deliver(read_radix(2), out);
    case ReaderMacro::Radix: return deliver(read_radix(argument), out);
    case ReaderMacro::Array: open(Kind::Array, c, nil(), argument < 0 ? 1 : argument); return false;
    case ReaderMacro::Complex: open(Kind::Complex, c, nil()); return false;
    case ReaderMacro::BitVector: return deliver(read_bit_vector(argument), out);
    case ReaderMacro::Pathname: open(Kind::Pathname, c, nil()); return false;
    case ReaderMacro::Structure: open(Kind::Structure, c, nil()); return false;
    case ReaderMacro::Uninterned: return deliver(read_uninterned(), out);
    case ReaderMacro::DefineLabel: define_label(argument); return false;
    case ReaderMacro::UseLabel: return deliver(use_label(argument), out);
    default:
      if (c == '<') fail("an object printed as #<...> cannot be read back");
      fail("#~A is not defined", {character_text(c)});
  }
}

// Reads the number and the sub-character after the dispatching macro character C, and executes it.
bool Reader::dispatch(char32_t c, Value& out) {
  constexpr std::int64_t kMostNumber = (kMostPositiveFixnum - 9) / 10;
  std::int64_t number = -1;
  std::int32_t sub = require();
  for (; sub >= '0' && sub <= '9'; sub = require()) {
    if (number > kMostNumber) fail("the number after ~A is too large", {character_text(c)});
    number = (number < 0 ? 0 : number * 10) + (sub - '0');
  }
  auto u = static_cast<char32_t>(sub);
  Value macro = dispatch_macro_of(heap_, table_, c, u);
  if (macro.is_fixnum())
    return macro_character(static_cast<ReaderMacro>(macro.fixnum()), u, number, out);
  // Skip the unknown syntax of another Lisp.
  if (is_suppressed() && is_nil(macro) && syntax(u) != Syntax::Whitespace) {
    if (!is_terminator(stream_.peek())) read_token();
    return deliver(nil(), out);
  }
  if (is_nil(macro) || macro == kAbsent)
    fail("~A~A is not defined", {character_text(c), character_text(u)});
  return run_function(macro, u, number < 0 ? nil() : fixnum(number), out);
}

// ---- quotations

void Reader::open_quotation(Sym op) {
  open(Kind::Prefix,
       op == Sym::function    ? '#'
       : op == Sym::backquote ? '`'
                              : '\'',
       heap_.symbols->symbol(op));
}

void Reader::open_comma() {
  if (shared_.backquotes <= 0 && !is_suppressed()) fail("A comma outside of a backquote");
  bool splices = stream_.peek() == '@' || stream_.peek() == '.';
  if (splices) next();
  open(Kind::Prefix, ',', heap_.symbols->symbol(splices ? Sym::splice : Sym::unquote));
  --shared_.backquotes;
}

// ---- comments

void Reader::skip_line() {
  std::int32_t c = 0;
  for (std::size_t steps = 1; c != Stream::kEnd && c != '\n'; ++steps) {
    heap_.poll_at(steps);
    c = stream_.get();
  }
  after_line_ = c == '\n';
  stream_.take_invalid();  // comments may contain invalid bytes
}

void Reader::skip_block_comment() {
  const SourcePosition begin = read_before(2);
  int depth = 1;
  std::int32_t before = 0;
  for (std::size_t steps = 1; depth > 0; ++steps) {
    heap_.poll_at(steps);
    std::int32_t c = stream_.get();
    if (c == Stream::kEnd) end_inside("comment", begin);
    if (before == '|' && c == '#') {
      --depth;
      c = 0;
    } else if (before == '#' && c == '|') {
      ++depth;
      c = 0;
    }
    before = c;
  }
  stream_.take_invalid();
}

// ---- strings and characters

Value Reader::read_string(char32_t closer) {
  const SourcePosition begin = read_before(1);
  std::u32string text;
  for (;;) {
    heap_.poll_at(text.size() + 1);
    std::int32_t c = next();
    if (c == static_cast<std::int32_t>(closer))
      return is_suppressed() ? nil() : make_string(heap_, text);
    if (c != Stream::kEnd && syntax(static_cast<char32_t>(c)) == Syntax::SingleEscape) {
      c = next();
      if (text_.dialect.kind == Dialect::Franz) c = c == 'n' ? '\n' : c == 't' ? '\t' : c;
    }
    if (c == Stream::kEnd) end_inside("string", begin);
    text += static_cast<char32_t>(c);
  }
}

// #\x: a character, even a macro character, or the name of one.
Value Reader::read_character() {
  auto first = static_cast<char32_t>(require());
  std::u32string name(1, first);
  ended_by_token_ = true;
  if (!is_terminator(stream_.peek())) {
    read_token();
    name += token_;
  }
  if (is_suppressed()) return nil();
  std::int32_t c = name.size() == 1 ? static_cast<std::int32_t>(first) : character_named(name);
  if (c == kNoCharacter) {
    name[0] = unicode::upcase(name[0]);  // as in the rest of the name
    fail("expected the name of a character, got ~A", {make_string(heap_, name)});
  }
  return Value::from_character(static_cast<char32_t>(c));
}

// ---- numbers, symbols

Value Reader::read_radix(std::int64_t base) {
  bool is_there = !is_terminator(stream_.peek());
  if (is_there) read_token();
  if (is_suppressed()) return nil();
  if (base < 2 || base > 36) fail("#R needs a base from 2 to 36 before the R");
  if (!is_there) fail("a rational number in base ~D is missing", {fixnum(base)});
  Value v = escaped_ ? kAbsent : number_of_token(static_cast<int>(base));
  if (v == kAbsent || is_float(v))
    fail("~A is not a rational number in base ~D", {make_string(heap_, token_), fixnum(base)});
  return v;
}

Value Reader::read_uninterned() {
  token_.clear();
  first_colon_ = kNone;
  ended_by_token_ = true;
  if (!is_terminator(stream_.peek())) read_token();
  if (is_suppressed()) return nil();
  if (first_colon_ != kNone) fail("#:~A: the name contains a colon", {make_string(heap_, token_)});
  return make_symbol(heap_, make_string(heap_, token_));
}

// ---- labels

void Reader::define_label(std::int64_t number) {
  Value n = fixnum(number);
  if (is_suppressed()) return;  // the label is ignored
  if (number < 0) fail("#= needs a number before the =");
  if (!shared_.labels.try_emplace(number, Reading::Label{shared_.objects.size()}).second)
    fail("#~D= appears twice", {n});
  Value placeholder = make_symbol(heap_, make_string(heap_, "label"));
  shared_.objects.push(placeholder);
  open(Kind::Label, '=', placeholder, number);
}

Value Reader::use_label(std::int64_t number) {
  if (is_suppressed()) return nil();
  if (auto found = shared_.labels.find(number); found != shared_.labels.end()) {
    Reading::Label& label = found->second;
    label.is_used = label.is_used || !label.is_complete;
    return shared_.objects[label.place];
  }
  if (number < 0) fail("## needs a number between the signs");
  fail("#~D# refers to an undefined label", {fixnum(number)});
}

// ---- objects of types of their own

// The structure of #S(name :slot value ...). The constructor in Lisp returns an error message, a
// string, instead of a structure if LIST is not valid.
Value Reader::read_structure(Value list) {
  Value v = heap_.upcalls->call_function(heap_.symbols->intern("READ-STRUCTURE"), {list});
  refresh();
  if (is_string(v)) fail("~A", {v});
  return v;
}

// The bit vector of #*0110, or of #n*01, which is filled up to n bits with its last bit.
Value Reader::read_bit_vector(std::int64_t wanted) {
  token_.clear();
  ended_by_token_ = true;
  if (!is_terminator(stream_.peek())) read_token();
  if (is_suppressed()) return nil();
  std::size_t given = token_.size();
  std::size_t length = wanted >= 0 ? static_cast<std::size_t>(wanted) : given;
  if (token_.find_first_not_of(U"01") != std::u32string::npos)
    fail("#*~A: a bit vector consists of 0 and 1", {make_string(heap_, token_)});
  if (given > length) fail("the bit vector has more elements than its length");
  if (given == 0 && length > 0) fail("no bit to fill the bit vector with");
  Value vector = make_bit_vector(heap_, length, given > 0 && token_.back() == U'1');
  for (std::size_t i = 0; i < given; ++i) as<BitVector>(vector)->set(i, token_[i] == U'1');
  return vector;
}

// The pathname of #P"name", which lib/io/pathnames.lisp parses.
Value Reader::read_pathname(Value name) {
  if (!is_string(name)) fail("#P expected a string, got ~S", {name});
  return heap_.upcalls->call_function(heap_.symbols->intern("PATHNAME"), {name});
}

// The number of #C(real imaginary).
Value Reader::read_complex(Value parts) {
  if (proper_length(parts) != 2 || !is_real(car(parts)) || !is_real(second(parts)))
    fail("#C expected a list of two real numbers, got ~S", {parts});
  return make_complex(heap_, car(parts), second(parts));
}

}  // namespace winnow

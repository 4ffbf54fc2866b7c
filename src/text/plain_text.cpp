// The fast path of the reader, for the most frequent syntax: white space, lists, small integers and
// symbols without escapes. It reads directly from the stream's buffer, according to the current
// readtable. All other syntax is read by the general loop, character by character.
#include <utility>

#include "data/unicode.hpp"
#include "heap/list.hpp"
#include "text/number_syntax.hpp"
#include "text/reader.hpp"

namespace winnow {

// Reads while the text is plain. Returns true if it has read a whole object into OUT.
bool Reader::read_plain(Value& out) {
  while (!is_suppressed() && !closing_) {
    if ((++steps_ & 0xFFF) == 0) heap_.upcalls->poll();
    std::string_view text = stream_.bytes_at_hand();
    const char* p = text.data();
    const char* end = p + text.size();
    int lines = 0;
    bool after_line = after_line_;
    while (p != end && syntax_at(p) == Syntax::Whitespace) {
      after_line = *p++ == '\n';
      lines += after_line ? 1 : 0;
    }
    after_line_ = after_line;
    stream_.take_up_to(p, lines);
    if (p == end || open_.empty()) return false;
    Syntax kind = syntax_at(p);
    if (static_cast<unsigned char>(*p) == open_.back().closer) {
      stream_.take_up_to(p + 1);
      after_line_ = ended_by_token_ = false;
      if (close_list(out)) return true;
    } else if (kind == Syntax::Constituent) {
      Value v = may_begin_number(static_cast<unsigned char>(*p), variables_.base)
                    ? take_plain_integer(p, end)
                    : take_plain_symbol(p, end);
      if (v == kAbsent) return false;
      after_line_ = false;
      ended_by_token_ = true;
      Value last = tails_.back();
      if (open_.back().dots == Open::Elements && is_cons(last)) {  // one more element of a list
        Value cell = heap_.cons(v, nil());
        heap_.store(as_pair(last)->cdr, cell);
        tails_[tails_.size() - 1] = cell;
      } else if (deliver(v, out)) {
        return true;
      }
    } else if (*p == '(' && kind == Syntax::Terminating &&
               macro_of(heap_, table_, '(') == fixnum(static_cast<int>(ReaderMacro::List))) {
      stream_.take_up_to(p + 1);
      if (std::exchange(after_line_, false)) note_astray();
      ended_by_token_ = false;
      open(Kind::List, '(', nil(), -1, ')');
    } else {
      return false;
    }
  }
  return false;
}

// Does the character at P end a token? False at END, since the next character is not known.
inline bool Reader::ends_token(const char* p, const char* end) const {
  return p != end && (syntax_at(p) == Syntax::Whitespace || syntax_at(p) == Syntax::Terminating);
}

// Consumes the token at P and returns its value if it is an integer with few enough digits for a
// fixnum; else returns kAbsent without consuming it.
inline Value Reader::take_plain_integer(const char* p, const char* end) {
  constexpr std::ptrdiff_t kMostDigits = 18;
  const bool negative = *p == '-';
  const char* first = negative || *p == '+' ? p + 1 : p;
  const char* q = first;
  std::uint64_t n = 0;
  for (; q != end && *q >= '0' && *q <= '9'; ++q) n = n * 10 + static_cast<std::uint64_t>(*q - '0');
  if (!plain_digits_ || q == first || q - first > kMostDigits || !ends_token(q, end))
    return kAbsent;
  stream_.take_up_to(q);
  return fixnum(negative ? -static_cast<std::int64_t>(n) : static_cast<std::int64_t>(n));
}

// The same for a symbol.
Value Reader::take_plain_symbol(const char* p, const char* end) {
  constexpr std::ptrdiff_t kLongest = 1024;
  const ReadtableCase wanted = readtable_case(table_);
  const char* q = p;
  while (q != end && syntax_at(q) == Syntax::Constituent) ++q;
  if (!ends_token(q, end) || q - p > kLongest || wanted == ReadtableCase::Invert ||
      text_.dialect.kind == Dialect::MacLisp ||
      (text_.dialect.kind == Dialect::Lisp15 && (*p == '$' || *p == 'T' || *p == '*')))
    return kAbsent;
  token_.resize(static_cast<std::size_t>(q - p));
  escaped_ = false;
  first_colon_ = last_colon_ = kNone;
  in_nameless_ = false;
  for (std::size_t i = 0; i < token_.size(); ++i) {
    auto c = static_cast<unsigned char>(p[i]);
    if (c == ':') {
      last_colon_ = i;
      if (first_colon_ == kNone) first_colon_ = i;
    }
    token_[i] = wanted == ReadtableCase::Upcase     ? unicode::upcase(c)
                : wanted == ReadtableCase::Downcase ? unicode::downcase(c)
                                                    : c;
  }
  stream_.take_up_to(q);
  return intern_token();
}

}  // namespace winnow

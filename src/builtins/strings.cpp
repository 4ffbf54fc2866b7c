// Strings: access, case, trimming, comparison and PARSE-INTEGER.
#include <algorithm>
#include <cstring>

#include "builtins/sequence_arguments.hpp"
#include "data/unicode.hpp"

namespace winnow {

namespace {

DEFUN(stringp, "stringp", "(object)", R"doc(
Return T if OBJECT is a string, else NIL.
Example: (stringp "a") => T
)doc", (Value object)) {
  return truth(is_string(object));
}

DEFUN(string_, "string", "(designator)", R"doc(
Return the string that DESIGNATOR denotes: a string itself, the name of a symbol, or a character as a string.
Signals: type-error unless DESIGNATOR is a string, a symbol or a character.
Example: (string 'abc) => "ABC"
)doc", (Heap& heap, StringDesignator designator)) {
  Value v = designator;
  if (is_string(v)) return v;
  return is_symbol(v) ? as_symbol(v)->name : make_string(heap, std::u32string(1, v.character()));
}

DEFUN(make_string_, "make-string", "(size &key initial-element element-type)", R"doc(
Return a new string of SIZE characters, all of which are INITIAL-ELEMENT (default a space).
Signals: type-error unless SIZE is a non-negative integer and INITIAL-ELEMENT is a character.
Example: (make-string 3 :initial-element #\x) => "xxx"
)doc", (Heap& heap, Index size, Key<Character> initial_element, Key<Value>)) {
  return make_string(heap, size.n, initial_element ? (*initial_element).c : U' ');
}

DEFUN(char_, "char", "(string index)", R"doc(
Return the character of STRING at INDEX, counted from 0.
Signals: type-error if STRING is not a string or INDEX is out of range.
Example: (char "abc" 1) => #\b
)doc", (Heap& heap, StringArg string, Index index)) {
  Value s = string;
  if (is_string_object(s) && index < as<String>(s)->length())
    return Value::from_character(string_char(as<String>(s), index));
  return array_ref(heap, s, checked_index(heap, "char", fixnum(index), array_total_size(s)));
}

DEFUN(schar, "schar", "(string index)", R"doc(
Return the character of STRING at INDEX, counted from 0.
Signals: type-error if STRING is not a string or INDEX is out of range.
Example: (schar "abc" 0) => #\a
)doc", (Heap& heap, StringArg string, Index index)) {
  return array_ref(heap, string,
                   checked_index(heap, "schar", fixnum(index), array_total_size(string)));
}

DEFUN(set_char, "set-char", "(string index character)", R"doc(
Store CHARACTER in STRING at INDEX, and return it. Implements (setf char).
Signals: type-error.
Example: (let ((s (copy-seq "abc"))) (set-char s 1 #\X) s) => "aXc"
)doc", (Heap& heap, StringArg string, Index index, Character character)) {
  set_array_ref(heap, string,
                checked_index(heap, "(setf char)", fixnum(index), array_total_size(string)),
                Value::from_character(character));
  return Value::from_character(character);
}

StringView view_of_designator(Heap& heap, Value v) {
  if (is_symbol(v)) return string_view_of(as<String>(as_symbol(v)->name));
  if (v.is_character()) v = make_string(heap, 1, v.character());
  return string_view_of(heap, v);
}

enum class Case : std::uint8_t { Up, Down, Capital };

// Converts the characters of a string, one after the other, to the case WHICH.
class Recase {
 public:
  explicit Recase(Case which) : which_(which) {}
  char32_t operator()(char32_t c) {
    if (which_ == Case::Up) return unicode::upcase(c);
    if (which_ == Case::Down) return unicode::downcase(c);
    bool is_inside = std::exchange(inside_, unicode::is_alphabetic(c) || unicode::is_numeric(c));
    return is_inside ? unicode::downcase(c) : unicode::upcase(c);
  }

 private:
  Case which_;
  bool inside_ = false;  // whether the previous character belongs to a word
};

// Converts the characters of STRING from FROM to TO in place: ASCII in a narrow string, which the handler
// of an interrupt may widen, faster.
void recase_part(Heap& heap, Value string, std::size_t from, std::size_t to, Case which) {
  Recase recase(which);
  std::size_t i = from;
  if (is_string_object(string)) {
    String* s = as<String>(string);
    check_is_variable(heap, s);
    for (; i < to && !s->is_wide() && s->narrow[i] < 0x80; ++i) {
      s->narrow[i] = static_cast<std::uint8_t>(recase(s->narrow[i]));
      heap.poll_at(i + 1);
    }
  }
  for (; i < to && i < array_total_size(string); ++i) {
    heap.poll_at(i + 1);
    char32_t c = recase(array_ref(heap, string, i).character());
    set_array_ref(heap, string, i, Value::from_character(c));
  }
}

#define CASE_FUNCTION(cname, name, nname, words, which, example)                     \
  DEFUN(cname, name, "(string &key start end)",                                                     \
        "\nReturn a copy of STRING with the part from START to END " words ".\nSTRING: a string or symbol.\n"  \
        "Signals: type-error unless STRING is a string, a symbol or a character, and START and END are a range within it.\n"  \
        "Example: (" name " \"the Book\") => " example "\n",                   \
        (Heap& heap, StringDesignator string, Key<Value> start, Key<Value> end)) {   \
    const StringView view = view_of_designator(heap, string);                        \
    auto [from, to] = checked_range(heap, name, view.length, start, end);            \
    Value copy = copy_string(heap, view);                                            \
    recase_part(heap, copy, from, to, which);                                        \
    return copy;                                                                     \
  }                                                                                  \
  DEFUN(n##cname, nname, "(string &key start end)",                                                 \
        "\nModify STRING so that the part from START to END is " words ", and return STRING.\n"    \
        "Signals: type-error unless STRING is a string, and START and END are a range within it.\n" \
        "Example: (" nname " (copy-seq \"the Book\")) => " example "\n",       \
        (Heap& heap, StringArg string, Key<Value> start, Key<Value> end)) {            \
    auto [from, to] = checked_range(heap, nname, vector_length(string), start, end); \
    if (from < to) recase_part(heap, string, from, to, which);                       \
    return string;                                                                   \
  }
CASE_FUNCTION(string_upcase, "string-upcase", "nstring-upcase", "in upper case", Case::Up,
              "\"THE BOOK\"")
CASE_FUNCTION(string_downcase, "string-downcase", "nstring-downcase", "in lower case", Case::Down,
              "\"the book\"")
CASE_FUNCTION(string_capitalize, "string-capitalize", "nstring-capitalize",
              "capitalized word by word", Case::Capital, "\"The Book\"")
#undef CASE_FUNCTION

DEFUN(trim, "trim-string", "(bag string left right)", R"doc(
Return STRING without the characters of the sequence BAG at its ends.
LEFT, RIGHT: true to trim at this end.
Signals: type-error.
Example: (trim-string " " " a " t t) => "a"
)doc", (Heap& heap, Sequence bag, StringDesignator string, Value left, Value right)) {
  const StringView text = view_of_designator(heap, string);
  auto in_bag = [&](char32_t c) {
    Value b = bag;
    if (b.is_list()) return memq(Value::from_character(c), b);
    for (std::size_t i = 0; i < vector_length(b); ++i)
      if (array_ref(heap, b, i) == Value::from_character(c)) return true;
    return false;
  };
  std::size_t from = 0;
  std::size_t to = text.length;
  while (!is_nil(left) && from < to && in_bag(text.at(from))) ++from;
  while (!is_nil(right) && to > from && in_bag(text.at(to - 1))) --to;
  return copy_string(heap, {text.data, text.offset + from, to - from});
}

// The result of comparing parts of two strings: their order, and the index of the first difference.
struct StringOrder {
  int order;          // < 0, 0, > 0
  std::size_t place;  // index in the first string
};

// The number of octets at the beginning of A and B, of COUNT, that are the same.
std::size_t same_octets(const std::uint8_t* a, const std::uint8_t* b, std::size_t count) {
  if (std::memcmp(a, b, count) == 0) return count;
  return static_cast<std::size_t>(std::mismatch(a, a + count, b).first - a);
}

// More characters are compared one by one, with safepoints.
constexpr std::size_t kMostComparedAtOnce = std::size_t{1} << 16;

StringOrder compare_strings(Heap& heap, const char* name, Value a, Value b, bool fold,
                            const Key<Value>& start1, const Key<Value>& end1,
                            const Key<Value>& start2, const Key<Value>& end2) {
  const StringView x = view_of_designator(heap, a);
  const StringView y = view_of_designator(heap, b);
  auto [i, i_end] = checked_range(heap, name, x.length, start1, end1);
  auto [j, j_end] = checked_range(heap, name, y.length, start2, end2);
  if (!fold && !x.data->is_wide() && !y.data->is_wide()) {
    const std::size_t same =
        same_octets(x.data->narrow + x.offset + i, y.data->narrow + y.offset + j,
                    std::min({i_end - i, j_end - j, kMostComparedAtOnce}));
    i += same;
    j += same;
  }
  for (; i < i_end && j < j_end; ++i, ++j) {
    heap.poll_at(i + 1);
    char32_t c = fold ? unicode::downcase(x.at(i)) : x.at(i);
    char32_t d = fold ? unicode::downcase(y.at(j)) : y.at(j);
    if (c != d) return {c < d ? -1 : 1, i};
  }
  return {i < i_end ? 1 : j < j_end ? -1 : 0, i};
}

DEFUN(same_string_p, "same-string-p", "(string1 string2)", R"doc(
Return T if the two strings, symbols or characters are the same by STRING=, else NIL. For compiled calls of STRING=.
Signals: type-error.
Example: (same-string-p "abc" '|abc|) => T
)doc", (Heap& heap, StringDesignator string1, StringDesignator string2)) {
  const auto narrow = [](Value v) {
    return is_string_object(v) && !as<String>(v)->is_wide() ? as<String>(v) : nullptr;
  };
  const String* a = narrow(string1);
  const String* b = narrow(string2);
  if (a != nullptr && b != nullptr && a->length() <= kMostComparedAtOnce)
    return truth(a->length() == b->length() && std::memcmp(a->narrow, b->narrow, a->length()) == 0);
  return truth(compare_strings(heap, "string=", string1, string2, false, {}, {}, {}, {}).order ==
               0);
}

#define STRING_COMPARISON(cname, name, words, test, fold, result, example)               \
  DEFUN(cname, name, "(string1 string2 &key start1 end1 start2 end2)",                              \
        "\nReturn true if STRING1 " words " STRING2, else NIL.\n"                                     \
        "The strings may be symbols.  True is T if the test is equality, else the index of the first difference.\n"          \
        "Signals: type-error unless STRING1 is a string, a symbol or a character, STRING2 likewise, and the ranges are within them.\n" \
        "Example: (" name " \"abc\" \"abd\") => " example "\n",                 \
        (Heap& heap, StringDesignator string1, StringDesignator string2, Key<Value> start1,         \
         Key<Value> end1, Key<Value> start2, Key<Value> end2)) {                         \
    StringOrder c =                                                                      \
        compare_strings(heap, name, string1, string2, fold, start1, end1, start2, end2); \
    int o = c.order;                                                                     \
    return (test) ? (result ? fixnum(c.place) : t()) : nil();                            \
  }
STRING_COMPARISON(string_equal, "string=", "is the same as", o == 0, false, false, "NIL")
STRING_COMPARISON(string_different, "string/=", "differs from", o != 0, false, true, "2")
STRING_COMPARISON(string_less, "string<", "comes before", o < 0, false, true, "2")
STRING_COMPARISON(string_greater, "string>", "comes after", o > 0, false, true, "NIL")
STRING_COMPARISON(string_less_or_equal, "string<=", "does not come after", o <= 0, false, true, "2")
STRING_COMPARISON(string_greater_or_equal, "string>=", "does not come before", o >= 0, false, true,
                  "NIL")
STRING_COMPARISON(string_equal_fold, "string-equal", "is, ignoring case, the same as", o == 0, true,
                  false, "NIL")
STRING_COMPARISON(string_not_equal, "string-not-equal", "differs, ignoring case, from", o != 0,
                  true, true, "2")
STRING_COMPARISON(string_lessp, "string-lessp", "comes, ignoring case, before", o < 0, true, true,
                  "2")
STRING_COMPARISON(string_greaterp, "string-greaterp", "comes, ignoring case, after", o > 0, true,
                  true, "NIL")
STRING_COMPARISON(string_not_greaterp, "string-not-greaterp", "does not come, ignoring case, after",
                  o <= 0, true, true, "2")
STRING_COMPARISON(string_not_lessp, "string-not-lessp", "does not come, ignoring case, before",
                  o >= 0, true, true, "NIL")
#undef STRING_COMPARISON

// ---- integers

DEFUN(parse_integer, "parse-integer", "(string &key start end radix junk-allowed)", R"doc(
Return the integer that the part of STRING from START to END represents. Whitespace around it is skipped.
RADIX: 2 to 36, default 10.  JUNK-ALLOWED: if true, other text may follow, and NIL is returned if there are no digits.
The second value is the index at which parsing ended.
Signals: parse-error if there is any other text, unless JUNK-ALLOWED is true; type-error.
Example: (parse-integer " -12 ") => -12
)doc", (Vm& vm, StringArg string, Key<Index> start, Key<Index> end, Key<Fixnum> radix,
        Key<Value> junk_allowed)) {
  StringView s = string_view_of(vm.heap(), string);
  std::size_t from = start ? (*start).n : 0;
  std::size_t to = end ? (*end).n : s.length;
  Heap& heap = vm.heap();
  if (from > to || to > s.length)
    signal_error(heap, ConditionKind::type_error,
                 "PARSE-INTEGER: expected a range within a string of length ~D, got ~D to ~D",
                 {fixnum(s.length), fixnum(from), fixnum(to)});
  std::int64_t base = radix ? (*radix).n : 10;
  if (base < 2 || base > 36)
    signal_wrong_type(heap, "parse-integer", fixnum(base),
                      {"a radix from 2 to 36", "(INTEGER 2 36)"});
  std::size_t i = from;
  while (i < to && unicode::is_space(s.at(i))) ++i;
  std::string digits;
  if (i < to && (s.at(i) == '+' || s.at(i) == '-')) digits += static_cast<char>(s.at(i++));
  std::size_t first = i;
  for (; i < to; ++i) {
    char32_t c = unicode::upcase(s.at(i));
    std::int64_t digit = c >= '0' && c <= '9' ? c - '0' : c >= 'A' && c <= 'Z' ? c - 'A' + 10 : 99;
    if (digit >= base) break;
    digits += static_cast<char>(c);
  }
  bool found = i > first;
  std::size_t stop = i;
  while (i < to && unicode::is_space(s.at(i))) ++i;
  bool junk = is_true(junk_allowed);
  if (!junk && (!found || i < to))
    signal_error(heap, ConditionKind::parse_error, "PARSE-INTEGER: ~S is not an integer", {string});
  Value result = found ? integer_from_string(heap, digits, static_cast<int>(base)) : nil();
  return vm.return_values({result, fixnum(static_cast<std::int64_t>(junk ? stop : i))});
}

}  // namespace

}  // namespace winnow

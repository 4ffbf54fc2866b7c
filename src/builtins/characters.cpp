// Characters: codes, case, digits, names and comparison.
#include <functional>
#include <type_traits>

#include "builtins/builtin.hpp"
#include "data/unicode.hpp"
#include "text/character_names.hpp"

namespace winnow {

namespace {

DEFUN(characterp, "characterp", "(object)", R"doc(
Return T if OBJECT is a character, else NIL.
Example: (characterp #\a) => T
)doc", (Value object)) {
  return truth(object.is_character());
}

DEFUN(char_code, "char-code", "(character)", R"doc(
Return the code point of CHARACTER.
Signals: type-error unless CHARACTER is a character.
Example: (char-code #\A) => 65
)doc", (Character character)) {
  return Value::from_fixnum(character.c);
}

DEFUN(char_int, "char-int", "(character)", R"doc(
Return the code point of CHARACTER, as CHAR-CODE does. Characters have no other attributes.
Signals: type-error unless CHARACTER is a character.
Example: (char-int #\A) => 65
)doc", (Character character)) {
  return Value::from_fixnum(character.c);
}

DEFUN(character_, "character", "(designator)", R"doc(
Return the character that DESIGNATOR denotes: itself, or the single character of a string or of a symbol's name.
Signals: type-error unless DESIGNATOR is a character, or a string or symbol of one character.
Example: (character "a") => #\a
)doc", (Heap& heap, StringDesignator designator)) {
  std::u32string text = text_of_designator(heap, designator);
  if (text.size() != 1)
    signal_wrong_type(heap, "character", designator,
                      {"a character, or a string or symbol of one character", "CHARACTER"});
  return Value::from_character(text[0]);
}

DEFUN(code_char, "code-char", "(code)", R"doc(
Return the character with the code point CODE, or NIL if CODE is not the code point of a character.
Signals: type-error unless CODE is a non-negative integer.
Example: (code-char 65) => #\A
)doc", (Index code)) {
  if (code >= unicode::kLimit || (code >= 0xD800 && code < 0xE000)) return nil();
  return Value::from_character(static_cast<char32_t>(code.n));
}

DEFUN(char_upcase, "char-upcase", "(character)", R"doc(
Return CHARACTER in upper case, by Unicode's simple mapping.
Signals: type-error unless CHARACTER is a character.
Example: (char-upcase #\я) => #\Я
)doc", (Character character)) {
  return Value::from_character(unicode::upcase(character));
}

DEFUN(char_downcase, "char-downcase", "(character)", R"doc(
Return CHARACTER in lower case, by Unicode's simple mapping.
Signals: type-error unless CHARACTER is a character.
Example: (char-downcase #\A) => #\a
)doc", (Character character)) {
  return Value::from_character(unicode::downcase(character));
}

#define CHARACTER_PREDICATE(cname, name, words, test, yes, no) \
  DEFUN(cname, name, "(character)", "\nReturn T if CHARACTER is " words ", else NIL.\n" \
        "Signals: type-error unless CHARACTER is a character.\n" \
        "Example: (" name " " yes ") => T\nExample: (" name " " no ") => NIL\n",                   \
        (Character character)) {                               \
    char32_t c = character;                                    \
    return truth(test);                                        \
  }
CHARACTER_PREDICATE(alpha_char_p, "alpha-char-p", "a letter", unicode::is_alphabetic(c), "#\\a",
                    "#\\1")
CHARACTER_PREDICATE(alphanumericp, "alphanumericp", "a letter or digit",
                    unicode::is_alphabetic(c) || unicode::is_numeric(c), "#\\1", "#\\-")
CHARACTER_PREDICATE(upper_case_p, "upper-case-p", "an upper-case letter", unicode::downcase(c) != c,
                    "#\\A", "#\\a")
CHARACTER_PREDICATE(lower_case_p, "lower-case-p", "a lower-case letter", unicode::upcase(c) != c,
                    "#\\a", "#\\A")
CHARACTER_PREDICATE(both_case_p, "both-case-p", "a letter with two cases",
                    unicode::upcase(c) != c || unicode::downcase(c) != c, "#\\a", "#\\1")
CHARACTER_PREDICATE(graphic_char_p, "graphic-char-p", "a visible character or a space",
                    unicode::is_graphic(c), "#\\a", "#\\Newline")
CHARACTER_PREDICATE(standard_char_p, "standard-char-p", "one of the 96 standard characters",
                    c == '\n' || (c >= ' ' && c < 127), "#\\a", "#\\я")
#undef CHARACTER_PREDICATE

std::int64_t digit_value(char32_t c) {
  c = unicode::upcase(c);
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'A' && c <= 'Z') return c - 'A' + 10;
  return 99;
}

std::int64_t checked_radix(Heap& heap, const char* name, std::optional<Index> radix) {
  const std::size_t n = radix ? radix->n : 10;
  if (n < 2 || n > 36)
    signal_wrong_type(heap, name, fixnum(n), {"a radix from 2 to 36", "(INTEGER 2 36)"});
  return static_cast<std::int64_t>(n);
}

DEFUN(digit_char_p, "digit-char-p", "(character &optional radix)", R"doc(
Return the value of CHARACTER as a digit in RADIX (default 10), or NIL if it is not a digit.
Signals: type-error unless CHARACTER is a character and RADIX is an integer from 2 to 36.
Example: (digit-char-p #\7) => 7
Example: (digit-char-p #\f 16) => 15
)doc", (Heap& heap, Character character, std::optional<Index> radix)) {
  std::int64_t v = digit_value(character);
  return v < checked_radix(heap, "digit-char-p", radix) ? Value::from_fixnum(v) : nil();
}

DEFUN(digit_char, "digit-char", "(weight &optional radix)", R"doc(
Return the character for the digit WEIGHT in RADIX (default 10), or NIL if WEIGHT is not less than RADIX.
Signals: type-error unless WEIGHT is a non-negative integer and RADIX is an integer from 2 to 36.
Example: (digit-char 7) => #\7
)doc", (Heap& heap, Count weight, std::optional<Index> radix)) {
  if (static_cast<std::int64_t>(weight) >= checked_radix(heap, "digit-char", radix)) return nil();
  return Value::from_character(
      static_cast<char32_t>(weight < 10 ? '0' + weight : 'A' + weight - 10));
}

DEFUN(char_name, "char-name", "(character)", R"doc(
Return the name of CHARACTER if it has one, else NIL.
Signals: type-error unless CHARACTER is a character.
Example: (char-name #\Space) => "Space"
)doc", (Heap& heap, Character character)) {
  std::string name = character_name(character);
  return name.empty() ? nil() : make_string(heap, name);
}

DEFUN(name_char, "name-char", "(name)", R"doc(
Return the character named NAME, or NIL if there is none.
Signals: type-error unless NAME is a string, a symbol or a character.
Example: (name-char "tab") => #\Tab
)doc", (Heap& heap, StringDesignator name)) {
  std::int32_t c = character_named(text_of_designator(heap, name));
  return c < 0 ? nil() : Value::from_character(static_cast<char32_t>(c));
}

// Applies TEST to every pair of neighbours; if TEST is inequality, to every pair of characters.
template <class Test>
Value compare_characters(Heap& heap, const char* name, Value first, Rest more, bool fold,
                         Test test) {
  constexpr bool all_pairs = std::is_same_v<Test, std::not_equal_to<>>;
  auto code = [&](Value v) {
    if (!v.is_character()) signal_wrong_type(heap, name, v, "a character");
    return fold ? unicode::downcase(v.character()) : v.character();
  };
  bool holds = true;
  for (std::size_t i = 0; i < more.size(); ++i) {
    char32_t c = code(more[i]);
    if (all_pairs) {
      holds = test(code(first), c) && holds;
      for (std::size_t j = 0; j < i; ++j) holds = test(code(more[j]), c) && holds;
    } else {
      holds = test(code(i == 0 ? first : more[i - 1]), c) && holds;
    }
  }
  return truth(holds);
}

#define CHARACTER_COMPARISON(cname, name, words, test, fold, example)                       \
  DEFUN(cname, name, "(character &rest more)",                                                        \
        "\nReturn T if the characters are " words ", else NIL.\n" \
        "Signals: type-error unless every argument is a character.\nExample: " example "\n", \
        (Heap& heap, Value character, Rest more)) {                                         \
    if (!character.is_character()) signal_wrong_type(heap, name, character, "a character"); \
    return compare_characters(heap, name, character, more, fold, std::test<>());            \
  }
CHARACTER_COMPARISON(char_equal, "char=", "all the same", equal_to, false, "(char= #\\a #\\a) => T")
CHARACTER_COMPARISON(char_different, "char/=", "all different", not_equal_to, false,
                     "(char/= #\\a #\\b #\\a) => NIL")
CHARACTER_COMPARISON(char_less, "char<", "in increasing order", less, false,
                     "(char< #\\a #\\b) => T")
CHARACTER_COMPARISON(char_greater, "char>", "in decreasing order", greater, false,
                     "(char> #\\a #\\b) => NIL")
CHARACTER_COMPARISON(char_less_or_equal, "char<=", "in non-decreasing order", less_equal, false,
                     "(char<= #\\a #\\a) => T")
CHARACTER_COMPARISON(char_greater_or_equal, "char>=", "in non-increasing order", greater_equal,
                     false, "(char>= #\\a #\\b) => NIL")
CHARACTER_COMPARISON(char_equal_fold, "char-equal", "the same, ignoring case", equal_to, true,
                     "(char-equal #\\a #\\A) => T")
CHARACTER_COMPARISON(char_not_equal, "char-not-equal", "all different, ignoring case", not_equal_to,
                     true, "(char-not-equal #\\a #\\A) => NIL")
CHARACTER_COMPARISON(char_lessp, "char-lessp", "in increasing order, ignoring case", less, true,
                     "(char-lessp #\\a #\\B) => T")
CHARACTER_COMPARISON(char_greaterp, "char-greaterp", "in decreasing order, ignoring case", greater,
                     true, "(char-greaterp #\\b #\\A) => T")
CHARACTER_COMPARISON(char_not_greaterp, "char-not-greaterp",
                     "in non-decreasing order, ignoring case", less_equal, true,
                     "(char-not-greaterp #\\a #\\A) => T")
CHARACTER_COMPARISON(char_not_lessp, "char-not-lessp", "in non-increasing order, ignoring case",
                     greater_equal, true, "(char-not-lessp #\\a #\\B) => NIL")
#undef CHARACTER_COMPARISON

}  // namespace

}  // namespace winnow

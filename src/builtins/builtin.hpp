// DEFUN: defines a Lisp function in C++, with its name, lambda list, docstring and body.
//
//   DEFUN(nth, "nth", "(n list)", R"doc(...)doc", (Index n, List list)) { ... }
//
// The types of the C++ parameters determine the argument checks: From<T> unwraps an argument or
// signals a type-error that names the function and the argument. Parameters of type Heap&, Vm& and
// Interpreter& take no argument; they give the body access to the heap, the VM and the upper
// layers. std::optional<T> is &optional, Key<T> is &key, Rest is &rest. A static assertion compares
// the parameters with the lambda list.
#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

#include "data/array.hpp"
#include "data/functions.hpp"
#include "data/string.hpp"
#include "data/symbol.hpp"
#include "heap/condition.hpp"
#include "heap/list.hpp"
#include "number/number.hpp"
#include "shell/interpreter.hpp"
#include "vm/vm.hpp"

namespace winnow {

// ---- checked argument types

template <int N>
struct Checked {
  Value value;
  operator Value() const { return value; }
};
using List = Checked<0>;        // NIL or a cons
using ProperList = Checked<1>;  // neither dotted nor circular
using SymbolArg = Checked<2>;
using Function = Checked<3>;  // a function, or the function of a symbol
using Integer = Checked<4>;
using Number = Checked<5>;
using StringArg = Checked<6>;         // a string
using StringDesignator = Checked<7>;  // a string, a symbol (its name) or a character
using Sequence = Checked<8>;          // a proper list or a vector
using ArrayArg = Checked<9>;
using TableArg = Checked<10>;
using Cons = Checked<11>;
using Rational = Checked<12>;
using Real = Checked<13>;

struct Index {  // an integer >= 0
  std::size_t n;
  operator std::size_t() const { return n; }
};
inline Value fixnum(Index i) { return fixnum(i.n); }
// An integer >= 0 that is a count or a limit; a bignum is clamped to kMostPositiveFixnum.
struct Count {
  std::size_t n;  // at most kMostPositiveFixnum
  Value given;    // the argument, not clamped
  operator std::size_t() const { return n; }
};
struct Fixnum {
  std::int64_t n;
  operator std::int64_t() const { return n; }
};
struct Character {
  char32_t c;
  operator char32_t() const { return c; }
};

// Unwraps an argument that was checked already.
template <class T>
T unwrapped(Value v) {
  return T{v};
}
template <>
inline Index unwrapped<Index>(Value v) {
  return {static_cast<std::size_t>(v.fixnum())};
}
template <>
inline Fixnum unwrapped<Fixnum>(Value v) {
  return {v.fixnum()};
}
template <>
inline Character unwrapped<Character>(Value v) {
  return {v.character()};
}

// A keyword argument, kAbsent if it was not given; one word, so that several stay in registers.
template <class T>
struct Key {
  Value value = kAbsent;
  explicit operator bool() const { return value != kAbsent; }
  T operator*() const { return unwrapped<T>(value); }
};
// The value of the keyword argument K, or OTHERWISE if it was not given.
inline Value value_or(const Key<Value>& k, Value otherwise) { return k ? *k : otherwise; }
inline bool is_true(const Key<Value>& k) { return k && !is_nil(*k); }

struct Rest {
  std::span<Value> values;
  std::size_t size() const { return values.size(); }
  Value operator[](std::size_t i) const { return values[i]; }
  Value* begin() const { return values.data(); }
  Value* end() const { return values.data() + values.size(); }
};

// The call whose arguments are being unwrapped.
struct Arguments {
  Vm& vm;
  const BuiltinInfo& info;
  Value* values;
  std::size_t count;
  std::size_t next = 0;     // index of the next positional argument
  std::size_t keyword = 0;  // number of keyword parameters taken so far
  Value* found = nullptr;   // the value of each keyword parameter, or kAbsent

  Value take() { return values[next++]; }
  [[noreturn, gnu::noinline]] void wrong(Value got, const Expected& expected) const {
    Value name =
        keyword == 0 ? kAbsent : vm.heap().symbols->symbol(info.keywords.names[keyword - 1]);
    signal_wrong_type(vm.heap(), std::string(info.name).c_str(), got, expected, name);
  }
  void take_keywords();
  Value take_keyword() { return found[keyword++]; }
};

template <class T>
struct From;
template <>
struct From<Value> {
  static Value get(Arguments&, Value v) { return v; }
};

#define ARGUMENT_TYPE(type, test, ...)                        \
  template <>                                                 \
  struct From<type> {                                         \
    static type get([[maybe_unused]] Arguments& a, Value v) { \
      if (!(test)) a.wrong(v, __VA_ARGS__);                   \
      return type{v};                                         \
    }                                                         \
  };
ARGUMENT_TYPE(List, v.is_list(), "a list")
ARGUMENT_TYPE(ProperList, proper_length(a.vm.heap(), v) >= 0, kProperList)
ARGUMENT_TYPE(SymbolArg, is_symbol(v), "a symbol")
ARGUMENT_TYPE(Integer, is_integer(v), "an integer")
ARGUMENT_TYPE(Number, is_number(v), "a number")
ARGUMENT_TYPE(Real, is_real(v), "a real number")
ARGUMENT_TYPE(Rational, is_rational(v), "a rational number")
ARGUMENT_TYPE(StringArg, is_string(v), "a string")
ARGUMENT_TYPE(StringDesignator, is_string(v) || is_symbol(v) || v.is_character(),
              {"a string, a symbol or a character", "(OR STRING SYMBOL CHARACTER)"})
ARGUMENT_TYPE(Sequence, is_vector(v) || (v.is_list() && proper_length(a.vm.heap(), v) >= 0),
              "a sequence (a list or a vector)")
ARGUMENT_TYPE(ArrayArg, is_array(v), "an array")
ARGUMENT_TYPE(TableArg, has_type(v, Type::HashTable), "a hash table")
ARGUMENT_TYPE(Cons, is_cons(v), "a cons")
#undef ARGUMENT_TYPE

template <>
struct From<Function> {
  static Function get(Arguments& a, Value v) {
    if (!is_function(v) && !is_symbol(v)) v = a.vm.coerce_to_function(v);
    if (v == kAbsent || (is_nil(v))) a.wrong(v == kAbsent ? nil() : v, "a function");
    return {is_function(v) ? v : a.vm.function_of(v)};
  }
};
template <>
struct From<Index> {
  static Index get(Arguments& a, Value v) {
    if (!v.is_fixnum() || v.fixnum() < 0) a.wrong(v, "a non-negative integer");
    return {static_cast<std::size_t>(v.fixnum())};
  }
};
template <>
struct From<Count> {
  static Count get(Arguments& a, Value v) {
    if (!is_integer(v) || integer_sign(v) < 0) a.wrong(v, "a non-negative integer");
    return {static_cast<std::size_t>(v.is_fixnum() ? v.fixnum() : kMostPositiveFixnum), v};
  }
};
template <>
struct From<Fixnum> {
  static Fixnum get(Arguments& a, Value v) {
    if (!v.is_fixnum()) a.wrong(v, "a fixnum");
    return {v.fixnum()};
  }
};
template <>
struct From<Character> {
  static Character get(Arguments& a, Value v) {
    if (!v.is_character()) a.wrong(v, "a character");
    return {v.character()};
  }
};

// ---- one parameter of a DEFUN

template <class T>
struct Parameter {
  static constexpr std::size_t kRequired = 1, kOptional = 0, kKeys = 0;
  static constexpr bool kRest = false;
  static T take(Arguments& a) { return From<T>::get(a, a.take()); }
};
template <class T>
struct Parameter<std::optional<T>> {
  static constexpr std::size_t kRequired = 0, kOptional = 1, kKeys = 0;
  static constexpr bool kRest = false;
  static std::optional<T> take(Arguments& a) {
    if (a.next >= a.count) return std::nullopt;
    return From<T>::get(a, a.take());
  }
};
template <class T>
struct Parameter<Key<T>> {
  static constexpr std::size_t kRequired = 0, kOptional = 0, kKeys = 1;
  static constexpr bool kRest = false;
  static Key<T> take(Arguments& a) {
    Value v = a.take_keyword();
    if (v == kAbsent || (is_nil(v) && !std::is_same_v<T, Value>)) return {};
    From<T>::get(a, v);
    return {v};
  }
};
// The argument may be a symbol, which is replaced by its function.
template <>
struct Parameter<Key<Function>> {
  static constexpr std::size_t kRequired = 0, kOptional = 0, kKeys = 1;
  static constexpr bool kRest = false;
  static Key<Function> take(Arguments& a) {
    Value v = a.take_keyword();
    if (v == kAbsent || is_nil(v)) return {};
    return {From<Function>::get(a, v)};
  }
};
template <>
struct Parameter<Rest> {
  static constexpr std::size_t kRequired = 0, kOptional = 0, kKeys = 0;
  static constexpr bool kRest = true;
  static Rest take(Arguments& a) {
    std::size_t first = std::min(a.next, a.count);
    return {std::span<Value>(a.values + first, a.count - first)};
  }
};
struct ContextParameter {
  static constexpr std::size_t kRequired = 0, kOptional = 0, kKeys = 0;
  static constexpr bool kRest = false;
};
template <>
struct Parameter<Heap&> : ContextParameter {
  static Heap& take(Arguments& a) { return a.vm.heap(); }
};
template <>
struct Parameter<Vm&> : ContextParameter {
  static Vm& take(Arguments& a) { return a.vm; }
};
template <>
struct Parameter<Interpreter&> : ContextParameter {
  static Interpreter& take(Arguments& a) { return Interpreter::of(a.vm); }
};

// ---- shapes: the numbers of parameters of each kind

struct Shape {
  std::size_t required = 0;
  std::size_t optional = 0;
  std::size_t keys = 0;
  bool rest = false;
  bool operator==(const Shape&) const = default;
};

// Calls WORD for each parameter name in LAMBDA_LIST, with its section ('r' required, 'o' optional,
// 'k' keyword, '*' rest) and the name.
template <class F>
constexpr void for_each_word(std::string_view lambda_list, F word) {
  char section = 'r';
  std::size_t i = 0;
  while (i < lambda_list.size()) {
    while (i < lambda_list.size() &&
           (lambda_list[i] == ' ' || lambda_list[i] == '(' || lambda_list[i] == ')'))
      ++i;
    std::size_t from = i;
    while (i < lambda_list.size() && lambda_list[i] != ' ' && lambda_list[i] != ')') ++i;
    std::string_view w = lambda_list.substr(from, i - from);
    if (w.empty()) continue;
    if (w == "&optional")
      section = 'o';
    else if (w == "&key")
      section = 'k';
    else if (w == "&rest")
      section = '*';
    else
      word(section, w);
  }
}

constexpr Shape shape_of(std::string_view lambda_list) {
  Shape s;
  for_each_word(lambda_list, [&](char section, std::string_view) {
    if (section == 'r') ++s.required;
    if (section == 'o') ++s.optional;
    if (section == 'k') ++s.keys;
    if (section == '*') s.rest = true;
  });
  return s;
}

// Evaluated at compile time, so that too many keywords are a compile error.
consteval Keywords keywords_of(std::string_view lambda_list) {
  Keywords keys{};
  for_each_word(lambda_list, [&](char section, std::string_view w) {
    if (section == 'k') keys.names[keys.count++] = keyword_named(w);
    if (section == 'r' || section == 'o') ++keys.first;
  });
  return keys;
}

template <class F>
struct Signature;
template <class... P>
struct Signature<Value (*)(P...)> {
  static constexpr Shape shape() {
    return {(std::size_t{0} + ... + Parameter<P>::kRequired),
            (std::size_t{0} + ... + Parameter<P>::kOptional),
            (std::size_t{0} + ... + Parameter<P>::kKeys), (false || ... || Parameter<P>::kRest)};
  }
  // Braces guarantee evaluation from left to right, so that the first wrong argument is reported.
  // The parameters are constructed where BODY takes them: a copy of an optional one would be loaded
  // before its parts are stored, which takes longer than most bodies.
  template <Value (*Body)(P...)>
  static Value call(Arguments& a) {
    Value found[std::max<std::size_t>(1, shape().keys)];
    if constexpr (shape().keys > 0) {
      a.found = found;
      std::fill_n(found, shape().keys, kAbsent);
      if (a.count > shape().required + shape().optional) a.take_keywords();
    }
    struct Call {
      explicit Call(P... parameters) : value(Body(static_cast<P&&>(parameters)...)) {}
      Value value;
    };
    return Call{Parameter<P>::take(a)...}.value;
  }
};

// ---- registration

const std::vector<const BuiltinInfo*>& all_builtins();

struct RegisterBuiltin {
  explicit RegisterBuiltin(const BuiltinInfo& info);
};

template <auto Body, const BuiltinInfo& Info>
Value invoke(Vm& vm, Value* arguments, std::size_t count) {
  Arguments a{vm, Info, arguments, count};
  return Signature<decltype(Body)>::template call<Body>(a);
}

template <class F>
constexpr std::size_t least_arguments() {
  return Signature<F>::shape().required;
}
template <class F>
constexpr std::size_t most_arguments() {
  const Shape s = Signature<F>::shape();
  if (s.rest || s.keys > 0) return BuiltinInfo::kNoLimit;
  return s.required + s.optional;
}

#define DEFUN(cname, lisp_name, lambda_words, doc, parameters)                  \
  static Value cname parameters;                                                \
  static_assert(shape_of(lambda_words) == Signature<decltype(&cname)>::shape(), \
                "the lambda list of " lisp_name " and its parameters differ");  \
  extern const BuiltinInfo cname##_info;                                        \
  const BuiltinInfo cname##_info = {lisp_name,                                  \
                                    lambda_words,                               \
                                    doc,                                        \
                                    &invoke<&cname, cname##_info>,              \
                                    least_arguments<decltype(&cname)>(),        \
                                    most_arguments<decltype(&cname)>(),         \
                                    keywords_of(lambda_words),                  \
                                    __FILE__,                                   \
                                    __LINE__};                                  \
  static const RegisterBuiltin cname##_registered(cname##_info);                \
  static Value cname parameters

}  // namespace winnow

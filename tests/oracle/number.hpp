// Exact numbers for the oracles, read from the output of a search: integers, ratios, decimal
// fractions, and the two infinities. Implemented with GMP only.
#pragma once

#include <gmp.h>

#include <compare>
#include <optional>
#include <string>
#include <string_view>

namespace oracle {

class Number {
 public:
  Number() { mpq_init(q_); }
  explicit Number(long n) : Number() { mpq_set_si(q_, n, 1); }
  Number(const Number& other) : Number() { *this = other; }
  Number& operator=(const Number& other) {
    mpq_set(q_, other.q_);
    infinite_ = other.infinite_;
    return *this;
  }
  ~Number() { mpq_clear(q_); }

  static Number infinity(int sign) {
    Number n;
    n.infinite_ = sign;
    return n;
  }
  bool is_infinite() const { return infinite_ != 0; }

  // Empty unless all of TEXT is a number, "inf" or "-inf".
  static std::optional<Number> read(std::string_view text) {
    std::string s(text);
    if (s == "inf") return infinity(1);
    if (s == "-inf") return infinity(-1);
    if (s.empty() || s.back() == '.' || s.find_first_not_of("0123456789+-./ed") != s.npos)
      return std::nullopt;
    Number n;
    if (s.find_first_of(".ed") != s.npos) {
      std::size_t marker = s.find('d');
      if (marker != s.npos) s[marker] = 'e';
      char* end = nullptr;
      double x = marker != s.npos ? std::strtod(s.c_str(), &end) : std::strtof(s.c_str(), &end);
      if (*end != '\0') return std::nullopt;
      mpq_set_d(n.q_, x);
      return n;
    }
    if (mpq_set_str(n.q_, s.c_str(), 10) != 0 || mpz_sgn(mpq_denref(n.q_)) == 0)
      return std::nullopt;
    mpq_canonicalize(n.q_);
    return n;
  }

  Number plus(long step) const {
    Number n = *this;
    Number d(step);
    mpq_add(n.q_, n.q_, d.q_);
    return n;
  }

  std::strong_ordering operator<=>(const Number& other) const {
    if (infinite_ != 0 || other.infinite_ != 0) return infinite_ <=> other.infinite_;
    return mpq_cmp(q_, other.q_) <=> 0;
  }
  bool operator==(const Number& other) const { return (*this <=> other) == 0; }

  std::string text() const {
    if (infinite_ != 0) return infinite_ > 0 ? "inf" : "-inf";
    char* s = mpq_get_str(nullptr, 10, q_);
    std::string out = s;
    void (*release)(void*, size_t);
    mp_get_memory_functions(nullptr, nullptr, &release);
    release(s, out.size() + 1);
    return out;
  }

 private:
  mpq_t q_;
  int infinite_ = 0;
};

}  // namespace oracle

#include "core/integer.hpp"

#include <gmp.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <cstdlib>
#include <limits>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "base/random.hpp"
#include "core/condition.hpp"

namespace winnow {

namespace {

// A read-only mpz over an integer, fixnum or bignum, without copying limbs.
class View {
 public:
  explicit View(Value v) {
    if (v.is_fixnum()) {
      std::int64_t n = v.fixnum();
      limb_ = n < 0 ? -static_cast<mp_limb_t>(n) : static_cast<mp_limb_t>(n);
      mpz_roinit_n(z_, &limb_, n < 0 ? -1 : 1);
    } else {
      auto* b = as<Bignum>(v);
      auto size = static_cast<mp_size_t>(b->header.length);
      mpz_roinit_n(z_, b->limbs, b->negative() ? -size : size);
    }
  }
  View(const View&) = delete;
  View& operator=(const View&) = delete;
  operator mpz_srcptr() const { return z_; }

 private:
  mpz_t z_;
  mp_limb_t limb_ = 0;
};

// A result before it moves to the heap. The few used at once live for the process, as their limbs
// grow to the largest number met; huge ones are given back.
struct Scratch {
  mpz_t z;
  Scratch() { mpz_init(z); }
  ~Scratch() { mpz_clear(z); }
  void trim() {
    if (z->_mp_alloc > 4096) mpz_realloc2(z, 64);
  }
  operator mpz_ptr() { return z; }
};

Scratch& scratch(int i) {
  static thread_local Scratch pool[3];
  return pool[i];
}

Value to_lisp(Heap& heap, Scratch& s) {
  std::size_t n = mpz_size(s.z);
  if (n == 0) return Value::from_fixnum(0);
  if (n == 1) {
    mp_limb_t limb = mpz_limbs_read(s.z)[0];
    if (limb <= static_cast<mp_limb_t>(kMostPositiveFixnum) + (mpz_sgn(s.z) < 0 ? 1 : 0)) {
      auto m = static_cast<std::int64_t>(limb);
      return Value::from_fixnum(mpz_sgn(s.z) < 0 ? -m : m);
    }
  }
  auto* b = heap.allocate<Bignum>(Type::Bignum, sizeof(Header), n, 8, mpz_sgn(s.z) < 0 ? 1 : 0);
  const mp_limb_t* limbs = mpz_limbs_read(s.z);
  for (std::size_t i = 0; i < n; ++i) b->limbs[i] = limbs[i];
  s.trim();
  return to_value(b);
}

void check_size(Heap& heap, std::uint64_t bits) {
  if (bits <= kMaxIntegerBits) return;
  signal_error(heap, ConditionKind::storage_condition,
               "The integer would take about ~D bits; the limit is ~D",
               {make_integer(heap, static_cast<std::int64_t>(
                                       std::min<std::uint64_t>(bits, kMostPositiveFixnum))),
                fixnum(kMaxIntegerBits)});
}

std::uint64_t bits_of(Value v) {
  return v.is_fixnum() ? 62 : std::uint64_t{64} * as<Bignum>(v)->header.length;
}

}  // namespace

Value make_bignum(Heap& heap, std::int64_t n) {
  mpz_set_si(scratch(0), n);
  return to_lisp(heap, scratch(0));
}

Value make_unsigned(Heap& heap, std::uint64_t n) {
  if (n <= static_cast<std::uint64_t>(kMostPositiveFixnum)) return fixnum(n);
  mpz_set_ui(scratch(0), n);
  return to_lisp(heap, scratch(0));
}

Value integer_add(Heap& heap, Value a, Value b) {
  std::int64_t sum;
  if (a.is_fixnum() && b.is_fixnum()) {
    sum = a.fixnum() + b.fixnum();
    return make_integer(heap, sum);
  }
  mpz_add(scratch(0), View(a), View(b));
  return to_lisp(heap, scratch(0));
}

Value integer_subtract(Heap& heap, Value a, Value b) {
  if (a.is_fixnum() && b.is_fixnum()) return make_integer(heap, a.fixnum() - b.fixnum());
  mpz_sub(scratch(0), View(a), View(b));
  return to_lisp(heap, scratch(0));
}

Value integer_multiply(Heap& heap, Value a, Value b) {
  std::int64_t product;
  if (a.is_fixnum() && b.is_fixnum() && !__builtin_mul_overflow(a.fixnum(), b.fixnum(), &product))
    return make_integer(heap, product);
  check_size(heap, std::max<std::uint64_t>(bits_of(a) + bits_of(b), 128) - 128);
  mpz_mul(scratch(0), View(a), View(b));
  return to_lisp(heap, scratch(0));
}

Value integer_negate(Heap& heap, Value a) {
  return integer_subtract(heap, Value::from_fixnum(0), a);
}

int integer_compare(Value a, Value b) {
  if (a.is_fixnum() && b.is_fixnum()) return a.fixnum() < b.fixnum() ? -1 : a.fixnum() > b.fixnum();
  return mpz_cmp(View(a), View(b));
}

int integer_sign(Value a) {
  if (a.is_fixnum()) return a.fixnum() < 0 ? -1 : a.fixnum() > 0;
  return as<Bignum>(a)->negative() ? -1 : 1;
}

Division integer_divide(Heap& heap, Value a, Value b, Rounding rounding) {
  if (a.is_fixnum() && b.is_fixnum()) {
    std::int64_t x = a.fixnum();
    std::int64_t y = b.fixnum();
    std::int64_t q = x / y;
    std::int64_t r = x % y;
    if (r != 0) {
      bool apart = (r < 0) != (y < 0);  // the exact quotient is negative
      std::int64_t twice = std::abs(r) * 2;
      bool away = false;  // from zero
      switch (rounding) {
        case Rounding::Floor: away = apart; break;
        case Rounding::Ceiling: away = !apart; break;
        case Rounding::Truncate: break;
        case Rounding::Round:
          away = twice > std::abs(y) || (twice == std::abs(y) && (q & 1) != 0);
          break;
      }
      if (away) {
        q += apart ? -1 : 1;
        r += apart ? y : -y;
      }
    }
    return {make_integer(heap, q), make_integer(heap, r)};
  }
  View x(a);
  View y(b);
  Scratch& q = scratch(0);
  Scratch& r = scratch(1);
  switch (rounding) {
    case Rounding::Floor: mpz_fdiv_qr(q, r, x, y); break;
    case Rounding::Ceiling: mpz_cdiv_qr(q, r, x, y); break;
    case Rounding::Truncate: mpz_tdiv_qr(q, r, x, y); break;
    case Rounding::Round: {
      mpz_fdiv_qr(q, r, x, y);
      mpz_mul_2exp(scratch(2), r, 1);
      int c = mpz_cmpabs(scratch(2), y);
      if (c > 0 || (c == 0 && mpz_odd_p(q.z))) {
        mpz_add_ui(q, q, 1);
        mpz_sub(r, r, y);
      }
      break;
    }
  }
  Value quotient = to_lisp(heap, q);
  return {quotient, to_lisp(heap, r)};
}

Value integer_exact_quotient(Heap& heap, Value a, Value b) {
  if (a.is_fixnum() && b.is_fixnum()) return make_integer(heap, a.fixnum() / b.fixnum());
  mpz_divexact(scratch(0), View(a), View(b));
  return to_lisp(heap, scratch(0));
}

namespace {

// The one operation that takes so long (half a second for the longest integers) that the user could
// not interrupt it: it works on copies, in a thread that is left to itself if the user does.
void gcd_elsewhere(Heap& heap, mpz_srcptr a, mpz_srcptr b) {
  struct Work {
    Scratch a, b;
    std::mutex mutex;
    std::condition_variable changed;
    bool done = false;
  };
  auto work = std::make_shared<Work>();
  mpz_set(work->a, a);
  mpz_set(work->b, b);
  std::thread([work] {
    mpz_gcd(work->a, work->a, work->b);
    std::lock_guard lock(work->mutex);
    work->done = true;
    work->changed.notify_one();
  }).detach();
  std::unique_lock lock(work->mutex);
  while (!work->changed.wait_for(lock, std::chrono::milliseconds(20), [&] { return work->done; })) {
    lock.unlock();
    heap.signaller->poll();
    lock.lock();
  }
  mpz_swap(scratch(0), work->a);
}

}  // namespace

Value integer_gcd(Heap& heap, Value a, Value b) {
  constexpr std::uint64_t kLongBits = std::uint64_t{1} << 19;
  if (std::min(bits_of(a), bits_of(b)) > kLongBits)
    gcd_elsewhere(heap, View(a), View(b));
  else
    mpz_gcd(scratch(0), View(a), View(b));
  return to_lisp(heap, scratch(0));
}

Value integer_power(Heap& heap, Value base, std::uint64_t exponent) {
  if (base == Value::from_fixnum(1) || exponent == 0) return Value::from_fixnum(1);
  if (base == Value::from_fixnum(0)) return base;
  if (base == Value::from_fixnum(-1)) return Value::from_fixnum((exponent & 1) != 0 ? -1 : 1);
  std::uint64_t bits = integer_length(base);
  if (base.is_fixnum() && base.fixnum() < 0 &&
      std::has_single_bit(static_cast<std::uint64_t>(-base.fixnum())))
    ++bits;
  std::uint64_t least = (bits - 1) * exponent;  // the result has at least that many
  if (exponent > kMaxIntegerBits) least = std::max(least, exponent);
  check_size(heap, least);
  mpz_pow_ui(scratch(0), View(base), exponent);
  return to_lisp(heap, scratch(0));
}

Value integer_square_root(Heap& heap, Value a) {
  mpz_sqrt(scratch(0), View(a));
  return to_lisp(heap, scratch(0));
}

Value integer_shift(Heap& heap, Value a, std::int64_t count) {
  if (count <= 0) {
    auto right = static_cast<std::uint64_t>(-count);
    if (a.is_fixnum()) return Value::from_fixnum(a.fixnum() >> std::min<std::uint64_t>(right, 63));
    mpz_fdiv_q_2exp(scratch(0), View(a), right);
  } else {
    if (a == Value::from_fixnum(0)) return a;
    check_size(heap, integer_length(a) + static_cast<std::uint64_t>(count));
    mpz_mul_2exp(scratch(0), View(a), static_cast<std::uint64_t>(count));
  }
  return to_lisp(heap, scratch(0));
}

Value integer_logic(Heap& heap, Logic operation, Value a, Value b) {
  if (a.is_fixnum() && b.is_fixnum()) {
    std::int64_t x = a.fixnum();
    std::int64_t y = b.fixnum();
    return Value::from_fixnum(operation == Logic::And  ? x & y
                              : operation == Logic::Or ? x | y
                                                       : x ^ y);
  }
  View x(a);
  View y(b);
  switch (operation) {
    case Logic::And: mpz_and(scratch(0), x, y); break;
    case Logic::Or: mpz_ior(scratch(0), x, y); break;
    case Logic::Xor: mpz_xor(scratch(0), x, y); break;
  }
  return to_lisp(heap, scratch(0));
}

std::uint64_t integer_length(Value a) {
  if (a.is_fixnum()) {
    std::int64_t n = a.fixnum();
    return static_cast<std::uint64_t>(std::bit_width(static_cast<std::uint64_t>(n < 0 ? ~n : n)));
  }
  if (!as<Bignum>(a)->negative()) return mpz_sizeinbase(View(a), 2);
  mpz_com(scratch(0), View(a));
  return mpz_sizeinbase(scratch(0), 2);
}

std::uint64_t integer_bit_count(Value a) {
  if (integer_sign(a) >= 0) return mpz_popcount(View(a));
  mpz_com(scratch(0), View(a));
  return mpz_popcount(scratch(0));
}

bool integer_bit(Value a, std::uint64_t index) { return mpz_tstbit(View(a), index) != 0; }

bool integer_is_odd(Value a) {
  return a.is_fixnum() ? (a.fixnum() & 1) != 0 : (as<Bignum>(a)->limbs[0] & 1) != 0;
}

std::uint64_t integer_hash(Value a) {
  if (a.is_fixnum()) return mix64(a.bits);
  std::uint64_t h = as<Bignum>(a)->header.flags;
  for (std::uint32_t i = 0; i < as<Bignum>(a)->header.length; ++i)
    h = mix64(h ^ as<Bignum>(a)->limbs[i]);
  return h;
}

namespace {

// |Z| * 2^SCALE, rounded to nearest, ties to even; STICKY: something smaller was dropped already.
double round_to_double(mpz_srcptr z, std::int64_t scale, bool sticky) {
  std::size_t bits = mpz_sizeinbase(z, 2);
  if (mpz_sgn(z) == 0) return 0;
  std::uint64_t top;
  if (bits > 62) {
    std::size_t drop = bits - 62;
    sticky = sticky || mpz_scan1(z, 0) < drop;
    mpz_t part;
    mpz_init(part);
    mpz_tdiv_q_2exp(part, z, drop);
    top = mpz_getlimbn(part, 0);
    mpz_clear(part);
    scale += static_cast<std::int64_t>(drop);
  } else {
    top = mpz_getlimbn(z, 0);
  }
  if (scale > 2000) return std::numeric_limits<double>::infinity();
  // 62 bits and a sticky one, rounded once: by hand where the result is subnormal, else by
  // hardware.
  top = (top << 1) | (sticky ? 1 : 0);
  scale -= 1;
  std::int64_t exponent = scale + std::bit_width(top);
  if (exponent < -1021) {
    std::int64_t excess = -1074 - scale;
    if (excess > 63) return 0;
    std::uint64_t low = top & ((std::uint64_t{1} << excess) - 1);
    std::uint64_t half = std::uint64_t{1} << (excess - 1);
    std::uint64_t m = top >> excess;
    if (low > half || (low == half && (m & 1) != 0)) ++m;
    return std::ldexp(static_cast<double>(m), -1074);
  }
  return std::ldexp(static_cast<double>(top),
                    static_cast<int>(std::min<std::int64_t>(scale, 3000)));
}

}  // namespace

double integer_to_double(Value a) {
  if (a.is_fixnum()) return static_cast<double>(a.fixnum());
  View v(a);
  double d = round_to_double(v, 0, false);
  return mpz_sgn(static_cast<mpz_srcptr>(v)) < 0 ? -d : d;
}

double quotient_to_double(Value numerator, Value denominator) {
  View n(numerator);
  View d(denominator);
  // Shift so that the integer quotient has at least 64 bits; the remainder only makes it sticky.
  auto shift = static_cast<std::int64_t>(mpz_sizeinbase(d, 2)) -
               static_cast<std::int64_t>(mpz_sizeinbase(n, 2)) + 66;
  Scratch& q = scratch(0);
  Scratch& r = scratch(1);
  Scratch& s = scratch(2);
  mpz_abs(s, n);
  if (shift > 0) {
    mpz_mul_2exp(s, s, static_cast<mp_bitcnt_t>(shift));
    mpz_tdiv_qr(q, r, s, d);
  } else {
    mpz_mul_2exp(r, d, static_cast<mp_bitcnt_t>(-shift));
    mpz_set(q, r);
    mpz_tdiv_qr(q, r, s, q.z);
  }
  double x = round_to_double(q, -shift, mpz_sgn(r.z) != 0);
  return integer_sign(numerator) < 0 ? -x : x;
}

Value integer_from_double(Heap& heap, double x) {
  if (std::fabs(x) < 0x1p60) return Value::from_fixnum(static_cast<std::int64_t>(x));
  mpz_set_d(scratch(0), x);
  return to_lisp(heap, scratch(0));
}

std::string integer_to_string(Value a, int base) {
  View v(a);
  std::vector<char> text(mpz_sizeinbase(v, base) + 2);
  mpz_get_str(text.data(), base > 10 ? -base : base, v);
  return text.data();
}

Value integer_from_string(Heap& heap, std::string_view digits, int base) {
  check_size(heap, digits.size() *
                       static_cast<std::uint64_t>(std::bit_width(static_cast<unsigned>(base - 1))));
  std::string text(digits[0] == '+' ? digits.substr(1) : digits);
  mpz_set_str(scratch(0), text.c_str(), base);
  return to_lisp(heap, scratch(0));
}

}  // namespace winnow

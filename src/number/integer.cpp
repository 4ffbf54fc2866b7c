#include "number/integer.hpp"

#include <gmp.h>
#include <signal.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <limits>
#include <memory>
#include <mutex>
#include <numeric>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "heap/condition.hpp"
#include "host/memory.hpp"
#include "host/random.hpp"
#include "number/limbs.hpp"

namespace winnow {

namespace {

// A read-only mpz of a fixnum or bignum, without copying limbs.
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

// A result before it is copied to the heap. The few scratch numbers are never destroyed, since
// reusing their limbs saves allocations; but very large limbs are freed.
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
  struct Trimmed {
    Scratch& scratch;
    ~Trimmed() { scratch.trim(); }
  } trimmed{s};
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
  return to_value(b);
}

// Integers of at most one limb are short: a sum, difference or bitwise operation of two of them fits
// into two machine words.
using TwoWords = __int128;

bool is_short(Value v) { return v.is_fixnum() || as<Bignum>(v)->header.length == 1; }

TwoWords short_value(Value v) {
  if (v.is_fixnum()) return v.fixnum();
  TwoWords magnitude = as<Bignum>(v)->limbs[0];
  return as<Bignum>(v)->negative() ? -magnitude : magnitude;
}

Value from_words(Heap& heap, TwoWords n) {
  if (n >= kMostNegativeFixnum && n <= kMostPositiveFixnum)
    return Value::from_fixnum(static_cast<std::int64_t>(n));
  auto magnitude = static_cast<unsigned __int128>(n < 0 ? -n : n);
  auto high = static_cast<mp_limb_t>(magnitude >> 64);
  auto* b =
      heap.allocate<Bignum>(Type::Bignum, sizeof(Header), high != 0 ? 2 : 1, 8, n < 0 ? 1 : 0);
  b->limbs[0] = static_cast<mp_limb_t>(magnitude);
  if (high != 0) b->limbs[1] = high;
  return to_value(b);
}

void check_size(Heap& heap, std::uint64_t bits) {
  if (bits <= kMaxIntegerBits) return;
  signal_error(heap, ConditionKind::storage_condition,
               "The integer is too large: the limit is ~:D bits", {fixnum(kMaxIntegerBits)});
}

std::uint64_t bits_of(Value v) {
  return v.is_fixnum() ? 62 : std::uint64_t{64} * as<Bignum>(v)->header.length;
}

// ---- operations that may take long

// The operands and results of an operation: two integers and a small number, two results.
struct Work {
  mpz_srcptr a;
  mpz_srcptr b;
  unsigned long n;
  mpz_ptr result;
  mpz_ptr second;
};
using Operation = void (*)(const Work& work);

// With operands and results of at most this many bits, GMP needs at most about 10 ms.
constexpr std::uint64_t kShortBits = std::uint64_t{1} << 19;

// Reserves memory for a result of BITS, since allocation in GMP must not fail.
void need_memory(Heap& heap, std::uint64_t bits) {
  if (bits > kShortBits) heap.need_native_memory(bits / 8);
}

class SignalsBlocked {
 public:
  SignalsBlocked() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before_);
  }
  SignalsBlocked(const SignalsBlocked&) = delete;
  SignalsBlocked& operator=(const SignalsBlocked&) = delete;
  ~SignalsBlocked() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

 private:
  sigset_t before_;
};

// Runs WORK in a thread, which is abandoned if the user interrupts; therefore WORK must own its
// data. Signals an error if the system lacks threads or memory.
void run_elsewhere(Heap& heap, std::function<void()> work) {
  struct State {
    std::function<void()> work;
    std::mutex mutex;
    std::condition_variable changed;
    bool done = false;
    std::shared_ptr<State> itself;  // set after a failed allocation in GMP: a deliberate leak
  };
  auto state = std::make_shared<State>();
  state->work = std::move(work);
  bool is_begun = true;
  try {
    SignalsBlocked blocked;  // inherited by the new thread: the Lisp thread handles signals
    std::thread([state] {
      gmp_may_be_refused = true;
      try {
        state->work();
      } catch (const std::bad_alloc&) {
        state->itself = state;
      }
      std::lock_guard lock(state->mutex);
      state->done = true;
      state->changed.notify_one();
    }).detach();
  } catch (const std::system_error&) {
    is_begun = false;
  }
  if (!is_begun)
    signal_error(heap, ConditionKind::storage_condition,
                 "The system cannot create a thread for a long calculation with integers", {});
  std::unique_lock lock(state->mutex);
  auto is_done = [&] { return state->done; };
  while (!state->changed.wait_for(lock, std::chrono::milliseconds(20), is_done)) {
    lock.unlock();
    heap.upcalls->poll();
    lock.lock();
  }
  if (state->itself) throw std::bad_alloc();
}

// Stores the results of OPERATION in the first two scratches. BITS: the size of its
// largest operand or result.
void compute(Heap& heap, std::uint64_t bits, Operation operation, Value a, Value b,
             unsigned long n = 0) {
  View x(a);
  View y(b);
  if (bits <= kShortBits) return operation({x, y, n, scratch(0), scratch(1)});
  need_memory(heap, bits * 6);
  struct Copies {
    Scratch a, b, result, second;
  };
  auto copies = std::make_shared<Copies>();
  mpz_set(copies->a, x);
  mpz_set(copies->b, y);
  run_elsewhere(heap, [copies, operation, n] {
    operation({copies->a, copies->b, n, copies->result, copies->second});
  });
  mpz_swap(scratch(0), copies->result);
  mpz_swap(scratch(1), copies->second);
}

}  // namespace

Value make_bignum(Heap& heap, std::int64_t n) {
  mpz_set_si(scratch(0), n);
  return to_lisp(heap, scratch(0));
}

namespace {

bool is_small(Value v) {
  return v.is_fixnum() || as<Bignum>(v)->header.length <= static_cast<std::uint32_t>(kMostLimbs);
}

// Returns the value of OPERATION, a function that stores its result.
template <class Operation>
Value on_stack(Heap& heap, Operation operation) {
  Limbs result;
  operation(result);
  return result.to_value(heap);
}

}  // namespace

Value integer_add(Heap& heap, Value a, Value b) {
  if (is_short(a) && is_short(b)) return from_words(heap, short_value(a) + short_value(b));
  if (is_small(a) && is_small(b))
    return on_stack(heap, [=](Limbs& sum) { add(sum, Magnitude(a), Magnitude(b), false); });
  need_memory(heap, std::max(bits_of(a), bits_of(b)));
  mpz_add(scratch(0), View(a), View(b));
  return to_lisp(heap, scratch(0));
}

Value integer_subtract(Heap& heap, Value a, Value b) {
  if (is_short(a) && is_short(b)) return from_words(heap, short_value(a) - short_value(b));
  if (is_small(a) && is_small(b))
    return on_stack(heap, [=](Limbs& sum) { add(sum, Magnitude(a), Magnitude(b), true); });
  need_memory(heap, std::max(bits_of(a), bits_of(b)));
  mpz_sub(scratch(0), View(a), View(b));
  return to_lisp(heap, scratch(0));
}

namespace {

// The product of a bignum and a fixnum, computed in place in the heap; kAbsent if the number of its
// limbs is not known in advance, or in unusual cases.
Value multiply_by_fixnum(Heap& heap, Value bignum, Value fixnum) {
  std::int64_t f = fixnum.fixnum();
  const auto* a = as<Bignum>(bignum);
  std::size_t n = a->header.length;
  if ((f >= -1 && f <= 1) || bits_of(bignum) > kShortBits) return kAbsent;
  mp_limb_t m = f < 0 ? -static_cast<mp_limb_t>(f) : static_cast<mp_limb_t>(f);
  int most_bits = std::bit_width(a->limbs[n - 1]) + std::bit_width(m);  // in the topmost limbs
  if (most_bits == 65) return kAbsent;
  std::size_t limbs = most_bits < 65 ? n : n + 1;
  auto* product = heap.allocate<Bignum>(Type::Bignum, sizeof(Header), limbs, 8,
                                        a->negative() != (f < 0) ? 1 : 0);
  mp_limb_t carry = mpn_mul_1(product->limbs, a->limbs, static_cast<mp_size_t>(n), m);
  if (limbs > n) product->limbs[n] = carry;
  return to_value(product);
}

}  // namespace

Value integer_multiply(Heap& heap, Value a, Value b) {
  std::int64_t product;
  if (a.is_fixnum() && b.is_fixnum() && !__builtin_mul_overflow(a.fixnum(), b.fixnum(), &product))
    return make_integer(heap, product);
  if (a.is_fixnum() != b.is_fixnum()) {
    Value simple = a.is_fixnum() ? multiply_by_fixnum(heap, b, a) : multiply_by_fixnum(heap, a, b);
    if (simple != kAbsent) return simple;
  }
  if (is_small(a) && is_small(b))
    return on_stack(heap, [=](Limbs& product) { multiply(product, Magnitude(a), Magnitude(b)); });
  check_size(heap, std::max<std::uint64_t>(bits_of(a) + bits_of(b), 128) - 128);
  compute(
      heap, bits_of(a) + bits_of(b), [](const Work& w) { mpz_mul(w.result, w.a, w.b); }, a, b);
  return to_lisp(heap, scratch(0));
}

Value integer_negate(Heap& heap, Value a) {
  return integer_subtract(heap, Value::from_fixnum(0), a);
}

int integer_compare(Value a, Value b) {
  if (a.is_fixnum() && b.is_fixnum()) return a.fixnum() < b.fixnum() ? -1 : a.fixnum() > b.fixnum();
  if (a.is_fixnum()) return -integer_sign(b);
  if (b.is_fixnum()) return integer_sign(a);
  return compare(Magnitude(a), Magnitude(b));
}

int integer_sign(Value a) {
  if (a.is_fixnum()) return a.fixnum() < 0 ? -1 : a.fixnum() > 0;
  return as<Bignum>(a)->negative() ? -1 : 1;
}

namespace {

Operation division(Rounding rounding) {
  switch (rounding) {
    case Rounding::Floor: return [](const Work& w) { mpz_fdiv_qr(w.result, w.second, w.a, w.b); };
    case Rounding::Ceiling: return [](const Work& w) { mpz_cdiv_qr(w.result, w.second, w.a, w.b); };
    case Rounding::Truncate:
      return [](const Work& w) { mpz_tdiv_qr(w.result, w.second, w.a, w.b); };
    case Rounding::Round: break;
  }
  return [](const Work& w) {
    mpz_fdiv_qr(w.result, w.second, w.a, w.b);
    Scratch twice;
    mpz_mul_2exp(twice, w.second, 1);
    int c = mpz_cmpabs(twice, w.b);
    if (c > 0 || (c == 0 && mpz_odd_p(w.result))) {
      mpz_add_ui(w.result, w.result, 1);
      mpz_sub(w.second, w.second, w.b);
    }
  };
}

}  // namespace

Division integer_divide(Heap& heap, Value a, Value b, Rounding rounding) {
  if (a.is_fixnum() && b.is_fixnum()) {
    std::int64_t x = a.fixnum();
    std::int64_t y = b.fixnum();
    std::int64_t q = x / y;
    std::int64_t r = x % y;
    if (r != 0) {
      bool apart = (r < 0) != (y < 0);  // the exact quotient is negative
      std::int64_t twice = std::abs(r) * 2;
      bool away = false;  // round away from zero
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
  if (is_small(a) && is_small(b)) {
    Limbs quotient;
    Limbs remainder;
    divide(quotient, remainder, Magnitude(a), Magnitude(b), rounding);
    Value first = quotient.to_value(heap);
    return {first, remainder.to_value(heap)};
  }
  compute(heap, bits_of(a), division(rounding), a, b);
  Value quotient = to_lisp(heap, scratch(0));
  return {quotient, to_lisp(heap, scratch(1))};
}

Value integer_exact_quotient(Heap& heap, Value a, Value b) {
  if (a.is_fixnum() && b.is_fixnum()) return make_integer(heap, a.fixnum() / b.fixnum());
  compute(
      heap, bits_of(a), [](const Work& w) { mpz_divexact(w.result, w.a, w.b); }, a, b);
  return to_lisp(heap, scratch(0));
}

Value integer_gcd(Heap& heap, Value a, Value b) {
  if (a == Value::from_fixnum(1) || b == Value::from_fixnum(1)) return Value::from_fixnum(1);
  if (a.is_fixnum() && b.is_fixnum()) return make_integer(heap, std::gcd(a.fixnum(), b.fixnum()));
  if (a == Value::from_fixnum(0) && integer_sign(b) > 0) return b;
  std::uint64_t bits = std::min(bits_of(a), bits_of(b));
  compute(
      heap, bits, [](const Work& w) { mpz_gcd(w.result, w.a, w.b); }, a, b);
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
  std::uint64_t least = (bits - 1) * exponent;  // a lower bound of the bits of the result
  if (exponent > kMaxIntegerBits) least = std::max(least, exponent);
  check_size(heap, least);
  compute(
      heap, bits * exponent, [](const Work& w) { mpz_pow_ui(w.result, w.a, w.n); }, base, base,
      exponent);
  return to_lisp(heap, scratch(0));
}

Value integer_square_root(Heap& heap, Value a) {
  compute(
      heap, bits_of(a), [](const Work& w) { mpz_sqrt(w.result, w.a); }, a, a);
  return to_lisp(heap, scratch(0));
}

Value integer_shift(Heap& heap, Value a, std::int64_t count) {
  if (count <= 0) {
    auto right = static_cast<std::uint64_t>(-count);
    if (is_short(a)) return from_words(heap, short_value(a) >> std::min<std::uint64_t>(right, 127));
    if (is_small(a))
      return on_stack(heap, [=](Limbs& result) { shift_right(result, Magnitude(a), right); });
    need_memory(heap, bits_of(a));
    mpz_fdiv_q_2exp(scratch(0), View(a), right);
  } else {
    if (a == Value::from_fixnum(0)) return a;
    std::uint64_t bits = integer_length(a) + static_cast<std::uint64_t>(count);
    if (is_short(a) && bits < 127) return from_words(heap, short_value(a) << count);
    if (bits < 64 * kMostLimbs)
      return on_stack(heap, [=](Limbs& result) {
        shift_left(result, Magnitude(a), static_cast<std::uint64_t>(count));
      });
    check_size(heap, bits);
    need_memory(heap, bits);
    mpz_mul_2exp(scratch(0), View(a), static_cast<std::uint64_t>(count));
  }
  return to_lisp(heap, scratch(0));
}

Value integer_logic(Heap& heap, Logic operation, Value a, Value b) {
  if (is_short(a) && is_short(b)) {
    TwoWords x = short_value(a);
    TwoWords y = short_value(b);
    return from_words(heap, operation == Logic::And  ? x & y
                            : operation == Logic::Or ? x | y
                                                     : x ^ y);
  }
  if (is_small(a) && is_small(b))
    return on_stack(heap,
                    [=](Limbs& result) { combine(result, operation, Magnitude(a), Magnitude(b)); });
  need_memory(heap, std::max(bits_of(a), bits_of(b)));
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
  return integer_length(Magnitude(a));
}

std::uint64_t integer_bit_count(Value a) {
  if (a.is_fixnum()) {
    std::int64_t n = a.fixnum();
    return static_cast<std::uint64_t>(std::popcount(static_cast<std::uint64_t>(n < 0 ? ~n : n)));
  }
  View v(a);
  if (integer_sign(a) >= 0) return mpz_popcount(v);
  // In two's complement: all 1 bits of the magnitude except the lowest, and the 0 bits below that.
  std::uint64_t ones = mpn_popcount(mpz_limbs_read(v), static_cast<mp_size_t>(mpz_size(v)));
  return ones - 1 + mpz_scan1(v, 0);
}

bool integer_bit(Value a, std::uint64_t index) {
  if (a.is_fixnum()) return (a.fixnum() >> std::min<std::uint64_t>(index, 63) & 1) != 0;
  return has_bit(Magnitude(a), index);
}

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

// |Z| * 2^SCALE, rounded to nearest, ties to even. STICKY: the exact value is a bit larger.
template <class Float>
Float rounded(mpz_srcptr z, std::int64_t scale, bool sticky) {
  using Limits = std::numeric_limits<Float>;
  constexpr std::int64_t kLeastExponent = Limits::min_exponent - Limits::digits;  // lowest bit
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
  if (scale > 2000) return Limits::infinity();
  // 62 bits and a sticky bit, rounded once: by hardware, or in software if the result is subnormal.
  top = (top << 1) | (sticky ? 1 : 0);
  scale -= 1;
  std::int64_t exponent = scale + static_cast<std::int64_t>(std::bit_width(top));
  if (exponent < Limits::min_exponent) {
    std::int64_t excess = kLeastExponent - scale;
    if (excess > 63) return 0;
    std::uint64_t low = top & ((std::uint64_t{1} << excess) - 1);
    std::uint64_t half = std::uint64_t{1} << (excess - 1);
    std::uint64_t m = top >> excess;
    if (low > half || (low == half && (m & 1) != 0)) ++m;
    return std::ldexp(static_cast<Float>(m), static_cast<int>(kLeastExponent));
  }
  return std::ldexp(static_cast<Float>(top), static_cast<int>(std::min<std::int64_t>(scale, 3000)));
}

}  // namespace

template <class Float>
Float integer_to_float(Value a) {
  if (a.is_fixnum()) return static_cast<Float>(a.fixnum());
  View v(a);
  Float d = rounded<Float>(v, 0, false);
  return mpz_sgn(static_cast<mpz_srcptr>(v)) < 0 ? -d : d;
}

template <class Float>
Float quotient_to_float(Value numerator, Value denominator) {
  // The hardware rounds once if it gets both integers exactly.
  constexpr std::int64_t kExact = std::int64_t{1} << std::numeric_limits<Float>::digits;
  auto is_exact = [](Value v) {
    return v.is_fixnum() && v.fixnum() >= -kExact && v.fixnum() <= kExact;
  };
  if (is_exact(numerator) && is_exact(denominator))
    return static_cast<Float>(numerator.fixnum()) / static_cast<Float>(denominator.fixnum());
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
  Float x = rounded<Float>(q, -shift, mpz_sgn(r.z) != 0);
  return integer_sign(numerator) < 0 ? -x : x;
}

template float integer_to_float<float>(Value);
template double integer_to_float<double>(Value);
template float quotient_to_float<float>(Value, Value);
template double quotient_to_float<double>(Value, Value);

std::string integer_to_string(Heap& heap, Value a, int base) {
  if (a.is_fixnum()) {
    char digits[64];
    char* end = std::to_chars(digits, digits + sizeof digits, a.fixnum(), base).ptr;
    for (char* c = digits; c != end; ++c)
      if (*c >= 'a') *c = static_cast<char>(*c - 32);  // to upper case
    return {digits, end};
  }
  struct Text {
    Scratch number;
    std::string digits;
  };
  auto text = std::make_shared<Text>();
  View v(a);
  std::size_t length = mpz_sizeinbase(v, base) + 2;
  int letters = base > 10 ? -base : base;  // negative: upper-case digits
  if (bits_of(a) <= kShortBits) {
    text->digits.resize(length);
    mpz_get_str(text->digits.data(), letters, v);
  } else {
    need_memory(heap, std::uint64_t{64} * length);
    mpz_set(text->number, v);
    text->digits.resize(length);
    run_elsewhere(heap,
                  [text, letters] { mpz_get_str(text->digits.data(), letters, text->number); });
  }
  text->digits.resize(std::strlen(text->digits.c_str()));
  return std::move(text->digits);
}

Value integer_from_string(Heap& heap, std::string_view digits, int base) {
  std::uint64_t bits =
      digits.size() * static_cast<std::uint64_t>(std::bit_width(static_cast<unsigned>(base - 1)));
  if (bits <= 60) {  // a fixnum
    bool negative = digits[0] == '-';
    if (negative || digits[0] == '+') digits.remove_prefix(1);
    std::int64_t n = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), n, base);
    return Value::from_fixnum(negative ? -n : n);
  }
  check_size(heap, bits);
  struct Text {
    std::string digits;
    Scratch number;
  };
  auto text = std::make_shared<Text>();
  text->digits = digits[0] == '+' ? digits.substr(1) : digits;
  auto parse = [text, base] { mpz_set_str(text->number, text->digits.c_str(), base); };
  if (bits <= kShortBits) {
    parse();
  } else {
    need_memory(heap, bits * 6);
    run_elsewhere(heap, parse);
  }
  return to_lisp(heap, text->number);
}

}  // namespace winnow

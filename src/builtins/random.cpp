// RANDOM and random states.
#include "host/random.hpp"

#include <ctime>

#include "builtins/builtin.hpp"

namespace winnow {

namespace {

RandomState* random_state(Heap& heap, Value v) {
  if (!has_type(v, Type::RandomState)) signal_wrong_type(heap, "random", v, "a random state");
  return as<RandomState>(v);
}

Value new_state(Heap& heap, std::uint64_t state) {
  auto* r = heap.allocate<RandomState>(Type::RandomState, sizeof(RandomState));
  r->state = state;
  return to_value(r);
}

DEFUN(random_, "random", "(limit &optional state)", R"doc(
Return a random number of the same type as LIMIT, at least 0 and less than LIMIT.
LIMIT: an integer or float > 0.  STATE: a random state, default *RANDOM-STATE*, which starts from a fixed seed.
Signals: type-error unless LIMIT is an integer or float greater than zero, and STATE is a random state.
Example: (random 1) => 0
)doc", (Heap& heap, Real limit, std::optional<Value> state)) {
  RandomState* s = random_state(heap, state ? *state : symbol_value(heap, Sym::star_random_state));
  Random random{s->state};
  Value v = limit;
  if (is_ratio(v) || sign_of(heap, v, "random") <= 0)
    signal_wrong_type(heap, "random", v,
                      {"an integer or float greater than zero", "(OR (INTEGER 1) (FLOAT (0)))"});
  Value result;
  if (is_float(v)) {
    double part = is_double(v) ? static_cast<double>(random.next() >> 11) * 0x1p-53
                               : static_cast<double>(random.next() >> 40) * 0x1p-24;
    result = checked_float(heap, part * float_value(v), "random", v);
  } else if (v.is_fixnum()) {
    // Rejects random words from the last, incomplete multiple of LIMIT below 2^64, so that all
    // results are equally likely.
    auto n = static_cast<std::uint64_t>(v.fixnum());
    std::uint64_t rest = (~std::uint64_t{0} % n + 1) % n;
    std::uint64_t x = random.next();
    while (rest != 0 && x > ~std::uint64_t{0} - rest) x = random.next();
    result = fixnum(x % n);
  } else {
    Value sum = fixnum(0);
    for (std::uint64_t bits = integer_length(v) + 64; bits > 0;
         bits -= std::min<std::uint64_t>(bits, 60))
      sum = integer_add(heap, integer_shift(heap, sum, 60), fixnum(random.next() >> 4));
    result = integer_divide(heap, sum, v, Rounding::Floor).remainder;
  }
  s->state = random.state;
  return result;
}

DEFUN(make_random_state, "make-random-state", "(&optional state)", R"doc(
Return a new random state.
STATE: a random state to copy, NIL (default) to copy *RANDOM-STATE*, or T for a state seeded from the clock.
Signals: type-error unless STATE is a random state, NIL or T.
Example: (random-state-p (make-random-state)) => T
)doc", (Heap& heap, std::optional<Value> state)) {
  Value from = state ? *state : nil();
  if (from == t()) {
    timespec now{};
    clock_gettime(CLOCK_REALTIME, &now);
    return new_state(heap, mix64(static_cast<std::uint64_t>(now.tv_nsec) ^
                                 static_cast<std::uint64_t>(now.tv_sec) << 30));
  }
  if (is_nil(from)) from = symbol_value(heap, Sym::star_random_state);
  return new_state(heap, random_state(heap, from)->state);
}

DEFUN(seed_random_state, "seed-random-state", "(seed)", R"doc(
Return a new random state that is determined by SEED, an integer.
Signals: type-error unless SEED is an integer.
Example: (= (random 100 (seed-random-state 7)) (random 100 (seed-random-state 7))) => T
)doc", (Heap& heap, Integer seed)) {
  std::uint64_t state = 0;
  for (std::uint64_t bit = 0; bit < 64; ++bit)
    state |= std::uint64_t{integer_bit(seed, bit)} << bit;
  return new_state(heap, state);
}

DEFUN(random_state_p, "random-state-p", "(object)", R"doc(
Return T if OBJECT is a random state, else NIL.
Example: (random-state-p 1) => NIL
)doc", (Value object)) {
  return truth(has_type(object, Type::RandomState));
}

}  // namespace

}  // namespace winnow

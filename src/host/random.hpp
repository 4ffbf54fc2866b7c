// Pseudo-random numbers from a seed, the same on every host.
// Source: S. Vigna, splitmix64 (public domain reference, 2015).
#pragma once

#include <cstdint>

namespace winnow {

// The finalizer of splitmix64, which also serves as a 64-bit hash function.
constexpr std::uint64_t mix64(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
  return x ^ (x >> 31);
}

struct Random {
  std::uint64_t state = 1;

  constexpr std::uint64_t next() { return mix64(state += 0x9E3779B97F4A7C15ULL); }
};

}  // namespace winnow

// The loop of the solvers in this folder: each line of standard input has two words, a position; for each, the value, the
// nodes and the nanoseconds of processor time are printed.
#pragma once

#include <cstdint>
#include <cstdio>
#include <ctime>

inline std::int64_t processor_time() {
  std::timespec t{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return std::int64_t{t.tv_sec} * 1'000'000'000 + t.tv_nsec;
}

// PREPARE is called before, SOLVE(first, second) while the time is taken. NODES: a count that SOLVE advances from 0.
template <class Prepare, class Solve>
void solve_lines(const std::uint64_t& nodes, Prepare prepare, Solve solve) {
  unsigned long long first = 0;
  unsigned long long second = 0;
  while (std::scanf("%llu %llu", &first, &second) == 2) {
    prepare();
    const std::int64_t begun = processor_time();
    const int value = solve(first, second);
    const std::int64_t passed = processor_time() - begun;
    std::printf("%d %llu %lld\n", value, static_cast<unsigned long long>(nodes),
                static_cast<long long>(passed));
    std::fflush(stdout);
  }
}

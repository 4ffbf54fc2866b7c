// The sampling profiler. A timer requests a sample, and the next safepoint
// takes it from the frames of the VM.
//
// The signal may arrive long before that safepoint, and native functions may return in between.
// Therefore the signal handler records the native frame that was running. The memory above the
// VM's topmost frame is unchanged until the sample is taken, since pushing a frame is a
// safepoint. The loop keeps its frame in a register, so an interpreted function that neither
// calls nor loops is counted as its caller.
#pragma once

#include <signal.h>
#include <time.h>

#include <atomic>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "heap/roots.hpp"
#include "vm/frame.hpp"

namespace winnow {

class Vm;

class Sampler : public RootSet {
 public:
  // Starts sampling. A process can have only one running sampler.
  explicit Sampler(Vm& vm);
  ~Sampler() override;

  // Called at a safepoint.
  void take();
  void mark(Heap& heap) override;

  struct Count {
    Value code;
    std::size_t self = 0;     // samples in which the function itself was running
    std::size_t total = 0;    // samples in which it or a function that it called was running
    std::size_t native = 0;   // those of `total` in which it ran as native code
    std::size_t counted = 0;  // number of the last sample with this function
  };
  const std::vector<Count>& counts() const { return counts_; }
  std::size_t samples() const { return samples_; }

 private:
  static void on_signal(int, siginfo_t*, void* context);
  void start_timer();
  Count& count_of(Value code);
  const Frame* topmost() const;

  Vm& vm_;
  const Frame* begun_;  // the topmost frame at the start; only frames above it are counted
  timer_t timer_{};
  std::vector<Count> counts_;
  std::unordered_map<std::uint64_t, std::size_t> places_;  // the index in counts_ of each code
  std::size_t samples_ = 0;
  // The native frame that the signal interrupted, or null; and whether native code itself
  // was running, not C++ that it called.
  std::atomic<const Frame*> at_work_{nullptr};
  std::atomic<bool> is_certain_{false};
};

}  // namespace winnow

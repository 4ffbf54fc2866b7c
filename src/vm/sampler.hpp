// Where the processor's time goes: a timer asks for a sample, and the next safepoint takes it by
// looking at the machine's frames.
//
// The timer's signal may come long before that safepoint, and native functions may have returned in
// between. So its handler notes which native frame was at work. No frame begins before the sample
// is taken, as that would be a safepoint: what lies above the machine's topmost frame by then is as
// it was. The loop keeps its frame to itself, so a bytecode function that neither calls nor loops
// counts as its caller.
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
  // Samples calls from now on. There is one at a time in a process.
  explicit Sampler(Vm& vm);
  ~Sampler() override;

  // Called at a safepoint.
  void take();
  void mark(Heap& heap) override;

  struct Count {
    Value code;
    std::size_t self = 0;     // samples in which the function was at work itself
    std::size_t total = 0;    // or something that it called
    std::size_t native = 0;   // those of the latter in which it ran as native code
    std::size_t counted = 0;  // the last sample that it was in
  };
  const std::vector<Count>& counts() const { return counts_; }
  std::size_t samples() const { return samples_; }

 private:
  static void on_signal(int, siginfo_t*, void* context);
  void start_timer();
  Count& count_of(Value code);
  const Frame* topmost() const;

  Vm& vm_;
  const Frame* begun_;  // the frames above count
  timer_t timer_{};
  std::vector<Count> counts_;
  std::unordered_map<std::uint64_t, std::size_t> places_;  // in counts_, by code
  std::size_t samples_ = 0;
  // What was at work when the signal came: a native frame or null; and was it native code itself?
  std::atomic<const Frame*> at_work_{nullptr};
  std::atomic<bool> is_certain_{false};
};

}  // namespace winnow

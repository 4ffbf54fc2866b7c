// The C++ stack: its bounds, and checks for overflow. Calls between Lisp functions do not use it;
// the printer, the compiler, the search and calls from C++ into Lisp do.
#pragma once

#include <cstddef>
#include <functional>

namespace winnow {

class NativeStack {
 public:
  // Determines the bounds of the calling thread's stack.
  NativeStack();

  // True while at least 1 MiB, and MORE bytes, are left below the caller's frame.
  bool has_room(std::ptrdiff_t more = 0) const {
    return static_cast<const char*>(__builtin_frame_address(0)) - limit_ > more;
  }
  // Bytes left below the caller's frame, without the reserve.
  std::ptrdiff_t room() const {
    return static_cast<const char*>(__builtin_frame_address(0)) - limit_;
  }
  // Allows the use of most of the reserve, to report a stack overflow.
  void lend_reserve() { limit_ = lowest_ + kReserve / 4; }
  bool has_lent_reserve() const { return limit_ != lowest_ + kReserve; }
  void restore_reserve() { limit_ = lowest_ + kReserve; }
  const char* base() const { return base_; }

 private:
  const char* base_;  // highest address
  const char* lowest_;
  const char* limit_;  // frames below this address are refused
  static constexpr std::size_t kReserve = std::size_t{1} << 20;
};

// The depth of a million nested lists needs about 200 MiB.
#ifdef WINNOW_HOSTILE
constexpr std::size_t kLargeStackBytes = std::size_t{1} << 22;
#else
constexpr std::size_t kLargeStackBytes = std::size_t{1} << 30;
#endif

// Runs BODY in a new thread with a stack of BYTES (less if the system refuses), and returns when it
// has ended. Unused stack pages take no memory, so the stack can be large enough for a recursion
// over a tree nested a million deep. SIGINT is delivered to the new thread. With the address
// sanitizer, which does not support exceptions on such a stack, BODY runs in the calling thread.
// Throws std::bad_alloc if memory for the stack is lacking, and rethrows the exceptions of BODY.
void run_on_large_stack(std::size_t bytes, const std::function<void()>& body);

}  // namespace winnow

// The C++ stack: its bounds, and whether there is room to recurse. Lisp code never recurses on it;
// the reader, the printer, EQUAL, the compiler, the search and Lisp functions called from C++ do.
#pragma once

#include <cstddef>
#include <functional>

namespace winnow {

class NativeStack {
 public:
  // Takes the bounds of the calling thread's stack.
  NativeStack();

  // True while at least 1 MiB, and MORE bytes, are left below the caller's frame.
  bool has_room(std::ptrdiff_t more = 0) const {
    return static_cast<const char*>(__builtin_frame_address(0)) - limit_ > more;
  }
  // How many bytes are left below the caller's frame, but for those that are kept back.
  std::ptrdiff_t room() const {
    return static_cast<const char*>(__builtin_frame_address(0)) - limit_;
  }
  // While an exhausted stack is being told of, most of what was kept back may be used.
  void lend_reserve() { limit_ = lowest_ + kReserve / 4; }
  bool has_lent_reserve() const { return limit_ != lowest_ + kReserve; }
  void take_back_reserve() { limit_ = lowest_ + kReserve; }
  const char* base() const { return base_; }

 private:
  const char* base_;  // highest address
  const char* lowest_;
  const char* limit_;  // frames below this address are refused
  static constexpr std::size_t kReserve = std::size_t{1} << 20;
};

// A million nested lists take some 200 MiB.
#ifdef WINNOW_HOSTILE
constexpr std::size_t kLargeStackBytes = std::size_t{1} << 22;
#else
constexpr std::size_t kLargeStackBytes = std::size_t{1} << 30;
#endif

// Runs BODY on a thread of its own whose stack is BYTES long (less if the system refuses), and
// returns when it has ended. Stack pages cost memory only when used, so the size can be generous: a
// tree nested a million deep is read, printed and searched by plain recursion. SIGINT goes to that
// thread. Under the address sanitizer, which cannot follow exceptions on such a stack, BODY runs
// where it is. Throws std::bad_alloc if there is no memory for the stack, or BODY does.
void run_on_large_stack(std::size_t bytes, const std::function<void()>& body);

}  // namespace winnow

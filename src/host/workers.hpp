// Worker processes: copies of this process that work on the same problem, and memory that they share.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <functional>
#include <vector>

namespace winnow {

// Memory that this process and the workers it starts later share. All bytes are zero at first; pages
// are committed on first access, or by commit().
class SharedMemory {
 public:
  // Throws std::bad_alloc if the system refuses.
  explicit SharedMemory(std::size_t bytes);
  ~SharedMemory();
  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;

  char* begin() const { return begin_; }
  // Commits the first BYTES for this process, in large pages if the system can, which is faster than one
  // access to each page.
  void commit(std::size_t bytes);

 private:
  char* mapping_;
  std::size_t mapping_size_;
  char* begin_;  // at a multiple of the size of a large page
  std::size_t size_;
};

// The workers of one problem. They end with this object, or with this process.
class Workers {
 public:
  Workers() = default;
  ~Workers() { stop(); }
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  // Allows no more workers in this process: it is in the sandbox.
  static void forbid();
  static bool are_forbidden();

  // Starts a worker, which calls BODY and ends. A worker ignores interrupts, its standard input is
  // empty, and its output is discarded. Returns false if the system refuses another process.
  bool start(const std::function<void()>& body);
  // Ends all workers.
  void stop();

 private:
  std::vector<pid_t> workers_;
};

}  // namespace winnow

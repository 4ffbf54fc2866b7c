// The world outside of Lisp: files and the environment. Whatever touches it comes through here, so
// that one place decides what a program may do (tests/outside refuses any other way).
#pragma once

#include <sys/stat.h>

#include <string>
#include <vector>

#include "core/heap.hpp"

namespace winnow {

class Outside {
 public:
  explicit Outside(Heap& heap) : heap_(heap) {}

  // Makes a sandbox: from now on a program may only read, and only FILES, their folders and what
  // lies below these. What is refused is signalled as SANDBOX-FILE-ERROR, or else
  // SANDBOX-VIOLATION.
  void restrict_to(const std::vector<std::string>& files);

  // As open(2), stat(2), unlink(2), rename(2), mkdir(2) and getenv(3) do it, for the operator
  // OPERATION.
  int open(const char* operation, const std::string& path, int flags);
  int status(const char* operation, const std::string& path, struct stat& status);
  int remove(const char* operation, const std::string& path);
  int rename(const char* operation, const std::string& from, const std::string& to);
  int make_directory(const char* operation, const std::string& path);
  // The names in the directory PATH, in order; those of directories end with a slash.
  std::vector<std::string> entries(const char* operation, const std::string& path);
  // The absolute name of the file PATH without links, as realpath(3); "" if there is none.
  std::string true_name(const char* operation, const std::string& path);
  const char* variable(const char* operation, const std::string& name);
  // Lets the shell run COMMAND; the exit code, or minus the number of the signal that ended it.
  int run(const char* operation, const std::string& command);

  // The text of a file, for those who show where an error is; "" if it cannot be read, may not be
  // read, or is no regular file.
  std::string text_of(const std::string& path) const;

 private:
  bool may_read(const std::string& path) const;
  void require_reading(const char* operation, const std::string& path);
  void require_writing(const char* operation, const std::string& path);
  [[noreturn]] void refuse(const char* operation, const std::string& what, const std::string& path);

  Heap& heap_;
  bool restricted_ = false;
  std::vector<std::string> folders_;  // canonical names that end with a slash
};

}  // namespace winnow

// Atomic replacement of files. Output to an existing file goes to a new file in the same folder,
// which is renamed to the old name when its stream is closed. The old file stays unchanged until
// then, and also if the stream is closed with :ABORT or a write fails.
#pragma once

#include <sys/stat.h>

#include <string>

#include "shell/interpreter.hpp"
#include "text/streams/file_stream.hpp"

namespace winnow {

class Replacement {
 public:
  // Creates a file to replace PATH, a regular file with STATUS, with the same owner and permissions.
  // ACCESS is O_WRONLY or O_RDWR. If PATH is a link, its target is replaced. KEEPS_OLD: rename the
  // old file to PATH.bak. descriptor() is -1 if the folder does not allow new files; then the old
  // file must be written directly. Signals a file-error if that is not allowed either.
  Replacement(Interpreter& lisp, const std::string& path, const struct stat& status, int access,
              bool keeps_old);

  int descriptor() const { return descriptor_; }
  // Makes FILE, a stream of the descriptor, replace the old file when it is closed.
  void attach(FileStream& file) const;

 private:
  bool take_over(const struct stat& status) const;

  Interpreter& lisp_;
  std::string target_;  // absolute, without links
  std::string name_;    // of the new file until it is renamed
  bool keeps_old_;
  int descriptor_ = -1;
};

}  // namespace winnow

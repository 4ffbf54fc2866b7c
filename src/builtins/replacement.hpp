// Files that replace others. What is written under the name of an old file goes to a new one next
// to it, which takes the name when its stream is closed: until then, and if the stream is closed by
// ABORT or something cannot be written, the old file stays as it was.
#pragma once

#include <sys/stat.h>

#include <string>

#include "shell/interpreter.hpp"
#include "text/streams/file_stream.hpp"

namespace winnow {

class Replacement {
 public:
  // Makes a file that is to replace PATH, whose STATUS is that of a regular file; ACCESS is
  // O_WRONLY or O_RDWR. The target of a link is replaced, not the link. It gets the owner and the
  // permissions of the old file. KEEPS_OLD: the old file then has the name PATH.bak. descriptor()
  // is -1 where the folder does not allow that: then the old file must be changed in place. What
  // does not allow either is signalled.
  Replacement(Interpreter& lisp, const std::string& path, const struct stat& status, int access,
              bool keeps_old);

  int descriptor() const { return descriptor_; }
  // Lets FILE, a stream of the descriptor, do the replacing when it is closed.
  void attach(FileStream& file) const;

 private:
  bool take_over(const struct stat& status) const;

  Interpreter& lisp_;
  std::string target_;  // absolute, without links
  std::string name_;    // of the new file meanwhile
  bool keeps_old_;
  int descriptor_ = -1;
};

}  // namespace winnow

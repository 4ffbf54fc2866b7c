// Access to files, the environment and other programs for Lisp programs. All such access goes
// through this class, so that one place decides what a program may do (tests/host_files checks
// this).
//
// In the sandbox a file can only be opened relative to a descriptor of an allowed folder,
// read-only, and only if it is a regular file or, for its entries, a directory. Files outside these
// folders are never accessed: a name is compared with the folders' names as text, and the rest of
// it is resolved beneath the folder (host/folder.hpp).
#pragma once

#include <sys/stat.h>

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "heap/heap.hpp"
#include "host/folder.hpp"

namespace winnow {

class HostFiles {
 public:
  explicit HostFiles(Heap& heap) : heap_(heap) {}

  // Enters the sandbox: from now on a program may only read, and only below the folders of FILES.
  // Links in the name of a folder are followed; a file may not be a link that leads out of it. The
  // kernel enforces the same and also allows the system's READABLE files. A refused operation
  // signals SANDBOX-FILE-ERROR or, if it concerns no file, SANDBOX-VIOLATION.
  void restrict_to(const std::vector<std::string>& files);
  void restrict_kernel(const std::vector<std::string>& readable) const;

  // The files that the command line names for the drawings of `winnow tree`, by format. They may be
  // written in the sandbox also.
  std::map<std::string, std::string> drawings;
  // Writes TEXT to the file for FORMAT. NUMBER: the number of the tree, from 0. The file of the
  // second tree is called "tree-2.svg" if that of the first is "tree.svg". Signals a file-error.
  void write_drawing(const std::string& format, std::size_t number, const std::string& text,
                     std::size_t step);

  // As open(2), stat(2), unlink(2), rename(2), mkdir(2) and getenv(3), for the operator OPERATION.
  // Names may have any length. One with a NUL character is a file-error.
  int open(const char* operation, const std::string& path, int flags);
  int status(const char* operation, const std::string& path, struct stat& status);
  int remove(const char* operation, const std::string& path);
  int rename(const char* operation, const std::string& from, const std::string& to);
  int make_directory(const char* operation, const std::string& path);
  // The names in the directory PATH, in order; those of directories end with a slash.
  std::vector<std::string> entries(const char* operation, const std::string& path);
  // The absolute name of the file PATH without links, as realpath(3), with a slash after that of a
  // directory; "" if the file does not exist.
  std::string true_name(const char* operation, const std::string& path);
  const char* variable(const char* operation, const std::string& name);
  // Runs COMMAND in the shell. Returns the exit code, or the negated number of the signal that
  // ended the command.
  int run(const char* operation, const std::string& command);
  // As setenv(3), or unsetenv(3) if VALUE is null; getcwd(3), "" if it fails; chdir(2).
  int set_variable(const char* operation, const std::string& name, const std::string* value);
  std::string working_directory(const char* operation);
  int change_directory(const char* operation, const std::string& path);
  // Starts a program whose standard input, output and error are DESCRIPTORS. ARGUMENTS: its file,
  // or a name to search for in PATH, and the arguments. ENVIRONMENT: "NAME=value"; null for that of
  // this process. DIRECTORY: its working directory, or "". Returns the process, or a negated errno.
  struct Program {
    std::vector<std::string> arguments;
    std::optional<std::vector<std::string>> environment;
    std::string directory;
    bool search = false;
  };
  pid_t start(const char* operation, const Program& program, const int (&descriptors)[3]);
  // As kill(2), for a child.
  int kill(const char* operation, pid_t process, int signal);
  // Listens on PORT of 127.0.0.1 only; 0: a free port. Stores the port in PORT. Returns the
  // descriptor, or -1.
  int listen(const char* operation, std::uint16_t& port);
  // Waits for a connection to LISTENER; returns its descriptor, or -1.
  int accept(const char* operation, int listener);

  // The text of a file, for excerpts in error messages; "" if it cannot or may not be read, or is
  // not a regular file.
  std::string text_of(const std::string& path) const;

 private:
  struct Allowed {
    Folder folder;
    std::string name;                // without links; ends with a slash
    std::vector<std::string> names;  // all names that programs may use for it, including that one
  };
  // Calls VISIT with each folder below which PATH lies as text, and the rest of it, until one
  // returns a result other than -1 with EXDEV; returns that result, else -1 with EXDEV.
  using Visit = std::function<int(const Allowed& allowed, const std::string& rest)>;
  int beneath(const std::string& path, const Visit& visit) const;
  int open_beneath(const std::string& path, int flags) const;
  int open_regular(const std::string& path) const;
  bool is_directory(const std::string& path) const;

  const std::string& checked(const char* operation, const std::string& path);
  void require_writing(const char* operation, const std::string& path);
  void require_freedom(const char* operation, const char* refusal, const std::string& what);
  int inside(const char* operation, const std::string& path, int descriptor);
  [[noreturn]] void refuse(const char* operation, const std::string& what, const std::string& path);

  Heap& heap_;
  bool restricted_ = false;
  std::string here_;  // the working directory; ends with a slash
  std::vector<Allowed> allowed_;
};

}  // namespace winnow

#include "builtins/replacement.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

#include "builtins/stream_arguments.hpp"

namespace winnow {

namespace {

// True if ERROR means that the folder does not allow new files; existing files may be writable.
bool forbids_new_files(int error) {
  return error == EACCES || error == EPERM || error == EROFS || error == ENAMETOOLONG;
}

}  // namespace

Replacement::Replacement(Interpreter& lisp, const std::string& path, const struct stat& status,
                         int access, bool keeps_old)
    : lisp_(lisp), target_(lisp.host_files.true_name("open", path)), keeps_old_(keeps_old) {
  auto fail = [&](int error) { signal_file_error(lisp_.heap, "open", path, error); };
  if (target_.empty()) fail(ENOENT);
  // The folder may allow replacing a file that is not writable, so write access is checked first.
  int old = lisp_.open_descriptor("open", target_, access);
  if (old < 0) fail(errno);
  ::close(old);
  struct stat backup {};
  bool is_taken = keeps_old_ && lisp_.host_files.status("open", target_ + ".bak", backup) == 0 &&
                  S_ISDIR(backup.st_mode);
  if (is_taken) fail(EISDIR);
  std::string folder = target_.substr(0, target_.rfind('/') + 1);
  for (int number = 0; descriptor_ < 0; ++number) {
    name_ = folder + ".winnow-" + std::to_string(getpid()) + "-" + std::to_string(number);
    descriptor_ = lisp_.open_descriptor("open", name_, access | O_CREAT | O_EXCL);
    if (descriptor_ >= 0 || errno == EEXIST) continue;
    if (!forbids_new_files(errno)) fail(errno);
    return;
  }
  if (take_over(status)) return;
  ::close(std::exchange(descriptor_, -1));
  lisp_.host_files.remove("open", name_);
}

// Copies owner and permissions of the old file; returns false if that is not possible.
bool Replacement::take_over(const struct stat& status) const {
  struct stat own {};
  if (fstat(descriptor_, &own) != 0) return false;
  bool is_same = own.st_uid == status.st_uid && own.st_gid == status.st_gid;
  if (!is_same && fchown(descriptor_, status.st_uid, status.st_gid) != 0) return false;
  return fchmod(descriptor_, status.st_mode & 07777) == 0;
}

void Replacement::attach(FileStream& file) const {
  file.provisional = name_;
  file.replaced = target_;
  file.keeps_old = keeps_old_;
}

}  // namespace winnow

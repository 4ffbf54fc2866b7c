#include "host/folder.hpp"

#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#if __has_include(<linux/openat2.h>)
#include <linux/openat2.h>
#endif

namespace winnow {

namespace {

constexpr int kMostLinks = 40;  // as in Linux
constexpr int kFolder = O_PATH | O_DIRECTORY | O_CLOEXEC;

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() { reset(-1); }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int get() const { return number_; }
  int release() { return std::exchange(number_, -1); }
  // Does not change errno.
  void reset(int number) {
    int error = errno;
    if (number_ >= 0) ::close(number_);
    number_ = number;
    errno = error;
  }

 private:
  int number_;
};

int failed(int error) {
  errno = error;
  return -1;
}

int open_by_kernel(int folder, const char* name, int flags) {
#if defined(SYS_openat2) && defined(RESOLVE_BENEATH)
  open_how how{};
  how.flags = static_cast<unsigned>(flags | O_CLOEXEC);
  how.resolve = RESOLVE_BENEATH | RESOLVE_NO_MAGICLINKS;
  // EAGAIN: a file was renamed during the call.
  for (int tries = 0; tries < 10; ++tries) {
    long descriptor = syscall(SYS_openat2, folder, name, &how, sizeof how);
    if (descriptor >= 0 || errno != EAGAIN) return static_cast<int>(descriptor);
  }
  return -1;
#else
  return failed(ENOSYS);
#endif
}

// Resolves a file name component by component. The kernel follows no links: they are read here.
class Walk {
 public:
  Walk(int root, bool is_confined)
      : root_(root), is_confined_(is_confined), here_(openat(root, ".", kFolder)) {}

  // Returns a descriptor of the file, or -1.
  int open(const std::string& name, int flags) {
    push(name);
    while (!rest_.empty()) {
      std::string part = std::move(rest_.back());
      rest_.pop_back();
      if (here_.get() < 0) return -1;
      if (part.empty() || part == ".") continue;
      if (part == "..") {
        if (!go_up()) return -1;
        continue;
      }
      Descriptor next(openat(here_.get(), part.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
      struct stat status {};
      if (next.get() < 0 || fstat(next.get(), &status) != 0) return -1;
      if (S_ISLNK(status.st_mode)) {
        if (!follow(next.get())) return -1;
      } else if (S_ISDIR(status.st_mode)) {
        names_.push_back(part);
        here_.reset(next.release());
      } else if (!rest_.empty()) {
        return failed(ENOTDIR);
      } else {
        file_ = part;
        return openat(here_.get(), part.c_str(), flags | O_NOFOLLOW | O_CLOEXEC);
      }
    }
    return here_.get() < 0 ? -1 : openat(here_.get(), ".", flags | O_CLOEXEC);
  }

  std::string true_name() const {
    std::string name;
    for (const std::string& part : names_) name += part + '/';
    return name + file_;
  }

 private:
  void push(std::string_view name) {
    for (;;) {
      std::size_t slash = name.rfind('/');
      if (slash == name.npos) break;
      rest_.emplace_back(name.substr(slash + 1));
      name = name.substr(0, slash);
    }
    rest_.emplace_back(name);
  }

  // Walks again from the root by the stored names, since a folder may have been moved in the
  // meantime, and its parent may now be outside.
  bool go_up() {
    if (names_.empty()) return !is_confined_ || failed(EXDEV) == 0;
    names_.pop_back();
    here_.reset(openat(root_, ".", kFolder));
    for (const std::string& name : names_) {
      if (here_.get() < 0) return false;
      here_.reset(openat(here_.get(), name.c_str(), kFolder | O_NOFOLLOW));
    }
    return here_.get() >= 0;
  }

  bool follow(int link) {
    if (++links_ > kMostLinks) return failed(ELOOP) == 0;
    std::string target(PATH_MAX, '\0');
    ssize_t length = readlinkat(link, "", target.data(), target.size());
    if (length < 0) return false;
    target.resize(static_cast<std::size_t>(length));
    if (target.empty()) return failed(ENOENT) == 0;
    if (target.front() == '/') {
      if (is_confined_) return failed(EXDEV) == 0;
      names_.clear();
      here_.reset(openat(root_, ".", kFolder));
    }
    push(target);
    return true;
  }

  int root_;
  bool is_confined_;
  Descriptor here_;                 // the current folder
  std::vector<std::string> names_;  // the folders from the root to the current one
  std::vector<std::string> rest_;   // the remaining components, the next one last
  std::string file_;                // the name of the file at the end, unless that is a folder
  int links_ = 0;
};

}  // namespace

Folder::Folder(const std::string& name) : descriptor_(::open(name.c_str(), kFolder)) {}

Folder::~Folder() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

Folder::Folder(Folder&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}

int Folder::open(const std::string& name, int flags) const {
  int descriptor = open_by_kernel(descriptor_, name.c_str(), flags);
  bool cannot = descriptor < 0 && (errno == ENOSYS || errno == ENAMETOOLONG);
  return cannot ? open_by_steps(name, flags) : descriptor;
}

int Folder::open_by_steps(const std::string& name, int flags, std::string* true_name) const {
  if (name.starts_with('/')) return failed(EXDEV);
  Walk walk(descriptor_, true);
  int descriptor = walk.open(name, flags);
  if (descriptor >= 0 && true_name) *true_name = walk.true_name();
  return descriptor;
}

std::string true_name_of(const std::string& path) {
  struct Free {
    char* text;
    ~Free() { free(text); }
  };
  if (Free name{realpath(path.empty() ? "." : path.c_str(), nullptr)}; name.text) {
    struct stat status {};
    bool is_folder = stat(name.text, &status) == 0 && S_ISDIR(status.st_mode);
    std::string text = name.text;
    return is_folder && text != "/" ? text + '/' : text;
  }
  if (errno != ENAMETOOLONG) return "";
  Free here{getcwd(nullptr, 0)};
  if (!path.starts_with('/') && !here.text) return "";
  Folder root("/");
  Walk walk(root.descriptor(), false);
  Descriptor file(
      walk.open(path.starts_with('/') ? path : std::string(here.text) + '/' + path, O_PATH));
  return file.get() < 0 ? "" : '/' + walk.true_name();
}

LongName::LongName(const std::string& path) : folder_(AT_FDCWD), rest_(path.c_str()) {
  std::size_t from = 0;
  while (path.size() - from >= PATH_MAX) {
    std::size_t slash = path.rfind('/', from + PATH_MAX - 2);
    if (slash == path.npos || slash < from) return;  // a component that is too long
    std::string part = path.substr(from, slash + 1 - from);
    int next = openat(folder_, part.c_str(), kFolder);
    if (next < 0) return;
    if (folder_ >= 0) ::close(folder_);
    folder_ = next;
    from = slash + 1;
    rest_ = path.c_str() + from;
  }
}

LongName::~LongName() {
  int error = errno;
  if (folder_ >= 0) ::close(folder_);
  errno = error;
}

}  // namespace winnow

#include "repl/history.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string_view>

namespace winnow {

namespace {

// A file of twice this size is cut down to its last entries when a session starts.
constexpr off_t kKeptBytes = off_t{1} << 18;

class Descriptor {
 public:
  Descriptor(const std::string& path, int flags)
      : number_(::open(path.c_str(), flags | O_CLOEXEC, 0600)) {}
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  operator int() const { return number_; }

  // Waits a moment for other sessions; goes on without the lock rather than hang.
  bool lock() const {
    for (int tries = 0; tries < 20; ++tries) {
      if (flock(number_, LOCK_EX | LOCK_NB) == 0) return true;
      usleep(5000);
    }
    return false;
  }

 private:
  int number_;
};

std::string read_from(int file, off_t position, off_t size) {
  std::string text(static_cast<std::size_t>(size), '\0');
  ssize_t got = pread(file, text.data(), text.size(), position);
  text.resize(static_cast<std::size_t>(got > 0 ? got : 0));
  return text;
}

// Moves the last entries to the front and cuts off the rest. The two places do not overlap, so that
// whatever stops us in between, the last entries are in the file.
void trim(int file, off_t size) {
  std::string text = read_from(file, size - kKeptBytes, kKeptBytes);
  text.erase(0, text.find('\n') + 1);
  if (pwrite(file, text.data(), text.size(), 0) == static_cast<ssize_t>(text.size()))
    static_cast<void>(!ftruncate(file, static_cast<off_t>(text.size())));
}

std::string encoded(const std::string& entry) {
  std::string line;
  for (char c : entry) {
    if (c == '\n')
      line += "\\n";
    else if (c == '\\')
      line += "\\\\";
    else
      line += c;
  }
  return line + '\n';
}

std::string decoded(std::string_view line) {
  std::string entry;
  for (std::size_t i = 0; i < line.size(); ++i) {
    bool quoted = line[i] == '\\' && i + 1 < line.size();
    if (quoted) ++i;
    entry += quoted && line[i] == 'n' ? '\n' : line[i];
  }
  return entry;
}

}  // namespace

History::History(std::string file, std::string& trouble) : file_(std::move(file)) {
  trouble.clear();
  if (file_.empty()) return;
  std::error_code ignored;  // if the folder cannot be made, opening says so
  std::filesystem::create_directories(std::filesystem::path(file_).parent_path(), ignored);
  Descriptor history(file_, O_RDWR | O_CREAT | O_NONBLOCK);
  struct stat status {};
  if (history < 0)
    trouble = std::strerror(errno);
  else if (fstat(history, &status) != 0 || !S_ISREG(status.st_mode))
    trouble = "it is no regular file";
  if (!trouble.empty()) {
    trouble = "what is typed is not kept in " + file_ + ": " + trouble;
    file_.clear();
    return;
  }
  if (status.st_size > 2 * kKeptBytes && history.lock()) {
    // Another session may have done it meanwhile.
    if (fstat(history, &status) == 0 && status.st_size > 2 * kKeptBytes)
      trim(history, status.st_size);
    fstat(history, &status);
  }
  std::string text = read_from(history, 0, status.st_size);
  std::string_view rest = text;
  for (std::size_t end; (end = rest.find('\n')) != rest.npos; rest.remove_prefix(end + 1))
    if (end > 0) entries_.push_back(decoded(rest.substr(0, end)));
}

void History::add(const std::string& entry) {
  if (file_.empty()) return;
  Descriptor history(file_, O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK);
  if (history < 0) return;
  history.lock();
  std::string line = encoded(entry);
  // A history that cannot be kept is no reason to disturb who is typing.
  static_cast<void>(!::write(history, line.data(), line.size()));
}

std::string user_file(const char* variable, const char* folder, const char* name) {
  const char* given = std::getenv(variable);
  if (given && *given) return std::string(given) + "/winnow/" + name;
  const char* home = std::getenv("HOME");
  return home && *home ? std::string(home) + "/" + folder + "/winnow/" + name : "";
}

}  // namespace winnow

#include "shell/history.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <utility>

namespace winnow {

namespace {

// A file of twice this size is truncated to its last entries when a session starts.
constexpr off_t kKeptBytes = off_t{1} << 18;

// Waits briefly for other sessions; continues without the lock rather than hang.
bool lock(int file) {
  for (int tries = 0; tries < 20; ++tries) {
    if (flock(file, LOCK_EX | LOCK_NB) == 0) return true;
    usleep(5000);
  }
  return false;
}

std::string read_from(int file, off_t position, off_t size) {
  std::string text(static_cast<std::size_t>(size), '\0');
  ssize_t got = pread(file, text.data(), text.size(), position);
  text.resize(static_cast<std::size_t>(got > 0 ? got : 0));
  return text;
}

// Moves the last entries to the front and truncates the file. The two ranges do not overlap, so the
// last entries survive a crash at any point.
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

History::History(const std::string& file) {
  if (file.empty()) return;
  std::error_code ignored;  // if the folder cannot be created, opening the file fails
  std::filesystem::create_directories(std::filesystem::path(file).parent_path(), ignored);
  constexpr int kFlags = O_RDWR | O_CREAT | O_NONBLOCK | O_CLOEXEC;
  file_ = ::open(file.c_str(), kFlags | O_APPEND, 0600);
  struct stat status {};
  if (file_ < 0)
    trouble_ = std::strerror(errno);
  else if (fstat(file_, &status) != 0 || !S_ISREG(status.st_mode))
    trouble_ = "it is not a regular file";
  if (!trouble_.empty()) {
    trouble_ = "what is typed is not kept in " + file + ": " + trouble_;
    if (file_ >= 0) ::close(std::exchange(file_, -1));
    return;
  }
  if (status.st_size > 2 * kKeptBytes && lock(file_)) {
    // Another session may already have truncated the file. A second descriptor is needed, since one
    // opened for appending cannot write at the front.
    int front = ::open(file.c_str(), kFlags, 0600);
    if (fstat(front, &status) == 0 && status.st_size > 2 * kKeptBytes) trim(front, status.st_size);
    if (front >= 0) ::close(front);
    fstat(file_, &status);
    flock(file_, LOCK_UN);
  }
  std::string text = read_from(file_, 0, status.st_size);
  std::string_view rest = text;
  for (std::size_t end; (end = rest.find('\n')) != rest.npos; rest.remove_prefix(end + 1))
    if (end > 0) entries_.push_back(decoded(rest.substr(0, end)));
}

History::~History() {
  if (file_ >= 0) ::close(file_);
}

void History::add(const std::string& entry) {
  if (file_ < 0) return;
  bool locked = lock(file_);
  std::string line = encoded(entry);
  // Failures are ignored: they should not interrupt the user.
  static_cast<void>(!::write(file_, line.data(), line.size()));
  if (locked) flock(file_, LOCK_UN);
}

std::string user_file(const char* variable, const char* folder, const char* name) {
  const char* given = std::getenv(variable);
  if (given && *given) return std::string(given) + "/winnow/" + name;
  const char* home = std::getenv("HOME");
  return home && *home ? std::string(home) + "/" + folder + "/winnow/" + name : "";
}

}  // namespace winnow

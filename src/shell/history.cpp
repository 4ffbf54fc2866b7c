#include "shell/history.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <utility>

namespace winnow {

namespace {

// A file of more than twice as many entries or bytes is truncated to its last entries when a
// session starts.
constexpr std::size_t kKeptEntries = 50000;
constexpr off_t kKeptBytes = off_t{1} << 24;

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

std::size_t count_lines(std::string_view text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

bool is_too_long(off_t size, std::size_t entries) {
  return size > 2 * kKeptBytes || entries > 2 * kKeptEntries;
}

// TEXT without its first line.
std::string_view without_line(std::string_view text) {
  const std::size_t end = text.find('\n');
  return end == text.npos ? std::string_view() : text.substr(end + 1);
}

// Returns the last entries of TEXT, at most kKeptEntries and half of its bytes.
std::string_view last_entries(std::string_view text) {
  std::string_view kept = without_line(text.substr(text.size() - text.size() / 2));
  for (std::size_t n = count_lines(kept); n > kKeptEntries; --n) kept = without_line(kept);
  return kept;
}

// Moves the last entries of FILE, whose text is TEXT, to the front and truncates the file. The two
// ranges do not overlap, so the last entries survive a crash at any point. Returns the entries
// dropped.
std::size_t trim(int file, std::string_view text) {
  const std::string_view kept = last_entries(text);
  const auto size = static_cast<ssize_t>(kept.size());
  if (pwrite(file, kept.data(), kept.size(), 0) != size || ftruncate(file, size) != 0) return 0;
  return count_lines(text) - count_lines(kept);
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
  std::string text = read_from(file_, 0, status.st_size);
  if (is_too_long(status.st_size, count_lines(text)) && lock(file_)) {
    // Another session may already have truncated the file. A second descriptor is needed, since one
    // opened for appending cannot write at the front.
    int front = ::open(file.c_str(), kFlags, 0600);
    if (fstat(front, &status) == 0) {
      text = read_from(front, 0, status.st_size);
      if (is_too_long(status.st_size, count_lines(text))) dropped_ = trim(front, text);
    }
    if (front >= 0) ::close(front);
    fstat(file_, &status);
    text = read_from(file_, 0, status.st_size);
    flock(file_, LOCK_UN);
  }
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

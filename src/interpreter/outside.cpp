#include "interpreter/outside.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "core/condition.hpp"
#include "core/string.hpp"

namespace winnow {

namespace fs = std::filesystem;

namespace {

// Without links, dots and double slashes, as far as it exists.
std::string canonical(const std::string& path) {
  std::error_code error;
  fs::path absolute = fs::absolute(path, error);
  fs::path whole = fs::weakly_canonical(absolute, error);
  return error ? "" : whole.string();
}

}  // namespace

void Outside::restrict_to(const std::vector<std::string>& files) {
  restricted_ = true;
  for (const std::string& file : files) {
    std::string folder = fs::path(canonical(file)).parent_path();
    if (!folder.empty()) folders_.push_back(folder.ends_with('/') ? folder : folder + '/');
  }
}

bool Outside::may_read(const std::string& path) const {
  if (!restricted_) return true;
  std::string file = canonical(path) + '/';  // the folders themselves may be listed
  for (const std::string& folder : folders_)
    if (file.starts_with(folder)) return true;
  return false;
}

void Outside::refuse(const char* operation, const std::string& what, const std::string& path) {
  Value name = make_string(heap_, path);
  signal_error(heap_, ConditionKind::sandbox_file_error, "~A: ~A: the sandbox ~A",
               {make_string(heap_, operation), name, make_string(heap_, what)}, {name});
}

void Outside::require_reading(const char* operation, const std::string& path) {
  if (may_read(path)) return;
  std::string what = "allows no files";
  for (const std::string& folder : folders_)
    what = (what == "allows no files" ? "allows reading only below " : what + " and ") + folder;
  refuse(operation, what, path);
}

void Outside::require_writing(const char* operation, const std::string& path) {
  if (restricted_) refuse(operation, "does not allow changing files", path);
}

int Outside::open(const char* operation, const std::string& path, int flags) {
  if ((flags & O_ACCMODE) == O_RDONLY)
    require_reading(operation, path);
  else
    require_writing(operation, path);
  return ::open(path.c_str(), flags | O_CLOEXEC, 0666);
}

int Outside::status(const char* operation, const std::string& path, struct stat& status) {
  require_reading(operation, path);
  return ::stat(path.c_str(), &status);
}

int Outside::remove(const char* operation, const std::string& path) {
  require_writing(operation, path);
  return path.ends_with('/') ? ::rmdir(path.c_str()) : ::unlink(path.c_str());
}

int Outside::rename(const char* operation, const std::string& from, const std::string& to) {
  require_writing(operation, from);
  return ::rename(from.c_str(), to.c_str());
}

int Outside::make_directory(const char* operation, const std::string& path) {
  require_writing(operation, path);
  return ::mkdir(path.c_str(), 0777);
}

std::vector<std::string> Outside::entries(const char* operation, const std::string& path) {
  require_reading(operation, path);
  std::vector<std::string> names;
  std::error_code error;
  fs::directory_iterator entry(path, error);
  for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
    std::error_code unknown;
    names.push_back(entry->path().filename().string() + (entry->is_directory(unknown) ? "/" : ""));
    heap_.signaller->poll();
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::string Outside::true_name(const char* operation, const std::string& path) {
  require_reading(operation, path);
  std::error_code error;
  fs::path name = fs::canonical(path.empty() ? "." : path, error);
  if (error) return "";
  return fs::is_directory(name, error) && name != "/" ? name.string() + "/" : name.string();
}

const char* Outside::variable(const char* operation, const std::string& name) {
  if (restricted_)
    signal_error(heap_, ConditionKind::sandbox_violation,
                 "~A: the sandbox does not show the environment (~A)",
                 {make_string(heap_, operation), make_string(heap_, name)});
  return std::getenv(name.c_str());
}

int Outside::run(const char* operation, const std::string& command) {
  Value text = make_string(heap_, command);
  if (restricted_)
    signal_error(heap_, ConditionKind::sandbox_violation,
                 "~A: the sandbox does not run other programs (~A)",
                 {make_string(heap_, operation), text});
  const char* arguments[] = {"sh", "-c", command.c_str(), nullptr};
  pid_t child = 0;
  int error =
      posix_spawn(&child, "/bin/sh", nullptr, nullptr, const_cast<char**>(arguments), environ);
  if (error != 0)
    signal_error(heap_, ConditionKind::error, "~A: cannot run ~S: ~A",
                 {make_string(heap_, operation), text, make_string(heap_, std::strerror(error))});
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) heap_.signaller->poll();
  return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}

std::string Outside::text_of(const std::string& path) const {
  std::error_code error;
  if (!may_read(path) || !fs::is_regular_file(path, error)) return "";
  std::ifstream file(path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace winnow

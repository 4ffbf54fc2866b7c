#include "shell/host_files.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string_view>

#include "data/string.hpp"
#include "heap/condition.hpp"
#include "host/kernel_wall.hpp"
#include "host/workers.hpp"

namespace winnow {

namespace fs = std::filesystem;

namespace {

std::string with_slash(std::string folder) { return folder.ends_with('/') ? folder : folder + '/'; }

// PATH without "." and "..", resolved as text, without following links.
std::string normalised(const std::string& path) { return fs::path(path).lexically_normal(); }

std::vector<std::string_view> components(std::string_view path) {
  std::vector<std::string_view> parts;
  while (!path.empty()) {
    std::size_t end = std::min(path.find('/'), path.size());
    parts.push_back(path.substr(0, end));
    path.remove_prefix(std::min(end + 1, path.size()));
  }
  std::erase_if(parts, [](std::string_view part) { return part.empty() || part == "."; });
  return parts;
}

// The rest of the absolute PATH after its prefix that names FOLDER; nullopt if PATH does not name
// FOLDER or something in it. The comparison is of text: ".." removes a component of the prefix.
std::optional<std::string> rest_below(const std::string& folder, const std::string& path) {
  std::vector<std::string_view> wanted = components(folder);
  std::size_t depth = 0;    // of the folder that the text so far names
  std::size_t matched = 0;  // its first components that are those of FOLDER
  const char* rest = wanted.empty() ? path.data() : nullptr;
  for (std::string_view part : components(path)) {
    if (part == "..") {
      if (depth > 0) --depth;
      matched = std::min(matched, depth);
    } else {
      if (matched == depth && matched < wanted.size() && part == wanted[matched]) ++matched;
      ++depth;
    }
    if (matched < wanted.size()) rest = nullptr;
    if (!rest && matched == wanted.size()) rest = part.data() + part.size();
  }
  if (!rest) return std::nullopt;
  std::size_t from = path.find_first_not_of('/', static_cast<std::size_t>(rest - path.data()));
  return from == path.npos ? "." : path.substr(from);
}

// A directory's descriptor, read as a stream.
class DirectoryStream {
 public:
  explicit DirectoryStream(int descriptor)
      : stream_(descriptor < 0 ? nullptr : fdopendir(descriptor)) {
    if (descriptor >= 0 && !stream_) ::close(descriptor);
  }
  ~DirectoryStream() {
    if (stream_) closedir(stream_);
  }
  DirectoryStream(const DirectoryStream&) = delete;
  DirectoryStream& operator=(const DirectoryStream&) = delete;
  bool is_open() const { return stream_ != nullptr; }
  const dirent* next() { return stream_ ? readdir(stream_) : nullptr; }

 private:
  DIR* stream_;
};

// The error number for a name whose entries cannot be listed.
bool lists_nothing(int error) {
  return error == ENOENT || error == ENOTDIR || error == EACCES || error == ELOOP;
}

constexpr int kIrregular = ENOTSUP;  // neither a regular file nor a directory

int open_anywhere(const std::string& path, int flags) {
  LongName name(path);
  return openat(name.folder(), name.rest(), flags | O_CLOEXEC, 0666);
}

}  // namespace

// ---- the sandbox

void HostFiles::restrict_to(const std::vector<std::string>& files) {
  restricted_ = true;
  Workers::forbid();
  std::error_code error;
  here_ = with_slash(fs::current_path(error).string());
  if (error) here_.clear();
  for (const std::string& file : files) {
    std::string given = fs::path(file).parent_path().string();
    if (given.empty()) given = ".";
    Allowed allowed{Folder(given), true_name_of(given), {}};
    if (!allowed.folder.is_open() || allowed.name.empty()) continue;
    allowed.name = with_slash(allowed.name);
    allowed.names.push_back(allowed.name);
    // Also allows the name as it is given, unless ".." after a link makes that another folder.
    std::string absolute = given.starts_with('/') ? given : here_ + given;
    std::string other = with_slash(normalised(absolute));
    if (other != allowed.name && with_slash(true_name_of(other)) == allowed.name)
      allowed.names.push_back(other);
    allowed_.push_back(std::move(allowed));
  }
}

void HostFiles::restrict_kernel(const std::vector<std::string>& readable) const {
  std::vector<int> folders;
  for (const Allowed& allowed : allowed_) folders.push_back(allowed.folder.descriptor());
  raise_kernel_wall(folders, readable);
}

void HostFiles::write_drawing(const std::string& format, std::size_t number,
                              const std::string& text, std::size_t step) {
  std::string name = drawings[format];
  std::string suffix;
  if (number > 0) suffix = "-" + std::to_string(number + 1);
  if (step > 0) suffix += "-" + std::to_string(step);
  std::size_t dot = name.find_last_of('.');
  const std::size_t slash = name.find_last_of('/');
  if (dot == name.npos || (slash != name.npos && dot < slash)) dot = name.size();
  name.insert(dot, suffix);
  std::ofstream out(name);
  out << text;
  out.close();
  if (!out)
    signal_error(heap_, ConditionKind::file_error, "Cannot write ~A: ~A",
                 {make_string(heap_, name), make_string(heap_, std::strerror(errno))},
                 {make_string(heap_, name)});
}

int HostFiles::beneath(const std::string& path, const Visit& visit) const {
  std::string absolute = path.starts_with('/') ? path : here_ + path;
  if (!absolute.starts_with('/')) absolute = "/";  // the working directory was removed
  for (const Allowed& allowed : allowed_)
    for (const std::string& name : allowed.names)
      if (std::optional<std::string> rest = rest_below(name, absolute))
        if (int result = visit(allowed, *rest); result >= 0 || errno != EXDEV) return result;
  errno = EXDEV;
  return -1;
}

int HostFiles::open_beneath(const std::string& path, int flags) const {
  return beneath(path, [flags](const Allowed& allowed, const std::string& rest) {
    return allowed.folder.open(rest, flags);
  });
}

// Opening a FIFO or a device has effects, so the type is checked before opening; it is checked
// again afterwards, since the file may have been replaced.
int HostFiles::open_regular(const std::string& path) const {
  for (int flags : {O_PATH, O_RDONLY | O_NONBLOCK | O_NOCTTY}) {
    int descriptor = restricted_ ? open_beneath(path, flags) : open_anywhere(path, flags);
    if (descriptor < 0) return -1;
    struct stat status {};
    int error = fstat(descriptor, &status) != 0 ? errno
                : S_ISDIR(status.st_mode)       ? EISDIR
                : S_ISREG(status.st_mode) == 0  ? kIrregular
                                                : 0;
    if (error == 0 && flags != O_PATH) return descriptor;
    ::close(descriptor);
    errno = error;
    if (error != 0) return -1;
  }
  return -1;
}

bool HostFiles::is_directory(const std::string& path) const {
  struct stat status {};
  if (!restricted_) {
    LongName name(path);
    return fstatat(name.folder(), name.rest(), &status, 0) == 0 && S_ISDIR(status.st_mode);
  }
  int descriptor = open_beneath(path, O_PATH | O_DIRECTORY);
  if (descriptor >= 0) ::close(descriptor);
  return descriptor >= 0;
}

void HostFiles::refuse(const char* operation, const std::string& what, const std::string& path) {
  Value name = make_string(heap_, path);
  signal_error(heap_, ConditionKind::sandbox_file_error, "~A: ~A: the sandbox ~A",
               {operation_named(heap_, operation), name, make_string(heap_, what)}, {name});
}

// Returns DESCRIPTOR; refuses the operation if it is -1 because PATH leads out of the sandbox.
int HostFiles::inside(const char* operation, const std::string& path, int descriptor) {
  if (descriptor >= 0 || errno != EXDEV) return descriptor;
  std::string what = "allows no files";
  for (const Allowed& allowed : allowed_)
    what =
        (what == "allows no files" ? "allows reading only below " : what + " and ") + allowed.name;
  refuse(operation, what, path);
}

void HostFiles::require_writing(const char* operation, const std::string& path) {
  if (restricted_) refuse(operation, "does not allow changing files", path);
}

// Rejects names with a NUL: the system would end the name there and open another file than the one
// that was checked.
const std::string& HostFiles::checked(const char* operation, const std::string& path) {
  if (path.find('\0') == path.npos) return path;
  Value name = make_string(heap_, path);
  signal_error(heap_, ConditionKind::file_error,
               "~A: expected a file name without NUL characters, got ~S",
               {operation_named(heap_, operation), name}, {name});
}

// ---- files

int HostFiles::open(const char* operation, const std::string& path, int flags) {
  checked(operation, path);
  if (!restricted_) return open_anywhere(path, flags);
  if (flags != O_RDONLY) require_writing(operation, path);
  int descriptor = open_regular(path);
  if (descriptor < 0 && errno == kIrregular) refuse(operation, "opens regular files only", path);
  return inside(operation, path, descriptor);
}

int HostFiles::status(const char* operation, const std::string& path, struct stat& status) {
  checked(operation, path);
  if (!restricted_) {
    LongName name(path);
    return fstatat(name.folder(), name.rest(), &status, 0);
  }
  int descriptor = inside(operation, path, open_beneath(path, O_PATH));
  if (descriptor < 0) return -1;
  int result = fstat(descriptor, &status);
  ::close(descriptor);
  return result;
}

int HostFiles::remove(const char* operation, const std::string& path) {
  require_writing(operation, checked(operation, path));
  LongName name(path);
  return unlinkat(name.folder(), name.rest(), path.ends_with('/') ? AT_REMOVEDIR : 0);
}

int HostFiles::rename(const char* operation, const std::string& from, const std::string& to) {
  require_writing(operation, checked(operation, from));
  LongName old_name(from);
  LongName new_name(checked(operation, to));
  return renameat(old_name.folder(), old_name.rest(), new_name.folder(), new_name.rest());
}

int HostFiles::make_directory(const char* operation, const std::string& path) {
  require_writing(operation, checked(operation, path));
  LongName name(path);
  return mkdirat(name.folder(), name.rest(), 0777);
}

std::vector<std::string> HostFiles::entries(const char* operation, const std::string& path) {
  constexpr int kFlags = O_RDONLY | O_DIRECTORY | O_NONBLOCK;
  checked(operation, path);
  DirectoryStream directory(restricted_ ? inside(operation, path, open_beneath(path, kFlags))
                                        : open_anywhere(path, kFlags));
  if (!directory.is_open() && !lists_nothing(errno)) {
    Value file = make_string(heap_, path);
    signal_error(
        heap_, ConditionKind::file_error, "~A: ~A: ~A",
        {operation_named(heap_, operation), file, make_string(heap_, std::strerror(errno))},
        {file});
  }
  std::vector<std::string> names;
  while (const dirent* entry = directory.next()) {
    std::string_view text = entry->d_name;
    if (text == "." || text == "..") continue;
    bool is_certain = entry->d_type != DT_LNK && entry->d_type != DT_UNKNOWN;
    bool is_folder =
        is_certain ? entry->d_type == DT_DIR : is_directory(with_slash(path) + std::string(text));
    names.push_back(std::string(text) + (is_folder ? "/" : ""));
    heap_.upcalls->poll();
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::string HostFiles::true_name(const char* operation, const std::string& path) {
  checked(operation, path);
  if (!restricted_) return true_name_of(path);
  std::string name;
  int descriptor = beneath(path, [&name](const Allowed& allowed, const std::string& rest) {
    int found = allowed.folder.open_by_steps(rest, O_PATH, &name);
    name = allowed.name + name;
    return found;
  });
  if (inside(operation, path, descriptor) < 0) return "";
  ::close(descriptor);
  return name;
}

std::string HostFiles::text_of(const std::string& path) const {
  if (path.find('\0') != path.npos) return "";
  int descriptor = open_regular(path);
  if (descriptor < 0) return "";
  std::string text;
  char piece[65536];
  for (ssize_t got; (got = ::read(descriptor, piece, sizeof piece)) > 0;)
    text.append(piece, static_cast<std::size_t>(got));
  ::close(descriptor);
  return text;
}

// ---- the environment

void HostFiles::require_freedom(const char* operation, const char* refusal,
                                const std::string& what) {
  if (restricted_)
    signal_error(
        heap_, ConditionKind::sandbox_violation, "~A: the sandbox does not ~A (~A)",
        {operation_named(heap_, operation), make_string(heap_, refusal), make_string(heap_, what)});
}

const char* HostFiles::variable(const char* operation, const std::string& name) {
  require_freedom(operation, "show the environment", name);
  return name.find('\0') == name.npos ? std::getenv(name.c_str()) : nullptr;
}

int HostFiles::set_variable(const char* operation, const std::string& name,
                            const std::string* value) {
  require_freedom(operation, "change the environment", name);
  return value == nullptr ? unsetenv(checked(operation, name).c_str())
                          : setenv(checked(operation, name).c_str(), value->c_str(), 1);
}

std::string HostFiles::working_directory(const char* operation) {
  require_freedom(operation, "show the environment", "the working directory");
  std::error_code error;
  std::string name = fs::current_path(error).string();
  return error ? "" : with_slash(name);
}

int HostFiles::change_directory(const char* operation, const std::string& path) {
  require_freedom(operation, "change the environment", path);
  return ::chdir(checked(operation, path).c_str());
}

// ---- other programs

namespace {

// Null-terminated array of pointers into the texts, which the caller keeps.
std::vector<char*> pointers(const std::vector<std::string>& texts) {
  std::vector<char*> all;
  for (const std::string& text : texts) all.push_back(const_cast<char*>(text.c_str()));
  all.push_back(nullptr);
  return all;
}

std::vector<char*> pointers(std::vector<std::string>&&) = delete;

}  // namespace

pid_t HostFiles::start(const char* operation, const Program& program, const int (&descriptors)[3]) {
  require_freedom(operation, "run other programs", program.arguments[0]);
  // Restore the default actions of signals that Winnow ignores.
  sigset_t ignored;
  sigemptyset(&ignored);
  sigaddset(&ignored, SIGPIPE);
  sigaddset(&ignored, SIGXFSZ);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setsigdefault(&attributes, &ignored);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  for (int i = 0; i < 3; ++i) posix_spawn_file_actions_adddup2(&actions, descriptors[i], i);
  if (!program.directory.empty())
    posix_spawn_file_actions_addchdir_np(&actions, program.directory.c_str());
  std::vector<char*> arguments = pointers(program.arguments);
  std::vector<char*> environment;
  if (program.environment) environment = pointers(*program.environment);
  pid_t child = 0;
  auto spawn = program.search ? posix_spawnp : posix_spawn;
  int error = spawn(&child, arguments[0], &actions, &attributes, arguments.data(),
                    program.environment ? environment.data() : environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  return error == 0 ? child : -error;
}

int HostFiles::run(const char* operation, const std::string& command) {
  Value text = make_string(heap_, command);
  require_freedom(operation, "run other programs", command);
  if (command.find('\0') != command.npos)
    signal_error(heap_, ConditionKind::error,
                 "~A: expected a command without NUL characters, got ~S",
                 {operation_named(heap_, operation), text});
  pid_t child = start(operation, {{"/bin/sh", "-c", command}, std::nullopt, ""}, {0, 1, 2});
  if (child < 0)
    signal_error(
        heap_, ConditionKind::error, "~A: cannot run ~S: ~A",
        {operation_named(heap_, operation), text, make_string(heap_, std::strerror(-child))});
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) heap_.upcalls->poll();
  return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}

int HostFiles::kill(const char* operation, pid_t process, int signal) {
  require_freedom(operation, "run other programs", std::to_string(process));
  return ::kill(process, signal);
}

// ---- connections from this host

int HostFiles::listen(const char* operation, std::uint16_t& port) {
  require_freedom(operation, "open sockets", std::to_string(port));
  int listener = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (listener < 0) return -1;
  int yes = 1;
  setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t length = sizeof address;
  if (::bind(listener, reinterpret_cast<sockaddr*>(&address), length) != 0 ||
      ::listen(listener, 1) != 0 ||
      getsockname(listener, reinterpret_cast<sockaddr*>(&address), &length) != 0) {
    int error = errno;
    ::close(listener);
    errno = error;
    return -1;
  }
  port = ntohs(address.sin_port);
  return listener;
}

int HostFiles::accept(const char* operation, int listener) {
  require_freedom(operation, "open sockets", std::to_string(listener));
  constexpr int kMilliseconds = 100;
  for (pollfd wanted{listener, POLLIN, 0}; ::poll(&wanted, 1, kMilliseconds) <= 0;)
    heap_.upcalls->poll();
  return ::accept4(listener, nullptr, nullptr, SOCK_CLOEXEC);
}

}  // namespace winnow

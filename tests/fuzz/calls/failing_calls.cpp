// A library to be preloaded that makes system calls fail. WINNOW_FAIL is CALL:N:HOW, where CALL is
// read, write, open, close or rename, N the number of the first affected call, and HOW an error
// number or "short": half the bytes. N followed by + also affects all later calls.
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/types.h>
#include <unistd.h>

#include <cerrno>
#include <cstdarg>
#include <cstdlib>
#include <cstring>

namespace {

constexpr int kShort = -1;
constexpr int kNone = 0;

// The failure of this call of NAME: kNone, kShort or an error number.
int fate(const char* name, int& count) {
  static const char* plan = std::getenv("WINNOW_FAIL");
  std::size_t length = std::strlen(name);
  if (!plan || std::strncmp(plan, name, length) != 0 || plan[length] != ':') return kNone;
  char* rest = nullptr;
  long first = std::strtol(plan + length + 1, &rest, 10);
  bool later = *rest == '+';
  if (later) ++rest;
  ++count;
  if (count != first && !(later && count > first)) return kNone;
  return rest[1] == 's' ? kShort : std::atoi(rest + 1);
}

template <class F>
F* original(const char* name) {
  return reinterpret_cast<F*>(dlsym(RTLD_NEXT, name));
}

std::size_t half(std::size_t size) { return size > 1 ? size / 2 : size; }

}  // namespace

extern "C" {

ssize_t read(int file, void* data, std::size_t size) {
  static auto* real = original<ssize_t(int, void*, std::size_t)>("read");
  static int count = 0;
  int how = fate("read", count);
  if (how > 0) return errno = how, -1;
  return real(file, data, how == kShort ? half(size) : size);
}

ssize_t write(int file, const void* data, std::size_t size) {
  static auto* real = original<ssize_t(int, const void*, std::size_t)>("write");
  static int count = 0;
  int how = fate("write", count);
  if (how > 0) return errno = how, -1;
  return real(file, data, how == kShort ? half(size) : size);
}

int openat(int folder, const char* path, int flags, ...) {
  static auto* real = original<int(int, const char*, int, ...)>("openat");
  static int count = 0;
  va_list arguments;
  va_start(arguments, flags);
  mode_t mode = (flags & O_CREAT) != 0 ? va_arg(arguments, mode_t) : 0;
  va_end(arguments);
  int how = fate("open", count);
  if (how > 0) return errno = how, -1;
  return real(folder, path, flags, mode);
}

int renameat(int folder, const char* path, int new_folder, const char* new_path) {
  static auto* real = original<int(int, const char*, int, const char*)>("renameat");
  static int count = 0;
  int how = fate("rename", count);
  if (how > 0) return errno = how, -1;
  return real(folder, path, new_folder, new_path);
}

int close(int file) {
  static auto* real = original<int(int)>("close");
  static int count = 0;
  int how = fate("close", count);
  int result = real(file);
  if (how > 0) return errno = how, -1;
  return result;
}

}  // extern "C"

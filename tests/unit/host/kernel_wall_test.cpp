// The kernel sandbox, tested in child processes.
#include "host/kernel_wall.hpp"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <functional>

namespace fs = std::filesystem;

namespace {

bool kernel_has(long call, long operation, long flags) {
  return syscall(call, operation, 0, flags) >= 0 || (errno != ENOSYS && errno != EINVAL);
}
bool has_seccomp() { return prctl(PR_GET_SECCOMP, 0, 0, 0, 0) >= 0; }
bool has_landlock() { return kernel_has(444, 0, 1); }  // landlock_create_ruleset: its version

// The exit status of a child process that restricts itself to FOLDER and then runs BODY.
int behind_wall(const std::string& folder, const std::function<int()>& body) {
  pid_t child = fork();
  if (child == 0) {
    winnow::raise_kernel_wall({open(folder.c_str(), O_PATH | O_DIRECTORY)}, {"/dev/null"});
    _exit(body());
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

}  // namespace

TEST_CASE("the kernel sandbox prevents changes, programs and connections") {
  std::string root = (fs::temp_directory_path() / "winnow-wall-XXXXXX").string();
  REQUIRE(mkdtemp(root.data()) != nullptr);
  fs::create_directories(root + "/in");
  fs::create_directories(root + "/out");
  std::ofstream(root + "/in/file") << "text";
  std::ofstream(root + "/out/secret") << "secret";
  std::string in = root + "/in/", out = root + "/out/";
  auto name = [&](const char* file) { return (in + file); };
  struct Attempt {
    const char* what;
    std::function<long()> act;  // -1 and an errno
  };
  const Attempt calls[] = {
      {"create", [&] { return open(name("new").c_str(), O_RDONLY | O_CREAT, 0666); }},
      {"write", [&] { return open(name("file").c_str(), O_WRONLY); }},
      {"append", [&] { return open(name("file").c_str(), O_RDWR | O_APPEND); }},
      {"truncate on opening", [&] { return open(name("file").c_str(), O_RDONLY | O_TRUNC); }},
      {"truncate", [&] { return truncate(name("file").c_str(), 0); }},
      {"remove", [&] { return unlink(name("file").c_str()); }},
      {"rename", [&] { return rename(name("file").c_str(), name("new").c_str()); }},
      {"link", [&] { return link(name("file").c_str(), name("new").c_str()); }},
      {"symlink", [&] { return symlink("/", name("new").c_str()); }},
      {"mkdir", [&] { return mkdir(name("new").c_str(), 0777); }},
      {"mkfifo", [&] { return mkfifo(name("new").c_str(), 0666); }},
      {"rmdir", [&] { return rmdir(in.c_str()); }},
      {"chmod", [&] { return chmod(name("file").c_str(), 0777); }},
      {"chown", [&] { return chown(name("file").c_str(), getuid(), getgid()); }},
      {"times", [&] { return utimensat(AT_FDCWD, name("file").c_str(), nullptr, 0); }},
      {"run", [] { return execl("/bin/true", "true", nullptr); }},
      {"fork", [] { return fork(); }},
      {"socket", [] { return socket(AF_UNIX, SOCK_STREAM, 0); }},
      {"signal others", [] { return kill(getppid(), 0); }},
      {"trace", [] { return syscall(SYS_ptrace, 0, 0, 0, 0); }},
      {"type for the user", [] { return ioctl(0, TIOCSTI, "x"); }},
  };
  if (has_seccomp())
    for (const Attempt& attempt : calls) {
      CAPTURE(attempt.what);
      CHECK(behind_wall(root + "/in", [&] { return attempt.act() == -1 ? errno : 0; }) == EPERM);
    }
  else
    MESSAGE("this kernel lacks seccomp");
  if (has_landlock())
    for (const std::string& file :
         {out + "secret", out, in + "../out/secret", std::string("/"), std::string("/etc/hostname"),
          std::string("/proc/self/environ")}) {
      CAPTURE(file);
      CHECK(behind_wall(root + "/in",
                        [&] { return open(file.c_str(), O_RDONLY) == -1 ? errno : 0; }) == EACCES);
    }
  else
    MESSAGE("this kernel lacks Landlock");
  CHECK(fs::exists(in + "file"));
  CHECK(fs::file_size(in + "file") == 4);
  CHECK(std::distance(fs::directory_iterator(in), fs::directory_iterator()) == 1);
  fs::remove_all(root);
}

TEST_CASE("the kernel sandbox allows everything else") {
  std::string root = (fs::temp_directory_path() / "winnow-wall-XXXXXX").string();
  REQUIRE(mkdtemp(root.data()) != nullptr);
  std::ofstream(root + "/file") << "text";
  CHECK(behind_wall(root, [&] {
          char text[10];
          int file = open((root + "/file").c_str(), O_RDONLY);
          void* pages =
              mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
          bool executes = mprotect(pages, 4096, PROT_READ | PROT_EXEC) == 0;
          signal(SIGUSR1, SIG_IGN);
          bool signals = raise(SIGUSR1) == 0;
          int folder = open(root.c_str(), O_RDONLY | O_DIRECTORY);
          int null = open("/dev/null", O_RDONLY);
          return read(file, text, sizeof text) == 4 && executes && signals && folder >= 0 &&
                         null >= 0
                     ? 42
                     : 0;
        }) == 42);
  fs::remove_all(root);
}

#include "host/kernel_wall.hpp"

#include <fcntl.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <initializer_list>

#if __has_include(<linux/landlock.h>)
#include <linux/landlock.h>
#endif
#if __has_include(<linux/seccomp.h>) && (defined(__x86_64__) || defined(__aarch64__))
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#endif

namespace winnow {

namespace {

// ---- Landlock: which files may be opened

#if defined(SYS_landlock_create_ruleset) && defined(LANDLOCK_CREATE_RULESET_VERSION)

// The access rights of a version of Landlock. Headers may be older than the kernel.
std::uint64_t rights_of_version(long version) {
  int count = version >= 5 ? 16 : version >= 3 ? 15 : version == 2 ? 14 : 13;
  return (std::uint64_t{1} << count) - 1;
}

void allow_reading(int ruleset, int file) {
  struct stat status {};
  if (file < 0 || fstat(file, &status) != 0) return;
  landlock_path_beneath_attr rule{};
  rule.allowed_access = LANDLOCK_ACCESS_FS_READ_FILE;
  if (S_ISDIR(status.st_mode)) rule.allowed_access |= LANDLOCK_ACCESS_FS_READ_DIR;
  rule.parent_fd = file;
  syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
}

// Restricts access to files; returns whether it succeeded.
bool restrict_files(const std::vector<int>& folders, const std::vector<std::string>& readable) {
  long version = syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
  if (version < 1) return false;
  struct {
    std::uint64_t files;
    std::uint64_t network;  // since version 4: bind and connect
  } handled{rights_of_version(version), 3};
  std::size_t size = version >= 4 ? sizeof handled : sizeof handled.files;
  int ruleset = static_cast<int>(syscall(SYS_landlock_create_ruleset, &handled, size, 0));
  if (ruleset < 0) return false;
  for (int folder : folders) allow_reading(ruleset, folder);
  for (const std::string& name : readable) {
    int file = ::open(name.c_str(), O_PATH | O_CLOEXEC);
    allow_reading(ruleset, file);
    if (file >= 0) ::close(file);
  }
  bool done = syscall(SYS_landlock_restrict_self, ruleset, 0) == 0;
  ::close(ruleset);
  return done;
}

#else

bool restrict_files(const std::vector<int>&, const std::vector<std::string>&) { return false; }

#endif

// ---- seccomp: which system calls are allowed

#if defined(SECCOMP_SET_MODE_FILTER)

#if defined(__x86_64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_X86_64;
#else
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_AARCH64;
#endif

constexpr int kRefused[] = {
#if defined(__x86_64__)
    // older forms, which other processors do not have
    SYS_creat, SYS_fork, SYS_vfork, SYS_unlink, SYS_rmdir, SYS_rename, SYS_mkdir, SYS_mknod,
    SYS_link, SYS_symlink, SYS_chmod, SYS_chown, SYS_lchown, SYS_utime, SYS_utimes, SYS_futimesat,
    SYS_iopl, SYS_ioperm, SYS_modify_ldt, SYS_uselib,
#endif
    // files
    SYS_unlinkat, SYS_renameat, SYS_renameat2, SYS_mkdirat, SYS_mknodat, SYS_linkat, SYS_symlinkat,
    SYS_fchmod, SYS_fchmodat, SYS_fchown, SYS_fchownat, SYS_truncate, SYS_ftruncate, SYS_utimensat,
    SYS_setxattr, SYS_lsetxattr, SYS_fsetxattr, SYS_removexattr, SYS_lremovexattr, SYS_fremovexattr,
    SYS_open_by_handle_at, SYS_mount, SYS_umount2, SYS_pivot_root, SYS_chroot, SYS_swapon,
    SYS_swapoff, SYS_quotactl,
    // programs and processes
    SYS_execve, SYS_execveat, SYS_ptrace, SYS_process_vm_readv, SYS_process_vm_writev,
    SYS_rt_sigqueueinfo, SYS_rt_tgsigqueueinfo, SYS_tkill, SYS_unshare, SYS_setns, SYS_setpgid,
    SYS_setsid, SYS_setpriority, SYS_kcmp,
    // sockets and interprocess communication
    SYS_socket, SYS_connect, SYS_bind, SYS_listen, SYS_accept, SYS_accept4, SYS_sendto, SYS_sendmsg,
    SYS_sendmmsg, SYS_shmget, SYS_msgget, SYS_semget, SYS_mq_open, SYS_mq_unlink,
    // calls that older headers lack, by numbers that are the same on all processors:
    // pidfd_send_signal, pidfd_open, pidfd_getfd, process_madvise, open_tree to fspick,
    // mount_setattr, fchmodat2, setxattrat, removexattrat
    424, 434, 438, 440, 428, 429, 430, 431, 432, 433, 442, 452, 463, 466,
    // the kernel itself; io_uring makes system calls that bypass the filter
    SYS_io_uring_setup, SYS_io_uring_enter, SYS_io_uring_register, SYS_bpf, SYS_perf_event_open,
    SYS_userfaultfd, SYS_keyctl, SYS_add_key, SYS_request_key, SYS_init_module, SYS_finit_module,
    SYS_delete_module, SYS_kexec_load, SYS_reboot, SYS_acct, SYS_sethostname, SYS_setdomainname,
    SYS_settimeofday, SYS_clock_settime, SYS_adjtimex, SYS_clock_adjtime, SYS_fanotify_init};

class Filter {
 public:
  explicit Filter(bool files_are_restricted) {
    load(offsetof(seccomp_data, arch));
    unless_equal(kArchitecture, kRefuse);
    load_call();
#if defined(__x86_64__)
    add(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1);  // system calls of the x32 ABI
    answer(kRefuse);
#endif
    for (int call : kRefused) {
      add(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(call), 0, 1);
      answer(kRefuse);
    }
    constexpr std::uint32_t kWrites = O_WRONLY | O_RDWR | O_CREAT | O_TRUNC | O_APPEND;
#if defined(__x86_64__)
    allow_unless_bits(SYS_open, 1, kWrites);
#endif
    allow_unless_bits(SYS_openat, 2, kWrites);
    allow_if_bits(SYS_clone, 0, CLONE_THREAD);
    refuse_as_missing(SYS_clone3);  // its flags are in memory; the C library falls back to clone
    if (!files_are_restricted) refuse_as_missing(437);  // openat2, for the same reason
    allow_if_equal(SYS_kill, 0, {static_cast<std::uint32_t>(getpid())});
    allow_if_equal(SYS_tgkill, 0, {static_cast<std::uint32_t>(getpid())});
    allow_if_equal(SYS_prlimit64, 0, {0, static_cast<std::uint32_t>(getpid())});
    allow_unless_equal(SYS_ioctl, 1, {TIOCSTI, TIOCLINUX});  // these simulate typing
    answer(SECCOMP_RET_ALLOW);
  }

  void install() {
    sock_fprog program{static_cast<unsigned short>(code_.size()), code_.data()};
    if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program) != 0)
      syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program);
  }

 private:
  static constexpr std::uint32_t kRefuse = SECCOMP_RET_ERRNO | EPERM;
  static constexpr std::uint32_t kMissing = SECCOMP_RET_ERRNO | ENOSYS;

  void add(int code, std::uint32_t operand, int if_true = 0, int if_false = 0) {
    code_.push_back({static_cast<std::uint16_t>(code), static_cast<std::uint8_t>(if_true),
                     static_cast<std::uint8_t>(if_false), operand});
  }
  void load(std::size_t offset) {
    add(BPF_LD | BPF_W | BPF_ABS, static_cast<std::uint32_t>(offset));
  }
  void load_call() { load(offsetof(seccomp_data, nr)); }
  void load_argument(int index) {  // the lower half: the supported processors are little-endian
    load(offsetof(seccomp_data, args) + 8 * static_cast<std::size_t>(index));
  }
  void answer(std::uint32_t what) { add(BPF_RET | BPF_K, what); }
  void unless_equal(std::uint32_t value, std::uint32_t what) {
    add(BPF_JMP | BPF_JEQ | BPF_K, value, 1, 0);
    answer(what);
  }
  // Begins LENGTH instructions that apply to the system call CALL only.
  void begin(int call, int length) {
    add(BPF_JMP | BPF_JEQ | BPF_K, static_cast<std::uint32_t>(call), 0, length);
  }
  void by_bits(int call, int argument, std::uint32_t bits, std::uint32_t some, std::uint32_t none) {
    begin(call, 4);
    load_argument(argument);
    add(BPF_JMP | BPF_JSET | BPF_K, bits, 0, 1);
    answer(some);
    answer(none);
  }
  void allow_unless_bits(int call, int argument, std::uint32_t bits) {
    by_bits(call, argument, bits, kRefuse, SECCOMP_RET_ALLOW);
  }
  void allow_if_bits(int call, int argument, std::uint32_t bits) {
    by_bits(call, argument, bits, SECCOMP_RET_ALLOW, kRefuse);
  }
  void by_value(int call, int argument, std::initializer_list<std::uint32_t> values,
                std::uint32_t equal, std::uint32_t other) {
    begin(call, 2 + 2 * static_cast<int>(values.size()));
    load_argument(argument);
    for (std::uint32_t value : values) {
      add(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1);
      answer(equal);
    }
    answer(other);
  }
  void allow_if_equal(int call, int argument, std::initializer_list<std::uint32_t> values) {
    by_value(call, argument, values, SECCOMP_RET_ALLOW, kRefuse);
  }
  void allow_unless_equal(int call, int argument, std::initializer_list<std::uint32_t> values) {
    by_value(call, argument, values, kRefuse, SECCOMP_RET_ALLOW);
  }
  void refuse_as_missing(int call) {
    begin(call, 1);
    answer(kMissing);
  }

  std::vector<sock_filter> code_;
};

void restrict_calls(bool files_are_restricted) { Filter(files_are_restricted).install(); }

#else

void restrict_calls(bool) {}

#endif

}  // namespace

void raise_kernel_wall(const std::vector<int>& folders, const std::vector<std::string>& readable) {
#if defined(WINNOW_COVERAGE)
  // Without a wall, since it would prevent the writing of coverage counts at exit.
  static_cast<void>(folders), static_cast<void>(readable);
#else
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return;
  restrict_calls(restrict_files(folders, readable));
#endif
}

}  // namespace winnow

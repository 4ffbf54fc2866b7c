// The entry point: parses the arguments, runs the session and returns its exit status.
#include <fcntl.h>
#include <signal.h>

#include <cstdio>
#include <cstring>
#include <new>
#include <system_error>

#include "builtins/install.hpp"
#include "host/native_stack.hpp"
#include "shell/session.hpp"

extern "C" const unsigned char winnow_image[];

namespace {

// Opens /dev/null in place of each closed standard stream, in the wrong direction, so that using
// the stream is an error. Otherwise the next opened file would get the stream's descriptor.
void reserve_standard_streams() {
  for (int descriptor : {0, 1, 2})
    if (fcntl(descriptor, F_GETFD) < 0)
      static_cast<void>(open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY));
}

}  // namespace

int main(int argc, char** argv) {
  reserve_standard_streams();
  winnow::SessionOptions options;
  int status = winnow::parse_command_line(argc, argv, options);
  if (status >= 0) return status;
  // With these signals ignored, a failed write returns an error.
  signal(SIGPIPE, SIG_IGN);
  signal(SIGXFSZ, SIG_IGN);
  try {
    winnow::run_on_large_stack(winnow::kLargeStackBytes, [&] {
      status = winnow::run_session(options, {winnow_image, winnow::install_builtins});
    });
  } catch (const std::bad_alloc&) {
    std::fputs("winnow: out of memory\n", stderr);
    return 1;
  } catch (const std::system_error& failure) {
    std::fprintf(stderr, "winnow: cannot start a thread: %s\n",
                 std::strerror(failure.code().value()));
    return 1;
  }
  return status;
}

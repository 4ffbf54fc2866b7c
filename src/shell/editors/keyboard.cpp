#include "shell/editors/keyboard.hpp"

#include <signal.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <cerrno>

#include "host/terminal.hpp"

namespace winnow {

namespace {

constexpr int kIdleMilliseconds = 100;
constexpr int kMostTyped = 64;  // pending bytes; more are a paste

volatile sig_atomic_t stop_asked = 0;
volatile sig_atomic_t continued = 0;
struct sigaction before_stop;
struct sigaction before_continue;

void on_stop(int) { stop_asked = 1; }
void on_continue(int) { continued = 1; }

void handle(int signal, void (*handler)(int), struct sigaction* before) {
  struct sigaction action {};
  action.sa_handler = handler;
  sigemptyset(&action.sa_mask);
  sigaction(signal, &action, before);
}

}  // namespace

Keyboard::Reading::Reading() {
  stop_asked = 0;
  continued = 0;
  handle(SIGTSTP, on_stop, &before_stop);
  // A shell without job control ignores SIGTSTP; then Winnow does as well.
  if (before_stop.sa_handler == SIG_IGN) sigaction(SIGTSTP, &before_stop, nullptr);
  handle(SIGCONT, on_continue, &before_continue);
}

Keyboard::Reading::~Reading() {
  sigaction(SIGTSTP, &before_stop, nullptr);
  sigaction(SIGCONT, &before_continue, nullptr);
}

bool Keyboard::follow_marks(char byte) {
  std::string_view mark = in_paste_ ? "\033[201~" : "\033[200~";
  matched_ = byte == mark[matched_] ? matched_ + 1 : byte == mark[0] ? 1 : 0;
  if (matched_ < mark.size()) return false;
  matched_ = 0;
  in_paste_ = !in_paste_;
  return !in_paste_;
}

void Keyboard::drop_paste() {
  int waiting = 0;
  if (ioctl(STDIN_FILENO, FIONREAD, &waiting) == 0 && waiting > kMostTyped) drop_terminal_input();
}

int Keyboard::next(const std::function<void()>& idle, const std::function<void()>& leave,
                   const std::function<void()>& enter) {
  for (;;) {
    if (stop_asked) {
      leave();
      handle(SIGTSTP, SIG_DFL, nullptr);
      raise(SIGTSTP);  // the process continues here
      handle(SIGTSTP, on_stop, nullptr);
      stop_asked = 0;
      continued = 1;
    }
    if (continued) {
      continued = 0;
      enter();
    }
    bool ready = terminal_input_waits(kIdleMilliseconds);
    // Checked before a byte is read: input after Ctrl-C belongs to the next line.
    if (take_interrupt_()) {
      if (dropping_) in_paste_ = false;  // the end of the paste may never come
      dropping_ = in_paste_;
      return kInterrupt;
    }
    if (!ready) {
      idle();
      continue;
    }
    char byte;
    ssize_t got = ::read(STDIN_FILENO, &byte, 1);
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (got <= 0) return kEnd;
    bool paste_ends = follow_marks(byte);
    if (!dropping_) return static_cast<unsigned char>(byte);
    dropping_ = !paste_ends;
  }
}

}  // namespace winnow

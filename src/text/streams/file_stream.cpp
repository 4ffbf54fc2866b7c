#include "text/streams/file_stream.hpp"

#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "data/string.hpp"
#include "heap/condition.hpp"
#include "host/terminal.hpp"

namespace winnow {

namespace {

constexpr std::size_t kBufferBytes = 65536;

}  // namespace

FileStream::~FileStream() {
  if (owned_descriptor_ && descriptor_ >= 0) ::close(descriptor_);
  if (replaces_file() && descriptor_ >= 0) heap_.upcalls->remove_file(provisional);
}

bool FileStream::is_terminal() const { return descriptor_ >= 0 && isatty(descriptor_) != 0; }

std::size_t FileStream::line_width() const {
  std::size_t width = is_terminal() ? terminal_width() : 0;
  return width > 0 ? width : kLineWidth;
}

int FileStream::close(bool abort) {
  if (descriptor_ < 0) return 0;
  // Closes the descriptor also on a non-local exit, such as an interrupt.
  struct Closer {
    FileStream& s;
    bool is_whole = false;
    int error = 0;
    ~Closer() { finish(); }
    void finish() {
      if (s.descriptor_ < 0) return;
      if (s.owned_descriptor_ && ::close(s.descriptor_) != 0 && error == 0) error = errno;
      s.descriptor_ = -1;
      s.drop_input();
      s.out_.clear();
      // Replace the other file only if all output was written.
      bool is_dropped = s.replaces_file() ? !is_whole || error != 0 : is_aborted;
      if (is_dropped && !s.provisional.empty()) s.heap_.upcalls->remove_file(s.provisional);
      if (!is_dropped && s.replaces_file()) error = s.replace_file();
    }
    bool is_aborted;
  } closer{*this, false, 0, abort};
  if (!abort) {
    closer.error = send();
    if (replaces_file() && closer.error == 0) closer.error = lost_;
    closer.is_whole = closer.error == 0;
  }
  closer.finish();
  return closer.error;
}

int FileStream::replace_file() {
  Upcalls& files = *heap_.upcalls;
  int error = keeps_old ? files.rename_file(replaced, replaced + ".bak") : 0;
  return error == 0 || error == ENOENT ? files.rename_file(provisional, replaced) : error;
}

// ---- input

void FileStream::set_window(std::size_t next, std::size_t end) {
  next_ = in_.data() + next;
  end_ = in_.data() + end;
  known_ = next_;
}

bool FileStream::fill() {
  if (next_ == nullptr) set_window(0, 0);
  std::size_t next = static_cast<std::size_t>(next_ - in_.data());
  std::size_t end = static_cast<std::size_t>(end_ - in_.data());
  if (descriptor_ < 0 || (at_end_ && !is_edited)) return false;
  input_column();  // the column is known at next_, which stays in the buffer
  std::size_t dropped = next - std::min(next, kKeptBytes);
  in_.resize(end);
  in_.erase(0, dropped);
  next -= dropped;
  end -= dropped;
  set_window(next, end);
  if (!out_.empty()) flush();
  if (flush_before_reading) flush_before_reading->flush();
  if (is_edited) {
    bool more = heap_.upcalls->edited_input(in_);
    set_window(next, in_.size());
    return more;
  }
  in_.resize(end + kBufferBytes);
  set_window(next, end);
  for (;;) {
    ssize_t got = ::read(descriptor_, in_.data() + end, kBufferBytes);
    if (got < 0 && (errno == EINTR || errno == EAGAIN)) {
      errno == EAGAIN ? wait_for(POLLIN) : heap_.upcalls->poll();
      continue;
    }
    std::size_t size = end + static_cast<std::size_t>(std::max<ssize_t>(0, got));
    if (is_utf16() && got >= 0) {
      in_.resize(size);
      size = convert_utf16(end, got == 0);
      if (got > 0 && size == end) {  // less than a character
        in_.resize(end + kBufferBytes);
        set_window(next, end);
        continue;
      }
    }
    set_window(next, size);
    at_end_ = got <= 0;
    if (got < 0) fail(errno);
    // The user's Enter has moved the terminal's cursor to column 0.
    if (got > 0 && flush_before_reading && is_terminal() && *(end_ - 1) == '\n')
      flush_before_reading->set_column(0);
    if (got > 0 && is_standard)
      heap_.upcalls->transferred(descriptor_,
                                 std::string_view(in_).substr(end, static_cast<std::size_t>(got)));
    return size > end;
  }
}

// Replaces the bytes of UTF-16 in the buffer from BEGIN on by those of UTF-8; returns their end.
// IS_LAST: does the file end after them?
std::size_t FileStream::convert_utf16(std::size_t begin, bool is_last) {
  std::string bytes = undecoded_ + in_.substr(begin);
  in_.resize(begin);
  std::size_t at = 0;
  auto unit = [&](std::size_t i) {
    auto first = static_cast<unsigned char>(bytes[i]);
    auto second = static_cast<unsigned char>(bytes[i + 1]);
    return static_cast<char32_t>(encoding_ == Encoding::Utf16Be ? first << 8 | second
                                                                : second << 8 | first);
  };
  auto is_surrogate = [](char32_t c, char32_t first) { return (c & 0xFC00) == first; };
  for (; at + 2 <= bytes.size(); at += 2) {
    char32_t c = unit(at);
    if (std::exchange(has_order_mark, false) && (c == 0xFEFF || c == 0xFFFE)) {
      if (c == 0xFFFE)
        encoding_ = encoding_ == Encoding::Utf16Be ? Encoding::Utf16Le : Encoding::Utf16Be;
      continue;
    }
    if (is_surrogate(c, 0xD800)) {
      if (at + 4 > bytes.size() && !is_last) break;
      char32_t low = at + 4 > bytes.size() ? 0 : unit(at + 2);
      if (is_surrogate(low, 0xDC00)) {
        c = 0x10000 + ((c & 0x3FF) << 10) + (low & 0x3FF);
        at += 2;
      } else {
        c = unicode::kReplacement;
      }
    } else if (is_surrogate(c, 0xDC00)) {
      c = unicode::kReplacement;
    }
    unicode::append_utf8(in_, c);
  }
  undecoded_ = bytes.substr(at);
  if (is_last && !undecoded_.empty()) {
    undecoded_.clear();
    unicode::append_utf8(in_, unicode::kReplacement);
  }
  return in_.size();
}

bool FileStream::ready() {
  if (next_ != end_) return true;
  if (descriptor_ < 0 || at_end_ || is_edited) return false;
  pollfd p{descriptor_, POLLIN, 0};
  return ::poll(&p, 1, 0) > 0 && fill();
}

void FileStream::drop_input() {
  in_.clear();
  set_window(0, 0);
  at_end_ = false;  // a terminal can continue after Ctrl-D
}

bool FileStream::get_byte(std::uint8_t& byte) {
  if (next_ == end_ && !fill()) return false;
  byte = static_cast<std::uint8_t>(*next_++);
  return true;
}

// ---- output

void FileStream::put(char32_t c) {
  if (descriptor_ < 0) return;
  if (next_ != end_) turn_to_output();
  if (encoding_ == Encoding::Utf8) [[likely]] {
    unicode::append_utf8(out_, c);
  } else if (encoding_ == Encoding::Latin1) {
    require_encodable(c);
    out_ += static_cast<char>(c);
  } else {
    if (c >= 0x10000) put_utf16(static_cast<char16_t>(0xD7C0 + (c >> 10)));
    put_utf16(static_cast<char16_t>(c >= 0x10000 ? 0xDC00 + (c & 0x3FF) : c));
  }
  advance_column(c);
  if (out_.size() >= kBufferBytes || (c == '\n' && line_buffered)) flush();
}

void FileStream::put_utf16(char16_t unit) {
  const auto high = static_cast<char>(unit >> 8);
  const auto low = static_cast<char>(unit & 0xFF);
  out_ += encoding_ == Encoding::Utf16Be ? high : low;
  out_ += encoding_ == Encoding::Utf16Be ? low : high;
}

void FileStream::write(std::string_view utf8) {
  if (encoding_ != Encoding::Utf8 || line_buffered || utf8.size() >= kBufferBytes)
    return Stream::write(utf8);
  if (descriptor_ < 0) return;
  if (next_ != end_) turn_to_output();
  out_ += utf8;
  advance_column(utf8);
  if (out_.size() >= kBufferBytes) flush();
}

void FileStream::require_encodable(char32_t c) {
  if (c > 0xFF)
    signal_error(heap_, ConditionKind::stream_error,
                 "~A: the character ~S cannot be written in LATIN-1",
                 {make_string(heap_, name_), Value::from_character(c)}, {object()});
}

void FileStream::put_byte(std::uint8_t byte) {
  if (descriptor_ < 0) return;
  if (next_ != end_) turn_to_output();
  out_ += static_cast<char>(byte);
  if (out_.size() >= kBufferBytes) flush();
}

void FileStream::put_bytes(std::string_view bytes) {
  if (next_ != end_ && descriptor_ >= 0) turn_to_output();
  for (; !bytes.empty() && descriptor_ >= 0;
       bytes.remove_prefix(std::min(bytes.size(), kBufferBytes))) {
    out_ += bytes.substr(0, kBufferBytes);
    if (out_.size() >= kBufferBytes) flush();
  }
}

// Switches a bidirectional stream to output: moves the file position back over buffered input.
// Input and output of a connection, on which lseek(2) fails, are independent.
void FileStream::turn_to_output() {
  if (::lseek(descriptor_, next_ - end_, SEEK_CUR) >= 0) drop_input();
}

int FileStream::send() {
  bool is_too_much = allowance && out_.size() > *allowance;
  if (is_too_much) out_.resize(*allowance);
  if (allowance) *allowance -= out_.size();
  int error = send_all();
  return error == 0 && is_too_much ? kAllowanceSpent : error;
}

// Waits up to 100 ms for the descriptor, which may be non-blocking if it was inherited, then polls
// for interrupts. The wait is short, since an interrupt just before poll() does not end it.
void FileStream::wait_for(short event) {
  pollfd wanted{descriptor_, event, 0};
  constexpr int kMilliseconds = 100;
  ::poll(&wanted, 1, kMilliseconds);
  heap_.upcalls->poll();
}

int FileStream::send_all() {
  if (is_standard) heap_.upcalls->transferred(descriptor_, out_);
  std::size_t done = 0;
  while (done < out_.size() && descriptor_ >= 0) {
    ssize_t n = ::write(descriptor_, out_.data() + done, out_.size() - done);
    if (n >= 0) {
      done += static_cast<std::size_t>(n);
    } else if (errno == EINTR || errno == EAGAIN) {
      bool must_wait = errno == EAGAIN;
      out_.erase(0, done);
      done = 0;
      must_wait ? wait_for(POLLOUT) : heap_.upcalls->poll();
    } else {
      int error = errno;
      if (lost_ == 0) lost_ = error;
      out_.clear();
      return error;
    }
  }
  out_.clear();
  return 0;
}

void FileStream::fail(int error) {
  int descriptor = descriptor_;
  if (error == EPIPE) descriptor_ = -1;  // the reader has closed the pipe
  if (is_standard && heap_.upcalls->handles_failure(descriptor, error)) return;
  signal_error(heap_, ConditionKind::stream_error, "~A: ~A",
               {make_string(heap_, name_), make_string(heap_, std::strerror(error))}, {object()});
}

// ---- file positions

// Positions in a file of UTF-16 are unknown: the buffer holds its characters in UTF-8.
std::optional<std::uint64_t> FileStream::position() {
  if (descriptor_ < 0 || is_utf16()) return std::nullopt;
  flush();
  off_t at = ::lseek(descriptor_, 0, SEEK_CUR);
  if (at < 0) return std::nullopt;
  return static_cast<std::uint64_t>(at - (end_ - next_)) / element_.bytes();
}

bool FileStream::set_position(std::uint64_t units) {
  std::uint64_t bytes = units * element_.bytes();
  if (descriptor_ < 0 || is_utf16() || bytes / element_.bytes() != units || bytes > INT64_MAX)
    return false;
  flush();
  if (::lseek(descriptor_, static_cast<off_t>(bytes), SEEK_SET) < 0) return false;
  drop_input();
  if (bytes == 0) line_ = 1;
  set_column(0);
  return true;
}

std::optional<std::uint64_t> FileStream::length() {
  if (descriptor_ < 0) return std::nullopt;
  flush();
  struct stat status {};
  if (::fstat(descriptor_, &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
  return static_cast<std::uint64_t>(status.st_size) / element_.bytes();
}

}  // namespace winnow

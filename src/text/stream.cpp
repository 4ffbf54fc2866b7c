#include "text/stream.hpp"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace winnow {

namespace {
constexpr std::size_t kBufferBytes = 65536;
}

Stream Stream::input_file(int descriptor, std::string name, bool owned) {
  Stream s;
  s.descriptor_ = descriptor;
  s.name_ = std::move(name);
  s.owned_ = owned;
  s.input_ = true;
  return s;
}

Stream Stream::output_file(int descriptor, std::string name, bool owned) {
  Stream s = input_file(descriptor, std::move(name), owned);
  s.input_ = false;
  s.output_ = true;
  return s;
}

Stream Stream::input_string(std::string utf8, std::string name) {
  Stream s = input_file(-1, std::move(name), false);
  s.buffer_ = std::move(utf8);
  return s;
}

Stream Stream::output_string() { return output_file(-1, "string", false); }

Stream::Stream(Stream&& other) noexcept : Stream(static_cast<const Stream&>(other)) {
  other.owned_ = false;
  other.open_ = false;
}

Stream::~Stream() { close(); }

bool Stream::is_terminal() const { return descriptor_ >= 0 && isatty(descriptor_) != 0; }

void Stream::close() {
  if (!open_) return;
  if (output_) flush();
  if (owned_ && descriptor_ >= 0) ::close(descriptor_);
  owned_ = false;
  open_ = false;
}

// ---- input

bool Stream::fill() {
  if (at_end_ && !refill) return false;
  if (position_ > 0) {
    buffer_.erase(0, position_);
    position_ = 0;
  }
  if (flush_before_reading) flush_before_reading->flush();
  if (refill) return refill(buffer_);
  if (descriptor_ < 0) return false;
  std::size_t old = buffer_.size();
  buffer_.resize(old + kBufferBytes);
  for (;;) {
    ssize_t got = ::read(descriptor_, buffer_.data() + old, kBufferBytes);
    if (got < 0 && errno == EINTR) {
      if (on_interrupt) {
        buffer_.resize(old);
        on_interrupt();
        buffer_.resize(old + kBufferBytes);
      }
      continue;
    }
    buffer_.resize(old + static_cast<std::size_t>(got > 0 ? got : 0));
    at_end_ = got <= 0;
    if (got < 0 && on_failure) on_failure(errno);
    return got > 0;
  }
}

std::int32_t Stream::get() {
  char32_t c;
  if (!pushed_back_.empty()) {
    c = pushed_back_.back();
    pushed_back_.pop_back();
  } else {
    if (position_ == buffer_.size() && !fill()) return kEnd;
    auto first = static_cast<unsigned char>(buffer_[position_]);
    if (first < 0x80) {
      c = first;
      ++position_;
    } else {
      while (buffer_.size() - position_ < 4 && fill()) {
      }
      auto d = unicode::decode_utf8(std::string_view(buffer_).substr(position_));
      invalid_ = invalid_ || !d.valid;
      position_ += d.bytes;
      c = d.c;
    }
  }
  ++characters_read_;
  if (c == '\n') {
    ++line_;
    input_column_ = 0;
  } else {
    ++input_column_;
  }
  return static_cast<std::int32_t>(c);
}

void Stream::unget(char32_t c) {
  pushed_back_ += c;
  --characters_read_;
  if (c == '\n')
    --line_;
  else
    --input_column_;
}

std::int32_t Stream::peek() {
  std::int32_t c = get();
  if (c != kEnd) unget(static_cast<char32_t>(c));
  return c;
}

bool Stream::ready() {
  if (!pushed_back_.empty() || position_ < buffer_.size()) return true;
  if (descriptor_ < 0 || at_end_ || refill) return false;
  pollfd p{descriptor_, POLLIN, 0};
  return ::poll(&p, 1, 0) > 0;
}

void Stream::drop_input() {
  pushed_back_.clear();
  buffer_.clear();
  position_ = 0;
}

// ---- output

void Stream::put(char32_t c) {
  unicode::append_utf8(buffer_, c);
  if (c == '\n' || c == '\r') {
    column_ = 0;
    if (line_buffered && c == '\n') flush();
  } else {
    column_ += c == '\t' ? 8 - column_ % 8 : std::max(0, unicode::width(c));
  }
  if (descriptor_ >= 0 && buffer_.size() >= kBufferBytes) flush();
}

void Stream::write(std::string_view utf8) {
  while (!utf8.empty()) {
    auto d = unicode::decode_utf8(utf8);
    put(d.c);
    utf8.remove_prefix(d.bytes);
  }
}

void Stream::fresh_line() {
  if (column_ != 0) put('\n');
}

void Stream::flush() {
  if (descriptor_ < 0 || !output_) return;
  std::size_t done = 0;
  while (done < buffer_.size()) {
    ssize_t n = ::write(descriptor_, buffer_.data() + done, buffer_.size() - done);
    if (n >= 0) {
      done += static_cast<std::size_t>(n);
    } else if (errno != EINTR) {
      buffer_.clear();
      if (on_failure) on_failure(errno);
      return;
    } else if (on_interrupt) {
      buffer_.erase(0, done);
      done = 0;
      on_interrupt();
    }
  }
  buffer_.clear();
}

std::string Stream::take_string() { return std::exchange(buffer_, {}); }

}  // namespace winnow

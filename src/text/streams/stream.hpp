// Streams of characters and bytes. External text is UTF-8 (or Latin-1); characters are code points.
// Each kind of stream is a subclass, except for two-way and synonym streams, which StreamTable
// resolves to the streams that they refer to.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "data/unicode.hpp"
#include "heap/object.hpp"

namespace winnow {

class PrettyStream;
class StreamTable;

class Stream {
 public:
  static constexpr std::int32_t kEnd = -1;
  static constexpr std::size_t kLineWidth = 80;  // the default

  Stream() = default;
  virtual ~Stream();
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  // The name in messages, such as the name of the file.
  virtual std::string name() const { return "stream"; }
  virtual bool is_terminal() const { return false; }

  // ---- input
  // The next character, or kEnd.
  std::int32_t get() {
    if (next_ != end_ && static_cast<signed char>(*next_) >= 0) [[likely]] {
      if (*next_ == '\n') begin_line(next_ + 1);
      return *next_++;
    }
    return get_slowly();
  }
  // The next character, or kEnd, without consuming it.
  std::int32_t peek() {
    if (next_ != end_ && static_cast<signed char>(*next_) >= 0) [[likely]]
      return *next_;
    return peek_slowly();
  }
  // Puts back C, the last character that was read; returns false if C was not that character.
  virtual bool unget(char32_t) { return false; }
  // Can a character be read without waiting?
  virtual bool ready() { return false; }
  // Would a read have to wait? False at the end of the input.
  virtual bool must_wait() { return false; }
  virtual void drop_input() {}  // discards buffered input
  // The line of the next character, counted from 1.
  virtual int line() const { return line_; }
  // The column of the next character on its line, in characters, counted from 1.
  virtual int input_column();
  // The next character begins the line of this number.
  void set_line(int line) {
    line_ = line;
    known_ = next_;
    before_known_ = 0;
  }
  // The next bytes, without consuming them. If the buffer is empty, fills it once.
  virtual std::string_view bytes_ahead() { return {}; }
  // The bytes in the buffer; empty for streams without a buffer.
  std::string_view bytes_at_hand() const { return {next_, static_cast<std::size_t>(end_ - next_)}; }
  // Consumes the bytes up to TO, which contain LINES newlines.
  void take_up_to(const char* to, int lines = 0) {
    if (lines > 0) {
      line_ += lines - 1;
      const char* newline = to - 1;
      while (*newline != '\n') --newline;
      begin_line(newline + 1);
    }
    next_ = to;
  }
  // Returns true once after bytes were read that are not valid in the stream's encoding.
  virtual bool take_invalid() { return false; }

  // ---- output
  virtual void put(char32_t) {}
  virtual void write(std::string_view utf8);
  void write_latin1(const std::uint8_t* characters, std::size_t count);
  // The column of the next character.
  virtual std::size_t column() const { return column_; }
  void set_column(std::size_t column) { column_ = column; }
  // The width of a line in columns, for the pretty printer.
  virtual std::size_t line_width() const { return kLineWidth; }
  virtual void fresh_line() {
    if (column() != 0) put('\n');
  }
  virtual void flush() {}                                    // signals a stream-error if it fails
  virtual int send() { return 0; }                           // flushes; returns 0 or an errno
  virtual void fail(int /*errno*/) {}                        // signals the error of send()
  virtual void drop_output() {}                              // discards buffered output
  virtual std::size_t collected_bytes() const { return 0; }  // in a stream in memory
  virtual PrettyStream* pretty() { return nullptr; }

  // ---- bytes; false at the end
  struct Element {  // the element type of a file of integers
    std::uint32_t bits = 8;
    bool is_signed = false;
    std::uint32_t bytes() const { return (bits + 7) / 8; }
    bool is_octet() const { return bits == 8 && !is_signed; }
  };
  virtual Element element() const { return {}; }
  virtual bool get_byte(std::uint8_t&) { return false; }
  virtual void put_byte(std::uint8_t) {}
  virtual void put_bytes(std::string_view bytes) {
    for (char byte : bytes) put_byte(static_cast<std::uint8_t>(byte));
  }

  // ---- file positions, in elements of the file; nullopt for streams without positions
  virtual std::optional<std::uint64_t> position() { return std::nullopt; }
  virtual bool set_position(std::uint64_t) { return false; }
  virtual std::optional<std::uint64_t> length() { return std::nullopt; }

  // Closes the stream, after writing buffered output unless ABORT. Afterwards input is at its end,
  // and output is discarded. Returns 0 or an errno.
  virtual int close(bool abort) { return static_cast<void>(abort), 0; }
  // Would close() write buffered output or replace a file?
  virtual bool has_unsent() const { return false; }
  // Will the file replace another one when it is closed?
  virtual bool replaces_file() const { return false; }

  // The Lisp object of the stream, or NIL.
  Value object() const { return object_; }

 protected:
  virtual std::int32_t get_slowly() { return kEnd; }
  virtual std::int32_t peek_slowly() { return kEnd; }
  void advance_column(char32_t c) {
    if (c >= 0x20 && c < 0x7F) [[likely]]
      ++column_;
    else
      advance_column_slowly(c);
  }
  void advance_column(std::string_view utf8);

  // The buffered input: the next byte and the end. Both are null in composite streams, which read
  // from other streams.
  const char* next_ = nullptr;
  const char* end_ = nullptr;
  int line_ = 1;
  // The column of the character at KNOWN_ is BEFORE_KNOWN_ + 1; input_column() counts from there.
  const char* known_ = nullptr;
  int before_known_ = 0;

  void begin_line(const char* first) {
    ++line_;
    known_ = first;
    before_known_ = 0;
  }

 private:
  void advance_column_slowly(char32_t c);

  friend class StreamTable;
  friend class StreamUse;
  std::size_t column_ = 0;
  StreamTable* table_ = nullptr;  // the table that lists the stream
  std::size_t index_ = 0;         // its index there
  Value object_ = nil();          // not a root: an unreachable stream is closed
  std::uint32_t uses_ = 0;
  bool owned_ = false;  // the table deletes the stream
  bool closed_ = false;
};

// Input from a buffer of UTF-8 (or Latin-1) bytes, which fill() refills; it converts UTF-16 to UTF-8.
class ByteInput : public Stream {
 public:
  enum class Encoding : std::uint8_t { Utf8, Latin1, Utf16Be, Utf16Le };

  bool unget(char32_t c) override;
  bool take_invalid() override { return std::exchange(invalid_, false); }
  std::string_view bytes_ahead() override {
    if (next_ == end_) fill();
    return {next_, static_cast<std::size_t>(end_ - next_)};
  }

 protected:
  std::int32_t get_slowly() override;
  std::int32_t peek_slowly() override;
  // Reads more bytes; keeps those from next_ on and a few before. Returns false at the end.
  virtual bool fill() { return false; }
  // The first byte of the buffer.
  virtual const char* begin() const = 0;

  Encoding encoding_ = Encoding::Utf8;
  static constexpr std::size_t kKeptBytes = 4;  // the last character that was read, for unget()

 private:
  unicode::Decoded decode_next();
  bool invalid_ = false;
};

}  // namespace winnow

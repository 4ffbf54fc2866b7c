// Streams: where text and bytes come from and go to. UTF-8 (or Latin-1) outside, code points
// inside. The kinds are small classes of their own; two-way and synonym streams are none, since
// the table of streams resolves them to the stream behind.
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
  static constexpr std::size_t kLineWidth = 80;  // where nothing says otherwise

  Stream() = default;
  virtual ~Stream();
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  // What messages call it: the name of a file, for instance.
  virtual std::string name() const { return "stream"; }
  virtual bool is_terminal() const { return false; }

  // ---- input
  // The next character, or kEnd.
  std::int32_t get() {
    if (next_ != end_ && static_cast<signed char>(*next_) >= 0) [[likely]] {
      if (*next_ == '\n') ++line_;
      return *next_++;
    }
    return get_slowly();
  }
  // The same, and leaves it there.
  std::int32_t peek() {
    if (next_ != end_ && static_cast<signed char>(*next_) >= 0) [[likely]]
      return *next_;
    return peek_slowly();
  }
  // Puts C, the character read last, back; false if it was not.
  virtual bool unget(char32_t) { return false; }
  // Is there a character that can be read without waiting?
  virtual bool ready() { return false; }
  // Would reading have to wait? Not at the end, which can be told at once.
  virtual bool must_wait() { return false; }
  virtual void drop_input() {}  // forgets what was read ahead
  // The line on which the next character stands, counted from 1.
  virtual int line() const { return line_; }
  void set_line(int line) { line_ = line; }
  // What comes next, as bytes: whatever one reading brings, and nothing is used up.
  virtual std::string_view bytes_ahead() { return {}; }
  // The part of that which is in memory already; nothing where characters come one by one.
  std::string_view bytes_at_hand() const { return {next_, static_cast<std::size_t>(end_ - next_)}; }
  // Takes those up to TO, among which LINES end a line.
  void take_up_to(const char* to, int lines = 0) {
    next_ = to;
    line_ += lines;
  }
  // True once if bytes were met that are not in the stream's encoding.
  virtual bool take_invalid() { return false; }

  // ---- output
  virtual void put(char32_t) {}
  virtual void write(std::string_view utf8);
  void write_latin1(const std::uint8_t* characters, std::size_t count);
  // Columns since the beginning of the line.
  virtual std::size_t column() const { return column_; }
  void set_column(std::size_t column) { column_ = column; }
  // Columns of a line, for the pretty printer.
  virtual std::size_t line_width() const { return kLineWidth; }
  virtual void fresh_line() {
    if (column() != 0) put('\n');
  }
  virtual void flush() {}                                    // signals a stream-error if it cannot
  virtual int send() { return 0; }                           // the same, but returns 0 or an errno
  virtual void fail(int /*errno*/) {}                        // signals what send() returned
  virtual void drop_output() {}                              // forgets what was not sent yet
  virtual std::size_t collected_bytes() const { return 0; }  // by a stream in memory
  virtual PrettyStream* pretty() { return nullptr; }

  // ---- bytes; false at the end
  struct Element {  // what a file of integers holds
    std::uint32_t bits = 8;
    bool is_signed = false;
    std::uint32_t bytes() const { return (bits + 7) / 8; }
  };
  virtual Element element() const { return {}; }
  virtual bool get_byte(std::uint8_t&) { return false; }
  virtual void put_byte(std::uint8_t) {}

  // ---- places in a file, in the units of the file; nothing where there is no such thing
  virtual std::optional<std::uint64_t> position() { return std::nullopt; }
  virtual bool set_position(std::uint64_t) { return false; }
  virtual std::optional<std::uint64_t> length() { return std::nullopt; }

  // Gives back what the system lent, after sending what was not sent yet, unless ABORT; later input
  // is at its end, later output goes nowhere. Returns 0 or the errno of what failed.
  virtual int close(bool abort) { return static_cast<void>(abort), 0; }
  // Is there output that close() would have to send, or a file that it would replace?
  virtual bool has_unsent() const { return false; }
  // Does its file replace another one when it is closed?
  virtual bool replaces_file() const { return false; }

  // Its object in Lisp, or NIL if it has none.
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

  // What was read ahead, as bytes: the next one, and the end. Kinds that read from other streams
  // leave both null.
  const char* next_ = nullptr;
  const char* end_ = nullptr;
  int line_ = 1;

 private:
  void advance_column_slowly(char32_t c);

  friend class StreamTable;
  friend class StreamUse;
  std::size_t column_ = 0;
  StreamTable* table_ = nullptr;  // where it is listed
  std::size_t index_ = 0;         // its place there
  Value object_ = nil();          // not a root: a stream that nobody holds is closed
  std::uint32_t uses_ = 0;
  bool owned_ = false;  // by the table
  bool closed_ = false;
};

// Input from UTF-8 (or Latin-1) bytes that lie in memory, more of which fill() may bring.
class ByteInput : public Stream {
 public:
  enum class Encoding : std::uint8_t { Utf8, Latin1 };

  bool unget(char32_t c) override;
  bool take_invalid() override { return std::exchange(invalid_, false); }
  std::string_view bytes_ahead() override {
    if (next_ == end_) fill();
    return {next_, static_cast<std::size_t>(end_ - next_)};
  }

 protected:
  std::int32_t get_slowly() override;
  std::int32_t peek_slowly() override;
  // Brings more bytes, keeping those from next_ on and a few before; false at the end.
  virtual bool fill() { return false; }
  // The first byte of what is in memory.
  virtual const char* begin() const = 0;

  Encoding encoding_ = Encoding::Utf8;
  static constexpr std::size_t kKeptBytes = 4;  // the character read last, for unget()

 private:
  unicode::Decoded decode_next();
  bool invalid_ = false;
};

}  // namespace winnow

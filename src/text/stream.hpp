// Streams of characters: files, strings, the terminal. UTF-8 outside, code points inside.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>

#include "base/unicode.hpp"

namespace winnow {

class Stream {
 public:
  static constexpr std::int32_t kEnd = -1;

  // Reads from, or writes to, a file descriptor, which close() closes if OWNED.
  static Stream input_file(int descriptor, std::string name, bool owned);
  static Stream output_file(int descriptor, std::string name, bool owned);
  static Stream input_string(std::string utf8, std::string name);
  static Stream output_string();

  Stream(Stream&& other) noexcept;  // OTHER no longer owns the file
  ~Stream();

  bool is_input() const { return input_; }
  bool is_output() const { return output_; }
  bool is_open() const { return open_; }
  bool is_terminal() const;
  const std::string& name() const { return name_; }
  void close();

  // ---- input
  std::int32_t get();   // next character, or kEnd
  std::int32_t peek();  // the same, and leaves it there
  void unget(char32_t c);
  bool ready();  // is there a character without waiting?
  int line() const { return line_; }
  void set_line(int line) { line_ = line; }
  int input_column() const { return input_column_; }
  // True once if bytes were met that are not UTF-8.
  bool take_invalid() { return std::exchange(invalid_, false); }
  std::size_t characters_read() const { return characters_read_; }
  void drop_input();  // forgets what was read ahead

  // ---- output
  void put(char32_t c);
  void write(std::string_view utf8);
  std::size_t unwritten_bytes() const { return buffer_.size(); }
  int column() const { return column_; }
  void set_column(int column) { column_ = column; }
  void fresh_line();
  void flush();
  std::string take_string();  // what was written to a string stream since the last call

  // Replaces the way more input comes: appends to the buffer, false at the end.
  std::function<bool(std::string& buffer)> refill;
  // What to do when writing fails (with errno) and when a signal broke off a read.
  std::function<void(int error)> on_failure;
  std::function<void()> on_interrupt;
  // An output stream to flush before waiting for input.
  Stream* flush_before_reading = nullptr;
  bool line_buffered = false;

 private:
  Stream() = default;
  Stream(const Stream&) = default;
  bool fill();

  std::string name_;
  std::string buffer_;
  std::size_t position_ = 0;
  int descriptor_ = -1;
  int line_ = 1;
  int column_ = 0;
  int input_column_ = 0;
  std::size_t characters_read_ = 0;
  bool input_ = false;
  bool output_ = false;
  bool owned_ = false;
  bool open_ = true;
  bool invalid_ = false;
  bool at_end_ = false;
  std::u32string pushed_back_;
};

}  // namespace winnow

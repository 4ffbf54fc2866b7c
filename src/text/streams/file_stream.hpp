// Buffered streams of files, pipes and the terminal, of characters or bytes, for input,
// output or both directions.
#pragma once

#include "heap/heap.hpp"
#include "text/streams/stream.hpp"

namespace winnow {

class FileStream final : public ByteInput {
 public:
  // A stream of the open file DESCRIPTOR, which close() closes if OWNED.
  FileStream(Heap& heap, int descriptor, std::string name, bool owned)
      : heap_(heap), descriptor_(descriptor), name_(std::move(name)), owned_descriptor_(owned) {}
  ~FileStream() override;

  std::string name() const override { return name_; }
  int descriptor() const { return descriptor_; }
  bool is_terminal() const override;
  std::size_t line_width() const override;

  bool ready() override;
  bool must_wait() override { return !ready() && !at_end_ && descriptor_ >= 0; }
  void drop_input() override;

  void put(char32_t c) override;
  void write(std::string_view utf8) override;
  void flush() override {
    if (int error = send()) fail(error);
  }
  int send() override;  // afterwards the buffer is empty, even if it failed
  void fail(int error) override;
  void drop_output() override { out_.clear(); }

  bool get_byte(std::uint8_t& byte) override;
  void put_byte(std::uint8_t byte) override;
  void put_bytes(std::string_view bytes) override;

  std::optional<std::uint64_t> position() override;
  bool set_position(std::uint64_t units) override;
  std::optional<std::uint64_t> length() override;

  int close(bool abort) override;
  bool has_unsent() const override {
    return descriptor_ >= 0 && (!out_.empty() || replaces_file());
  }
  bool replaces_file() const override { return !replaced.empty(); }

  void set_encoding(Encoding encoding) { encoding_ = encoding; }
  Encoding encoding() const { return encoding_; }
  bool is_utf16() const { return encoding_ == Encoding::Utf16Be || encoding_ == Encoding::Utf16Le; }
  // In UTF-16: does a byte order mark at the beginning of the input choose the byte order?
  bool has_order_mark = false;
  // Makes this a file of integers; file positions are counted in integers.
  void set_element(Element element) { element_ = element; }
  Element element() const override { return element_; }

  // Is input not read from the descriptor, but typed into a line editor (Upcalls::edited_input)?
  bool is_edited = false;
  // Are Upcalls notified of all bytes that are read or written, and of failures?
  bool is_standard = false;
  // The number of bytes that may still be written; streams may share it. Null: no limit.
  std::size_t* allowance = nullptr;
  static constexpr int kAllowanceSpent = -1;  // the error above the limit, in place of an errno
  // An output stream to flush before waiting for input.
  Stream* flush_before_reading = nullptr;
  bool line_buffered = false;
  // The file that the stream writes, if closing with ABORT removes it; else "".
  std::string provisional;
  // The file that it replaces when it is closed after all output was written; "": none.
  std::string replaced;
  bool keeps_old = false;  // as REPLACED.bak

 protected:
  bool fill() override;
  const char* begin() const override { return in_.data(); }

 private:
  void set_window(std::size_t next, std::size_t end);
  void require_encodable(char32_t c);
  void turn_to_output();
  void wait_for(short event);
  int send_all();
  int replace_file();
  std::size_t convert_utf16(std::size_t begin, bool is_last);
  void put_utf16(char16_t unit);

  Heap& heap_;
  int descriptor_;  // -1 after close()
  std::string name_;
  std::string in_;
  std::string out_;
  std::string undecoded_;  // bytes of a UTF-16 character whose other bytes are not read yet
  Element element_;
  int lost_ = 0;  // the errno of the first failed write
  bool owned_descriptor_;
  bool at_end_ = false;
};

}  // namespace winnow

// Streams of files, pipes and the terminal: buffered, of characters or of bytes, one way or both.
#pragma once

#include <functional>

#include "heap/heap.hpp"
#include "text/streams/stream.hpp"

namespace winnow {

class FileStream final : public ByteInput {
 public:
  // Over an open file DESCRIPTOR, which close() closes if OWNED.
  FileStream(Heap& heap, int descriptor, std::string name, bool owned)
      : heap_(heap), descriptor_(descriptor), name_(std::move(name)), owned_descriptor_(owned) {}
  ~FileStream() override;

  std::string name() const override { return name_; }
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
  int send() override;  // whether it fails or not, nothing waits to be sent then
  void fail(int error) override;
  void drop_output() override { out_.clear(); }

  bool get_byte(std::uint8_t& byte) override;
  void put_byte(std::uint8_t byte) override;

  std::optional<std::uint64_t> position() override;
  bool set_position(std::uint64_t units) override;
  std::optional<std::uint64_t> length() override;

  int close(bool abort) override;
  bool has_unsent() const override {
    return descriptor_ >= 0 && (!out_.empty() || replaces_file());
  }
  bool replaces_file() const override { return static_cast<bool>(replace); }

  void set_encoding(Encoding encoding) { encoding_ = encoding; }
  Encoding encoding() const { return encoding_; }
  // Makes this a file of integers; places in it are counted in those.
  void set_element(Element element) { element_ = element; }
  Element element() const override { return element_; }

  // Replaces the way more input comes: appends to the buffer, false at the end.
  std::function<bool(std::string& buffer)> refill;
  // How many bytes may still be sent; may be shared. Null: any number.
  std::size_t* allowance = nullptr;
  static constexpr int kAllowanceSpent = -1;  // the failure after that, in place of an errno
  // Told of a failure first, with its errno; true if that is enough.
  std::function<bool(int error)> on_failure;
  // Told of all bytes that come in or go out.
  std::function<void(std::string_view bytes)> on_traffic;
  // An output stream to flush before waiting for input.
  Stream* flush_before_reading = nullptr;
  bool line_buffered = false;
  // Called when the stream is closed by ABORT.
  std::function<void()> on_abort;
  // Called when it is closed otherwise and all that was written is in the file: lets this replace
  // another file. Returns 0 or an errno.
  std::function<int()> replace;

 protected:
  bool fill() override;
  const char* begin() const override { return in_.data(); }

 private:
  void set_window(std::size_t next, std::size_t end);
  void require_encodable(char32_t c);
  void turn_to_output();
  void wait_for(short event);
  int send_all();

  Heap& heap_;
  int descriptor_;  // -1 once it is closed
  std::string name_;
  std::string in_;
  std::string out_;
  Element element_;
  int lost_ = 0;  // the errno of the first output that could not be sent
  bool owned_descriptor_;
  bool at_end_ = false;
};

}  // namespace winnow

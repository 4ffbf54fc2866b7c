// String streams: input from a string, and output to a string.
#pragma once

#include "data/functions.hpp"
#include "heap/heap.hpp"
#include "text/streams/stream.hpp"

namespace winnow {

class StringInput final : public ByteInput {
 public:
  StringInput(std::string utf8, std::string name) : text_(std::move(utf8)), name_(std::move(name)) {
    next_ = known_ = text_.data();
    end_ = next_ + text_.size();
  }
  std::string name() const override { return name_; }
  bool ready() override { return next_ != end_; }
  // Positions are counted in characters.
  std::optional<std::uint64_t> position() override;
  bool set_position(std::uint64_t characters) override;
  std::optional<std::uint64_t> length() override;

 protected:
  const char* begin() const override { return text_.data(); }

 private:
  std::string text_;
  std::string name_;
};

class StringOutput final : public Stream {
 public:
  std::string name() const override { return "string"; }
  void put(char32_t c) override {
    if (c < 0x80) [[likely]]
      text_ += static_cast<char>(c);
    else
      unicode::append_utf8(text_, c);
    advance_column(c);
  }
  void write(std::string_view utf8) override {
    text_ += utf8;
    advance_column(utf8);
  }
  std::optional<std::uint64_t> position() override;

  // Returns the output since the last call.
  std::string take() { return std::exchange(text_, {}); }
  std::size_t collected_bytes() const override { return text_.size(); }

 private:
  std::string text_;
};

// Output that is appended to a Lisp string with a fill pointer. In the stream object `first` is the
// string and `second` the function VECTOR-PUSH-EXTEND.
class StringFiller final : public Stream {
 public:
  explicit StringFiller(Heap& heap) : heap_(heap) {}
  std::string name() const override { return "string"; }
  void put(char32_t c) override;

 private:
  Heap& heap_;
};

}  // namespace winnow

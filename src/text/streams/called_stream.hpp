// Streams whose operations are Lisp functions: those of instances of classes below
// FUNDAMENTAL-STREAM (lib/extensions/gray-streams.lisp), and of editors. In the stream object `first` is
// the target, the first argument of every call, and `second` a vector of the functions.
// Source: David Gray, STREAM-DEFINITION-BY-USER, X3J13 proposal, 1989.
#pragma once

#include "heap/heap.hpp"
#include "text/streams/stream.hpp"

namespace winnow {

class CalledStream final : public Stream {
 public:
  explicit CalledStream(Heap& heap) : heap_(heap) {}
  bool unget(char32_t c) override;
  bool ready() override;
  void drop_input() override { call(ClearInput); }
  void put(char32_t c) override;
  void write(std::string_view utf8) override;
  std::size_t column() const override;
  void fresh_line() override { call(FreshLine); }
  void flush() override { call(FinishOutput); }
  void drop_output() override { call(ClearOutput); }
  bool get_byte(std::uint8_t& byte) override;
  void put_byte(std::uint8_t byte) override { call(WriteByte, Value::from_fixnum(byte)); }
  int close(bool abort) override;

 protected:
  std::int32_t get_slowly() override;
  std::int32_t peek_slowly() override { return character(call(PeekChar)); }

 private:
  // The places of the functions in the vector. Those without a comment take the target only.
  enum Function : std::uint8_t {
    ReadChar,    // returns a character or :EOF
    UnreadChar,  // (target character)
    PeekChar,    // returns a character or :EOF
    Listen,
    ReadByte,     // returns an integer or :EOF
    WriteChar,    // (target character)
    WriteString,  // (target string)
    LineColumn,   // returns an integer, or NIL if it is not known
    FreshLine,
    FinishOutput,
    WriteByte,  // (target integer)
    ClearInput,
    ClearOutput,
    Close  // (target abort)
  };
  Value call(Function function, Value argument = kAbsent) const;
  static std::int32_t character(Value v) {
    return v.is_character() ? static_cast<std::int32_t>(v.character()) : kEnd;
  }

  Heap& heap_;
};

}  // namespace winnow

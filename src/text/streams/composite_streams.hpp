// Streams made of other streams. The components are in the stream object (StreamObject::first and
// second); they are resolved for each operation, since a synonym stream may change its target.
#pragma once

#include "text/streams/stream_table.hpp"

namespace winnow {

// Input whose characters are also written to an output stream.
class EchoStream final : public Stream {
 public:
  explicit EchoStream(StreamTable& table) : streams_(table) {}
  std::string name() const override { return "echo stream"; }
  bool unget(char32_t c) override;
  bool ready() override { return in()->ready(); }
  bool must_wait() override { return in()->must_wait(); }
  void drop_input() override { in()->drop_input(); }
  int line() const override { return in()->line(); }
  int input_column() override { return in()->input_column(); }
  bool take_invalid() override { return in()->take_invalid(); }
  void put(char32_t c) override { out()->put(c); }
  std::size_t column() const override { return out()->column(); }
  void flush() override { out()->flush(); }
  void drop_output() override { out()->drop_output(); }
  Element element() const override;
  bool get_byte(std::uint8_t& byte) override;
  void put_byte(std::uint8_t byte) override {
    streams_.output(parts()->second, StreamTable::Content::Bytes)->put_byte(byte);
  }

 protected:
  std::int32_t get_slowly() override;
  std::int32_t peek_slowly() override { return in()->peek(); }

 private:
  StreamObject* parts() const { return as<StreamObject>(object()); }
  StreamUse in() const { return streams_.input(parts()->first); }
  StreamUse out() const { return streams_.output(parts()->second); }

  StreamTable& streams_;
  std::size_t echoed_already_ = 0;  // number of characters that were put back
};

// Output to all streams in a list.
class BroadcastStream final : public Stream {
 public:
  explicit BroadcastStream(StreamTable& table) : streams_(table) {}
  std::string name() const override { return "broadcast stream"; }
  void put(char32_t c) override;
  void fresh_line() override;
  std::size_t column() const override;
  void flush() override;
  void drop_output() override;
  Element element() const override;
  void put_byte(std::uint8_t byte) override;
  std::optional<std::uint64_t> position() override;
  std::optional<std::uint64_t> length() override;

 private:
  template <class F>
  void for_each(StreamTable::Content content, F f);
  Value last() const;  // stream, or NIL

  StreamTable& streams_;
};

// Input from the streams in a list, one after the other.
class ConcatenatedStream final : public Stream {
 public:
  explicit ConcatenatedStream(StreamTable& table) : streams_(table) {}
  std::string name() const override { return "concatenated stream"; }
  bool unget(char32_t c) override;
  bool ready() override;
  bool must_wait() override;
  bool take_invalid() override;
  Element element() const override;
  bool get_byte(std::uint8_t& byte) override;

 protected:
  std::int32_t get_slowly() override;
  std::int32_t peek_slowly() override;

 private:
  Value rest() const { return as<StreamObject>(object())->first; }
  void drop_first() { streams_.heap().store(as<StreamObject>(object())->first, cdr(rest())); }

  StreamTable& streams_;
};

// Output whose letters are written in another case.
class CaseStream final : public Stream {
 public:
  enum class Case : std::uint8_t { Up, Down, Capitalized, FirstCapitalized };
  CaseStream(StreamTable& table, Case to) : streams_(table), case_(to) {}
  std::string name() const override { return out()->name(); }
  std::size_t column() const override { return out()->column(); }
  std::size_t line_width() const override { return out()->line_width(); }
  std::size_t collected_bytes() const override { return out()->collected_bytes(); }
  void put(char32_t c) override { out()->put(converted(c)); }
  void write(std::string_view utf8) override;
  void fresh_line() override { out()->fresh_line(); }
  void flush() override { out()->flush(); }

 private:
  StreamUse out() const { return streams_.output(as<StreamObject>(object())->second); }
  char32_t converted(char32_t c);

  StreamTable& streams_;
  Case case_;
  bool inside_word_ = false;
  bool had_word_ = false;
};

}  // namespace winnow

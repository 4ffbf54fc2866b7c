// Text to data. Nesting costs memory but no C++ stack: open lists and prefixes lie in a row.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/dialect.hpp"
#include "core/heap.hpp"
#include "core/roots.hpp"
#include "core/source_map.hpp"
#include "text/streams/stream.hpp"
#include "text/text_system.hpp"
#include "text/variables.hpp"

namespace winnow {

struct ReaderOptions {
  TextSystem* text;
  Dialect dialect;
  SourceMap* lines = nullptr;                    // where to note the line of each list
  std::function<Value(Value form)> evaluate;     // for #.
  std::function<void(const std::string&)> warn;  // for what old code is forgiven
};

class Reader {
 public:
  Reader(Heap& heap, Stream& stream, ReaderOptions options);

  // The next object, or kEndOfFile where nothing is left. Signals reader-error, or end-of-file when
  // the text ends inside an object; the message says where that began.
  Value read();

  // The line on which the object returned last begins.
  int form_line() const { return form_line_; }

  // Takes the character that ended a symbol or number if it is white space, as READ does.
  void skip_one_space();

 private:
  enum class Kind : std::uint8_t {
    List,
    Vector,
    Prefix,
    Eval,
    Feature,
    Skip,
    Label,
    Array,
    Complex
  };
  struct Open {
    Kind kind;
    char32_t opener;
    int line;
    enum {
      Elements,
      Tail,
      Closed
    } dots;               // in a list: before a dot, after it, after the object there
    std::int64_t number;  // label, rank; for Feature: 1 if #+
  };

  bool read_step(Value& out);  // true when a whole object arrived in OUT
  bool deliver(Value v, Value& out);
  bool close_list(Value& out);
  bool read_sharp(Value& out);
  void open(Kind kind, char32_t opener, Value head, std::int64_t number = 0);
  Value read_string();
  struct TokenMarks {
    bool escaped = false;                      // was any character?
    std::size_t colon = std::u32string::npos;  // the place of the first that counts
  };
  TokenMarks collect_token(char32_t first, std::u32string& text);
  Value read_token(char32_t first);
  Value read_character();
  Value token_value(std::u32string& text, bool escaped, std::size_t escaped_at);
  Value intern_token(const std::u32string& text, std::size_t colon);
  Value read_radix(int base);
  void skip_block_comment();
  bool has_feature(Value expression);
  Value resolve_labels(Value v, Value placeholder, Value object);
  bool is_terminator(std::int32_t c) const;
  std::int32_t next();
  std::int32_t require();  // next character; an error at the end
  [[noreturn]] void fail(const char* control, std::initializer_list<Value> arguments = {});
  [[noreturn]] void end_inside();

  Heap& heap_;
  Stream& stream_;
  ReaderOptions options_;
  ReadVariables variables_;
  std::vector<Open> open_;
  ValueVector heads_;  // for each open list its first cell, for a prefix its symbol
  ValueVector tails_;
  ValueVector labels_;  // number, object, number, object, ...
  int skipping_ = 0;
  int form_line_ = 1;
  bool ended_by_token_ = false;
  std::uint64_t steps_ = 0;
};

}  // namespace winnow

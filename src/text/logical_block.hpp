// What PPRINT-LOGICAL-BLOCK does around its body. FORMAT's ~<...~:> and the layouts of code are
// made of it, too.
#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "text/pretty_stream.hpp"
#include "text/printer.hpp"

namespace winnow {

class LogicalBlock {
 public:
  struct Frame {
    std::u32string_view prefix;
    bool on_each_line = false;
    std::u32string_view suffix;
  };
  // Begins a block for the elements of LIST on OUT. What is no list is printed as WRITE does; what
  // is too deep, as #; what was printed before, as its label. Then the body is not to be run.
  // HAS_LIST: LIST is an object being printed, not just a row of arguments.
  LogicalBlock(TextSystem& text, Stream& out, Value list, const Frame& frame, bool has_list = true);
  // Where control leaves the body early.
  ~LogicalBlock();
  LogicalBlock(const LogicalBlock&) = delete;
  LogicalBlock& operator=(const LogicalBlock&) = delete;

  bool is_open() const { return state_ == State::Open; }
  // Ends the block after its body.
  void end();
  // Where the body writes.
  PrettyStream& stream() { return *pretty_; }

  // Is there nothing left of the list?
  bool is_exhausted() const { return is_nil(rest_) || pretty_->is_full(); }
  // Before an element is taken: prints what stands for the rest where that is not to be printed as
  // elements (... beyond *PRINT-LENGTH*, the tail of a dotted or circular list), and returns false.
  bool more();
  // The next element; NIL behind the last.
  Value pop();
  Value rest() const { return rest_; }
  void set_rest(Value rest) { rest_ = rest; }
  Value list() const { return list_; }
  std::int64_t taken() const { return taken_; }
  // Tells it from the other blocks whose bodies run.
  std::int64_t number() const { return number_; }
  void go_to(Value rest, std::int64_t taken) {
    rest_ = rest;
    taken_ = taken;
  }

 private:
  void begin(Stream& out, const Frame& frame, bool has_list);
  enum class State : std::uint8_t { Skipped, Open, Ended };

  TextSystem& text_;
  PrintVariables how_;
  State state_ = State::Skipped;
  Value list_;
  Value rest_;
  std::int64_t taken_ = 0;
  std::unique_ptr<PrettyStream> own_stream_;  // where there was none
  PrettyStream* pretty_ = nullptr;
  std::optional<SharedObjects> own_shared_;
  Printing printing_;
  std::optional<PrintingScope> scope_;
  std::int64_t number_;
};

// The block of that number, if its body runs; else null.
LogicalBlock* active_block(TextSystem& text, std::int64_t number);

}  // namespace winnow

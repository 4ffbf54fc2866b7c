// Logical blocks of the pretty printer, for PPRINT-LOGICAL-BLOCK and FORMAT's ~<...~:>.
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
  // Begins a block on OUT for the elements of LIST. Otherwise prints LIST: as WRITE does if it is
  // not a list, as # if it is too deep, as its label if it was printed before. Then the block is
  // not open, and the caller must not run the body.
  LogicalBlock(TextSystem& text, Stream& out, Value list, const Frame& frame, bool has_list = true);
  // Ends the block if control left the body early.
  ~LogicalBlock();
  LogicalBlock(const LogicalBlock&) = delete;
  LogicalBlock& operator=(const LogicalBlock&) = delete;

  bool is_open() const { return state_ == State::Open; }
  // Ends the block after its body.
  void end();
  // The stream for the body.
  PrettyStream& stream() { return *pretty_; }

  // Has the list no more elements?
  bool is_exhausted() const { return is_nil(rest_) || pretty_->is_full(); }
  // Must be called before pop(). If the rest of the list is not printed as elements, prints what
  // represents it (... beyond *PRINT-LENGTH*, or a dot and the tail) and returns false.
  bool more();
  // The next element, or NIL after the last.
  Value pop();
  Value rest() const { return rest_; }
  std::int64_t taken() const { return taken_; }
  // Identifies the block among the open ones.
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
  std::unique_ptr<PrettyStream> own_stream_;  // for an OUT that is not a PrettyStream
  PrettyStream* pretty_ = nullptr;
  std::optional<SharedObjects> own_shared_;
  Printing printing_;
  std::optional<PrintingScope> scope_;
  std::int64_t number_;
};

// The open block with this number, or null.
LogicalBlock* active_block(TextSystem& text, std::int64_t number);

}  // namespace winnow

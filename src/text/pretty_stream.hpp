// The line-breaking stream of the pretty printer: it takes text and layout operations,
// and writes finished lines.
//
// Source: D. C. Oppen, "Prettyprinting", ACM TOPLAS 2(4), 1980; R. C. Waters, "XP: A Common Lisp
// Pretty Printing System", MIT AI Memo 1102a, 1989; ANSI Common Lisp, section 22.2.
//
// Text is collected in a buffer, and operations in a queue with their positions in the text. A
// conditional newline ends the sections that precede it; the section after it extends to the next
// newline of its block or of an enclosing one. As soon as it is known whether the section of the
// first operation fits on the line, that operation is executed: a block that fits is plain text; a
// block that does not is entered, and its newlines then break the line according to their kinds.
// Thus only about one line is buffered.
#pragma once

#include <deque>
#include <new>
#include <string>
#include <vector>

#include "heap/heap.hpp"
#include "text/streams/stream.hpp"
#include "text/variables.hpp"

namespace winnow {

class PrettyStream final : public Stream {
 public:
  // Writes to TARGET, from its current column on.
  PrettyStream(Heap& heap, Stream& target, const PrintVariables& how);

  std::string name() const override { return target_.name(); }
  PrettyStream* pretty() override { return this; }
  void put(char32_t c) override;
  std::size_t column() const override { return column_at(buffer_.size()); }
  std::size_t collected_bytes() const override { return target_.collected_bytes(); }

  enum class Newline : std::uint8_t { Linear, Fill, Miser, Mandatory, Literal };
  enum class Indent : std::uint8_t { Block, Current };
  struct Tab {
    bool is_section = false;  // relative to the beginning of the section
    bool is_relative = false;
    std::size_t column = 0;
    std::size_t step = 0;
  };
  void newline(Newline kind);
  void indent(Indent from, std::int64_t amount);
  void tab(const Tab& tab);
  void start_block(std::u32string_view prefix, bool on_each_line, std::u32string_view suffix);
  // Ends the innermost block; QUIETLY: without its suffix, after a non-local exit.
  void end_block(bool quietly = false);

  // Writes all buffered text to the target.
  void finish();
  // Is *PRINT-LINES* reached? Then all further text is dropped.
  bool is_full() const { return is_full_; }

 private:
  using Position = std::uint64_t;  // in the whole text of the stream
  static constexpr std::uint64_t kNone = ~std::uint64_t{0};

  struct Operation {
    enum Kind : std::uint8_t { Break, Indentation, BlockStart, BlockEnd, Tabulation } kind;
    Position position;
    // Breaks and block starts begin a section:
    std::size_t depth = 0;              // number of open blocks
    std::uint64_t section_end = kNone;  // the operation that ends the section
    std::uint64_t block_end = kNone;    // for a block start: its block end
    Newline newline = Newline::Linear;
    Indent from = Indent::Block;
    std::int64_t amount = 0;
    Tab tab{};
    std::u32string prefix{};  // of each line of a block
    std::u32string suffix{};
  };
  // A block that did not fit on its line.
  struct Block {
    std::size_t start_column = 0;
    std::size_t section_column = 0;
    std::size_t fixed_prefix = 0;  // length of the prefix that indentation cannot change
    std::size_t prefix_length = 0;
    std::size_t suffix_length = 0;
    std::uint64_t section_line = 0;  // the line on which the section began
  };
  enum class Fit : std::uint8_t { Yes, No, Unknown };

  Operation& add(Operation::Kind kind);
  Operation& operation(std::uint64_t id) { return queue_[id - first_id_]; }
  std::uint64_t next_id() const { return first_id_ + queue_.size(); }
  Position end_position() const { return offset_ + buffer_.size(); }
  std::size_t index_of(Position p) const { return static_cast<std::size_t>(p - offset_); }
  std::size_t column_at(std::size_t index) const;
  static std::size_t spaces_of(const Tab& tab, std::size_t section, std::size_t column);

  bool carry_out(bool forced);
  Fit fits(std::uint64_t until, bool forced) const;
  bool is_miser() const;
  void break_line(const Operation& at);
  void send_partial_line();
  void enter_block(const Operation& start);
  void leave_block();
  void set_indentation(std::size_t column);
  void expand_tabs(std::uint64_t through);
  void send_text(std::u32string_view text);

  Heap& heap_;
  Stream& target_;
  std::size_t line_length_;
  std::int64_t most_lines_;
  std::int64_t miser_width_;

  std::u32string buffer_;  // the current line, from start_column_ on
  Position offset_ = 0;    // position of the beginning of the buffer
  std::size_t start_column_;
  std::deque<Operation> queue_;
  std::uint64_t first_id_ = 0;  // number of the first operation in the queue
  struct Pending {              // a block that has not ended
    std::uint64_t start;
    std::u32string suffix;
  };
  std::vector<Pending> pending_blocks_;
  std::vector<std::uint64_t> open_sections_;  // operations whose section has not ended
  std::vector<Block> blocks_;                 // entered blocks; the first is the whole text
  std::u32string prefix_;                     // of the next line
  std::u32string suffix_;                     // of all entered blocks, innermost first
  std::uint64_t line_ = 0;
  std::size_t steps_ = 0;
  bool is_full_ = false;
};

// A scope whose output is a block of STREAM, unless that is null.
class PrettyBlock {
 public:
  PrettyBlock(PrettyStream* stream, std::u32string_view prefix, std::u32string_view suffix)
      : stream_(stream) {
    if (stream_ != nullptr) stream_->start_block(prefix, false, suffix);
  }
  PrettyBlock(const PrettyBlock&) = delete;
  PrettyBlock& operator=(const PrettyBlock&) = delete;
  void end() {
    if (PrettyStream* stream = std::exchange(stream_, nullptr)) stream->end_block();
  }
  // Ends the block quietly after a non-local exit.
  ~PrettyBlock() {
    try {
      if (stream_ != nullptr) stream_->end_block(true);
    } catch (const std::bad_alloc&) {  // ignored: only the layout is affected
    }
  }

 private:
  PrettyStream* stream_;
};

}  // namespace winnow

#include "text/pretty_stream.hpp"

#include <algorithm>

namespace winnow {

namespace {
// The limit of the indentation of a block.
constexpr std::size_t kMostIndentation = 1000;

// The length of LINE without trailing spaces, except for the one in #\ followed by a space.
std::size_t end_without_blanks(std::u32string_view line) {
  std::size_t end = line.find_last_not_of(U' ') + 1;
  return end < line.size() && line.substr(0, end).ends_with(U"#\\") ? end + 1 : end;
}
}  // namespace

PrettyStream::PrettyStream(Heap& heap, Stream& target, const PrintVariables& how)
    : heap_(heap),
      target_(target),
      line_length_(how.right_margin == kNoLimit ? target.line_width()
                                                : static_cast<std::size_t>(how.right_margin)),
      most_lines_(how.readably ? kNoLimit : how.lines),
      miser_width_(how.miser_width == kNoLimit ? -1 : how.miser_width),
      start_column_(target.column()),
      blocks_(1) {}

// ---- input

void PrettyStream::put(char32_t c) {
  if (is_full_) return;
  if (c == '\n') return newline(Newline::Literal);
  buffer_ += c;
  if (buffer_.size() > line_length_ && (++steps_ & 63) == 0 && !carry_out(false))
    send_partial_line();
}

PrettyStream::Operation& PrettyStream::add(Operation::Kind kind) {
  queue_.push_back({kind, end_position()});
  queue_.back().depth = pending_blocks_.size();
  return queue_.back();
}

void PrettyStream::newline(Newline kind) {
  heap_.poll_at(++steps_);
  if (is_full_) return;
  Operation& here = add(Operation::Break);
  here.newline = kind;
  std::uint64_t id = next_id() - 1;
  while (!open_sections_.empty()) {
    std::uint64_t open = open_sections_.back();
    if (open >= first_id_) {
      if (operation(open).depth < here.depth) break;
      operation(open).section_end = id;
    }
    open_sections_.pop_back();
  }
  open_sections_.push_back(id);
  carry_out(kind == Newline::Literal || kind == Newline::Mandatory);
}

void PrettyStream::indent(Indent from, std::int64_t amount) {
  if (is_full_) return;
  Operation& o = add(Operation::Indentation);
  o.from = from;
  o.amount = amount;
}

void PrettyStream::tab(const Tab& tab) {
  if (is_full_) return;
  add(Operation::Tabulation).tab = tab;
}

void PrettyStream::start_block(std::u32string_view prefix, bool on_each_line,
                               std::u32string_view suffix) {
  for (char32_t c : prefix) put(c);
  Operation& o = add(Operation::BlockStart);
  if (on_each_line) o.prefix = prefix;
  o.suffix = suffix;
  open_sections_.push_back(next_id() - 1);
  pending_blocks_.push_back({next_id() - 1, std::u32string(suffix)});
}

void PrettyStream::end_block(bool quietly) {
  // The suffix is part of the block, so it may cause line breaks.
  if (!quietly)
    for (char32_t c : std::u32string(pending_blocks_.back().suffix)) put(c);
  Pending block = std::move(pending_blocks_.back());
  pending_blocks_.pop_back();
  add(Operation::BlockEnd);
  if (block.start >= first_id_) operation(block.start).block_end = next_id() - 1;
}

void PrettyStream::finish() {
  carry_out(false);
  if (is_full_) return;
  expand_tabs(kNone);
  send_text(buffer_);
  offset_ += buffer_.size();
  start_column_ += buffer_.size();
  buffer_.clear();
  first_id_ += queue_.size();
  queue_.clear();
}

// ---- columns

std::size_t PrettyStream::spaces_of(const Tab& tab, std::size_t section, std::size_t column) {
  std::size_t at = column - (tab.is_section ? std::min(section, column) : 0);
  if (tab.is_relative) {
    std::size_t rest = tab.step > 1 ? (at + tab.column) % tab.step : 0;
    return tab.column + (rest > 0 ? tab.step - rest : 0);
  }
  if (at < tab.column) return tab.column - at;
  return tab.step == 0 ? 0 : tab.step - (at - tab.column) % tab.step;
}

// The column of character INDEX of the buffer, after the expansion of the pending tabs before it.
std::size_t PrettyStream::column_at(std::size_t index) const {
  std::size_t column = start_column_;
  std::size_t section = blocks_.back().section_column;
  for (const Operation& o : queue_) {
    if (index_of(o.position) >= index) break;
    if (o.kind == Operation::Tabulation)
      column += spaces_of(o.tab, section, column + index_of(o.position));
    else if (o.kind == Operation::Break || o.kind == Operation::BlockStart)
      section = column + index_of(o.position);
  }
  return column + index;
}

// Expands the pending tabs up to the operation THROUGH into spaces.
void PrettyStream::expand_tabs(std::uint64_t through) {
  std::size_t section = blocks_.back().section_column;
  std::size_t added = 0;
  for (std::uint64_t id = first_id_; id < next_id(); ++id) {
    Operation& o = operation(id);
    o.position += added;
    if (id > through) continue;
    std::size_t column = start_column_ + index_of(o.position);
    if (o.kind == Operation::Tabulation) {
      std::size_t spaces = spaces_of(o.tab, section, column);
      buffer_.insert(index_of(o.position), spaces, U' ');
      added += spaces;
      o.tab = {false, true, 0, 0};  // a tab without effect
    } else if (o.kind == Operation::Break || o.kind == Operation::BlockStart) {
      section = column;
    }
  }
}

// ---- output

bool PrettyStream::is_miser() const {
  auto width = static_cast<std::int64_t>(line_length_);
  auto start = static_cast<std::int64_t>(blocks_.back().start_column);
  return miser_width_ >= 0 && width - start <= miser_width_;
}

PrettyStream::Fit PrettyStream::fits(std::uint64_t until, bool forced) const {
  auto available = static_cast<std::int64_t>(line_length_);
  if (static_cast<std::int64_t>(line_) + 1 == most_lines_)  // the last line needs room for " .."
    available -= 3 + static_cast<std::int64_t>(blocks_.back().suffix_length);
  if (until != kNone) {
    std::size_t end = index_of(queue_[until - first_id_].position);
    return static_cast<std::int64_t>(column_at(end)) <= available ? Fit::Yes : Fit::No;
  }
  if (forced || static_cast<std::int64_t>(column()) > available) return Fit::No;
  return Fit::Unknown;
}

// Executes the operations at the front of the queue for which it is known whether they fit; returns
// true if one ended a line. FORCED: a line break follows the text, so open sections do not fit.
bool PrettyStream::carry_out(bool forced) {
  bool any = false;
  while (!queue_.empty() && !is_full_) {
    Operation& o = queue_.front();
    switch (o.kind) {
      case Operation::Break: {
        bool breaks = o.newline != Newline::Miser || is_miser();
        if (o.newline == Newline::Fill && !is_miser() && line_ <= blocks_.back().section_line) {
          Fit fit = fits(o.section_end, forced);
          if (fit == Fit::Unknown) return any;
          breaks = fit == Fit::No;
        }
        if (breaks) {
          break_line(o);
          any = true;
        }
        break;
      }
      case Operation::Indentation:
        if (!is_miser()) {
          std::size_t from = o.from == Indent::Block ? blocks_.back().start_column
                                                     : column_at(index_of(o.position));
          set_indentation(static_cast<std::size_t>(
              std::max<std::int64_t>(0, static_cast<std::int64_t>(from) + o.amount)));
        }
        break;
      case Operation::BlockStart: {
        Fit fit = fits(o.section_end, forced);
        if (fit == Fit::Unknown) return any;
        if (fit == Fit::No) {
          enter_block(o);
        } else {  // the block is plain text
          std::uint64_t end = o.block_end;
          expand_tabs(end);
          while (first_id_ < end) {
            queue_.pop_front();
            ++first_id_;
          }
        }
        break;
      }
      case Operation::BlockEnd: leave_block(); break;
      case Operation::Tabulation: expand_tabs(first_id_); break;
    }
    if (is_full_) break;
    queue_.pop_front();
    ++first_id_;
  }
  return any;
}

void PrettyStream::send_text(std::u32string_view text) {
  for (char32_t c : text) target_.put(c);
}

void PrettyStream::break_line(const Operation& at) {
  bool literal = at.newline == Newline::Literal;
  std::size_t consumed = index_of(at.position);
  std::u32string_view line = std::u32string_view(buffer_).substr(0, consumed);
  if (!literal) line = line.substr(0, end_without_blanks(line));
  send_text(line);
  ++line_;
  Block& block = blocks_.back();
  if (static_cast<std::int64_t>(line_) >= most_lines_) {
    send_text(U" ..");
    send_text(std::u32string_view(suffix_).substr(suffix_.size() - block.suffix_length));
    is_full_ = true;
    return;
  }
  target_.put('\n');
  std::size_t length = literal ? block.fixed_prefix : block.prefix_length;
  buffer_.replace(0, consumed, prefix_, 0, length);
  offset_ += consumed;
  offset_ -= length;  // positions in the following text do not change
  start_column_ = 0;
  if (!literal) {
    block.section_column = length;
    block.section_line = line_;
  }
}

// Writes the text before the first operation, if the line is too long and nothing else can be done.
void PrettyStream::send_partial_line() {
  std::size_t count = queue_.empty() ? buffer_.size() : index_of(queue_.front().position);
  send_text(std::u32string_view(buffer_).substr(0, count));
  buffer_.erase(0, count);
  start_column_ += count;
  offset_ += count;
}

// ---- blocks that did not fit

void PrettyStream::set_indentation(std::size_t column) {
  Block& block = blocks_.back();
  column = std::max(std::min(column, kMostIndentation), block.fixed_prefix);
  if (prefix_.size() < column) prefix_.resize(column, U' ');
  if (column > block.prefix_length)
    std::fill(prefix_.begin() + static_cast<std::ptrdiff_t>(block.prefix_length),
              prefix_.begin() + static_cast<std::ptrdiff_t>(column), U' ');
  block.prefix_length = column;
}

void PrettyStream::enter_block(const Operation& start) {
  std::size_t column = column_at(index_of(start.position));
  Block block = blocks_.back();
  block.start_column = block.section_column = column;
  block.section_line = line_;
  blocks_.push_back(block);
  set_indentation(column);
  if (!start.prefix.empty() && column <= kMostIndentation) {
    std::size_t length = std::min(start.prefix.size(), column);
    prefix_.replace(column - length, length, start.prefix, 0, length);
    blocks_.back().fixed_prefix = column;
  }
  // The suffixes of outer blocks are at the end.
  suffix_.erase(0, suffix_.size() - blocks_.back().suffix_length);
  suffix_.insert(0, start.suffix);
  blocks_.back().suffix_length += start.suffix.size();
}

void PrettyStream::leave_block() {
  std::size_t inner = blocks_.back().prefix_length;
  blocks_.pop_back();
  std::size_t outer = blocks_.back().prefix_length;
  if (outer > inner)
    std::fill(prefix_.begin() + static_cast<std::ptrdiff_t>(inner),
              prefix_.begin() + static_cast<std::ptrdiff_t>(outer), U' ');
}

}  // namespace winnow

#include "text/logical_block.hpp"

#include "heap/condition.hpp"

namespace winnow {

LogicalBlock::LogicalBlock(TextSystem& text, Stream& out, Value list, const Frame& frame,
                           bool has_list)
    : text_(text), how_(text), list_(list), rest_(list), number_(++text.blocks) {
  if (!text.heap.native_stack.has_room())
    signal_error(text.heap, ConditionKind::storage_condition,
                 "The object is nested too deeply to be printed", {});
  if (how_.readably) how_.length = how_.level = kNoLimit;
  begin(out, frame, has_list);
}

void LogicalBlock::begin(Stream& out, const Frame& frame, bool has_list) {
  const Printing* outer = text_.printing;
  bool inside = outer != nullptr && outer->out == &out;
  printing_ = {&out, inside ? outer->shared : nullptr, inside ? outer->level : 0, list_, this};
  if (!list_.is_list() || (has_list && is_template(text_.heap, printing_.shared, list_))) {
    Printer(text_, out, how_).print_whole(list_);
    return;
  }
  if (how_.circle && printing_.shared == nullptr && has_list) {
    own_shared_.emplace(text_.heap, list_, how_.length, how_.level);
    printing_.shared = &*own_shared_;
  }
  bool labelled = inside && outer->object == list_;
  if (has_list && !labelled && is_cons(list_) && print_label(printing_.shared, out, list_)) return;
  if (printing_.level >= how_.level) return out.put('#');
  pretty_ = out.pretty();
  if (pretty_ == nullptr) {
    own_stream_ = std::make_unique<PrettyStream>(text_.heap, out, how_);
    pretty_ = own_stream_.get();
  }
  printing_.out = pretty_;
  ++printing_.level;
  pretty_->start_block(frame.prefix, frame.on_each_line, frame.suffix);
  scope_.emplace(text_, printing_);
  state_ = State::Open;
}

void LogicalBlock::end() {
  scope_.reset();
  state_ = State::Ended;
  pretty_->end_block();
  if (own_stream_) own_stream_->finish();
}

LogicalBlock::~LogicalBlock() {
  if (state_ != State::Open) return;
  scope_.reset();
  try {
    pretty_->end_block(true);
  } catch (const std::bad_alloc&) {  // ignored: only the layout is affected
  }
}

bool LogicalBlock::more() {
  text_.heap.poll_at(static_cast<std::size_t>(taken_));
  if (pretty_->is_full()) return false;
  auto is_shared = [&] { return printing_.shared != nullptr && printing_.shared->contains(rest_); };
  bool is_tail = !rest_.is_list() ||
                 (taken_ > 0 && (is_shared() || is_template(text_.heap, printing_.shared, rest_)));
  if (is_tail) {
    pretty_->write(". ");
    Printer(text_, *pretty_, how_).print_whole(rest_);
    return false;
  }
  if (taken_ >= how_.length) {
    pretty_->write("...");
    return false;
  }
  return true;
}

Value LogicalBlock::pop() {
  Value v = car(rest_);
  rest_ = cdr(rest_);
  ++taken_;
  return v;
}

LogicalBlock* active_block(TextSystem& text, std::int64_t number) {
  for (Printing* p = text.printing; p != nullptr; p = p->outer)
    if (p->block != nullptr && p->block->number() == number) return p->block;
  return nullptr;
}

}  // namespace winnow

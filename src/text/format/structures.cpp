// The directives that enclose others: ~( ~[ ~{ and both forms of ~<.
#include <vector>

#include "data/string.hpp"
#include "heap/condition.hpp"
#include "heap/list.hpp"
#include "text/format/formatter.hpp"
#include "text/streams/string_streams.hpp"

namespace winnow {

// ---- ~(

namespace {

// Changes the case of the text: ~( to lower case, ~:( capitalizes all words, ~@( the first word,
// ~:@( to upper case.
class CaseStream final : public Stream {
 public:
  CaseStream(Stream& target, bool colon, bool at) : target_(target), colon_(colon), at_(at) {}
  std::string name() const override { return target_.name(); }
  std::size_t column() const override { return target_.column(); }
  std::size_t collected_bytes() const override { return target_.collected_bytes(); }
  void put(char32_t c) override {
    bool letter = unicode::is_alphabetic(c) || unicode::is_numeric(c);
    bool begins_word = letter && !inside_word_;
    inside_word_ = letter;
    bool up = colon_ && at_ ? true : colon_ ? begins_word : at_ && begins_word && words_ == 0;
    words_ += begins_word;
    target_.put(up ? unicode::upcase(c) : unicode::downcase(c));
  }

 private:
  Stream& target_;
  bool colon_;
  bool at_;
  bool inside_word_ = false;
  std::size_t words_ = 0;
};

}  // namespace

Formatter::Exit Formatter::change_case(const Call& call) {
  const Directive& d = call.directive;
  CaseStream changed(*out_, call.colon(), call.at());
  Stream* outer = std::exchange(out_, &changed);
  auto first = static_cast<std::uint32_t>(&d - control_->directives.data()) + 1;
  Exit exit = run(first, d.close);
  out_ = outer;
  return exit;
}

// ---- ~[

Formatter::Exit Formatter::choose(const Call& call) {
  const Directive& d = call.directive;
  const std::vector<Directive>& all = control_->directives;
  auto clause = static_cast<std::uint32_t>(&d - all.data());
  if (call.at()) {  // ~@[...~]: the argument is not consumed if it is true
    if (call.colon()) fail(d, "~~: and ~~@ exclude each other in ~~[", {});
    if (d.next != d.close) fail(d, "expected one clause in ~~@[", {});
    if (!is_cons(remaining())) next(d);  // signals
    if (is_nil(car(remaining()))) {
      next(d);
      return Exit::None;
    }
    return run(clause + 1, d.close);
  }
  if (call.colon()) {  // ~:[if false~;if true~]
    if (d.next == d.close || all[d.next].next != d.close)
      fail(d, "expected two clauses in ~~:[", {});
    bool chosen = !is_nil(next(d));
    return chosen ? run(d.next + 1, d.close) : run(clause + 1, d.next);
  }
  Value v = call.has(0) ? call.parameters[0] : next(d);
  if (!is_integer(v)) wrong_argument(d, v, "INTEGER");
  bool in_range = v.is_fixnum() && v.fixnum() >= 0;
  std::int64_t skipped = in_range ? v.fixnum() : -1;
  for (;;) {
    std::uint32_t end = all[clause].next;
    // The clause after ~:; is the default.
    bool is_default = all[clause].name == ';' && all[clause].colon;
    if (skipped == 0 || is_default) return run(clause + 1, end);
    if (end == d.close) return Exit::None;
    if (skipped > 0) --skipped;
    clause = end;
  }
}

// ---- ~{

Formatter::Exit Formatter::iterate(const Call& call) {
  const Directive& d = call.directive;
  const Directive& closing = control_->directives[d.close];
  auto first = static_cast<std::uint32_t>(&d - control_->directives.data()) + 1;
  bool limited = call.has(0);
  std::size_t limit = size(call, 0, 0);
  Value body = kAbsent;
  if (has_no_body(d)) {  // the body is an argument
    body = next(d);
    if (!is_string(body) && !is_function(body)) wrong_argument(d, body, "STRING");
  }
  if (block_ != nullptr && call.at() && !call.colon() && body == kAbsent)
    return iterate_in_block(call, first, limited ? limit : ~std::size_t{0});
  Value items = call.at() ? remaining() : next(d);
  if (!items.is_list()) wrong_argument(d, items, "LIST");
  // The arguments of all iterations: one list that they consume, or a list of lists.
  LogicalBlock* outer_block = block_;
  Arguments outer = arguments_;
  block_ = nullptr;
  arguments_.all = items;
  arguments_.taken = 0;
  for (std::size_t count = 0; !limited || count < limit; ++count) {
    heap_.poll_at(count + 1);
    if (!items.is_list()) wrong_argument(d, items, "LIST");
    if (is_nil(items) && !(closing.colon && count == 0)) break;
    if (call.colon()) {
      Value list = car(items);
      if (!list.is_list()) wrong_argument(d, list, "LIST");
      items = cdr(items);
      arguments_.all = list;
      arguments_.taken = 0;
      arguments_.rest = list;
      arguments_.outer_rest = items;
    } else {
      arguments_.rest = items;
    }
    Exit exit = Exit::None;
    auto before = arguments_.taken;
    if (body != kAbsent)
      arguments_.rest = format(text_, *out_, body, arguments_.rest);
    else
      exit = run(first, d.close);
    if (!call.colon()) {
      bool stands = arguments_.rest == items && is_cons(items) && exit == Exit::None && !limited;
      if (stands && arguments_.taken != before)
        fail(d, "the list is circular, so ~~{ would not end", {});
      if (stands) fail(d, "the body of ~~{ takes no argument, so it would not end", {});
      items = arguments_.rest;
    }
    if (exit == Exit::UpAll || (exit == Exit::Up && !call.colon())) break;
  }
  arguments_ = outer;
  block_ = outer_block;
  if (call.at()) set_remaining(items);
  return Exit::None;
}

// ~@{ in ~<...~:>: the elements are taken from the block itself.
Formatter::Exit Formatter::iterate_in_block(const Call& call, std::uint32_t first,
                                            std::size_t limit) {
  const Directive& d = call.directive;
  bool at_least_once = control_->directives[d.close].colon;
  for (std::size_t count = 0; count < limit; ++count) {
    heap_.poll_at(count + 1);
    if (block_->is_exhausted() && !(at_least_once && count == 0)) break;
    std::int64_t before = block_->taken();
    if (run(first, d.close) != Exit::None) break;
    if (block_->taken() == before && !block_->is_exhausted())
      fail(d, "the body of ~~{ takes no argument, so it would not end", {});
  }
  return Exit::None;
}

// ---- ~<...~>

Formatter::Exit Formatter::justify(const Call& call) {
  const Directive& d = call.directive;
  const std::vector<Directive>& all = control_->directives;
  std::size_t least = size(call, 0, 0);
  std::size_t step = column_increment(call);
  std::size_t padding = size(call, 2, 0);
  char32_t with = character(call, 3, ' ');
  std::vector<std::string> segments;
  std::string line_start;  // of ~:; : it is written first if the rest does not fit on the line
  bool has_line_start = false;
  std::size_t extra = 0;
  std::size_t line_width = 72;
  Stream* outer = out_;
  Exit exit = Exit::None;
  auto clause = static_cast<std::uint32_t>(&d - all.data());
  for (;;) {
    std::uint32_t end = all[clause].next;
    StringOutput segment;
    out_ = &segment;
    exit = run(clause + 1, end);
    out_ = outer;
    if (exit != Exit::None) break;  // the segments before it are printed
    if (all[end].name == ';' && all[end].colon) {
      if (clause != static_cast<std::uint32_t>(&d - all.data()))
        fail(all[end], "~~:; ends the first segment of ~~< only", {});
      Call separator = resolve(all[end]);
      has_line_start = true;
      line_start = segment.take();
      extra = size(separator, 0, 0);
      line_width = size(separator, 1, out_->line_width() == 80 ? 72 : out_->line_width());
    } else {
      segments.push_back(segment.take());
    }
    if (end == d.close) break;
    clause = end;
  }
  std::size_t gaps = segments.empty() ? 0 : segments.size() - 1;
  gaps += (call.colon() ? 1 : 0) + (call.at() ? 1 : 0);
  std::size_t characters = gaps * padding;
  for (const std::string& s : segments) characters += unicode::decode_all(s).size();
  std::size_t width = least;
  if (characters > least) width += (characters - least + step - 1) / step * step;
  std::size_t spaces = width - characters + gaps * padding;
  if (has_line_start && out_->column() + width + extra > line_width) out_->write(line_start);
  auto put_gap = [&] {
    std::size_t here = gaps > 0 ? spaces / gaps : spaces;
    spaces -= here;
    if (gaps > 0) --gaps;
    repeat(with, here);
  };
  if (call.colon() || (!call.at() && segments.size() <= 1)) put_gap();
  for (std::size_t i = 0; i < segments.size(); ++i) {
    if (i > 0) put_gap();
    out_->write(segments[i]);
  }
  if (call.at()) put_gap();
  return exit == Exit::UpAll ? exit : Exit::None;
}

// ---- ~<...~:>

// The text of a prefix or suffix, which must not contain directives.
std::u32string Formatter::constant_text(std::uint32_t from, std::uint32_t to) {
  std::u32string text;
  for (std::uint32_t i = from; i < to; ++i) {
    const Directive& d = control_->directives[i];
    if (d.name == '~' || d.name == '%') {
      text += d.name == '~' ? U'~' : U'\n';
      continue;
    }
    if (d.name != 0)
      fail(d, "the prefix and the suffix of ~~< are plain text, without ~~~A", {name_of(d)});
    text += control_->text.substr(d.begin, d.end - d.begin);
  }
  return text;
}

Formatter::Exit Formatter::logical_block(const Call& call) {
  const Directive& d = call.directive;
  const std::vector<Directive>& all = control_->directives;
  auto opener = static_cast<std::uint32_t>(&d - all.data());
  std::u32string prefix = call.colon() ? U"(" : U"";
  std::u32string suffix = call.colon() ? U")" : U"";
  bool on_each_line = false;
  std::uint32_t from = opener + 1;
  std::uint32_t to = d.next;
  if (to != d.close) {  // prefix ~; body
    prefix = constant_text(from, to);
    on_each_line = all[to].at;
    from = to + 1;
    to = all[to].next;
  }
  if (to != d.close) {  // ~; suffix
    suffix = constant_text(to + 1, all[to].next);
    if (all[to].next != d.close) fail(d, "~~<...~~:> has at most three segments", {});
  }
  Value list = call.at() ? remaining() : next(d);
  if (call.at()) set_remaining(nil());
  LogicalBlock block(text_, *out_, list, {prefix, on_each_line, suffix}, !call.at());
  if (!block.is_open()) return Exit::None;
  LogicalBlock* outer_block = std::exchange(block_, &block);
  Stream* outer = std::exchange(out_, &block.stream());
  bool outer_ended = std::exchange(block_ended_, false);
  run(from, to, all[d.close].at);
  block_ = outer_block;
  out_ = outer;
  block_ended_ = outer_ended;
  block.end();
  return Exit::None;
}

}  // namespace winnow

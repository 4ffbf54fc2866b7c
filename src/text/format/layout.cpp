// The directives for columns, conditional newlines and indentation: ~T ~_ ~I.
#include "text/format/formatter.hpp"

namespace winnow {

// ~column,stepT. ~@T is relative to the current column, ~:T to the beginning of the section.
void Formatter::tabulate(const Call& call) {
  std::size_t column = size(call, 0, 1);
  std::size_t step = size(call, 1, 1);
  if (PrettyStream* pretty = out_->pretty())
    return pretty->tab({call.colon(), call.at(), column, step});
  if (call.colon()) return;
  std::size_t now = out_->column();
  std::size_t spaces = 0;
  if (call.at()) {
    std::size_t over = step > 0 ? (now + column) % step : 0;
    spaces = column + (over > 0 ? step - over : 0);
  } else if (now < column) {
    spaces = column - now;
  } else if (step > 0) {
    spaces = step - (now - column) % step;
  }
  repeat(' ', spaces);
}

PrettyStream* Formatter::laid_out() const {
  return is_nil(symbol_value(heap_, Sym::star_print_pretty)) ? nullptr : out_->pretty();
}

void Formatter::conditional_newline(const Call& call) {
  using Newline = PrettyStream::Newline;
  PrettyStream* pretty = laid_out();
  if (pretty == nullptr) return;
  pretty->newline(call.colon() ? (call.at() ? Newline::Mandatory : Newline::Fill)
                               : (call.at() ? Newline::Miser : Newline::Linear));
}

void Formatter::indent(const Call& call) {
  PrettyStream* pretty = laid_out();
  if (pretty == nullptr) return;
  pretty->indent(call.colon() ? PrettyStream::Indent::Current : PrettyStream::Indent::Block,
                 integer(call, 0, 0));
}

}  // namespace winnow

#include "shell/piped_form.hpp"

#include <algorithm>

#include "host/terminal.hpp"

namespace winnow {

namespace {

constexpr int kPatience = 500;  // milliseconds

}  // namespace

void PipedForm::begin(Dialect dialect) {
  follow(in_.bytes_at_hand().size());
  nesting_ = Nesting(dialect);
}

void PipedForm::take(std::string_view bytes) {
  std::size_t unused = std::min(in_.bytes_at_hand().size() - bytes.size(), block_.size());
  follow(unused);
  block_.erase(0, block_.size() - unused);
  block_ += bytes;
  taken_ = 0;
}

// Updates the nesting; the last UNUSED bytes of the block are unread.
void PipedForm::follow(std::size_t unused) {
  std::size_t used = block_.size() - std::min(unused, block_.size());
  if (used <= taken_) return;
  nesting_.add(std::string_view(block_).substr(taken_, used - taken_));
  nesting_.forget_text();
  taken_ = used;
}

void PipedForm::skip_rest() {
  follow(in_.bytes_at_hand().size());
  while (nesting_.is_open() && (in_.ready() || terminal_input_waits(kPatience))) {
    if (in_.get() == Stream::kEnd) return;
    follow(in_.bytes_at_hand().size());
  }
}

}  // namespace winnow

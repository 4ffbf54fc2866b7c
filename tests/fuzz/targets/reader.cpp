// The reader: any text is read to its end or signals, in either dialect; nothing is evaluated.
#include "target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace winnow;
  fuzz::with_lisp([&](Lisp& lisp) {
    std::string text(fuzz::text_of_input(data, size));
    bool maclisp = !text.empty() && text[0] == 'M';
    lisp.set_dialect(maclisp ? kMacLisp : kCommonLisp);
    fuzz::set(lisp, "*READ-EVAL*", nil());
    StringInput in(text, "input");
    Reader reader(lisp.text, in);
    while (reader.read() != kEndOfFile) {
    }
  });
  return 0;
}

// The reader: any text is read to its end or signals, in either dialect; nothing is evaluated.
#include "target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace winnow;
  fuzz::with_lisp([&](Lisp& lisp) {
    std::string text(fuzz::text_of_input(data, size));
    bool maclisp = !text.empty() && text[0] == 'M';
    lisp.set_dialect(maclisp ? kMacLisp : kCommonLisp);
    StringInput in(text, "input");
    ReaderOptions options = lisp.reader_options(nullptr);
    options.evaluate = [](Value form) { return form; };
    Reader reader(lisp.heap, in, options);
    while (reader.read() != kEndOfFile) {
    }
  });
  return 0;
}

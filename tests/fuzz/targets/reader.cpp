// The reader: any text is read to its end or signals an error, in any dialect; nothing is
// evaluated.
#include "target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace winnow;
  fuzz::with_lisp([&](Lisp& lisp) {
    std::string text(fuzz::text_of_input(data, size));
    for (Dialect d : kDialects)  // selected by the first letter of its name
      if (!text.empty() && text[0] == d.name()[0]) lisp.set_dialect(d);
    fuzz::set(lisp, "*READ-EVAL*", nil());
    StringInput in(text, "input");
    Reader reader(lisp.text, in);
    while (reader.read() != kEndOfFile) {
    }
  });
  return 0;
}

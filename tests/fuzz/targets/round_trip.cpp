// What was read and printed reads as the same: printed again, it is the same text, whatever the
// printer's variables, which the first byte chooses.
#include "data/equality.hpp"
#include "target.hpp"

namespace {

using namespace winnow;

Value read_one(Lisp& lisp, const std::string& text) {
  StringInput in(text, "input");
  return Reader(lisp.text, in).read();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  fuzz::with_lisp([&](Lisp& lisp) {
    using fuzz::set;
    set(lisp, "*READ-EVAL*", nil());
    set(lisp, "*PRINT-CIRCLE*", t());
    set(lisp, "*PRINT-PRETTY*", truth((data[0] & 1) != 0));
    set(lisp, "*PRINT-RADIX*", truth((data[0] & 2) != 0));
    set(lisp, "*PRINT-BASE*", fixnum((data[0] & 2) != 0 ? 2 + (data[0] >> 2) % 35 : 10));
    std::string text(fuzz::text_of_input(data + 1, size - 1));
    Value first = read_one(lisp, text);
    if (first == kEndOfFile) return;
    std::string printed = lisp.to_text(first, true);
    Value second = nil();
    bool readable = lisp.vm.guarded([&] { second = read_one(lisp, printed); });
    // What has no name or no other form in text prints as #<...>; uninterned symbols are new ones.
    if (printed.find("#<") != std::string::npos) return;
    // The comma of (a . `,b), say, is printed for people: READ refuses one outside of a backquote.
    if (!readable && printed.find(',') != std::string::npos) return;
    if (!readable) fuzz::broken("what was printed cannot be read", printed);
    if (lisp.to_text(second, true) != printed)
      fuzz::broken("what was printed reads as something else", printed);
  });
  return 0;
}

// Round trips: an object that was read and printed reads as an object that prints the same,
// whatever the printer variables, which the first byte selects.
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
    // Objects without readable syntax print as #<...>; uninterned symbols are new when read.
    if (printed.find("#<") != std::string::npos) return;
    // The comma of, for example, (a . `,b) prints, although READ rejects a comma outside a
    // backquote.
    if (!readable && printed.find(',') != std::string::npos) return;
    if (!readable) fuzz::broken("what was printed cannot be read", printed);
    if (lisp.to_text(second, true) != printed)
      fuzz::broken("what was printed reads as something else", printed);
  });
  return 0;
}

// Number syntax: a number read, printed in the base that the first byte selects, and read again is
// the same number.
#include "data/equality.hpp"
#include "target.hpp"
#include "text/number_syntax.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace winnow;
  if (size == 0) return 0;
  fuzz::with_lisp([&](Lisp& lisp) {
    int base = 2 + data[0] % 35;
    std::u32string text = unicode::decode_all(fuzz::text_of_input(data + 1, size - 1));
    const char* fault = nullptr;
    Value number = parse_number(lisp.heap, text, base, false, fault);
    if (number == kAbsent) return;
    fuzz::set(lisp, "*PRINT-BASE*", fixnum(base));
    std::string printed = lisp.to_text(number, true);
    Value again = parse_number(lisp.heap, unicode::decode_all(printed), base, false, fault);
    if (again == kAbsent || !eql(number, again))
      fuzz::broken("a number prints as another one", printed);
  });
  return 0;
}

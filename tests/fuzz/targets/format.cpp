// FORMAT: the control string is the first line, the arguments are read from the rest.
#include "data/string.hpp"
#include "heap/list.hpp"
#include "target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace winnow;
  fuzz::with_lisp([&](Lisp& lisp) {
    std::string text(fuzz::text_of_input(data, size));
    std::size_t end = std::min(text.find('\n'), text.size());
    ListBuilder arguments(lisp.heap);
    arguments.add(nil());
    arguments.add(make_string(lisp.heap, text.substr(0, end)));
    fuzz::set(lisp, "*READ-EVAL*", nil());
    StringInput in(text.substr(end), "input");
    Reader reader(lisp.text, in);
    for (Value v = reader.read(); v != kEndOfFile; v = reader.read()) arguments.add(v);
    lisp.vm.call(lisp.symbols.intern("APPLY"), {lisp.symbols.intern("FORMAT"), arguments.list()});
  });
  return 0;
}

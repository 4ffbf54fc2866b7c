// The compiler and the VM: each form of the text is evaluated; an error ends only the form.
#include "target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace winnow;
  fuzz::with_lisp([&](Lisp& lisp) {
    lisp.host_files.restrict_to({});
    StringInput in(std::string(fuzz::text_of_input(data, size)), "input");
    Reader reader(lisp.text, in);
    for (Value form = reader.read(); form != kEndOfFile; form = reader.read())
      lisp.vm.guarded([&] { lisp.to_text(lisp.toplevel.eval(form), true); });
  });
  return 0;
}

// Build tool that compiles the Lisp library into an image: image_builder OUTPUT FILE...
#include <cstdio>
#include <exception>
#include <fstream>

#include "builtins/install.hpp"
#include "host/native_stack.hpp"
#include "shell/image.hpp"

int main(int argc, char** argv) {
  int status = 1;
  winnow::run_on_large_stack(winnow::kLargeStackBytes, [&] {
    try {
      winnow::InterpreterOptions options;
      options.max_heap_bytes = std::size_t{1} << 30;
      winnow::Interpreter lisp(options);
      winnow::install_builtins(lisp);
      std::string image = winnow::build_image(lisp, {argv + 2, argv + argc});
      std::ofstream out(argv[1], std::ios::binary);
      out << image;
      status = out.good() ? 0 : 1;
    } catch (const std::exception& e) {
      std::fprintf(stderr, "image_builder: %s\n", e.what());
    }
  });
  return status;
}

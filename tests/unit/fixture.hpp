// An interpreter with the library, created once for all tests that need a whole one.
#pragma once

#include <span>
#include <string>

#include "builtins/install.hpp"
#include "text/streams/string_streams.hpp"

extern "C" const unsigned char winnow_image[];

inline winnow::InterpreterOptions small_options(std::size_t mebibytes) {
  winnow::InterpreterOptions options;
  options.max_heap_bytes = mebibytes << 20;
  options.image = winnow_image;
  options.limits = {100'000, 1 << 22, 1 << 20};
  options.native_after = 1;
  return options;
}

struct Lisp : winnow::Interpreter {
  explicit Lisp(std::size_t mebibytes = 256) : winnow::Interpreter(small_options(mebibytes)) {
    winnow::install_builtins(*this);
    diagnostics.on_error = [this](winnow::Value condition) {
      last_error = diagnostics.report(condition);
    };
  }
  // The printed value of TEXT; "error: ..." if it signals.
  std::string run(const std::string& text) {
    std::string result;
    bool done = vm.guarded([&] {
      winnow::StringInput in(text, "test");
      winnow::SourceMap lines;
      winnow::Reader reader(this->text, in, &lines);
      for (winnow::Value form = reader.read(); form != winnow::kEndOfFile; form = reader.read())
        result = to_text(toplevel.eval(form), true);
    });
    return done ? result : "error: " + last_error;
  }
  std::string last_error;
};

// Build tool that compiles the Lisp library into the image that every Winnow maps at start-up
// (data/heap_image.hpp): image_builder OUTPUT FILE...
#include <cstdio>
#include <exception>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "builtins/install.hpp"
#include "compiler/opcode.hpp"
#include "data/heap_image.hpp"
#include "data/package.hpp"
#include "data/string.hpp"
#include "host/native_stack.hpp"

namespace winnow {

namespace {

// Calls VISIT with CODE and all the code in its constants.
template <class Visit>
void for_each_code(Code* code, Visit visit) {
  visit(code);
  for (std::uint32_t i = 0; i < code->constant_count(); ++i)
    if (has_type(code->constants[i], Type::Code))
      for_each_code(as<Code>(code->constants[i]), visit);
}

// Throws if C calls a macro. Code compiled before the macro was defined would call it as a
// function.
void refuse_called_macros(Code* c) {
  for (std::uint32_t i = 0; i < c->unit_count; i += 1 + extra_units(c->entry[i])) {
    std::uint32_t w = c->entry[i];
    Op op = opcode(w);
    if (op != Op::CallGlobal && op != Op::TailCallGlobal && op != Op::CallSealed &&
        op != Op::TailCallSealed)
      continue;
    Value name = c->constants[operand_b16(w)];
    if (is_symbol(name) && has_type(as_symbol(name)->function, Type::Macro))
      throw std::runtime_error("the library calls the macro " +
                               utf8_of(as<String>(as_symbol(name)->name)) +
                               " before it defines it");
  }
}

// Replaces the symbol in every sealed call in C by its function.
void seal(Heap& heap, Code* c) {
  if ((c->flags & Code::kSealed) == 0) return;
  auto resolve = [&](Value& constant) {
    if (!is_symbol(constant)) return;
    Value f = as_symbol(constant)->function;
    if (is_function(f)) heap.store(constant, f);
  };
  for (std::uint32_t i = 0; i < c->unit_count; i += 1 + extra_units(c->entry[i])) {
    std::uint32_t w = c->entry[i];
    if (opcode(w) == Op::CallSealed || opcode(w) == Op::TailCallSealed)
      resolve(c->constants[operand_b16(w)]);
    if (opcode(w) == Op::SealedFunction) resolve(c->constants[operand_a24(w)]);
  }
}

// Does the first line of FILE contain "sealed"?
bool is_marked_sealed(std::istream& file) {
  for (std::string line; std::getline(file, line) && line.starts_with(';');)
    if (line.find("-*- sealed -*-") != std::string::npos) return true;
  return false;
}

// Compiles and evaluates the library files PATHS in LISP, which was started without an image, and
// returns the resulting image. A file whose first line contains "sealed" is compiled sealed: its
// calls go to the functions of the library whatever a program defines later.
// Throws std::runtime_error if the library has an error.
std::string build_image(Interpreter& lisp, const std::vector<std::string>& paths) {
  ValueVector codes(lisp.heap);
  lisp.toplevel.on_library_code = [&](Value code) { codes.push(code); };
  set_symbol_value(lisp.heap, Sym::star_package, lisp.symbols.system_package());
  for (const std::string& path : paths) {
    std::ifstream file(path);
    if (!file) throw std::runtime_error("cannot read " + path);
    LoadOptions options;
    options.is_library = true;
    options.sealed = is_marked_sealed(file);
    bool completed = lisp.vm.guarded([&] { lisp.loader.load_file(path, options); });
    if (!completed) throw std::runtime_error("the library does not compile: " + path);
  }
  lisp.toplevel.on_library_code = nullptr;
  for (Value code : codes) {
    for_each_code(as<Code>(code), refuse_called_macros);
    for_each_code(as<Code>(code), [&](Code* c) { seal(lisp.heap, c); });
  }
  for (Value package : lisp.symbols.packages())
    for_each_present(package, [](Value v, SymbolStatus) {
      if (as_symbol(v)->function != undefined_function())
        as_symbol(v)->header.flags |= Symbol::kLibrary;
    });
  lisp.symbols.save();
  return write_heap_image(lisp.heap);
}

}  // namespace

}  // namespace winnow

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

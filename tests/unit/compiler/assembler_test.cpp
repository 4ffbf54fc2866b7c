#include <doctest/doctest.h>

#include <functional>

#include "compiler/assembler.hpp"
#include "data/package.hpp"
#include "unit/fixture.hpp"

using namespace winnow;

namespace {

std::string listing(Lisp& lisp, const std::string& lambda) {
  std::string text =
      lisp.run("(with-output-to-string (*standard-output*) (disassemble " + lambda + "))");
  std::string plain;
  for (std::size_t i = 1; i + 1 < text.size(); ++i) plain += text[i];
  return plain;
}

}  // namespace

TEST_CASE("the compiler fuses comparisons and sums of locals and small numbers") {
  Lisp lisp;
  CHECK(listing(lisp, "(lambda (x y) (if (< x y) (+ x 1) (- x y)))") ==
        "0  JumpUnlessLtLL 0 1 -> 4\n2  LocalAddImmediate 0 1\n3  Return\n4  LocalSubtractLocal 0 "
        "1\n5  Return\n");
  CHECK(listing(lisp, "(lambda (l) (if (null l) 0 (car l)))") ==
        "0  JumpIfLocalTrue 0 -> 4\n2  Fixnum 0\n3  Return\n4  LocalCar 0\n5  Return\n");
}

TEST_CASE("tail calls reuse the frame unless something must be undone") {
  Lisp lisp;
  CHECK(listing(lisp, "(lambda (x) (f x))") == "0  Local 0\n1  TailCallGlobal 1 0  ; F\n");
  CHECK(listing(lisp, "(lambda (x) (let ((*print-base* x)) (f)))").find("TailCall") ==
        std::string::npos);
}

TEST_CASE("a variable lives in a box only if a closure captures it and it changes") {
  Lisp lisp;
  CHECK(listing(lisp, "(lambda (x) (lambda () x))").find("Box") == std::string::npos);
  CHECK(listing(lisp, "(lambda (x) (setq x 1) x)").find("Box") == std::string::npos);
  CHECK(listing(lisp, "(lambda (x) (lambda () (setq x 1)))").find("MakeBox 0") !=
        std::string::npos);
}

TEST_CASE("operands that do not fit into an instruction are refused") {
  Lisp lisp;
  auto fits = [&](std::uint64_t a) {
    return lisp.vm.guarded([&] { Assembler(lisp.heap).emit(Op::Const, a); });
  };
  CHECK(fits(0xFFFFFF));
  CHECK(!fits(0x1000000));
  CHECK(lisp.last_error.find("too large") != std::string::npos);
}

TEST_CASE("the verifier accepts all code of the library and rejects damaged code") {
  Lisp lisp;
  int seen = 0;
  for (Value package : lisp.symbols.packages())
    for_each_present(package, [&](Value v, SymbolStatus) {
      if (!has_type(as_symbol(v)->function, Type::Closure)) return;
      REQUIRE(verify(as<Code>(as<Closure>(as_symbol(v)->function)->code)) == "");
      ++seen;
    });
  CHECK(seen > 150);
  Code* code = as<Code>(as<Closure>(as<Symbol>(lisp.symbols.intern("MAPCAR"))->function)->code);
  std::uint32_t first = code->entry[0];
  code->entry[0] = encode(Op::Jump, 0x7FFFFF);
  CHECK(verify(code) == "a jump target is out of range");
  code->entry[0] = 0xFF;
  CHECK(verify(code) == "no such instruction");
  code->entry[0] = encode(Op::Const, 0x7FFFFF);
  CHECK(verify(code) == "no such constant");
  code->entry[0] = first;
}

TEST_CASE("a position in the code has a source position") {
  Lisp lisp;
  Assembler out(lisp.heap);
  const SourcePosition places[] = {{3, 1}, {4, 300}, {400, 0}, {2, 17}, {90000, 65535}, {90000, 2}};
  for (SourcePosition at : places) {
    out.position(at);
    out.emit(Op::Nil);
    out.emit(Op::Nil);
  }
  out.emit(Op::Return);
  CodeHeader header{nil(), nil(), nil(), nil(), nil()};
  Code* code = as<Code>(out.finish(header));
  for (std::uint32_t unit = 0; unit < 12; ++unit)
    CHECK(position_at(code, unit).at == places[unit / 2]);
}

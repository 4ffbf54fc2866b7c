#include <doctest/doctest.h>

#include "data/equality.hpp"
#include "data/package.hpp"
#include "data/string.hpp"
#include "host/random.hpp"
#include "unit/fixture.hpp"

using namespace winnow;

namespace {

Value symbol_named(Lisp& lisp, const std::u32string& name, bool keyword) {
  SymbolTable& symbols = lisp.symbols;
  Value package = keyword ? symbols.keyword_package() : symbols.user_package();
  return intern_symbol(lisp.heap, package, name).symbol;
}

// A random object that prints readably. In the older dialects #\ reads numbers, so characters are
// excluded.
Value random_object(Lisp& lisp, Random& random, int depth) {
  Heap& heap = lisp.heap;
  switch (random.next() % (depth > 0 ? 9 : 6)) {
    case 0:
      return Value::from_fixnum(static_cast<std::int64_t>(random.next()) >>
                                (2 + random.next() % 60));
    case 1:
      return symbol_named(
          lisp,
          std::u32string(1 + random.next() % 3, static_cast<char32_t>(U'A' + random.next() % 26)),
          random.next() % 4 == 0);
    case 2:
      return make_string(heap,
                         std::u32string(random.next() % 4,
                                        static_cast<char32_t>(random.next() % 3 ? U'"' : U'ж')));
    case 3: {
      auto code = static_cast<char32_t>(32 + random.next() % 1000);
      return lisp.dialect().is_old() ? fixnum(code) : Value::from_character(code);
    }
    case 4: return heap.make_double(static_cast<double>(random.next() >> 20) / 1024.0);
    case 5:
      return symbol_named(
          lisp, std::u32string(U"a|\\ 1") + static_cast<char32_t>(U'a' + random.next() % 26),
          false);
    default: {
      Value list = random.next() % 5 == 0 ? random_object(lisp, random, 0) : nil();
      for (std::uint64_t n = 1 + random.next() % 4; n > 0; --n)
        list = heap.cons(random_object(lisp, random, depth - 1), list);
      return list;
    }
  }
}

void round_trips(Lisp& lisp, std::uint64_t seed) {
  Random random{seed};
  for (int i = 0; i < 2000; ++i) {
    Value v = random_object(lisp, random, 4);
    std::string text = lisp.to_text(v, true);
    StringInput in(text, "test");
    Value back = Reader(lisp.text, in).read();
    INFO(text);
    REQUIRE(equal(lisp.heap, v, back));
  }
}

}  // namespace

TEST_CASE("printed objects read back equal, in all dialects") {
  Lisp lisp;
  for (Dialect d : kDialects) {
    lisp.set_dialect(d);
    CHECK(lisp.vm.guarded([&] { round_trips(lisp, 3u + d.kind); }));
  }
}

TEST_CASE("reader errors contain the position") {
  Lisp lisp;
  CHECK(lisp.run("(a\n (b c\n") ==
        "error: test:1:1: the text ends inside the form that begins here (the innermost open "
        "parenthesis begins on line 2)");
  CHECK(lisp.run("\n\n\"abc") ==
        "error: test:3:1: the text ends inside the string that begins here");
  CHECK(lisp.run("(1 . )").find("test:1:6: expected an object after the dot") != std::string::npos);
  CHECK(lisp.run("'(a #<x>)").find("cannot be read back") != std::string::npos);
  CHECK(lisp.run("(quote \xff)").find("UTF-8") != std::string::npos);
}

// Texts of drawings as printers set them.
#include "draw/labels.hpp"

#include <doctest/doctest.h>

using winnow::draw::with_signs;

TEST_CASE("the minus of numbers, and signs for words") {
  CHECK(with_signs("max = -3 (alpha -1.5e-7 >= beta -inf)") == "max = −3 (α −1.5e−7 ≥ β −∞)");
  CHECK(with_signs("x-1, a - b, -a, --, -") == "x-1, a - b, -a, --, -");
  CHECK(with_signs("alphabet <= infinite") == "alphabet ≤ infinite");
}

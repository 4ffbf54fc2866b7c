// Spelling distance.
#include "data/string.hpp"

#include <doctest/doctest.h>

using winnow::edit_distance;
using winnow::tolerance;

TEST_CASE("the distance counts insertions, deletions, replacements and exchanges") {
  CHECK(edit_distance(U"KITTEN", U"SITTING", 5) == 3);  // the textbook example
  CHECK(edit_distance(U"CAR", U"CAR", 2) == 0);
  CHECK(edit_distance(U"", U"CAR", 3) == 3);
  CHECK(edit_distance(U"PRNIT", U"PRINT", 2) == 1);
  CHECK(edit_distance(U"CA", U"ABC", 5) == 3);  // no character is edited twice
}

TEST_CASE("a distance above the limit is the limit plus 1") {
  CHECK(edit_distance(U"KITTEN", U"SITTING", 2) == 3);
  CHECK(edit_distance(U"A", U"ABCDEFGH", 2) == 3);
}

TEST_CASE("the tolerance of short names is 0") {
  CHECK(tolerance(1) == 0);
  CHECK(tolerance(2) == 0);
  CHECK(tolerance(4) == 1);
  CHECK(tolerance(9) == 2);
}

// The distance of two spellings.
#include "data/edit_distance.hpp"

#include <doctest/doctest.h>

using winnow::edit_distance;
using winnow::tolerance;

TEST_CASE("letters inserted, deleted, replaced, exchanged") {
  CHECK(edit_distance(U"KITTEN", U"SITTING", 5) == 3);  // the textbooks' example
  CHECK(edit_distance(U"CAR", U"CAR", 2) == 0);
  CHECK(edit_distance(U"", U"CAR", 3) == 3);
  CHECK(edit_distance(U"PRNIT", U"PRINT", 2) == 1);
  CHECK(edit_distance(U"CA", U"ABC", 5) == 3);  // each place is edited once
}

TEST_CASE("it is given up above the limit") {
  CHECK(edit_distance(U"KITTEN", U"SITTING", 2) == 3);
  CHECK(edit_distance(U"A", U"ABCDEFGH", 2) == 3);
}

TEST_CASE("short names are near nothing") {
  CHECK(tolerance(1) == 0);
  CHECK(tolerance(2) == 0);
  CHECK(tolerance(4) == 1);
  CHECK(tolerance(9) == 2);
}

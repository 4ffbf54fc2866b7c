// Where the nodes of a drawing stand, on random trees; how long lines of text may be.
#include "draw/layout.hpp"

#include <doctest/doctest.h>

#include <random>
#include <vector>

using namespace winnow::draw;

namespace {

Picture random_picture(std::mt19937& random) {
  Picture picture;
  auto below = [&](unsigned n) { return static_cast<unsigned>(random() % n); };
  auto grow = [&](auto& self, std::size_t parent, std::size_t depth) -> void {
    std::size_t place = picture.size();
    picture.push_back({});
    Node n;
    n.parent = parent;
    n.depth = depth;
    n.children = depth == 5 ? 0 : below(depth == 0 ? 5 : 4);
    n.shape = n.children == 0  ? (below(3) == 0 && depth > 0 ? Shape::Cut : Shape::Leaf)
              : depth % 2 == 0 ? Shape::Max
                               : Shape::Min;
    n.value = std::string(1 + below(9), '7');
    n.name = below(4) == 0 && depth > 0 ? std::string(1 + below(8), 'm') : "";
    if (n.shape == Shape::Cut) n.because = {"alpha 3 of the root", ">= beta 1"};
    picture[place] = n;
    for (std::size_t i = 0; i < n.children; ++i) self(self, place, depth + 1);
  };
  grow(grow, 0, 0);
  return picture;
}

}  // namespace

TEST_CASE("a node stands above the middle of its moves, and they stand in order") {
  std::mt19937 random(20261122);
  for (int k = 0; k < 300; ++k) {
    Picture picture = random_picture(random);
    Layout all = layout(picture);
    REQUIRE(all.nodes.size() == picture.size());
    std::vector<std::vector<std::size_t>> moves(picture.size());
    for (std::size_t i = 1; i < picture.size(); ++i) moves[picture[i].parent].push_back(i);
    for (std::size_t i = 0; i < picture.size(); ++i) {
      const Placed& p = all.nodes[i];
      CHECK(p.x > 0);
      CHECK(p.x < all.width);
      CHECK(p.y < all.height);
      if (moves[i].empty()) continue;
      double first = all.nodes[moves[i].front()].x;
      double last = all.nodes[moves[i].back()].x;
      CHECK(p.x == doctest::Approx((first + last) / 2));
      for (std::size_t m = 1; m < moves[i].size(); ++m)
        CHECK(all.nodes[moves[i][m - 1]].x < all.nodes[moves[i][m]].x);
    }
  }
}

TEST_CASE("what is written at a branch that was cut is centred below it") {
  Picture picture(2);
  picture[0].shape = Shape::Max;
  picture[0].children = 1;
  picture[1].shape = Shape::Cut;
  picture[1].depth = 1;
  picture[1].because = {"alpha 3 of the root", ">= beta 1"};
  std::vector<Mark> marks = layout(picture).nodes[1].marks;
  REQUIRE(marks.size() >= 2);
  double y = 0;
  for (const Mark& m : marks) {
    CHECK(m.anchor == Mark::Anchor::Middle);
    CHECK(m.x == 0);
    CHECK(m.y > y);
    y = m.y;
  }
}

TEST_CASE("a line that just fits is whole, a longer one ends in dots") {
  Picture picture(1);
  picture[0].value = "12345";
  std::string line = to_text(picture, {});
  line.pop_back();
  TextStyle style;
  style.width = line.size();
  CHECK(to_text(picture, style) == line + "\n");
  style.width = line.size() - 1;
  CHECK(to_text(picture, style) == line.substr(0, line.size() - 4) + "...\n");
}

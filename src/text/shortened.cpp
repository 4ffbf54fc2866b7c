#include "repl/value_extent.hpp"

#include <unordered_map>
#include <vector>

#include "core/list.hpp"
#include "core/object.hpp"
#include "core/roots.hpp"

namespace winnow {

namespace {

constexpr std::size_t kCellsLookedAt = 100'000;

// Calls VISIT for the parts of V that the printer prints, at most LENGTH of them.
template <class Visit>
void for_each_part(Value v, std::size_t length, Visit visit) {
  if (is_cons(v)) {
    for (; is_cons(v) && length > 0; v = cdr(v), --length) visit(car(v));
    if (!is_nil(v) && length > 0) visit(v);
  } else if (is_vector_object(v)) {
    auto* vector = as<Vector>(v);
    for (std::uint32_t i = 0; i < vector->length() && i < length; ++i) visit(vector->data[i]);
  } else if (has_type(v, Type::Array)) {
    visit(as<Array>(v)->data);
  } else if (has_type(v, Type::Structure)) {
    auto* structure = as<Structure>(v);
    for (std::uint32_t i = 0; i + 1 < structure->header.length; ++i) visit(structure->slots[i]);
  }
}

bool has_parts(Value v) {
  return is_cons(v) || is_vector_object(v) || has_type(v, Type::Array) ||
         has_type(v, Type::Structure);
}

// Are no more than LIMIT atoms printed of V with these limits?
bool fits(Heap& heap, Value v, std::size_t limit, std::size_t length, std::size_t level) {
  ValueVector open(heap);
  std::vector<std::size_t> levels{0};
  open.push(v);
  std::size_t atoms = 0;
  while (!open.empty()) {
    Value part = open.pop();
    std::size_t at = levels.back();
    levels.pop_back();
    if (!has_parts(part) || at >= level) {
      if (++atoms > limit) return false;
      continue;
    }
    std::size_t before = open.size();
    for_each_part(part, std::min(length, limit + 1), [&](Value p) { open.push(p); });
    levels.resize(levels.size() + open.size() - before, at + 1);
    // What waits is at least an atom each.
    if (atoms + open.size() > limit) return false;
  }
  return true;
}

struct Cells {
  std::size_t number = 0;
  bool has_circle = false;  // a way through them comes back to where it was
};

// The cells of V: its conses one by one, vectors, structures.
Cells cells_of(Heap& heap, Value v) {
  enum State : char { Open, Done };
  std::unordered_map<std::uint64_t, State> states;
  ValueVector work(heap);
  work.push(v);
  Cells cells;
  while (!work.empty() && states.size() < kCellsLookedAt) {
    Value cell = work.back();
    auto [known, fresh] = states.try_emplace(cell.bits, Open);
    if (!fresh) {
      known->second = Done;
      work.pop();
      continue;
    }
    auto visit = [&](Value part) {
      if (!has_parts(part)) return;
      auto found = states.find(part.bits);
      if (found == states.end())
        work.push(part);
      else
        cells.has_circle = cells.has_circle || found->second == Open;
    };
    if (is_cons(cell)) {
      visit(car(cell));
      visit(cdr(cell));
    } else {
      for_each_part(cell, kCellsLookedAt, visit);
    }
  }
  cells.number = states.size();
  return cells;
}

}  // namespace

Extent extent_of(Heap& heap, Value v, std::size_t limit) {
  struct Limits {
    std::size_t length, level;
  };
  static constexpr Limits kLimits[] = {{1000, 100}, {300, 50}, {100, 20}, {30, 10},
                                       {10, 6},     {5, 4},    {3, 3}};
  Extent extent;
  if (fits(heap, v, limit, limit + 1, limit + 1)) return extent;
  Cells cells = cells_of(heap, v);
  extent.is_circular = cells.has_circle;
  // With labels each cell is printed once.
  if (cells.has_circle && cells.number <= limit) {
    extent.level =
        static_cast<std::int64_t>(kLimits[0].level);  // whatever the printer makes of labels
    return extent;
  }
  extent.is_cut = true;
  for (Limits l : kLimits) {
    extent.length = static_cast<std::int64_t>(l.length);
    extent.level = static_cast<std::int64_t>(l.level);
    if (fits(heap, v, limit, l.length, l.level)) break;
  }
  return extent;
}

}  // namespace winnow


#include <unordered_map>
#include <vector>

#include "heap/list.hpp"
#include "heap/object.hpp"
#include "heap/roots.hpp"
#include "text/print_limits.hpp"
#include "text/printer.hpp"

namespace winnow {

namespace {

constexpr std::size_t kCellsLookedAt = 100'000;

// Calls VISIT with the parts of V that the printer prints, at most LENGTH of them.
template <class Visit>
void for_each_part(Value v, std::size_t length, Visit visit) {
  if (is_cons(v)) {
    for (; is_cons(v) && length > 0; v = cdr(v), --length) visit(car(v));
    if (!is_nil(v) && length > 0) visit(v);
  } else if (is_vector_object(v)) {
    auto* vector = as<Vector>(v);
    for (std::uint32_t i = 0; i < vector->length() && i < length; ++i) visit(vector->data[i]);
  } else if (is_octet_vector_object(v)) {
    auto* octets = as<OctetVector>(v);
    for (std::uint32_t i = 0; i < octets->header.length && i < length; ++i)
      visit(fixnum(octets->data[i]));
  } else if (has_type(v, Type::Array)) {
    visit(as<Array>(v)->data);
  } else if (has_type(v, Type::Structure)) {
    auto* structure = as<Structure>(v);
    for (std::uint32_t i = 0; i + 1 < structure->header.length; ++i) visit(structure->slots[i]);
  }
}

bool has_parts(Value v) {
  return is_cons(v) || is_vector_object(v) || is_octet_vector_object(v) ||
         has_type(v, Type::Array) || has_type(v, Type::Structure);
}

struct Extent {
  bool is_cut = false;       // a part is omitted
  bool is_circular = false;  // labels (#1=) are needed
  std::int64_t length = 0;   // *PRINT-LENGTH* and *PRINT-LEVEL*, if a part is omitted
  std::int64_t level = 0;
};

struct Limits {
  std::size_t length, level;
};
constexpr Limits kLimits[] = {{1000, 100}, {300, 50}, {100, 20}, {30, 10}, {10, 6}, {5, 4}, {3, 3}};

// Are at most LIMIT atoms of V printed with these limits? IS_DEEP is set if they omit a part that
// is nested too deeply.
bool fits(Heap& heap, Value v, std::size_t limit, Limits limits, bool& is_deep) {
  ValueVector open(heap);
  std::vector<std::size_t> levels{0};
  open.push(v);
  std::size_t atoms = 0;
  while (!open.empty()) {
    Value part = open.pop();
    std::size_t at = levels.back();
    levels.pop_back();
    bool is_cut = has_parts(part) && at >= limits.level;
    is_deep = is_deep || is_cut;
    if (!has_parts(part) || is_cut) {
      if (++atoms > limit) return false;
      continue;
    }
    std::size_t before = open.size();
    for_each_part(part, std::min(limits.length, limit + 1), [&](Value p) { open.push(p); });
    levels.resize(levels.size() + open.size() - before, at + 1);
    // Each pending part contains at least one atom.
    if (atoms + open.size() > limit) return false;
  }
  return true;
}

struct Cells {
  std::size_t number = 0;
  bool has_circle = false;  // the cells form a cycle
};

// The cells of V: conses, vectors and structures.
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

bool is_printed_whole(Heap& heap, Value v, std::size_t limit) {
  bool is_deep = false;
  return fits(heap, v, limit, {limit + 1, kLimits[0].level}, is_deep) && !is_deep;
}

// The limits for printing at most LIMIT atoms of V. Visits no more of V than necessary, and at most
// about 100,000 cells to find a cycle.
Extent extent_of(Heap& heap, Value v, std::size_t limit) {
  if (is_printed_whole(heap, v, limit)) return {};
  Cells cells = cells_of(heap, v);
  Extent extent{.is_circular = cells.has_circle};
  // With labels each cell is printed once.
  if (cells.has_circle && cells.number <= limit) return extent;
  extent.is_cut = true;
  for (Limits l : kLimits) {
    extent.length = static_cast<std::int64_t>(l.length);
    extent.level = static_cast<std::int64_t>(l.level);
    bool is_deep = false;
    if (fits(heap, v, limit, l, is_deep)) break;
  }
  return extent;
}

// A stream that writes the first LIMIT characters to TARGET, and "..." if there are more.
class Beginning final : public Stream {
 public:
  Beginning(Stream& target, std::size_t limit) : target_(target), left_(limit) {}

  std::string name() const override { return target_.name(); }
  std::size_t column() const override { return target_.column(); }
  std::size_t line_width() const override { return target_.line_width(); }
  void flush() override { target_.flush(); }

  void put(char32_t c) override {
    if (is_cut_) return;
    is_cut_ = left_ == 0;
    if (is_cut_) return target_.write("...");
    --left_;
    target_.put(c);
  }
  bool is_cut() const { return is_cut_; }

 private:
  Stream& target_;
  std::size_t left_;
  bool is_cut_ = false;
};

constexpr std::size_t kCharactersPerAtom = 40;

bool has_own_limits(Heap& heap) {
  for (Sym s : {Sym::star_print_length, Sym::star_print_level, Sym::star_print_circle})
    if (!is_nil(symbol_value(heap, s))) return true;
  return false;
}

}  // namespace

bool print_shortened(TextSystem& text, Stream& out, Value v, std::size_t limit) {
  if (has_own_limits(text.heap)) return print(text, out, v, true), false;
  Extent extent = extent_of(text.heap, v, limit);
  PrintLimits limits(text.heap, extent.length, extent.level, extent.is_circular);
  Beginning beginning(out, limit * kCharactersPerAtom);
  print(text, beginning, v, true);
  return extent.is_cut || beginning.is_cut();
}

void print_with_labels_if_circular(TextSystem& text, Stream& out, Value v) {
  constexpr std::size_t kSmall = 1000;  // counting atoms is faster than finding cycles
  bool needs_labels = !has_own_limits(text.heap) && !is_printed_whole(text.heap, v, kSmall) &&
                      cells_of(text.heap, v).has_circle;
  if (!needs_labels) return print(text, out, v, true);
  PrintLimits labels(text.heap, 0, 0, true);
  print(text, out, v, true);
}

}  // namespace winnow

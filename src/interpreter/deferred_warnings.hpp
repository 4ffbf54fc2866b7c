// What functions use that may not be there. Forms further down may define it, so it is told of when
// the outermost text being loaded, or the form typed at the prompt, has come to its end
// (WITH-COMPILATION-UNIT makes several such into one).
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "core/heap.hpp"
#include "core/roots.hpp"

namespace winnow {

class DeferredWarnings {
 public:
  explicit DeferredWarnings(Heap& heap) : values_(heap), names_(heap) {}

  // A text or a form at the prompt, maybe inside another, with which it is told of unless it is on
  // its OWN.
  class Unit {
   public:
    explicit Unit(DeferredWarnings& warnings, bool own = false)
        : warnings_(warnings), tells_(own || warnings.depth_ == 0), first_(warnings.size()) {
      ++warnings.depth_;
    }
    ~Unit() {
      --warnings_.depth_;
      if (tells_) warnings_.truncate(first_);
    }
    Unit(const Unit&) = delete;
    Unit& operator=(const Unit&) = delete;
    bool tells() const { return tells_; }
    std::size_t first() const { return first_; }

   private:
    DeferredWarnings& warnings_;
    bool tells_;
    std::size_t first_;  // of its uses
  };
  bool in_unit() const { return depth_ > 0; }

  struct Use {
    std::size_t count;  // arguments of a call; kReference: #'name; kVariable; kType
    bool assigned;      // the variable, somewhere
    int line;           // of the first one
  };
  static constexpr std::size_t kReference = ~std::size_t{0};
  static constexpr std::size_t kVariable = kReference - 1;
  static constexpr std::size_t kType = kReference - 2;

  // NAME is used in a function, at LINE of SOURCE.
  void add(Value name, const Use& use, Value source);
  // A form at top level assigns NAME: a variable of that name is meant.
  void add_toplevel_variable(Value name);
  bool is_toplevel_variable(Value name) const { return toplevel_.contains(name.bits); }

  // NAME will have a function when a text is loaded that was compiled in this unit.
  void add_definition(Value name);
  bool is_defined_elsewhere(Value name) const { return defined_.contains(name.bits); }

  std::size_t size() const { return uses_.size(); }
  const Use& operator[](std::size_t i) const { return uses_[i]; }
  Value name(std::size_t i) const { return values_[2 * i]; }
  Value source(std::size_t i) const { return values_[2 * i + 1]; }

 private:
  void truncate(std::size_t size);

  int depth_ = 0;
  std::vector<Use> uses_;  // each name once, each number of arguments
  ValueVector values_;     // name, source, name, source ...
  std::map<std::pair<std::uint64_t, std::size_t>, std::size_t> places_;  // by name and count
  ValueVector names_;  // those of the sets, so that no other symbol comes to be where they are
  std::set<std::uint64_t> toplevel_;
  std::set<std::uint64_t> defined_;
};

}  // namespace winnow

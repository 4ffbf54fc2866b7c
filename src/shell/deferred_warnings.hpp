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

#include "heap/heap.hpp"
#include "heap/roots.hpp"

namespace winnow {

class DeferredWarnings {
 public:
  explicit DeferredWarnings(Heap& heap) : values_(heap), toplevel_(heap), defined_(heap) {}

  // How much has been noted.
  struct Mark {
    std::size_t uses, toplevel, defined;
  };

  // A text or a form at the prompt, maybe inside another, with which it is told of unless it is on
  // its OWN.
  class Unit {
   public:
    explicit Unit(DeferredWarnings& warnings, bool own = false)
        : warnings_(warnings), tells_(own || warnings.depth_ == 0), begin_(warnings.mark()) {
      ++warnings.depth_;
    }
    ~Unit() {
      --warnings_.depth_;
      if (tells_) warnings_.restore(begin_);
    }
    Unit(const Unit&) = delete;
    Unit& operator=(const Unit&) = delete;
    bool tells() const { return tells_; }
    std::size_t first() const { return begin_.uses; }

   private:
    DeferredWarnings& warnings_;
    bool tells_;
    Mark begin_;
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
  void add_toplevel_variable(Value name) { toplevel_.add(name); }
  bool is_toplevel_variable(Value name) const { return toplevel_.contains(name); }

  // NAME will have a function when a text is loaded that was compiled in this unit.
  void add_definition(Value name) { defined_.add(name); }
  bool is_defined_elsewhere(Value name) const { return defined_.contains(name); }

  std::size_t size() const { return uses_.size(); }
  const Use& operator[](std::size_t i) const { return uses_[i]; }
  Value name(std::size_t i) const { return values_[2 * i]; }
  Value source(std::size_t i) const { return values_[2 * i + 1]; }

 private:
  // Each name once, in the order of their coming.
  class Names {
   public:
    explicit Names(Heap& heap) : all_(heap) {}
    void add(Value name) {
      if (set_.insert(name.bits).second) all_.push(name);
    }
    bool contains(Value name) const { return set_.contains(name.bits); }
    std::size_t size() const { return all_.size(); }
    void truncate(std::size_t size) {
      for (std::size_t i = size; i < all_.size(); ++i) set_.erase(all_[i].bits);
      all_.truncate(size);
    }

   private:
    ValueVector all_;  // so that no other symbol comes to be where they are
    std::set<std::uint64_t> set_;
  };

  Mark mark() const { return {uses_.size(), toplevel_.size(), defined_.size()}; }
  void restore(const Mark& mark);

  int depth_ = 0;
  std::vector<Use> uses_;  // each name once, each number of arguments
  ValueVector values_;     // name, source, name, source ...
  std::map<std::pair<std::uint64_t, std::size_t>, std::size_t> places_;  // by name and count
  Names toplevel_;
  Names defined_;
};

}  // namespace winnow

// Deferred warnings: uses of functions, variables and types that may be undefined. A later form may
// define them, so they are reported at the end of the outermost text being loaded or of the form
// typed at the prompt (WITH-COMPILATION-UNIT joins several of these).
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

  // The number of entries of each kind.
  struct Mark {
    std::size_t uses, toplevel, defined;
  };

  // A compilation unit. A nested unit is reported with the outermost one unless it is its OWN.
  class Unit {
   public:
    explicit Unit(DeferredWarnings& warnings, bool own = false)
        : warnings_(warnings), reports_(own || warnings.depth_ == 0), begin_(warnings.mark()) {
      ++warnings.depth_;
    }
    ~Unit() {
      --warnings_.depth_;
      if (reports_) warnings_.restore(begin_);
    }
    Unit(const Unit&) = delete;
    Unit& operator=(const Unit&) = delete;
    bool reports() const { return reports_; }
    std::size_t first() const { return begin_.uses; }

   private:
    DeferredWarnings& warnings_;
    bool reports_;
    Mark begin_;
  };
  bool in_unit() const { return depth_ > 0; }

  struct Use {
    std::size_t count;  // arguments of a call; kReference: #'name; kVariable; kType
    bool assigned;      // is the variable assigned in any use?
    int line;           // of the first use
  };
  static constexpr std::size_t kReference = Upcalls::kReference;
  static constexpr std::size_t kVariable = kReference - 1;
  static constexpr std::size_t kType = kReference - 2;

  // Records that a function uses NAME, at the line in USE of SOURCE.
  void add(Value name, const Use& use, Value source);
  // Records that a top-level form assigns NAME, which makes it a variable.
  void add_toplevel_variable(Value name) { toplevel_.add(name); }
  bool is_toplevel_variable(Value name) const { return toplevel_.contains(name); }

  // Records that a file compiled in this unit defines the function NAME.
  void add_definition(Value name) { defined_.add(name); }
  bool is_defined_elsewhere(Value name) const { return defined_.contains(name); }

  std::size_t size() const { return uses_.size(); }
  const Use& operator[](std::size_t i) const { return uses_[i]; }
  Value name(std::size_t i) const { return values_[2 * i]; }
  Value source(std::size_t i) const { return values_[2 * i + 1]; }

 private:
  // A set of names in order of insertion.
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
    ValueVector all_;  // keeps the symbols alive, so that addresses identify them
    std::set<std::uint64_t> set_;
  };

  Mark mark() const { return {uses_.size(), toplevel_.size(), defined_.size()}; }
  void restore(const Mark& mark);

  int depth_ = 0;
  std::vector<Use> uses_;  // one for each name and number of arguments
  ValueVector values_;     // name, source, name, source ...
  std::map<std::pair<std::uint64_t, std::size_t>, std::size_t> places_;  // by name and count
  Names toplevel_;
  Names defined_;
};

}  // namespace winnow

// A listener that calls PRINT-MESSAGE at each cutoff, as Winston's programs do.
#pragma once

#include "search/adapters/tree_base.hpp"
#include "search/observer.hpp"
#include "vm/vm.hpp"

namespace winnow {

class CutMessages final : public search::Listener<Value> {
 public:
  // For searches in TREE from ROOT, which the caller protects from the collector.
  CutMessages(Vm& vm, TreeBase& tree, Value root) : vm_(vm), tree_(tree), root_(root) {}

  // Is *PRINT-MESSAGE* true?
  bool wanted() const;

  void enter(const search::Ply*, search::Side, const search::Question<Value>&) override {}
  void leaf(const search::Ply*, Value) override {}
  void leave(const search::Ply*, Value, search::Bound) override {}
  void cutoff(const search::Ply* ply, search::Side side, std::uint32_t move, Value alpha,
              Value beta, const search::Ply* solved) override;

 private:
  Value position_at(const search::Ply* ply);

  Vm& vm_;
  TreeBase& tree_;
  Value root_;
};

}  // namespace winnow

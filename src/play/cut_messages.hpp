// A listener that lets PRINT-MESSAGE tell of each cut, as Winston's programs do.
#pragma once

#include "play/board.hpp"
#include "search/observer.hpp"
#include "vm/vm.hpp"

namespace winnow {

class CutMessages final : public search::Listener<Value> {
 public:
  // Of searches in GAME from ROOT, which the collector must see.
  CutMessages(Vm& vm, Board& game, Value root) : vm_(vm), game_(game), root_(root) {}

  // Is *PRINT-MESSAGE* true?
  bool wanted() const;

  void enter(const search::Ply*, search::Side, Value, Value) override {}
  void leaf(const search::Ply*, Value) override {}
  void leave(const search::Ply*, Value) override {}
  void cutoff(const search::Ply* ply, search::Side side, std::uint32_t move, Value alpha,
              Value beta) override;

 private:
  Value position_at(const search::Ply* ply);

  Vm& vm_;
  Board& game_;
  Value root_;
};

}  // namespace winnow

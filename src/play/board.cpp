#include "play/board.hpp"

#include "core/condition.hpp"

namespace winnow {

void Board::out_of_memory() {
  signal_error(heap_, ConditionKind::storage_condition,
               "minimax: the positions that this algorithm remembers are too many for the memory; "
               ":ALPHA-BETA remembers none",
               {});
}

}  // namespace winnow

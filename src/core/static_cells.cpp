// NIL, T and the undefined function, which lie outside every heap.
#include "core/object.hpp"

namespace winnow {

StaticCells static_cells;

}  // namespace winnow

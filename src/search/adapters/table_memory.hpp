// The memory of a transposition table as a Lisp object, which can outlive the search and is freed
// when nothing refers to it.
#pragma once

#include "heap/heap.hpp"
#include "search/transposition_table.hpp"

namespace winnow {

class LispTableMemory final : public search::TableMemory {
 public:
  // The object is in the car of KEEPER, a cons.
  LispTableMemory(Heap& heap, Value keeper) : heap_(heap), keeper_(keeper) {}

  void* block() override;
  void* allocate(std::size_t bytes) override;
  void adopt() override;

 private:
  Heap& heap_;
  Value keeper_;
  Value fresh_ = nil();  // Bytes
};

}  // namespace winnow

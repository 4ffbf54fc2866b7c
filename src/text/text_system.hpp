// The state that the reader and the printer of one interpreter share.
#pragma once

#include "data/dialect.hpp"
#include "heap/heap.hpp"
#include "text/streams/stream_table.hpp"

namespace winnow {

struct Printing;
struct Reading;

struct TextSystem {
  explicit TextSystem(Heap& heap) : heap(heap), streams(heap), tables(heap), readtables(heap) {}

  Heap& heap;
  StreamTable streams;
  Dialect dialect;  // the one in force
  // Constant tables: the pprint dispatch table, then the readtable of each dialect.
  enum Table : std::uint8_t { kDispatch, kReadtable };
  ValueVector tables;
  ValueVector readtables;        // the value of *READTABLE* for each dialect that is not in force
  std::int64_t blocks = 0;       // logical blocks begun so far
  Reading* reading = nullptr;    // the innermost READ that calls a macro function
  Printing* printing = nullptr;  // the innermost object whose printing function runs
};

}  // namespace winnow

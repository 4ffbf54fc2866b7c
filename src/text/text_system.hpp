// What reader, printer and FORMAT of one interpreter share.
#pragma once

#include <functional>
#include <string>

#include "core/caller.hpp"
#include "core/dialect.hpp"
#include "core/heap.hpp"
#include "text/format/control.hpp"
#include "text/streams/stream_table.hpp"

namespace winnow {

struct Printing;

struct TextSystem {
  TextSystem(Heap& heap, FunctionCaller& caller)
      : heap(heap), caller(caller), streams(heap), tables(heap) {}

  Heap& heap;
  FunctionCaller& caller;
  StreamTable streams;
  Dialect dialect;  // the one in force
  // What a condition reports.
  std::function<std::string(Value condition)> report;
  format_control::Cache controls;
  std::vector<std::shared_ptr<const format_control::Control>> layouts;  // the standard ones
  // Tables that never change.
  enum Table : std::uint8_t { kDispatch };
  ValueVector tables;
  std::int64_t blocks = 0;       // logical blocks begun so far
  Printing* printing = nullptr;  // the innermost object whose printing function runs
};

}  // namespace winnow

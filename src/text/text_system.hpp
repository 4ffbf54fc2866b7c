// The state that the reader, the printer and FORMAT of one interpreter share.
#pragma once

#include <functional>
#include <string>

#include "data/dialect.hpp"
#include "data/functions.hpp"
#include "heap/heap.hpp"
#include "text/format/control.hpp"
#include "text/streams/stream_table.hpp"

namespace winnow {

struct Printing;
struct Reading;

struct TextSystem {
  TextSystem(Heap& heap, FunctionCaller& caller)
      : heap(heap), caller(caller), streams(heap), tables(heap), readtables(heap) {}

  Heap& heap;
  FunctionCaller& caller;
  StreamTable streams;
  Dialect dialect;  // the one in force
  // Evaluates FORM, for #. syntax.
  std::function<Value(Value form)> evaluate;
  // Prints a warning for the user.
  std::function<void(const std::string& message)> warn;
  // The report of a condition; attempted_report returns "" if the report fails.
  std::function<std::string(Value condition)> report;
  std::function<std::string(Value condition)> attempted_report;
  format_control::Cache controls;
  std::vector<std::shared_ptr<const format_control::Control>> layouts;  // the standard ones
  // Constant tables: the pprint dispatch table, then the readtable of each dialect.
  enum Table : std::uint8_t { kDispatch, kReadtable };
  ValueVector tables;
  ValueVector readtables;        // the value of *READTABLE* for each dialect that is not in force
  std::int64_t blocks = 0;       // logical blocks begun so far
  Reading* reading = nullptr;    // the innermost READ that calls a macro function
  Printing* printing = nullptr;  // the innermost object whose printing function runs
};

}  // namespace winnow

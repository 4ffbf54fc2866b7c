#include "builtins/install.hpp"

#include <algorithm>

#include "builtins/builtin.hpp"
#include "core/keyword_arguments.hpp"

namespace winnow {

namespace {

std::vector<const BuiltinInfo*>& registry() {
  static std::vector<const BuiltinInfo*> list;
  return list;
}

}  // namespace

RegisterBuiltin::RegisterBuiltin(const BuiltinInfo& info) { registry().push_back(&info); }

const std::vector<const BuiltinInfo*>& all_builtins() {
  static const bool sorted = [] {
    std::sort(registry().begin(), registry().end(),
              [](auto* a, auto* b) { return a->name < b->name; });
    return true;
  }();
  static_cast<void>(sorted);
  return registry();
}

void Arguments::wrong(Value got, const Expected& expected) const {
  Heap& heap = vm.heap();
  signal_error(
      heap, ConditionKind::type_error, "~A: argument ~D must be ~A, got ~S",
      {make_string(heap, info.name), fixnum(place + 1), make_string(heap, expected.words), got},
      {got, type_expected(heap, expected)});
}

void Arguments::take_keywords() {
  Shape s = shape_of(info.lambda_list);
  auto first = static_cast<std::size_t>(s.required + s.optional);
  std::fill_n(found, info.keywords.count, kAbsent);
  if (first >= count) return;
  Heap& heap = vm.heap();
  Value known[Keywords::kMost];
  for (std::size_t i = 0; i < info.keywords.count; ++i)
    known[i] = heap.symbols->symbol(info.keywords.names[i]);
  std::span<const Value> keywords(known, info.keywords.count);
  KeywordFault fault = find_keywords(heap, keywords, false, {values + first, count - first}, found);
  if (fault.keyword != kAbsent)
    signal_keyword_fault(heap, make_string(heap, info.name), keywords, fault);
}

Value Arguments::take_keyword() {
  Value v = found[keyword++];
  // For an error: where it stands.
  place = 0;
  while (place < count && values[place] != v) ++place;
  return v;
}

void install_builtins(Interpreter& lisp) {
  Heap& heap = lisp.heap;
  for (const BuiltinInfo* info : all_builtins()) {
    auto* b = heap.allocate<Builtin>(Type::Builtin, sizeof(Builtin));
    b->info = info;
    Value f = to_value(b);
    Symbol* s = as<Symbol>(heap.symbols->intern_upcased(info->name));
    s->function = f;
    s->header.flags |= Symbol::kLibrary;
  }
}

}  // namespace winnow

#include "builtins/install.hpp"

#include <algorithm>

#include "builtins/builtin.hpp"
#include "compiler/inlined.hpp"
#include "data/array.hpp"
#include "data/heap_image.hpp"
#include "data/keyword_arguments.hpp"

namespace winnow {

namespace {

std::vector<const BuiltinInfo*>& registry() {
  static std::vector<const BuiltinInfo*> list;
  return list;
}

// The first eight characters of NAME as an integer; names are in the order of these integers.
std::uint64_t beginning_of(std::string_view name) {
  std::uint64_t n = 0;
  for (std::size_t i = 0; i < sizeof n; ++i)
    n = n << 8 | (i < name.size() ? static_cast<unsigned char>(name[i]) : 0);
  return n;
}

}  // namespace

RegisterBuiltin::RegisterBuiltin(const BuiltinInfo& info) { registry().push_back(&info); }

const std::vector<const BuiltinInfo*>& all_builtins() {
  static const bool sorted = [] {
    // Most comparisons are decided by the first eight characters, as an integer.
    std::vector<std::pair<std::uint64_t, const BuiltinInfo*>> keyed;
    keyed.reserve(registry().size());
    for (const BuiltinInfo* info : registry()) keyed.emplace_back(beginning_of(info->name), info);
    std::sort(keyed.begin(), keyed.end(), [](const auto& a, const auto& b) {
      return a.first != b.first ? a.first < b.first : a.second->name < b.second->name;
    });
    std::transform(keyed.begin(), keyed.end(), registry().begin(),
                   [](auto& k) { return k.second; });
    return true;
  }();
  static_cast<void>(sorted);
  return registry();
}

void Arguments::take_keywords() {
  const std::size_t first = info.keywords.first;
  Heap& heap = vm.heap();
  auto keyword = [&](std::size_t i) { return heap.symbols->symbol(info.keywords.names[i]); };
  std::span<const Value> arguments(values + first, count - first);
  if (find_distinct_keywords(info.keywords.count, keyword, arguments, found)) return;
  Value known[Keywords::kMost];
  for (std::size_t i = 0; i < info.keywords.count; ++i) known[i] = keyword(i);
  std::span<const Value> keywords(known, info.keywords.count);
  KeywordFault fault = find_keywords(heap, keywords, false, arguments, found);
  if (fault.keyword != kAbsent)
    signal_keyword_fault(heap, operation_named(heap, std::string(info.name).c_str()), fault);
}

void install_builtins(Interpreter& lisp) {
  Heap& heap = lisp.heap;
  const std::vector<const BuiltinInfo*>& all = all_builtins();
  if (!heap.has_image())
    heap.store(saved(heap, Saved::Builtins), make_vector(heap, all.size(), nil()));
  auto* row = as<Vector>(saved(heap, Saved::Builtins));
  WINNOW_CHECK(row->length() == all.size());  // the image was made by the same functions
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!heap.has_image()) {
      WINNOW_CHECK(i == 0 || all[i - 1]->name != all[i]->name);
      heap.store(row->data[i], to_value(heap.allocate<Builtin>(Type::Builtin, sizeof(Builtin))));
      Symbol* s = as<Symbol>(heap.symbols->intern_upcased(all[i]->name));
      heap.store(s->function, row->data[i]);
      s->header.flags |= Symbol::kLibrary;
    }
    as<Builtin>(row->data[i])->info = all[i];
  }
}

}  // namespace winnow

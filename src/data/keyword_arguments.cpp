#include "data/keyword_arguments.hpp"

#include <algorithm>

#include "data/symbol.hpp"
#include "heap/condition.hpp"
#include "heap/list.hpp"

namespace winnow {

KeywordFault find_keywords(Heap& heap, std::span<const Value> keywords, bool lenient,
                           std::span<const Value> arguments, Value* found) {
  std::fill_n(found, keywords.size(), kAbsent);
  if (arguments.size() % 2 != 0) return {arguments.back(), false};
  Value allow = heap.symbols->symbol(Sym::k_allow_other_keys);
  Value unknown = kAbsent;
  bool allow_seen = false;
  for (std::size_t i = 0; i < arguments.size(); i += 2) {
    Value keyword = arguments[i];
    auto known = std::find(keywords.begin(), keywords.end(), keyword);
    if (keyword == allow && !allow_seen) {
      allow_seen = true;
      lenient = lenient || !is_nil(arguments[i + 1]);
    }
    if (known != keywords.end()) {
      Value& place = found[known - keywords.begin()];
      if (place == kAbsent) place = arguments[i + 1];
    } else if (keyword != allow && unknown == kAbsent) {
      unknown = keyword;
    }
  }
  return {lenient ? kAbsent : unknown, true};
}

void signal_keyword_fault(Heap& heap, Value name, const KeywordFault& fault) {
  if (!fault.has_value)
    signal_error(heap, ConditionKind::program_error, "~A: expected a value after ~S",
                 {name, fault.keyword});
  const char* control =
      is_keyword(fault.keyword) ? "~A: unknown keyword ~S" : "~A: expected a keyword, got ~S";
  signal_error(heap, ConditionKind::program_error, control, {name, fault.keyword});
}

}  // namespace winnow

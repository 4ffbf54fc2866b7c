#include "builtins/install.hpp"

#include <algorithm>

#include "base/unicode.hpp"
#include "builtins/builtin.hpp"

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

void Arguments::wrong(Value got, const char* expected) const {
  // The argument's place: where among the values it stands.
  std::size_t place = 0;
  while (place < count && values[place] != got) ++place;
  Heap& heap = vm.heap();
  signal_error(heap, ConditionKind::type_error, "~A: argument ~D must be ~A, got ~S",
               {make_string(heap, info.name), fixnum(place + 1), make_string(heap, expected), got},
               {got, type_described(heap, expected)});
}

namespace {

bool is_keyword_named(Value v, std::string_view lower_case) {
  if (!is_keyword(v)) return false;
  const String* name = as<String>(as<Symbol>(v)->name);
  if (name->length() != lower_case.size()) return false;
  for (std::size_t i = 0; i < lower_case.size(); ++i)
    if (string_char(name, i) != unicode::upcase(static_cast<unsigned char>(lower_case[i])))
      return false;
  return true;
}

}  // namespace

void Arguments::check_keywords() {
  Shape s = shape_of(info.lambda_list);
  first_key = static_cast<std::size_t>(s.required + s.optional);
  if (first_key >= count) return;
  Heap& heap = vm.heap();
  if ((count - first_key) % 2 != 0)
    signal_error(heap, ConditionKind::program_error,
                 "~A: keyword arguments come in pairs, but ~S has no value",
                 {make_string(heap, info.name), values[count - 1]});
  for (std::size_t i = first_key; i < count; i += 2)
    if (is_keyword_named(values[i], "allow-other-keys") && !is_nil(values[i + 1])) return;
  for (std::size_t i = first_key; i < count; i += 2) {
    bool known = is_keyword_named(values[i], "allow-other-keys");
    for (std::string_view k : info.keywords)
      known = known || (!k.empty() && is_keyword_named(values[i], k));
    if (!known)
      signal_error(heap, ConditionKind::program_error,
                   "~A: there is no keyword argument ~S (see (help '~A))",
                   {make_string(heap, info.name), values[i], make_string(heap, info.name)});
  }
}

Value Arguments::take_keyword() {
  std::string_view name = info.keywords[keyword++];
  for (std::size_t i = first_key; i + 1 < count; i += 2)
    if (is_keyword_named(values[i], name)) return values[i + 1];
  return kAbsent;
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

#include "play/lisp_rules.hpp"

#include <cstdlib>
#include <optional>
#include <ranges>

#include "base/random.hpp"
#include "core/array.hpp"
#include "core/condition.hpp"
#include "core/equality.hpp"
#include "core/list.hpp"
#include "core/number.hpp"
#include "core/string.hpp"
#include "core/symbol.hpp"

namespace winnow {

namespace {

constexpr std::int64_t kGreatestOrder = 1'000'000;

// A hash of all of V (unlike that of a table, which may compare afterwards), the same in every run;
// nothing if part of V is no number, symbol, string, or list or vector of such.
std::optional<std::uint64_t> lasting_hash(Value v) {
  std::uint64_t h = 0x5DEECE66D;
  bool known = true;
  auto add = [&](std::optional<std::uint64_t> more) {
    known = known && more;
    h = mix64((h ^ more.value_or(0)) * 0x9E3779B97F4A7C15);
  };
  for (; is_cons(v); v = cdr(v)) add(lasting_hash(car(v)));
  if (is_nil(v)) return known ? std::optional(h) : std::nullopt;
  if (is_string(v)) {
    for (StringView s = string_view_of(v);
         std::size_t i : std::views::iota(std::size_t{0}, s.length))
      add(s.at(i));
  } else if (is_vector(v)) {
    add(vector_length(v));
    for (std::size_t i = 0; i < vector_length(v); ++i) add(lasting_hash(array_ref(v, i)));
  } else if (is_symbol(v)) {
    add(lasting_hash(as_symbol(v)->name));
  } else if (is_number(v) || v.is_character()) {
    add(eql_hash(v));
  } else {
    return std::nullopt;
  }
  return known ? std::optional(h) : std::nullopt;
}

}  // namespace

RuleFunctions rule_functions(Heap& heap, Value list) {
  if (proper_length(list) != 9)
    signal_wrong_type(heap, "a game's functions", list, "a list of nine");
  auto f = elements_of<9>(list);
  return {f[0], f[1], f[2], f[3], f[4], f[5], f[6], f[7], f[8]};
}

void LispRules::bad_clause(const char* clause, const char* expected, Value got, Value p) {
  Heap& heap = vm_.heap();
  signal_error(heap, ConditionKind::type_error,
               "The game ~A: ~A must return ~A, got ~S, at the position ~S",
               {functions_.name, make_string(heap, clause), make_string(heap, expected), got, p},
               {got, type_expected(heap, expected)});
}

search::Side LispRules::side(Value p) {
  const SymbolTable& s = *vm_.heap().symbols;
  Value side = call(functions_.side, p);
  if (side == s.symbol(Sym::k_max)) return search::Side::Max;
  if (side == s.symbol(Sym::k_min)) return search::Side::Min;
  bad_clause(":SIDE", ":MAX or :MIN", side, p);
}

int LispRules::value(Value p) {
  Value v = call(functions_.value, p);
  if (!v.is_fixnum() || std::abs(v.fixnum()) > 400'000'000)
    bad_clause(":VALUE", "an integer between -400,000,000 and 400,000,000", v, p);
  return static_cast<int>(v.fixnum());
}

LispRules::MoveList LispRules::move_list(Value p) {
  Heap& heap = vm_.heap();
  if (!heap.native_stack.has_room()) endless(p);
  Value list = call(functions_.moves, p);
  std::ptrdiff_t length = proper_length(list);
  if (length < 0) bad_clause(":MOVES", "a proper list", list, p);
  if (length == 0)
    signal_error(heap, ConditionKind::simple_error,
                 "The game ~A: there are no :MOVES, but it is not :OVER, at the position ~S",
                 {functions_.name, p});
  return {list, static_cast<std::size_t>(length)};
}

int LispRules::order(Value p, Value move) {
  if (is_nil(functions_.order)) return 0;
  Value v = vm_.call(functions_.order, {p, move});
  if (!v.is_fixnum() || std::abs(v.fixnum()) > kGreatestOrder)
    bad_clause(":ORDER", "an integer between -1,000,000 and 1,000,000", v, p);
  return static_cast<int>(v.fixnum());
}

LispRules::Moves LispRules::moves(Value p) {
  auto [list, count] = move_list(p);
  Value all = make_vector(vm_.heap(), count, nil());
  for (Value* to = as<Vector>(all)->data; is_cons(list); list = cdr(list)) *to++ = car(list);
  return Moves(all);
}

void LispRules::endless(Value p) {
  signal_error(vm_.heap(), ConditionKind::storage_condition,
               "The game ~A goes on too deeply: does it ever end? Plies can be limited. It is at "
               "the position ~S",
               {functions_.name, p});
}

void LispRules::play(Value& p, Value move) { p = vm_.call(functions_.play, {p, move}); }

std::uint64_t LispRules::key(Value p) {
  if (is_nil(functions_.key)) return 0;
  Value key = call(functions_.key, p);
  std::optional<std::uint64_t> hash = lasting_hash(key);
  if (!hash) bad_clause(":KEY", "a number, symbol, string, or list or vector of such", key, p);
  return *hash;
}

unsigned LispRules::slot(Value move) const {
  return static_cast<unsigned>(lasting_hash(move).value_or(0) % kSlots);
}

}  // namespace winnow

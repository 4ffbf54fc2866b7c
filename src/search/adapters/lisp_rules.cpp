#include "search/adapters/lisp_rules.hpp"

#include <cstdlib>

#include "data/array.hpp"
#include "data/equality.hpp"
#include "data/string.hpp"
#include "data/symbol.hpp"
#include "heap/condition.hpp"
#include "heap/list.hpp"
#include "host/random.hpp"
#include "number/number.hpp"

namespace winnow {

namespace {

constexpr std::int64_t kGreatestOrder = 1'000'000;
constexpr std::int64_t kGreatestValue = 400'000'000;
constexpr search::Range kNoBounds{-900'000'000, 900'000'000};

// An object with more parts is assumed to be circular and is not hashed.
constexpr std::size_t kMostParts = 10'000'000;
// The limit of the hashed parts of a move.
constexpr std::size_t kPartsOfMove = 64;

// A hash of the first MOST parts of an object, the same in every run. Objects with the same hash are
// taken as equal, without a comparison, so it must be a better hash than that of hash tables.
class LastingHash {
 public:
  LastingHash(Heap& heap, std::size_t most) : heap_(heap), left_(most) {}

  std::uint64_t of(Value v) {
    add(v);
    return hash_;
  }
  // The hash of a fixnum.
  static std::uint64_t of_fixnum(Value v) { return mixed(kSeed, eql_hash(v)); }
  bool is_whole = true;  // all parts were hashed
  bool is_known = true;  // all were numbers, symbols, strings, or lists or vectors of such

 private:
  static constexpr std::uint64_t kSeed = 0x5DEECE66D;

  bool take() {
    heap_.poll_at(left_);
    is_whole = is_whole && left_ > 0 && heap_.native_stack.has_room();
    left_ -= is_whole;
    return is_whole;
  }
  static std::uint64_t mixed(std::uint64_t hash, std::uint64_t more) {
    return mix64((hash ^ more) * 0x9E3779B97F4A7C15);
  }
  void mix(std::uint64_t more) { hash_ = mixed(hash_, more); }
  void add(StringView text) {
    mix(text.length);
    for (std::size_t i = 0; i < text.length; ++i) mix(text.at(i));
  }
  void add(Value v) {
    for (; is_cons(v) && take(); v = cdr(v)) {
      mix(1);
      add(car(v));
    }
    if (!take()) return;
    if (is_string(v)) {
      mix(2);
      add(string_view_of(heap_, v));
    } else if (is_vector(v)) {
      mix(3 + vector_length(v));
      for (std::size_t i = 0; i < vector_length(v) && is_whole; ++i) add(array_ref(heap_, v, i));
    } else if (is_symbol(v)) {
      add(string_view_of(as<String>(as_symbol(v)->name)));
    } else if (is_number(v) || v.is_character()) {
      mix(eql_hash(v));
    } else {
      is_known = false;
    }
  }

  Heap& heap_;
  std::size_t left_;
  std::uint64_t hash_ = kSeed;
};

}  // namespace

Value property(Heap& heap, Value list, const char* name) {
  const Value key = heap.symbols->intern(name);
  for (; is_cons(list); list = cdr(cdr(list)))
    if (car(list) == key) return second(list);
  return nil();
}

RuleFunctions rule_functions(Heap& heap, Value list) {
  auto get = [&](const char* name) { return property(heap, list, name); };
  const Value repetition = get(":REPETITION");
  return {get(":NAME"),    get(":MOVES"),
          get(":PLAY"),    get(":SIDE"),
          get(":OVER"),    get(":VALUE"),
          get(":QUIET"),   get(":BOUNDS"),
          get(":KEY"),     get(":ORDER"),
          get(":ADVANCE"), get(":LOOK"),
          get(":ARRIVE"),  repetition.is_fixnum() ? repetition : nil(),
          get(":EXPAND")};
}

void LispRules::bad_clause(const char* clause, const Expected& expected, Value got, Value p) {
  Heap& heap = vm_.heap();
  signal_error(
      heap, ConditionKind::type_error, "The game ~A: ~A must return ~A, got ~S, at the position ~S",
      {functions_.name, make_string(heap, clause), make_string(heap, expected.words), got, p},
      {got, type_expected(heap, expected)});
}

bool LispRules::is_value(Value v) const {
  if (v.is_fixnum()) return std::abs(v.fixnum()) <= kGreatestValue;
  auto at_most = [&](Value a, Value b) { return compare(vm_.heap(), a, b, "<") <= 0; };
  return is_real(v) && at_most(fixnum(-kGreatestValue), v) && at_most(v, fixnum(kGreatestValue));
}

Value LispRules::checked_real(Value v, Value p) {
  if (!is_value(v))
    bad_clause(":VALUE",
               {"a real between -400,000,000 and 400,000,000", "(REAL -400000000 400000000)"}, v,
               p);
  return v;
}

int LispRules::checked_value(Value v, Value p) {
  if (!checked_real(v, p).is_fixnum()) throw NotAnInteger{};
  return static_cast<int>(v.fixnum());
}

search::Range LispRules::bounds(Value p) {
  if (is_nil(functions_.bounds)) return kNoBounds;
  if (p == reached_ && arrival_.has_bounds) return arrival_.bounds;
  const Value least = gate_.call_values(functions_.bounds, p);
  return checked_bounds(least, vm_.value_count == 2 ? vm_.values[0] : nil(), p);
}

search::Range LispRules::checked_bounds(Value least, Value greatest, Value p) {
  if (least.is_fixnum() && greatest.is_fixnum() && -kGreatestValue <= least.fixnum() &&
      least.fixnum() <= greatest.fixnum() && greatest.fixnum() <= kGreatestValue) [[likely]]
    return {static_cast<int>(least.fixnum()), static_cast<int>(greatest.fixnum())};
  if (!is_value(least) || !is_value(greatest) || compare(vm_.heap(), least, greatest, "<") > 0)
    bad_clause(
        ":BOUNDS",
        {"two reals as values, the least value and the greatest", "(CONS REAL (CONS REAL NULL))"},
        is_nil(greatest) ? list_of(vm_.heap(), {least}) : list_of(vm_.heap(), {least, greatest}),
        p);
  throw NotAnInteger{};
}

bool LispRules::look(Value p, bool at_limit) {
  found_ = gate_.call_values(functions_.look, p, truth(at_limit));
  const bool is_leaf = vm_.value_count == 2 && !is_nil(vm_.values[0]);
  vm_.value_count = 1;
  return is_leaf;
}

Value LispRules::checked_moves(Value list, Value p) {
  if (proper_length(list) < 0) bad_clause(":MOVES", kProperList, list, p);
  if (is_nil(list))
    signal_error(vm_.heap(), ConditionKind::simple_error,
                 "The game ~A: :MOVES must return a move unless :OVER is true, got NIL, at the "
                 "position ~S",
                 {functions_.name, p});
  return list;
}

int LispRules::order(Value p, Value move) {
  if (is_nil(functions_.order)) return 0;
  return checked_order(gate_.call(functions_.order, p, move), p);
}

void LispRules::orders(Value p, const Moves& moves, std::vector<int>& orders) {
  orders.assign(std::min(moves.size(), kMostOrders), 0);
  if (moves.size() == 1 || is_nil(functions_.expand)) return;
  for (std::size_t i = 0; i < orders.size(); ++i)
    orders[i] = checked_order(as<Vector>(orders_)->data[i], p);
}

int LispRules::checked_order(Value v, Value p) {
  if (!v.is_fixnum() || std::abs(v.fixnum()) > kGreatestOrder)
    bad_clause(":ORDER",
               {"an integer between -1,000,000 and 1,000,000", "(INTEGER -1000000 1000000)"}, v, p);
  return static_cast<int>(v.fixnum());
}

LispRules::Moves LispRules::moves(Value p) {
  if (!vm_.heap().native_stack.has_room()) endless(p);
  return keep_moves(move_list(p));
}

LispRules::Moves LispRules::ordered_moves(Value p) {
  if (is_nil(functions_.expand)) return moves(p);
  if (!vm_.heap().native_stack.has_room()) endless(p);
  if (is_nil(orders_)) orders_ = make_vector(vm_.heap(), kMostOrders, nil());
  return keep_moves(checked_moves(gate_.call(functions_.expand, p, orders_), p));
}

LispRules::Moves LispRules::keep_moves(Value list) {
  const std::size_t first = moves_.size();
  for (; is_cons(list); list = cdr(list)) moves_.push(car(list));
  return Moves(moves_, first);
}

void LispRules::endless(Value p) {
  signal_error(vm_.heap(), ConditionKind::storage_condition,
               "The game ~A goes on too deeply: does it ever end? Plies can be limited. It is at "
               "the position ~S",
               {functions_.name, p});
}

void LispRules::play(Value& p, Value move) {
  const bool tells_side = !is_nil(functions_.advance);
  const Value next = gate_.call_values(tells_side ? functions_.advance : functions_.play, p, move);
  if (tells_side) side_ = vm_.value_count == 2 ? vm_.values[0] : nil();
  vm_.value_count = 1;
  arrival_ = {};
  reach(p, move, next);
  if (!tells_side) reached_ = kAbsent;
}

void LispRules::reach(Value& p, Value move, Value next) {
  if (is_nil(next)) no_position_after(move, p);
  p = reached_ = next;
}

void LispRules::arrive(Value& p, Value move, bool is_leaf, bool needs_key) {
  const Value needed = is_leaf ? leaf_ : needs_key ? key_ : nil();
  const Value next = gate_.call_values(functions_.arrive, p, move, needed);
  const std::uint32_t count = vm_.value_count;
  vm_.value_count = 1;
  reach(p, move, next);
  side_ = vm_.values[0];
  found_ = vm_.values[2];
  arrival_ = {.is_known = true, .is_over = !is_nil(vm_.values[1])};
  arrival_.has_value = is_leaf || arrival_.is_over;
  if (arrival_.is_over) return;
  if (count == 6) {
    arrival_.bounds = checked_bounds(vm_.values[3], vm_.values[4], next);
    arrival_.has_bounds = true;
  }
  if (needed == key_) {
    arrival_.key = hash_of_key(found_, next);
    arrival_.has_key = true;
  }
}

void LispRules::no_position_after(Value move, Value p) {
  signal_error(vm_.heap(), ConditionKind::type_error,
               "The game ~A: :PLAY must return the position after the move ~S, got NIL, at the "
               "position ~S",
               {functions_.name, move, p}, {nil(), t()});
}

void LispRules::check(std::string_view clause, Value got, Value p) {
  if (clause == "SIDE") checked_side(got, p);
  if (clause == "VALUE") checked_real(got, p);
  if (clause == "MOVES") checked_moves(got, p);
  if (clause == "PLAY") no_position_after(got, p);
  if (clause == "OVER") endless(p);
}

std::uint64_t LispRules::key(Value p) {
  if (is_nil(functions_.key)) return 0;
  if (p == reached_ && arrival_.has_key) return arrival_.key;
  return hash_of_key(call(functions_.key, p), p);
}

std::uint64_t LispRules::hash_of_key(Value key, Value p) {
  if (key.is_fixnum()) return LastingHash::of_fixnum(key);
  LastingHash hash(vm_.heap(), kMostParts);
  const std::uint64_t found = hash.of(key);
  if (!hash.is_known)
    bad_clause(":KEY", {"a number, symbol, string, or list or vector of such", "T"}, key, p);
  if (!hash.is_whole)
    signal_error(vm_.heap(), ConditionKind::type_error,
                 "The game ~A: the value of :KEY must not be circular or nested too deeply",
                 {functions_.name}, {nil(), t()});
  return found;
}

unsigned LispRules::slot(Value move) {
  if (move.is_fixnum()) return static_cast<unsigned>(mix64(move.bits) % kSlots);
  return static_cast<unsigned>(LastingHash(vm_.heap(), kPartsOfMove).of(move) % kSlots);
}

}  // namespace winnow

// A game whose rules are Lisp functions, for the engine.
#pragma once

#include <optional>
#include <vector>

#include "heap/roots.hpp"
#include "heap/type.hpp"
#include "search/engine.hpp"
#include "vm/call_gate.hpp"

namespace winnow {

// Functions of a position, and of a move for PLAY. Those that a game need not have may be NIL.
struct RuleFunctions {
  Value name;     // of the game, for messages
  Value moves;    // the list of legal moves
  Value play;     // of a position and a move: the next position
  Value side;     // :MAX or :MIN
  Value over;     // has the game ended?
  Value value;    // a real; the engine searches only games with integers
  Value quiet;    // or NIL: always
  Value bounds;   // two reals: the least and the greatest value that can still come; or NIL
  Value key;      // a number, symbol, string, or list or vector of such; or NIL: no table
  Value order;    // of a position and a move: an integer, greater for what is to be tried first; or
                  // NIL: as they come
  Value advance;  // PLAY and SIDE in one call (see RULES in lib/games/games.lisp); or NIL
  Value look;     // OVER, and VALUE or MOVES, in one call
  Value arrive;   // ADVANCE, OVER, VALUE, KEY and BOUNDS in one call
  Value repetition;  // the value of a position met again, an integer; or NIL: none
  Value expand;      // MOVES, and the ORDER of several moves, in one call; or NIL
};

// From a property list :NAME, :MOVES and so on.
RuleFunctions rule_functions(Heap& heap, Value list);

// The value of NAME, such as ":MOVES", in the property list LIST; NIL if it is missing.
Value property(Heap& heap, Value list, const char* name);

class LispRules {
 public:
  // Ends a search by the engine at a value or a bound that is not an integer.
  struct NotAnInteger {};

  using Position = Value;
  using Move = Value;
  static constexpr unsigned kSlots = 256;
  static constexpr bool kIsNative = false;

  // The moves of a position: the range of moves_ from FIRST on, which the destructor removes.
  class Moves {
   public:
    Moves(ValueVector& all, std::size_t first) : all_(all), first_(first), end_(all.size()) {}
    Moves(const Moves&) = delete;
    Moves& operator=(const Moves&) = delete;
    ~Moves() { all_.truncate(first_); }
    std::size_t size() const { return end_ - first_; }
    Value operator[](std::size_t i) const { return all_[first_ + i]; }

   private:
    ValueVector& all_;
    std::size_t first_;
    std::size_t end_;
  };

  LispRules(Vm& vm, const RuleFunctions& functions)
      : vm_(vm),
        gate_(vm),
        functions_(functions),
        max_(vm.heap().symbols->symbol(Sym::k_max)),
        min_(vm.heap().symbols->symbol(Sym::k_min)),
        leaf_(vm.heap().symbols->intern(":LEAF")),
        key_(vm.heap().symbols->intern(":KEY")),
        moves_(vm.heap()) {}

  search::Side side(Value p) {
    return checked_side(p == reached_ ? side_ : call(functions_.side, p), p);
  }
  bool over(Value p) {
    return p == reached_ && arrival_.is_known ? arrival_.is_over
                                              : !is_nil(call(functions_.over, p));
  }
  int value(Value p) {
    return checked_value(p == reached_ && arrival_.has_value ? found_ : call(functions_.value, p),
                         p);
  }
  bool has_quiet() const { return !is_nil(functions_.quiet); }
  bool quiet(Value p) { return is_nil(functions_.quiet) || !is_nil(call(functions_.quiet, p)); }
  // The list of all moves at P, at least one.
  Value move_list(Value p) { return checked_moves(call(functions_.moves, p), p); }
  // Is P over, or AT_LIMIT? Finds the value of P if so, and the moves if not, in one call of LOOK.
  bool look(Value p, bool at_limit);
  Value value_found(Value p) { return checked_real(found_, p); }
  Value moves_found(Value p) { return checked_moves(found_, p); }
  Moves moves(Value p);
  // The same; also finds their order for orders().
  Moves ordered_moves(Value p);
  void play(Value& p, Value move);
  // As play(); also finds what the engine asks for at the next position: OVER, BOUNDS and, if
  // IS_LEAF, VALUE, else KEY if NEEDS_KEY.
  void arrive(Value& p, Value move, bool is_leaf, bool needs_key);
  bool has_keys() const { return !is_nil(functions_.key); }
  std::uint64_t key(Value p);
  std::optional<int> repetition() const {
    if (is_nil(functions_.repetition)) return std::nullopt;
    return static_cast<int>(functions_.repetition.fixnum());
  }
  int offset(Value) const { return 0; }
  search::Range bounds(Value p);
  bool has_order() const { return !is_nil(functions_.order); }
  int order(Value p, Value move);
  // Stores the order of the first of MOVES, which ordered_moves() has returned for P, in ORDERS. The
  // others are left to order(), as it may take long.
  void orders(Value p, const Moves& moves, std::vector<int>& orders);
  unsigned slot(Value move);  // several moves may share a slot
  // Signals an error if the clause of the game (SIDE, VALUE, MOVES) must not return GOT at P. For
  // PLAY, which has returned NIL, GOT is the move; for OVER, P is too deep.
  void check(std::string_view clause, Value got, Value p);
  void poll() { vm_.poll(); }
  [[noreturn]] void endless(Value p);

 private:
  // The results of arrive() at reached_, except the value, which is in found_.
  struct Arrival {
    bool is_known = false;
    bool is_over = false;
    bool has_value = false;
    bool has_key = false;
    bool has_bounds = false;
    std::uint64_t key = 0;
    search::Range bounds{0, 0};
  };

  static constexpr std::size_t kMostOrders = 64;  // that EXPAND finds

  Value call(Value function, Value p) { return gate_.call(function, p); }
  search::Side checked_side(Value side, Value p) {
    if (side != max_ && side != min_)
      bad_clause(":SIDE", {":MAX or :MIN", "(MEMBER :MAX :MIN)"}, side, p);
    return side == max_ ? search::Side::Max : search::Side::Min;
  }
  bool is_value(Value v) const;
  Value checked_real(Value v, Value p);
  int checked_value(Value v, Value p);
  int checked_order(Value v, Value p);
  search::Range checked_bounds(Value least, Value greatest, Value p);
  std::uint64_t hash_of_key(Value key, Value p);
  void reach(Value& p, Value move, Value next);
  Value checked_moves(Value list, Value p);
  Moves keep_moves(Value list);
  [[noreturn]] void no_position_after(Value move, Value p);
  [[noreturn]] void bad_clause(const char* clause, const Expected& expected, Value got, Value p);

  Vm& vm_;
  CallGate gate_;
  RuleFunctions functions_;
  const Value max_;
  const Value min_;
  const Value leaf_;
  const Value key_;
  ValueVector moves_;
  Value orders_ = nil();     // a vector that EXPAND fills, once it is needed
  Value reached_ = kAbsent;  // the last position that play() returned
  Value side_ = nil();       // the side that moves there
  Value found_ = nil();      // the result of look() or arrive(): a value or a list of moves
  Arrival arrival_;
};

}  // namespace winnow

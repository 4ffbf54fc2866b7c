// The values of a frame during the compilation of a basic block: where each is (in its home slot in
// memory, in a register, raw in a register, or a known constant), and what is known of its type.
// Raw values are floats in float registers (floats.hpp), and words (words.hpp).
//
// A write to a slot is deferred until flush() stores the value in its home. At block boundaries all
// values are in memory, except raw ones between block versions (settle()), and at the target of
// a single jump, which takes over the state of that jump. Variables of loops are also in registers
// there (loop_variables.cpp). Two kinds of code keep type information after a test, since a failed
// test never returns to them: bodies of inlined functions (templates_inlined.cpp) and block versions
// (versions.cpp), which start with known types.
#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <initializer_list>
#include <vector>

#include "jit/calling_convention.hpp"
#include "jit/stubs.hpp"

namespace winnow::jit {

// The static type of a value. Double, Single and Word: floats and an integer that can be raw.
enum class Kind : std::uint8_t {
  Any,
  Fixnum,
  List,
  Cons,
  Vector,
  Octets,
  Bits,
  Matrix,
  Cube,
  Double,
  Single,
  Word
};
inline bool is_float_kind(Kind kind) { return kind == Kind::Double || kind == Kind::Single; }

// Whether V is a fixnum whose tagged representation is an immediate operand.
inline bool is_small_fixnum(Value v) {
  const auto bits = static_cast<std::int64_t>(v.bits);
  return v.is_fixnum() && bits == static_cast<std::int32_t>(bits);
}

// Each emits code after the end of the function.
using SlowPaths = std::vector<std::function<void()>>;

class Slots {
 public:
  Slots(Assembler& a, SlowPaths& slow_paths, const Stubs& stubs)
      : a_(a), slow_paths_(slow_paths), stubs_(stubs) {}

  std::size_t depth() const { return slots_.size(); }
  // The home of slot I in memory.
  static Mem memory(std::size_t i) { return qword_ptr(kBase, static_cast<int>(8 * i)); }

  // Begin a block with DEPTH values, or with values of KINDS, all of them in memory.
  void begin(std::size_t depth) { begin(std::vector<Kind>(depth)); }
  void begin(const std::vector<Kind>& kinds);

  // Loads slot I into a register, if it is not in one, and pins that register until unpin().
  Gp in_register(std::size_t i);
  // Returns a free register, pinned until unpin().
  Gp fresh(Kind kind = Kind::Any);
  // Called at the end of each instruction: registers may be reallocated.
  void unpin() { pinned_ = pinned_floats_ = 0; }
  bool is_constant(std::size_t i) const { return slots_[i].location == Location::Constant; }
  // The constant that was pushed as slot I, even if it is in memory now; 0 if that is unknown.
  Value constant(std::size_t i) const { return Value{slots_[i].bits}; }
  Kind kind(std::size_t i) const;
  // Whether raw words are signed in this function.
  bool has_signed_words() const { return has_signed_words_; }
  void sign_words() { has_signed_words_ = true; }
  // Whether the slots I and K are in the same register.
  bool is_same(std::size_t i, std::size_t k) const {
    return slots_[i].location == Location::Register && slots_[k].location == Location::Register &&
           slots_[i].reg == slots_[k].reg;
  }
  // Whether a slot is in register R.
  bool is_held(const Gp& r) const { return users_[index(r)] > 0; }
  // Records that R holds the value of the special variable SYMBOL.
  void note_special(const Gp& r, Value symbol) { specials_[index(r)] = symbol.bits; }
  // Pushes the value of SYMBOL if a register is known to hold it, else returns false.
  bool push_special(Value symbol);
  void forget_specials() { specials_.fill(0); }
  // Whether this block has already tested that no inlined library function was redefined.
  bool knows_library() const { return knows_library_; }
  void note_library() { knows_library_ = true; }
  // Called after code that may redefine functions and types.
  void forget_library() {
    knows_library_ = false;
    functions_.clear();
    structures_.fill({});
  }
  // Whether FUNCTION, a symbol, is known to denote what it denoted at compile time.
  bool knows_function(Value function) const {
    return std::ranges::count(functions_, function.bits) > 0;
  }
  void note_function(Value function) { functions_.push_back(function.bits); }
  // The facts known about a structure in a register: it is of TYPE, which is a current type, and has
  // more than SLOT slots.
  struct Structure {
    std::uint64_t type = 0;
    std::int64_t slot = -1;
  };
  Structure& structure_in(const Gp& r) { return structures_[index(r)]; }
  void set_kind(const Gp& r, Kind kind) { kinds_[index(r)] = kind; }

  void push(const Gp& r);
  void push(const Gp& r, Kind kind);
  void push_constant(Value v);
  void push_copy(std::size_t i);
  // Pushes a value that has been stored in its home directly.
  void push_from_memory();
  // Records such a store to slot I, which must be in memory.
  void note_written(std::size_t i) { slots_[i] = {}; }
  void pop(std::size_t count = 1);
  // Copies slot FROM to slot TO.
  void copy(std::size_t from, std::size_t to);

  // ---- raw values (raw_slots.cpp)
  // Allows copies, jumps and block versions to keep values raw.
  void keep_raw(bool yes) { keeps_raw_ = yes; }
  // In slow paths, stubs convert raw values, to save code.
  void in_slow_path(bool yes) { is_in_slow_path_ = yes; }
  bool is_raw(std::size_t i) const {
    return slots_[i].location == Location::Float || slots_[i].location == Location::Word;
  }
  bool is_float(std::size_t i) const { return slots_[i].location == Location::Float; }
  Float float_of(std::size_t i) const { return pool_float(slots_[i].reg); }
  // Loads slot I, a float, into a float register, if it is not in one. Pins it.
  Float in_float(std::size_t i);
  // Returns a free float register, pinned until unpin().
  Float fresh_float();
  // Whether to keep the values in the float registers that are in use now, even those of no slot.
  void keep_floats(bool yes);
  std::size_t free_floats() const;
  void push_float(const Float& x, Kind kind);
  // Records that the word in R is that of the float in X: the slots in R are now in X.
  void note_float(const Gp& r, const Float& x, Kind kind);
  void load_double(const Float& x, double d);
  void load_single(const Float& x, float f);
  // Stores slot I; its type is no longer known.
  void forget_kind(std::size_t i);
  // Loads slot I, of kind Word, raw into a register, if it is not in one. Pins it.
  Gp in_word(std::size_t i);
  void push_word(const Gp& r);
  // Records that the values in register R are the raw word in register RAW.
  void note_word(const Gp& r, const Gp& raw);
  // Before a jump between block versions: stores all values but raw ones, and moves these, in the
  // order of their slots, to the registers where begin() expects them. Values in the registers USED
  // may move to others, which replace them.
  void settle(std::initializer_list<Gp*> used = {});
  // A slot, whose value is not raw, and its register, a number in the pool below those of raw words.
  struct Placed {
    std::size_t slot;
    std::size_t reg;
  };
  bool are_placed(const std::vector<Placed>& all) const;
  // Records that a call has overwritten the registers of all values but raw ones, which are stored.
  void forget_tagged();
  // Loads slots that are in memory, at the beginning of a block, into their registers.
  void load_placed(const std::vector<Placed>& all);
  // Records at the beginning of a block that the slots are in their registers, and in memory.
  void hold_placed(const std::vector<Placed>& all);
  // Moves or loads slots into their registers before a jump, after settle().
  void move_to_placed(const std::vector<Placed>& all);
  // Whether all raw values are of the same kind in KINDS. materialize_except() stores the others in
  // their homes and settles the rest.
  bool agrees_with(const std::vector<Kind>& kinds) const;
  void materialize_except(const std::vector<Kind>& kinds);
  void reload_raw();

  // Stores all values in their homes; values in registers stay there as well.
  void flush();
  void flush(std::size_t i);
  // Discards all registers after a call, which overwrites them. Requires flush().
  void forget();
  // Reloads the registers of the current state after a call. All values must be in memory.
  void reload();
  // Loads the constant V into R.
  void load(const Gp& r, Value v);
  // Writes slot I to MEMORY, a field of another object. May use the scratch register.
  void write(std::size_t i, const Mem& memory);

  struct State;
  State state() const;
  void restore(const State& state);
  // Returns the kinds of the first COUNT slots, without List and Cons, which do not select
  // versions.
  std::vector<Kind> kinds(std::size_t count) const;
  // Resets the kinds of all values to what was known in state BEFORE.
  void restore_kinds(const State& before);

 private:
  enum class Location : std::uint8_t { Memory, Register, Constant, Float, Word };
  struct Slot {
    Location location = Location::Memory;
    std::uint8_t reg = 0;
    bool is_stored = true;   // the home holds the value
    std::uint64_t bits = 0;  // of a constant
    Kind kind = Kind::Any;   // used only while the value is in memory or raw
  };

  static std::size_t index(const Gp& r);
  std::size_t allocate_register();
  void release(Slot& slot);
  // Flushes and releases all slots in register REG of the kind LOCATION.
  void empty_register(Location location, std::size_t reg);
  void hold(Slot& slot, std::size_t r);
  // Records that register R gets a value of KIND.
  void note_value(std::size_t r, Kind kind) {
    kinds_[r] = kind;
    structures_[r] = {};
  }
  void pin(std::size_t r) { pinned_ |= 1U << r; }
  bool is_pinned(std::size_t r) const { return (pinned_ >> r & 1) != 0; }
  void write_constant(Value v, const Mem& memory);
  std::size_t allocate_float();
  bool is_free_float(std::size_t x) const;
  void hold_float(Slot& slot, std::size_t x, Kind kind);
  void hold_word(Slot& slot, std::size_t r);
  std::size_t allocate_word();
  bool move_word_to_float(std::size_t r);
  bool store_copy(std::size_t i);
  void load_raw_word(const Gp& r, std::size_t i);
  void load_tagged(const Gp& r, std::size_t i);
  void load_tagged_double(const Gp& r, std::size_t i);
  void load_tagged_single(const Gp& r, std::size_t i);
  void load_tagged_word(const Gp& r, std::size_t i);
  void load_untagged(const Float& x, Kind kind);
  void arrange(std::initializer_list<Gp*> used);
  void move_words_to_floats();
  void permute_words(std::initializer_list<Gp*> used);
  void permute_floats();

  Assembler& a_;
  SlowPaths& slow_paths_;
  const Stubs& stubs_;
  std::vector<Slot> slots_;
  // For each register: the number of slots it holds, the kind of its value, and the special
  // variable (or 0) whose value it holds.
  std::array<int, kPoolSize> users_{};
  std::array<Kind, kPoolSize> kinds_{};
  std::array<std::uint64_t, kPoolSize> specials_{};
  std::array<Structure, kPoolSize> structures_{};
  std::vector<std::uint64_t> functions_;
  bool knows_library_ = false;
  unsigned pinned_ = 0;
  std::size_t next_ = 0;  // next register to evict when all are in use
  // The same for the float registers.
  std::array<int, kFloatPoolSize> float_users_{};
  unsigned pinned_floats_ = 0;
  unsigned kept_floats_ = 0;
  std::size_t next_float_ = 0;
  bool keeps_raw_ = false;
  bool has_signed_words_ = false;
  bool is_in_slow_path_ = false;

 public:
  struct State {
    std::vector<Slot> slots;
    std::array<int, kPoolSize> users;
    std::array<Kind, kPoolSize> kinds;
    std::array<std::uint64_t, kPoolSize> specials;
    std::array<int, kFloatPoolSize> float_users;
    std::array<Structure, kPoolSize> structures;
    std::vector<std::uint64_t> functions;
    bool knows_library;
  };
};

}  // namespace winnow::jit

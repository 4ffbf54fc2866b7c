// The values of a frame during the compilation of a basic block: where each is (in its home slot in
// memory, in a register, or a known constant), and what is known of its type.
//
// A write to a slot is deferred until flush() stores the value in its home. At block boundaries all
// values are in memory, except at the target of a single jump, which takes over the state of that
// jump. Two kinds of code keep type information after a test, since a failed test never returns to
// them: bodies of inlined functions (templates_inlined.cpp) and block versions (versions.cpp),
// which start with known types.
#pragma once

#include <array>
#include <vector>

#include "jit/calling_convention.hpp"

namespace winnow::jit {

// The static type of a value.
enum class Kind : std::uint8_t { Any, Fixnum, List, Cons, Vector };

class Slots {
 public:
  explicit Slots(Assembler& a) : a_(a) {}

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
  void unpin() { pinned_ = 0; }
  bool is_constant(std::size_t i) const { return slots_[i].location == Location::Constant; }
  Value constant(std::size_t i) const { return Value{slots_[i].bits}; }
  Kind kind(std::size_t i) const;
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
  void forget_library() { knows_library_ = false; }
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
  // Returns the kinds of the first COUNT slots, of which only Fixnum and Vector select versions.
  std::vector<Kind> kinds(std::size_t count) const;
  // Resets the kinds of all values to what was known in state BEFORE.
  void restore_kinds(const State& before);

 private:
  enum class Location : std::uint8_t { Memory, Register, Constant };
  struct Slot {
    Location location = Location::Memory;
    std::uint8_t reg = 0;
    bool is_stored = true;  // the home holds the value
    std::uint64_t bits = 0;
    Kind kind = Kind::Any;  // used only while the value is in memory
  };

  static std::size_t index(const Gp& r);
  std::size_t allocate_register();
  void release(Slot& slot);
  void hold(Slot& slot, std::size_t r);
  void pin(std::size_t r) { pinned_ |= 1U << r; }
  bool is_pinned(std::size_t r) const { return (pinned_ >> r & 1) != 0; }
  void write_constant(Value v, const Mem& memory);

  Assembler& a_;
  std::vector<Slot> slots_;
  // For each register: the number of slots it holds, the kind of its value, and the special
  // variable (or 0) whose value it holds.
  std::array<int, kPoolSize> users_{};
  std::array<Kind, kPoolSize> kinds_{};
  std::array<std::uint64_t, kPoolSize> specials_{};
  bool knows_library_ = false;
  unsigned pinned_ = 0;
  std::size_t next_ = 0;  // next register to evict when all are in use

 public:
  struct State {
    std::vector<Slot> slots;
    std::array<int, kPoolSize> users;
    std::array<Kind, kPoolSize> kinds;
    std::array<std::uint64_t, kPoolSize> specials;
    bool knows_library;
  };
};

}  // namespace winnow::jit

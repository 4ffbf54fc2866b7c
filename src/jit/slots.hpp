// Where the values of a frame are while the code of a basic block is made: in their slots, in
// registers or known to be constants; and what is known of their types.
//
// A slot that was written to need not be in memory before somebody looks: flush() puts them all
// there. At the borders of blocks everything is in memory but where one jump alone leads there.
// More is known where what turns out otherwise never comes back: in the body of a small function
// (templates_inlined.cpp), and in a version of a block (versions.cpp), which begins with such types.
#pragma once

#include <array>
#include <vector>

#include "jit/calling_convention.hpp"

namespace winnow::jit {

// What a value is known to be.
enum class Kind : std::uint8_t { Any, Fixnum, List, Cons, Vector };

class Slots {
 public:
  explicit Slots(Assembler& a) : a_(a) {}

  std::size_t depth() const { return slots_.size(); }
  // The home of slot I.
  static Mem memory(std::size_t i) { return qword_ptr(kBase, static_cast<int>(8 * i)); }

  // A block begins: DEPTH values, or values of KINDS, all in memory.
  void begin(std::size_t depth) { begin(std::vector<Kind>(depth)); }
  void begin(const std::vector<Kind>& kinds);

  // Slot I in a register, which stays there until unpin(). ANYWHERE in a block.
  Gp in_register(std::size_t i);
  // A register that nothing is in, until unpin().
  Gp fresh(Kind kind = Kind::Any);
  // The instruction is made: registers may be used again.
  void unpin() { pinned_ = 0; }
  bool is_constant(std::size_t i) const { return slots_[i].place == Place::Constant; }
  Value constant(std::size_t i) const { return Value{slots_[i].bits}; }
  Kind kind(std::size_t i) const;
  bool is_held(const Gp& r) const { return users_[index(r)] > 0; }
  // R holds the value of SYMBOL until it is taken for something else.
  void note_special(const Gp& r, Value symbol) { specials_[index(r)] = symbol.bits; }
  // Pushes the value of SYMBOL, if a register is known to hold it.
  bool push_special(Value symbol);
  void forget_specials() { specials_.fill(0); }
  // Has it been asked here whether the library's functions are still its own?
  bool knows_library() const { return knows_library_; }
  void note_library() { knows_library_ = true; }
  void forget_library() { knows_library_ = false; }
  void set_kind(const Gp& r, Kind kind) { kinds_[index(r)] = kind; }

  void push(const Gp& r);
  void push(const Gp& r, Kind kind);
  void push_constant(Value v);
  void push_copy(std::size_t i);
  void push_from_memory();                              // its slot was written to
  void note_written(std::size_t i) { slots_[i] = {}; }  // so was this, while nothing was held
  void pop(std::size_t count = 1);
  // Slot TO becomes what slot FROM is.
  void copy(std::size_t from, std::size_t to);

  // Puts all into memory; registers stay what they are.
  void flush();
  void flush(std::size_t i);
  // After flush(): C++ or Lisp was called, and nothing is in registers any more.
  void forget();
  // Loads what BEFORE had in registers again: all of it is in memory now.
  void reload();
  // Loads constant V into R.
  void load(const Gp& r, Value v);
  // Writes slot I to MEMORY, of another object; may use the scratch register.
  void write(std::size_t i, const Mem& memory);

  struct State;
  State state() const;
  void restore(const State& state);
  // Of the first COUNT slots, the kinds that tests of numbers and vectors ask for.
  std::vector<Kind> kinds(std::size_t count) const;
  // What was learned since BEFORE is known no more, but what was known then is.
  void restore_kinds(const State& before);

 private:
  enum class Place : std::uint8_t { Memory, Register, Constant };
  struct Slot {
    Place place = Place::Memory;
    std::uint8_t reg = 0;
    bool is_stored = true;  // its home has the value
    std::uint64_t bits = 0;
    Kind kind = Kind::Any;  // of a value in memory alone
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
  std::array<int, kPoolSize> users_{};  // slots that are in the register
  std::array<Kind, kPoolSize> kinds_{};
  std::array<std::uint64_t, kPoolSize> specials_{};  // whose value it holds, too, or 0
  bool knows_library_ = false;
  unsigned pinned_ = 0;
  std::size_t next_ = 0;  // to be taken away when all are in use

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

// Makes the native code of one function: a template for each instruction of its bytecode, in the
// order of the bytecode (templates_*.cpp).
//
// Within a basic block values stay in registers (slots.hpp). What is rare leaves the straight line
// for a cold path behind the function's end: that puts all values into their slots, tells the
// machine where it stands and calls C++.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "compiler/opcode.hpp"
#include "jit/runtime.hpp"
#include "jit/slots.hpp"
#include "jit/stubs.hpp"

namespace winnow::jit {

// What a compiled function leaves behind, besides its code.
struct Compiled {
  struct Place {
    std::uint32_t offset;  // from the first byte of the code
    std::uint32_t word;    // of the bytecode
  };
  char* code = nullptr;
  std::size_t bytes = 0;
  std::uint32_t entry = 0;  // offset of where calls begin
  Link* links = nullptr;
  std::size_t link_count = 0;
  std::vector<Place> calls;     // where native code goes on after a call: by offset
  std::vector<Place> landings;  // where it may be entered: by word
};

class NativeCompiler : private asmjit::ErrorHandler {
 public:
  // Is what BUILTIN does with fixnums, characters or lists in line?
  static bool has_in_line(const Builtin* builtin);
  NativeCompiler(const Target& target, const Stubs& stubs, CodeMemory& memory, Code* code);

  // False if there is no room for the code, which refers to OUT.
  bool run(Compiled& out);
  // The code as text, which is then thrown away.
  std::string listing();

 private:
  // ---- the whole (compiler.cpp)
  // What is known of each word of a code.
  struct Blocks {
    std::vector<int> depths;  // of the stack; negative where nothing comes
    std::vector<bool> is_goal;
    std::vector<bool> is_landing;
    std::vector<std::uint32_t> ways_to;                 // of a goal: jumps, and from before it
    std::map<std::uint32_t, Slots::State> jumped_from;  // by goal
    std::vector<Label> labels;
    std::set<std::uint32_t> made_before;  // with what stands before it
  };
  Blocks blocks_of(Code* code);
  void emit_entry();
  void emit_blocks();
  void emit(std::uint32_t word);
  // In a listing: what the code that follows is for.
  void show_entry(const char* where);
  void show_instruction(const char* where);
  void emit_all();
  void emit_cold();
  bool take_links(Compiled& out);
  void handleError(asmjit::Error, const char*, asmjit::BaseEmitter*) override {
    has_failed_ = true;
  }

  // ---- for templates
  std::uint32_t a24() const { return operand_a24(word_); }
  std::int32_t s24() const { return operand_s24(word_); }
  std::uint32_t a8() const { return operand_a8(word_); }
  std::uint32_t b16() const { return operand_b16(word_); }
  std::int32_t s16() const { return operand_s16(word_); }
  Value constant(std::uint32_t k) const { return code_->constants[k]; }
  // Of the instruction's own jump (J) and of the jump in the word behind it.
  std::uint32_t own_goal() const { return at_ + 1 + static_cast<std::uint32_t>(s24()); }
  std::uint32_t word_goal(std::uint32_t k = 1) const { return at_ + k + 1 + code_->entry[at_ + k]; }
  std::size_t top(std::size_t down = 0) const { return slots_.depth() - 1 - down; }
  std::size_t local(std::uint32_t i) const { return base_ + i; }
  void jump_if(Condition condition, std::uint32_t goal) { a_.j(condition, label_of(goal)); }
  void load_word(const Gp& r, std::uint64_t word) {
    if (word <= 0xFFFFFFFF)
      a_.mov(r.r32(), word);
    else
      a_.mov(r, word);
  }
  template <class T>
  void load_address(const Gp& r, T* address) {
    load_word(r, reinterpret_cast<std::uint64_t>(address));
  }

  // A word of a Link: data lie where 31 bits reach.
  template <class T>
  static Mem word_at(T* address) {
    return qword_ptr(reinterpret_cast<std::uint64_t>(address));
  }

  // The machine learns where the code stands: at AFTER, with all values in memory.
  void save(const Label& after);
  // Calls C++; AFTER is bound behind the call.
  template <class F>
  void call_cpp(F* function, const Label& after) {
    load_address(kValue, function);
    a_.call(kValue);
    note_call(after);
  }
  void note_call(const Label& after);
  // What C++ functions for native code take first: the machine or the heap.
  template <class R, class... A>
  static const Gp& first_argument(R (*)(Vm&, A...)) {
    return kMachine;
  }
  template <class R, class... A>
  static const Gp& first_argument(R (*)(Heap&, A...)) {
    return kHeap;
  }
  // Calls FUNCTION with all values in memory; ARGUMENTS loads the registers for the arguments
  // behind the first one. Registers still hold then what they held.
  template <class F, class Load>
  void call_with_all_stored(F* function, Load arguments) {
    slots_.flush();
    Label after = a_.newLabel();
    save(after);
    arguments();
    a_.mov(kArg0, first_argument(function));
    call_cpp(function, after);
  }
  // What loads the COUNT slots from FIRST on as such arguments.
  auto load_slots(std::size_t first, std::size_t count) {
    return [=, this] {
      const Gp to[] = {kArg1, kArg2, kArg3};
      for (std::size_t i = 0; i < count; ++i) a_.mov(to[i], Slots::memory(first + i));
    };
  }
  template <class F, class Load>
  void call_out(F* function, Load arguments) {
    call_with_all_stored(function, arguments);
    slots_.forget();
  }
  // A cold path from here: calls FUNCTION, whose value goes into RESULT unless that is null, and
  // comes back. What is in registers now is in them again.
  struct Detour {
    Label out;
    Label back;
  };
  template <class F, class Load>
  Detour detour(F* function, const Gp* result, Load arguments) {
    if (is_in_line()) return {call_instead_, a_.newLabel()};
    Detour d{a_.newLabel(), a_.newLabel()};
    Gp to = result != nullptr ? *result : kValue;
    later(d.out, [=, this] {
      call_with_all_stored(function, arguments);
      if (to.id() != kValue.id()) a_.mov(to, kValue);
      slots_.reload();
      a_.jmp(d.back);
    });
    return d;
  }
  // FUNCTION makes a condition, which is raised.
  template <class F, class Load>
  Label error(F* function, Load arguments) {
    if (is_in_line()) return call_instead_;
    Label out = a_.newLabel();
    later(out, [=, this] {
      call_with_all_stored(function, arguments);
      load_word(kScratch, reinterpret_cast<std::uint64_t>(stubs_.raise));
      a_.jmp(kScratch);
    });
    return out;
  }
  // D comes back here. What ran there may have replaced functions.
  void come_back(const Detour& d) {
    a_.bind(d.back);
    if (!never_returns(d.out)) slots_.forget_library();
  }
  // D, a cold path whose value is in RESULT when it comes back; where types are assumed, it goes on
  // in the general code instead (versions.cpp).
  Detour leaving(const Detour& d, const Gp& result);
  // BODY is made behind the function's end, at LABEL, with values where they are now.
  template <class Body>
  void later(const Label& label, Body body) {
    cold_.push_back(
        [this, label, body, state = slots_.state(), code = code_, at = at_, site = site_] {
          Code* own = std::exchange(code_, code);
          a_.bind(label);
          slots_.restore(state);
          at_ = at;
          site_ = site;
          word_ = code_->entry[at];
          show_instruction(", seldom");
          body();
          code_ = own;
        });
  }

  // ---- pieces of templates
  void test_list(std::size_t slot, const Gp& r);
  void jump_if_cons(const Gp& r, Kind kind, std::uint32_t goal);
  void jump_unless_cons(const Gp& r, Kind kind, std::uint32_t goal);
  void jump_cons(std::size_t slot, bool pops, bool if_cons, std::uint32_t goal);
  void jump_nil(std::size_t slot, std::size_t pops, bool if_nil, std::uint32_t goal);
  void jump_eq(bool if_eq);
  // Writes VALUE to where ADDRESS, called here and in the cold path, makes the scratch register
  // point. While marking is under way, the old value is marked first; afterwards the card is noted,
  // if the value MAY_BE_YOUNG (Heap::store). Where it is OFTEN_FIXNUM, that is looked at first.
  template <class Address>
  void store(Address address, const Gp& value, bool may_be_young, bool often_fixnum = false) {
    Detour marking = detour(&before_store, nullptr, [=, this] {
      address();
      a_.mov(kArg1, kScratch);
    });
    a_.cmp(target_.marking(), 0);
    a_.jne(marking.out);
    come_back(marking);
    address();
    a_.mov(qword_ptr(kScratch), value);
    if (!may_be_young) return;
    Label done = a_.newLabel();
    if (often_fixnum) {
      a_.test(value.r8(), 3);
      a_.jz(done);
    }
    a_.shr(kScratch, Target::kCardShift);
    a_.add(kScratch, target_.card_bias());
    a_.mov(byte_ptr(kScratch), Target::kWritten);
    a_.bind(done);
  }
  // Asked before the slot is in a register: then a constant is none any more.
  bool may_be_young(std::size_t slot) const {
    if (!slots_.is_constant(slot)) return slots_.kind(slot) != Kind::Fixnum;
    Value v = slots_.constant(slot);
    return v.is_pointer() && v != nil() && v != t();
  }
  void part_of(std::size_t slot, bool pops, bool is_car);
  void part_of_cdr(bool is_car);
  void set_part(bool is_car, bool gives_pair);
  void load_truth(const Gp& r, Condition yes);
  void push_truth(Condition yes);
  void tag_predicate(unsigned tag, bool nil_has, bool sense);
  void vector_reference(Value (*slow)(Vm&, Value, Value));
  void set_vector_reference(void (*slow)(Vm&, Value, Value, Value));
  void test_fixnum(std::size_t slot, const Gp& r, const Label& otherwise);
  void test_vector(std::size_t slot, const Gp& vector, const Gp& index, const Label& otherwise);
  static auto function_for(BinaryOp sum) -> Value (*)(Vm&, Value, Value);
  Detour sum_of_others(BinaryOp sum, std::size_t a, std::size_t b, const Gp& result);
  void both_singles_or(const Gp& x, const Gp& y, const Label& otherwise);
  void both_doubles_or(const Gp& x, const Gp& y, const Label& otherwise);
  void arithmetic(BinaryOp sum, std::size_t a, std::size_t b, std::size_t pops);
  void arithmetic_with(BinaryOp sum, std::size_t a, std::int32_t n, std::size_t pops);
  void test_fixnums(std::size_t a, std::size_t b, const Gp& x, const Gp& y, const Label& otherwise);
  template <class Floats, class Load>
  Detour compare_others(Comparison comparison, bool sense, std::size_t a, Floats floats, Load load,
                        std::size_t pops, std::uint32_t goal);
  void compare(Comparison comparison, bool sense, std::size_t a, std::size_t b, std::size_t pops,
               std::uint32_t goal);
  void compare_with(Comparison comparison, bool sense, std::size_t a, std::int32_t n,
                    std::size_t pops, std::uint32_t goal);
  Link& next_link(Value symbol);
  void load_function(const Gp& r, Value function);
  void enter_stub(const void* stub, std::size_t count, const Link* link);
  void jump_to_stub(const void* stub, const Link* link);
  void call_by_stub(Value function, std::size_t first, std::size_t count, Link& link);
  void tail_call_stub(std::size_t first, std::size_t count, const Link* link);
  void call_named(Value function, std::size_t count);
  void tail_call_named(Value function, std::size_t count);
  bool is_own(Value function, std::size_t count) const;
  void compare_linked(bool own, const Link& link, const Label& other);
  void jump_linked(bool own, const Link& link, std::size_t count);
  void call_linked(Value function, std::size_t count);
  void tail_call_linked(Value function, std::size_t count);
  void call_value(std::size_t count);
  void tail_call_value(std::size_t count);
  void begin_call(std::size_t first, const Label& after);
  void end_call(std::size_t first, std::size_t count, const Label& after);
  void move_arguments_down(std::size_t first, std::size_t count);
  void give_value(bool is_single);
  bool is_count_wanted(bool is_tail) const;
  void note_single(bool is_tail);
  void begin_spread_call(std::size_t first, const Label& after);
  void call_spread(std::size_t (*spread)(Vm&, std::size_t));
  void push_record(DynamicRecord::Kind kind, std::uint32_t goal);
  void go_on_unwinding();
  void leave(const void* (*begin)(Vm&, Value, Value, const Stubs*));

  // ---- builtins (templates_builtins.cpp)
  struct InLine;
  // The function that FUNCTION, one or a symbol, is or names now.
  static Value function_of(Value function) {
    return function.is_object() ? function : as_symbol(function)->function;
  }
  const Builtin* known_builtin(Value function, std::size_t count) const;
  static bool is_in_line(const Builtin* builtin, std::size_t count);
  void guard(Value function, const Builtin* builtin, const Label& other);
  struct CallDetour : Detour {
    Label changed;
  };
  CallDetour detour_to_call(Value function, std::size_t count, const Gp& result, bool is_tail);
  void call_builtin(Value function, const Builtin* builtin, std::size_t count, bool is_tail);
  void guard_in_line(Value function, const Builtin* builtin, const Label& other);
  bool call_in_line(Value function, const Builtin* builtin, std::size_t count, bool is_tail);

  // ---- structures (templates_structures.cpp)
  struct Accessor;
  std::size_t links_of_structures(Value function) const;
  Value structure_type_in(std::size_t slot) const;
  Link& link_to(Value v);
  void test_structure(const Gp& r, Value type, const Label& no, const Label& others);
  void test_slot(const Gp& r, std::int64_t index, const Label& others);
  bool call_of_structure(Value function, const Builtin* builtin, std::size_t count, bool is_tail);
  bool call_accessor(Value function, std::size_t count, bool is_tail);
  void read_slot(const Gp& structure, Value type, std::int64_t index, const CallDetour& others,
                 const Gp& result);

  // ---- small functions (templates_small.cpp)
  bool is_in_line() const { return call_instead_.isValid(); }
  // Does what leaves the straight line for LABEL never come back to it?
  bool never_returns(const Label& label) const {
    return (is_in_line() && label.id() == call_instead_.id()) || leaving_.contains(label.id());
  }
  struct Small;
  static Code* plain_code(Value function, std::size_t count);
  Small measure(const Code* code, int levels) const;
  Small measure_call(Value function, std::size_t count, int levels) const;
  std::size_t links_of_small(Value function, std::size_t count) const;
  bool call_small(Value function, std::size_t count, bool is_tail);
  // Where a value leads.
  struct Test {
    Label if_nil, if_true;
    Label next;  // one of them: behind the test
  };
  struct Body {
    Label end;  // of more than one path
    std::optional<Test> test;
    bool is_count_wanted = true;  // that of its values
  };
  template <class GoOn>
  void call_instead(const Label& label, Value function, std::size_t count, bool is_tail,
                    GoOn go_on);
  void guard_small(Value function);
  static bool ends_body(const Code* code, std::uint32_t i);
  std::optional<Test> emit_body(Code* code, std::size_t first, bool is_tail);
  std::optional<Test> test_behind(const Label& next);
  void leave_for(const Test& test);
  void leave_body(bool is_single);

  // ---- versions of blocks (versions.cpp)
  struct Version {
    std::vector<Kind> kinds;  // of its values
    Label label;
    std::optional<Slots::State> state;  // of the jump that alone leads there
    std::uint32_t source = 0;  // which instruction made that jump, in order of their making
    bool is_made = false;
  };
  // The way from a version to the instruction at a word of the general code.
  struct Crossing {
    Label from;
    Label to;
    Slots::State state;  // there
  };
  static constexpr std::size_t kMostVersions = 4;  // of a block, besides the general code
  bool assumes() const { return assumes_ && code_ == whole_; }
  bool has_versions() const;
  Version& version_of(std::uint32_t goal, bool is_sole);
  Version& add_version(std::uint32_t goal, std::vector<Kind> kinds);
  Label label_of(std::uint32_t goal);
  Label landing_at(std::uint32_t goal) const;
  void begin(Version& version);
  void show_version();
  bool is_end_of_loop(std::uint32_t word) const;
  void emit_versions();
  void emit_path(std::uint32_t word, bool may_begin);
  Label crossing_to(std::uint32_t word);
  void begin_general_code();
  void emit_crossings();

  // ---- a template for each instruction
#define OP(name, operands, effect, goal, in_body, meaning) void name();
#include "compiler/opcodes.def"
#undef OP

  const Target& target_;
  const Stubs& stubs_;
  CodeMemory& memory_;
  Code* const whole_;
  Code* code_;
  const Compiled* record_ = nullptr;
  asmjit::CodeHolder holder_;
  Assembler a_;
  Slots slots_;
  std::uint32_t at_ = 0;    // the instruction being compiled
  std::uint32_t word_ = 0;  // its first word
  std::uint32_t site_ = 0;  // the instruction of the function itself
  std::uint32_t made_ = 0;  // instructions
  // Of code_: the function's, or that of a small one whose body is being made in line.
  Blocks blocks_;
  std::size_t base_ = 0;  // the slot of its first argument
  std::uint32_t words_in_line_ = 0;
  Label call_instead_;  // invalid unless a body is made in line
  Body body_in_line_;
  bool assumes_ = false;                                   // while versions are being made
  std::map<std::uint32_t, std::deque<Version>> versions_;  // by goal
  std::set<std::pair<std::uint32_t, std::size_t>> to_make_;
  std::map<std::uint32_t, Crossing> crossings_;  // by word
  std::set<std::uint32_t> leaving_;              // labels of what never comes back
  std::vector<std::function<void()>> cold_;
  struct Noted {
    Label label;
    std::uint32_t word;
  };
  std::vector<Noted> calls_;
  bool has_failed_ = false;  // the assembler had no memory
  Link* links_ = nullptr;
  std::size_t links_used_ = 0;
  std::size_t link_room_ = 0;
  Label entry_, bound_, body_;
};

}  // namespace winnow::jit

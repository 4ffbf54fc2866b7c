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
    std::uint32_t unit;    // of the bytecode
  };
  char* code = nullptr;
  std::size_t bytes = 0;
  std::uint32_t entry = 0;  // offset of where calls begin
  InlineCache* caches = nullptr;
  std::size_t cache_count = 0;
  std::vector<Place> calls;         // where native code goes on after a call: by offset
  std::vector<Place> entry_points;  // where it may be entered: by unit
};

class NativeCompiler : private asmjit::ErrorHandler {
 public:
  // Is what BUILTIN does with fixnums, characters or lists in line?
  static bool has_inline_template(const Builtin* builtin);
  NativeCompiler(const VmFields& fields, const Stubs& stubs, CodeMemory& memory, Code* code);

  // False if there is no room for the code, which refers to OUT.
  bool run(Compiled& out);
  // The code as text, which is then thrown away.
  std::string listing();

 private:
  // ---- the whole (compiler.cpp)
  // What is known of each unit of a code.
  struct Blocks {
    std::vector<int> depths;  // of the stack; negative where nothing comes
    std::vector<bool> is_target;
    std::vector<bool> is_entry_point;
    std::vector<std::uint32_t> predecessor_count;  // of a target: jumps, and from before it
    std::map<std::uint32_t, Slots::State> sole_jump_states;  // by target
    std::vector<Label> labels;
    std::set<std::uint32_t> already_emitted;  // with what stands before it
  };
  Blocks blocks_of(Code* code);
  void emit_entry();
  void emit_blocks();
  void emit(std::uint32_t unit);
  // In a listing: what the code that follows is for.
  void show_entry(const char* where);
  void show_instruction(const char* where);
  void emit_all();
  void emit_cold();
  bool allocate_caches(Compiled& out);
  void handleError(asmjit::Error, const char*, asmjit::BaseEmitter*) override {
    has_failed_ = true;
  }

  // ---- for templates
  std::uint32_t a24() const { return operand_a24(instruction_); }
  std::int32_t s24() const { return operand_s24(instruction_); }
  std::uint32_t a8() const { return operand_a8(instruction_); }
  std::uint32_t b16() const { return operand_b16(instruction_); }
  std::int32_t s16() const { return operand_s16(instruction_); }
  Value constant(std::uint32_t k) const { return code_->constants[k]; }
  // Of the instruction's own jump (J) and of the jump in the unit behind it.
  std::uint32_t own_target() const { return at_ + 1 + static_cast<std::uint32_t>(s24()); }
  std::uint32_t extra_target(std::uint32_t k = 1) const {
    return at_ + k + 1 + code_->entry[at_ + k];
  }
  std::size_t top(std::size_t down = 0) const { return slots_.depth() - 1 - down; }
  std::size_t local(std::uint32_t i) const { return base_ + i; }
  void jump_if(Condition condition, std::uint32_t target) { a_.j(condition, label_of(target)); }
  void load_word(const Gp& r, std::uint64_t bits) {
    if (bits <= 0xFFFFFFFF)
      a_.mov(r.r32(), bits);
    else
      a_.mov(r, bits);
  }
  template <class T>
  void load_address(const Gp& r, T* address) {
    load_word(r, reinterpret_cast<std::uint64_t>(address));
  }

  // A unit of a InlineCache: data lie where 31 bits reach.
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
    return kVm;
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
  struct SlowPath {
    Label entry;
    Label resume;
  };
  template <class F, class Load>
  SlowPath make_slow_path(F* function, const Gp* result, Load arguments) {
    if (is_inlining()) return {fallback_call_, a_.newLabel()};
    SlowPath d{a_.newLabel(), a_.newLabel()};
    Gp to = result != nullptr ? *result : kValue;
    emit_out_of_line(d.entry, [=, this] {
      call_with_all_stored(function, arguments);
      if (to.id() != kValue.id()) a_.mov(to, kValue);
      slots_.reload();
      a_.jmp(d.resume);
    });
    return d;
  }
  // FUNCTION makes a condition, which is raised.
  template <class F, class Load>
  Label error(F* function, Load arguments) {
    if (is_inlining()) return fallback_call_;
    Label out = a_.newLabel();
    emit_out_of_line(out, [=, this] {
      call_with_all_stored(function, arguments);
      load_word(kScratch, reinterpret_cast<std::uint64_t>(stubs_.raise));
      a_.jmp(kScratch);
    });
    return out;
  }
  // D comes back here. What ran there may have replaced functions.
  void resume_after(const SlowPath& d) {
    a_.bind(d.resume);
    if (!never_returns(d.entry)) slots_.forget_library();
  }
  // D, a cold path whose value is in RESULT when it comes back; where types are assumed, it goes on
  // in the general code fallback (versions.cpp).
  SlowPath as_side_exit(const SlowPath& d, const Gp& result);
  // BODY is made behind the function's end, at LABEL, with values where they are now.
  template <class Emit>
  void emit_out_of_line(const Label& label, Emit emit_body) {
    cold_.push_back(
        [this, label, emit_body, state = slots_.state(), code = code_, at = at_, site = site_] {
          Code* own = std::exchange(code_, code);
          a_.bind(label);
          slots_.restore(state);
          at_ = at;
          site_ = site;
          instruction_ = code_->entry[at];
          show_instruction(", seldom");
          emit_body();
          code_ = own;
        });
  }

  // ---- pieces of templates
  void test_list(std::size_t slot, const Gp& r);
  void jump_if_cons(const Gp& r, Kind kind, std::uint32_t target);
  void jump_unless_cons(const Gp& r, Kind kind, std::uint32_t target);
  void jump_cons(std::size_t slot, bool pops, bool if_cons, std::uint32_t target);
  void jump_nil(std::size_t slot, std::size_t pops, bool if_nil, std::uint32_t target);
  void jump_eq(bool if_eq);
  // Writes VALUE to where ADDRESS, called here and in the cold path, makes the scratch register
  // point. While marking is under way, the old value is marked first; afterwards the card is noted,
  // if the value MAY_BE_YOUNG (Heap::store). Where it is OFTEN_FIXNUM, that is looked at first.
  template <class Address>
  void store(Address address, const Gp& value, bool may_be_young, bool often_fixnum = false) {
    SlowPath marking = make_slow_path(&before_store, nullptr, [=, this] {
      address();
      a_.mov(kArg1, kScratch);
    });
    a_.cmp(fields_.marking(), 0);
    a_.jne(marking.entry);
    resume_after(marking);
    address();
    a_.mov(qword_ptr(kScratch), value);
    if (!may_be_young) return;
    Label done = a_.newLabel();
    if (often_fixnum) {
      a_.test(value.r8(), 3);
      a_.jz(done);
    }
    a_.shr(kScratch, VmFields::kCardShift);
    a_.add(kScratch, fields_.card_bias());
    a_.mov(byte_ptr(kScratch), VmFields::kWritten);
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
  static auto function_for(BinaryOp op) -> Value (*)(Vm&, Value, Value);
  SlowPath arithmetic_slow_path(BinaryOp op, std::size_t a, std::size_t b, const Gp& result);
  void both_singles_or(const Gp& x, const Gp& y, const Label& otherwise);
  void both_doubles_or(const Gp& x, const Gp& y, const Label& otherwise);
  void arithmetic(BinaryOp op, std::size_t a, std::size_t b, std::size_t pops);
  void arithmetic_with(BinaryOp op, std::size_t a, std::int32_t n, std::size_t pops);
  void test_fixnums(std::size_t a, std::size_t b, const Gp& x, const Gp& y, const Label& otherwise);
  template <class Floats, class Load>
  SlowPath compare_slow_path(Comparison comparison, bool sense, std::size_t a, Floats floats,
                             Load load, std::size_t pops, std::uint32_t target);
  void compare(Comparison comparison, bool sense, std::size_t a, std::size_t b, std::size_t pops,
               std::uint32_t target);
  void compare_with(Comparison comparison, bool sense, std::size_t a, std::int32_t n,
                    std::size_t pops, std::uint32_t target);
  InlineCache& next_cache(Value symbol);
  void load_function(const Gp& r, Value function);
  void enter_stub(const void* stub, std::size_t count, const InlineCache* cache);
  void jump_to_stub(const void* stub, const InlineCache* cache);
  void call_by_stub(Value function, std::size_t first, std::size_t count, InlineCache& cache);
  void tail_call_stub(std::size_t first, std::size_t count, const InlineCache* cache);
  void call_named(Value function, std::size_t count);
  void tail_call_named(Value function, std::size_t count);
  bool is_own(Value function, std::size_t count) const;
  void compare_with_cached(bool own, const InlineCache& cache, const Label& other);
  void jump_to_cached(bool own, const InlineCache& cache, std::size_t count);
  void call_cached(Value function, std::size_t count);
  void tail_call_cached(Value function, std::size_t count);
  void call_value(std::size_t count);
  void tail_call_value(std::size_t count);
  void begin_call(std::size_t first, const Label& after);
  void end_call(std::size_t first, std::size_t count, const Label& after);
  void move_arguments_down(std::size_t first, std::size_t count);
  void emit_return(bool is_single);
  bool needs_value_count(bool is_tail) const;
  void set_single_value(bool is_tail);
  void begin_spread_call(std::size_t first, const Label& after);
  void call_spread(std::size_t (*spread)(Vm&, std::size_t));
  void push_record(DynamicRecord::Kind kind, std::uint32_t target);
  void jump_to_unwound_frame();
  void start_unwinding(const void* (*begin)(Vm&, Value, Value, const Stubs*));

  // ---- builtins (templates_builtins.cpp)
  struct InlineBuiltin;
  // The function that FUNCTION, one or a symbol, is or names now.
  static Value function_of(Value function) {
    return function.is_object() ? function : as_symbol(function)->function;
  }
  const Builtin* known_builtin(Value function, std::size_t count) const;
  static bool has_inline_template(const Builtin* builtin, std::size_t count);
  void guard(Value function, const Builtin* builtin, const Label& other);
  struct CallSlowPath : SlowPath {
    Label changed;
  };
  CallSlowPath make_call_slow_path(Value function, std::size_t count, const Gp& result,
                                   bool is_tail);
  void call_builtin(Value function, const Builtin* builtin, std::size_t count, bool is_tail);
  void guard_inlined_builtin(Value function, const Builtin* builtin, const Label& other);
  bool call_inlined_builtin(Value function, const Builtin* builtin, std::size_t count,
                            bool is_tail);

  // ---- structures (templates_structures.cpp)
  struct Accessor;
  std::size_t structure_caches(Value function) const;
  Value structure_type_in(std::size_t slot) const;
  InlineCache& cache_of(Value v);
  void test_structure(const Gp& r, Value type, const Label& no, const Label& slow_path);
  void test_slot(const Gp& r, std::int64_t index, const Label& slow_path);
  bool call_of_structure(Value function, const Builtin* builtin, std::size_t count, bool is_tail);
  bool call_accessor(Value function, std::size_t count, bool is_tail);
  void read_slot(const Gp& structure, Value type, std::int64_t index, const CallSlowPath& slow_path,
                 const Gp& result);

  // ---- small functions (templates_inlined.cpp)
  bool is_inlining() const { return fallback_call_.isValid(); }
  // Does what leaves the straight line for LABEL never come back to it?
  bool never_returns(const Label& label) const {
    return (is_inlining() && label.id() == fallback_call_.id()) || side_exits_.contains(label.id());
  }
  struct InlineCost;
  static Code* plain_code(Value function, std::size_t count);
  InlineCost measure(const Code* code, int depth) const;
  InlineCost measure_call(Value function, std::size_t count, int depth) const;
  std::size_t inlined_caches(Value function, std::size_t count) const;
  bool call_inlined(Value function, std::size_t count, bool is_tail);
  // Where a value leads.
  struct Branch {
    Label if_nil, if_true;
    Label next;  // one of them: behind the test
  };
  struct InlinedBody {
    Label end;  // of more than one path
    std::optional<Branch> branch;
    bool needs_value_count = true;  // that of its values
  };
  template <class GoOn>
  void emit_fallback_call(const Label& label, Value function, std::size_t count, bool is_tail,
                          GoOn resume);
  void guard_inlined(Value function);
  static bool is_return(const Code* code, std::uint32_t i);
  std::optional<Branch> emit_body(Code* code, std::size_t first, bool is_tail);
  std::optional<Branch> following_branch(const Label& next);
  void branch_on_value(const Branch& branch);
  void end_body(bool is_single);

  // ---- versions of blocks (versions.cpp)
  struct Version {
    std::vector<Kind> kinds;  // of its values
    Label label;
    std::optional<Slots::State> state;  // of the jump that alone leads there
    std::uint32_t source = 0;  // which instruction made that jump, in order of their making
    bool is_emitted = false;
  };
  // The way from a version to the instruction at a unit of the general code.
  struct Edge {
    Label from;
    Label to;
    Slots::State state;  // there
  };
  static constexpr std::size_t kMaxVersionsPerBlock = 4;  // of a block, besides the general code
  bool is_specializing() const { return specializing_ && code_ == function_code_; }
  bool has_versions() const;
  Version& version_of(std::uint32_t target, bool is_only_jump);
  Version& add_version(std::uint32_t target, std::vector<Kind> kinds);
  Label label_of(std::uint32_t target);
  Label entry_point_label(std::uint32_t target) const;
  void begin(Version& version);
  void show_version();
  bool is_end_of_loop(std::uint32_t unit) const;
  void emit_versions();
  void emit_path(std::uint32_t unit, bool may_begin);
  Label edge_to(std::uint32_t unit);
  void begin_general_code();
  void emit_edges();

  // ---- a template for each instruction
#define OP(name, operands, effect, target, in_body, meaning) void name();
#include "compiler/opcodes.def"
#undef OP

  const VmFields& fields_;
  const Stubs& stubs_;
  CodeMemory& memory_;
  Code* const function_code_;
  Code* code_;
  const Compiled* record_ = nullptr;
  asmjit::CodeHolder holder_;
  Assembler a_;
  Slots slots_;
  std::uint32_t at_ = 0;             // the instruction being compiled
  std::uint32_t instruction_ = 0;    // its first unit
  std::uint32_t site_ = 0;           // the instruction of the function itself
  std::uint32_t emitted_count_ = 0;  // instructions
  // Of code_: the function's, or that of a small one whose body is being made in line.
  Blocks blocks_;
  std::size_t base_ = 0;  // the slot of its first argument
  std::uint32_t inlined_units_ = 0;
  Label fallback_call_;  // invalid unless a body is made in line
  InlinedBody inlined_body_;
  bool specializing_ = false;                              // while versions are being made
  std::map<std::uint32_t, std::deque<Version>> versions_;  // by target
  std::set<std::pair<std::uint32_t, std::size_t>> pending_;
  std::map<std::uint32_t, Edge> edges_;  // by unit
  std::set<std::uint32_t> side_exits_;   // labels of what never comes back
  std::vector<std::function<void()>> cold_;
  struct CallSite {
    Label label;
    std::uint32_t unit;
  };
  std::vector<CallSite> calls_;
  bool has_failed_ = false;  // the assembler had no memory
  InlineCache* caches_ = nullptr;
  std::size_t caches_used_ = 0;
  std::size_t cache_capacity_ = 0;
  Label entry_, bound_, body_;
};

}  // namespace winnow::jit

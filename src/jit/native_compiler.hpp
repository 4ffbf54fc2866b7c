// The native compiler: translates the bytecode of one function instruction by instruction, each by
// its template (templates_*.cpp).
//
// Within a basic block, values stay in registers (slots.hpp). Rare cases are compiled out of line
// as slow paths, after the end of the function: a slow path stores all values in their slots, saves
// the VM's registers and calls C++.
#pragma once

#include <algorithm>
#include <array>
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
#include "jit/words.hpp"

namespace winnow::jit {

// The kinds of values in the frame of a function when it was compiled.
struct SeenKinds {
  bool doubles = false;
  WordsMet words = {};
  // The variables that hold octet vectors, bit vectors or fixnums: slot and kind.
  std::vector<std::pair<std::size_t, Kind>> variables = {};
};

// The result of a compilation: the code, and tables that map its addresses to bytecode.
struct Compiled {
  struct CodePosition {
    std::uint32_t offset;  // from the first byte of the code
    std::uint32_t unit;    // index in the bytecode
  };
  char* code = nullptr;
  std::size_t bytes = 0;
  std::uint32_t entry = 0;  // offset of the entry for calls
  InlineCache* caches = nullptr;
  std::size_t cache_count = 0;
  SeenKinds seen;
  std::vector<CodePosition> calls;         // return addresses of calls, sorted by offset
  std::vector<CodePosition> entry_points;  // where the interpreter may enter, sorted by unit
};

class NativeCompiler : private asmjit::ErrorHandler {
 public:
  // Whether BUILTIN has an inline template (for numbers, characters, lists or arrays).
  static bool has_inline_template(const Builtin* builtin);
  NativeCompiler(const VmFields& fields, const Stubs& stubs, CodeMemory& memory, Code* code,
                 SeenKinds seen);

  // Compiles the function into OUT, to which the code refers. Returns false if memory ran out.
  bool run(Compiled& out);
  // Returns an assembly listing of the code and discards the code.
  std::string listing();

 private:
  // ---- driver (native_compiler.cpp)
  // Control flow of one Code, indexed by code unit.
  struct Blocks {
    std::vector<int> depths;  // stack depth; negative if unreachable
    std::vector<bool> is_target;
    std::vector<bool> is_entry_point;
    std::vector<std::uint32_t> predecessor_count;            // jumps and fall-through
    std::map<std::uint32_t, Slots::State> sole_jump_states;  // of targets of a single jump
    std::vector<Label> labels;
    std::set<std::uint32_t> already_emitted;  // as part of the preceding instruction
  };
  Blocks blocks_of(Code* code);
  void emit_entry();
  void bind_rest();
  void emit_blocks();
  void emit(std::uint32_t unit);
  // Add comments to a listing.
  void show_entry(const char* where);
  void show_instruction(const char* where);
  void emit_all();
  void emit_slow_paths();
  bool allocate_caches(Compiled& out);
  void handleError(asmjit::Error, const char*, asmjit::BaseEmitter*) override {
    has_failed_ = true;
  }

  // ---- operands and calls, for templates
  std::uint32_t a24() const { return operand_a24(instruction_); }
  std::int32_t s24() const { return operand_s24(instruction_); }
  std::uint32_t a8() const { return operand_a8(instruction_); }
  std::uint32_t b16() const { return operand_b16(instruction_); }
  std::int32_t s16() const { return operand_s16(instruction_); }
  Value constant(std::uint32_t k) const { return code_->constants[k]; }
  // The target of the instruction's own offset, and that of the offset in code unit K after it.
  std::uint32_t own_target() const { return at_ + 1 + static_cast<std::uint32_t>(s24()); }
  std::uint32_t extra_target(std::uint32_t k = 1) const {
    return at_ + k + 1 + code_->entry[at_ + k];
  }
  std::size_t top(std::size_t down = 0) const { return slots_.depth() - 1 - down; }
  std::size_t local(std::uint32_t i) const { return base_ + i; }
  // The number of slots that the frame has at least.
  std::size_t room() const { return std::max<std::size_t>(code_->max_stack, Vm::kSmallFrame); }
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

  // A word of an inline cache. The address of a cache fits 31 bits.
  template <class T>
  static Mem word_at(T* address) {
    return qword_ptr(reinterpret_cast<std::uint64_t>(address));
  }

  // Saves sp, fp and the return address AFTER in the VM. All values must be in memory.
  void save(const Label& after);
  // Calls a C++ function and binds AFTER to the return address.
  template <class F>
  void call_cpp(F* function, const Label& after) {
    load_address(kValue, function);
    a_.call(kValue);
    note_call(after);
  }
  void note_call(const Label& after);
  // The first argument of a C++ function that native code calls: the VM or the heap.
  template <class R, class... A>
  static const Gp& first_argument(R (*)(Vm&, A...)) {
    return kVm;
  }
  template <class R, class... A>
  static const Gp& first_argument(R (*)(Heap&, A...)) {
    return kHeap;
  }
  // Calls FUNCTION with all values in memory; ARGUMENTS loads the registers of all arguments but
  // the first. The compile-time state of the registers is unchanged, for a later reload().
  template <class F, class Load>
  void call_with_all_stored(F* function, Load arguments) {
    slots_.flush();
    Label after = a_.newLabel();
    save(after);
    arguments();
    a_.mov(kArg0, first_argument(function));
    call_cpp(function, after);
  }
  // Returns a function that loads the COUNT slots from FIRST on as arguments.
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
  // Out-of-line code for a rare case: begins at ENTRY and continues at RESUME on the fast path.
  struct SlowPath {
    Label entry;
    Label resume;
  };
  // Returns a slow path that calls FUNCTION, moves its value to RESULT unless that is null, and
  // reloads the registers of the current state.
  template <class F, class Load>
  SlowPath make_slow_path(F* function, const Gp* result, Load arguments) {
    if (is_inlining()) return {fallback_call_, a_.newLabel()};
    SlowPath slow_path{a_.newLabel(), a_.newLabel()};
    Gp to = result != nullptr ? *result : kValue;
    emit_out_of_line(slow_path.entry, [=, this, has_result = result != nullptr] {
      call_with_all_stored(function, arguments);
      if (is_side_exit(slow_path)) {
        if (!has_result) a_.mov(kValue, Slots::memory(top()));
        return leave_with(kValue);
      }
      if (to.id() != kValue.id()) a_.mov(to, kValue);
      slots_.reload();
      a_.jmp(slow_path.resume);
    });
    return slow_path;
  }
  // Returns the label of a slow path that raises the condition returned by FUNCTION.
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
  // Returns the label of a slow path that calls FUNCTION and continues in the general code with its
  // value as that of the current instruction.
  template <class F, class Load>
  Label leave_by(F* function, Load arguments) {
    if (is_inlining()) return fallback_call_;
    Label entry = a_.newLabel();
    side_exits_.insert(entry.id());
    emit_out_of_line(entry, [=, this] {
      call_with_all_stored(function, arguments);
      leave_with(kValue);
    });
    return entry;
  }
  // Binds the point at which SLOW_PATH, which may redefine functions, returns.
  void resume_after(const SlowPath& slow_path) {
    a_.bind(slow_path.resume);
    if (!never_returns(slow_path.entry)) slots_.forget_library();
  }
  // Returns SLOW_PATH, whose value is that of the current instruction. In a block version, it
  // becomes a side exit: it continues in the general code and does not return (versions.cpp).
  SlowPath as_side_exit(const SlowPath& slow_path);
  bool is_side_exit(const SlowPath& slow_path) const {
    return side_exits_.contains(slow_path.resume.id());
  }
  // Ends a slow path with its value in RESULT. The code after it begins in the same state.
  void end_slow_path(const SlowPath& slow_path, const Gp& result);
  // Continues in the general code after the current instruction, whose value is in RESULT. All
  // values must be in memory.
  void leave_with(const Gp& result);
  // Defers the emission of code to the end of the function. That code is at LABEL and starts in the
  // current state of slots_.
  template <class Emit>
  void emit_out_of_line(const Label& label, Emit emit_body) {
    slow_paths_.push_back(
        [this, label, emit_body, state = slots_.state(), code = code_, at = at_, site = site_] {
          Code* own = std::exchange(code_, code);
          a_.bind(label);
          slots_.restore(state);
          at_ = at;
          site_ = site;
          instruction_ = code_->entry[at];
          show_instruction(", slow path");
          emit_body();
          code_ = own;
        });
  }

  // ---- shared parts of templates
  void test_list(std::size_t slot, const Gp& r);
  void jump_if_cons(const Gp& r, Kind kind, std::uint32_t target);
  void jump_unless_cons(const Gp& r, Kind kind, std::uint32_t target);
  void jump_cons(std::size_t slot, bool pops, bool if_cons, std::uint32_t target);
  void jump_nil(std::size_t slot, std::size_t pops, bool if_nil, std::uint32_t target);
  void jump_eq(bool if_eq);
  // A conditional jump on a truth value.
  struct TruthJump {
    bool if_nil;
    std::uint32_t target;
  };
  std::optional<TruthJump> next_jump_on_truth();
  // Stores VALUE at the address that ADDRESS loads into the scratch register; ADDRESS is emitted
  // twice. During marking the old value is marked first. If the value MAY_BE_YOUNG, the card is
  // marked as written (Heap::store). OFTEN_NUMBER skips the card for fixnums and immediate doubles.
  template <class Address>
  void store(Address address, const Gp& value, bool may_be_young, bool often_number = false) {
    SlowPath marking = make_slow_path(&before_store, nullptr, [=, this] {
      address();
      a_.mov(kArg1, kScratch);
    });
    a_.cmp(fields_.marking(), 0);
    a_.jne(marking.entry);
    a_.bind(marking.resume);
    address();
    a_.mov(qword_ptr(kScratch), value);
    if (!may_be_young) return;
    Label done = a_.newLabel();
    if (often_number) {
      a_.test(value.r8(), 1);
      a_.jz(done);
    }
    mark_card();
    a_.bind(done);
  }
  // Marks the card of the address in the scratch register as written.
  void mark_card() {
    a_.shr(kScratch, VmFields::kCardShift);
    a_.add(kScratch, fields_.card_bias());
    a_.mov(byte_ptr(kScratch), VmFields::kWritten);
  }
  // Must be called before the slot is loaded into a register, which hides that it is a constant.
  bool may_be_young(std::size_t slot) const {
    Kind kind = slots_.kind(slot);
    if (is_float_kind(kind)) return false;
    if (!slots_.is_constant(slot)) return kind != Kind::Fixnum;
    Value v = slots_.constant(slot);
    return v.is_pointer() && v != nil() && v != t();
  }
  void part_of(std::size_t slot, bool pops, bool is_car);
  void part_of_cdr(bool is_car);
  void set_part(bool is_car, bool gives_pair);
  void load_single_value(const Gp& r, const Gp& list, const Label& otherwise);
  static Value immediate_constant(Value symbol);
  bool push_value_of_constant(Value symbol);
  void make_short_list(const Gp& list, std::size_t first, std::uint32_t count,
                       const Label& otherwise);
  void load_truth(const Gp& r, Condition yes);
  void push_truth(Condition yes);
  void tag_predicate(unsigned tag, bool nil_has, bool sense);
  void test_fixnum(std::size_t slot, const Gp& r, const Label& otherwise);
  static auto function_for(BinaryOp op) -> Value (*)(Vm&, Value, Value);
  SlowPath arithmetic_slow_path(BinaryOp op, std::size_t a, std::size_t b, const Gp& result);
  void both_singles_or(const Gp& x, const Gp& y, const Label& otherwise);
  void both_doubles_or(const Gp& x, const Gp& y, const Label& otherwise);
  void combine_fixnums(BinaryOp op, const Gp& result, const Gp& x, const Gp& y);
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
  static constexpr std::size_t kNoArgument = ~std::size_t{0};
  static constexpr std::size_t kMostMovedArguments = 6;  // so that they fit into registers
  static constexpr std::size_t kMostParameters = 20;
  const Code* binding_code(Value function, std::size_t count) const;
  std::vector<std::size_t> argument_order(const Code* code, std::size_t first,
                                          std::size_t count) const;
  bool call_bound(Value function, std::size_t count, bool is_tail);
  void call_value(std::size_t count);
  void tail_call_value(std::size_t count);
  void begin_call(std::size_t first, const Label& after);
  void begin_tail_call(std::size_t first, const Label& after);
  void count_tail_call();
  void leave_frame_to_callee();
  void tail_call_own();
  void return_to_frame(std::size_t first, const Label& after);
  void end_call(std::size_t first, std::size_t count, const Label& after);
  void move_arguments_down(std::size_t first, std::size_t count);
  void emit_return(bool is_single);
  bool needs_value_count(bool is_tail) const;
  void set_single_value(bool is_tail);
  void load_spread_call();
  void call_spread(std::size_t first);
  void spread_list(const Gp& rest, const Gp& place, const Label& otherwise);
  template <class Far>
  void spread_arguments(std::size_t count, Far far);
  void load_record_head(const Gp& r, DynamicRecord::Kind kind, bool is_native);
  Label undo_record(const Label& next, const Label& otherwise);
  void push_record(DynamicRecord::Kind kind, std::uint32_t target);
  void jump_to_unwound_frame();
  void start_unwinding(const void* (*begin)(Vm&, Value, Value, const Stubs*));

  // ---- raw floats (templates_floats.cpp)
  void note_mentioned_floats();
  static bool has_float_template(const Builtin* builtin);
  Kind float_kind(std::size_t a, std::size_t b, bool may_guess) const;
  static bool is_exact_integer(Kind kind, std::int64_t n);
  bool is_exact(Kind kind, std::size_t i) const;
  Float prepare_float(Kind kind, std::size_t slot, const Float& temporary);
  void load_constant(Kind kind, const Float& x, double value);
  void load_integer(Kind kind, const Float& x, std::int64_t n);
  Float load_float(Kind kind, std::size_t slot, const Float& x, const Label& otherwise);
  Float load_float_of_word(Kind kind, std::size_t slot, const Float& x, const Label& otherwise);
  void combine_floats(Kind kind, BinaryOp op, const Float& a, const Float& b);
  void square_root(Kind kind, const Float& x, const Label& otherwise);
  void clear_sign(Kind kind, const Float& x);
  void test_range(Kind kind, const Float& x, const Label& otherwise);
  Label retry_without_kinds(std::size_t a, std::size_t b, const Label& otherwise);
  Label leave_by_call(Value function, std::size_t count, bool is_tail);
  template <class Combine>
  Label try_fixnums(std::size_t a, std::size_t b, std::size_t pops, const Gp& result,
                    const Label& otherwise, Combine combine);
  Label leave_unless_floats(BinaryOp op, std::size_t a, std::size_t b, std::size_t pops);
  void float_arithmetic(Kind kind, BinaryOp op, std::size_t a, std::size_t b, std::size_t pops);
  void float_arithmetic_with(Kind kind, BinaryOp op, std::size_t a, std::int64_t n,
                             std::size_t pops);
  // Results that are not tested yet, on the stack, and where to continue if a test fails.
  struct ResultsToTest {
    Label otherwise;
    std::vector<std::size_t> slots;
  };
  bool are_floats(std::size_t a, std::size_t b) const;
  void begin_float_operation();
  void end_float_operation(Kind kind, const Float& result, std::size_t pops);
  bool may_test_later() const;
  void test_results();
  void set_flags(Kind kind, const Float& x, const Float& y);
  void test_order(Kind kind, const Float& x, const Float& y, const Label& otherwise);
  void compare_floats(Kind kind, Comparison comparison, bool sense, const Float& x, const Float& y,
                      std::size_t pops, std::uint32_t target);
  bool call_float_builtin(Value function, const Builtin* builtin, std::size_t count, bool is_tail);
  bool call_float_rounding(Value function, const Builtin* builtin, std::size_t count, bool is_tail);

  // ---- raw words (templates_words.cpp)
  struct UseScan;
  struct WordCall;
  // How many low bits of a value are used, and whether that requires guard_library().
  struct UsedBits {
    unsigned bits;
    bool is_guarded;
  };
  WordsMet mentioned_words(WordsMet met) const;
  static bool has_word_template(const Builtin* builtin);
  UsedBits used_bits(std::size_t pops) const;
  UsedBits used_bits(std::size_t pops, std::size_t checked) const;
  bool may_be_integer(std::size_t i) const;
  bool may_be_word(std::size_t i) const;
  Gp prepare_word(std::size_t i);
  void load_word_operand(std::size_t i, const Gp& r, bool must_be_word, const Label& otherwise);
  void guard_library(const Label& otherwise);
  bool may_wrap_fixnums(std::size_t pops, const Label& otherwise);
  bool word_arithmetic(BinaryOp op, std::size_t a, std::size_t b, Value n, std::size_t pops);
  bool compare_words(Comparison comparison, bool sense, std::size_t a, std::size_t b, Value n,
                     std::size_t pops, std::uint32_t target);
  bool eql_words();
  bool call_word_builtin(Value function, const Builtin* builtin, std::size_t count, bool is_tail);

  // ---- elements of arrays (templates_arrays.cpp)
  void test_index(const Gp& r, std::size_t slot, const Gp& index, const Label& otherwise);
  void test_vector(std::size_t slot, const Gp& vector, const Gp& index, const Label& otherwise);
  void test_type(const Gp& r, Type type, const Label& otherwise, const Label& other_type);
  void test_type(const Gp& r, Type type, const Label& otherwise);
  void test_type_to_load(const Gp& r, Type type, const Label& otherwise);
  void load_character(const Gp& r, const Gp& string, const Gp& index);
  void load_octet(const Gp& r, const Gp& octets, const Gp& index);
  void load_bit(const Gp& r, const Gp& bits, const Gp& index);
  using Temporaries = std::array<Gp, 2>;
  Temporaries spill_two_registers(std::initializer_list<Gp> used);
  void reload_spilled(const Temporaries& free);
  void store_byte(const Gp& array, const Gp& index, const Gp& value, unsigned tag_bits,
                  Mem (*place)(const Gp&, const Gp&), const Temporaries& free);
  void test_character(const Gp& value, const Label& otherwise);
  void test_octet(const Gp& value, const Label& otherwise);
  void test_bit(const Gp& value, const Label& otherwise);
  void store_character(const Gp& string, const Gp& index, const Gp& value, const Temporaries& free);
  void store_octet(const Gp& octets, const Gp& index, const Gp& value, const Temporaries& free);
  void store_bit(const Gp& bits, const Gp& index, const Gp& value, const Temporaries& free);
  // A type of vectors that do not store their elements as words.
  struct CompactType {
    Type type;
    Kind kind;  // Any for strings, since a string can later get wider characters
    void (NativeCompiler::*load)(const Gp& r, const Gp& vector, const Gp& index);
    bool (*may_contain)(Value v);
    void (NativeCompiler::*test)(const Gp& value, const Label& otherwise);
    void (NativeCompiler::*store)(const Gp& vector, const Gp& index, const Gp& value,
                                  const Temporaries& free);
  };
  static const CompactType kCompactTypes[3];
  static const CompactType* compact_type_of(Kind kind);
  static const CompactType& compact_type_of(Type type);
  const CompactType* compact_type(std::size_t slot) const;
  Kind seen_kind(std::size_t slot) const;
  void test_compact(const CompactType& type, std::size_t slot, const Gp& vector, const Gp& index,
                    const Label& otherwise);
  void test_own_elements(std::size_t first, const Gp& array, const Gp& index,
                         const SlowPath& slow_path);
  void load_compact(Type type, const Gp& index, const Gp& value, const SlowPath& slow_path);
  void load_own_element(std::size_t first, const Gp& array, const Gp& index, const Gp& value,
                        const SlowPath& slow_path);
  void store_own_element(std::size_t first, const Gp& array, const Gp& index, const Gp& value,
                         const SlowPath& slow_path);
  Label compact_element(bool stores, std::size_t first, const Gp& array, const Gp& index,
                        const Gp& value, const SlowPath& slow_path);
  void vector_reference(Value (*slow)(Vm&, Value, Value), bool is_simple_vector);
  void set_vector_reference(void (*slow)(Vm&, Value, Value, Value), bool is_simple_vector);
  void test_matrix(std::size_t first, std::size_t rank, Type data, const Label& otherwise,
                   const Label& other_data);
  void load_index_of_matrix(std::size_t first, std::size_t rank, const Gp& index);
  Mem element_of_matrix(std::size_t first, std::size_t rank, const Gp& index);
  void load_octet_place(std::size_t first, std::size_t rank, const Gp& r);
  // The element at INDEX, a tagged fixnum, of VECTOR.
  static Mem element(const Gp& vector, const Gp& index) {
    return qword_ptr(vector, index, 1,
                     static_cast<int>(offsetof(Vector, data)) - static_cast<int>(kObjectTag));
  }

  // ---- builtins (templates_builtins.cpp)
  struct InlineBuiltin;
  // Returns the function that FUNCTION, a function or a symbol, currently denotes.
  static Value function_of(Value function) {
    return function.is_object() ? function : as_symbol(function)->function;
  }
  const Builtin* known_builtin(Value function, std::size_t count) const;
  void guard(Value function, const Builtin* builtin, const Label& other);
  struct CallSlowPath : SlowPath {
    Label changed;  // the target if the function has been redefined
  };
  CallSlowPath make_call_slow_path(Value function, std::size_t count, const Gp& result,
                                   bool is_tail);
  // In a block version, makes SLOW_PATH of a call, which is not a tail call, a side exit.
  void leave_by_slow_path(CallSlowPath& slow_path) {
    static_cast<SlowPath&>(slow_path) = as_side_exit(slow_path);
  }
  void call_builtin(Value function, const Builtin* builtin, std::size_t count, bool is_tail);
  void guard_inlined_builtin(Value function, const Builtin* builtin, const Label& other);
  bool call_inlined_builtin(Value function, const Builtin* builtin, std::size_t count,
                            bool is_tail);

  // ---- new objects, structures (templates_structures.cpp)
  void allocate_object(const Gp& r, Type type, std::size_t words, std::size_t length,
                       const Gp& free, const Label& otherwise);
  void allocate_object(const Gp& r, Type type, std::size_t length, const Gp& free,
                       const Label& otherwise);
  void fill_object(const Gp& r, std::size_t offset, std::size_t first, std::size_t count);
  void load_current_type(const Gp& r, Value type, const Label& otherwise);
  bool call_constructor(Value function, const Builtin* builtin, std::size_t count, bool is_tail);
  bool call_make_array(Value function, const Builtin* builtin, std::size_t count, bool is_tail);
  struct Accessor;
  std::size_t structure_caches(Value function) const;
  Value structure_type_in(std::size_t slot) const;
  InlineCache& cache_of(Value v);
  void test_structure(const Gp& r, Value type, const Label& no, const Label& slow_path);
  void test_slot(const Gp& r, Value type, std::int64_t index, const Label& slow_path);
  bool call_of_structure(Value function, const Builtin* builtin, std::size_t count, bool is_tail);
  bool call_accessor(Value function, std::size_t count, bool is_tail);
  void read_slot(const Gp& structure, Value type, std::int64_t index, const CallSlowPath& slow_path,
                 const Gp& result);

  // ---- inlined functions (templates_inlined.cpp)
  bool is_inlining() const { return fallback_call_.isValid(); }
  // Whether a slow path at LABEL never returns to the fast path, where what it tests is then known.
  bool never_returns(const Label& label) const {
    return (is_inlining() && label.id() == fallback_call_.id()) || side_exits_.contains(label.id());
  }
  // The cost of inlining a function.
  struct InlineCost {
    bool can_inline = true;
    bool has_effect = false;
    std::uint32_t units = 0;
    std::uint32_t stack = 0;  // slots, counted from the first argument
    std::size_t caches = 0;
  };
  static InlineCost measure_builtin(const Builtin* builtin, std::size_t count);
  static Code* plain_code(Value function, std::size_t count);
  InlineCost measure(const Code* code, int depth) const;
  InlineCost measure_call(Value function, std::size_t count, int depth) const;
  std::size_t inlined_caches(Value function, std::size_t count) const;
  bool call_inlined(Value function, std::size_t count, bool is_tail);
  // The targets of a conditional jump on a value.
  struct Branch {
    Label if_nil, if_true;
    Label next;  // equals one of them: the fall-through
  };
  struct InlinedBody {
    Label end;  // valid if the body has several returns
    std::optional<Branch> branch;
    bool needs_value_count = true;  // whether the call's number of values is used
  };
  template <class Resume>
  void emit_fallback_call(const Label& label, Value function, std::size_t count, bool is_tail,
                          Resume resume);
  void guard_current(Value function, const Label& other);
  static bool is_return(const Code* code, std::uint32_t i);
  std::optional<Branch> emit_body(Code* code, std::size_t first, bool is_tail);
  std::optional<Branch> following_branch(const Label& next);
  void branch_on_value(const Branch& branch);
  void end_body(bool is_single);

  // ---- versions of blocks (versions.cpp)
  // A copy of a block, specialised for the types of its values.
  struct Version {
    std::vector<Kind> kinds;  // known types of the slots
    Label label;
    std::optional<Slots::State> state;  // of the only jump to it, if there is only one
    std::uint32_t source = 0;           // serial number of that jump's instruction
    bool is_emitted = false;
    // In a loop: its variables that are in registers at PLACED_LABEL. The code at LABEL loads them.
    std::vector<Slots::Placed> in_registers = {};
    Label placed_label = {};
  };
  // An edge from a version to a code unit of the general code.
  struct Edge {
    Label from;
    Label to;
    Slots::State state;  // at the destination
  };
  // The most versions of a block, in addition to the general code.
  std::size_t max_versions() const { return expects_raw_values() ? 8 : 4; }
  // The most slow paths of operations on floats that continue in a version: with a fixnum, or without
  // knowing that an operand is a single.
  static constexpr std::size_t kMaxContinuations = 6;
  bool is_specializing() const { return specializing_ && code_ == function_code_; }
  bool has_versions() const;
  void find_loops();
  std::vector<Slots::Placed> loop_variables(std::uint32_t head, std::uint32_t end) const;
  void place_loop_variables(Version& version, std::uint32_t unit);
  Label label_in_place(std::uint32_t target);
  bool has_one_jump(std::uint32_t target) const;
  static Label placed_label(const Version& version) {
    return version.in_registers.empty() ? version.label : version.placed_label;
  }
  bool leaves_registers(std::uint32_t instruction) const;
  bool is_integer_operation(std::uint32_t instruction) const;
  static bool gives_fixnum(const Builtin* builtin, std::size_t count);
  bool expects_raw_values() const;
  bool reenters_versions() const;
  Version& version_of(std::uint32_t target, bool is_only_jump);
  Version& add_version(std::uint32_t target, std::vector<Kind> kinds);
  Label label_of(std::uint32_t target);
  Label entry_point_label(std::uint32_t target) const;
  void begin(Version& version);
  void show_version();
  bool is_end_of_loop(std::uint32_t unit) const;
  void enter_loop(std::uint32_t unit);
  void emit_versions();
  void emit_path(std::uint32_t unit, bool may_begin);
  void settle(std::initializer_list<Gp*> used = {});
  void settle_before(std::uint32_t target);
  Label label_of(const Version& version);
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
  std::uint32_t at_ = 0;             // index of the current instruction in code_
  std::uint32_t instruction_ = 0;    // its first code unit
  std::uint32_t site_ = 0;           // index of the instruction in function_code_
  std::uint32_t emitted_count_ = 0;  // number of instructions emitted
  // The blocks of code_, which is function_code_ or an inlined function.
  Blocks blocks_;
  std::size_t base_ = 0;  // slot of the first argument of code_
  std::uint32_t inlined_units_ = 0;
  Label fallback_call_;  // valid while a body is inlined
  InlinedBody inlined_body_;
  bool specializing_ = false;                              // while versions are emitted
  std::map<std::uint32_t, std::deque<Version>> versions_;  // by jump target
  // The head of the loop that contains a code unit, if variables of that loop stay in registers.
  static constexpr std::uint32_t kNoLoop = ~std::uint32_t{0};
  std::vector<std::uint32_t> loop_heads_;
  std::map<std::uint32_t, std::vector<Slots::Placed>> loop_variables_;  // by head
  std::set<std::pair<std::uint32_t, std::size_t>> pending_;             // versions to emit
  std::map<std::uint32_t, Edge> edges_;  // by code unit of the destination
  std::set<std::uint32_t> side_exits_;  // ids of their labels, and of those where they would return
  SlowPaths slow_paths_;
  const SeenKinds seen_;
  bool expects_doubles_ = false;  // whether unknown numbers are first tested for doubles
  bool has_singles_ = false;      // whether the function has a constant single
  bool expects_words_ = false;    // whether unknown integers are likely to be words
  std::size_t continuations_ = 0;
  std::optional<ResultsToTest> to_test_;
  struct CallSite {
    Label label;
    std::uint32_t unit;
  };
  std::vector<CallSite> calls_;
  bool has_failed_ = false;  // the assembler ran out of memory
  InlineCache* caches_ = nullptr;
  std::size_t caches_used_ = 0;
  std::size_t cache_capacity_ = 0;
  Label entry_, bound_, body_;
};

}  // namespace winnow::jit

// The machine that runs bytecode: its stacks, its limits, and how C++ calls Lisp.
//
// Values and frames lie in two arrays of reserved address space that never move. The loop
// (execute.cpp) keeps pc, sp and base in registers and stores them here before anything that may
// look.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <initializer_list>
#include <memory>
#include <span>
#include <vector>

#include "data/dialect.hpp"
#include "data/functions.hpp"
#include "data/symbol.hpp"
#include "heap/heap.hpp"
#include "heap/roots.hpp"
#include "host/pages.hpp"
#include "vm/frame.hpp"
#include "vm/native_code.hpp"

namespace winnow {

class Interpreter;
class Sampler;

// Thrown where an unwinding must cross C++ frames. It carries nothing: the goal waits in the
// machine.
struct NonlocalExit {};

struct VmLimits {
#ifdef WINNOW_HOSTILE  // tiny, so that they are reached
  std::size_t frames = 20'000;
  std::size_t stack_values = std::size_t{1} << 18;
  std::size_t dynamic_records = 20'000;
  std::size_t nested_calls = 100;
#else
  std::size_t frames = 2'000'000;
  std::size_t stack_values = std::size_t{1} << 27;     // 1 GiB of address space
  std::size_t dynamic_records = std::size_t{1} << 24;  // 640 MiB of address space
  std::size_t nested_calls = 20'000;                   // of Lisp by C++ by Lisp ...
#endif
};

class Vm : public RootSet, public Signaller {
 public:
  Vm(Heap& heap, const VmLimits& limits);
  ~Vm() override;

  // ---- calling Lisp from C++. FUNCTION: a function, or a symbol that names one.
  // The primary value alone: others must not become those of the function that called.
  Value call(Value function, const Value* arguments, std::size_t count) {
    Value primary = call_values(function, arguments, count);
    value_count = 1;
    return primary;
  }
  Value call_values(Value function, const Value* arguments, std::size_t count);
  Value call(Value function, std::initializer_list<Value> arguments) {
    return call(function, arguments.begin(), arguments.size());
  }
  // Runs BODY; false if control left it for abort(). The stacks are then as before.
  bool guarded(const std::function<void()>& body);
  // Runs BODY; an error signalled in it that nothing inside handles ends it, and no handler outside
  // is asked. Returns that condition; kAbsent if there was none.
  Value attempt(const std::function<void()>& body);
  // Leaves the attempt whose boundary has NUMBER with its CONDITION.
  void leave_attempt(Value number, Value condition);
  // Leaves the innermost guarded().
  [[noreturn]] void abort();
  // Tells of CONDITION and leaves the innermost guarded() whatever the program does about that: no
  // handler is asked, and no cleanup of the program's run.
  [[noreturn]] void abandon(Value condition);

  // The function that DESIGNATOR is or names, or the one that a handler of undefined-function
  // chooses; signals a type-error.
  Value function_of(Value designator);
  // The function that a quoted lambda expression stands for where the dialect has such, else the
  // argument.
  Value coerce_to_function(Value v);
  std::function<Value(Value form)> coerce_lambda;  // kAbsent if FORM is none

  // ---- dialects
  std::uint64_t runs_old_dialects = 0;  // has code of one been compiled?
  // The dialect of the innermost program that runs: what it calls by way of the library is meant as
  // its text means it.
  Dialect dialect_of_program() const;
  // The symbol under which what that program means by the operator NAME is defined.
  Value operator_of_program(Value name) const;
  // The function that it means by SYMBOL; SYMBOL if there is none.
  Value function_meant(Value symbol) const;
  // What a call of the undefined function NAME calls in an older dialect: the function that the
  // variable holds; kAbsent if there is none.
  Value function_held_by(Value name);

  // ---- conditions
  // Runs the handlers that apply; false if one of them leaves, by a NonlocalExit to be thrown.
  bool run_handlers(Value condition);
  [[noreturn]] void signal(Value condition) override;
  // What a handler chooses for the value or the function that the symbol NAME lacks.
  Value instead_of_value(Value name);
  Value instead_of_function(Value name);
  // Calls the function in *DEBUGGER-HOOK*, if there is one; then the condition goes unhandled.
  [[noreturn]] void invoke_debugger(Value condition);
  [[noreturn]] void give_up() override;
  std::string operation(const char* own) override;  // operation.cpp
  void poll() override {
    if (requests_.load(std::memory_order_relaxed) != 0) [[unlikely]]
      take_requests();
  }
  // Called for a condition that nobody handled.
  std::function<void(Value condition)> unhandled;
  // What a requested interrupt does at the safepoint that takes it; if empty, INTERRUPTED is
  // signalled.
  std::function<void()> on_interrupt;

  // Asks the machine to stop at the next safepoint. Safe in a signal handler.
  void request_interrupt() { request(kInterrupt); }
  // Asks it to let the sampler take a sample there.
  void request_sample() { request(kSample); }
  // Forgets an interrupt that waits; was there one?
  bool take_interrupt_request() {
    if ((requests_.fetch_and(~kInterrupt) & kInterrupt) == 0) return false;
    reset_limits();
    return true;
  }
  std::unique_ptr<Sampler> sampler;  // null: none is at work

  // ---- multiple values
  Value return_values(std::initializer_list<Value> all);
  Value return_values(const Value* all, std::size_t count);

  void mark(Heap& heap) override;

  // ---- state, shared with the loop and its slow paths
  Value* sp;
  Frame* fp;
  DynamicRecord* dynamic_top;
  std::atomic<Frame*> frame_limit;      // null while a request waits
  const Frame* entered_from = nullptr;  // while a call from there waits in at_limit()
  // Behind it there is room for as many frames of kSmallFrame values as there can be: who enters
  // one need not look here.
  Value* stack_limit;
  static constexpr std::size_t kSmallFrame = 16;
  DynamicRecord* dynamic_limit;
  std::size_t value_count = 1;
  static constexpr std::size_t kMaxValues = 256;
  Value values[kMaxValues];  // from the second one on

  Frame* first_frame() const { return reinterpret_cast<Frame*>(frame_range_.begin()); }
  DynamicRecord* first_record() const {
    return reinterpret_cast<DynamicRecord*>(dynamic_range_.begin());
  }
  Heap& heap() const { return heap_; }

  // ---- native code
  std::unique_ptr<NativeCode> native;  // null: there is none
  Value native_callee = nil();         // what it leaves for the loop to call
  std::size_t native_count = 0;
  std::uint64_t inlined_builtin_replaced =
      0;  // has a program another function for what it has in line?
  std::size_t loop_turns_left = kLoopTurns;  // until warm_loop()
  static constexpr std::size_t kLoopTurns = 1000;
  // The frame fp, with a bridge below it if its code has to find the way back to the loop.
  Frame* native_frame();
  // Makes FRAME a bridge to one whose arguments lie at BASE.
  void push_transition_frame(Frame* frame, Value* base) const {
    frame->pc = &static_cells().leave_bridge;
    frame->base = base;
    frame->function = nil();
    frame->native = native ? native->return_stub : nullptr;
  }
  // Where the code of FRAME stands, behind the instruction that it waits for.
  const std::uint32_t* pc_of(const Frame* frame) const {
    return frame->is_native() ? native->pc_of(*frame) : frame->pc;
  }

  // Owner of this machine, for builtins of the upper layers.
  Interpreter* interpreter = nullptr;

  // ---- the dynamic stack
  DynamicRecord* push_record(DynamicRecord::Kind kind, Value a, Value b) {
    if (dynamic_top >= dynamic_limit) [[unlikely]]
      at_limit();
    DynamicRecord* r = dynamic_top++;
    r->kind = kind;
    r->is_native = false;
    r->frame = static_cast<std::uint32_t>(fp - first_frame());
    r->pc = nullptr;
    r->sp = sp;
    r->a = a;
    r->b = b;
    return r;
  }
  // A new exit, by which control comes to PC.
  Value push_exit(const std::uint32_t* pc);
  void bind_special(Value symbol, Value value);
  // SYMBOLS: a list, or a binding context, which VALUES_LIST does not matter to.
  void bind_list(Value symbols, Value values_list);
  // What keeps the bindings of the program's variables as they are now (contexts.cpp).
  Value binding_context();
  // Undoes the topmost COUNT records on a normal way out.
  void undo_records(std::size_t count);
  // Begins an unwinding to RECORD; the values that go there are VALUE and the buffer.
  void begin_unwind(DynamicRecord* record, Value value);
  // Behind the code of a cleanup: gives back what it kept; true if the unwinding that ran it goes
  // on.
  bool end_cleanup();
  bool is_passed_over(const DynamicRecord& cleanup) const;
  // Goes on with it; true when code of this run() is to continue at fp, false if C++ frames are in
  // the way.
  bool unwind();
  void begin_throw(Value tag, Value value);
  void begin_leave(Value exit, Value value);

  // ---- slow halves of the loop's calls
  // The frame limit was hit: takes an interrupt or signals that recursion is too deep.
  void at_limit();
  // Lays out the COUNT arguments below sp as CODE's lambda list says. sp then stands above them.
  void bind_arguments(Value closure, std::size_t count);
  // Calls what is no closure: a builtin, or something that is no function (an error; NAME is its
  // symbol or kAbsent). Arguments are the COUNT topmost values; they are popped.
  Value call_other(Value function, std::size_t count, Value name);
  // Does FUNCTION take COUNT arguments?
  static bool takes(Value function, std::size_t count);
  void check_argument_count(Value function, std::size_t count);
  // Pushes the elements of LIST; returns how many.
  std::size_t spread(Value list, const char* operation);
  // Of the topmost values, a function and COUNT arguments, spreads the last argument, a list, or
  // all of them. Then the arguments lie where the function was, which is returned, and COUNT says
  // how many they are.
  Value spread_last(std::size_t& count);
  Value spread_all(std::size_t& count);
  // Writes the values of which *FIRST is the primary to as many places as are WANTED from there on.
  void bind_values(Value* first, std::size_t wanted) {
    if (value_count == 0) *first = nil();
    for (std::size_t i = 1; i < wanted; ++i) first[i] = i < value_count ? values[i - 1] : nil();
  }
  Value values_list(Value primary);
  Value load_values(Value list);

 private:
  friend class CallGate;
  static const std::uint32_t kStopCode[];

  // call_values(), but kAbsent where a NonlocalExit is to be thrown (CallGate::attempt).
  Value attempt_call(Value function, const Value* arguments, std::size_t count);
  Value signal_with_choice(Value condition, Sym chooser, Value name);
  // Signals unless there is room for a call, for COUNT arguments and for a frame above TOP; takes
  // an interrupt that waits.
  void make_room_for_call(const Frame* top, std::size_t count);
  // Is there room for COUNT arguments, for a frame above TOP, and for C++? An interrupt that waits
  // lets there be none.
  bool has_room_for_call(const Frame* top, std::size_t count) const {
    return sp + count < stack_limit && top + 1 < frame_limit.load(std::memory_order_relaxed) &&
           heap_.native_stack.has_room();
  }
  static constexpr unsigned kInterrupt = 1;
  static constexpr unsigned kSample = 2;
  void request(unsigned what) {
    requests_.fetch_or(what, std::memory_order_relaxed);
    frame_limit.store(nullptr, std::memory_order_relaxed);
  }
  void take_requests();
  void handle_errors_by(const DynamicRecord* boundary);
  void land(const DynamicRecord& record);
  void undo(DynamicRecord& record);
  void enter_context(Value context);
  void undo_context(DynamicRecord& record);
  void keep_bindings(DynamicRecord& record);
  std::vector<Value*> places_of(Value bindings, DynamicRecord* top);
  void reset_limits();
  void limit_frames(std::size_t most);
  void use_reserve();
  void bind_keywords(Code* code, Value* rest, std::size_t count);
  Value name_of(const Code* code);
  [[noreturn]] void wrong_argument_count(Value function, std::size_t got);

  PageRange frame_range_;
  PageRange value_range_;
  PageRange dynamic_range_;
  std::size_t small_frames_;  // for which there is room behind stack_limit
  std::size_t reserve_;  // slots and frames kept back for the handlers and the printing after an
                         // exhausted stack
  std::size_t max_frames_;
  std::size_t nested_calls_left_;
  std::atomic<unsigned> requests_{0};
  DynamicRecord* pending_target_ = nullptr;
  Value pending_value_ = nil();
  Value attempt_error_ = kAbsent;
  DynamicRecord* guard_ = nullptr;  // of the innermost guarded()
  bool in_reserve_ = false;
  bool gave_up_ = false;
  bool abandons_ = false;
};

// The loop: runs from vm.fp's pc until Stop; returns the topmost value, or kAbsent where an
// unwinding has to go on in the C++ that called.
// START: what native code has just said, where it ran first.
Value execute(Vm& vm, NativeCode::Exit start = NativeCode::Exit::Returned);

inline Value Vm::return_values(std::initializer_list<Value> all) {
  return return_values(all.begin(), all.size());
}

}  // namespace winnow

// The virtual machine: its stacks and limits, and calls from C++ into Lisp.
//
// Values and frames are two arrays in reserved address space that never move. The interpreter loop
// (execute.cpp) keeps pc, sp and base in registers and stores them here before anything that may
// read them.
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
class TimeLimit;

// Thrown when an unwinding must cross C++ frames. It carries nothing: Vm has the target.
struct NonlocalExit {};

struct VmLimits {
#ifdef WINNOW_HOSTILE  // tiny, so that tests reach them
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
  // Only the primary value: others must not become values of the calling function.
  Value call(Value function, const Value* arguments, std::size_t count) {
    Value primary = call_values(function, arguments, count);
    value_count = 1;
    return primary;
  }
  Value call_values(Value function, const Value* arguments, std::size_t count);
  Value call(Value function, std::initializer_list<Value> arguments) {
    return call(function, arguments.begin(), arguments.size());
  }
  // Runs BODY; false if abort() ended it. The stacks are then as before.
  bool guarded(const std::function<void()>& body);
  // Runs BODY; an error in it that no inner handler takes ends it, and outer handlers are not
  // called.
  // Returns that condition, or kAbsent.
  Value attempt(const std::function<void()>& body);
  // Leaves the attempt whose boundary has NUMBER with its CONDITION.
  void leave_attempt(Value number, Value condition);
  // Leaves the innermost guarded().
  [[noreturn]] void abort();
  // Reports CONDITION and leaves the innermost guarded() without calling handlers of the program or
  // running its cleanups.
  [[noreturn]] void abandon(Value condition);

  // The function that DESIGNATOR is or names, or the one that a handler of undefined-function
  // supplies; signals a type-error for other objects.
  Value function_of(Value designator);
  // The function that a quoted lambda expression designates in dialects that have them, otherwise
  // the
  // argument.
  Value coerce_to_function(Value v);
  std::function<Value(Value form)> coerce_lambda;  // kAbsent for other forms

  // ---- dialects
  std::uint64_t runs_old_dialects = 0;  // nonzero if code of an older dialect has been compiled
  // The dialect of the innermost running program: functions that it calls through the library have
  // the
  // meaning that its text gives them.
  Dialect dialect_of_program() const;
  // The symbol that holds the definition of what that program means by the operator NAME.
  Value operator_of_program(Value name) const;
  // The function that it means by SYMBOL, or SYMBOL.
  Value function_meant(Value symbol) const;
  // In an older dialect, the function that the variable NAME holds, which a call of the undefined
  // function NAME calls; otherwise kAbsent.
  Value function_held_by(Value name);

  // ---- conditions
  // Runs the applicable handlers; false if one of them leaves by a NonlocalExit, which the caller
  // throws.
  bool run_handlers(Value condition);
  [[noreturn]] void signal(Value condition) override;
  // The value or function that a handler supplies for the symbol NAME, which has none.
  Value instead_of_value(Value name);
  Value instead_of_function(Value name);
  // Calls the function in *DEBUGGER-HOOK*, if any; then the condition is unhandled.
  [[noreturn]] void invoke_debugger(Value condition);
  [[noreturn]] void give_up() override;
  std::string operation(const char* own) override;  // operation.cpp
  void poll() override {
    if (requests_.load(std::memory_order_relaxed) != 0) [[unlikely]]
      take_requests();
  }
  // Called for an unhandled condition.
  std::function<void(Value condition)> unhandled;
  // Called at the safepoint that takes an interrupt; if empty, INTERRUPTED is signalled.
  std::function<void()> on_interrupt;

  // Requests an interrupt at the next safepoint. Async-signal-safe.
  void request_interrupt() { request(kInterrupt); }
  // Requests that the sampler takes a sample there.
  void request_sample() { request(kSample); }
  // Cancels a pending interrupt; returns whether there was one.
  bool take_interrupt_request() {
    if ((requests_.fetch_and(~kInterrupt) & kInterrupt) == 0) return false;
    reset_limits();
    return true;
  }
  std::unique_ptr<Sampler> sampler;  // null if none is running
  // Requests that an exhausted time limit is signalled there. Async-signal-safe.
  void request_time_check() { request(kTimeCheck); }
  std::unique_ptr<TimeLimit> time_limit;  // null if there is none

  // ---- multiple values
  Value return_values(std::initializer_list<Value> all);
  Value return_values(const Value* all, std::size_t count);

  void mark(Heap& heap) override;

  // ---- state, shared with the loop and its slow paths
  Value* sp;
  Frame* fp;
  DynamicRecord* dynamic_top;
  std::atomic<Frame*> frame_limit;      // null while a request is pending
  const Frame* entered_from = nullptr;  // while a call from there is in at_limit()
  // Above it there is room for the largest possible number of frames of kSmallFrame values, so that
  // entering such a frame needs no check.
  Value* stack_limit;
  static constexpr std::size_t kSmallFrame = 16;
  DynamicRecord* dynamic_limit;
  std::size_t value_count = 1;
  static constexpr std::size_t kMaxValues = 256;
  Value values[kMaxValues];  // the second and following ones

  Frame* first_frame() const { return reinterpret_cast<Frame*>(frame_range_.begin()); }
  DynamicRecord* first_record() const {
    return reinterpret_cast<DynamicRecord*>(dynamic_range_.begin());
  }
  Heap& heap() const { return heap_; }

  // ---- native code
  std::unique_ptr<NativeCode> native;  // null if Winnow has none
  Value native_callee = nil();         // the function that it asks the loop to call
  std::size_t native_count = 0;
  std::uint64_t inlined_builtin_replaced =
      0;  // nonzero if a program has redefined an inlined builtin
  std::size_t loop_turns_left = kLoopTurns;  // until warm_loop()
  static constexpr std::size_t kLoopTurns = 1000;
  // The frame fp, with a transition frame below it if its code must return to the loop.
  Frame* native_frame();
  // Makes FRAME a transition frame to one whose arguments begin at BASE.
  void push_transition_frame(Frame* frame, Value* base) const {
    frame->pc = &static_cells().leave_transition;
    frame->base = base;
    frame->function = nil();
    frame->native = native ? native->return_stub : nullptr;
  }
  // The position in the code of FRAME, after the instruction that it is executing.
  const std::uint32_t* pc_of(const Frame* frame) const {
    return frame->is_native() ? native->pc_of(*frame) : frame->pc;
  }

  // Owner of this VM, for builtins of the upper layers.
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
  // A new exit object, whose target is PC.
  Value push_exit(const std::uint32_t* pc);
  void bind_special(Value symbol, Value value);
  // SYMBOLS: a list, or a binding context, for which VALUES_LIST is ignored.
  void bind_list(Value symbols, Value values_list);
  // A binding context of the program's variables (contexts.cpp).
  Value binding_context();
  // Undoes the topmost COUNT records at a normal exit.
  void undo_records(std::size_t count);
  // Begins an unwinding to RECORD with the values VALUE and `values`.
  void begin_unwind(DynamicRecord* record, Value value);
  // After the code of a cleanup: restores what it saved; true if the unwinding that ran it
  // continues.
  bool end_cleanup();
  bool is_passed_over(const DynamicRecord& cleanup) const;
  // Continues the unwinding; true if code of this run() continues at fp, false if C++ frames are in
  // between.
  bool unwind();
  void begin_throw(Value tag, Value value);
  void begin_leave(Value exit, Value value);

  // ---- slow paths of the loop's calls
  // The frame limit was hit: takes an interrupt or signals that recursion is too deep.
  void at_limit();
  // Arranges the COUNT arguments below sp according to CODE's lambda list; sp is above them
  // afterwards.
  void bind_arguments(Value closure, std::size_t count);
  // The function for a call of CALLEE, which is not one; NAME: its symbol in the code, or kAbsent.
  // Only resolve_callee() calls this.
  Value function_for_call(Value callee, Value name);
  // Does FUNCTION take COUNT arguments?
  static bool takes(Value function, std::size_t count);
  void check_argument_count(Value function, std::size_t count);
  // Pushes the elements of LIST; returns how many.
  std::size_t spread(Value list, const char* operation);
  // The topmost values are a function and COUNT arguments. Spreads the last argument, a list, or
  // all
  // of them, over the stack from the position of the function, which is returned; COUNT is then the
  // number of arguments.
  Value spread_last(std::size_t& count);
  Value spread_all(std::size_t& count);
  // Stores the values whose primary one is *FIRST in WANTED slots from FIRST on.
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
  // Signals unless there is room for a call, for COUNT arguments and for a frame above TOP; takes a
  // pending interrupt.
  void make_room_for_call(const Frame* top, std::size_t count);
  // Is there room for COUNT arguments, for a frame above TOP, and for C++? False while an interrupt
  // is
  // pending.
  bool has_room_for_call(const Frame* top, std::size_t count) const {
    return sp + count < stack_limit && top + 1 < frame_limit.load(std::memory_order_relaxed) &&
           heap_.native_stack.has_room();
  }
  static constexpr unsigned kInterrupt = 1;
  static constexpr unsigned kSample = 2;
  static constexpr unsigned kTimeCheck = 4;
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
  std::size_t small_frames_;  // that fit above stack_limit
  std::size_t reserve_;  // slots and frames in reserve for handlers and messages after the stack is
                         // exhausted
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

// The interpreter loop: runs from vm.fp's pc until Stop; returns the topmost value, or kAbsent if
// an
// unwinding must continue in the calling C++. START: the exit of native code that ran first.
Value execute(Vm& vm, NativeCode::Exit start = NativeCode::Exit::Returned);

inline Value Vm::return_values(std::initializer_list<Value> all) {
  return return_values(all.begin(), all.size());
}

}  // namespace winnow

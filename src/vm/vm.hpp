// The virtual machine: its stacks and limits, and calls from C++ into Lisp.
//
// Values and frames are in two arrays in reserved address space, which never move. The
// interpreter loop (execute.cpp) keeps pc, sp and base in registers and stores them here
// before any operation that may read them.
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

class Sampler;
class TimeLimit;

// Thrown when an unwinding must cross C++ frames. The target is in Vm.
struct NonlocalExit {};

struct VmLimits {
#ifdef WINNOW_HOSTILE  // small, so that tests reach the limits
  std::size_t frames = 20'000;
  std::size_t stack_values = std::size_t{1} << 18;
  std::size_t dynamic_records = 20'000;
  std::size_t nested_calls = 1'000;
#else
  std::size_t frames = 2'000'000;
  std::size_t stack_values = std::size_t{1} << 27;     // 1 GiB of address space
  std::size_t dynamic_records = std::size_t{1} << 24;  // 640 MiB of address space
  std::size_t nested_calls = 20'000;                   // calls of Lisp by C++, one inside the other
#endif
};

// Moves the values from FIRST to END down to TO; returns their new end. They are few and were just
// stored: a call of memmove, by which compilers replace such a loop, would wait for the stores.
inline Value* move_down(const Value* first, const Value* end, Value* to) {
  for (; first != end; ++first) {
    *to++ = *first;
    std::atomic_signal_fence(std::memory_order_relaxed);
  }
  return to;
}

class Vm : public RootSet {
 public:
  Vm(Heap& heap, const VmLimits& limits);
  ~Vm() override;

  // ---- calls of Lisp from C++. FUNCTION: a function, or a symbol that names one.
  // Returns only the primary value, so that other values do not become values of the caller.
  Value call(Value function, const Value* arguments, std::size_t count) {
    Value primary = call_values(function, arguments, count);
    value_count = 1;
    return primary;
  }
  Value call_values(Value function, const Value* arguments, std::size_t count);
  Value call(Value function, std::initializer_list<Value> arguments) {
    return call(function, arguments.begin(), arguments.size());
  }
  // Runs BODY and returns true; returns false if abort() ended it. The
  // stacks are restored in both cases.
  bool guarded(const std::function<void()>& body);
  // Runs BODY and returns kAbsent. An error that BODY does not handle itself ends it; its condition
  // is returned, and outer handlers are not called.
  Value attempt(const std::function<void()>& body);
  // Exits from the attempt whose boundary is record NUMBER; the attempt returns CONDITION.
  void leave_attempt(Value number, Value condition);
  // Exits from the innermost guarded().
  [[noreturn]] void abort();
  // Reports CONDITION and exits from the innermost guarded(), without calling handlers
  // or running cleanups of the program.
  [[noreturn]] void abandon(Value condition);

  // The function of DESIGNATOR, a function or a symbol; if the symbol is undefined, the function
  // that a restart supplies. Signals a type-error for other objects.
  Value function_of(Value designator);
  // The function that V, a quoted lambda expression, designates in the dialects that have
  // these; V itself if it is another object.
  Value coerce_to_function(Value v);

  // ---- dialects
  std::uint64_t runs_old_dialects = 0;  // nonzero if code of an older dialect has been compiled
  // The dialect of the innermost active program. Functions that the program calls through the
  // library have their meaning in this dialect.
  Dialect dialect_of_program() const;
  // The symbol whose function the operator NAME means in dialect_of_program().
  Value operator_of_program(Value name) const;
  // The function that SYMBOL means there; SYMBOL itself if it does not name a function.
  Value function_meant(Value symbol) const;
  // For a call of the undefined function NAME: the function of that name in an older dialect, if
  // programs in one have been compiled; otherwise kAbsent. Such a program may have passed NAME and
  // have returned.
  Value operator_of_any_dialect(Value name) const;
  // For a call of the undefined function NAME in an older dialect: the function in
  // the variable NAME; otherwise kAbsent.
  Value function_held_by(Value name);

  // ---- conditions
  // Runs the applicable handlers. Returns false if one of them has begun a non-local exit;
  // then the caller throws NonlocalExit.
  bool run_handlers(Value condition);
  [[noreturn]] void signal(Value condition);
  // Signals that the symbol NAME is unbound or undefined; returns the value or
  // function that a restart supplies.
  Value instead_of_value(Value name);
  Value instead_of_function(Value name);
  // Calls the function in *DEBUGGER-HOOK*, if any, then Upcalls::unhandled.
  [[noreturn]] void invoke_debugger(Value condition);
  [[noreturn]] void give_up();
  std::string operation(const char* own);  // operation.cpp
  void poll() {
    if (requests_.load(std::memory_order_relaxed) != 0) [[unlikely]]
      take_requests(false);
  }

  // Requests an interrupt at the next safepoint. Async-signal-safe.
  void request_interrupt() { request(kInterrupt); }
  // Requests that the sampler takes a sample at the next safepoint.
  void request_sample() { request(kSample); }
  // Requests that the heap collects there if a collection is due.
  void request_collection() { request(kCollection); }
  // Cancels a pending interrupt; returns whether there was one.
  bool take_interrupt_request() {
    if ((requests_.fetch_and(~kInterrupt) & kInterrupt) == 0) return false;
    reset_limits();
    return true;
  }
  std::unique_ptr<Sampler> sampler;  // null if none is running
  // Requests that an exhausted time limit is signalled there. Async-signal-safe.
  void request_time_check() { request(kTimeCheck); }
  // Requests that finalizers run there.
  void request_finalization() { request(kFinalization); }
  std::unique_ptr<TimeLimit> time_limit;  // null: the time is unlimited

  // ---- multiple values
  Value return_values(std::initializer_list<Value> all);
  Value return_values(const Value* all, std::size_t count);
  // The same for COUNT values of which those after the first are stored already, as far as there is room.
  void set_value_count(std::size_t count);

  void mark(Heap& heap) override;

  // ---- state, shared with the loop and its slow paths
  Value* sp;
  Frame* fp;
  DynamicRecord* dynamic_top;
  std::atomic<Frame*> frame_limit;      // null while a request is pending
  const Frame* entered_from = nullptr;  // the topmost frame when at_limit() was entered, or null
  // The limit of sp. Above it there is room for kSmallFrame values in each possible frame, so a
  // frame of at most kSmallFrame values can be pushed without a check.
  Value* stack_limit;
  static constexpr std::size_t kSmallFrame = 16;
  DynamicRecord* dynamic_limit;
  std::size_t value_count = 1;
  static constexpr std::size_t kMaxValues = 256;
  Value values[kMaxValues];  // the multiple values of the last call, except the primary one

  Frame* first_frame() const { return reinterpret_cast<Frame*>(frame_range_.begin()); }
  // The distance of FRAME from first_frame() in words, and the frame at that distance. Native code
  // computes it without a division.
  std::uint32_t position_of(const Frame* frame) const {
    return static_cast<std::uint32_t>(frame - first_frame()) * kFrameWords;
  }
  Frame* frame_at(std::uint32_t position) const { return first_frame() + position / kFrameWords; }
  static constexpr std::uint32_t kFrameWords = sizeof(Frame) / sizeof(Value);
  DynamicRecord* first_record() const {
    return reinterpret_cast<DynamicRecord*>(dynamic_range_.begin());
  }
  Heap& heap() const { return heap_; }

  // ---- native code
  std::unique_ptr<NativeCode> native;  // null if Winnow was built without it
  Value native_callee = nil();         // the function that native code requests the loop to call
  std::size_t native_count = 0;
  std::uint64_t inlined_builtin_replaced = 0;  // nonzero if a program has redefined one of these
  bool counts_tail_calls = false;  // in native code, whose calls are up to a sixth slower then
  std::size_t loop_iterations_left = kLoopIterations;  // until warm_loop() is called
  static constexpr std::size_t kLoopIterations = 1000;
  // Returns fp, below which a transition frame is inserted if its native code must
  // return to the loop.
  Frame* native_frame();
  // Makes FRAME a transition frame; the frame above it has its arguments at BASE.
  void push_transition_frame(Frame* frame, Value* base) const {
    frame->pc = &static_cells().leave_transition;
    frame->base = base;
    frame->function = nil();
    frame->native = native ? native->return_stub : nullptr;
  }
  // The position in the bytecode of FRAME: the unit after the current instruction.
  const std::uint32_t* pc_of(const Frame* frame) const {
    return frame->is_native() ? native->pc_of(*frame) : frame->pc;
  }

  // ---- the dynamic stack
  DynamicRecord* push_record(DynamicRecord::Kind kind, Value a, Value b) {
    if (dynamic_top >= dynamic_limit) [[unlikely]]
      at_limit();
    DynamicRecord* r = dynamic_top++;
    r->kind = kind;
    r->is_native = false;
    r->frame = position_of(fp);
    r->pc = nullptr;
    r->sp = sp;
    r->a = a;
    r->b = b;
    return r;
  }
  // A new exit object, whose target is PC.
  Value push_exit(const std::uint32_t* pc);
  void bind_special(Value symbol, Value value);
  // Binds SYMBOLS, a list, to the values in VALUES_LIST (PROGV); or enters SYMBOLS,
  // a binding context.
  void bind_list(Value symbols, Value values_list);
  // Returns a binding context with the current bindings of the program's variables (contexts.cpp).
  Value binding_context();
  // Undoes the topmost COUNT records at a normal exit.
  void undo_records(std::size_t count);
  // Begins an unwinding to RECORD with the primary value VALUE and the other values in `values`.
  void begin_unwind(DynamicRecord* record, Value value);
  // Called after the code of a cleanup: restores the saved values; returns true if the
  // unwinding that ran the cleanup continues.
  bool end_cleanup();
  bool is_passed_over(const DynamicRecord& cleanup) const;
  // Continues the unwinding. Returns true if it has reached a frame of the current execute(), which
  // continues at fp; false if C++ frames must be crossed.
  bool unwind();
  // Begin an unwinding to the active call FRAME, for the debugger (frames.cpp). The call returns
  // VALUE and the other values in `values`; or it continues after the expression that it executes,
  // with VALUE as the value of that; or it is replaced by a call of FUNCTION.
  void begin_return_from(const Frame* frame, Value value);
  void begin_continuation(const Frame* frame, Value value);
  void begin_replacement(const Frame* frame, Value function);
  // Can begin_continuation() replace the value of the expression that FRAME executes?
  bool can_continue(const Frame* frame) const;
  void begin_throw(Value tag, Value value);
  void begin_leave(Value exit, Value value);

  // ---- slow paths of the loop's calls
  // Lends half of the stacks' reserve to the debugger, or takes it back. Returns whether the debugger
  // had it before.
  bool lend_to_debugger(bool lends);
  // Called when a limit was reached: handles a pending request, or signals that recursion is too
  // deep.
  void at_limit();
  // Stores the COUNT topmost values as the lambda list of CLOSURE requires, and adjusts sp.
  void bind_arguments(Value closure, std::size_t count);
  // Returns the function for a call of CALLEE, which is not a function. NAME: the symbol in the
  // code, or kAbsent. Called by resolve_callee() only.
  Value function_for_call(Value callee, Value name);
  // Does FUNCTION take COUNT arguments?
  static bool takes(Value function, std::size_t count);
  void check_argument_count(Value function, std::size_t count);
  // Pushes the elements of LIST; returns their number.
  std::size_t spread(Value list, const char* operation);
  // The topmost values are a function and COUNT arguments, of which the last (spread_last) or all
  // (spread_all) are lists. Replace the lists by their elements, and remove the function, which is
  // returned. COUNT becomes the number of arguments.
  Value spread_last(std::size_t& count);
  Value spread_all(std::size_t& count);
  // Stores the values of the last call, whose primary value is *FIRST, in WANTED
  // slots from FIRST on.
  void bind_values(Value* first, std::size_t wanted) {
    if (value_count == 0) *first = nil();
    for (std::size_t i = 1; i < wanted; ++i) first[i] = i < value_count ? values[i - 1] : nil();
  }
  Value values_list(Value primary);
  Value load_values(Value list);

 private:
  friend class CallGate;
  static const std::uint32_t kStopCode[];

  // As call_values(), but instead of throwing NonlocalExit it returns kAbsent.
  Value attempt_call(Value function, const Value* arguments, std::size_t count);
  Value signal_with_choice(Value condition, Sym chooser, Value name);
  // Signals an error unless there is room for a call with COUNT arguments and a frame above
  // TOP. Also handles pending requests.
  void make_room_for_call(const Frame* top, std::size_t count);
  // Is there room for COUNT arguments, for a frame above TOP, and on the C++
  // stack? False while a request is pending.
  bool has_room_for_call(const Frame* top, std::size_t count) const {
    return sp + count < stack_limit && top + 1 < frame_limit.load(std::memory_order_relaxed) &&
           heap_.native_stack.has_room();
  }
  static constexpr unsigned kInterrupt = 1;
  static constexpr unsigned kSample = 2;
  static constexpr unsigned kTimeCheck = 4;
  static constexpr unsigned kCollection = 8;
  static constexpr unsigned kFinalization = 16;
  void request(unsigned what) {
    requests_.fetch_or(what, std::memory_order_relaxed);
    frame_limit.store(nullptr, std::memory_order_relaxed);
  }
  // CAN_CONTINUE: of Upcalls::interrupted.
  void take_requests(bool can_continue);
  void handle_errors_by(const DynamicRecord* boundary);
  void land(const DynamicRecord& record);
  enum class FrameExit : std::uint8_t { Returns, Continues, IsReplaced };
  void begin_frame_exit(const Frame* frame, FrameExit exit, Value value);
  bool is_inside_pending_frame(const DynamicRecord& record) const;
  void land_in_pending_frame();
  void continue_frame(Frame* frame, Value value);
  Value frame_exit_marker() const;
  void resume_frame_exit(Value marker, Value value);
  void undo(DynamicRecord& record);
  void enter_context(Value context);
  void undo_context(DynamicRecord& record);
  void keep_bindings(DynamicRecord& record);
  std::vector<Value*> places_of(Value bindings, DynamicRecord* top);
  void reset_limits();
  void limit_frames(std::size_t most);
  std::size_t lent_to_debugger() const { return in_debugger_ ? reserve_ / 2 : 0; }
  void use_reserve();
  void bind_keywords(Code* code, Value* rest, std::size_t count);
  Value name_of(const Code* code);
  [[noreturn]] void wrong_argument_count(Value function, std::size_t got);

  PageRange frame_range_;
  PageRange value_range_;
  PageRange dynamic_range_;
  std::size_t small_frames_;  // the number of small frames that fit above stack_limit
  // The number of slots, frames and records that are available only after the stack is
  // exhausted, for handlers and messages.
  std::size_t reserve_;
  std::size_t max_frames_;
  std::size_t nested_calls_left_;
  std::atomic<unsigned> requests_{0};
  DynamicRecord* pending_target_ = nullptr;  // of the unwinding; null if it is a frame
  std::uint32_t pending_frame_ = 0;          // the position of that frame, or 0
  std::uint32_t pending_records_ = 0;        // how many of its records stay
  FrameExit pending_exit_ = FrameExit::Returns;
  Value pending_value_ = nil();
  Value attempt_error_ = kAbsent;
  DynamicRecord* guard_ = nullptr;  // the boundary of the innermost guarded()
  bool in_reserve_ = false;
  bool in_debugger_ = false;
  bool gave_up_ = false;
  bool abandons_ = false;
};

// The interpreter loop: runs from the pc of vm.fp to the instruction Stop. Returns the
// topmost value, or kAbsent if an unwinding must continue in the calling C++. START: the
// result of native code that ran first.
Value execute(Vm& vm, NativeCode::Exit start = NativeCode::Exit::Returned);

inline Value Vm::return_values(std::initializer_list<Value> all) {
  return return_values(all.begin(), all.size());
}

}  // namespace winnow

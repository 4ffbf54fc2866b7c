// Construction of the VM, calls from C++, argument binding beyond the simple case,
// limits and interrupts.
#include <algorithm>
#include <new>
#include <stdexcept>
#include <utility>

#include "compiler/opcode.hpp"
#include "data/dialect.hpp"
#include "data/keyword_arguments.hpp"
#include "data/string.hpp"
#include "data/symbol.hpp"
#include "heap/condition.hpp"
#include "heap/list.hpp"
#include "vm/call_gate.hpp"
#include "vm/callee.hpp"
#include "vm/sampler.hpp"
#include "vm/time_limit.hpp"

namespace winnow {

namespace {

// The limit of the slots, frames and records that are kept in reserve for handlers.
constexpr std::size_t kLargestReserve = 65536;

// The size of a stack: WANTED bytes, but at most one SHARE-th of the
// address space, in case that is limited.
std::size_t bytes_for(std::size_t wanted, std::size_t share = 32) {
  return std::min(wanted, address_space_bytes() / share);
}

constexpr std::size_t kSmallFrameBytes = Vm::kSmallFrame * sizeof(Value);

}  // namespace

const std::uint32_t Vm::kStopCode[] = {encode(Op::Stop)};

Vm::Vm(Heap& heap, const VmLimits& limits)
    : RootSet(heap),
      frame_range_(bytes_for((limits.frames + kLargestReserve + 2) * sizeof(Frame), 64), 1 << 18),
      value_range_(bytes_for((limits.stack_values + kLargestReserve) * sizeof(Value)) +
                       frame_range_.size() / sizeof(Frame) * kSmallFrameBytes,
                   1 << 20),
      dynamic_range_(bytes_for((limits.dynamic_records + kLargestReserve) * sizeof(DynamicRecord)),
                     1 << 20),
      // If the system refuses that much, there are fewer frames.
      small_frames_(std::min(frame_range_.size() / sizeof(Frame),
                             value_range_.size() / 3 * 2 / kSmallFrameBytes)),
      reserve_(
          std::min({kLargestReserve,
                    (value_range_.size() - small_frames_ * kSmallFrameBytes) / sizeof(Value) / 4,
                    small_frames_ / 4, dynamic_range_.size() / sizeof(DynamicRecord) / 4})),
      max_frames_(std::min(limits.frames, small_frames_ - reserve_ - 2)),
      nested_calls_left_(limits.nested_calls) {
  StaticCells& cells = static_cells();
  cells.count_call = encode(Op::CountCall);
  cells.enter_native = encode(Op::EnterNative);
  cells.resume_native = encode(Op::ResumeNative);
  cells.land_native = encode(Op::LandNative);
  cells.leave_transition = encode(Op::LeaveTransition);
  sp = reinterpret_cast<Value*>(value_range_.begin());
  fp = first_frame();
  *fp = {kStopCode, sp, nil(), {nullptr}, 0};
  dynamic_top = first_record();
  reset_limits();
}

// Deletes the sampler first: its signal handler reads the stacks.
Vm::~Vm() { sampler.reset(); }

void Vm::reset_limits() {
  in_reserve_ = false;
  if (in_debugger_)
    heap_.native_stack.lend_reserve();
  else
    heap_.native_stack.restore_reserve();
  const std::size_t lent = lent_to_debugger();
  stack_limit =
      reinterpret_cast<Value*>(value_range_.end()) - small_frames_ * kSmallFrame - reserve_ + lent;
  dynamic_limit = first_record() + dynamic_range_.size() / sizeof(DynamicRecord) - reserve_ + lent;
  limit_frames(max_frames_ + lent);
}

bool Vm::lend_to_debugger(bool lends) {
  bool before = std::exchange(in_debugger_, lends);
  if (before != lends) reset_limits();
  return before;
}

void Vm::limit_frames(std::size_t most) {
  frame_limit.store(first_frame() + most, std::memory_order_relaxed);
  // A request that arrived before this store has set the limit to null, which must not be lost.
  if (requests_.load(std::memory_order_relaxed) != 0)
    frame_limit.store(nullptr, std::memory_order_relaxed);
}

void Vm::mark(Heap& heap) {
  auto* first = reinterpret_cast<Value*>(value_range_.begin());
  heap.mark_range(first, static_cast<std::size_t>(sp - first));
  for (Frame* f = first_frame(); f <= fp; ++f) heap.mark_range(&f->function, 1);
  for (DynamicRecord* r = first_record(); r < dynamic_top; ++r) heap.mark_range(&r->a, 2);
  if (value_count > 1) heap.mark_range(values, value_count - 1);
  heap.mark_range(&native_callee, 1);
  heap.mark_range(&pending_value_, 1);
  heap.mark_range(&attempt_error_, 1);
}

// ---- limits

void Vm::take_requests(bool can_continue) {
  unsigned taken = requests_.exchange(0, std::memory_order_relaxed);
  bool was_in_reserve = in_reserve_;
  bool had_lent_reserve = heap_.native_stack.has_lent_reserve();
  reset_limits();
  if (was_in_reserve) use_reserve();
  if (had_lent_reserve) heap_.native_stack.lend_reserve();
  // Finalizers wait for a safepoint where they can run and that takes no other request. In the
  // reserve they wait for the next collection, since a pending request hides the limit.
  if ((taken & kFinalization) != 0 && !was_in_reserve) {
    if (can_continue && taken == kFinalization) return heap_.upcalls->run_finalizers();
    request(kFinalization);
  }
  if ((taken & kSample) != 0 && sampler != nullptr) sampler->take();
  if ((taken & kInterrupt) == 0) {
    if ((taken & kTimeCheck) != 0 && time_limit != nullptr) time_limit->signal_exhausted();
    if ((taken & kCollection) != 0) heap_.catch_up();
    return;
  }
  heap_.upcalls->interrupted(can_continue);
}

void Vm::use_reserve() {
  in_reserve_ = true;
  stack_limit += reserve_ / 2;
  dynamic_limit += reserve_ / 2;
  limit_frames(max_frames_ + lent_to_debugger() + reserve_ / 2);
}

void Vm::at_limit() {
  struct Waiting {
    Vm& vm;
    const Frame* before = std::exchange(vm.entered_from, vm.fp);
    ~Waiting() { vm.entered_from = before; }
  } waiting{*this};
  if (requests_.load(std::memory_order_relaxed) != 0) return take_requests(true);
  if (in_reserve_) abort();  // the handler of an exhausted stack exhausted the reserve
  use_reserve();
  signal_error(heap_, ConditionKind::storage_condition,
               "The recursion is too deep: ~:D calls are active",
               {Value::from_fixnum(fp - first_frame())});
}

// ---- dialects

Dialect Vm::dialect_of_program() const {
  if (runs_old_dialects == 0) return {};
  for (const Frame* f = fp; f > first_frame(); --f) {
    if (is_nil(f->function)) continue;  // a stop or transition frame
    auto* code = code_of(f);
    if ((code->flags & Code::kSealed) == 0) return dialect_of(code);
  }
  return {};
}

Value Vm::operator_of_program(Value name) const {
  Value own = own_operator(heap_, dialect_of_program(), name);
  return is_nil(own) ? name : own;
}

Value Vm::function_meant(Value symbol) const {
  Value f = as_symbol(operator_of_program(symbol))->function;
  if (!is_function(f)) f = as_symbol(symbol)->function;
  return is_function(f) ? f : symbol;
}

Value Vm::operator_of_any_dialect(Value name) const {
  if (runs_old_dialects == 0 || as_symbol(name)->function != undefined_function()) return kAbsent;
  Value own = own_operator(heap_, name);
  return is_nil(own) ? kAbsent : as_symbol(own)->function;
}

Value Vm::function_held_by(Value name) {
  if (runs_old_dialects == 0 || as_symbol(name)->function != undefined_function()) return kAbsent;
  Dialect dialect = dialect_of(code_of(fp));
  Value held = as_symbol(variable_of(heap_, dialect, name))->value;
  if (!dialect.is_old() || held == kUnbound || is_nil(held)) return kAbsent;
  return is_function(held) ? held : function_of(held);
}

// ---- calls from C++

Value Vm::coerce_to_function(Value v) {
  Value f = is_cons(v) ? heap_.upcalls->lambda_function(v) : kAbsent;
  return f == kAbsent ? v : f;
}

Value Vm::function_of(Value designator) {
  designator = coerce_to_function(designator);
  if (is_function(designator)) return designator;
  if (is_symbol(designator)) {
    Value f = function_meant(designator);
    if (is_function(f)) return f;
    if (Value own = operator_of_any_dialect(designator); is_function(own)) return own;
    return instead_of_function(designator);
  }
  signal_wrong_type(heap_, "%funcall", designator, "a function");
}

void Vm::make_room_for_call(const Frame* top, std::size_t count) {
  if (!heap_.native_stack.has_room() || nested_calls_left_ == 0) {
    nested_calls_left_ += 100;  // for the handlers of this error; the unwinding resets it
    signal_error(heap_, ConditionKind::storage_condition,
                 "Recursion through built-in functions is too deep", {});
  }
  if (!has_room_for_call(top, count)) at_limit();
}

Value Vm::attempt_call(Value function, const Value* arguments, std::size_t count) {
  make_room_for_call(fp, count);
  sp = move_down(arguments, arguments + count, sp);
  function = resolve_callee(*this, function, count);
  if (has_type(function, Type::Builtin)) return run_builtin(*this, function, count);
  return CallGate(*this).attempt(function, count);
}

Value Vm::call_values(Value function, const Value* arguments, std::size_t count) {
  Value result = attempt_call(function, arguments, count);
  if (result == kAbsent) [[unlikely]]
    throw NonlocalExit{};
  return result;
}

Value Vm::function_for_call(Value callee, Value name) {
  if (name != kAbsent) {
    if (as_symbol(name)->function != undefined_function()) return function_of(name);
    Value held = function_held_by(name);
    return held != kAbsent ? held : instead_of_function(name);
  }
  if (is_symbol(callee)) return function_of(callee);
  callee = coerce_to_function(callee);
  if (is_cons(callee) && car(callee) == heap_.symbols->symbol(Sym::lambda))
    signal_wrong_type(
        heap_, "%funcall", callee,
        {"a function (a quoted lambda expression is one in MacLisp: (dialect :maclisp))",
         "FUNCTION"});
  return function_of(callee);
}

std::size_t Vm::spread(Value list, const char* operation) {
  std::size_t count = 0;
  Value rest = list;
  for (; is_cons(rest); rest = cdr(rest)) {
    if (sp >= stack_limit) at_limit();
    *sp++ = car(rest);
    if ((++count & 0xFFFF) != 0) continue;
    poll();
    if (count == 0x10000 && proper_length(heap_, list) == -2)
      signal_not_a_proper_list(heap_, operation, list);
  }
  if (!is_nil(rest)) signal_not_a_proper_list(heap_, operation, list);
  return count;
}

Value Vm::spread_last(std::size_t& count) {
  Value* first = sp - count - 1;
  Value function = *first;
  Value list = *--sp;
  count += spread(list, "apply") - 1;
  sp = move_down(first + 1, sp, first);
  return function;
}

Value Vm::spread_all(std::size_t& count) {
  Value* first = sp - count - 1;
  Value function = *first;
  std::size_t lists = std::exchange(count, 0);
  for (std::size_t i = 1; i <= lists; ++i) count += spread(first[i], "multiple-value-call");
  sp = move_down(sp - count, sp, first);
  return function;
}

// ---- multiple values

void Vm::set_value_count(std::size_t count) {
  if (count > kMaxValues)
    signal_error(heap_, ConditionKind::program_error, "~D values are too many: the limit is ~D",
                 {fixnum(count), Value::from_fixnum(kMaxValues)});
  value_count = count;
}

Value Vm::return_values(const Value* all, std::size_t count) {
  set_value_count(count);
  if (count > 1) move_down(all + 1, all + count, values);
  return count == 0 ? nil() : all[0];
}

Value Vm::values_list(Value primary) {
  if (value_count == 0) return nil();
  return heap_.cons(primary, list_of(heap_, values, value_count - 1));
}

Value Vm::load_values(Value list) {
  Value primary = car(list);
  value_count = 0;
  for (; is_cons(list); list = cdr(list)) {
    if (value_count > 0) values[value_count - 1] = car(list);
    ++value_count;
  }
  return primary;
}

// ---- lambda lists

namespace {

struct Counts {
  std::size_t least;
  std::size_t most;
};
constexpr std::size_t kNoLimit = ~std::size_t{0};

// The numbers of arguments that FUNCTION accepts.
Counts counts_of(Value function) {
  if (has_type(function, Type::Builtin)) {
    const BuiltinInfo* info = as<Builtin>(function)->info;
    return {info->least, info->most == BuiltinInfo::kNoLimit ? kNoLimit : info->most};
  }
  const Code* code = as<Code>(as<Closure>(function)->code);
  bool open = (code->flags & (Code::kRest | Code::kKey)) != 0;
  return {code->required, open ? kNoLimit : std::size_t{code->required} + code->optional};
}

}  // namespace

bool Vm::takes(Value function, std::size_t count) {
  auto [least, most] = counts_of(function);
  return least <= count && count <= most;
}

void Vm::check_argument_count(Value function, std::size_t count) {
  if (!takes(function, count)) wrong_argument_count(function, count);
}

// The name of the function of CODE in messages: (SETF NAME) for a setter that DEFSETF has defined,
// a lambda expression for a function without a name.
Value Vm::name_of(const Code* code) {
  SymbolTable& symbols = *heap_.symbols;
  if (is_nil(code->name)) return list_of(heap_, {symbols.symbol(Sym::lambda), code->lambda_list});
  if (!is_symbol(code->name)) return code->name;
  Value places = get_property(heap_, code->name, symbols.symbol(Sym::setter_of));
  if (is_nil(places)) return code->name;
  return list_of(heap_, {symbols.symbol(Sym::setf), car(places)});
}

namespace {

// The code whose name denotes FUNCTION in messages: its own or, if a library function without a
// name passes its arguments on, that of the first function with a name that it holds.
const Code* code_with_name(const Closure* function) {
  const auto* own = as<Code>(function->code);
  if (!is_nil(own->name) || (own->flags & Code::kSealed) == 0) return own;
  for (std::size_t i = 0; i + 1 < function->header.length; ++i)
    if (Value held = function->captured[i]; has_type(held, Type::Closure))
      if (const Code* code = code_with_name(as<Closure>(held)); !is_nil(code->name)) return code;
  return own;
}

}  // namespace

void Vm::wrong_argument_count(Value function, std::size_t got) {
  Value name = has_type(function, Type::Builtin)
                   ? operation_named(heap_, std::string(as<Builtin>(function)->info->name).c_str())
                   : name_of(code_with_name(as<Closure>(function)));
  auto [least, most] = counts_of(function);
  const char* message = most == kNoLimit ? "~A: expected at least ~D argument~:P, got ~D"
                        : most == least  ? "~A: expected ~D argument~:P, got ~D"
                                         : "~A: expected ~D to ~D arguments, got ~D";
  if (most == kNoLimit || most == least)
    signal_error(heap_, ConditionKind::program_error, message, {name, fixnum(least), fixnum(got)});
  signal_error(heap_, ConditionKind::program_error, message,
               {name, fixnum(least), fixnum(most), fixnum(got)});
}

// Stores the arguments in the slots of the frame: the required ones, the optional ones (or
// kAbsent), the rest list, one slot for each keyword (or kAbsent).
void Vm::bind_arguments(Value closure, std::size_t count) {
  Code* code = as<Code>(as<Closure>(closure)->code);
  if (code->simple_argc == static_cast<std::int32_t>(count)) return;
  std::size_t fixed = std::size_t{code->required} + code->optional;
  bool open = (code->flags & (Code::kRest | Code::kKey)) != 0;
  if (count < code->required || (count > fixed && !open)) wrong_argument_count(closure, count);
  Value* first = sp - count;
  while (sp < first + fixed) *sp++ = kAbsent;
  if (!open) return;
  Value* rest = first + fixed;
  std::size_t extra = count > fixed ? count - fixed : 0;
  if ((code->flags & Code::kKey) != 0) {
    bind_keywords(code, rest, extra);
    return;
  }
  Value list = list_of(heap_, rest, extra);
  *rest = list;
  sp = rest + 1;
}

void Vm::bind_keywords(Code* code, Value* rest, std::size_t count) {
  bool has_rest = (code->flags & Code::kRest) != 0;
  // Collects the values above the arguments, then moves them down over the arguments.
  if (sp + code->keys + 2 >= stack_limit) at_limit();
  Value* found = sp;
  std::span<const Value> keywords(code->constants, code->keys);
  auto keyword = [&](std::size_t i) { return keywords[i]; };
  if (!find_distinct_keywords(keywords.size(), keyword, {rest, count}, found)) {
    KeywordFault fault = find_keywords(heap_, keywords, (code->flags & Code::kAllowOtherKeys) != 0,
                                       {rest, count}, found);
    if (fault.keyword != kAbsent) signal_keyword_fault(heap_, name_of(code), fault);
  }
  sp = found + code->keys;
  Value list = has_rest ? list_of(heap_, rest, count) : nil();
  Value* out = has_rest ? rest + 1 : rest;
  if (out <= found)
    move_down(found, found + code->keys, out);
  else
    std::copy_backward(found, found + code->keys, out + code->keys);
  if (has_rest) *rest = list;
  sp = out + code->keys;
}

}  // namespace winnow

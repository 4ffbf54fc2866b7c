// Templates for inlined calls of small named functions.
//
// A function can be inlined if it is short, calls only functions that can be inlined, and has
// at most one side effect, after everything that may fail. If an inlined body cannot continue
// (another type, heap exhaustion, a redefined function), the side effect has not happened
// yet, and a fallback call repeats the body from the start as an ordinary call. The arguments
// stay in their slots for that. Inlining is not observable: an error occurs in the fallback
// call, which has its own frame.
#include <algorithm>

#include "jit/native_compiler.hpp"

namespace winnow::jit {

namespace {

// The largest body that is inlined, including the bodies inlined in it.
constexpr std::uint32_t kMaxInlinedUnits = 96;
// How deeply inlined bodies may nest.
constexpr int kMaxInliningDepth = 3;
// The total size of all bodies inlined in one function.
constexpr std::uint32_t kMaxInlinedUnitsPerFunction = 4000;

// Returns what INSTRUCTION may do in an inlined body of CODE. Arguments may not be assigned, since
// a fallback call needs them.
InBody in_body(const Code* code, std::uint32_t instruction) {
  Op op = opcode(instruction);
  bool sets_local = op == Op::SetLocal || op == Op::CdrLocal || op == Op::IncrementLocal;
  std::uint32_t local =
      op == Op::IncrementLocal ? operand_a8(instruction) : operand_a24(instruction);
  bool is_long_list = op == Op::List && operand_a24(instruction) != 1;
  return is_long_list || (sets_local && local < code->required) ? InBody::No : opcode_in_body(op);
}

}  // namespace

// Returns the code of FUNCTION if it is a plain closure of COUNT required arguments without
// captured values, otherwise null.
Code* NativeCompiler::plain_code(Value function, std::size_t count) {
  if (!has_type(function, Type::Closure) || is_generic_function(function)) return nullptr;
  const Closure* closure = as<Closure>(function);
  Code* code = as<Code>(closure->code);
  bool is_plain = closure->header.length == 1 && code->simple_argc == static_cast<int>(count) &&
                  (code->flags & Code::kInterpreted) == 0;
  return is_plain ? code : nullptr;
}

NativeCompiler::InlineCost NativeCompiler::measure(const Code* code, int depth) const {
  InlineCost all{.units = code->unit_count, .stack = code->max_stack};
  for (std::uint32_t i = 0; i < code->unit_count; i += 1 + extra_units(code->entry[i])) {
    std::uint32_t instruction = code->entry[i];
    InBody what = in_body(code, instruction);
    InlineCost called;
    if (what == InBody::Calls)
      called =
          measure_call(code->constants[operand_b16(instruction)], operand_a8(instruction), depth);
    all.units += called.units;
    all.stack = std::max(all.stack, code->max_stack + called.stack);
    all.caches += called.caches;
    if (what == InBody::No || !called.can_inline || all.units > kMaxInlinedUnits ||
        (all.has_effect && what != InBody::Nothing))
      return {.can_inline = false};
    all.has_effect = all.has_effect || called.has_effect || what == InBody::Changes;
  }
  return all;
}

// The cost of a call in an inlined body. DEPTH limits further nesting.
NativeCompiler::InlineCost NativeCompiler::measure_call(Value function, std::size_t count,
                                                        int depth) const {
  if (has_type(function_of(function), Type::Builtin)) {
    const Builtin* builtin = known_builtin(function, count);
    if (builtin == nullptr) return {.can_inline = false};
    InlineCost cost = measure_builtin(builtin, count);
    cost.caches = structure_caches(function);
    return cost;
  }
  if (std::size_t caches = structure_caches(function); caches > 0)
    return {.can_inline = count == 1, .caches = caches};
  const Code* code = plain_code(function_of(function), count);
  if (code == nullptr || depth == 0) return {.can_inline = false};
  InlineCost cost = measure(code, depth - 1);
  ++cost.caches;
  return cost;
}

// Returns the number of inline caches that a call of FUNCTION needs in addition to its own.
std::size_t NativeCompiler::inlined_caches(Value function, std::size_t count) const {
  const Code* code = plain_code(function_of(function), count);
  InlineCost cost =
      code != nullptr ? measure(code, kMaxInliningDepth) : InlineCost{.can_inline = false};
  return cost.can_inline ? 1 + cost.caches : 0;
}

// Inlines the call if FUNCTION can be inlined and there is room. Pushes its value, or emits the
// conditional jump that follows the call.
bool NativeCompiler::call_inlined(Value function, std::size_t count, bool is_tail) {
  Code* code = plain_code(function_of(function), count);
  if (code == nullptr) return false;
  std::size_t first = slots_.depth() - count;
  if (is_inlining()) {  // the cost is included in that of the outer body
    guard_current(function, fallback_call_);
    if (auto branch = emit_body(code, first, is_tail)) {
      a_.bind(branch->next);
      return true;
    }
    Gp result = slots_.in_register(top());
    slots_.pop(slots_.depth() - first);
    slots_.push(result);
    return true;
  }
  InlineCost cost = measure(code, kMaxInliningDepth);
  if (!cost.can_inline || first + cost.stack > room()) return false;
  if ((inlined_units_ += cost.units) > kMaxInlinedUnitsPerFunction) return false;
  slots_.flush();
  slots_.forget_library();
  Label fallback = fallback_call_ = a_.newLabel();
  Slots::State before = slots_.state();
  guard_current(function, fallback_call_);
  std::optional<Branch> branch = emit_body(code, first, is_tail);
  fallback_call_ = Label();
  if (branch) {
    slots_.restore_kinds(before);
    emit_fallback_call(fallback, function, count, false, [=, this] { branch_on_value(*branch); });
    a_.bind(branch->next);
    return true;
  }
  Gp result = slots_.in_register(top());
  slots_.pop(slots_.depth() - first);
  if (slots_.is_held(result)) {  // by another slot, while a fallback call would overwrite it
    Gp own = slots_.fresh();
    a_.mov(own, result);
    result = own;
  }
  slots_.restore_kinds(before);
  Label back = a_.newLabel();
  emit_fallback_call(fallback, function, count, is_tail, [=, this] {
    if (result.id() != kValue.id()) a_.mov(result, kValue);
    slots_.reload();
    a_.jmp(back);
  });
  a_.bind(back);
  slots_.push(result, Kind::Any);
  return true;
}

// Jumps to OTHER if the symbol FUNCTION no longer denotes the function that it denotes now.
void NativeCompiler::guard_current(Value function, const Label& other) {
  if (function.is_object() || slots_.knows_function(function)) return;
  load_function(kScratch, function);
  a_.cmp(kScratch, word_at(&cache_of(function_of(function)).function));
  a_.jne(other);
  if (never_returns(other)) slots_.note_function(function);
}

// Emits the fallback call at LABEL. Its arguments begin after the topmost slot. RESUME emits the
// code that follows, with the value in kValue; a tail call does not return.
template <class Resume>
void NativeCompiler::emit_fallback_call(const Label& label, Value function, std::size_t count,
                                        bool is_tail, Resume resume) {
  InlineCache& cache = next_cache(function.is_object() ? kAbsent : function);
  emit_out_of_line(label, [=, this, &cache] {
    std::size_t first = slots_.depth();
    if (!is_tail) {
      call_by_stub(function, first, count, cache);
      return resume();
    }
    load_function(kValue, function);
    tail_call_stub(first, count, &cache);
  });
}

// Whether instruction I returns from the body.
bool NativeCompiler::is_return(const Code* code, std::uint32_t i) {
  Op op = opcode(code->entry[i]);
  return op != Op::Jump && ends_a_path(op);
}

// Inlines the body of CODE, whose arguments begin at slot FIRST, and leaves its value in the
// topmost slot. If the body has several returns and a conditional jump follows the call, each
// return jumps directly to the targets of that jump, which are returned.
std::optional<NativeCompiler::Branch> NativeCompiler::emit_body(Code* code, std::size_t first,
                                                                bool is_tail) {
  Blocks blocks = blocks_of(code);
  int ends = 0;
  for (std::uint32_t i = 0; i < code->unit_count; i += 1 + extra_units(code->entry[i]))
    ends += blocks.depths[i] >= 0 && is_return(code, i);
  InlinedBody body{ends > 1 ? a_.newLabel() : Label(), {}, needs_value_count(is_tail)};
  if (ends > 1) slots_.materialize_except(std::vector<Kind>(slots_.depth()));
  if (!is_tail && ends > 1) body.branch = following_branch(body.end);
  std::swap(blocks, blocks_);
  Code* caller = std::exchange(code_, code);
  std::size_t base = std::exchange(base_, first);
  InlinedBody outer = std::exchange(inlined_body_, body);
  std::uint32_t at = at_;
  std::uint32_t instruction = instruction_;
  emit_blocks();
  code_ = caller;
  base_ = base;
  at_ = at;
  instruction_ = instruction;
  inlined_body_ = outer;
  std::swap(blocks, blocks_);
  if (ends > 1) slots_.begin(first);
  if (ends > 1 && !body.branch) {
    a_.bind(body.end);
    slots_.push(kValue, Kind::Any);
  }
  return body.branch;
}

// Returns the targets of the conditional jump on the value of the call, if one follows the call.
// NEXT is its fall-through.
std::optional<NativeCompiler::Branch> NativeCompiler::following_branch(const Label& next) {
  std::uint32_t i = at_ + 1;
  Op op = opcode(code_->entry[i]);
  if (blocks_.is_target[i] || (op != Op::JumpIfNil && op != Op::JumpIfTrue)) return {};
  std::uint32_t target = i + 1 + static_cast<std::uint32_t>(operand_s24(code_->entry[i]));
  ++blocks_.predecessor_count[target];
  blocks_.already_emitted.insert(i);
  Label there = label_of(target);
  return op == Op::JumpIfNil ? Branch{there, next, next} : Branch{next, there, next};
}

// Jumps to the target that kValue selects.
void NativeCompiler::branch_on_value(const Branch& branch) {
  a_.cmp(kValue, kNil);
  a_.je(branch.if_nil);
  a_.jmp(branch.if_true);
}

// Emits a return from an inlined body, whose value is the topmost one.
void NativeCompiler::end_body(bool is_single) {
  const InlinedBody& body = inlined_body_;
  if (is_single) set_single_value(true);
  if (!body.end.isValid()) return;
  for (std::size_t i = 0; i < base_; ++i) slots_.flush(i);
  if (body.branch && slots_.is_constant(top()))
    return void(
        a_.jmp(is_nil(slots_.constant(top())) ? body.branch->if_nil : body.branch->if_true));
  Gp value = slots_.in_register(top());
  if (value.id() != kValue.id()) a_.mov(kValue, value);
  if (body.branch) return branch_on_value(*body.branch);
  if (at_ + 1 + extra_units(instruction_) < code_->unit_count) a_.jmp(body.end);
}

}  // namespace winnow::jit

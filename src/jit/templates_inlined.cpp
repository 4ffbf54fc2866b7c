// Templates: calls of small named functions, whose bodies are made in line.
//
// A body is small if it is short, calls nothing but what is in line itself, and changes at most one
// thing, after all that may fail: so wherever it cannot go on (another type, no memory, a function
// that has been replaced) it has done nothing yet, and the call is made instead, from its
// beginning. The arguments wait for that in their slots. Nobody can tell the difference: what
// fails, fails in a frame of its own.
#include <algorithm>

#include "jit/native_compiler.hpp"

namespace winnow::jit {

namespace {

// Of a body, with those in it.
constexpr std::uint32_t kMostWords = 96;
// Bodies in bodies.
constexpr int kMostLevels = 3;
// Of all bodies in a function.
constexpr std::uint32_t kMostWordsInAll = 4000;

// What WORD, an instruction of CODE, may do in the body of that. An argument may be wanted again.
InBody in_body(const Code* code, std::uint32_t word) {
  Op op = opcode(word);
  bool sets_local = op == Op::SetLocal || op == Op::CdrLocal || op == Op::IncrementLocal;
  std::uint32_t local = op == Op::IncrementLocal ? operand_a8(word) : operand_a24(word);
  bool is_long_list = op == Op::List && operand_a24(word) != 1;
  return is_long_list || (sets_local && local < code->required) ? InBody::No : opcode_in_body(op);
}

}  // namespace

// What a body takes.
struct NativeCompiler::Small {
  bool is_small = true;
  bool changes = false;
  std::uint32_t words = 0;
  std::uint32_t stack = 0;  // slots, from its first argument on
  std::size_t links = 0;
};

// The code of FUNCTION, if its body depends on COUNT arguments alone; else null.
Code* NativeCompiler::plain_code(Value function, std::size_t count) {
  if (!has_type(function, Type::Closure) || is_generic_function(function)) return nullptr;
  const Closure* closure = as<Closure>(function);
  Code* code = as<Code>(closure->code);
  bool is_plain = closure->header.length == 1 && code->simple_argc == static_cast<int>(count) &&
                  (code->flags & Code::kInterpreted) == 0;
  return is_plain ? code : nullptr;
}

NativeCompiler::Small NativeCompiler::measure(const Code* code, int levels) const {
  Small all{.words = code->word_count, .stack = code->max_stack};
  for (std::uint32_t i = 0; i < code->word_count; i += 1 + extra_words(code->entry[i])) {
    std::uint32_t word = code->entry[i];
    InBody what = in_body(code, word);
    Small called;
    if (what == InBody::Calls)
      called = measure_call(code->constants[operand_b16(word)], operand_a8(word), levels);
    all.words += called.words;
    all.stack = std::max(all.stack, code->max_stack + called.stack);
    all.links += called.links;
    if (what == InBody::No || !called.is_small || all.words > kMostWords ||
        (all.changes && what != InBody::Nothing))
      return {.is_small = false};
    all.changes = all.changes || called.changes || what == InBody::Changes;
  }
  return all;
}

// Of a call in a body: LEVELS more may be in it.
NativeCompiler::Small NativeCompiler::measure_call(Value function, std::size_t count,
                                                   int levels) const {
  if (has_type(function_of(function), Type::Builtin)) {
    const Builtin* builtin = known_builtin(function, count);
    return {.is_small = builtin != nullptr && is_in_line(builtin, count)};
  }
  if (std::size_t links = links_of_structures(function); links > 0)
    return {.is_small = count == 1, .links = links};
  const Code* code = plain_code(function_of(function), count);
  if (code == nullptr || levels == 0) return {.is_small = false};
  Small small = measure(code, levels - 1);
  ++small.links;
  return small;
}

// How many links a call of FUNCTION takes besides that of the call itself.
std::size_t NativeCompiler::links_of_small(Value function, std::size_t count) const {
  const Code* code = plain_code(function_of(function), count);
  Small small = code != nullptr ? measure(code, kMostLevels) : Small{.is_small = false};
  return small.is_small ? 1 + small.links : 0;
}

// Makes the call, if its body is small and there is room for it: its value is pushed, or the test
// behind it is made.
bool NativeCompiler::call_small(Value function, std::size_t count, bool is_tail) {
  Code* code = plain_code(function_of(function), count);
  if (code == nullptr) return false;
  std::size_t first = slots_.depth() - count;
  if (is_in_line()) {  // it was measured with the body that it is in
    guard_small(function);
    if (auto test = emit_body(code, first, is_tail)) {
      a_.bind(test->next);
      return true;
    }
    Gp result = slots_.in_register(top());
    slots_.pop(slots_.depth() - first);
    slots_.push(result);
    return true;
  }
  Small small = measure(code, kMostLevels);
  std::size_t room = std::max<std::size_t>(code_->max_stack, Vm::kSmallFrame);
  if (!small.is_small || first + small.stack > room) return false;
  if ((words_in_line_ += small.words) > kMostWordsInAll) return false;
  slots_.flush();
  slots_.forget_library();
  Label instead = call_instead_ = a_.newLabel();
  Slots::State before = slots_.state();
  guard_small(function);
  std::optional<Test> test = emit_body(code, first, is_tail);
  call_instead_ = Label();
  if (test) {
    slots_.settle(before);
    call_instead(instead, function, count, false, [=, this] { leave_for(*test); });
    a_.bind(test->next);
    return true;
  }
  Gp result = slots_.in_register(top());
  slots_.pop(slots_.depth() - first);
  if (slots_.is_held(result)) {  // by a slot that stays, while the call may have another value
    Gp own = slots_.fresh();
    a_.mov(own, result);
    result = own;
  }
  slots_.settle(before);
  Label back = a_.newLabel();
  call_instead(instead, function, count, is_tail, [=, this] {
    if (result.id() != kValue.id()) a_.mov(result, kValue);
    slots_.reload();
    a_.jmp(back);
  });
  a_.bind(back);
  slots_.push(result, Kind::Any);
  return true;
}

// The call is made instead if FUNCTION names another one by then.
void NativeCompiler::guard_small(Value function) {
  if (function.is_object()) return;
  load_function(kScratch, function);
  a_.cmp(kScratch, word_at(&link_to(function_of(function)).function));
  a_.jne(call_instead_);
}

// At LABEL the call after all: the arguments lie behind the topmost slot. GO_ON with the value in
// kValue; a tail call never does.
template <class GoOn>
void NativeCompiler::call_instead(const Label& label, Value function, std::size_t count,
                                  bool is_tail, GoOn go_on) {
  Link& link = next_link(function.is_object() ? kAbsent : function);
  later(label, [=, this, &link] {
    std::size_t first = slots_.depth();
    if (!is_tail) {
      call_by_stub(function, first, count, link);
      return go_on();
    }
    load_function(kValue, function);
    tail_call_stub(first, count, &link);
  });
}

// Does the path that is being made end a body here?
bool NativeCompiler::ends_body(const Code* code, std::uint32_t i) {
  Op op = opcode(code->entry[i]);
  return op != Op::Jump && ends_a_path(op);
}

// Makes the body of CODE, whose arguments lie from slot FIRST on. Its value is the topmost one; but
// if it has several ends, and there is a test behind its call, each of them leads where that would,
// which is returned.
std::optional<NativeCompiler::Test> NativeCompiler::emit_body(Code* code, std::size_t first,
                                                              bool is_tail) {
  Blocks blocks = blocks_of(code);
  int ends = 0;
  for (std::uint32_t i = 0; i < code->word_count; i += 1 + extra_words(code->entry[i]))
    ends += blocks.depths[i] >= 0 && ends_body(code, i);
  Body body{ends > 1 ? a_.newLabel() : Label(), {}, is_count_wanted(is_tail)};
  if (!is_tail && ends > 1) body.test = test_behind(body.end);
  std::swap(blocks, blocks_);
  Code* caller = std::exchange(code_, code);
  std::size_t base = std::exchange(base_, first);
  Body outer = std::exchange(body_in_line_, body);
  std::uint32_t at = at_;
  std::uint32_t word = word_;
  emit_blocks();
  code_ = caller;
  base_ = base;
  at_ = at;
  word_ = word;
  body_in_line_ = outer;
  std::swap(blocks, blocks_);
  if (ends > 1) slots_.begin(first);
  if (ends > 1 && !body.test) {
    a_.bind(body.end);
    slots_.push(kValue, Kind::Any);
  }
  return body.test;
}

// If the instruction behind the call but tests its value: where that leads; NEXT is behind it.
std::optional<NativeCompiler::Test> NativeCompiler::test_behind(const Label& next) {
  std::uint32_t i = at_ + 1;
  Op op = opcode(code_->entry[i]);
  if (blocks_.is_goal[i] || (op != Op::JumpIfNil && op != Op::JumpIfTrue)) return {};
  std::uint32_t goal = i + 1 + static_cast<std::uint32_t>(operand_s24(code_->entry[i]));
  ++blocks_.ways_to[goal];
  blocks_.made_before.insert(i);
  Label there = label_of(goal);
  return op == Op::JumpIfNil ? Test{there, next, next} : Test{next, there, next};
}

// Goes where the value in kValue leads.
void NativeCompiler::leave_for(const Test& test) {
  a_.cmp(kValue, kNil);
  a_.je(test.if_nil);
  a_.jmp(test.if_true);
}

// A path of a body ends with the topmost value.
void NativeCompiler::leave_body(bool is_single) {
  const Body& body = body_in_line_;
  if (is_single) note_single(true);
  if (!body.end.isValid()) return;
  for (std::size_t i = 0; i < base_; ++i) slots_.flush(i);
  if (body.test && slots_.is_constant(top()))
    return void(a_.jmp(is_nil(slots_.constant(top())) ? body.test->if_nil : body.test->if_true));
  Gp value = slots_.in_register(top());
  if (value.id() != kValue.id()) a_.mov(kValue, value);
  if (body.test) return leave_for(*body.test);
  if (at_ + 1 + extra_words(word_) < code_->word_count) a_.jmp(body.end);
}

}  // namespace winnow::jit

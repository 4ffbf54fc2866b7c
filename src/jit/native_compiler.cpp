#include "jit/native_compiler.hpp"

#include <algorithm>

#include "compiler/assembler.hpp"
#include "jit/entry.hpp"
#include "jit/runtime.hpp"

namespace winnow::jit {

NativeCompiler::NativeCompiler(const VmFields& fields, const Stubs& stubs, CodeMemory& memory,
                               Code* code, SeenKinds seen)
    : fields_(fields),
      stubs_(stubs),
      memory_(memory),
      function_code_(code),
      code_(code),
      slots_(a_, slow_paths_, stubs),
      seen_(std::move(seen)) {
  holder_.init(asmjit::Environment::host());
  holder_.setErrorHandler(this);
  holder_.attach(&a_);
  entry_ = a_.newLabel();
  bound_ = a_.newLabel();
  body_ = a_.newLabel();
  note_mentioned_floats();
  WordsMet words = mentioned_words(seen_.words);
  words.note_declarations(code_->flags);
  expects_words_ = words.any;
  if (words.are_signed()) slots_.sign_words();
}

bool NativeCompiler::run(Compiled& out) {
  record_ = &out;
  if (!allocate_caches(out)) return false;
  emit_all();
  holder_.flatten();
  holder_.resolveUnresolvedLinks();
  out.bytes = holder_.codeSize();
  if (has_failed_) return false;
  out.code = memory_.allocate_code(out.bytes);
  if (out.code == nullptr) return false;
  holder_.relocateToBase(reinterpret_cast<std::uint64_t>(out.code));
  if (has_failed_) return false;
  memory_.fill(out.code, out.bytes, [&] { holder_.copyFlattenedData(out.code, out.bytes); });
  auto offset = [&](const Label& l) { return static_cast<std::uint32_t>(holder_.labelOffset(l)); };
  out.entry = offset(entry_);
  for (const CallSite& n : calls_) out.calls.push_back({offset(n.label), n.unit});
  std::sort(out.calls.begin(), out.calls.end(),
            [](const auto& a, const auto& b) { return a.offset < b.offset; });
  for (std::uint32_t i = 0; i < code_->unit_count; ++i)
    if (blocks_.is_entry_point[i] && holder_.isLabelBound(entry_point_label(i)))
      out.entry_points.push_back({offset(entry_point_label(i)), i});
  return true;
}

std::string NativeCompiler::listing() {
  asmjit::StringLogger logger;
  holder_.setLogger(&logger);
  Compiled unused;
  if (allocate_caches(unused)) emit_all();
  if (unused.caches != nullptr) memory_.free_data(reinterpret_cast<char*>(unused.caches));
  return logger.data();
}

// Allocates an inline cache for each call, and further ones for structure accesses and inlined
// calls. Block versions multiply their number.
bool NativeCompiler::allocate_caches(Compiled& out) {
  for (std::uint32_t i = 0; i < code_->unit_count; i += 1 + extra_units(code_->entry[i])) {
    std::uint32_t instruction = code_->entry[i];
    if (opcode(instruction) == Op::Call) ++out.cache_count;
    if (opcode_operands(opcode(instruction)) != Operands::AK) continue;
    Value function = constant(operand_b16(instruction));
    const std::size_t count = operand_a8(instruction);
    out.cache_count += 1 + structure_caches(function) + inlined_caches(function, count) +
                       (binding_code(function, count) != nullptr ? 1 : 0);
  }
  if (out.cache_count == 0) return true;
  if (has_versions())
    out.cache_count *=
        max_versions() + 1 + (expects_doubles_ || has_singles_ ? kMaxContinuations : 0);
  cache_capacity_ = out.cache_count;
  char* room = memory_.allocate_data(out.cache_count * sizeof(InlineCache));
  caches_ = out.caches = reinterpret_cast<InlineCache*>(room);
  for (std::size_t i = 0; i < out.cache_count && room != nullptr; ++i)
    caches_[i] = {kAbsent, nullptr, kAbsent};
  return room != nullptr;
}

void NativeCompiler::emit_all() {
  blocks_ = blocks_of(code_);
  const auto parameters = static_cast<std::size_t>(blocks_.depths[0]);
  emit_entry();
  slots_.begin(parameters);
  if (has_versions()) {
    emit_versions();
    begin_general_code();
    slots_.begin(parameters);
  }
  emit_blocks();
  emit_edges();
  emit_slow_paths();
}

void NativeCompiler::emit_slow_paths() {
  slots_.in_slow_path(true);
  for (std::size_t k = 0; k < slow_paths_.size(); ++k) {  // a slow path may add slow paths
    auto emit_one = std::move(slow_paths_[k]);
    emit_one();
  }
  slow_paths_.clear();
  slots_.in_slow_path(false);
}

NativeCompiler::Blocks NativeCompiler::blocks_of(Code* code) {
  std::uint32_t count = code->unit_count;
  Blocks all{.depths = stack_depths(code),
             .is_target = std::vector<bool>(count),
             .is_entry_point = std::vector<bool>(count),
             .predecessor_count = std::vector<std::uint32_t>(count),
             .sole_jump_states = {},
             .labels = std::vector<Label>(count),
             .already_emitted = {}};
  for (std::uint32_t i = 0; i < count; i += 1 + extra_units(code->entry[i])) {
    if (all.depths[i] < 0) continue;
    Op op = opcode(code->entry[i]);
    bool is_entered =
        op == Op::Loop || op == Op::PushCatch || op == Op::PushExit || op == Op::PushCleanup;
    for_each_target(code->entry, i, [&](std::int64_t unit) {
      auto target = static_cast<std::size_t>(unit);
      all.is_target[target] = true;
      ++all.predecessor_count[target];
      if (is_entered) all.is_entry_point[target] = true;
    });
    if (!ends_a_path(op)) ++all.predecessor_count[i + 1 + extra_units(code->entry[i])];
  }
  for (std::uint32_t i = 0; i < count; ++i)
    if (all.is_target[i]) all.labels[i] = a_.newLabel();
  return all;
}

// Binds the arguments, checks the limits and pushes the frame. Expects the function in kValue and
// the number of arguments in kCount.
void NativeCompiler::emit_entry() {
  auto parameters = static_cast<std::size_t>(blocks_.depths[0]);
  Label limit = a_.newLabel();
  Label ready = a_.newLabel();
  show_entry("");
  a_.align(asmjit::AlignMode::kCode, 16);
  a_.bind(bound_);
  a_.lea(kOther, ptr(kFrame, kFrameBytes));
  a_.cmp(kOther, fields_.frame_limit());
  a_.jae(limit);
  if (code_->max_stack > Vm::kSmallFrame) {
    a_.lea(kScratch, Slots::memory(code_->max_stack));
    a_.cmp(kScratch, fields_.stack_limit());
    a_.jae(limit);
  }
  a_.bind(ready);
  a_.mov(kFrame, kOther);
  a_.mov(
      frame_field(offsetof(Frame, pc)),
      static_cast<std::int32_t>(reinterpret_cast<std::uintptr_t>(&static_cells().resume_native)));
  a_.mov(frame_field(offsetof(Frame, base)), kBase);
  a_.mov(frame_field(offsetof(Frame, function)), kValue);
  a_.bind(body_);
  auto call_out_of_entry = [this](auto* function, auto arguments) {
    a_.mov(fields_.fp(), kFrame);
    a_.mov(fields_.sp(), kScratch);
    a_.mov(spill_slot(0), kValue);
    a_.mov(kArg0, kVm);
    arguments();
    load_address(kValue, function);
    a_.call(kValue);
    a_.mov(kValue, spill_slot(0));
  };
  slow_paths_.push_back([=, this] {
    show_entry(", slow path");
    a_.align(asmjit::AlignMode::kCode, 16);
    // The Entry, followed by the entry itself.
    a_.embedUInt64(reinterpret_cast<std::uint64_t>(record_));
    a_.embedLabelDelta(bound_, entry_, 4);
    a_.embedLabelDelta(body_, entry_, 4);
    a_.bind(entry_);
    if (code_->simple_argc >= 0) {
      a_.cmp(kCount.r32(), code_->simple_argc);
      a_.je(bound_);
    }
    bind_rest();
    a_.lea(kScratch, ptr(kBase, kCount, 3));
    call_out_of_entry(member<&Vm::bind_arguments>, [this] { a_.mov(kArg1, kValue); });
    a_.jmp(bound_);
    a_.bind(limit);
    a_.lea(kScratch, Slots::memory(parameters));
    call_out_of_entry(&at_limit, [this] { load_address(kArg1, code_); });
    a_.lea(kOther, ptr(kFrame, kFrameBytes));
    a_.jmp(ready);
  });
}

// If the only arguments to bind are those of &REST, makes the list and jumps to the entry for bound
// arguments. Continues for other lambda lists, if optional arguments are lacking, and if the
// current block of conses is full.
void NativeCompiler::bind_rest() {
  if ((code_->flags & (Code::kRest | Code::kKey)) != Code::kRest) return;
  const int fixed = code_->required + code_->optional;
  const Gp list = kArg0;
  const Gp first = kArg1;
  const Gp pair = kOther;
  Label next = a_.newLabel();
  Label made = a_.newLabel();
  Label otherwise = a_.newLabel();
  a_.cmp(kCount.r32(), fixed);
  a_.jb(otherwise);
  a_.mov(list, kNil);
  a_.lea(first, ptr(kBase, 8 * fixed));
  a_.lea(kScratch, ptr(kBase, kCount, 3));
  a_.bind(next);
  a_.cmp(kScratch, first);
  a_.je(made);
  a_.mov(pair, fields_.pair_next());
  a_.cmp(pair, fields_.pair_end());
  a_.je(otherwise);
  a_.mov(qword_ptr(pair, offsetof(Pair, cdr)), list);
  a_.sub(kScratch, 8);
  a_.mov(list, qword_ptr(kScratch));
  a_.mov(qword_ptr(pair, offsetof(Pair, car)), list);
  a_.add(fields_.pair_next(), static_cast<int>(sizeof(Pair)));
  a_.lea(list, ptr(pair, static_cast<int>(kPairTag)));
  a_.jmp(next);
  a_.bind(made);
  a_.mov(qword_ptr(first), list);
  a_.jmp(bound_);
  a_.bind(otherwise);
}

// Compiles all blocks of code_. The first block starts in the current state of slots_.
void NativeCompiler::emit_blocks() {
  bool falls_through = true;
  for (std::uint32_t i = 0; i < code_->unit_count; i += 1 + extra_units(code_->entry[i])) {
    if (blocks_.depths[i] < 0) {  // unreachable
      falls_through = false;
      continue;
    }
    if (blocks_.already_emitted.erase(i) > 0) continue;
    std::size_t depth = base_ + static_cast<std::size_t>(blocks_.depths[i]);
    if (blocks_.is_target[i] || !falls_through) {
      if (falls_through) slots_.flush();
      if (falls_through && reenters_versions() && blocks_.is_entry_point[i])
        a_.jmp(entry_point_label(i));  // enters a loop
      auto jump_state = blocks_.sole_jump_states.find(i);
      if (jump_state != blocks_.sole_jump_states.end())
        slots_.restore(jump_state->second);
      else
        slots_.begin(depth);
      if (blocks_.is_target[i]) a_.bind(blocks_.labels[i]);
    }
    WINNOW_CHECK(slots_.depth() == depth);
    if (!is_inlining() && edges_.contains(i)) {
      slots_.forget_library();
      edges_[i].state = slots_.state();
      a_.bind(edges_[i].to);
    }
    emit(i);
    falls_through = !ends_a_path(opcode(code_->entry[i]));
  }
}

void NativeCompiler::emit(std::uint32_t unit) {
  at_ = unit;
  if (!is_inlining()) site_ = unit;
  instruction_ = code_->entry[unit];
  if (to_test_ && !may_test_later()) test_results();
  ++emitted_count_;
  show_instruction("");
  switch (opcode(instruction_)) {
#define OP(name, operands, effect, target, in_body, meaning) \
  case Op::name:                                             \
    name();                                                  \
    break;
#include "compiler/opcodes.def"
#undef OP
    case Op::count: break;
  }
  slots_.unpin();
}

void NativeCompiler::show_entry(const char* where) {
  if (holder_.logger() != nullptr) a_.commentf("; entry%s", where);
}

void NativeCompiler::show_instruction(const char* where) {
  if (holder_.logger() == nullptr) return;
  if (is_inlining())
    a_.commentf(";     %s", opcode_name(opcode(instruction_)));
  else
    a_.commentf("; %u  %s%s", at_, opcode_name(opcode(instruction_)), where);
}

// ---- for templates

void NativeCompiler::save(const Label& after) {
  a_.lea(kScratch, Slots::memory(slots_.depth()));
  a_.mov(fields_.sp(), kScratch);
  a_.mov(fields_.fp(), kFrame);
  a_.lea(kScratch, ptr(after));
  a_.mov(return_address(), kScratch);
}

void NativeCompiler::note_call(const Label& after) {
  a_.bind(after);
  calls_.push_back({after, site_});
}

}  // namespace winnow::jit

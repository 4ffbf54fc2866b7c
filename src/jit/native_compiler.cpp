#include "jit/native_compiler.hpp"

#include <algorithm>

#include "compiler/assembler.hpp"
#include "jit/entry.hpp"
#include "jit/runtime.hpp"

namespace winnow::jit {

NativeCompiler::NativeCompiler(const Target& target, const Stubs& stubs, CodeMemory& memory,
                               Code* code)
    : target_(target), stubs_(stubs), memory_(memory), whole_(code), code_(code), slots_(a_) {
  holder_.init(asmjit::Environment::host());
  holder_.setErrorHandler(this);
  holder_.attach(&a_);
  entry_ = a_.newLabel();
  bound_ = a_.newLabel();
  body_ = a_.newLabel();
}

bool NativeCompiler::run(Compiled& out) {
  record_ = &out;
  if (!take_links(out)) return false;
  emit_all();
  holder_.flatten();
  holder_.resolveUnresolvedLinks();
  out.bytes = holder_.codeSize();
  if (has_failed_) return false;
  out.code = memory_.take_code(out.bytes);
  if (out.code == nullptr) return false;
  holder_.relocateToBase(reinterpret_cast<std::uint64_t>(out.code));
  if (has_failed_) return false;
  memory_.fill(out.code, out.bytes, [&] { holder_.copyFlattenedData(out.code, out.bytes); });
  auto offset = [&](const Label& l) { return static_cast<std::uint32_t>(holder_.labelOffset(l)); };
  out.entry = offset(entry_);
  for (const Noted& n : calls_) out.calls.push_back({offset(n.label), n.word});
  std::sort(out.calls.begin(), out.calls.end(),
            [](const auto& a, const auto& b) { return a.offset < b.offset; });
  for (std::uint32_t i = 0; i < code_->word_count; ++i)
    if (blocks_.is_landing[i] && holder_.isLabelBound(landing_at(i)))
      out.landings.push_back({offset(landing_at(i)), i});
  return true;
}

std::string NativeCompiler::listing() {
  asmjit::StringLogger logger;
  holder_.setLogger(&logger);
  Compiled unused;
  if (take_links(unused)) emit_all();
  if (unused.links != nullptr) memory_.give_back_data(reinterpret_cast<char*>(unused.links));
  return logger.data();
}

// A link for each call, more for one to do with structures, or of a small one.
bool NativeCompiler::take_links(Compiled& out) {
  for (std::uint32_t i = 0; i < code_->word_count; i += 1 + extra_words(code_->entry[i])) {
    std::uint32_t word = code_->entry[i];
    if (opcode(word) == Op::Call) ++out.link_count;
    if (opcode_operands(opcode(word)) != Operands::AK) continue;
    Value function = constant(operand_b16(word));
    out.link_count +=
        1 + links_of_structures(function) + links_of_small(function, operand_a8(word));
  }
  if (out.link_count == 0) return true;
  if (has_versions()) out.link_count *= kMostVersions + 1;
  link_room_ = out.link_count;
  char* room = memory_.take_data(out.link_count * sizeof(Link));
  links_ = out.links = reinterpret_cast<Link*>(room);
  for (std::size_t i = 0; i < out.link_count && room != nullptr; ++i)
    links_[i] = {kAbsent, nullptr, kAbsent};
  return room != nullptr;
}

void NativeCompiler::emit_all() {
  blocks_ = blocks_of(code_);
  emit_entry();
  slots_.begin(static_cast<std::size_t>(blocks_.depths[0]));
  if (has_versions()) {
    emit_versions();
    emit_cold();
    begin_general_code();
  }
  emit_blocks();
  emit_crossings();
  emit_cold();
}

void NativeCompiler::emit_cold() {
  for (std::size_t k = 0; k < cold_.size(); ++k) {  // a cold path may have cold paths
    auto piece = std::move(cold_[k]);
    piece();
  }
  cold_.clear();
}

NativeCompiler::Blocks NativeCompiler::blocks_of(Code* code) {
  std::uint32_t count = code->word_count;
  Blocks all{.depths = stack_depths(code),
             .is_goal = std::vector<bool>(count),
             .is_landing = std::vector<bool>(count),
             .ways_to = std::vector<std::uint32_t>(count),
             .jumped_from = {},
             .labels = std::vector<Label>(count),
             .made_before = {}};
  for (std::uint32_t i = 0; i < count; i += 1 + extra_words(code->entry[i])) {
    if (all.depths[i] < 0) continue;
    Op op = opcode(code->entry[i]);
    bool lands =
        op == Op::Loop || op == Op::PushCatch || op == Op::PushExit || op == Op::PushCleanup;
    for_each_goal(code->entry, i, [&](std::int64_t word) {
      auto goal = static_cast<std::size_t>(word);
      all.is_goal[goal] = true;
      ++all.ways_to[goal];
      if (lands) all.is_landing[goal] = true;
    });
    if (!ends_a_path(op)) ++all.ways_to[i + 1 + extra_words(code->entry[i])];
  }
  for (std::uint32_t i = 0; i < count; ++i)
    if (all.is_goal[i]) all.labels[i] = a_.newLabel();
  return all;
}

// The argument count, the limits, the frame. kValue: the function, kCount: the number of arguments.
void NativeCompiler::emit_entry() {
  auto parameters = static_cast<std::size_t>(blocks_.depths[0]);
  Label limit = a_.newLabel();
  Label ready = a_.newLabel();
  show_entry("");
  a_.align(asmjit::AlignMode::kCode, 16);
  a_.bind(bound_);
  a_.lea(kOther, ptr(kFrame, kFrameBytes));
  a_.cmp(kOther, target_.frame_limit());
  a_.jae(limit);
  if (code_->max_stack > Vm::kSmallFrame) {
    a_.lea(kScratch, Slots::memory(code_->max_stack));
    a_.cmp(kScratch, target_.stack_limit());
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
    a_.mov(target_.fp(), kFrame);
    a_.mov(target_.sp(), kScratch);
    a_.mov(kept_word(0), kValue);
    a_.mov(kArg0, kMachine);
    arguments();
    load_address(kValue, function);
    a_.call(kValue);
    a_.mov(kValue, kept_word(0));
  };
  cold_.push_back([=, this] {
    show_entry(", seldom");
    a_.align(asmjit::AlignMode::kCode, 16);
    a_.embedUInt64(reinterpret_cast<std::uint64_t>(record_));  // an Entry, and the entry itself
    a_.embedLabelDelta(bound_, entry_, 4);
    a_.embedLabelDelta(body_, entry_, 4);
    a_.bind(entry_);
    if (code_->simple_argc >= 0) {
      a_.cmp(kCount.r32(), code_->simple_argc);
      a_.je(bound_);
    }
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

// Of code_. What is known of the values when it begins holds.
void NativeCompiler::emit_blocks() {
  bool goes_on = true;
  for (std::uint32_t i = 0; i < code_->word_count; i += 1 + extra_words(code_->entry[i])) {
    if (blocks_.depths[i] < 0) {  // nothing comes here
      goes_on = false;
      continue;
    }
    if (blocks_.made_before.erase(i) > 0) continue;
    std::size_t depth = base_ + static_cast<std::size_t>(blocks_.depths[i]);
    if (blocks_.is_goal[i] || !goes_on) {
      if (goes_on) slots_.flush();
      auto jumped = blocks_.jumped_from.find(i);
      if (jumped != blocks_.jumped_from.end())
        slots_.restore(jumped->second);
      else
        slots_.begin(depth);
      if (blocks_.is_goal[i]) a_.bind(blocks_.labels[i]);
    }
    WINNOW_CHECK(slots_.depth() == depth);
    if (!is_in_line() && crossings_.contains(i)) {
      slots_.forget_library();
      crossings_[i].state = slots_.state();
      a_.bind(crossings_[i].to);
    }
    emit(i);
    goes_on = !ends_a_path(opcode(code_->entry[i]));
  }
}

void NativeCompiler::emit(std::uint32_t word) {
  at_ = word;
  if (!is_in_line()) site_ = word;
  word_ = code_->entry[word];
  ++made_;
  show_instruction("");
  switch (opcode(word_)) {
#define OP(name, operands, effect, goal, in_body, meaning) \
  case Op::name:                                           \
    name();                                                \
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
  if (is_in_line())
    a_.commentf(";     %s", opcode_name(opcode(word_)));
  else
    a_.commentf("; %u  %s%s", at_, opcode_name(opcode(word_)), where);
}

// ---- for templates

void NativeCompiler::save(const Label& after) {
  a_.lea(kScratch, Slots::memory(slots_.depth()));
  a_.mov(target_.sp(), kScratch);
  a_.mov(target_.fp(), kFrame);
  a_.lea(kScratch, ptr(after));
  a_.mov(return_address(), kScratch);
}

void NativeCompiler::note_call(const Label& after) {
  a_.bind(after);
  calls_.push_back({after, site_});
}

}  // namespace winnow::jit

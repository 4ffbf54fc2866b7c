// Versions of blocks: a function with a loop is made so that its loops do not ask twice.
//
// A block is made once for each set of types with which it is reached (basic block versioning:
// Chevalier-Boisvert and Feeley, ECOOP 2015; ahead of time here, and few of a block). Where a value
// turns out to be of another type than such code may go on with, a cold path does what the
// instruction does and crosses into the general code, which is made besides, as for a function
// without loops, of what may be reached like that; it is not left any more. So the first turn of a
// loop tests, and the next ones know.
#include <algorithm>

#include "compiler/opcode.hpp"
#include "jit/native_compiler.hpp"

namespace winnow::jit {

namespace {

// Longer code is made once, which takes long enough.
constexpr std::uint32_t kMostWords = 1500;
// The end of a loop that is copied: a test, and what goes with it.
constexpr int kEndOfLoop = 4;

// Of two sets of types, does SOME promise no more than ALL?
bool holds(const std::vector<Kind>& some, const std::vector<Kind>& all) {
  return std::equal(some.begin(), some.end(), all.begin(),
                    [](Kind s, Kind a) { return s == Kind::Any || s == a; });
}

}  // namespace

bool NativeCompiler::has_versions() const {
  if (whole_->word_count > kMostWords) return false;
  for (std::uint32_t i = 0; i < whole_->word_count; i += 1 + extra_words(whole_->entry[i]))
    if (opcode(whole_->entry[i]) == Op::Loop) return true;
  return false;
}

NativeCompiler::Version& NativeCompiler::add_version(std::uint32_t goal, std::vector<Kind> kinds) {
  std::deque<Version>& all = versions_[goal];
  to_make_.insert({goal, all.size()});
  all.push_back({.kinds = std::move(kinds), .label = a_.newLabel(), .state = {}});
  return all.back();
}

// The version of GOAL for what is known now. If no other way leads there (IS_SOLE), registers stay
// what they are, too. The last of the versions there may be asks for nothing.
NativeCompiler::Version& NativeCompiler::version_of(std::uint32_t goal, bool is_sole) {
  std::deque<Version>& all = versions_[goal];
  if (is_sole && !all.empty() && all.back().source == made_) return all.back();
  if (is_sole && all.size() + 1 < kMostVersions) {
    Version& version = add_version(goal, {});
    version.state = slots_.state();
    version.source = made_;
    return version;
  }
  std::vector<Kind> known = slots_.kinds(static_cast<std::size_t>(blocks_.depths[goal]));
  Version* best = nullptr;
  for (Version& v : all)
    if (!v.state && holds(v.kinds, known) && (best == nullptr || holds(best->kinds, v.kinds)))
      best = &v;
  if (best != nullptr && (best->kinds == known || all.size() + 1 >= kMostVersions)) return *best;
  if (all.size() + 1 >= kMostVersions) known.assign(known.size(), Kind::Any);
  return add_version(goal, std::move(known));
}

// Where a jump to GOAL from here leads; all values are in memory.
Label NativeCompiler::label_of(std::uint32_t goal) {
  bool is_sole = blocks_.ways_to[goal] == 1 && !blocks_.is_landing[goal];
  if (assumes()) return version_of(goal, is_sole).label;
  if (is_sole) blocks_.jumped_from[goal] = slots_.state();
  return blocks_.labels[goal];
}

// Where the machine comes into native code at GOAL.
Label NativeCompiler::landing_at(std::uint32_t goal) const {
  auto all = versions_.find(goal);
  if (all == versions_.end()) return blocks_.labels[goal];
  for (const Version& v : all->second)
    if (std::all_of(v.kinds.begin(), v.kinds.end(), [](Kind k) { return k == Kind::Any; }))
      return v.label;
  return blocks_.labels[goal];
}

void NativeCompiler::begin(Version& version) {
  version.is_made = true;
  if (version.state)
    slots_.restore(*version.state);
  else
    slots_.begin(version.kinds);
  show_version();
  a_.bind(version.label);
}

// In a listing: what the version that begins knows of its slots.
void NativeCompiler::show_version() {
  if (holder_.logger() == nullptr) return;
  std::string known;
  std::vector<Kind> kinds = slots_.kinds(slots_.depth());
  for (std::size_t i = 0; i < kinds.size(); ++i)
    if (kinds[i] != Kind::Any)
      known += (known.empty() ? " for " : ", ") + std::to_string(i) +
               (kinds[i] == Kind::Fixnum ? " fixnum" : " vector");
  a_.commentf("; version%s", known.c_str());
}

bool NativeCompiler::is_end_of_loop(std::uint32_t word) const {
  for (int k = 0; k < kEndOfLoop; ++k) {
    Op op = opcode(code_->entry[word]);
    if (op == Op::Loop) return true;
    if (ends_a_path(op) || opcode_operands(op) == Operands::AK || op == Op::Call) return false;
    word += 1 + extra_words(code_->entry[word]);
  }
  return false;
}

void NativeCompiler::emit_versions() {
  assumes_ = true;
  for (std::uint32_t i = 0; i < code_->word_count; i += 1 + extra_words(code_->entry[i]))
    if (opcode(code_->entry[i]) == Op::Loop && blocks_.depths[i] >= 0)
      for_each_goal(code_->entry, i, [&](std::int64_t goal) {
        auto word = static_cast<std::uint32_t>(goal);
        if (versions_[word].empty())
          add_version(word, std::vector<Kind>(static_cast<std::size_t>(blocks_.depths[word])));
      });
  emit_path(0, true);
  while (!to_make_.empty()) {
    auto [word, number] = *to_make_.begin();
    to_make_.erase(to_make_.begin());
    Version& version = versions_[word][number];
    if (version.is_made) continue;
    begin(version);
    emit_path(word, false);
  }
}

// From WORD on to where control does not go on, or comes to code that is made. MAY_BEGIN: a version
// there, if it is a goal.
void NativeCompiler::emit_path(std::uint32_t word, bool may_begin) {
  for (bool ends = false; !ends; word += 1 + extra_words(code_->entry[word]), may_begin = true) {
    if (blocks_.made_before.erase(word) > 0) continue;
    if (may_begin && blocks_.is_goal[word] && !is_end_of_loop(word)) {
      slots_.flush();
      Version& version = version_of(word, false);
      if (version.is_made) return void(a_.jmp(version.label));
      begin(version);
    }
    emit(word);
    ends = ends_a_path(opcode(code_->entry[word]));
  }
}

// ---- into the general code

NativeCompiler::Detour NativeCompiler::leaving(const Detour& d, const Gp& result) {
  if (!assumes()) return d;
  leaving_.insert(d.out.id());
  later(d.back, [=, this] {
    std::uint32_t next = at_ + 1 + extra_words(word_);
    bool is_for_local = opcode(word_) == Op::IncrementLocal;
    std::size_t top_then = static_cast<std::size_t>(blocks_.depths[next]) - 1;
    slots_.flush();
    a_.mov(Slots::memory(is_for_local ? local(a8()) : top_then), result);
    a_.jmp(crossing_to(next));
  });
  return {d.out, a_.newLabel()};
}

// All values are in memory.
Label NativeCompiler::crossing_to(std::uint32_t word) {
  auto [at, is_new] = crossings_.try_emplace(word);
  if (is_new) at->second = {a_.newLabel(), a_.newLabel(), {}};
  return at->second.from;
}

// Of the general code only what can be reached is made.
void NativeCompiler::begin_general_code() {
  assumes_ = false;
  if (holder_.logger() != nullptr) a_.comment("; general code");
  std::vector<bool> is_reached(code_->word_count);
  std::vector<std::uint32_t> found;
  auto reach = [&](std::int64_t goal) {
    auto word = static_cast<std::uint32_t>(goal);
    if (is_reached[word] || blocks_.depths[word] < 0) return;
    is_reached[word] = true;
    found.push_back(word);
  };
  for (const auto& [word, crossing] : crossings_) reach(word);
  for (std::uint32_t i = 0; i < code_->word_count; i += 1 + extra_words(code_->entry[i])) {
    Op op = opcode(code_->entry[i]);
    if (op == Op::PushCatch || op == Op::PushExit || op == Op::PushCleanup)
      for_each_goal(code_->entry, i, reach);
  }
  while (!found.empty()) {
    std::uint32_t i = found.back();
    found.pop_back();
    for_each_goal(code_->entry, i, reach);
    if (!ends_a_path(opcode(code_->entry[i]))) reach(i + 1 + extra_words(code_->entry[i]));
  }
  for (std::uint32_t i = 0; i < code_->word_count; ++i)
    if (!is_reached[i]) blocks_.depths[i] = -1;
}

// What the general code has in registers where a version comes in is loaded.
void NativeCompiler::emit_crossings() {
  for (const auto& [word, crossing] : crossings_) {
    a_.bind(crossing.from);
    slots_.restore(crossing.state);
    slots_.reload();
    a_.jmp(crossing.to);
  }
}

}  // namespace winnow::jit

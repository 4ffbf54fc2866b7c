// Block versions: functions with loops, floats, words or many operations on integers are
// specialised, so that they test the type of a variable only once, and floats and words stay raw
// from one block to the next.
//
// A block is compiled once for each combination of types with which it is reached: basic block
// versioning (Chevalier-Boisvert and Feeley, ECOOP 2015), here ahead of time and with few versions
// of a block. If a value has another type than a version assumes, a slow path executes the
// instruction and takes an edge to the general code. That is compiled without assumptions, and only
// where an edge can lead; it returns to a version only where it enters a further loop. So the first
// iteration of a loop tests types, and later iterations know them.
#include <algorithm>

#include "compiler/opcode.hpp"
#include "jit/native_compiler.hpp"

namespace winnow::jit {

namespace {

// Longer functions are compiled without versions, to bound compile time.
constexpr std::uint32_t kMaxVersionedUnits = 1500;
// The most instructions in a loop test that is duplicated at the end of the loop.
constexpr int kMaxLoopTestLength = 4;
// A function without loops has versions if it has at least this number of operations on integers.
constexpr std::size_t kManyIntegerOperations = 8;

// Whether values of the kinds ALL also satisfy the kinds SOME.
bool satisfied_by(const std::vector<Kind>& some, const std::vector<Kind>& all) {
  return std::equal(some.begin(), some.end(), all.begin(),
                    [](Kind s, Kind a) { return s == Kind::Any || s == a; });
}

}  // namespace

bool NativeCompiler::has_versions() const {
  if (function_code_->unit_count > kMaxVersionedUnits) return false;
  std::size_t integer_operations = 0;
  for (std::uint32_t i = 0; i < function_code_->unit_count;
       i += 1 + extra_units(function_code_->entry[i])) {
    if (opcode(function_code_->entry[i]) == Op::Loop) return true;
    integer_operations += is_integer_operation(function_code_->entry[i]);
  }
  return integer_operations >= kManyIntegerOperations || expects_raw_values();
}

// Whether INSTRUCTION gives a fixnum of fixnums, unless there is an overflow.
bool NativeCompiler::is_integer_operation(std::uint32_t instruction) const {
  switch (opcode(instruction)) {
    case Op::Add:
    case Op::Subtract:
    case Op::Multiply:
    case Op::AddImmediate:
    case Op::LocalAddImmediate:
    case Op::LocalAddLocal:
    case Op::LocalSubtractLocal: return true;
    default: break;
  }
  if (opcode_operands(opcode(instruction)) != Operands::AK) return false;
  const std::size_t count = operand_a8(instruction);
  const Builtin* builtin = known_builtin(constant(operand_b16(instruction)), count);
  return builtin != nullptr && gives_fixnum(builtin, count);
}

// Whether versions gain more than tests of types.
bool NativeCompiler::expects_raw_values() const {
  return expects_doubles_ || has_singles_ || expects_words_ ||
         std::ranges::any_of(seen_.variables,
                             [](const auto& seen) { return seen.second != Kind::Fixnum; });
}

// Whether a loop that is entered from the current code, the general one, is to begin in a version.
bool NativeCompiler::reenters_versions() const {
  return !specializing_ && !is_inlining() && !versions_.empty() && expects_raw_values();
}

NativeCompiler::Version& NativeCompiler::add_version(std::uint32_t target,
                                                     std::vector<Kind> kinds) {
  std::deque<Version>& all = versions_[target];
  pending_.insert({target, all.size()});
  all.push_back({.kinds = std::move(kinds), .label = a_.newLabel(), .state = {}});
  return all.back();
}

// Returns the version of TARGET for the types known at this point. If this is the only jump to
// TARGET (IS_ONLY_JUMP), the version also takes over the registers. When the limit is reached, the
// last version created assumes nothing.
NativeCompiler::Version& NativeCompiler::version_of(std::uint32_t target, bool is_only_jump) {
  std::deque<Version>& all = versions_[target];
  if (is_only_jump && !all.empty() && all.back().source == emitted_count_) return all.back();
  if (is_only_jump && all.size() + 1 < max_versions()) {
    Version& version = add_version(target, {});
    version.state = slots_.state();
    version.source = emitted_count_;
    return version;
  }
  std::vector<Kind> known = slots_.kinds(static_cast<std::size_t>(blocks_.depths[target]));
  Version* best = nullptr;
  for (Version& v : all)
    if (!v.state && satisfied_by(v.kinds, known) &&
        (best == nullptr || satisfied_by(best->kinds, v.kinds)))
      best = &v;
  if (best != nullptr && (best->kinds == known || all.size() + 1 >= max_versions())) return *best;
  if (all.size() + 1 >= max_versions()) known.assign(known.size(), Kind::Any);
  Version& version = add_version(target, std::move(known));
  place_loop_variables(version, target);
  return version;
}

// Before a jump: stores all values in memory, but keeps raw ones raw between block versions. USED:
// as for Slots::settle().
void NativeCompiler::settle(std::initializer_list<Gp*> used) {
  if (is_specializing())
    slots_.settle(used);
  else
    slots_.flush();
}

// The same before a jump to TARGET. In a function of words, the value of a conditional that is a small
// constant in one branch is a word, so that one version after it is enough. The limit of a loop, which
// is on top where its test is entered, remains a fixnum.
void NativeCompiler::settle_before(std::uint32_t target) {
  if (is_specializing() && expects_words_ && !blocks_.is_entry_point[target] &&
      !is_end_of_loop(target) && slots_.depth() > 0 && slots_.is_constant(top())) {
    const Value v = slots_.constant(top());
    if (v.is_fixnum() && (v.fixnum() >= 0 || slots_.has_signed_words())) slots_.in_word(top());
  }
  settle();
}

// Returns the label for a jump from here to VERSION. Raw values that it does not expect are stored
// on the way, and the variables of a loop are moved to their registers.
Label NativeCompiler::label_of(const Version& version) {
  if (version.state) return version.label;
  const Label to = placed_label(version);
  if (slots_.agrees_with(version.kinds) && slots_.are_placed(version.in_registers)) return to;
  Label edge = a_.newLabel();
  emit_out_of_line(edge, [this, kinds = version.kinds, placed = version.in_registers, to] {
    slots_.materialize_except(kinds);
    slots_.move_to_placed(placed);
    a_.jmp(to);
  });
  return edge;
}

// The same for the only jump from here, to TARGET: moves the variables of a loop here.
Label NativeCompiler::label_in_place(std::uint32_t target) {
  if (!is_specializing() || loop_heads_[target] == kNoLoop || has_one_jump(target))
    return label_of(target);
  const Version& version = version_of(target, false);
  if (version.state || version.in_registers.empty() || !slots_.agrees_with(version.kinds))
    return label_of(version);
  slots_.move_to_placed(version.in_registers);
  return version.placed_label;
}

// Returns the label for a jump from here to TARGET. Requires settle().
Label NativeCompiler::label_of(std::uint32_t target) {
  if (is_specializing()) return label_of(version_of(target, has_one_jump(target)));
  if (has_one_jump(target)) blocks_.sole_jump_states[target] = slots_.state();
  return blocks_.labels[target];
}

// Whether TARGET is entered by one jump only.
bool NativeCompiler::has_one_jump(std::uint32_t target) const {
  return blocks_.predecessor_count[target] == 1 && !blocks_.is_entry_point[target];
}

// Returns the label at which the interpreter enters native code at TARGET.
Label NativeCompiler::entry_point_label(std::uint32_t target) const {
  auto all = versions_.find(target);
  if (all == versions_.end()) return blocks_.labels[target];
  for (const Version& v : all->second)
    if (std::all_of(v.kinds.begin(), v.kinds.end(), [](Kind k) { return k == Kind::Any; }))
      return v.label;
  return blocks_.labels[target];
}

// Begins VERSION. Code that continues in it has placed the variables of its loop.
void NativeCompiler::begin(Version& version) {
  version.is_emitted = true;
  if (version.state)
    slots_.restore(*version.state);
  else
    slots_.begin(version.kinds);
  show_version();
  if (version.in_registers.empty()) return void(a_.bind(version.label));
  slow_paths_.push_back(
      [this, from = version.label, placed = version.in_registers, to = version.placed_label] {
        a_.bind(from);
        slots_.load_placed(placed);
        a_.jmp(to);
      });
  a_.align(asmjit::AlignMode::kCode, 16);
  a_.bind(version.placed_label);
  slots_.hold_placed(version.in_registers);
}

// Adds a comment to a listing: the types that the current version assumes.
void NativeCompiler::show_version() {
  if (holder_.logger() == nullptr) return;
  static constexpr const char* kNames[] = {"",     "fixnum", "list", "cons",   "vector", "octets",
                                           "bits", "matrix", "cube", "double", "single", "word"};
  std::string known;
  std::vector<Kind> kinds = slots_.kinds(slots_.depth());
  for (std::size_t i = 0; i < kinds.size(); ++i)
    if (kinds[i] != Kind::Any)
      known += (known.empty() ? " for " : ", ") + std::to_string(i) + " " +
               kNames[static_cast<std::size_t>(kinds[i])];
  a_.commentf("; version%s", known.c_str());
}

bool NativeCompiler::is_end_of_loop(std::uint32_t unit) const {
  for (int k = 0; k < kMaxLoopTestLength; ++k) {
    Op op = opcode(code_->entry[unit]);
    if (op == Op::Loop) return true;
    if (ends_a_path(op) || opcode_operands(op) == Operands::AK || op == Op::Call) return false;
    unit += 1 + extra_units(code_->entry[unit]);
  }
  return false;
}

// In general code: enters the loop whose test begins at UNIT by a copy of the test, which continues
// in the block version that assumes nothing.
void NativeCompiler::enter_loop(std::uint32_t unit) {
  while (opcode(code_->entry[unit]) != Op::Loop) {
    for_each_target(code_->entry, unit, [&](std::int64_t target) {
      ++blocks_.predecessor_count[static_cast<std::size_t>(target)];
    });
    emit(unit);
    unit += 1 + extra_units(code_->entry[unit]);
  }
  at_ = unit;
  instruction_ = code_->entry[unit];
  slots_.flush();
  a_.jmp(entry_point_label(own_target()));
}

void NativeCompiler::emit_versions() {
  specializing_ = true;
  slots_.keep_raw(true);
  find_loops();
  for (std::uint32_t i = 0; i < code_->unit_count; i += 1 + extra_units(code_->entry[i]))
    if (opcode(code_->entry[i]) == Op::Loop && blocks_.depths[i] >= 0)
      for_each_target(code_->entry, i, [&](std::int64_t target) {
        auto unit = static_cast<std::uint32_t>(target);
        if (!versions_[unit].empty()) return;
        const auto depth = static_cast<std::size_t>(blocks_.depths[unit]);
        place_loop_variables(add_version(unit, std::vector<Kind>(depth)), unit);
      });
  emit_path(0, true);
  do {  // a slow path may need further versions
    while (!pending_.empty()) {
      auto [unit, number] = *pending_.begin();
      pending_.erase(pending_.begin());
      Version& version = versions_[unit][number];
      if (version.is_emitted) continue;
      begin(version);
      emit_path(unit, false);
    }
    emit_slow_paths();
  } while (!pending_.empty());
}

// Compiles from UNIT up to an instruction that ends the path, or to code that exists already.
// MAY_BEGIN allows a new version at UNIT itself, if UNIT is a jump target.
void NativeCompiler::emit_path(std::uint32_t unit, bool may_begin) {
  for (bool ends = false; !ends; unit += 1 + extra_units(code_->entry[unit]), may_begin = true) {
    if (blocks_.already_emitted.erase(unit) > 0) continue;
    if (may_begin && blocks_.is_target[unit] && !is_end_of_loop(unit)) {
      test_results();
      settle_before(unit);
      Version& version = version_of(unit, false);
      slots_.materialize_except(version.kinds);
      slots_.move_to_placed(version.in_registers);
      if (version.is_emitted) return void(a_.jmp(placed_label(version)));
      begin(version);
    }
    emit(unit);
    ends = ends_a_path(opcode(code_->entry[unit]));
  }
}

// ---- edges to the general code

NativeCompiler::SlowPath NativeCompiler::as_side_exit(const SlowPath& slow_path) {
  if (!is_specializing()) return slow_path;
  side_exits_.insert(slow_path.entry.id());
  side_exits_.insert(slow_path.resume.id());
  return {slow_path.entry, a_.newLabel()};
}

void NativeCompiler::end_slow_path(const SlowPath& slow_path, const Gp& result) {
  if (!is_side_exit(slow_path)) return void(a_.jmp(slow_path.resume));
  const auto state = slots_.state();
  slots_.flush();
  leave_with(result);
  slots_.restore(state);
}

void NativeCompiler::leave_with(const Gp& result) {
  std::uint32_t next = at_ + 1 + extra_units(instruction_);
  bool is_for_local = opcode(instruction_) == Op::IncrementLocal;
  std::size_t top_then = static_cast<std::size_t>(blocks_.depths[next]) - 1;
  a_.mov(Slots::memory(is_for_local ? local(a8()) : top_then), result);
  a_.jmp(edge_to(next));
}

// Returns the label of the edge to UNIT. All values must be in memory.
Label NativeCompiler::edge_to(std::uint32_t unit) {
  auto [at, is_new] = edges_.try_emplace(unit);
  if (is_new) at->second = {a_.newLabel(), a_.newLabel(), {}};
  return at->second.from;
}

// Only the reachable part of the general code is compiled.
void NativeCompiler::begin_general_code() {
  specializing_ = false;
  slots_.keep_raw(false);
  if (holder_.logger() != nullptr) a_.comment("; general code");
  std::vector<bool> is_reached(code_->unit_count);
  std::vector<std::uint32_t> found;
  auto reach = [&](std::int64_t target) {
    auto unit = static_cast<std::uint32_t>(target);
    if (is_reached[unit] || blocks_.depths[unit] < 0) return;
    is_reached[unit] = true;
    found.push_back(unit);
  };
  for (const auto& [unit, edge] : edges_) reach(unit);
  for (std::uint32_t i = 0; i < code_->unit_count; i += 1 + extra_units(code_->entry[i])) {
    Op op = opcode(code_->entry[i]);
    if (op == Op::PushCatch || op == Op::PushExit || op == Op::PushCleanup)
      for_each_target(code_->entry, i, reach);
  }
  while (!found.empty()) {
    std::uint32_t i = found.back();
    found.pop_back();
    for_each_target(code_->entry, i, reach);
    if (!ends_a_path(opcode(code_->entry[i]))) reach(i + 1 + extra_units(code_->entry[i]));
  }
  for (std::uint32_t i = 0; i < code_->unit_count; ++i)
    if (!is_reached[i]) blocks_.depths[i] = -1;
}

// On an edge, the registers that the general code expects at its destination are loaded.
void NativeCompiler::emit_edges() {
  for (const auto& [unit, edge] : edges_) {
    a_.bind(edge.from);
    slots_.restore(edge.state);
    slots_.reload();
    a_.jmp(edge.to);
  }
}

}  // namespace winnow::jit

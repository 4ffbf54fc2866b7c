// Templates for calls and returns.
//
// A call site compares the function with the one in its inline cache. If they are the same, it
// jumps to the cached entry, otherwise to a stub, which fills the cache. A recursive call compares
// with the function of the current frame instead and jumps to its own entry.
#include <algorithm>

#include "host/assert.hpp"
#include "jit/native_compiler.hpp"

namespace winnow::jit {

InlineCache& NativeCompiler::next_cache(Value symbol) {
  WINNOW_CHECK(caches_used_ < cache_capacity_);
  InlineCache& cache = caches_[caches_used_++];
  cache = {kAbsent, nullptr, symbol};
  return cache;
}

// Loads the function that FUNCTION, a function or a symbol, denotes at run time.
void NativeCompiler::load_function(const Gp& r, Value function) {
  if (function.is_object()) return load_word(r, function.bits);
  Value* place = &as_symbol(function)->function;
  a_.load_from(r, place);
}

// All values must be in memory. The arguments begin at slot FIRST; the callee returns to AFTER.
void NativeCompiler::begin_call(std::size_t first, const Label& after) {
  if (fields_.vm.counts_tail_calls)
    a_.mov(frame_field(kFrameBytes + offsetof(Frame, tail_calls)), 0);
  begin_tail_call(first, after);
}

// The callee replaces the frame; AFTER only identifies the call site in error reports.
void NativeCompiler::begin_tail_call(std::size_t first, const Label& after) {
  a_.lea(kScratch, ptr(after));
  a_.mov(return_address(), kScratch);
  if (first > 0) a_.add(kBase, static_cast<int>(8 * first));
}

void NativeCompiler::return_to_frame(std::size_t first, const Label& after) {
  note_call(after);
  if (first > 0) a_.sub(kBase, static_cast<int>(8 * first));
}

void NativeCompiler::end_call(std::size_t first, std::size_t count, const Label& after) {
  return_to_frame(first, after);
  slots_.pop(count);
  slots_.push(kValue, Kind::Any);
}

// Whether FUNCTION currently denotes a function with the code that is being compiled.
bool NativeCompiler::is_own(Value function, std::size_t count) const {
  Value f = function_of(function);
  return has_type(f, Type::Closure) && as<Closure>(f)->code == to_value(code_) &&
         code_->simple_argc == static_cast<int>(count);
}

void NativeCompiler::call_cached(Value function, std::size_t count) {
  std::size_t first = slots_.depth() - count;
  bool own = is_own(function, count);
  InlineCache& cache = next_cache(function.is_object() ? kAbsent : function);
  slots_.flush();
  slots_.forget();
  Label after = a_.newLabel();
  Label other = a_.newLabel();
  load_function(kValue, function);
  begin_call(first, after);
  compare_with_cached(own, cache, other);
  jump_to_cached(own, cache, count);
  emit_out_of_line(other, [=, this, &cache] { enter_stub(stubs_.call, count, &cache); });
  end_call(first, count, after);
}

// Jumps to OTHER unless kValue is the cached function or, if OWN, the current function.
void NativeCompiler::compare_with_cached(bool own, const InlineCache& cache, const Label& other) {
  a_.cmp(kValue, own ? frame_field(offsetof(Frame, function)) : word_at(&cache.function));
  a_.jne(other);
}

// Jumps to the entry of that function.
void NativeCompiler::jump_to_cached(bool own, const InlineCache& cache, std::size_t count) {
  if (own) return void(a_.jmp(bound_));
  a_.mov(kCount.r32(), static_cast<std::uint32_t>(count));
  a_.jmp(word_at(&cache.entry));
}

// Moves the arguments from slot FIRST on to the start of the frame.
void NativeCompiler::move_arguments_down(std::size_t first, std::size_t count) {
  if (first == 0) return;
  for (std::size_t i = 0; i < count; ++i) {
    a_.mov(kScratch, Slots::memory(first + i));
    a_.mov(Slots::memory(i), kScratch);
  }
}

// Calls the function in kValue with COUNT arguments through STUB.
void NativeCompiler::enter_stub(const void* stub, std::size_t count, const InlineCache* cache) {
  a_.mov(kCount.r32(), static_cast<std::uint32_t>(count));
  jump_to_stub(stub, cache);
}

// Expects the number of arguments in kCount. CACHE is null for stubs without an inline cache.
void NativeCompiler::jump_to_stub(const void* stub, const InlineCache* cache) {
  if (cache != nullptr) load_address(kCache, cache);
  load_word(kScratch, reinterpret_cast<std::uint64_t>(stub));
  a_.jmp(kScratch);
}

// Emits a complete call of FUNCTION with COUNT arguments from slot FIRST on. All values must be in
// memory; the value of the call is in kValue.
void NativeCompiler::call_by_stub(Value function, std::size_t first, std::size_t count,
                                  InlineCache& cache) {
  load_function(kValue, function);
  Label after = a_.newLabel();
  begin_call(first, after);
  enter_stub(stubs_.call, count, &cache);
  return_to_frame(first, after);
}

// Emits a tail call of the function in kValue with COUNT arguments from slot FIRST on.
void NativeCompiler::tail_call_stub(std::size_t first, std::size_t count,
                                    const InlineCache* cache) {
  Label after = a_.newLabel();
  begin_tail_call(first, after);
  enter_stub(cache != nullptr ? stubs_.tail_call : stubs_.tail_call_value, count, cache);
  note_call(after);
  a_.trap();
}

void NativeCompiler::count_tail_call() {
  const bool is_shown = (code_->flags & Code::kSealed) == 0;
  if (fields_.vm.counts_tail_calls && is_shown) a_.add(frame_field(offsetof(Frame, tail_calls)), 1);
}

// The callee pushes its frame in place of the current one.
void NativeCompiler::leave_frame_to_callee() {
  count_tail_call();
  a_.sub(kFrame, kFrameBytes);
}

// A tail call of the current function uses the frame again. At an interrupt, which lowers the
// limit, it enters the function as any call does.
void NativeCompiler::tail_call_own() {
  Label limit = a_.newLabel();
  a_.cmp(kFrame, fields_.frame_limit());
  a_.jae(limit);
  count_tail_call();
  a_.jmp(body_);
  emit_out_of_line(limit, [this] {
    a_.mov(kValue, frame_field(offsetof(Frame, function)));
    leave_frame_to_callee();
    a_.jmp(bound_);
  });
}

void NativeCompiler::tail_call_cached(Value function, std::size_t count) {
  std::size_t first = slots_.depth() - count;
  bool own = is_own(function, count);
  InlineCache& cache = next_cache(function.is_object() ? kAbsent : function);
  slots_.flush();
  slots_.forget();
  Label other = a_.newLabel();
  load_function(kValue, function);
  compare_with_cached(own, cache, other);
  move_arguments_down(first, count);
  if (own) {
    tail_call_own();
  } else {
    leave_frame_to_callee();
    jump_to_cached(own, cache, count);
  }
  emit_out_of_line(other, [=, this, &cache] { tail_call_stub(first, count, &cache); });
}

void NativeCompiler::call_named(Value function, std::size_t count) {
  if (const Builtin* builtin = known_builtin(function, count))
    call_builtin(function, builtin, count, false);
  else if (!call_accessor(function, count, false) && !call_inlined(function, count, false) &&
           !call_bound(function, count, false))
    call_cached(function, count);
}

void NativeCompiler::tail_call_named(Value function, std::size_t count) {
  const Builtin* builtin = known_builtin(function, count);
  if (builtin != nullptr)
    call_builtin(function, builtin, count, true);
  else if (call_bound(function, count, true))
    return;
  else if (!call_accessor(function, count, true) && !call_inlined(function, count, true))
    return tail_call_cached(function, count);
  emit_return(false);
}

void NativeCompiler::CallGlobal() { call_named(constant(b16()), a8()); }
void NativeCompiler::CallSealed() { call_named(constant(b16()), a8()); }
void NativeCompiler::TailCallGlobal() { tail_call_named(constant(b16()), a8()); }
void NativeCompiler::TailCallSealed() { tail_call_named(constant(b16()), a8()); }

// ---- calls with keywords or optional arguments

// Returns the code of the closure that FUNCTION denotes, if that must bind COUNT arguments and
// makes no list of them, otherwise null.
const Code* NativeCompiler::binding_code(Value function, std::size_t count) const {
  Value target = function_of(function);
  if (!has_type(target, Type::Closure) || is_generic_function(target)) return nullptr;
  const auto* code = as<Code>(as<Closure>(target)->code);
  const bool binds = code->simple_argc != static_cast<int>(count) && !(code->flags & Code::kRest);
  return binds && count >= code->required ? code : nullptr;
}

// For each parameter of CODE, the number of its argument among the COUNT arguments from slot FIRST
// on, or kNoArgument. Returns an empty list unless all keywords are constants that CODE accepts
// once.
std::vector<std::size_t> NativeCompiler::argument_order(const Code* code, std::size_t first,
                                                        std::size_t count) const {
  const std::size_t fixed = std::size_t{code->required} + code->optional;
  const std::size_t keys = (code->flags & Code::kKey) != 0 ? code->keys : 0;
  std::vector<std::size_t> order(fixed + keys, kNoArgument);
  for (std::size_t i = 0; i < std::min(count, fixed); ++i) order[i] = i;
  for (std::size_t i = fixed; i < count; i += 2) {
    if (i + 1 == count) return {};
    auto k = std::ranges::find(code->constants, code->constants + keys, slots_.constant(first + i));
    std::size_t parameter = fixed + static_cast<std::size_t>(k - code->constants);
    if (parameter == order.size() || order[parameter] != kNoArgument) return {};
    order[parameter] = i + 1;
  }
  return order;
}

// Calls the function by its entry for bound arguments, which are stored in the order of its
// parameters. Returns false without code if that order is not known. The inline cache refers to a
// function only if that has the code for which the order was found.
bool NativeCompiler::call_bound(Value function, std::size_t count, bool is_tail) {
  const Code* code = is_inlining() ? nullptr : binding_code(function, count);
  if (code == nullptr) return false;
  const std::size_t first = slots_.depth() - count;
  const std::size_t to = is_tail ? 0 : first;
  const std::vector<std::size_t> order = argument_order(code, first, count);
  const auto absent = static_cast<std::size_t>(std::ranges::count(order, kNoArgument));
  if (order.empty() || order.size() - absent > kMostMovedArguments ||
      order.size() > kMostParameters || to + order.size() > room())
    return false;
  for (std::size_t i : order)
    if (i != kNoArgument && !slots_.is_constant(first + i) && !slots_.is_raw(first + i))
      slots_.in_register(first + i);
  InlineCache& cache = next_cache(to_value(code));
  InlineCache& slow = next_cache(function.is_object() ? kAbsent : function);
  Label other = a_.newLabel();
  Label after = a_.newLabel();
  Label done = a_.newLabel();
  load_function(kScratch, function);
  a_.cmp(kScratch, word_at(&cache.function));
  a_.jne(other);
  emit_out_of_line(other, [=, this, &cache, &slow] {
    call_with_all_stored(&note_bound_entry, [=, this, &cache] {
      load_function(kArg1, function);
      load_address(kArg2, &cache);
    });
    if (!is_tail) {
      call_by_stub(function, first, count, slow);
      return void(a_.jmp(done));
    }
    load_function(kValue, function);
    tail_call_stub(first, count, &slow);
  });
  for (std::size_t i = 0; i < to; ++i) slots_.flush(i);
  for (std::size_t i = 0; i < order.size(); ++i)
    if (order[i] == kNoArgument)
      a_.mov(Slots::memory(to + i), static_cast<std::int32_t>(kAbsent.bits));
    else
      slots_.write(first + order[i], Slots::memory(to + i));
  slots_.forget();
  load_function(kValue, function);
  if (is_tail)
    leave_frame_to_callee();
  else
    begin_call(first, after);
  a_.jmp(word_at(&cache.entry));
  if (is_tail) return true;
  end_call(first, count, after);
  a_.bind(done);
  return true;
}

// ---- calls of a function value, which is below its arguments

void NativeCompiler::call_value(std::size_t count) {
  std::size_t first = slots_.depth() - count - 1;
  Gp function = slots_.in_register(first);
  for (std::size_t i = 0; i < first; ++i) slots_.flush(i);
  for (std::size_t i = 0; i < count; ++i) slots_.write(first + 1 + i, Slots::memory(first + i));
  slots_.forget();
  if (function.id() != kValue.id()) a_.mov(kValue, function);
  InlineCache& cache = next_cache(kAbsent);
  Label after = a_.newLabel();
  Label other = a_.newLabel();
  begin_call(first, after);
  compare_with_cached(false, cache, other);
  jump_to_cached(false, cache, count);
  emit_out_of_line(other, [=, this, &cache] { enter_stub(stubs_.call, count, &cache); });
  end_call(first, count + 1, after);
}

void NativeCompiler::tail_call_value(std::size_t count) {
  std::size_t first = slots_.depth() - count;
  slots_.flush();
  slots_.forget();
  a_.mov(kValue, Slots::memory(first - 1));
  tail_call_stub(first, count, nullptr);
}

void NativeCompiler::Call() { call_value(a24()); }
void NativeCompiler::TailCall() { tail_call_value(a24()); }

// spread_last() or spread_all() has left the number of arguments in kValue and the function in
// VmFields::callee().
void NativeCompiler::load_spread_call() {
  a_.mov(kCount, kValue);
  a_.mov(kValue, fields_.callee());
}

// Completes such a call. The value is in kValue.
void NativeCompiler::call_spread(std::size_t first) {
  Label after = a_.newLabel();
  begin_call(first, after);
  load_spread_call();
  jump_to_stub(stubs_.call_value, nullptr);
  return_to_frame(first, after);
}

// Stores the elements of the list in REST at PLACE and above, and leaves the address after them in
// PLACE. Jumps to OTHERWISE unless it is a proper list for which the frame has room.
void NativeCompiler::spread_list(const Gp& rest, const Gp& place, const Label& otherwise) {
  Label next = a_.newLabel();
  Label done = a_.newLabel();
  a_.bind(next);
  a_.cmp(rest, kNil);
  a_.je(done);
  test_tag(a_, rest, kPairTag);
  a_.jnz(otherwise);
  a_.lea(kScratch, Slots::memory(room()));
  a_.cmp(place, kScratch);
  a_.jae(otherwise);
  a_.mov(kScratch, car_of(rest));
  a_.mov(qword_ptr(place), kScratch);
  a_.add(place, 8);
  a_.mov(rest, cdr_of(rest));
  a_.jmp(next);
  a_.bind(done);
}

// Spreads the last of COUNT arguments, in native code if it is a list for which the frame has room,
// and loads the function and the number of arguments. Otherwise C++ spreads it, and FAR emits the
// code that follows.
template <class Far>
void NativeCompiler::spread_arguments(std::size_t count, Far far) {
  const std::size_t first = slots_.depth() - count;  // slot of the first argument
  Gp function = slots_.in_register(first - 1);
  Gp list = slots_.in_register(top());
  Gp rest = slots_.fresh();
  Gp place = slots_.fresh();
  slots_.flush();
  Label other = a_.newLabel();
  emit_out_of_line(other, [=, this] {
    a_.mov(Slots::memory(first + count - 1), list);
    call_with_all_stored(&spread_last,
                         [=, this] { a_.mov(kArg1.r32(), static_cast<std::uint32_t>(count)); });
    far();
  });
  a_.mov(rest, list);
  a_.lea(place, Slots::memory(first + count - 1));
  spread_list(rest, place, other);
  a_.sub(place, kBase);
  a_.sub(place, static_cast<int>(8 * first));
  a_.shr(place, 3);
  a_.mov(kScratch, place);
  if (function.id() != kValue.id()) a_.mov(kValue, function);
  a_.mov(kCount, kScratch);
  slots_.forget();
}

void NativeCompiler::Apply() {
  const std::size_t count = a24();
  const std::size_t first = slots_.depth() - count;
  Label after = a_.newLabel();
  Label done = a_.newLabel();
  spread_arguments(count, [=, this] {
    call_spread(first - 1);
    a_.jmp(done);
  });
  begin_call(first, after);
  jump_to_stub(stubs_.call_value, nullptr);
  end_call(first, count + 1, after);
  a_.bind(done);
}

void NativeCompiler::TailApply() {
  const std::size_t count = a24();
  const std::size_t first = slots_.depth() - count;
  auto call = [=, this](std::size_t place) {
    Label after = a_.newLabel();
    begin_tail_call(place, after);
    if (place != first) load_spread_call();
    jump_to_stub(stubs_.tail_call_value, nullptr);
    note_call(after);
    a_.trap();
  };
  spread_arguments(count, [=] { call(first - 1); });
  call(first);
}

void NativeCompiler::ApplyLists() {
  const std::size_t count = a24();
  call_out(&spread_all, [=, this] { a_.mov(kArg1.r32(), static_cast<std::uint32_t>(count)); });
  call_spread(slots_.depth() - count - 1);
  slots_.pop(count + 1);
  slots_.push(kValue, Kind::Any);
}

// ---- returns

void NativeCompiler::emit_return(bool is_single) {
  if (is_inlining()) return end_body(is_single);
  Gp value = slots_.in_register(top());
  if (value.id() != kValue.id()) a_.mov(kValue, value);
  if (is_single) a_.mov(fields_.value_count(), 1);
  a_.sub(kFrame, kFrameBytes);
  a_.jmp(return_address());
}

void NativeCompiler::Return() { emit_return(true); }
void NativeCompiler::ReturnValues() { emit_return(false); }

}  // namespace winnow::jit

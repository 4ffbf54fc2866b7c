#include "jit/jit.hpp"

#include <algorithm>
#include <new>

#include "jit/entry.hpp"
#include "jit/words.hpp"

namespace winnow::jit {

namespace {

// Longer functions stay interpreted, because their compilation would take milliseconds.
constexpr std::uint32_t kMaxCompiledUnits = 20'000;

SeenKinds seen_kinds(const Value* begin, const Value* end) {
  SeenKinds seen{.doubles = std::any_of(begin, end, is_double)};
  for (const Value* p = begin; p != end; ++p) {
    seen.words.note(*p);
    Kind kind = has_type(*p, Type::OctetVector) ? Kind::Octets
                : has_type(*p, Type::BitVector) ? Kind::Bits
                : p->is_fixnum()                ? Kind::Fixnum
                                                : Kind::Any;
    if (kind != Kind::Any) seen.variables.emplace_back(p - begin, kind);
  }
  return seen;
}

}  // namespace

Jit::Jit(Vm& vm, unsigned threshold) : fields_(vm), threshold_(threshold) {}

const std::uint32_t* Jit::count_call(Code* code) {
  std::size_t hash = reinterpret_cast<std::uintptr_t>(code) / 16 % calls_.size();
  if (++calls_[hash] < threshold_) return code->entry;
  calls_[hash] = 0;
  if (!compile(code)) code->start = code->entry;
  return code->start;
}

const void* Jit::warm_loop(Code* code, const std::uint32_t* pc) {
  return code->native != nullptr || compile(code) ? address_of(code, pc) : nullptr;
}

bool Jit::allocate_memory() {
  if (memory_ != nullptr || has_failed_) return !has_failed_;
  try {
    memory_ = std::make_unique<CodeMemory>();
    stubs_ = make_stubs(fields_, *memory_);
    thunk = stubs_->thunk;
    return_stub = stubs_->return_stub;
  } catch (const std::bad_alloc&) {
    memory_.reset();
    has_failed_ = true;
  }
  return !has_failed_;
}

bool Jit::compile(Code* code) {
  if ((code->flags & Code::kInterpreted) != 0) return false;
  code->flags |= Code::kInterpreted;  // until compilation succeeds
  if (code->unit_count > kMaxCompiledUnits || !allocate_memory()) return false;
  try {
    Compiled& compiled = compiled_[code];
    compiled.seen = seen_kinds(fields_.vm.fp->base, fields_.vm.sp);
    if (NativeCompiler(fields_, *stubs_, *memory_, code, compiled.seen).run(compiled)) {
      code->native = compiled.code + compiled.entry;
      code->start = &static_cells().enter_native;
      code->flags &= static_cast<std::uint16_t>(~Code::kInterpreted);
      return true;
    }
  } catch (const std::bad_alloc&) {  // keep interpreting this function
  }
  if (auto incomplete = compiled_.find(code); incomplete != compiled_.end()) {
    free(incomplete->second);
    compiled_.erase(incomplete);
  }
  return false;
}

void Jit::free(const Compiled& compiled) {
  if (compiled.code != nullptr) memory_->free_code(compiled.code);
  if (compiled.caches != nullptr) memory_->free_data(reinterpret_cast<char*>(compiled.caches));
}

const void* Jit::address_of(const Code* code, const std::uint32_t* pc) const {
  const Compiled& c = *entry_of(code).compiled;
  auto unit = static_cast<std::uint32_t>(pc - code->entry);
  auto position = std::lower_bound(c.entry_points.begin(), c.entry_points.end(), unit,
                                   [](const auto& p, std::uint32_t u) { return p.unit < u; });
  if (position == c.entry_points.end() || position->unit != unit) return nullptr;
  return c.code + position->offset;
}

const std::uint32_t* Jit::pc_of(const Frame& frame) const {
  const Code* code = as<Code>(as<Closure>(frame.function)->code);
  const Compiled& c = *entry_of(code).compiled;
  auto offset = static_cast<std::uint32_t>(static_cast<const char*>(frame.native) - c.code);
  auto position = std::lower_bound(c.calls.begin(), c.calls.end(), offset,
                                   [](const auto& p, std::uint32_t o) { return p.offset < o; });
  // A function that has not made a call yet is at its start.
  if (position == c.calls.end() || position->offset != offset) return code->entry;
  return code->entry + position->unit + 1;
}

// Code before call_value (thunk() and the exit stubs) is not reported: the frame register may hold
// the caller's value there.
const Frame* Jit::interrupted(const void* context) const {
  const auto& registers = *static_cast<const ucontext_t*>(context);
  const void* at = program_counter_in(registers);
  // The signal may come while the memory is set up; the stubs are the last part.
  if (stubs_ == nullptr || at < stubs_->call_value || at >= memory_->code_end()) return nullptr;
  return static_cast<const Frame*>(frame_register_in(registers));
}

// Exits from builtins are caught here, because unwinding through the interpreter's frame is slow.
NativeCode::Exit Jit::run(const void* address, Frame* frame, Value* base, Value value) {
  frame->pc = &static_cells().resume_native;
  try {
    return enter(fields_.vm, address, frame, base, value, 0);
  } catch (const NonlocalExit&) {
    return Exit::Unwinding;
  }
}

NativeCode::Exit Jit::begin(Frame* frame) {
  const Code* code = code_of(frame);
  return run(body_of(code), frame, frame->base, nil());
}

void Jit::builtin_replaced(Value builtin) {
  if (NativeCompiler::has_inline_template(as<Builtin>(builtin)))
    fields_.vm.inlined_builtin_replaced = 1;
}

void Jit::after_marking() {
  for (auto i = compiled_.begin(); i != compiled_.end();) {
    auto& [code, compiled] = *i;
    if (!fields_.heap.is_marked(to_value(code))) {
      free(compiled);
      i = compiled_.erase(i);
      continue;
    }
    for (std::size_t k = 0; k < compiled.cache_count; ++k) {
      InlineCache& cache = compiled.caches[k];
      if (!fields_.heap.is_marked(cache.function)) cache.function = kAbsent;
      if (!fields_.heap.is_marked(cache.symbol)) cache.symbol = kAbsent;
    }
    ++i;
  }
}

std::string Jit::listing(Code* code) {
  if (!allocate_memory()) return "";
  auto compiled = compiled_.find(code);
  SeenKinds seen = compiled != compiled_.end() ? compiled->second.seen : SeenKinds{};
  return NativeCompiler(fields_, *stubs_, *memory_, code, seen).listing();
}

}  // namespace winnow::jit

namespace winnow {

std::unique_ptr<NativeCode> make_native_code(Vm& vm, unsigned threshold) {
  return std::make_unique<jit::Jit>(vm, threshold);
}

}  // namespace winnow

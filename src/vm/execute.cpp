// The interpreter loop, and its invariants:
//
//  1. pc, sp, base, fp and K (the constants of the running code) are local variables.
//  2. SAVE stores pc, sp and fp in Vm. It precedes everything that may call, signal or collect.
//  3. RELOAD reads all five again; it follows an unwinding.
//  4. A frame's base, function and constants are stored when it is pushed; its pc is stored by SAVE
//     or by a call.
//  5. The value stack never moves, so nothing else becomes stale.
//  6. A call checks the frame limit. An interrupt sets the limit to null, so every call is a
//     safepoint, and so is the instruction Loop.
//  7. Rare cases and those longer than a dozen lines are in slow_paths.cpp, call.cpp and
//     dynamic_stack.cpp.
#include <algorithm>

#include "compiler/opcode.hpp"
#include "data/equality.hpp"
#include "data/string.hpp"
#include "heap/condition.hpp"
#include "heap/list.hpp"
#include "vm/arithmetic.hpp"
#include "vm/callee.hpp"
#include "vm/slow_paths.hpp"
#include "vm/vm.hpp"

namespace winnow {

namespace {

// The address of element I of the simple vector V; null if V is not one or I is out of range.
inline Value* element_place(Value v, Value i) {
  bool has_one = is_vector_object(v) && i.is_fixnum() &&
                 static_cast<std::uint64_t>(i.fixnum()) < as<Vector>(v)->length();
  return has_one ? as<Vector>(v)->data + i.fixnum() : nullptr;
}

}  // namespace

// The loop is formatted by hand, one handler after the other.
// clang-format off
#define NEXT                         \
  do {                               \
    w = *pc++;                       \
    goto* kLabels[w & 0xFF];         \
  } while (0)
#define SAVE (fp->pc = pc, vm.sp = sp, vm.fp = fp)
#define RELOAD \
  (fp = vm.fp, sp = vm.sp, pc = fp->pc, base = fp->base, K = fp->constants)
#define HANDLE(name) L_##name:
#define A24 (w >> 8)
#define S24 (static_cast<std::int32_t>(w) >> 8)
#define A8 (w >> 8 & 0xFF)
#define B16 (w >> 16)
#define S16 (static_cast<std::int32_t>(w) >> 16)
// Conditional jump whose offset is in the code unit after the instruction.
#define JUMP_WORD_IF(condition)                 \
  do {                                          \
    if (condition) {                            \
      pc += static_cast<std::int32_t>(*pc) + 1; \
      NEXT;                                     \
    }                                           \
    ++pc;                                       \
    NEXT;                                       \
  } while (0)

// Clears the registers that a called function saves. A cell that the interpreter had in one of them
// would otherwise be on the machine stack as long as native code runs, and be taken for a root.
[[gnu::always_inline]] inline void clear_registers() {
#if defined(__x86_64__)
  asm volatile(
      "xorl %%ebx, %%ebx\n\txorl %%r12d, %%r12d\n\txorl %%r13d, %%r13d\n\t"
      "xorl %%r14d, %%r14d\n\txorl %%r15d, %%r15d" ::
          : "rbx", "r12", "r13", "r14", "r15", "cc");
#elif defined(__aarch64__)
  asm volatile(
      "mov x19, xzr\n\tmov x20, xzr\n\tmov x21, xzr\n\tmov x22, xzr\n\tmov x23, xzr\n\t"
      "mov x24, xzr\n\tmov x25, xzr\n\tmov x26, xzr\n\tmov x27, xzr\n\tmov x28, xzr" ::
          : "x19", "x20", "x21", "x22", "x23", "x24", "x25", "x26", "x27", "x28");
#endif
}

Value execute(Vm& vm, NativeCode::Exit start) {
  static const void* const kLabels[256] = {
#define OP(name, operands, effect, target, in_body, meaning) &&L_##name,
#include "compiler/opcodes.def"
#undef OP
  };
  const std::uint32_t* pc;
  Value* sp;
  Value* base;
  Frame* fp;
  const Value* K;
  std::uint64_t w = 0;  // the instruction
  Heap& heap = vm.heap();
  const Value kNil = nil();
  const Value kT = t();
  Value callee;      // the function of the current call
  std::size_t argc;  // the number of its arguments, the topmost values
  const std::uint32_t* last_target = nullptr;  // of the instruction Loop
  NativeCode::Exit exit = start;
  // The symbol by which the instruction names its callee, or kAbsent.
  auto called_name = [&] {
    Op op = opcode(static_cast<std::uint32_t>(w));
    return op == Op::CallGlobal || op == Op::TailCallGlobal ? K[B16] : kAbsent;
  };
  goto left_native;

  // ---- native code
  HANDLE(CountCall) {
    Code* code = code_of(fp);
    SAVE;
    pc = vm.native ? vm.native->count_call(code) : (code->start = code->entry);
    NEXT;
  }
  HANDLE(EnterNative) {
    pc = code_of(fp)->entry;
    SAVE;
    exit = vm.native->begin(vm.native_frame());
    goto left_native;
  }
  HANDLE(ResumeNative) {
    exit = vm.native->run(fp->native, fp, sp - 1, sp[-1]);
    goto left_native;
  }
  HANDLE(LandNative) {
    const void* address = fp->native;
    exit = vm.native->run(address, vm.native_frame(), base, kNil);
    goto left_native;
  }
  HANDLE(LeaveTransition) {
    --fp;
    pc = fp->pc;
    base = fp->base;
    K = fp->constants;
    NEXT;
  }
left_native:
  RELOAD;
  switch (exit) {
    case NativeCode::Exit::Returned: NEXT;
    case NativeCode::Exit::Call: callee = vm.native_callee; argc = vm.native_count; goto call_any;
    case NativeCode::Exit::TailCall: callee = vm.native_callee; argc = vm.native_count; goto tail_call_any;
    case NativeCode::Exit::Unwinding: goto unwind;
  }
  __builtin_unreachable();

  // ---- constants, variables
  HANDLE(Const) *sp++ = K[A24]; NEXT;
  HANDLE(Fixnum) *sp++ = Value::from_fixnum(S24); NEXT;
  HANDLE(Nil) *sp++ = kNil; NEXT;
  HANDLE(True) *sp++ = kT; NEXT;
  HANDLE(Local) *sp++ = base[A24]; NEXT;
  HANDLE(LocalLocal) {
    sp[0] = base[A8];
    sp[1] = base[B16];
    sp += 2;
    NEXT;
  }
  HANDLE(SetLocal) base[A24] = *--sp; NEXT;
  HANDLE(LocalBox) *sp++ = as_pair(base[A24])->car; NEXT;
  HANDLE(SetLocalBox) heap.store(as_pair(base[A24])->car, *--sp); NEXT;
  HANDLE(Capture) *sp++ = as<Closure>(fp->function)->captured[A24]; NEXT;
  HANDLE(CaptureBox) *sp++ = as_pair(as<Closure>(fp->function)->captured[A24])->car; NEXT;
  HANDLE(SetCaptureBox) heap.store(as_pair(as<Closure>(fp->function)->captured[A24])->car, *--sp); NEXT;
  HANDLE(MakeBox) {
    SAVE;
    base[A24] = heap.cons(base[A24], kNil);
    NEXT;
  }
  HANDLE(Special) {
    Value v = as<Symbol>(K[A24])->value;
    if (v == kUnbound) [[unlikely]] {
      SAVE;
      v = vm.instead_of_value(K[A24]);
    }
    *sp++ = v;
    NEXT;
  }
  HANDLE(SetSpecial) heap.store(as<Symbol>(K[A24])->value, *--sp); NEXT;
  HANDLE(Function) {
    Value f = as_symbol(K[A24])->function;
    if (!is_function(f)) [[unlikely]] {
      SAVE;
      f = vm.function_of(K[A24]);
    }
    *sp++ = f;
    NEXT;
  }
  HANDLE(SealedFunction) {
    *sp++ = K[A24].is_object() ? K[A24] : as<Symbol>(K[A24])->function;
    NEXT;
  }
  HANDLE(Self) *sp++ = fp->function; NEXT;
  HANDLE(MakeClosure) {
    std::uint32_t count = *pc++;
    SAVE;
    Value closure = make_closure(heap, K[A24], sp - count, count);
    sp -= count;
    *sp++ = closure;
    NEXT;
  }
  HANDLE(Dup) sp[0] = sp[-1]; ++sp; NEXT;
  HANDLE(Pop) sp -= A24; NEXT;
  HANDLE(Slide) {
    Value v = sp[-1];
    sp -= A24;
    sp[-1] = v;
    NEXT;
  }

  // ---- jumps
  HANDLE(Jump) pc += S24; NEXT;
  HANDLE(Loop) {
    // If the target is that of the last Loop, pc is copied from a register, so that an iteration
    // need not wait for the loads of the one before; the processor predicts the branch. The asm
    // statements keep the C++ compiler from replacing the branch by a conditional move.
    const std::uint32_t* target = pc + S24;
    const std::uint32_t* guess = last_target;
    asm("" : "+r"(guess));
    pc = last_target;
    if (guess != target) [[unlikely]] {
      asm volatile("");
      pc = last_target = target;
    }
    if (vm.frame_limit.load(std::memory_order_relaxed) == nullptr) [[unlikely]] {
      SAVE;
      vm.at_limit();
    }
    if (--vm.loop_iterations_left == 0) [[unlikely]] goto warm_loop;
    NEXT;
  }
  HANDLE(JumpIfNil) if (*--sp == kNil) pc += S24; NEXT;
  HANDLE(JumpIfTrue) if (*--sp != kNil) pc += S24; NEXT;
  HANDLE(JumpIfTrueKeep) {
    if (sp[-1] != kNil)
      pc += S24;
    else
      --sp;
    NEXT;
  }
  HANDLE(JumpIfLocalNil) JUMP_WORD_IF(base[A24] == kNil);
  HANDLE(JumpIfLocalTrue) JUMP_WORD_IF(base[A24] != kNil);
  HANDLE(JumpIfPresent) JUMP_WORD_IF(base[A24] != kAbsent);
  HANDLE(JumpIfCons) if (is_cons(*--sp)) pc += S24; NEXT;
  HANDLE(JumpUnlessCons) if (!is_cons(*--sp)) pc += S24; NEXT;
  HANDLE(JumpIfLocalCons) JUMP_WORD_IF(is_cons(base[A24]));
  HANDLE(JumpUnlessLocalCons) JUMP_WORD_IF(!is_cons(base[A24]));
  HANDLE(JumpIfEq) {
    sp -= 2;
    if (sp[0] == sp[1]) pc += S24;
    NEXT;
  }
  HANDLE(JumpUnlessEq) {
    sp -= 2;
    if (sp[0] != sp[1]) pc += S24;
    NEXT;
  }
  HANDLE(JumpTable) {
    pc += (--sp)->fixnum();
    pc += static_cast<std::int32_t>(*pc) + 1;
    NEXT;
  }

  // ---- compare and jump. TEST stores the result of the comparison in `outcome`.
#define TEST(comparison, x, y)                                                     \
  Value a = x;                                                                     \
  Value b = y;                                                                     \
  bool outcome;                                                                    \
  if (both_fixnums(a, b)) [[likely]] {                                             \
    outcome = holds<Comparison::comparison>(word_of(a), word_of(b));               \
  } else if (both_doubles(a, b)) {                                                  \
    outcome = holds<Comparison::comparison>(a.immediate_double(), b.immediate_double()); \
  } else if (both_singles(a, b)) {                                                 \
    outcome = holds<Comparison::comparison>(a.single(), b.single());               \
  } else {                                                                         \
    SAVE;                                                                          \
    outcome = slow_compare(vm, Comparison::comparison, a, b);                      \
  }
#define COMPARE_AND_JUMP(name, comparison, sense)                                  \
  HANDLE(name) {                                                                   \
    TEST(comparison, sp[-2], sp[-1])                                               \
    sp -= 2;                                                                       \
    if (outcome == sense) pc += S24;                                               \
    NEXT;                                                                          \
  }                                                                                \
  HANDLE(name##LL) {                                                               \
    TEST(comparison, base[A8], base[B16])                                          \
    JUMP_WORD_IF(outcome == sense);                                                \
  }                                                                                \
  HANDLE(name##LI) {                                                               \
    TEST(comparison, base[A8], Value::from_fixnum(S16))                            \
    JUMP_WORD_IF(outcome == sense);                                                \
  }                                                                                \
  HANDLE(name##SI) {                                                               \
    TEST(comparison, sp[-1], Value::from_fixnum(S24))                              \
    --sp;                                                                          \
    JUMP_WORD_IF(outcome == sense);                                                \
  }
  COMPARE_AND_JUMP(JumpUnlessLt, Lt, false)
  COMPARE_AND_JUMP(JumpUnlessLe, Le, false)
  COMPARE_AND_JUMP(JumpUnlessGt, Gt, false)
  COMPARE_AND_JUMP(JumpUnlessGe, Ge, false)
  COMPARE_AND_JUMP(JumpUnlessEqual, Equal, false)
  COMPARE_AND_JUMP(JumpIfEqual, Equal, true)
#undef COMPARE_AND_JUMP
#undef TEST

  // ---- inlined operators
#define LIST_CHECK(v)                  \
  if (!(v).is_list()) [[unlikely]] {   \
    SAVE;                              \
    *sp = not_a_list(vm, v);           \
    goto raise;                        \
  }
  HANDLE(Car) {
    LIST_CHECK(sp[-1])
    sp[-1] = car_unchecked(sp[-1]);
    NEXT;
  }
  HANDLE(Cdr) {
    LIST_CHECK(sp[-1])
    sp[-1] = cdr_unchecked(sp[-1]);
    NEXT;
  }
  HANDLE(Cadr) {
    LIST_CHECK(sp[-1])
    Value rest = cdr_unchecked(sp[-1]);
    LIST_CHECK(rest)
    sp[-1] = car_unchecked(rest);
    NEXT;
  }
  HANDLE(Cddr) {
    LIST_CHECK(sp[-1])
    Value rest = cdr_unchecked(sp[-1]);
    LIST_CHECK(rest)
    sp[-1] = cdr_unchecked(rest);
    NEXT;
  }
  HANDLE(LocalCar) {
    LIST_CHECK(base[A24])
    *sp++ = car_unchecked(base[A24]);
    NEXT;
  }
  HANDLE(LocalCdr) {
    LIST_CHECK(base[A24])
    *sp++ = cdr_unchecked(base[A24]);
    NEXT;
  }
  HANDLE(CdrLocal) {
    LIST_CHECK(base[A24])
    base[A24] = cdr_unchecked(base[A24]);
    NEXT;
  }
#undef LIST_CHECK
#define SET_PART(name, part, result)                  \
  HANDLE(name) {                                      \
    if (!is_cons(sp[-2])) [[unlikely]] {              \
      SAVE;                                           \
      *sp = not_a_cons(vm, sp[-2]);                   \
      goto raise;                                     \
    }                                                 \
    heap.store(as_pair(sp[-2])->part, sp[-1]);        \
    sp[-2] = result;                                  \
    --sp;                                             \
    NEXT;                                             \
  }
  SET_PART(SetCar, car, sp[-1])
  SET_PART(SetCdr, cdr, sp[-1])
  SET_PART(Rplaca, car, sp[-2])
  SET_PART(Rplacd, cdr, sp[-2])
#undef SET_PART
  HANDLE(Cons) {
    SAVE;
    sp[-2] = heap.cons(sp[-2], sp[-1]);
    --sp;
    NEXT;
  }
  HANDLE(List) {
    SAVE;
    Value list = kNil;
    for (Value* p = sp; p > sp - A24;) {
      --p;
      list = heap.cons(*p, list);
    }
    sp -= A24;
    *sp++ = list;
    NEXT;
  }
  HANDLE(Eq) {
    --sp;
    sp[-1] = sp[-1] == sp[0] ? kT : kNil;
    NEXT;
  }
  HANDLE(Eql) {
    --sp;
    sp[-1] = eql(sp[-1], sp[0]) ? kT : kNil;
    NEXT;
  }
  HANDLE(Not) sp[-1] = sp[-1] == kNil ? kT : kNil; NEXT;
  HANDLE(Consp) sp[-1] = is_cons(sp[-1]) ? kT : kNil; NEXT;
  HANDLE(Atom) sp[-1] = is_cons(sp[-1]) ? kNil : kT; NEXT;
  HANDLE(Symbolp) sp[-1] = is_symbol(sp[-1]) ? kT : kNil; NEXT;
#define ARITHMETIC(name, fast, slow, x, y, result, pop)   \
  HANDLE(name) {                                          \
    Value a = x;                                          \
    Value b = y;                                          \
    Value r;                                              \
    if (!fast(a, b, r)) [[unlikely]] {                    \
      SAVE;                                               \
      r = slow(vm, a, b);                                 \
    }                                                     \
    sp += pop;                                            \
    result = r;                                           \
    NEXT;                                                 \
  }
  ARITHMETIC(Add, fast_add, slow_add, sp[-2], sp[-1], sp[-1], -1)
  ARITHMETIC(Subtract, fast_subtract, slow_subtract, sp[-2], sp[-1], sp[-1], -1)
  ARITHMETIC(Multiply, fast_multiply, slow_multiply, sp[-2], sp[-1], sp[-1], -1)
  ARITHMETIC(AddImmediate, fast_add, slow_add, sp[-1], Value::from_fixnum(S24), sp[-1], 0)
  ARITHMETIC(LocalAddImmediate, fast_add, slow_add, base[A8], Value::from_fixnum(S16), sp[-1], 1)
  ARITHMETIC(IncrementLocal, fast_add, slow_add, base[A8], Value::from_fixnum(S16), base[A8], 0)
  ARITHMETIC(LocalAddLocal, fast_add, slow_add, base[A8], base[B16], sp[-1], 1)
  ARITHMETIC(LocalSubtractLocal, fast_subtract, slow_subtract, base[A8], base[B16], sp[-1], 1)
#undef ARITHMETIC
  // The fast path is for simple vectors; other arrays and errors take the slow path.
#define VECTOR_REFERENCE(opcode, slow)                                                         \
  HANDLE(opcode) {                                                                             \
    Value v = sp[-2];                                                                          \
    Value i = sp[-1];                                                                          \
    if (Value* place = element_place(v, i)) [[likely]] {                                       \
      sp[-2] = *place;                                                                         \
    } else {                                                                                   \
      SAVE;                                                                                    \
      sp[-2] = slow(vm, v, i);                                                                 \
    }                                                                                          \
    --sp;                                                                                      \
    NEXT;                                                                                      \
  }
  VECTOR_REFERENCE(Aref, slow_aref)
  VECTOR_REFERENCE(Svref, slow_svref)
#undef VECTOR_REFERENCE
#define SET_VECTOR_REFERENCE(opcode, slow)                                             \
  HANDLE(opcode) {                                                                     \
    Value v = sp[-3];                                                                  \
    Value i = sp[-2];                                                                  \
    if (Value* place = element_place(v, i)) [[likely]] {                               \
      heap.store(*place, sp[-1]);                                                      \
    } else {                                                                           \
      SAVE;                                                                            \
      slow(vm, v, i, sp[-1]);                                                          \
    }                                                                                  \
    sp[-3] = sp[-1];                                                                   \
    sp -= 2;                                                                           \
    NEXT;                                                                              \
  }
  SET_VECTOR_REFERENCE(SetAref, slow_set_aref)
  SET_VECTOR_REFERENCE(SetSvref, slow_set_svref)
#undef SET_VECTOR_REFERENCE
  HANDLE(Char) {
    Value v = sp[-2];
    Value i = sp[-1];
    if (is_string_object(v) && i.is_fixnum() &&
        static_cast<std::uint64_t>(i.fixnum()) < as<String>(v)->length()) [[likely]] {
      sp[-2] = Value::from_character(string_char(as<String>(v), static_cast<std::size_t>(i.fixnum())));
    } else {
      SAVE;
      sp[-2] = slow_char(vm, v, i);
    }
    --sp;
    NEXT;
  }
  // ---- calls
  // Pushes a frame for the closure CALLEE, which has the code CALLED, with arguments from AT on;
  // then executes the next instruction.
#define ENTER(called, at)                                                                  \
  do {                                                                                     \
    Code* code = called;                                                                   \
    Value* new_base = (at);                                                                \
    fp->pc = pc;                                                                           \
    if (fp + 1 >= vm.frame_limit.load(std::memory_order_relaxed) ||                        \
        new_base + code->max_stack >= vm.stack_limit) [[unlikely]] {                       \
      SAVE;                                                                                \
      vm.at_limit();                                                                       \
    }                                                                                      \
    ++fp;                                                                                  \
    pc = code->start;                                                                      \
    base = new_base;                                                                       \
    K = code->constants;                                                                   \
    fp->base = base;                                                                       \
    fp->function = callee;                                                                 \
    fp->constants = K;                                                                     \
    fp->tail_calls = 0;                                                                    \
    NEXT;                                                                                  \
  } while (0)
#define CODE_OF(f) as<Code>(as<Closure>(f)->code)
#define IS_SIMPLE(f, count)           \
  (header_of(f)->type == Type::Closure && \
   CODE_OF(f)->simple_argc == static_cast<std::int32_t>(count))
  // The code of the running function, found from K. RUNS tests whether F is the running function:
  // then a recursive call need not wait for the dependent loads of symbol, closure and code, since
  // the processor predicts the result of the comparison.
#define RUNNING reinterpret_cast<Code*>(reinterpret_cast<std::uintptr_t>(K) - offsetof(Code, constants))
#define RUNS(f, count) (f == fp->function && RUNNING->simple_argc == static_cast<std::int32_t>(count))

  HANDLE(CallGlobal) {
    argc = A8;
    callee = as<Symbol>(K[B16])->function;
    if (RUNS(callee, argc)) ENTER(RUNNING, sp - argc);
    if (IS_SIMPLE(callee, argc)) [[likely]] ENTER(CODE_OF(callee), sp - argc);
    goto call_any;
  }
  HANDLE(CallSealed) {
    argc = A8;
    callee = K[B16];
    if (!callee.is_object()) callee = as<Symbol>(callee)->function;
    if (IS_SIMPLE(callee, argc)) [[likely]] ENTER(CODE_OF(callee), sp - argc);
    goto call_any;
  }
  HANDLE(Call) {
    argc = A24;
    callee = sp[-1 - static_cast<std::ptrdiff_t>(argc)];
    sp = move_down(sp - argc, sp, sp - argc - 1);
    if (RUNS(callee, argc)) ENTER(RUNNING, sp - argc);
    goto call_any;
  }
  HANDLE(Apply) {
    argc = A24;
    SAVE;
    callee = vm.spread_last(argc);
    sp = vm.sp;
    goto call_any;
  }
  HANDLE(ApplyLists) {
    argc = A24;
    SAVE;
    callee = vm.spread_all(argc);
    sp = vm.sp;
    goto call_any;
  }
raise:  // signals the condition at sp
  ++sp;
  callee = raiser(vm);
  argc = 1;
  goto call_any;
call_any:  // CALLEE is any value; its ARGC arguments are topmost
  SAVE;
  callee = resolve_callee(vm, callee, argc, called_name);
  if (header_of(callee)->type == Type::Builtin) {
    Value result = run_builtin(vm, callee, argc);
    sp -= argc;
    *sp++ = result;
    NEXT;
  } else {
    Value* first = sp - argc;
    if (!IS_SIMPLE(callee, argc)) vm.bind_arguments(callee, argc), sp = vm.sp;
    ENTER(CODE_OF(callee), first);
  }

  // Replaces the current frame by one for the closure CALLEE, whose arguments are the topmost
  // values; then executes the next instruction.
#define BECOME(called)                                                                     \
  do {                                                                                     \
    Code* code = called;                                                                   \
    sp = move_down(sp - argc, sp, base);                                                   \
    fp->tail_calls += is_counted(fp->function, code_of(fp));                               \
    K = code->constants;                                                                   \
    fp->function = callee;                                                                 \
    fp->constants = K;                                                                     \
    if (fp >= vm.frame_limit.load(std::memory_order_relaxed) ||                            \
        base + code->max_stack >= vm.stack_limit) [[unlikely]] {                           \
      pc = code->entry; /* the frame is now that of the callee */                        \
      SAVE;                                                                                \
      vm.at_limit();                                                                       \
    }                                                                                      \
    pc = code->start;                                                                      \
    NEXT;                                                                                  \
  } while (0)

  HANDLE(TailCallGlobal) {
    argc = A8;
    callee = as<Symbol>(K[B16])->function;
    if (RUNS(callee, argc)) BECOME(RUNNING);
    if (IS_SIMPLE(callee, argc)) [[likely]] BECOME(CODE_OF(callee));
    goto tail_call_any;
  }
  HANDLE(TailCallSealed) {
    argc = A8;
    callee = K[B16];
    if (!callee.is_object()) callee = as<Symbol>(callee)->function;
    if (IS_SIMPLE(callee, argc)) [[likely]] BECOME(CODE_OF(callee));
    goto tail_call_any;
  }
  HANDLE(TailCall) {
    argc = A24;
    callee = sp[-1 - static_cast<std::ptrdiff_t>(argc)];
    if (RUNS(callee, argc)) BECOME(RUNNING);
    goto tail_call_any;
  }
  HANDLE(TailApply) {
    argc = A24;
    SAVE;
    callee = vm.spread_last(argc);
    sp = vm.sp;
    goto tail_call_any;
  }
tail_call_any:
  SAVE;  // for an error, the caller's frame must be complete
  callee = resolve_callee(vm, callee, argc, called_name);
  if (header_of(callee)->type == Type::Builtin) {
    sp[0] = run_builtin(vm, callee, argc);
    ++sp;
    goto L_ReturnValues;
  }
  if (!IS_SIMPLE(callee, argc)) {
    Value* first = sp - argc;
    vm.bind_arguments(callee, argc);
    sp = vm.sp;
    argc = static_cast<std::size_t>(sp - first);
  }
  BECOME(CODE_OF(callee));

  HANDLE(Return) {
    vm.value_count = 1;
    goto L_ReturnValues;
  }
  HANDLE(ReturnValues) {
    Value* place = base;
    *place = sp[-1];
    sp = place + 1;
    --fp;
    pc = fp->pc;
    base = fp->base;
    K = fp->constants;
    NEXT;
  }
  HANDLE(Stop) {
    vm.sp = sp;
    vm.fp = fp;
    return sp[-1];
  }

  // ---- multiple values
  HANDLE(One) vm.value_count = 1; NEXT;
  HANDLE(Values) {
    SAVE;
    Value first = vm.return_values(sp - A24, A24);
    sp -= A24;
    *sp++ = first;
    NEXT;
  }
  HANDLE(SaveValues) {
    SAVE;
    sp[-1] = vm.values_list(sp[-1]);
    NEXT;
  }
  HANDLE(LoadValues) sp[-1] = vm.load_values(sp[-1]); NEXT;
  HANDLE(BindValues) {
    std::size_t wanted = A24;
    vm.bind_values(sp - 1, wanted);
    sp += wanted - 1;
    NEXT;
  }

  // ---- the dynamic stack
  HANDLE(Bind) {
    Value symbol = K[A24];
    SAVE;
    vm.bind_special(symbol, sp[-1]);
    --sp;
    NEXT;
  }
  HANDLE(BindList) {
    SAVE;
    vm.bind_list(sp[-2], sp[-1]);
    sp -= 2;
    NEXT;
  }
  HANDLE(Unwind) vm.undo_records(A24); NEXT;
  HANDLE(PushCatch) {
    Value tag = *--sp;
    SAVE;
    vm.push_record(DynamicRecord::Catch, tag, kNil)->pc = pc + S24;
    NEXT;
  }
  HANDLE(PushExit) {
    SAVE;
    std::int32_t offset = static_cast<std::int32_t>(*pc++);
    base[A24] = vm.push_exit(pc + offset);
    NEXT;
  }
  HANDLE(StayExit) (vm.dynamic_top - 1)->b = kT; NEXT;
  HANDLE(PushCleanup) {
    SAVE;
    vm.push_record(DynamicRecord::Cleanup, kNil, kNil)->pc = pc + S24;
    NEXT;
  }
  HANDLE(EndCleanup) {
    SAVE;
    bool goes_on = vm.end_cleanup();
    sp = vm.sp;
    if (goes_on) goto unwind;
    NEXT;
  }
  HANDLE(Throw) {
    SAVE;
    vm.begin_throw(sp[-2], sp[-1]);
    goto unwind;
  }
  HANDLE(Leave) {
    SAVE;
    vm.begin_leave(sp[-2], sp[-1]);
    goto unwind;
  }
warm_loop:
  vm.loop_iterations_left = Vm::kLoopIterations;
  if (vm.native) {
    SAVE;
    Code* code = code_of(fp);
    if (const void* address = vm.native->warm_loop(code, pc)) {
      clear_registers();
      exit = vm.native->run(address, vm.native_frame(), base, kNil);
      goto left_native;
    }
  }
  NEXT;
unwind:
  if (!vm.unwind()) return kAbsent;
  RELOAD;
  NEXT;
}
// clang-format on

}  // namespace winnow

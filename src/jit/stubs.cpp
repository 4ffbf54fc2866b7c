#include "jit/stubs.hpp"

#include <algorithm>
#include <bit>
#include <new>

#include "jit/entry.hpp"
#include "jit/floats.hpp"
#include "jit/runtime.hpp"
#include "jit/words.hpp"
#include "vm/dispatch.hpp"

namespace winnow::jit {

namespace {

using Exit = NativeCode::Exit;

class StubMaker : private asmjit::ErrorHandler {
 public:
  StubMaker(const VmFields& fields, CodeMemory& memory) : fields_(fields), memory_(memory) {
    holder_.init(asmjit::Environment::host());
    holder_.setErrorHandler(this);
    holder_.attach(&a_);
    for (Label* l :
         {&call_, &call_value_, &tail_call_, &tail_call_value_, &raise_, &return_value_, &exit_,
          &exit_to_call_, &exit_to_tail_call_, &exit_to_unwind_, &exit_to_resume_, &return_stub_,
          &tag_word_[0], &tag_word_[1], &untag_word_[0], &untag_word_[1]})
      *l = a_.newLabel();
  }

  const Stubs* make() {
    stubs_ = reinterpret_cast<Stubs*>(memory_.allocate_data(sizeof(Stubs)));
    thunk();
    exits();
    conversions();
    for (bool is_signed : {false, true}) word_conversions(is_signed);
    call();
    tail_call();
    raise();
    holder_.flatten();
    std::size_t size = holder_.codeSize();
    char* at = memory_.allocate_code(size);
    if (has_failed_ || stubs_ == nullptr || at == nullptr) throw std::bad_alloc();
    holder_.relocateToBase(reinterpret_cast<std::uint64_t>(at));
    memory_.fill(at, size, [&] { holder_.copyFlattenedData(at, size); });
    auto address = [&](const Label& l) {
      return static_cast<const void*>(at + holder_.labelOffset(l));
    };
    *stubs_ = {reinterpret_cast<NativeCode::Thunk>(at),
               address(return_stub_),
               address(call_),
               address(call_value_),
               address(tail_call_),
               address(tail_call_value_),
               address(raise_),
               address(return_value_),
               address(exit_to_call_),
               address(exit_to_tail_call_),
               address(exit_to_unwind_),
               address(exit_to_resume_),
               {},
               {},
               {address(tag_word_[0]), address(tag_word_[1])},
               {address(untag_word_[0]), address(untag_word_[1])}};
    std::ranges::transform(load_word_of_double_, stubs_->load_word_of_double.begin(), address);
    std::ranges::transform(load_double_, stubs_->load_double.begin(), address);
    return stubs_;
  }

 private:
  void handleError(asmjit::Error, const char*, asmjit::BaseEmitter*) override {
    has_failed_ = true;
  }

  // The entry from C++, called with (Vm*, address, Frame*, base, value, count).
  void thunk() {
    a_.save_registers();
    a_.mov(kVm, kArg0);
    a_.mov(kFrame, kArg2);
    a_.mov(kBase, kArg3);
    a_.mov(kValue, kArg4);
    a_.mov(kCount, kArg5);
    a_.mov(kNil, nil().bits);
    a_.mov(kHeap, reinterpret_cast<std::uint64_t>(&fields_.heap));
    a_.jmp(kArg1);
    a_.bind(return_stub_);
    a_.mov(qword_ptr(kBase), kValue);
    a_.lea(kScratch, ptr(kBase, 8));
    a_.mov(fields_.sp(), kScratch);
    a_.sub(kFrame, kFrameBytes);
    a_.mov(fields_.fp(), kFrame);
    a_.mov(kValue.r32(), static_cast<int>(Exit::Returned));
    a_.bind(exit_);
    a_.restore_registers_and_return();
  }

  void exits() {
    auto exit = [&](const Label& label, Exit how) {
      a_.bind(label);
      a_.mov(kValue.r32(), static_cast<int>(how));
      a_.jmp(exit_);
    };
    exit(exit_to_call_, Exit::Call);
    exit(exit_to_tail_call_, Exit::TailCall);
    exit(exit_to_unwind_, Exit::Unwinding);
    exit(exit_to_resume_, Exit::Returned);
    a_.bind(return_value_);
    a_.jmp(return_address());
  }

  void conversions() {
    Label zero = a_.newLabel();
    for (std::size_t i = 0; i < kFloatPoolSize; ++i) {
      load_word_of_double_[i] = a_.newLabel();
      load_double_[i] = a_.newLabel();
      Label boxed = a_.newLabel();
      a_.bind(load_word_of_double_[i]);
      load_word_of(a_, kScratch, pool_float(i));
      a_.jz(zero);
      a_.return_from_stub();
      a_.bind(load_double_[i]);
      test_boxed(a_, kScratch);
      a_.jnz(boxed);
      load_immediate_double(a_, pool_float(i), kScratch);
      a_.return_from_stub();
      a_.bind(boxed);
      load_boxed_double(a_, pool_float(i), kScratch);
      a_.return_from_stub();
    }
    a_.bind(zero);
    load_word_of_zero(a_, kScratch);
    a_.return_from_stub();
  }

  void word_conversions(bool is_signed) {
    Label large = a_.newLabel();
    a_.bind(tag_word_[is_signed]);
    tag_small_word(a_, kScratch, large, is_signed);
    a_.return_from_stub();
    a_.bind(large);
    restore_large_word(a_, kScratch, is_signed);
    box_in_current_hole(is_signed);
    a_.save_pool();
    a_.mov(kArg1, kScratch);
    a_.mov(kArg2, kScratch);
    a_.shr(kArg2, 63);
    if (!is_signed) a_.mov(kArg2, 0);
    a_.mov(kArg0, kVm);
    call_cpp(reinterpret_cast<const void*>(&box_word));
    a_.mov(kScratch, kValue);
    a_.restore_pool();
    a_.return_from_stub();
    Label boxed = a_.newLabel();
    a_.bind(untag_word_[is_signed]);
    a_.test(kScratch.r8(), 3);
    a_.jnz(boxed);
    shift_word_right(a_, kScratch, 2, is_signed);
    a_.return_from_stub();
    a_.bind(boxed);
    load_large_word(a_, kScratch, kScratch, is_signed);
    a_.return_from_stub();
  }

  // Boxes the word in the scratch register and returns from the stub, if the word is not negative and
  // the current hole has room. Else continues after this, with the word in the scratch register.
  void box_in_current_hole(bool is_signed) {
    const Gp cell = kPool[0];
    const Gp next = kPool[1];
    Label is_zeroed = a_.newLabel();
    Label full = a_.newLabel();
    Label otherwise = a_.newLabel();
    if (is_signed) {
      a_.test(kScratch, kScratch);
      a_.js(otherwise);
    }
    a_.save_two(cell, next);
    a_.mov(cell, fields_.object_next());
    a_.cmp(cell, fields_.object_end());
    a_.je(full);
    a_.lea(next, ptr(cell, static_cast<int>(sizeof(Bignum))));
    a_.mov(fields_.object_next(), next);
    a_.cmp(next, fields_.object_zeroed());
    a_.jbe(is_zeroed);
    a_.mov(fields_.object_zeroed(), next);
    a_.bind(is_zeroed);
    a_.mov(qword_ptr(cell, offsetof(Bignum, limbs)), kScratch);
    a_.mov(next, std::bit_cast<std::uint64_t>(Header{Type::Bignum, 0, 0, 1}));
    a_.mov(qword_ptr(cell), next);
    mark_new_object(a_, fields_, cell, 1, next);
    a_.lea(kScratch, ptr(cell, static_cast<int>(kObjectTag)));
    a_.restore_two(cell, next);
    a_.return_from_stub();
    a_.bind(full);
    a_.restore_two(cell, next);
    a_.bind(otherwise);
  }

  // Stores fp and sp for a call of C++: the caller's frame is on top, the arguments are below sp.
  void save_call() {
    a_.mov(fields_.fp(), kFrame);
    a_.lea(kScratch, ptr(kBase, kCount, 3));
    a_.mov(fields_.sp(), kScratch);
  }

  void call_cpp(const void* function) {
    a_.mov(kScratch, reinterpret_cast<std::uint64_t>(function));
    a_.call(kScratch);
  }

  // Loads the native code of the closure in kValue into the scratch register. Jumps to
  // NOT_OBJECT if kValue is not an object with a header, and to OTHER if it is not a
  // plain closure with native code.
  void find_native(const Label& not_object, const Label& other) {
    test_tag(a_, kValue, kObjectTag);
    a_.jnz(not_object);
    a_.cmp(type_and_flags_of(kValue), static_cast<int>(Type::Closure));
    a_.jne(other);
    a_.mov(kScratch, field(kValue, offsetof(Closure, code)));
    a_.mov(kScratch, field(kScratch, offsetof(Code, native)));
    a_.test(kScratch, kScratch);
    a_.jz(other);
  }

  // Compares kCount with the number of arguments that the closure in kValue requires.
  void compare_argument_count() {
    a_.mov(kArg1, field(kValue, offsetof(Closure, code)));
    Mem simple_argc = field(kArg1, offsetof(Code, simple_argc));
    simple_argc.setSize(4);
    a_.cmp(kCount.r32(), simple_argc);
  }

  // Calls FUNCTION, a resolve_... function, and loads its results. A spill slot keeps kCount.
  void resolve(const void* function) {
    save_call();
    a_.mov(spill_slot(0), kCount);
    a_.mov(kArg0, kVm);
    a_.mov(kArg1, kValue);
    a_.mov(kArg4, reinterpret_cast<std::uint64_t>(stubs_));
    call_cpp(function);
    a_.mov(kScratch, kValue);
    a_.mov(kValue, kSecondValue);
    a_.mov(kCount, spill_slot(0));
  }

  void call() {
    Label other = a_.newLabel();
    Label cached = a_.newLabel();
    a_.align(asmjit::AlignMode::kCode, 16);
    a_.bind(call_value_);
    a_.xor_(kCache.r32(), kCache.r32());
    Label not_object = a_.newLabel();
    find_native(not_object, other);
    a_.jmp(kScratch);
    a_.bind(not_object);
    find_function(other);
    a_.jmp(call_value_);
    a_.align(asmjit::AlignMode::kCode, 16);
    a_.bind(call_);
    find_native(not_object, other);
    compare_argument_count();
    a_.jne(cached);
    a_.movsxd(kArg1, dword_ptr(kScratch, static_cast<int>(offsetof(Entry, bound)) -
                                             static_cast<int>(sizeof(Entry))));
    a_.add(kScratch, kArg1);
    a_.bind(cached);
    a_.mov(qword_ptr(kCache, offsetof(InlineCache, function)), kValue);
    a_.mov(qword_ptr(kCache, offsetof(InlineCache, entry)), kScratch);
    a_.jmp(kScratch);
    a_.bind(other);
    Label unknown = a_.newLabel();
    Label no_method = a_.newLabel();
    check_object(kValue, kGenericFunction, unknown);
    // The caller's next call jumps directly to GENERIC.
    Label generic = a_.newLabel();
    a_.test(kCache, kCache);
    a_.jz(generic);
    a_.mov(qword_ptr(kCache, offsetof(InlineCache, function)), kValue);
    a_.lea(kScratch, ptr(generic));
    a_.mov(qword_ptr(kCache, offsetof(InlineCache, entry)), kScratch);
    a_.align(asmjit::AlignMode::kCode, 16);
    a_.bind(generic);
    select_method(no_method, [&] { a_.jmp(kScratch); });
    a_.bind(no_method);
    a_.xor_(kCache.r32(), kCache.r32());
    a_.bind(unknown);
    Label rest = a_.newLabel();
    call_builtin(rest);
    a_.bind(rest);
    resolve(reinterpret_cast<const void*>(&resolve_call));
    a_.jmp(kScratch);
  }

  // Replaces the symbol in kValue by its function. Jumps to OTHER if kValue is not a symbol, or if
  // the symbol is not bound to a function.
  void find_function(const Label& other) {
    static_assert(static_cast<int>(Type::Builtin) == static_cast<int>(Type::Closure) + 1);
    test_tag(a_, kValue, kSymbolTag);
    a_.jnz(other);
    a_.cmp(fields_.runs_old_dialects(), 0);  // where the caller's dialect matters
    a_.jne(other);
    a_.mov(kArg1, field(kValue, offsetof(Symbol, function), kSymbolTag));
    a_.movzx(kScratch.r32(), type_of(kArg1));
    a_.sub(kScratch.r32(), static_cast<int>(Type::Closure));
    a_.cmp(kScratch.r32(), 1);
    a_.ja(other);
    a_.mov(kValue, kArg1);
  }

  // Calls kValue if it is a builtin that accepts kCount arguments. Otherwise jumps to REST.
  void call_builtin(const Label& rest) {
    check_object(kValue, static_cast<int>(Type::Builtin), rest);
    a_.mov(kArg1, field(kValue, offsetof(Builtin, info)));
    a_.cmp(kCount, qword_ptr(kArg1, offsetof(BuiltinInfo, least)));
    a_.jb(rest);
    a_.cmp(kCount, qword_ptr(kArg1, offsetof(BuiltinInfo, most)));
    a_.ja(rest);
    save_call();
    a_.mov(fields_.value_count(), 1);
    a_.mov(kScratch, qword_ptr(kArg1, offsetof(BuiltinInfo, code)));
    a_.mov(kArg0, kVm);
    a_.mov(kArg1, kBase);
    a_.call(kScratch);
    a_.jmp(return_address());
  }

  static constexpr int kGenericFunction = static_cast<int>(Type::Closure) | Closure::kGeneric << 8;

  // Jumps to UNKNOWN unless R is an object with exactly these type and flag bits.
  void check_object(const Gp& r, int type_and_flags, const Label& unknown) {
    test_tag(a_, r, kObjectTag);
    a_.jnz(unknown);
    a_.cmp(type_and_flags_of(r), type_and_flags);
    a_.jne(unknown);
  }

  // Loads the method that the generic function in kValue selects by the classes of one or two
  // arguments, or by a single one that may be an object of an EQL specializer, into kValue, and its
  // native code into the scratch register; then emits CONTINUATION, which must end with a jump.
  // Jumps to UNKNOWN, with the generic function in kValue, unless the first row that is probed, or
  // the entry of the object, has the method and the method has native code. Preserves kCount and
  // kCache.
  template <class Continuation>
  void select_method(const Label& unknown, Continuation continuation) {
    const Gp table = kOther;
    const Gp method = kArg4;
    const Gp row = kArg0;
    const Gp key = kArg1;
    auto element = [&](std::size_t i) { return field(table, offsetof(Vector, data) + 8 * i); };
    auto cell = [&](std::size_t keys, std::size_t i) {
      Mem m = element(DispatchRow::kPlaces + keys + i);
      m.setIndex(row);
      return m;
    };
    Mem place = element(DispatchRow::kArgument);
    place.setSize(4);
    Label by_two = a_.newLabel();
    Label by_object = a_.newLabel();
    Label by_class = a_.newLabel();
    Label found = a_.newLabel();
    a_.mov(table, field(kValue, offsetof(Closure, captured)));
    a_.mov(key.r32(), place);
    place.addOffset(4);
    a_.cmp(kCount.r32(), place);
    a_.jbe(by_two);
    a_.mov(key, qword_ptr(kBase, key));
    a_.bind(by_class);
    NotInstance one = load_class(key);
    a_.movzx(row.r32(), hash_of(key));
    a_.and_(row, element(DispatchRow::kMask));
    a_.cmp(key, cell(1, 0));
    a_.jne(unknown);
    a_.mov(method, cell(1, 1));
    a_.bind(found);
    a_.mov(kScratch, field(method, offsetof(Closure, code)));
    a_.mov(kScratch, field(kScratch, offsetof(Code, native)));
    a_.test(kScratch, kScratch);
    a_.jz(unknown);
    a_.mov(kValue, method);
    continuation();
    find_built_in_class(key, one, unknown);

    const Gp first_key = kArg4;
    a_.bind(by_two);
    a_.cmp(kNil, element(DispatchRow::kHasObjects));
    a_.jne(by_object);
    a_.cmp(element(DispatchRow::kKeys), fixnum(2).bits);
    a_.jne(unknown);
    a_.cmp(kNil, element(DispatchRow::kNamed));
    a_.jne(unknown);
    auto load_argument = [&](std::size_t i) {
      a_.mov(key, element(DispatchRow::kPlaces + i));
      a_.shr(key, 2);
      a_.cmp(kCount, key);
      a_.jbe(unknown);
      a_.mov(key, qword_ptr(kBase, key, 3));
    };
    load_argument(0);
    NotInstance first = load_class(key);
    a_.mov(first_key, key);
    load_argument(1);
    NotInstance second = load_class(key);
    // The row is (31 * hash of the first + hash of the second) modulo the number of rows.
    a_.movzx(row.r32(), hash_of(first_key));
    a_.imul(row, row, 31);
    a_.movzx(kScratch.r32(), hash_of(key));
    a_.add(row, kScratch);
    a_.and_(row, element(DispatchRow::kMask));
    a_.mov(kScratch, row);  // 3 words in a row, but the mask is for 2
    a_.shr(kScratch, 1);
    a_.add(row, kScratch);
    a_.cmp(first_key, cell(2, 0));
    a_.jne(unknown);
    a_.cmp(key, cell(2, 1));
    a_.jne(unknown);
    a_.mov(method, cell(2, 2));
    a_.jmp(found);

    a_.bind(by_object);
    load_argument(0);
    for (std::size_t i = 0; i < DispatchRow::kMostObjects; ++i) {
      Label other = a_.newLabel();
      a_.cmp(key, element(DispatchRow::kObjects + 2 * i));
      a_.jne(other);
      a_.mov(method, element(DispatchRow::kObjects + 2 * i + 1));
      a_.cmp(method, kNil);
      a_.jne(found);
      a_.jmp(unknown);
      a_.bind(other);
    }
    a_.jmp(by_class);
    find_built_in_class(key, first, unknown);
    find_built_in_class(key, second, unknown);
  }

  static Mem hash_of(const Gp& type) {
    Mem hash = field(type, offsetof(Header, aux));
    hash.setSize(2);
    return hash;
  }

  // The labels of the cases that load_class() leaves to find_built_in_class().
  struct NotInstance {
    Label not_instance, not_object, found;
  };

  // Replaces KEY by its class if it is an instance.
  NotInstance load_class(const Gp& key) {
    NotInstance labels{a_.newLabel(), a_.newLabel(), a_.newLabel()};
    test_tag(a_, key, kObjectTag);
    a_.jnz(labels.not_object);
    a_.cmp(type_of(key), static_cast<int>(Type::Structure));
    a_.jne(labels.not_instance);
    a_.mov(key, field(key, offsetof(Structure, type)));
    a_.bind(labels.found);
    return labels;
  }

  // The continuation of load_class() for a KEY that is not an instance: replaces KEY by its
  // built-in class. Jumps to UNKNOWN if the type alone does not determine the class.
  void find_built_in_class(const Gp& key, const NotInstance& labels, const Label& unknown) {
    const Gp kind = kArg0;
    Label built_in = a_.newLabel();
    a_.bind(labels.not_instance);
    a_.movzx(kind.r32(), type_of(key));
    a_.mov(kScratch, reinterpret_cast<std::uint64_t>(built_in_of_type.data()));
    a_.movzx(kind.r32(), byte_ptr(kScratch, kind));
    a_.cmp(kind.r32(), kNoBuiltIn);
    a_.je(unknown);
    a_.bind(built_in);
    Symbol* classes = as_symbol(fields_.heap.symbols->symbol(Sym::built_in_classes));
    a_.mov(kScratch, reinterpret_cast<std::uint64_t>(&classes->value));
    a_.mov(kScratch, qword_ptr(kScratch));
    a_.mov(key,
           qword_ptr(kScratch, kind, 3, static_cast<int>(offsetof(Vector, data) - kObjectTag)));
    a_.jmp(labels.found);
    a_.bind(labels.not_object);
    a_.mov(kind.r32(), static_cast<int>(BuiltIn::Integer));
    a_.test(key.r8(), 3);
    a_.jz(built_in);
    a_.mov(kind.r32(), static_cast<int>(BuiltIn::Symbol));
    test_tag(a_, key, kSymbolTag);
    a_.jz(built_in);
    test_tag(a_, key, kPairTag);
    a_.jnz(unknown);
    a_.xor_(kind.r32(), kind.r32());
    static_assert(static_cast<int>(BuiltIn::Null) == 0 && static_cast<int>(BuiltIn::Cons) == 1);
    a_.cmp(key, kNil);
    a_.setne(kind.r8());
    a_.jmp(built_in);
  }

  void tail_call() {
    Label replace_frame = a_.newLabel();
    Label not_generic = a_.newLabel();
    Label rest = a_.newLabel();
    Label more = a_.newLabel();
    Label done = a_.newLabel();
    a_.align(asmjit::AlignMode::kCode, 16);
    a_.bind(tail_call_value_);
    // Starts at 0, which is also the null cache that resolve() expects.
    const Gp i = kCache;
    a_.xor_(i.r32(), i.r32());
    find_native(tail_call_, tail_call_);
    compare_argument_count();
    // On a wrong number of arguments, C++ signals the error while the caller's frame still exists.
    a_.jne(tail_call_);
    a_.bind(replace_frame);
    a_.mov(kArg1, frame_field(offsetof(Frame, base)));
    a_.bind(more);
    a_.cmp(i.r32(), kCount.r32());
    a_.je(done);
    a_.mov(kArg0, qword_ptr(kBase, i, 3));
    a_.mov(qword_ptr(kArg1, i, 3), kArg0);
    a_.inc(i.r32());
    a_.jmp(more);
    a_.bind(done);
    a_.mov(kBase, kArg1);
    if (fields_.vm.counts_tail_calls) count_tail_call();
    a_.sub(kFrame, kFrameBytes);
    a_.jmp(kScratch);
    a_.bind(tail_call_);
    check_object(kValue, kGenericFunction, not_generic);
    select_method(rest, [&] {
      compare_argument_count();
      a_.jne(not_generic);
      a_.xor_(i.r32(), i.r32());
      a_.jmp(replace_frame);
    });
    // An inlined call that takes its slow path finds its function in the cache.
    Label not_cached = a_.newLabel();
    a_.bind(not_generic);
    a_.test(kCache, kCache);
    a_.jz(not_cached);
    a_.cmp(kValue, qword_ptr(kCache, static_cast<int>(offsetof(InlineCache, function))));
    a_.jne(not_cached);
    a_.mov(kScratch, qword_ptr(kCache, static_cast<int>(offsetof(InlineCache, entry))));
    a_.xor_(i.r32(), i.r32());
    a_.jmp(replace_frame);
    // The entry of a function that makes a list of its further arguments makes it in the new place.
    a_.bind(not_cached);
    find_native(rest, rest);
    a_.mov(kArg1, field(kValue, offsetof(Closure, code)));
    a_.movzx(kArg0.r32(), byte_field(kArg1, offsetof(Header, flags)));
    a_.and_(kArg0.r32(), static_cast<int>(Code::kRest | Code::kKey));
    a_.cmp(kArg0.r32(), static_cast<int>(Code::kRest));
    a_.jne(rest);
    a_.movzx(kArg0.r32(), word_field(kArg1, offsetof(Code, required)));
    a_.cmp(kCount.r32(), kArg0.r32());
    a_.jb(rest);
    a_.xor_(i.r32(), i.r32());
    a_.jmp(replace_frame);
    a_.bind(rest);
    resolve(reinterpret_cast<const void*>(&resolve_tail_call));
    a_.mov(kBase, frame_field(offsetof(Frame, base)));
    a_.sub(kFrame, kFrameBytes);
    a_.jmp(kScratch);
  }

  // See is_counted().
  void count_tail_call() {
    Label is_not_counted = a_.newLabel();
    a_.mov(kArg0, frame_field(offsetof(Frame, function)));
    a_.test(byte_field(kArg0, offsetof(Header, flags)), 0xff);
    a_.jnz(is_not_counted);
    a_.mov(kArg0, field(kArg0, offsetof(Closure, code)));
    a_.test(byte_field(kArg0, offsetof(Code, flags)), Code::kSealed);
    a_.jnz(is_not_counted);
    a_.add(frame_field(offsetof(Frame, tail_calls)), 1);
    a_.bind(is_not_counted);
  }

  // Calls RAISER with the condition in kValue. All values of the frame are below sp.
  void raise() {
    a_.bind(raise_);
    a_.mov(kBase, fields_.sp());
    a_.mov(qword_ptr(kBase), kValue);
    Symbol* raiser = as_symbol(fields_.heap.symbols->symbol(Sym::raiser));
    a_.mov(kScratch, reinterpret_cast<std::uint64_t>(&raiser->function));
    a_.mov(kValue, qword_ptr(kScratch));
    a_.mov(frame_field(kFrameBytes + offsetof(Frame, tail_calls)), 0);
    a_.mov(kCount.r32(), 1);
    a_.jmp(call_value_);
  }

  const VmFields& fields_;
  CodeMemory& memory_;
  asmjit::CodeHolder holder_;
  Assembler a_;
  bool has_failed_ = false;  // the assembler ran out of memory
  Stubs* stubs_ = nullptr;
  Label call_, call_value_, tail_call_, tail_call_value_, raise_, return_value_, exit_,
      exit_to_call_, exit_to_tail_call_, exit_to_unwind_, exit_to_resume_, return_stub_;
  std::array<Label, kFloatPoolSize> load_word_of_double_, load_double_;
  std::array<Label, 2> tag_word_, untag_word_;  // of unsigned and signed words
};

}  // namespace

const Stubs* make_stubs(const VmFields& fields, CodeMemory& memory) {
  return StubMaker(fields, memory).make();
}

}  // namespace winnow::jit

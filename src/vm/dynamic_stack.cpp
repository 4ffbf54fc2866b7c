// The dynamic stack: records of special bindings, catch tags, cleanups and
// exits, and the unwinding that pops them.
//
// An unwinding has a target, a record further down, and values for it. It pops the records one
// by one: bindings are restored, exits become invalid, and the code of a cleanup is run in its
// own frame. The target and the values are saved on the value stack for that time, and the
// instruction EndCleanup continues the unwinding. All this happens inside the interpreter
// loop; only at a Boundary record, where C++ called Lisp, the unwinding continues as a C++
// exception, which CallGate::run catches.
#include <new>
#include <stdexcept>
#include <utility>

#include "data/symbol.hpp"
#include "heap/condition.hpp"
#include "heap/list.hpp"
#include "vm/vm.hpp"

namespace winnow {

Value Vm::push_exit(const std::uint32_t* pc) {
  auto* exit = heap_.allocate<Exit>(Type::Exit, sizeof(Exit), 0, 0, Exit::kActive);
  exit->record = dynamic_top;
  push_record(DynamicRecord::Exit, to_value(exit), nil())->pc = pc;
  return to_value(exit);
}

void Vm::bind_special(Value symbol, Value value) {
  Symbol* s = as_symbol(symbol);
  if (s->has(Symbol::kConstant))
    signal_error(heap_, ConditionKind::program_error, "~S is a constant and cannot be bound",
                 {symbol});
  push_record(DynamicRecord::Binding, symbol, s->value);
  heap_.store(s->value, value);
}

void Vm::bind_list(Value symbols, Value values_list) {
  if (has_type(symbols, Type::Vector)) return enter_context(symbols);
  for (Value list : {symbols, values_list})
    if (proper_length(heap_, list) < 0) signal_not_a_proper_list(heap_, "progv", list);
  Value before = nil();
  Value names = nil();
  for (Value l = symbols; is_cons(l); l = cdr(l)) {
    if (!is_symbol(car(l))) signal_wrong_type(heap_, "progv", car(l), "a symbol");
    if (as_symbol(car(l))->has(Symbol::kConstant))
      signal_error(heap_, ConditionKind::program_error, "~S is a constant and cannot be bound",
                   {car(l)});
    names = heap_.cons(car(l), names);
    before = heap_.cons(as_symbol(car(l))->value, before);
  }
  push_record(DynamicRecord::Bindings, names, before);
  for (; is_cons(symbols); symbols = cdr(symbols)) {
    heap_.store(as_symbol(car(symbols))->value, is_cons(values_list) ? car(values_list) : kUnbound);
    if (is_cons(values_list)) values_list = cdr(values_list);
  }
}

void Vm::undo(DynamicRecord& r) {
  switch (r.kind) {
    case DynamicRecord::Binding: heap_.store(as_symbol(r.a)->value, r.b); break;
    case DynamicRecord::Bindings:
      for (Value s = r.a, v = r.b; is_cons(s); s = cdr(s), v = cdr(v))
        heap_.store(as_symbol(car(s))->value, car(v));
      break;
    case DynamicRecord::Kept:
    case DynamicRecord::Context: undo_context(r); break;
    case DynamicRecord::Exit: as<Exit>(r.a)->header.flags = 0; break;
    case DynamicRecord::Catch:
    case DynamicRecord::Cleanup:
    case DynamicRecord::Boundary: break;
  }
}

void Vm::undo_records(std::size_t count) {
  while (count-- > 0) undo(*--dynamic_top);
}

void Vm::begin_unwind(DynamicRecord* record, Value value) {
  pending_target_ = record;
  pending_frame_ = 0;
  pending_value_ = value;
}

bool Vm::end_cleanup() {
  Value marker = *--sp;
  sp[-1] = load_values(sp[-1]);
  if (is_nil(marker)) return false;
  Value value = *--sp;
  if (marker.fixnum() >= 0)
    begin_unwind(first_record() + marker.fixnum(), value);
  else
    resume_frame_exit(marker, value);
  return true;
}

// After abandon(), only the cleanups of the library run, not those of the program.
bool Vm::is_passed_over(const DynamicRecord& cleanup) const {
  Value function = frame_at(cleanup.frame)->function;
  return abandons_ && (as<Code>(as<Closure>(function)->code)->flags & Code::kSealed) == 0;
}

bool Vm::unwind() {
  for (;;) {
    DynamicRecord* r = dynamic_top - 1;
    if (pending_frame_ != 0 && !is_inside_pending_frame(*r)) {
      land_in_pending_frame();
      return true;
    }
    if (r->kind == DynamicRecord::Boundary) return false;
    bool arrived = r == pending_target_;
    bool stays = arrived && r->kind == DynamicRecord::Exit && !is_nil(r->b);
    if (!stays) {
      undo(*r);
      --dynamic_top;
    }
    if (!arrived && (r->kind != DynamicRecord::Cleanup || is_passed_over(*r))) continue;
    fp = frame_at(r->frame);
    land(*r);
    sp = r->sp;
    if (arrived) {
      *sp++ = pending_value_;
    } else {
      *sp++ = values_list(pending_value_);
      *sp++ = pending_frame_ != 0 ? frame_exit_marker()
                                  : Value::from_fixnum(pending_target_ - first_record());
    }
    pending_value_ = nil();
    if (in_reserve_ || heap_.native_stack.has_lent_reserve()) reset_limits();
    return true;
  }
}

Frame* Vm::native_frame() {
  if (fp[-1].is_native()) return fp;
  if (fp[-1].is_transition()) {
    fp[-1].native = native->return_stub;  // the frame may be older than the native compiler
    return fp;
  }
  if (fp + 1 >= frame_limit.load(std::memory_order_relaxed)) at_limit();
  // Move the frame up by one, to insert the transition frame; its records refer to
  // the new position.
  const std::uint32_t position = position_of(fp);
  for (DynamicRecord* r = dynamic_top; r-- > first_record() && r->frame == position;)
    r->frame += kFrameWords;
  fp[1] = *fp;
  push_transition_frame(fp, fp->base);
  return ++fp;
}

// Makes the frame fp continue at the target of RECORD: in native code if the function has any.
void Vm::land(const DynamicRecord& record) {
  auto* code = code_of(fp);
  const void* address = record.is_native          ? record.native
                        : code->native != nullptr ? native->address_of(code, record.pc)
                                                  : nullptr;
  fp->pc = address != nullptr ? &static_cells().land_native : record.pc;
  if (address != nullptr)
    fp->native = address;
  else
    fp->constants = code->constants;
}

void Vm::begin_throw(Value tag, Value value) {
  for (DynamicRecord* r = dynamic_top; r-- > first_record();)
    if (r->kind == DynamicRecord::Catch && r->a == tag) return begin_unwind(r, value);
  signal_error(heap_, ConditionKind::control_error,
               "THROW: expected the tag of an active CATCH, got ~S", {tag});
}

void Vm::begin_leave(Value exit, Value value) {
  if (as<Exit>(exit)->header.flags == 0)
    signal_error(heap_, ConditionKind::control_error,
                 "RETURN-FROM or GO: expected an active block or tagbody, but it has ended", {});
  begin_unwind(as<Exit>(exit)->record, value);
}

bool Vm::guarded(const std::function<void()>& body) {
  DynamicRecord* outer = guard_;
  Frame* saved_fp = fp;
  Value* saved_sp = sp;
  bool was_in_reserve = in_reserve_;
  bool had_lent_reserve = heap_.native_stack.has_lent_reserve();
  DynamicRecord* mine = push_record(DynamicRecord::Boundary, nil(), nil());
  guard_ = mine;
  // The work of the next iteration: BODY or, after that ran out of memory, the report.
  enum { Body, Exhausted, Tell, Done } next = Body;
  bool completed = false;
  while (next != Done) {
    try {
      auto now = std::exchange(next, Done);
      if (now == Exhausted) heap_.exhausted();
      if (now == Tell) heap_.upcalls->signal(heap_.exhausted_condition);
      body();
      completed = true;
    } catch (const NonlocalExit&) {
      undo_records(static_cast<std::size_t>(dynamic_top - mine - 1));
      abandons_ = false;
      if (pending_target_ == mine && std::exchange(gave_up_, false)) {
        heap_.relieve();
        next = Tell;
      }
    } catch (const std::bad_alloc&) {
      next = Exhausted;
    } catch (const std::length_error&) {
      next = Exhausted;
    }
  }
  dynamic_top = mine;
  guard_ = outer;
  fp = saved_fp;
  sp = saved_sp;
  reset_limits();
  if (was_in_reserve) use_reserve();
  if (had_lent_reserve) heap_.native_stack.lend_reserve();
  if (!completed && pending_target_ != mine) throw NonlocalExit{};
  return completed;
}

// Adds a handler for errors that leaves the attempt with BOUNDARY. In *HANDLER-CLUSTERS* the
// handler is a number, the index of the boundary's record, whose field A is T.
void Vm::handle_errors_by(const DynamicRecord* boundary) {
  Value variable = heap_.symbols->symbol(Sym::star_handlers);
  Value number = fixnum(static_cast<std::size_t>(boundary - first_record()));
  Value handler = heap_.cons(heap_.symbols->symbol(Sym::error_), number);
  bind_special(variable, heap_.cons(list_of(heap_, {handler}), as<Symbol>(variable)->value));
}

Value Vm::attempt(const std::function<void()>& body) {
  const bool was_in_reserve = in_reserve_;
  const bool had_lent_reserve = heap_.native_stack.has_lent_reserve();
  Frame* saved_fp = fp;
  Value* saved_sp = sp;
  DynamicRecord* mine = push_record(DynamicRecord::Boundary, t(), nil());
  attempt_error_ = kAbsent;
  bool left = false;
  // Heap exhaustion is signalled inside the loop, since handlers may exit to this attempt.
  bool out_of_memory = false;
  do {
    try {
      if (std::exchange(out_of_memory, false)) heap_.exhausted();
      handle_errors_by(mine);  // a safepoint, so it may throw
      body();
    } catch (const NonlocalExit&) {
      left = true;
    } catch (const std::bad_alloc&) {
      out_of_memory = true;
    } catch (const std::length_error&) {
      out_of_memory = true;
    }
  } while (out_of_memory);
  undo_records(static_cast<std::size_t>(dynamic_top - mine - 1));
  dynamic_top = mine;
  fp = saved_fp;
  sp = saved_sp;
  reset_limits();
  if (was_in_reserve) use_reserve();
  if (had_lent_reserve) heap_.native_stack.lend_reserve();
  if (left && pending_target_ != mine) throw NonlocalExit{};
  return left ? std::exchange(attempt_error_, kAbsent) : kAbsent;
}

void Vm::leave_attempt(Value number, Value condition) {
  // Programs may assign anything to *HANDLER-CLUSTERS*.
  if (number.fixnum() < 0 || number.fixnum() >= dynamic_top - first_record()) return;
  DynamicRecord* r = first_record() + number.fixnum();
  if (r->kind != DynamicRecord::Boundary || r->a != t()) return;
  attempt_error_ = condition;
  begin_unwind(first_record() + number.fixnum(), nil());
  throw NonlocalExit{};
}

void Vm::give_up() {
  gave_up_ = true;
  abort();
}

void Vm::abort() {
  begin_unwind(guard_, nil());
  throw NonlocalExit{};
}

void Vm::abandon(Value condition) {
  heap_.upcalls->unhandled(condition, false);
  abandons_ = true;
  abort();
}

}  // namespace winnow

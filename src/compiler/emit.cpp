#include "compiler/emit.hpp"

#include <algorithm>

#include "compiler/analyse.hpp"
#include "compiler/resolve.hpp"
#include "data/array.hpp"
#include "heap/condition.hpp"
#include "heap/list.hpp"

namespace winnow {

Value compile_toplevel(Heap& heap, const CompilerOptions& options, Value form, Value environment) {
  Value code;
  auto compile = [&](bool careful) {
    NodeArena arena;
    Analyser analyser(heap, options, arena, careful);
    FunctionNode* f = analyser.analyse_toplevel(form, environment);
    Resolver(heap, arena).resolve(f, nullptr);
    code = Emitter(heap, options, f).emit_function();
  };
  if (options.sealed)
    compile(false);
  else if (heap.upcalls->attempt([&] { compile(false); }) != kAbsent)
    compile(true);
  return code;
}

// ---- bookkeeping

void Emitter::return_now(Op op) {
  undo_to(0);
  out_.emit(op);
}

void Emitter::finish(Want want) {
  switch (want) {
    case Effect: out_.emit(Op::Pop, 1); break;
    case One: break;
    case All: out_.emit(Op::One); break;
    case Tail: return_now(Op::Return); break;
  }
}

void Emitter::finish_call(Want want) {
  if (want == Effect) finish(want);
  if (want == Tail) return_now(Op::ReturnValues);
}

Emitter::Want Emitter::body_want(Want want, int records) const {
  return want == Tail && records > 0 ? All : want;
}

void Emitter::leave_scope(Want want, int records, int slots) {
  if (want == Tail && records == 0) return;
  if (records > 0) out_.emit(Op::Unwind, static_cast<std::uint32_t>(records));
  records_ -= records;
  if (want == Tail) {
    return_now(Op::ReturnValues);
  } else if (slots > 0) {
    out_.emit(want == Effect ? Op::Pop : Op::Slide, static_cast<std::uint32_t>(slots));
  }
}

// ---- variables

std::size_t Emitter::capture_index(Variable* v) const {
  return function_->capture_places.find(v)->second;
}

void Emitter::raw_ref(Variable* v) {
  if (v->owner == function_)
    out_.emit(Op::Local, static_cast<std::uint32_t>(v->slot));
  else
    out_.emit(Op::Capture, static_cast<std::uint32_t>(capture_index(v)));
}

void Emitter::variable_ref(Variable* v) {
  if (!v->is_boxed()) return raw_ref(v);
  if (v->owner == function_)
    out_.emit(Op::LocalBox, static_cast<std::uint32_t>(v->slot));
  else
    out_.emit(Op::CaptureBox, static_cast<std::uint32_t>(capture_index(v)));
}

void Emitter::variable_set(Variable* v) {
  if (v->owner != function_)
    out_.emit(Op::SetCaptureBox, static_cast<std::uint32_t>(capture_index(v)));
  else
    out_.emit(v->is_boxed() ? Op::SetLocalBox : Op::SetLocal, static_cast<std::uint32_t>(v->slot));
}

int Emitter::plain_slot(const Node* n) const {
  if (n->kind != NodeKind::LocalRef) return -1;
  Variable* v = n->variable;
  return v->owner == function_ && !v->is_boxed() ? v->slot : -1;
}

// Binds the variable of B to the value in SLOT.
void Emitter::bind_slot(Binding& b, int slot) {
  if (!b.variable) {
    out_.emit(Op::Local, static_cast<std::uint32_t>(slot));
    out_.emit(Op::Bind, out_.constant(b.special));
    ++records_;
    return;
  }
  b.variable->slot = slot;
  if (b.variable->is_boxed()) {
    out_.emit(Op::MakeBox, static_cast<std::uint32_t>(slot));
    if (slot < 32) boxed_ |= std::uint32_t{1} << slot;
  }
  name_variable(b.variable);
}

// ---- names of variables

void Emitter::name_variable(const Variable* v) {
  if (!v->has_name) return;
  VariablePlace place;
  place.from = out_.next_unit();
  place.index = static_cast<std::uint32_t>(v->slot);
  place.is_boxed = v->is_boxed();
  names_.push_back({v, place});
}

// Ends the scope of the named variables from FIRST on.
void Emitter::end_names(std::size_t first) {
  for (std::size_t i = first; i < names_.size(); ++i)
    names_[i].place.to = std::min(names_[i].place.to, out_.next_unit());
}

void Emitter::name_captures() {
  for (const Variable* v : function_->captures) {
    if (!v->has_name) continue;
    VariablePlace place;
    place.index = static_cast<std::uint32_t>(function_->capture_places.find(v)->second);
    place.is_captured = true;
    place.is_boxed = v->is_boxed();
    names_.push_back({v, place});
  }
}

Value Emitter::variable_names() {
  name_captures();
  ValueVector all(heap_);
  for (const NamedVariable& named : names_) {
    if (!named.place.can_be_packed()) continue;
    all.push(named.variable->name);
    all.push(named.place.packed());
  }
  if (all.empty()) return nil();
  Value row = make_vector(heap_, all.size(), nil());
  std::copy(all.begin(), all.end(), as<Vector>(row)->data);
  return row;
}

// ---- functions

Value Emitter::emit_function() {
  out_.position(function_->at);
  emit_parameters();
  emit(function_->body, Tail);
  CodeHeader header;
  header.name = function_->name;
  header.lambda_list = function_->lambda_list;
  header.docstring = function_->docstring;
  header.source = options_.source;
  header.variables = variable_names();
  for (const LambdaParameter& p : function_->parameters) {
    if (p.kind == LambdaParameter::Required) ++header.required;
    if (p.kind == LambdaParameter::Optional) ++header.optional;
    if (p.kind == LambdaParameter::Rest) header.flags |= Code::kRest;
    if (p.kind == LambdaParameter::Key) ++header.keys;
  }
  if (function_->has_keys) header.flags |= Code::kKey;
  if (function_->allow_other_keys) header.flags |= Code::kAllowOtherKeys;
  if (options_.sealed) header.flags |= Code::kSealed;
  if (!function_->outer) header.flags |= Code::kTopLevel;
  header.flags |= function_->words;
  header.flags |= static_cast<std::uint16_t>(options_.dialect.kind * Code::kDialectUnit);
  header.simple_argc = simple_argc();
  // One value more is reserved for instructions that push a temporary value.
  header.max_stack = static_cast<std::uint32_t>(out_.deepest() + 2);
  header.boxed = boxed_;
  return out_.finish(header);
}

// The number of arguments of each call, if calls need not bind them to parameters at run time
// (Code::simple_argc); else -1.
int Emitter::simple_argc() const {
  int count = 0;
  for (const LambdaParameter& p : function_->parameters) {
    if (p.kind == LambdaParameter::Aux) continue;
    if (p.kind != LambdaParameter::Required && !function_->is_positional) return -1;
    ++count;
  }
  return function_->has_keys && !function_->is_positional ? -1 : count;
}

// The arguments are in the first slots, as bind_arguments stores them. The emitted code evaluates
// default values and binds special variables, in order.
void Emitter::emit_parameters() {
  int slots = 0;
  for (LambdaParameter& p : function_->parameters) {
    if (p.kind == LambdaParameter::Key) out_.keyword_constant(p.keyword);
    if (p.kind != LambdaParameter::Aux) p.variable->slot = slots++;
  }
  out_.set_depth(slots);
  out_.bind(start_);
  for (LambdaParameter& p : function_->parameters) {
    int slot = p.variable->slot;
    if (p.kind == LambdaParameter::Aux) {
      slot = out_.depth();
      emit(p.init, One);
    } else if (p.init && !(function_->is_positional && p.has_constant_default())) {
      Label present;
      Label done;
      out_.jump_unit(encode(Op::JumpIfPresent, static_cast<std::uint32_t>(slot)), present);
      emit(p.init, One);
      out_.emit(Op::SetLocal, static_cast<std::uint32_t>(slot));
      if (p.supplied) {
        out_.emit(Op::Nil);
        out_.jump(Op::Jump, done);
      }
      out_.bind(present);
      if (p.supplied) {
        out_.emit(Op::True);
        out_.bind(done);
      }
    }
    int supplied_slot = out_.depth() - 1;
    Binding b{is_nil(p.special) ? p.variable : nullptr, p.special, nullptr};
    bind_slot(b, slot);
    if (p.supplied) {
      Binding s{is_nil(p.supplied_special) ? p.supplied : nullptr, p.supplied_special, nullptr};
      bind_slot(s, supplied_slot);
    }
  }
}

void Emitter::emit_lambda(FunctionNode* f) {
  Value code = Emitter(heap_, options_, f).emit_function();
  std::uint32_t k = out_.constant(code);
  for (Variable* v : f->captures) raw_ref(v);
  out_.emit_with_unit(Op::MakeClosure, k, static_cast<std::uint32_t>(f->captures.size()));
}

// ---- forms

void Emitter::emit(Node* n, Want want) {
  if (!heap_.native_stack.has_room())
    signal_error(heap_, ConditionKind::storage_condition,
                 "The form is nested too deeply to be compiled", {});
  int depth = out_.depth();
  emit_node(n, want);
  // After unreachable code the depth is set as if the form had returned.
  out_.set_depth(depth + (want == Effect ? 0 : 1));
}

void Emitter::emit_node(Node* n, Want want) {
  switch (n->kind) {
    case NodeKind::Constant:
      if (want == Effect) return;
      if (is_nil(n->value))
        out_.emit(Op::Nil);
      else if (n->value == t())
        out_.emit(Op::True);
      else if (n->value.is_fixnum() && n->value.fixnum() == (n->value.fixnum() << 41) >> 41)
        out_.emit(Op::Fixnum, static_cast<std::uint32_t>(n->value.fixnum()) & 0xFFFFFF);
      else
        out_.emit(Op::Const, out_.constant(n->value));
      return finish(want);
    case NodeKind::LocalRef:
      if (want == Effect) return;
      variable_ref(n->variable);
      return finish(want);
    case NodeKind::SpecialRef:
      out_.position(n->at);
      out_.emit(Op::Special, out_.constant(n->value));
      return finish(want);
    case NodeKind::LocalSet:
      if (want == Effect && emit_update(n)) return;
      [[fallthrough]];
    case NodeKind::SpecialSet:
      emit(n->kids[0], One);
      if (want != Effect) {
        out_.emit(Op::Dup);
      }
      if (n->kind == NodeKind::LocalSet) {
        variable_set(n->variable);
      } else {
        out_.emit(Op::SetSpecial, out_.constant(n->value));
      }
      return want == Effect ? void() : finish(want);
    case NodeKind::FunctionRef:
      out_.position(n->at);
      if (options_.sealed)
        out_.emit(Op::SealedFunction, out_.function_constant(n->value));
      else
        out_.emit(Op::Function, out_.constant(n->value));
      return finish(want);
    case NodeKind::Self: out_.emit(Op::Self); return finish(want);
    case NodeKind::Lambda: emit_lambda(n->function); return finish(want);
    case NodeKind::If: return emit_if(n, want);
    case NodeKind::Or: return emit_or(n, want);
    case NodeKind::Progn:
      for (std::size_t i = 0; i + 1 < n->kids.size(); ++i) emit(n->kids[i], Effect);
      return emit(n->kids.back(), want);
    case NodeKind::Let: return emit_let(n, want);
    case NodeKind::Labels: return emit_labels(n, want);
    case NodeKind::BindValues: return emit_bind_values(n, want);
    case NodeKind::Progv: return emit_progv(n, want);
    case NodeKind::Call:
    case NodeKind::CallValue:
    case NodeKind::Apply:
    case NodeKind::ValuesCall: return emit_call(n, want);
    case NodeKind::Inline: return emit_inline(n, want);
    case NodeKind::Compare: return emit_truth(n, want);
    case NodeKind::Values:
      for (Node* kid : n->kids) emit(kid, want == Effect ? Effect : One);
      if (want == Effect) return;
      out_.emit(Op::Values, static_cast<std::uint32_t>(n->kids.size()));
      return finish_call(want);
    case NodeKind::ValuesFirst:
      if (want == Effect || want == One) {
        emit(n->kids[0], want);
        return emit(n->kids[1], Effect);
      }
      emit(n->kids[0], All);
      out_.emit(Op::SaveValues);
      emit(n->kids[1], Effect);
      out_.emit(Op::LoadValues);
      return finish_call(want);
    case NodeKind::Block: return emit_block(n, want);
    case NodeKind::ReturnFrom: return emit_return_from(n);
    case NodeKind::Tagbody: return emit_tagbody(n, want);
    case NodeKind::Go: return emit_go(n);
    case NodeKind::Catch: return emit_catch(n, want);
    case NodeKind::Throw:
      emit(n->kids[0], One);
      emit(n->kids[1], All);
      out_.position(n->at);
      out_.emit(Op::Throw);
      return;
    case NodeKind::UnwindProtect: return emit_unwind_protect(n, want);
  }
}

void Emitter::emit_if(Node* n, Want want) {
  Node* test = n->kids[0];
  if (test->kind == NodeKind::Constant) return emit(n->kids[is_nil(test->value) ? 2 : 1], want);
  Label no;
  Label done;
  emit_test(test, no, false);
  emit(n->kids[1], want);
  bool else_is_empty = want == Effect && n->kids[2]->kind == NodeKind::Constant;
  if (want != Tail && !else_is_empty) out_.jump(Op::Jump, done);
  out_.bind(no);
  emit(n->kids[2], want);
  out_.bind(done);
}

// Pushes T or NIL, the result of the test N.
void Emitter::emit_truth(Node* n, Want want) {
  Label no;
  Label done;
  emit_test(n, no, false);
  out_.emit(Op::True);
  if (want == Tail)
    finish(want);
  else
    out_.jump(Op::Jump, done);
  out_.bind(no);
  out_.emit(Op::Nil);
  out_.bind(done);
  finish(want);
}

void Emitter::emit_or(Node* n, Want want) {
  Label yes;   // the value is T
  Label done;  // the value is the topmost one
  std::size_t last = n->kids.size() - 1;
  if (want == Effect) {
    for (std::size_t i = 0; i < last; ++i) emit_test(n->kids[i], done, true);
    emit(n->kids[last], Effect);
    out_.bind(done);
    return;
  }
  for (std::size_t i = 0; i < last; ++i) {
    if (n->kids[i]->kind == NodeKind::Compare) {
      emit_test(n->kids[i], yes, true);
    } else {
      emit(n->kids[i], One);
      out_.jump(Op::JumpIfTrueKeep, done);
    }
  }
  // The last form may return several values, the others return one.
  Label end;
  emit(n->kids[last], want);
  bool is_alone = yes.uses.empty() && (done.uses.empty() || want == One);
  if (want != Tail && !is_alone) out_.jump(Op::Jump, end);
  if (!yes.uses.empty()) {
    out_.bind(yes);
    out_.emit(Op::True);
  }
  out_.bind(done);
  finish(want);
  out_.bind(end);
}

void Emitter::emit_let(Node* n, Want want) {
  int first = out_.depth();
  int records = records_;
  std::size_t names = names_.size();
  for (Binding& b : n->bindings) {
    int slot = out_.depth();
    emit(b.init, One);
    if (n->sequential) bind_slot(b, slot);
  }
  if (!n->sequential)
    for (std::size_t i = 0; i < n->bindings.size(); ++i)
      bind_slot(n->bindings[i], first + static_cast<int>(i));
  records = records_ - records;
  emit(n->kids[0], body_want(want, records));
  end_names(names);
  leave_scope(want, records, static_cast<int>(n->bindings.size()));
}

// Creates the boxes first, then the closures, which capture them. A
// function that is not captured needs no box.
void Emitter::emit_labels(Node* n, Want want) {
  for (Binding& b : n->bindings) {
    b.variable->slot = out_.depth();
    out_.emit(Op::Nil);
    if (b.variable->is_boxed())
      out_.emit(Op::MakeBox, static_cast<std::uint32_t>(b.variable->slot));
  }
  for (Binding& b : n->bindings) {
    emit(b.init, One);
    variable_set(b.variable);
  }
  emit(n->kids[0], want);
  leave_scope(want, 0, static_cast<int>(n->bindings.size()));
}

void Emitter::emit_bind_values(Node* n, Want want) {
  int first = out_.depth();
  int count = static_cast<int>(n->bindings.size());
  if (count == 0) {
    emit(n->kids[0], Effect);
    return emit(n->kids[1], want);
  }
  emit(n->kids[0], All);
  out_.emit(Op::BindValues, static_cast<std::uint32_t>(count));
  int records = records_;
  std::size_t names = names_.size();
  for (int i = 0; i < count; ++i) bind_slot(n->bindings[static_cast<std::size_t>(i)], first + i);
  records = records_ - records;
  emit(n->kids[1], body_want(want, records));
  end_names(names);
  leave_scope(want, records, count);
}

void Emitter::emit_progv(Node* n, Want want) {
  emit(n->kids[0], One);
  emit(n->kids[1], One);
  out_.position(n->at);
  out_.emit(Op::BindList);
  ++records_;
  emit(n->kids[2], body_want(want, 1));
  leave_scope(want, 1, 0);
}

// ---- calls

// Returns whether N calls a function that signals a condition or, in a program, a function of the
// library that is written in Lisp, unless the program is just redefining it. Such a call is not
// compiled as a tail call, so that the frame of the caller appears in the backtrace and gives the
// condition its place.
bool Emitter::signals(const Node* n) const {
  if (!options_.sealed && is_symbol(n->value) && as_symbol(n->value)->has(Symbol::kLibrary) &&
      has_type(as_symbol(n->value)->function, Type::Closure)) {
    const FunctionNode* f = function_;
    while (f && f->name != n->value) f = f->outer;
    return f == nullptr;
  }
  const SymbolTable& s = *heap_.symbols;
  for (Sym name :
       {Sym::error_, Sym::cerror, Sym::warn, Sym::signal, Sym::break_, Sym::invoke_debugger})
    if (n->value == s.symbol(name)) return true;
  return false;
}

// Emits the tail call N of the function itself: a jump to its start with other arguments.
void Emitter::emit_restart(Node* n) {
  for (std::size_t i = 1; i < n->kids.size(); ++i) emit(n->kids[i], One);
  for (std::size_t i = n->kids.size() - 1; i-- > 0;) out_.emit(Op::SetLocal, i);
  if (int extra = out_.depth() - simple_argc(); extra > 0)
    out_.emit(Op::Pop, static_cast<std::uint32_t>(extra));
  out_.jump(Op::Loop, start_);
}

void Emitter::emit_call(Node* n, Want want) {
  Op op = Op::Call;
  Op tail_op = Op::TailCall;
  auto argc = static_cast<std::uint32_t>(n->kids.size());
  std::uint32_t symbol = 0;
  bool named = n->kind == NodeKind::Call;
  if (named) {
    symbol = options_.sealed ? out_.function_constant(n->value) : out_.constant(n->value);
    if (argc > 0xFF || symbol > 0xFFFF || is_nil(n->value)) {  // too large for the instruction
      named = false;
      out_.emit(Op::Const, out_.constant(n->value));
    } else {
      op = options_.sealed ? Op::CallSealed : Op::CallGlobal;
      tail_op = options_.sealed ? Op::TailCallSealed : Op::TailCallGlobal;
    }
  } else {
    --argc;
    if (n->kind == NodeKind::Apply) op = Op::Apply, tail_op = Op::TailApply;
    if (n->kind == NodeKind::ValuesCall) op = tail_op = Op::ApplyLists;
  }
  bool lists = n->kind == NodeKind::ValuesCall;
  const bool calls_itself = n->kind == NodeKind::CallValue && n->kids[0]->kind == NodeKind::Self;
  if (calls_itself && want == Tail && records_ == 0 && static_cast<int>(argc) == simple_argc())
    return emit_restart(n);
  for (std::size_t i = 0; i < n->kids.size(); ++i) {
    bool as_list = lists && i > 0;
    emit(n->kids[i], as_list ? All : One);
    if (as_list) out_.emit(Op::SaveValues);
  }
  // Library functions inspect the frame of the caller for its dialect.
  bool may_be_asked =
      options_.dialect.is_old() && !(named && !as_symbol(n->value)->has(Symbol::kLibrary));
  bool tail = want == Tail && records_ == 0 && tail_op != op && function_->outer &&
              !(named && signals(n)) && !may_be_asked;
  Op chosen = tail ? tail_op : op;
  position(n, chosen);
  if (named)
    out_.emit(chosen, argc, symbol);
  else
    out_.emit(chosen, argc);
  if (!tail) finish_call(want);
}

// ---- leaving

void Emitter::emit_block(Node* n, Want want) {
  JumpTarget* target = n->target;
  if (!target->needs_exit) {
    target->want = want;
    target->depth = out_.depth();
    target->records = records_;
    emit(n->kids[0], want);
    out_.bind(target->end);
    return;
  }
  // The exit object is in the slot below the value of the block.
  Want inner = want == Tail ? All : want == Effect ? One : want;
  Label landing;
  target->exit->slot = out_.depth();
  out_.emit(Op::Nil);
  out_.jump_unit(encode(Op::PushExit, static_cast<std::uint32_t>(target->exit->slot)), landing);
  ++records_;
  target->want = inner;
  target->depth = out_.depth();
  target->records = records_;
  emit(n->kids[0], inner);
  out_.bind(target->end);
  out_.emit(Op::Unwind, 1);
  --records_;
  out_.bind(landing);
  out_.emit(Op::Slide, 1);
  finish_call(want);
}

void Emitter::emit_return_from(Node* n) {
  JumpTarget* target = n->target;
  int depth = out_.depth();
  if (n->by_unwinding) {
    variable_ref(target->exit);
    emit(n->kids[0], All);
    out_.emit(Op::Leave);
  } else {
    auto target_want = static_cast<Want>(target->want);
    emit(n->kids[0], target_want);
    if (target_want != Tail) {
      undo_to(target->records);
      int extra = depth - target->depth;
      if (extra > 0)
        out_.emit(target_want == Effect ? Op::Pop : Op::Slide, static_cast<std::uint32_t>(extra));
      out_.jump(Op::Jump, target->end);
    }
  }
}

void Emitter::emit_tagbody(Node* n, Want want) {
  JumpTarget* target = n->target;
  int slots = 0;
  Label landing;
  Label end;
  if (target->needs_exit) {
    target->exit->slot = out_.depth();
    out_.emit(Op::Nil);
    out_.jump_unit(encode(Op::PushExit, static_cast<std::uint32_t>(target->exit->slot)), landing);
    out_.emit(Op::StayExit);
    ++records_;
    slots = 1;
  }
  target->depth = out_.depth();
  target->records = records_;
  std::size_t tag = 0;
  for (std::size_t i = 0; i <= n->kids.size(); ++i) {
    for (; tag < target->tags.size() && target->tags[tag].statement == i; ++tag)
      out_.bind(target->tags[tag].label);
    if (i < n->kids.size()) emit(n->kids[i], Effect);
  }
  if (target->needs_exit) {
    out_.jump(Op::Jump, end);
    out_.bind(landing);  // the index of the tag is on the stack
    out_.emit(Op::JumpTable, static_cast<std::uint32_t>(target->tags.size()));
    for (JumpTarget::Tag& t : target->tags) out_.jump_entry(t.label);
    out_.bind(end);
  }
  leave_scope(Effect, target->needs_exit ? 1 : 0, slots);
  if (want == Effect) return;
  out_.emit(Op::Nil);
  finish(want);
}

void Emitter::emit_go(Node* n) {
  JumpTarget* target = n->target;
  if (n->by_unwinding) {
    variable_ref(target->exit);
    out_.emit(Op::Fixnum, n->number);
    out_.emit(Op::Leave);
  } else {
    undo_to(target->records);
    if (int extra = out_.depth() - target->depth; extra > 0)
      out_.emit(Op::Pop, static_cast<std::uint32_t>(extra));
    Label& label = target->tags[n->number].label;
    out_.jump(label.position >= 0 ? Op::Loop : Op::Jump, label);
  }
}

void Emitter::emit_catch(Node* n, Want want) {
  Label landing;
  emit(n->kids[0], One);
  out_.jump(Op::PushCatch, landing);
  ++records_;
  emit(n->kids[1], want == Effect || want == One ? One : All);
  out_.emit(Op::Unwind, 1);
  --records_;
  out_.bind(landing);
  finish_call(want);
}

void Emitter::emit_unwind_protect(Node* n, Want want) {
  Label cleanup;
  out_.jump(Op::PushCleanup, cleanup);
  ++records_;
  emit(n->kids[0], All);
  out_.emit(Op::SaveValues);
  out_.emit(Op::Unwind, 1);
  --records_;
  out_.emit(Op::Nil);  // marker of EndCleanup: no unwinding is in progress
  out_.bind(cleanup);
  emit(n->kids[1], Effect);
  out_.emit(Op::EndCleanup);
  finish_call(want);
}

}  // namespace winnow

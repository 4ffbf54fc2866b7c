// Emission of inlined operators as instructions, fused with their operands and conditional jumps.
#include <algorithm>
#include <cstdlib>

#include "compiler/emit.hpp"
#include "compiler/inlined.hpp"

namespace winnow {

// ---- inlined operators

namespace {

// Returns whether X is a fixnum constant that fits a signed operand of BITS bits.
bool is_small(const Node* x, int bits) {
  return x->kind == NodeKind::Constant && x->value.is_fixnum() &&
         std::abs(x->value.fixnum()) < (std::int64_t{1} << (bits - 1));
}

// If N adds a small constant to an operand or subtracts it, returns the operand and sets S to the
// number added; else returns null. -0.0 - 0 is -0.0, but -0.0 + 0 is 0.0.
Node* other_than_small(const Node* n, std::int32_t& s) {
  if (n->op != Op::Add && n->op != Op::Subtract) return nullptr;
  Node* a = n->kids[0];
  Node* b = n->kids[1];
  if (n->op == Op::Add && is_small(a, 16) && !is_small(b, 16)) std::swap(a, b);
  if (!is_small(b, 16)) return nullptr;
  s = static_cast<std::int32_t>(b->value.fixnum());
  if (n->op == Op::Add) return a;
  s = -s;
  return s == 0 ? nullptr : a;
}

}  // namespace

// Records the source position of N for OP, which is emitted next.
void Emitter::position(const Node* n, Op op) {
  out_.position(n->at, noted_operation(op, n->operation));
  if (!is_nil(n->operator_name)) out_.operator_name(n->operator_name);
}

// Emits (setq v (cdr v)) or (setq v (+ v constant)) as one instruction; returns
// false if N is neither.
bool Emitter::emit_update(const Node* n) {
  const Node* to = n->kids[0];
  if (to->kind != NodeKind::Inline) return false;
  std::int32_t s = 0;
  const Node* from = to->op == Op::Cdr ? to->kids[0] : other_than_small(to, s);
  int slot = from && from->variable == n->variable ? plain_slot(from) : -1;
  if (slot < 0 || slot > 255) return false;
  Op op = to->op == Op::Cdr ? Op::CdrLocal : Op::IncrementLocal;
  position(to, op);
  if (op == Op::CdrLocal)
    out_.emit(op, static_cast<std::uint32_t>(slot));
  else
    out_.emit(op, static_cast<std::uint32_t>(slot), static_cast<std::uint32_t>(s) & 0xFFFF);
  return true;
}

// Emits + or - of locals and small constants as one instruction; returns false for other operands.
bool Emitter::emit_fused_arithmetic(Node* n) {
  if (n->op != Op::Add && n->op != Op::Subtract) return false;
  std::int32_t s = 0;
  if (Node* a = other_than_small(n, s)) {
    int slot = plain_slot(a);
    if (slot >= 0 && slot < 256) {
      position(n, Op::LocalAddImmediate);
      out_.emit(Op::LocalAddImmediate, static_cast<std::uint32_t>(slot),
                static_cast<std::uint32_t>(s) & 0xFFFF);
    } else {
      emit(a, One);
      position(n, Op::AddImmediate);
      out_.emit(Op::AddImmediate, static_cast<std::uint32_t>(s) & 0xFFFFFF);
    }
    return true;
  }
  int slot_a = plain_slot(n->kids[0]);
  int slot_b = plain_slot(n->kids[1]);
  if (slot_a >= 0 && slot_b >= 0 && slot_a < 256 && slot_b < 65536) {
    Op op = n->op == Op::Add ? Op::LocalAddLocal : Op::LocalSubtractLocal;
    position(n, op);
    out_.emit(op, static_cast<std::uint32_t>(slot_a), static_cast<std::uint32_t>(slot_b));
    return true;
  }
  return false;
}

void Emitter::emit_inline(Node* n, Want want) {
  if (n->op == Op::Not && n->kids[0]->kind == NodeKind::Compare) return emit_truth(n, want);
  int slot = n->kids.size() == 1 ? plain_slot(n->kids[0]) : -1;
  if (emit_fused_arithmetic(n)) {
  } else if (slot >= 0 && (n->op == Op::Car || n->op == Op::Cdr)) {
    Op op = n->op == Op::Car ? Op::LocalCar : Op::LocalCdr;
    position(n, op);
    out_.emit(op, static_cast<std::uint32_t>(slot));
  } else {
    int first = n->kids.size() == 2 ? plain_slot(n->kids[0]) : -1;
    int second = n->kids.size() == 2 ? plain_slot(n->kids[1]) : -1;
    if (first >= 0 && second >= 0 && first < 256 && second < 65536) {
      out_.emit(Op::LocalLocal, static_cast<std::uint32_t>(first),
                static_cast<std::uint32_t>(second));
    } else {
      for (Node* kid : n->kids) emit(kid, One);
    }
    position(n, n->op);
    out_.emit(n->op, n->number);
  }
  finish(want);
}

// ---- tests

void Emitter::emit_test(Node* n, Label& label, bool if_true) {
  switch (n->kind) {
    case NodeKind::Constant:
      if (is_nil(n->value) != if_true) out_.jump(Op::Jump, label);
      return;
    case NodeKind::Compare: return emit_compare_test(n, label, if_true);
    case NodeKind::If: {
      // (and a b) and (if a b nil) are false if A is false.
      if (n->kids[2]->kind != NodeKind::Constant || !is_nil(n->kids[2]->value)) break;
      if (!if_true) {
        emit_test(n->kids[0], label, false);
        return emit_test(n->kids[1], label, false);
      }
      Label no;
      emit_test(n->kids[0], no, false);
      emit_test(n->kids[1], label, true);
      out_.bind(no);
      return;
    }
    case NodeKind::Or: {
      Label yes;
      for (std::size_t i = 0; i + 1 < n->kids.size(); ++i)
        emit_test(n->kids[i], if_true ? label : yes, true);
      emit_test(n->kids.back(), label, if_true);
      out_.bind(yes);
      return;
    }
    case NodeKind::Inline: {
      if (n->op == Op::Not) return emit_test(n->kids[0], label, !if_true);
      if (n->op == Op::Consp || n->op == Op::Atom) {
        bool jump_if_cons = (n->op == Op::Consp) == if_true;
        int slot = plain_slot(n->kids[0]);
        if (slot >= 0) {
          out_.jump_unit(encode(jump_if_cons ? Op::JumpIfLocalCons : Op::JumpUnlessLocalCons,
                                static_cast<std::uint32_t>(slot)),
                         label);
          return;
        }
        emit(n->kids[0], One);
        out_.jump(jump_if_cons ? Op::JumpIfCons : Op::JumpUnlessCons, label);
        return;
      }
      // EQL of an immediate constant is EQ.
      auto immediate = [](Node* x) {
        return x->kind == NodeKind::Constant && (!x->value.is_object());
      };
      if (n->op == Op::Eq ||
          (n->op == Op::Eql && (immediate(n->kids[0]) || immediate(n->kids[1])))) {
        emit(n->kids[0], One);
        emit(n->kids[1], One);
        out_.jump(if_true ? Op::JumpIfEq : Op::JumpUnlessEq, label);
        return;
      }
      break;
    }
    default: break;
  }
  int slot = plain_slot(n);
  if (slot >= 0) {
    out_.jump_unit(encode(if_true ? Op::JumpIfLocalTrue : Op::JumpIfLocalNil,
                          static_cast<std::uint32_t>(slot)),
                   label);
    return;
  }
  emit(n, One);
  out_.jump(if_true ? Op::JumpIfTrue : Op::JumpIfNil, label);
}

void Emitter::emit_compare_test(Node* n, Label& label, bool if_true) {
  Node* a = n->kids[0];
  Node* b = n->kids[1];
  Comparison comparison = n->comparison;
  auto mirrored = [](Comparison r) {
    switch (r) {
      case Comparison::Lt: return Comparison::Gt;
      case Comparison::Le: return Comparison::Ge;
      case Comparison::Gt: return Comparison::Lt;
      case Comparison::Ge: return Comparison::Le;
      case Comparison::Equal: break;
    }
    return r;
  };
  auto opposite = [](Comparison r) {
    switch (r) {
      case Comparison::Lt: return Comparison::Ge;
      case Comparison::Le: return Comparison::Gt;
      case Comparison::Gt: return Comparison::Le;
      case Comparison::Ge: return Comparison::Lt;
      case Comparison::Equal: break;
    }
    return r;
  };
  if (is_small(a, 16) && !is_small(b, 16)) {
    std::swap(a, b);
    comparison = mirrored(comparison);
  }
  // No float is a NaN here, so "if a < b" is "unless a >= b".
  if (if_true && comparison != Comparison::Equal) comparison = opposite(comparison);
  Op base = Op::JumpUnlessLt;
  switch (comparison) {
    case Comparison::Lt: break;
    case Comparison::Le: base = Op::JumpUnlessLe; break;
    case Comparison::Gt: base = Op::JumpUnlessGt; break;
    case Comparison::Ge: base = Op::JumpUnlessGe; break;
    case Comparison::Equal: base = if_true ? Op::JumpIfEqual : Op::JumpUnlessEqual; break;
  }
  // The order of the forms in opcodes.def.
  enum { Plain, LocalLocal, LocalImmediate, StackImmediate };
  auto form = [&](int k) { return static_cast<Op>(static_cast<int>(base) + k); };
  int slot_a = plain_slot(a);
  int slot_b = plain_slot(b);
  if (slot_a >= 0 && slot_a < 256 && slot_b >= 0 && slot_b < 65536) {
    position(n, form(LocalLocal));
    out_.jump_unit(encode(form(LocalLocal), static_cast<std::uint32_t>(slot_a),
                          static_cast<std::uint32_t>(slot_b)),
                   label);
  } else if (is_small(b, 16) && slot_a >= 0 && slot_a < 256) {
    position(n, form(LocalImmediate));
    out_.jump_unit(encode(form(LocalImmediate), static_cast<std::uint32_t>(slot_a),
                          static_cast<std::uint32_t>(b->value.fixnum()) & 0xFFFF),
                   label);
  } else if (is_small(b, 16)) {
    emit(a, One);
    position(n, form(StackImmediate));
    out_.jump_unit(
        encode(form(StackImmediate), static_cast<std::uint32_t>(b->value.fixnum()) & 0xFFFFFF),
        label);
  } else {
    emit(a, One);
    emit(b, One);
    position(n, form(Plain));
    out_.jump(form(Plain), label);
  }
}

}  // namespace winnow

// The part of the emitter that makes fast code: operators as instructions, fused with their
// operands and with the jumps that test them.
#include <algorithm>
#include <cstdlib>

#include "compiler/emit.hpp"

namespace winnow {

// ---- inlined operators

// Is X a constant that fits an operand of BITS bits?
static bool is_small(const Node* x, int bits) {
  return x->kind == NodeKind::Constant && x->value.is_fixnum() &&
         std::abs(x->value.fixnum()) < (std::int64_t{1} << (bits - 1));
}

// Fused forms of + and -, where operands are locals or small constants.
bool Emitter::emit_fused_arithmetic(Node* n) {
  if (n->op != Op::Add && n->op != Op::Subtract) return false;
  Node* a = n->kids[0];
  Node* b = n->kids[1];
  if (n->op == Op::Add && is_small(a, 16) && !is_small(b, 16)) std::swap(a, b);
  int slot_a = plain_slot(a);
  int slot_b = plain_slot(b);
  if (is_small(b, 16)) {
    auto s = static_cast<std::int32_t>(b->value.fixnum());
    if (n->op == Op::Subtract) s = -s;
    if (slot_a >= 0 && slot_a < 256) {
      out_.line(n->line);
      out_.emit(Op::LocalAddImmediate, static_cast<std::uint32_t>(slot_a),
                static_cast<std::uint32_t>(s) & 0xFFFF);
      pushed();
    } else {
      emit(a, One);
      out_.line(n->line);
      out_.emit(Op::AddImmediate, static_cast<std::uint32_t>(s) & 0xFFFFFF);
    }
    return true;
  }
  if (slot_a >= 0 && slot_b >= 0 && slot_a < 256 && slot_b < 65536) {
    out_.line(n->line);
    out_.emit(n->op == Op::Add ? Op::LocalAddLocal : Op::LocalSubtractLocal,
              static_cast<std::uint32_t>(slot_a), static_cast<std::uint32_t>(slot_b));
    pushed();
    return true;
  }
  return false;
}

void Emitter::emit_inline(Node* n, Want want) {
  int slot = n->kids.size() == 1 ? plain_slot(n->kids[0]) : -1;
  if (emit_fused_arithmetic(n)) {
  } else if (slot >= 0 && (n->op == Op::Car || n->op == Op::Cdr)) {
    out_.line(n->line);
    out_.emit(n->op == Op::Car ? Op::LocalCar : Op::LocalCdr, static_cast<std::uint32_t>(slot));
    pushed();
  } else {
    int first = n->kids.size() == 2 ? plain_slot(n->kids[0]) : -1;
    int second = n->kids.size() == 2 ? plain_slot(n->kids[1]) : -1;
    if (first >= 0 && second >= 0 && first < 256 && second < 65536) {
      out_.emit(Op::LocalLocal, static_cast<std::uint32_t>(first),
                static_cast<std::uint32_t>(second));
      pushed(2);
    } else {
      for (Node* kid : n->kids) emit(kid, One);
    }
    out_.line(n->line);
    out_.emit(n->op, n->number);
    popped(static_cast<int>(n->kids.size()));
    pushed();
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
      // (and a b) and (if a b nil): false as soon as A is.
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
          out_.jump_word(encode(jump_if_cons ? Op::JumpIfLocalCons : Op::JumpUnlessLocalCons,
                                static_cast<std::uint32_t>(slot)),
                         label);
          return;
        }
        emit(n->kids[0], One);
        out_.jump(jump_if_cons ? Op::JumpIfCons : Op::JumpUnlessCons, label);
        popped(1);
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
        popped(2);
        return;
      }
      break;
    }
    default: break;
  }
  int slot = plain_slot(n);
  if (slot >= 0) {
    out_.jump_word(encode(if_true ? Op::JumpIfLocalTrue : Op::JumpIfLocalNil,
                          static_cast<std::uint32_t>(slot)),
                   label);
    return;
  }
  emit(n, One);
  out_.jump(if_true ? Op::JumpIfTrue : Op::JumpIfNil, label);
  popped(1);
}

void Emitter::emit_compare_test(Node* n, Label& label, bool if_true) {
  Node* a = n->kids[0];
  Node* b = n->kids[1];
  Relation relation = n->relation;
  auto mirrored = [](Relation r) {
    switch (r) {
      case Relation::Lt: return Relation::Gt;
      case Relation::Le: return Relation::Ge;
      case Relation::Gt: return Relation::Lt;
      case Relation::Ge: return Relation::Le;
      case Relation::Equal: break;
    }
    return r;
  };
  auto opposite = [](Relation r) {
    switch (r) {
      case Relation::Lt: return Relation::Ge;
      case Relation::Le: return Relation::Gt;
      case Relation::Gt: return Relation::Le;
      case Relation::Ge: return Relation::Lt;
      case Relation::Equal: break;
    }
    return r;
  };
  if (is_small(a, 16) && !is_small(b, 16)) {
    std::swap(a, b);
    relation = mirrored(relation);
  }
  // No float is a NaN here, so "if a < b" is "unless a >= b".
  if (if_true && relation != Relation::Equal) relation = opposite(relation);
  Op base = Op::JumpUnlessLt;
  switch (relation) {
    case Relation::Lt: break;
    case Relation::Le: base = Op::JumpUnlessLe; break;
    case Relation::Gt: base = Op::JumpUnlessGt; break;
    case Relation::Ge: base = Op::JumpUnlessGe; break;
    case Relation::Equal: base = if_true ? Op::JumpIfEqual : Op::JumpUnlessEqual; break;
  }
  // In opcodes.def the forms stand in this order.
  enum { Plain, LocalLocal, LocalImmediate, StackImmediate };
  auto form = [&](int k) { return static_cast<Op>(static_cast<int>(base) + k); };
  int slot_a = plain_slot(a);
  int slot_b = plain_slot(b);
  if (slot_a >= 0 && slot_a < 256 && slot_b >= 0 && slot_b < 65536) {
    out_.line(n->line);
    out_.jump_word(encode(form(LocalLocal), static_cast<std::uint32_t>(slot_a),
                          static_cast<std::uint32_t>(slot_b)),
                   label);
  } else if (is_small(b, 16) && slot_a >= 0 && slot_a < 256) {
    out_.line(n->line);
    out_.jump_word(encode(form(LocalImmediate), static_cast<std::uint32_t>(slot_a),
                          static_cast<std::uint32_t>(b->value.fixnum()) & 0xFFFF),
                   label);
  } else if (is_small(b, 16)) {
    emit(a, One);
    out_.line(n->line);
    out_.jump_word(
        encode(form(StackImmediate), static_cast<std::uint32_t>(b->value.fixnum()) & 0xFFFFFF),
        label);
    popped(1);
  } else {
    emit(a, One);
    emit(b, One);
    out_.line(n->line);
    out_.jump(form(Plain), label);
    popped(2);
  }
}

}  // namespace winnow

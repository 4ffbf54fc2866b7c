#include "compiler/assembler.hpp"

#include <algorithm>
#include <cstring>

#include "data/array.hpp"
#include "data/equality.hpp"
#include "heap/condition.hpp"
#include "host/assert.hpp"

namespace winnow {

void Assembler::too_large() {
  signal_error(heap_, ConditionKind::storage_condition,
               "The function is too large to be compiled: an operand does not fit its instruction",
               {});
}

// ---- instructions

void Assembler::set_depth(int depth) {
  depth_ = depth;
  deepest_ = std::max(deepest_, depth);
}

void Assembler::append(std::uint32_t unit, std::uint32_t next) {
  units_.push_back(unit);
  set_depth(depth_ + stack_effect(unit, next));
}

void Assembler::emit(Op op, std::uint64_t a) {
  if (a >= std::uint64_t{1} << 24) too_large();
  append(encode(op, static_cast<std::uint32_t>(a)));
}

void Assembler::emit(Op op, std::uint64_t a, std::uint64_t b) {
  if (a > 0xFF || b > 0xFFFF) too_large();
  append(encode(op, static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(b)));
}

void Assembler::emit_with_unit(Op op, std::uint64_t a, std::uint32_t w) {
  if (a >= std::uint64_t{1} << 24) too_large();
  append(encode(op, static_cast<std::uint32_t>(a)), w);
  units_.push_back(w);
}

// ---- jumps

void Assembler::patch(Label::Use use, std::int32_t target) {
  std::int32_t offset = target - static_cast<std::int32_t>(use.unit) - 1;
  std::uint32_t& w = units_[use.unit];
  if (use.whole) {
    w = static_cast<std::uint32_t>(offset);
  } else {
    if (offset < -(1 << 23) || offset >= 1 << 23) too_large();
    w = (w & 0xFF) | (static_cast<std::uint32_t>(offset) << 8);
  }
}

// The last unit is a jump to LABEL, which is reached with stack depth DEPTH.
void Assembler::use(Label& label, bool whole, int depth) {
  WINNOW_ASSERT(label.depth < 0 || label.depth == depth);
  label.depth = depth;
  Label::Use use{static_cast<std::uint32_t>(units_.size() - 1), whole};
  if (label.position >= 0)
    patch(use, label.position);
  else
    label.uses.push_back(use);
}

void Assembler::jump(Op op, Label& label) {
  int depth = depth_;
  append(encode(op));
  use(label, false, depth + stack_effect_at_target(encode(op)));
}

void Assembler::jump_unit(std::uint32_t instruction, Label& label) {
  int depth = depth_;
  append(instruction);
  units_.push_back(0);
  use(label, true, depth + stack_effect_at_target(instruction));
}

void Assembler::jump_entry(Label& label) {
  units_.push_back(0);
  use(label, true, depth_);
}

void Assembler::bind(Label& label) {
  label.position = static_cast<std::int32_t>(units_.size());
  for (Label::Use use : label.uses) patch(use, label.position);
  label.uses.clear();
  if (label.depth >= 0)
    set_depth(label.depth);
  else
    label.depth = depth_;
}

// ---- constants

std::uint32_t Assembler::constant(Value v) {
  // Only the last 256 constants are searched, so that a large function takes linear time.
  std::size_t from = constants_.size() > 256 ? constants_.size() - 256 : 0;
  for (std::size_t i = from; i < constants_.size(); ++i)
    if (shared_[i] && eql(constants_[i], v)) return static_cast<std::uint32_t>(i);
  constants_.push(v);
  shared_.push_back(true);
  return static_cast<std::uint32_t>(constants_.size() - 1);
}

std::uint32_t Assembler::function_constant(Value symbol) {
  for (std::size_t i = 0; i < constants_.size(); ++i)
    if (!shared_[i] && constants_[i] == symbol) return static_cast<std::uint32_t>(i);
  constants_.push(symbol);
  shared_.push_back(false);
  return static_cast<std::uint32_t>(constants_.size() - 1);
}

void Assembler::keyword_constant(Value keyword) {
  constants_.push(keyword);
  shared_.push_back(true);
}

// ---- positions

// The position table has entries of five bytes: code units since the last entry, lines since the
// last entry (signed), the column (two bytes, the lower one first), and the operation of the
// instruction there. A difference too large for a byte takes several entries.
constexpr std::uint32_t kPositionBytes = 5;

void Assembler::position(SourcePosition at, std::uint8_t operation) {
  if (!at) at = at_;
  if (at == at_ && operation == 0) return;
  std::size_t units = units_.size() - position_unit_;
  int step = at.line - at_.line;
  const int column = std::min(at.column, 0xFFFF);
  auto add = [&](std::size_t w, int lines, std::uint8_t op) {
    positions_.insert(
        positions_.end(),
        {static_cast<std::uint8_t>(w), static_cast<std::uint8_t>(lines),
         static_cast<std::uint8_t>(column), static_cast<std::uint8_t>(column >> 8), op});
  };
  for (; units > 255; units -= 255) add(255, 0, 0);
  for (; step > 127; step -= 127, units = 0) add(units, 127, 0);
  for (; step < -128; step += 128, units = 0) add(units, -128, 0);
  add(units, step, operation);
  position_unit_ = units_.size();
  at_ = at;
}

Position position_at(const Code* code, std::uint32_t unit) {
  Position found;
  if (is_nil(code->positions)) return found;
  auto* bytes = as<Bytes>(code->positions);
  std::uint32_t at = 0;
  for (std::uint32_t i = 0; i + kPositionBytes <= bytes->header.length; i += kPositionBytes) {
    const std::uint8_t* entry = bytes->data + i;
    at += entry[0];
    if (at > unit) break;
    found.at.line += static_cast<std::int8_t>(entry[1]);
    found.at.column = entry[2] | entry[3] << 8;
    found.operation = at == unit ? entry[4] : 0;
  }
  return found;
}

void Assembler::operator_name(Value name) {
  operators_.push(fixnum(units_.size()));
  operators_.push(name);
}

Value operator_name_at(const Code* code, std::uint32_t unit) {
  if (is_nil(code->operators)) return kAbsent;
  auto* row = as<Vector>(code->operators);
  for (std::uint32_t i = 0; i + 1 < row->length(); i += 2)
    if (row->data[i] == fixnum(unit)) return row->data[i + 1];
  return kAbsent;
}

Value Assembler::finish(const CodeHeader& header) {
  Value positions = nil();
  if (!positions_.empty()) {
    auto* bytes = heap_.allocate<Bytes>(Type::Bytes, sizeof(Header), positions_.size(), 1);
    std::memcpy(bytes->data, positions_.data(), positions_.size());
    positions = to_value(bytes);
  }
  Value operators = nil();
  if (!operators_.empty()) {
    operators = make_vector(heap_, operators_.size(), nil());
    std::copy(operators_.begin(), operators_.end(), as<Vector>(operators)->data);
  }
  std::size_t values = Code::kFixedValues + constants_.size();
  auto* code = heap_.allocate<Code>(Type::Code, offsetof(Code, name) + 4 * units_.size(), values,
                                    sizeof(Value));
  code->unit_count = static_cast<std::uint32_t>(units_.size());
  code->simple_argc = header.simple_argc;
  code->required = header.required;
  code->optional = header.optional;
  code->keys = header.keys;
  code->flags = header.flags;
  code->max_stack = header.max_stack;
  code->boxed = header.boxed;
  code->name = header.name;
  code->lambda_list = header.lambda_list;
  code->docstring = header.docstring;
  code->source = header.source;
  code->operators = operators;
  code->variables = header.variables;
  code->positions = positions;
  for (std::size_t i = 0; i < constants_.size(); ++i) code->constants[i] = constants_[i];
  code->set_entry();
  code->start = &static_cells().count_call;
  std::memcpy(code->entry, units_.data(), 4 * units_.size());
#ifndef NDEBUG
  std::string fault = verify(code);
  if (!fault.empty()) broken_promise(fault.c_str(), __FILE__, __LINE__);
#endif
  return to_value(code);
}

}  // namespace winnow

#include "bytecode/assembler.hpp"

#include <cstring>

#include "base/assert.hpp"
#include "core/equality.hpp"

namespace winnow {

void Assembler::patch(std::uint32_t use, std::int32_t target) {
  // USE is the index of the word to fill; a bare word holds the offset whole.
  std::int32_t offset = target - static_cast<std::int32_t>(use) - 1;
  std::uint32_t& w = words_[use & 0x7FFFFFFF];
  if ((use & 0x80000000u) != 0) {
    offset = target - static_cast<std::int32_t>(use & 0x7FFFFFFF) - 1;
    w = static_cast<std::uint32_t>(offset);
  } else {
    WINNOW_CHECK(offset >= -(1 << 23) && offset < (1 << 23));
    w = (w & 0xFF) | (static_cast<std::uint32_t>(offset) << 8);
  }
}

void Assembler::jump(Op op, Label& label) {
  auto use = static_cast<std::uint32_t>(words_.size());
  words_.push_back(encode(op));
  if (label.position >= 0)
    patch(use, label.position);
  else
    label.uses.push_back(use);
}

void Assembler::jump_word(std::uint32_t instruction, Label& label) {
  words_.push_back(instruction);
  jump_entry(label);
}

void Assembler::jump_entry(Label& label) {
  auto use = static_cast<std::uint32_t>(words_.size()) | 0x80000000u;
  words_.push_back(0);
  if (label.position >= 0)
    patch(use, label.position);
  else
    label.uses.push_back(use);
}

void Assembler::bind(Label& label) {
  label.position = static_cast<std::int32_t>(words_.size());
  for (std::uint32_t use : label.uses) patch(use, label.position);
  label.uses.clear();
}

std::uint32_t Assembler::constant(Value v) {
  // Only atoms compared by EQL are shared, which also keeps the search short where it is long.
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

// Lines are pairs of bytes: words since the last entry, lines since the last one (signed). A step
// too large for a byte takes several entries.
void Assembler::line(int line) {
  if (line <= 0 || line == line_) return;
  std::size_t words = words_.size() - line_position_;
  for (; words > 255; words -= 255) lines_.insert(lines_.end(), {255, 0});
  int step = line - line_;
  for (; step > 127; step -= 127) {
    lines_.insert(lines_.end(), {static_cast<std::uint8_t>(words), 127});
    words = 0;
  }
  for (; step < -128; step += 128) {
    lines_.insert(lines_.end(), {static_cast<std::uint8_t>(words), 128});
    words = 0;
  }
  lines_.insert(lines_.end(), {static_cast<std::uint8_t>(words), static_cast<std::uint8_t>(step)});
  line_position_ = words_.size();
  line_ = line;
}

int line_at(const Code* code, std::uint32_t word) {
  if (is_nil(code->lines)) return 0;
  auto* bytes = as<Bytes>(code->lines);
  std::uint32_t position = 0;
  int line = 0;
  for (std::uint32_t i = 0; i + 1 < bytes->header.length; i += 2) {
    position += bytes->data[i];
    if (position > word) break;
    line += static_cast<std::int8_t>(bytes->data[i + 1]);
  }
  return line;
}

Value Assembler::finish(const CodeHeader& header) {
  Value lines = nil();
  if (!lines_.empty()) {
    auto* bytes = heap_.allocate<Bytes>(Type::Bytes, sizeof(Header), lines_.size(), 1);
    std::memcpy(bytes->data, lines_.data(), lines_.size());
    lines = to_value(bytes);
  }
  std::size_t values = Code::kFixedValues + constants_.size();
  auto* code = heap_.allocate<Code>(Type::Code, offsetof(Code, name) + 4 * words_.size(), values,
                                    sizeof(Value));
  code->word_count = static_cast<std::uint32_t>(words_.size());
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
  code->lines = lines;
  for (std::size_t i = 0; i < constants_.size(); ++i) code->constants[i] = constants_[i];
  code->set_entry();
  std::memcpy(code->entry, words_.data(), 4 * words_.size());
#ifndef NDEBUG
  std::string fault = verify(code);
  if (!fault.empty()) broken_promise(fault.c_str(), __FILE__, __LINE__);
#endif
  return to_value(code);
}

}  // namespace winnow

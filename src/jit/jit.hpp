// The just-in-time compiler: decides which functions to compile, and owns and frees their code.
#pragma once

#include <array>
#include <memory>
#include <unordered_map>

#include "jit/native_compiler.hpp"

namespace winnow::jit {

class Jit : public NativeCode {
 public:
  // Compiles functions after about THRESHOLD calls (calls are counted by a hash of the function's
  // address). Throws std::bad_alloc if the system does not provide memory for code.
  Jit(Vm& vm, unsigned threshold);

  const std::uint32_t* count_call(Code* code) override;
  const void* warm_loop(Code* code, const std::uint32_t* pc) override;
  const void* address_of(const Code* code, const std::uint32_t* pc) const override;
  const std::uint32_t* pc_of(const Frame& frame) const override;
  const Frame* interrupted(const void* context) const override;
  Exit run(const void* address, Frame* frame, Value* base, Value value) override;
  Exit begin(Frame* frame) override;
  void builtin_replaced(Value builtin) override;
  void after_marking() override;

  std::string listing(Code* code) override;
  std::size_t code_bytes() const override { return memory_ ? memory_->code_bytes() : 0; }
  std::size_t functions() const override { return compiled_.size(); }

 private:
  bool compile(Code* code);
  // Allocates the code memory on first use. Returns false if the system does not provide it.
  bool allocate_memory();
  void free(const Compiled& compiled);

  VmFields fields_;
  unsigned threshold_;
  std::unique_ptr<CodeMemory> memory_;  // null until the first compilation
  bool has_failed_ = false;             // the system provided no memory for code
  const Stubs* stubs_ = nullptr;
  std::unordered_map<const Code*, Compiled> compiled_;  // entries never move
  // The number of calls, by a hash of the address of the function's Code.
  std::array<std::uint16_t, 2048> calls_{};
};

}  // namespace winnow::jit

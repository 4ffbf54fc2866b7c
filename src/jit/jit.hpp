// When functions get native code, where that is, and when it goes.
#pragma once

#include <array>
#include <memory>
#include <unordered_map>

#include "jit/native_compiler.hpp"

namespace winnow::jit {

class Jit : public NativeCode {
 public:
  // Functions are compiled when they have been called THRESHOLD times, or so. Throws std::bad_alloc
  // where the system does not give the memory for code.
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
  bool has_memory();
  void free(const Compiled& compiled);

  VmFields fields_;
  unsigned threshold_;
  std::unique_ptr<CodeMemory> memory_;  // once something is compiled
  bool has_failed_ = false;             // the system gave no memory for code
  Stubs stubs_{};
  std::unordered_map<const Code*, Compiled> compiled_;  // whose values never move
  // Calls so far of the functions whose addresses have that hash.
  std::array<std::uint16_t, 2048> calls_{};
};

}  // namespace winnow::jit

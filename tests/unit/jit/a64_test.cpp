// The AArch64 assembler, compared with the output of GNU as for the same instructions. The encodings
// are recorded here, so that the test runs on every processor.
#include "jit/a64.hpp"

#include <doctest/doctest.h>

#include <cstring>
#include <functional>
#include <string>
#include <vector>

using namespace winnow::jit;
using namespace winnow::jit::a64;

namespace {

using Words = std::vector<std::uint32_t>;

Words assembled(const std::function<void(Assembler&)>& emit) {
  asmjit::CodeHolder holder;
  holder.init(asmjit::Environment(asmjit::Arch::kAArch64));
  Assembler a;
  holder.attach(&a);
  emit(a);
  holder.flatten();
  REQUIRE(holder.resolveUnresolvedLinks() == asmjit::kErrorOk);
  Words words(holder.codeSize() / 4);
  holder.copyFlattenedData(words.data(), holder.codeSize());
  return words;
}

struct Case {
  std::function<void(Assembler&)> emit;
  std::string text;
  Words words;
};

void check(const std::vector<Case>& cases) {
  for (const Case& c : cases) {
    CAPTURE(c.text);
    CHECK(assembled(c.emit) == c.words);
  }
}

}  // namespace

TEST_CASE("AArch64: moves") {
  check({
      {[](Assembler& a) { a.mov(kScratch, kValue); }, "mov x9, x8", {0xaa0803e9}},
      {[](Assembler& a) { a.mov(kScratch.r32(), kValue.r32()); }, "mov w9, w8", {0x2a0803e9}},
      {[](Assembler& a) { a.mov(kScratch, 0); }, "mov x9, #0", {0xd2800009}},
      {[](Assembler& a) { a.mov(kScratch, -1); }, "mov x9, #-1", {0x92800009}},
      {[](Assembler& a) { a.mov(kScratch.r32(), -1); },
       "mov x9, #0xffff; movk x9, #0xffff, lsl 16",
       {0xd29fffe9, 0xf2bfffe9}},
      {[](Assembler& a) { a.mov(kScratch, 0x12345678u); },
       "mov x9, #0x5678; movk x9, #0x1234, lsl 16",
       {0xd28acf09, 0xf2a24689}},
      {[](Assembler& a) { a.mov(kScratch, -0x12345678); },
       "mov x9, #-0x5678; movk x9, #0xedcb, lsl 16",
       {0x928acee9, 0xf2bdb969}},
      {[](Assembler& a) { a.mov(kScratch, std::uint64_t{0x8000000000000001}); },
       "mov x9, #1; movk x9, #0x8000, lsl 48",
       {0xd2800029, 0xf2f00009}},
      {[](Assembler& a) { a.mov(kScratch, std::uint64_t{0x8000000000000000}); },
       "movz x9, #0x8000, lsl 48",
       {0xd2f00009}},
      {[](Assembler& a) { a.setne(kArg0.r8()); }, "cset w0, ne", {0x1a9f07e0}},
      {[](Assembler& a) { a.move_if(Condition::kB, kValue, kNil); },
       "csel x8, x22, x8, lo",
       {0x9a8832c8}},
      {[](Assembler& a) { a.move_if(negated(Condition::kG), kValue, kNil); },
       "csel x8, x22, x8, le",
       {0x9a88d2c8}},
  });
}

TEST_CASE("AArch64: memory") {
  check({
      {[](Assembler& a) { a.mov(kValue, qword_ptr(kBase, 8)); }, "ldr x8, [x19, #8]", {0xf9400668}},
      {[](Assembler& a) { a.mov(kValue, qword_ptr(kBase, -3)); },
       "ldur x8, [x19, #-3]",
       {0xf85fd268}},
      {[](Assembler& a) { a.mov(kValue, qword_ptr(kBase, 32760)); },
       "ldr x8, [x19, #32760]",
       {0xf97ffe68}},
      {[](Assembler& a) { a.mov(kValue, qword_ptr(kBase, 32768)); },
       "mov x16, #0x8000; ldr x8, [x19, x16]",
       {0xd2900010, 0xf8706a68}},
      {[](Assembler& a) { a.mov(kValue, qword_ptr(kBase, -257)); },
       "mov x16, #-257; ldr x8, [x19, x16]",
       {0x92802010, 0xf8706a68}},
      {[](Assembler& a) { a.mov(kValue.r32(), dword_ptr(kBase, 4)); },
       "ldr w8, [x19, #4]",
       {0xb9400668}},
      {[](Assembler& a) { a.movzx(kValue.r32(), byte_ptr(kBase, -5)); },
       "ldurb w8, [x19, #-5]",
       {0x385fb268}},
      {[](Assembler& a) { a.movzx(kValue.r32(), word_ptr(kBase, 2)); },
       "ldrh w8, [x19, #2]",
       {0x79400668}},
      {[](Assembler& a) { a.movsxd(kValue, dword_ptr(kBase, -8)); },
       "ldursw x8, [x19, #-8]",
       {0xb89f8268}},
      {[](Assembler& a) { a.movzx(kValue.r32(), byte_ptr(kBase, kArg0)); },
       "ldrb w8, [x19, x0]",
       {0x38606a68}},
      {[](Assembler& a) { a.mov(kValue, qword_ptr(kBase, kArg0, 3, 5)); },
       "add x16, x19, x0, lsl 3; ldur x8, [x16, #5]",
       {0x8b000e70, 0xf8405208}},
      {[](Assembler& a) { a.mov(kValue, qword_ptr(kBase, kArg0, 0, 70001)); },
       "add x16, x19, x0; mov x15, #0x1171; movk x15, #1, lsl 16; add x16, x16, x15; ldr x8, [x16]",
       {0x8b000270, 0xd2822e2f, 0xf2a0002f, 0x8b0f0210, 0xf9400208}},
      {[](Assembler& a) { a.mov(kValue, qword_ptr(std::uint64_t{0x51000040})); },
       "mov x16, #0x40; movk x16, #0x5100, lsl 16; ldr x8, [x16]",
       {0xd2800810, 0xf2aa2010, 0xf9400208}},
      {[](Assembler& a) { a.mov(qword_ptr(kBase), kValue); }, "str x8, [x19]", {0xf9000268}},
      {[](Assembler& a) { a.mov(qword_ptr(kBase), 0); }, "str xzr, [x19]", {0xf900027f}},
      {[](Assembler& a) { a.mov(byte_ptr(kBase), 2); },
       "mov x15, #2; strb w15, [x19]",
       {0xd280004f, 0x3900026f}},
      {[](Assembler& a) { a.mov(qword_ptr(kBase, 40000), 7); },
       "mov x15, #7; mov x16, #40000; str x15, [x19, x16]",
       {0xd28000ef, 0xd2938810, 0xf8306a6f}},
      {[](Assembler& a) { a.mov(qword_ptr(kStack, 8), kValue); }, "str x8, [sp, #8]", {0xf90007e8}},
      {[](Assembler& a) { a.load_from(kValue, nullptr); },
       "mov x16, #0; ldr x8, [x16]",
       {0xd2800010, 0xf9400208}},
      {[](Assembler& a) { a.add(qword_ptr(kBase, 16), 24); },
       "ldr x17, [x19, #16]; adds x17, x17, #24; str x17, [x19, #16]",
       {0xf9400a71, 0xb1006231, 0xf9000a71}},
      {[](Assembler& a) { a.sub(qword_ptr(kBase, 16), 24); },
       "ldr x17, [x19, #16]; subs x17, x17, #24; str x17, [x19, #16]",
       {0xf9400a71, 0xf1006231, 0xf9000a71}},
  });
}

TEST_CASE("AArch64: addresses leave the flags alone") {
  check({
      {[](Assembler& a) { a.lea(kScratch, qword_ptr(kBase, 24)); },
       "add x9, x19, #24",
       {0x91006269}},
      {[](Assembler& a) { a.lea(kScratch, qword_ptr(kBase)); }, "add x9, x19, #0", {0x91000269}},
      {[](Assembler& a) { a.lea(kScratch, qword_ptr(kBase, -24)); },
       "sub x9, x19, #24",
       {0xd1006269}},
      {[](Assembler& a) { a.lea(kScratch, qword_ptr(kBase, 40000)); },
       "mov x15, #40000; add x9, x19, x15",
       {0xd293880f, 0x8b0f0269}},
      {[](Assembler& a) { a.lea(kScratch, ptr(kBase, kArg2, 3)); },
       "add x9, x19, x2, lsl 3",
       {0x8b020e69}},
      {[](Assembler& a) { a.lea(kScratch.r32(), dword_ptr(kValue, -5)); },
       "sub w9, w8, #5",
       {0x51001509}},
  });
}

TEST_CASE("AArch64: sums") {
  check({
      {[](Assembler& a) { a.add(kValue, kArg0); }, "adds x8, x8, x0", {0xab000108}},
      {[](Assembler& a) { a.sub(kValue, kArg0); }, "subs x8, x8, x0", {0xeb000108}},
      {[](Assembler& a) { a.add(kValue, 4095); }, "adds x8, x8, #4095", {0xb13ffd08}},
      {[](Assembler& a) { a.add(kValue, -4); }, "subs x8, x8, #4", {0xf1001108}},
      {[](Assembler& a) { a.sub(kValue, -4); }, "adds x8, x8, #4", {0xb1001108}},
      {[](Assembler& a) { a.add(kValue, 4096); },
       "mov x15, #4096; adds x8, x8, x15",
       {0xd282000f, 0xab0f0108}},
      {[](Assembler& a) { a.add(kValue, qword_ptr(kBase, 8)); },
       "ldr x17, [x19, #8]; adds x8, x8, x17",
       {0xf9400671, 0xab110108}},
      {[](Assembler& a) { a.sub(kScratch.r32(), 3); }, "subs w9, w9, #3", {0x71000d29}},
      {[](Assembler& a) { a.inc(kArg3.r32()); }, "adds w3, w3, #1", {0x31000463}},
      {[](Assembler& a) { a.neg(kArg2); }, "neg x2, x2", {0xcb0203e2}},
      {[](Assembler& a) { a.imul(kValue, kArg0); },
       "smulh x16, x8, x0; mul x8, x8, x0; cmp x16, x8, asr #63",
       {0x9b407d10, 0x9b007d08, 0xeb88fe1f}},
      {[](Assembler& a) { a.imul(kValue, kArg0, -3); },
       "mov x15, #-3; smulh x16, x0, x15; mul x8, x0, x15; cmp x16, x8, asr #63",
       {0x9280004f, 0x9b4f7c10, 0x9b0f7c08, 0xeb88fe1f}},
      {[](Assembler& a) { a.divide_signed(); },
       "sdiv x17, x8, x9; msub x2, x17, x9, x8; mov x8, x17",
       {0x9ac90d11, 0x9b09a222, 0xaa1103e8}},
      {[](Assembler& a) { a.multiply_high(); }, "umulh x2, x8, x9", {0x9bc97d02}},
  });
}

TEST_CASE("AArch64: bits") {
  check({
      {[](Assembler& a) { a.and_(kValue, kArg0); }, "and x8, x8, x0", {0x8a000108}},
      {[](Assembler& a) { a.or_(kScratch.r32(), kArg0.r32()); }, "orr w9, w9, w0", {0x2a000129}},
      {[](Assembler& a) { a.xor_(kValue, kArg0); }, "eor x8, x8, x0", {0xca000108}},
      {[](Assembler& a) { a.and_(kValue, ~3); },
       "mov x15, #-4; and x8, x8, x15",
       {0x9280006f, 0x8a0f0108}},
      {[](Assembler& a) { a.or_(kValue.r32(), 0x51); },
       "mov x15, #0x51; orr w8, w8, w15",
       {0xd2800a2f, 0x2a0f0108}},
      {[](Assembler& a) { a.and_(kArg0, qword_ptr(kBase, 8)); },
       "ldr x17, [x19, #8]; and x0, x0, x17",
       {0xf9400671, 0x8a110000}},
      {[](Assembler& a) { a.shl(kValue, 2); }, "lsl x8, x8, 2", {0xd37ef508}},
      {[](Assembler& a) { a.shl(kValue.r32(), 8); }, "lsl w8, w8, 8", {0x53185d08}},
      {[](Assembler& a) { a.shr(kValue, 8); }, "lsr x8, x8, 8", {0xd348fd08}},
      {[](Assembler& a) { a.sar(kValue, 63); }, "asr x8, x8, 63", {0x937ffd08}},
      {[](Assembler& a) { a.count_ones(kValue); },
       "fmov d0, x8; cnt v0.8b, v0.8b; addv b0, v0.8b; fmov w8, s0",
       {0x9e670100, 0x0e205800, 0x0e31b800, 0x1e260008}},
  });
}

TEST_CASE("AArch64: flags") {
  check({
      {[](Assembler& a) { a.cmp(kValue, kNil); }, "cmp x8, x22", {0xeb16011f}},
      {[](Assembler& a) { a.cmp(kArg3.r32(), kArg2.r32()); }, "cmp w3, w2", {0x6b02007f}},
      {[](Assembler& a) { a.cmp(kValue, 12); }, "cmp x8, #12", {0xf100311f}},
      {[](Assembler& a) { a.cmp(kValue, -12); }, "cmn x8, #12", {0xb100311f}},
      {[](Assembler& a) { a.cmp(kValue, 1 << 20); },
       "movz x15, #0x10, lsl 16; cmp x8, x15",
       {0xd2a0020f, 0xeb0f011f}},
      {[](Assembler& a) { a.cmp(kValue.r8(), 0x51); },
       "uxtb w17, w8; cmp w17, #0x51",
       {0x53001d11, 0x7101463f}},
      {[](Assembler& a) { a.cmp(kValue, qword_ptr(kBase, 8)); },
       "ldr x17, [x19, #8]; cmp x8, x17",
       {0xf9400671, 0xeb11011f}},
      {[](Assembler& a) { a.cmp(kArg2.r32(), dword_ptr(kBase, 8)); },
       "ldr w17, [x19, #8]; cmp w2, w17",
       {0xb9400a71, 0x6b11005f}},
      {[](Assembler& a) { a.cmp(byte_ptr(kBase, 8), 0); },
       "ldrb w17, [x19, #8]; cmp w17, #0",
       {0x39402271, 0x7100023f}},
      {[](Assembler& a) { a.cmp(word_ptr(kBase, -5), 0x1003); },
       "ldurh w17, [x19, #-5]; mov x15, #0x1003; cmp w17, w15",
       {0x785fb271, 0xd282006f, 0x6b0f023f}},
      {[](Assembler& a) { a.test(kValue, kValue); }, "tst x8, x8", {0xea08011f}},
      {[](Assembler& a) { a.test(kValue.r8(), 3); }, "tst w8, #3", {0x7200051f}},
      {[](Assembler& a) { a.test(kValue.r8(), 4); }, "tst w8, #4", {0x721e011f}},
      {[](Assembler& a) { a.test(kValue.r8(), 5); },
       "mov x15, #5; tst w8, w15",
       {0xd28000af, 0x6a0f011f}},
      {[](Assembler& a) { a.test(byte_ptr(kBase, 1), 8); },
       "ldrb w17, [x19, #1]; tst w17, #8",
       {0x39400671, 0x721d023f}},
  });
}

TEST_CASE("AArch64: calls and jumps") {
  check({
      {[](Assembler& a) { a.jmp(kScratch); }, "br x9", {0xd61f0120}},
      {[](Assembler& a) { a.jmp(qword_ptr(kFrame, 24)); },
       "ldr x17, [x21, #24]; br x17",
       {0xf9400eb1, 0xd61f0220}},
      {[](Assembler& a) { a.call(kValue); },
       "blr x8; mov x8, x0; mov x2, x1",
       {0xd63f0100, 0xaa0003e8, 0xaa0103e2}},
      {[](Assembler& a) { a.trap(); }, "udf #0", {0x00000000}},
      {[](Assembler& a) { a.save_registers(); },
       "sub sp, sp, #64; str x30, [sp, #56]; str x19, [sp, #48]; str x20, [sp, #40]; str x21, [sp, "
       "#32]; str x22, [sp, #24]; str x23, [sp, #16]",
       {0xd10103ff, 0xf9001ffe, 0xf9001bf3, 0xf90017f4, 0xf90013f5, 0xf9000ff6, 0xf9000bf7}},
      {[](Assembler& a) { a.restore_registers_and_return(); },
       "mov x0, x8; ldr x30, [sp, #56]; ldr x19, [sp, #48]; ldr x20, [sp, #40]; ldr x21, [sp, "
       "#32]; ldr x22, [sp, #24]; ldr x23, [sp, #16]; add sp, sp, #64; ret",
       {0xaa0803e0, 0xf9401ffe, 0xf9401bf3, 0xf94017f4, 0xf94013f5, 0xf9400ff6, 0xf9400bf7,
        0x910103ff, 0xd65f03c0}},
  });
}

TEST_CASE("AArch64: floats") {
  check({
      {[](Assembler& a) { a.load_single(pool_float(0), kValue); },
       "lsr x17, x8, 32; fmov s16, w17",
       {0xd360fd11, 0x1e270230}},
      {[](Assembler& a) { a.combine_singles(BinaryOp::Add, kFloat, pool_float(0)); },
       "fadd s0, s0, s16",
       {0x1e302800}},
      {[](Assembler& a) { a.combine_singles(BinaryOp::Subtract, pool_float(1), kOtherFloat); },
       "fsub s17, s17, s1",
       {0x1e213a31}},
      {[](Assembler& a) { a.divide_singles(pool_float(1), kOtherFloat); },
       "fdiv s17, s17, s1",
       {0x1e211a31}},
      {[](Assembler& a) { a.square_root_of_single(pool_float(2), kFloat); },
       "fsqrt s18, s0",
       {0x1e21c012}},
      {[](Assembler& a) { a.convert_to_single(kFloat, kValue); }, "scvtf s0, x8", {0x9e220100}},
      {[](Assembler& a) { a.widen(kFloat, pool_float(1)); }, "fcvt d0, s17", {0x1e22c220}},
      {[](Assembler& a) { a.combine_doubles(BinaryOp::Multiply, kFloat, pool_float(0)); },
       "fmul d0, d0, d16",
       {0x1e700800}},
      {[](Assembler& a) { a.divide_doubles(pool_float(1), kOtherFloat); },
       "fdiv d17, d17, d1",
       {0x1e611a31}},
      {[](Assembler& a) { a.square_root(pool_float(2), kFloat); }, "fsqrt d18, d0", {0x1e61c012}},
      {[](Assembler& a) { a.move(kSpareFloat, pool_float(11)); }, "fmov d2, d27", {0x1e604362}},
      {[](Assembler& a) { a.move_bits(kFloat, kScratch); }, "fmov d0, x9", {0x9e670120}},
      {[](Assembler& a) { a.move_bits(kScratch, kFloat); }, "fmov x9, d0", {0x9e660009}},
      {[](Assembler& a) { a.load_zero(kFloat); }, "movi d0, #0", {0x2f00e400}},
      {[](Assembler& a) { a.convert(kFloat, kValue); }, "scvtf d0, x8", {0x9e620100}},
      {[](Assembler& a) { a.load_double(kFloat, qword_ptr(kScratch, 3)); },
       "ldur d0, [x9, #3]",
       {0xfc403120}},
      {[](Assembler& a) { a.rotate_left(kScratch, 4); }, "ror x9, x9, 60", {0x93c9f129}},
      {[](Assembler& a) { a.load_single_bits(kScratch, pool_float(0)); },
       "fmov w9, s16",
       {0x1e260209}},
      {[](Assembler& a) { a.compare_singles(kFloat, pool_float(1)); },
       "fcmp s0, s17",
       {0x1e312000}},
      {[](Assembler& a) { a.compare_doubles(kFloat, kOtherFloat); }, "fcmp d0, d1", {0x1e612000}},
  });
}

TEST_CASE("AArch64: jumps test the flags of the preceding instructions") {
  Words words = assembled([](Assembler& a) {
    Label target = a.newLabel();
    a.bind(target);
    a.add(kValue, kArg0);
    a.jo(target);  // b.vs
    a.imul(kValue, kArg0);
    a.jo(target);  // b.ne
    a.je(target);
    a.jb(target);
    a.ja(target);
    a.js(target);
    a.jump_if_unordered(target);
    a.jmp(target);
  });
  REQUIRE(words.size() == 12);
  auto condition = [&](std::size_t i) { return words[i] & 0xF; };
  CHECK(condition(1) == 6);   // vs
  CHECK(condition(5) == 1);   // ne
  CHECK(condition(6) == 0);   // eq
  CHECK(condition(7) == 3);   // lo
  CHECK(condition(8) == 8);   // hi
  CHECK(condition(9) == 4);   // mi
  CHECK(condition(10) == 6);  // vs
  CHECK(words[1] == 0x54FFFFE6);
  CHECK(words[11] == 0x17FFFFF5);
}

TEST_CASE("AArch64: labels") {
  Words words = assembled([](Assembler& a) {
    Label data = a.newLabel();
    a.lea(kScratch, ptr(data));
    a.cmp(kScratch, qword_ptr(data));
    a.align(asmjit::AlignMode::kData, 8);
    a.bind(data);
    a.embedUInt64(0x123456789);
  });
  CHECK(words == Words{0x10000089, 0x58000071, 0xeb11013f, 0, 0x23456789, 1});
}

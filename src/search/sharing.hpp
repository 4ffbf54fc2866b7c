// The state that the processes of one search share in addition to the table: which positions are being
// searched, the bounds of the root's value that are proved, and the answer of the first worker that has
// one.
//
// Each process searches the same root with the same table, and postpones moves to positions that
// another one is searching. When it returns to them, the table usually has their values. If a
// process ends early, the results of the others stay valid: its claims only postpone moves, and
// everything else that is shared is proved.
// Source: T. Kerrigan, Simplified ABDADA, 2012, after J.-C. Weill, The ABDADA distributed minimax
// search algorithm, ICCA Journal 19 (1996).
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <cstring>

#include "host/workers.hpp"
#include "search/game.hpp"
#include "search/proved.hpp"
#include "search/transposition_table.hpp"

namespace winnow::search {

// In memory that is shared. The first process constructs it.
class Sharing {
 public:
  static constexpr unsigned kMostProcesses = 64;

  Sharing() : range_(packed({-kInfinity, kInfinity})) {}

  // ---- Claims. Different positions may share one.
  bool is_claimed(std::uint64_t key) const {
    return claims_[key % kClaims].load(std::memory_order_relaxed) == key;
  }
  // Claims the position of KEY unless its place is taken; returns whether it did.
  bool claim(std::uint64_t key) {
    std::uint64_t none = 0;
    return claims_[key % kClaims].compare_exchange_strong(none, key, std::memory_order_relaxed);
  }
  void release(std::uint64_t key) { claims_[key % kClaims].store(0, std::memory_order_relaxed); }

  // ---- The values that the root can have, as proved so far.
  Range range() const { return unpacked(range_.load(std::memory_order_relaxed)); }
  // Narrows both RANGE and the shared range to what they have in common.
  void narrow(Range& range) {
    std::uint64_t before = range_.load(std::memory_order_relaxed);
    do {
      const Range shared = unpacked(before);
      range = {std::max(range.least, shared.least), std::min(range.greatest, shared.greatest)};
    } while (!range_.compare_exchange_weak(before, packed(range), std::memory_order_relaxed));
  }

  // ---- The answer of a worker
  struct Answer {
    int score;
    unsigned depth;
    std::uint32_t line_length;
    std::array<std::uint32_t, kDeepestGame + 1> line;
  };
  bool has_answer() const { return state_.load(std::memory_order_acquire) == kWritten; }
  const Answer& answer() const { return answer_; }
  // Calls WRITE with the place of the answer, unless another worker has called it.
  template <class Write>
  void answer_once(Write&& write) {
    std::uint32_t none = kNone;
    if (!state_.compare_exchange_strong(none, kBeingWritten)) return;
    write(answer_);
    state_.store(kWritten, std::memory_order_release);
  }

  // ---- Nodes
  void set_nodes(unsigned process, std::uint64_t nodes) {
    nodes_[process].count.store(nodes, std::memory_order_relaxed);
  }
  // The nodes of all processes except PROCESS.
  std::uint64_t nodes_of_others(unsigned process) const {
    std::uint64_t sum = 0;
    for (unsigned i = 0; i < kMostProcesses; ++i)
      if (i != process) sum += nodes_[i].count.load(std::memory_order_relaxed);
    return sum;
  }

 private:
  static constexpr std::size_t kClaims = std::size_t{1} << 14;
  enum State : std::uint32_t { kNone, kBeingWritten, kWritten };

  static std::uint64_t packed(Range r) {
    return std::uint64_t{static_cast<std::uint32_t>(r.least)} << 32 |
           static_cast<std::uint32_t>(r.greatest);
  }
  static Range unpacked(std::uint64_t bits) {
    return {static_cast<int>(bits >> 32), static_cast<int>(static_cast<std::uint32_t>(bits))};
  }

  struct alignas(64) Nodes {
    std::atomic<std::uint64_t> count;
  };
  std::array<Nodes, kMostProcesses> nodes_{};
  alignas(64) std::atomic<std::uint64_t> range_;
  std::atomic<std::uint32_t> state_{kNone};
  alignas(64) std::array<std::atomic<std::uint64_t>, kClaims> claims_{};
  Answer answer_{};
};
static_assert(std::atomic<std::uint64_t>::is_always_lock_free);

// A table in memory that processes share.
class SharedTableMemory final : public TableMemory {
 public:
  // The table may have MOST_BYTES.
  explicit SharedTableMemory(std::size_t most_bytes)
      : memory_(TranspositionTable::shared_bytes(most_bytes)),
        block_(TranspositionTable::prepare(memory_.begin(), most_bytes)) {}
  void* block() override { return block_; }
  void* allocate(std::size_t) override { return nullptr; }
  void adopt() override {}
  bool is_shared() const override { return true; }
  void commit(std::size_t bytes) override { memory_.commit(bytes); }
  // Copies the entries of the table in OTHER, if it is not empty, and back.
  void copy_from(TableMemory& other) {
    const void* from = other.block();
    if (!from) return;
    std::memcpy(block_, from, TranspositionTable::bytes_of(from));
    TranspositionTable::seal(block_);
  }
  void copy_to(TableMemory& other) const {
    const std::size_t bytes = TranspositionTable::bytes_of(block_);
    void* to = other.allocate(bytes);
    if (!to) return;
    std::memcpy(to, block_, bytes);
    TranspositionTable::seal(to);
    other.adopt();
  }

 private:
  SharedMemory memory_;
  void* block_;
};

}  // namespace winnow::search

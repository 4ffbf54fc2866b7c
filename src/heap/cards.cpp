// Cards: the remembered set of old cells that may refer to young ones, and of cells of the image
// that may refer to cells outside it.
#include <algorithm>
#include <cstring>

#include "heap/heap.hpp"
#include "heap/trace.hpp"

namespace winnow {

namespace {

// Calls VISIT with each of the COUNT cards from FIRST on whose byte is WRITTEN. Stops and returns
// false if VISIT returns false. Tests eight cards at a time, since few are written to.
template <class Visit>
bool for_each_written(const std::uint8_t* cards, std::size_t first, std::size_t count,
                      std::uint64_t written, Visit visit) {
  constexpr std::size_t kGroup = 8;
  for (std::size_t i = first; i < first + count; i += kGroup) {
    std::uint64_t group;
    std::memcpy(&group, cards + i, kGroup);
    if ((group & 0x0101010101010101u * written) == 0) continue;
    for (std::size_t card = i; card < i + kGroup; ++card)
      if (cards[card] == written && !visit(card)) return false;
  }
  return true;
}

}  // namespace

// The write barrier for COUNT adjacent slots: marks the old values while marking is in progress,
// and marks the cards as written.
void Heap::before_stores(const Value* slots, std::size_t count) {
  if (count == 0) return;
  if (marking_) mark_range(slots, count);
  auto card_of = [this](const Value* slot) {
    return static_cast<std::size_t>(reinterpret_cast<const char*>(slot) - range_.begin()) >>
           kCardShift;
  };
  std::size_t first = card_of(slots);
  std::memset(cards_ + first, kWritten, card_of(slots + count - 1) - first + 1);
}

// The number of written cards with old cells, which a young collection scans; if there are more than
// kMostCards, a number above that.
std::size_t Heap::count_written() const {
  std::size_t count = 0;
  std::size_t head = 0;  // the block, or the first block of the large object
  for (std::size_t i = 0; i < kinds_.size(); ++i) {
    if (kinds_[i] != Kind::LargeTail) head = i;
    bool few = for_each_written(
        cards_, i * kCardsOfBlock, kCardsOfBlock, kWritten,
        [&](std::size_t card) { return !has_old(head, card) || ++count <= kMostCards; });
    if (!few) break;
  }
  return count;
}

// May CARD, in BLOCK or in a large object that begins there, contain old cells?
bool Heap::has_old(std::size_t block, std::size_t card) const {
  constexpr std::size_t kCount = kCardBytes / kGranuleBytes;
  auto* side = reinterpret_cast<const std::uint8_t*>(block_at(block));
  if (kinds_[block] == Kind::Large) return side[kFirstGranule] == epoch_;
  side += card % kCardsOfBlock * kCount;
  return side[0] == kContinuation || std::memchr(side, epoch_, kCount) != nullptr;
}

// Marks the cells to which the old cells on written cards refer.
void Heap::mark_written() {
  std::size_t head = 0;
  for (std::size_t i = 0; i < kinds_.size(); ++i) {
    if (kinds_[i] != Kind::LargeTail) head = i;
    for_each_written(cards_, i * kCardsOfBlock, kCardsOfBlock, kWritten,
                     [&](std::size_t card) { return mark_card(head, card), true; });
  }
  forget_written();
}

// Clears the cards when there are no more young cells. Written cards of the image stay remembered.
void Heap::forget_written() {
  std::size_t of_image = image_blocks_ * kCardsOfBlock;
  for (std::size_t i = 0; i < of_image; ++i)
    if (cards_[i] != 0) cards_[i] = kWrittenBefore;
  std::memset(cards_ + of_image, 0, kinds_.size() * kCardsOfBlock - of_image);
}

// Marks all cells of the image without scanning them, except on cards that were ever written to:
// the others refer only to cells of the image.
void Heap::mark_image() {
  for (std::size_t i = 0; i < image_blocks_; ++i) {
    if (kinds_[i] == Kind::LargeTail) continue;
    auto* side = reinterpret_cast<std::uint8_t*>(block_at(i));
    for (std::size_t g = kFirstGranule; g < kGranules; ++g)
      side[g] = side[g] == before_ ? epoch_ : side[g];
  }
  marked_bytes_ += image_blocks_ * kBlockBytes;
  std::size_t head = 0;
  for (std::size_t card = 0; card < image_blocks_ * kCardsOfBlock; ++card) {
    if (kinds_[card / kCardsOfBlock] != Kind::LargeTail) head = card / kCardsOfBlock;
    if (cards_[card] != 0) mark_card(head, card);
  }
}

// Marks the cells to which the Values of old cells on CARD refer. The card is in BLOCK or in a
// large object that begins there.
void Heap::mark_card(std::size_t block, std::size_t card) {
  char* begin = range_.begin() + card * kCardBytes;
  char* end = begin + kCardBytes;
  auto mark_part = [&](char* cell) {
    ObjectExtent extent = extent_of(reinterpret_cast<Header*>(cell));
    Value* from = std::max(extent.values, reinterpret_cast<Value*>(begin));
    Value* to = std::min(extent.values + extent.count, reinterpret_cast<Value*>(end));
    if (from < to) mark_range(from, static_cast<std::size_t>(to - from));
  };
  Kind kind = kinds_[block];
  if (kind == Kind::Free || kind == Kind::Dirty) return;
  auto* side = reinterpret_cast<std::uint8_t*>(block_at(block));
  if (kind == Kind::Large) {
    if (side[kFirstGranule] == epoch_) mark_part(block_at(block) + kFirstGranule * kGranuleBytes);
    return;
  }
  std::size_t first = granule_of(begin);
  std::size_t behind = first + kCardBytes / kGranuleBytes;
  if (kind == Kind::Pairs) return mark_pairs(side + first, reinterpret_cast<const Pair*>(begin));
  while (first > kFirstGranule && side[first] == kContinuation) --first;
  // Most written cards have young cells only.
  const std::uint8_t* at = side + std::max(first, kFirstGranule);
  const std::uint8_t* const stop = side + behind;
  for (; at < stop; ++at) {
    at = static_cast<const std::uint8_t*>(
        std::memchr(at, epoch_, static_cast<std::size_t>(stop - at)));
    if (at == nullptr) return;
    mark_part(block_at(block) + static_cast<std::size_t>(at - side) * kGranuleBytes);
  }
}

// Marks the cells to which the old pairs on a card refer; MARKS are the mark bytes of the card. New
// pairs are allocated in the holes between old ones, so that the old pairs on many written cards refer
// to marked cells only. Nearly all time goes into reading the mark bytes of these cells, which are all
// over memory; therefore they are prefetched together.
void Heap::mark_pairs(const std::uint8_t* marks, const Pair* pairs) {
  constexpr std::size_t kCount = kCardBytes / sizeof(Pair);
  if (std::memchr(marks, epoch_, kCount) == nullptr) return;  // most cards have young pairs only
  for (std::size_t i = 0; i < kCount; i += 64 / sizeof(Pair)) __builtin_prefetch(pairs + i);
  for (std::size_t i = 0; i < kCount; ++i) {
    if (marks[i] != epoch_) continue;
    for (Value v : {pairs[i].car, pairs[i].cdr})
      if (v.is_pointer()) __builtin_prefetch(side_of(v.address()) + granule_of(v.address()));
  }
  for (std::size_t i = 0; i < kCount; ++i)
    if (marks[i] == epoch_) mark_range(&pairs[i].car, 2);
}

// Checks that each old cell that refers to a young one is on a written card.
void Heap::check_written() {
  auto check = [this](const Value* values, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      Value v = values[i];
      if (!v.is_pointer() || !contains(v.address())) continue;
      if (side_of(v.address())[granule_of(v.address())] != kYoung) continue;
      WINNOW_CHECK(*reinterpret_cast<std::uint8_t*>(
                       card_bias_ + (reinterpret_cast<std::uintptr_t>(values + i) >> kCardShift)) ==
                   kWritten);
    }
  };
  for_each_live_cell([&](Value v) {
    if (v.is_list()) return check(&as_pair(v)->car, 2);
    ObjectExtent extent = extent_of(reinterpret_cast<Header*>(v.address()));
    check(extent.values, extent.count);
  });
}

}  // namespace winnow

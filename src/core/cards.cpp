// The cards: where an old cell may refer to a young one, and the image to what lies outside of it.
#include <algorithm>
#include <cstring>

#include "core/heap.hpp"
#include "core/trace.hpp"

namespace winnow {

namespace {

// So many cards may be looked into at once: where their cells refer to all the memory, that takes
// some 10 ms.
constexpr std::size_t kMostCards = 4096;

// Cards are looked at eight at a time: few were written to.
constexpr std::size_t kGroup = 8;
constexpr std::uint64_t kOneEach = 0x0101010101010101u;

std::uint64_t group_at(const std::uint8_t* cards) {
  std::uint64_t group;
  std::memcpy(&group, cards, kGroup);
  return group;
}

}  // namespace

// Can all old cells that were written to since the last collection be looked into at once?
bool Heap::are_few_written() const {
  std::size_t count = 0;
  for (std::size_t i = 0; i < kinds_.size() * kCardsOfBlock; i += kGroup) {
    if ((group_at(cards_ + i) & kOneEach * kWritten) == 0) continue;
    for (std::size_t card = i; card < i + kGroup; ++card)
      if (cards_[card] == kWritten && has_old(card / kCardsOfBlock, card % kCardsOfBlock) &&
          ++count > kMostCards)
        return false;
  }
  return true;
}

// May there be old cells in CARD of BLOCK?
bool Heap::has_old(std::size_t block, std::size_t card) const {
  constexpr std::size_t kCount = kCardBytes / kGranuleBytes;
  while (kinds_[block] == Kind::LargeTail) --block;
  auto* side = reinterpret_cast<const std::uint8_t*>(block_at(block));
  if (kinds_[block] == Kind::Large) return side[kFirstGranule] == epoch_;
  side += card * kCount;
  return side[0] == kContinuation || std::memchr(side, epoch_, kCount) != nullptr;
}

// Marks what the old cells refer to where they were written to since the last collection.
void Heap::mark_written() {
  for (std::size_t i = 0; i < kinds_.size() * kCardsOfBlock; i += kGroup) {
    if ((group_at(cards_ + i) & kOneEach * kWritten) == 0) continue;
    for (std::size_t card = i; card < i + kGroup; ++card)
      if (cards_[card] == kWritten) mark_card(card / kCardsOfBlock, card % kCardsOfBlock);
  }
  forget_written();
}

// There are no young cells any more. What was written to of the image stays known.
void Heap::forget_written() {
  std::size_t of_image = image_blocks_ * kCardsOfBlock;
  for (std::size_t i = 0; i < of_image; ++i)
    if (cards_[i] != 0) cards_[i] = kWrittenBefore;
  std::memset(cards_ + of_image, 0, kinds_.size() * kCardsOfBlock - of_image);
}

// What the image holds stays alive, and is looked into only where it was ever written to: elsewhere
// it refers to nothing outside.
void Heap::mark_image() {
  for (std::size_t i = 0; i < image_blocks_; ++i) {
    if (kinds_[i] == Kind::LargeTail) continue;
    auto* side = reinterpret_cast<std::uint8_t*>(block_at(i));
    for (std::size_t g = kFirstGranule; g < kGranules; ++g)
      side[g] = side[g] == before_ ? epoch_ : side[g];
  }
  marked_bytes_ += image_blocks_ * kBlockBytes;
  for (std::size_t i = 0; i < image_blocks_; ++i)
    for (std::size_t card = 0; card < kCardsOfBlock; ++card)
      if (cards_[i * kCardsOfBlock + card] != 0) mark_card(i, card);
}

// Marks what the Values that lie in CARD of BLOCK refer to, if they are those of old cells.
void Heap::mark_card(std::size_t block, std::size_t card) {
  char* begin = block_at(block) + card * kCardBytes;
  char* end = begin + kCardBytes;
  auto mark_part = [&](char* cell) {
    ObjectExtent extent = extent_of(reinterpret_cast<Header*>(cell));
    Value* from = std::max(extent.values, reinterpret_cast<Value*>(begin));
    Value* to = std::min(extent.values + extent.count, reinterpret_cast<Value*>(end));
    if (from < to) mark_range(from, static_cast<std::size_t>(to - from));
  };
  while (kinds_[block] == Kind::LargeTail) --block;
  Kind kind = kinds_[block];
  if (kind == Kind::Free || kind == Kind::Dirty) return;
  auto* side = reinterpret_cast<std::uint8_t*>(block_at(block));
  if (kind == Kind::Large) {
    if (side[kFirstGranule] == epoch_) mark_part(block_at(block) + kFirstGranule * kGranuleBytes);
    return;
  }
  std::size_t first = card * (kCardBytes / kGranuleBytes);
  std::size_t behind = first + kCardBytes / kGranuleBytes;
  if (kind == Kind::Objects)
    while (first > kFirstGranule && side[first] == kContinuation) --first;
  for (std::size_t g = std::max(first, kFirstGranule); g < behind; ++g) {
    if (side[g] != epoch_) continue;
    char* cell = block_at(block) + g * kGranuleBytes;
    if (kind == Kind::Pairs)
      mark_range(&reinterpret_cast<Pair*>(cell)->car, 2);
    else
      mark_part(cell);
  }
}

// Does each old cell that refers to a young one stand on a card that was written to?
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

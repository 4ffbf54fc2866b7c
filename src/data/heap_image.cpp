#include "data/heap_image.hpp"

#include <cstring>
#include <new>
#include <stdexcept>
#include <unordered_map>
#include <vector>

#include "data/array.hpp"
#include "data/hash_table.hpp"
#include "heap/trace.hpp"

namespace winnow {

struct Heap::ImageHeader {
  std::uint64_t block_count;
  std::uint64_t live_bytes;
  Value root;
  StaticCells static_cells;
  Kind kinds[];
};

// Copies the reachable cells into a buffer. A copied cell has two addresses: the one in the buffer,
// and the one that it will have in the heap.
class Heap::ImageWriter {
 public:
  explicit ImageWriter(const Heap& heap) : heap_(heap), buffer_(kMostBytes, kMostBytes) {}

  std::string write() {
    Value root = copy_of(heap_.image_root);
    StaticCells cells = static_cells();
    for (Symbol* s : {&cells.nil_symbol, &cells.t}) translate(&s->value, 5);
    Value tables = nil();
    // The loop also visits the cells that it appends.
    for (std::size_t i = 0; i < copies_.size(); ++i) {
      if (copies_[i].is_list())
        translate(&as_pair(here(copies_[i]))->car, 2);
      else
        finish(copies_[i], tables);
    }
    as<Vector>(here(root))->data[static_cast<std::size_t>(Saved::HashTables)] = tables;
    return bytes(root, cells);
  }

 private:
  static constexpr std::size_t kMostBytes = std::size_t{256} << 20;

  struct Open {  // the block of one kind that is being filled
    std::size_t block = 0;
    std::size_t granule = kGranules;
  };

  // The address in the buffer of V, a copied cell.
  Value here(Value v) const { return Value{v.bits - kImageAddress + offset_of_buffer()}; }
  std::uint64_t offset_of_buffer() const {
    return reinterpret_cast<std::uint64_t>(buffer_.begin());
  }

  std::size_t new_blocks(std::size_t count, Kind kind) {
    std::size_t first = kinds_.size();
    if ((first + count) * kBlockBytes > kMostBytes) throw std::bad_alloc();
    for (std::size_t i = 0; i < count; ++i)
      kinds_.push_back(i == 0 || kind != Kind::Large ? kind : Kind::LargeTail);
    return first;
  }

  // Allocates SIZE bytes in the buffer; returns their offset.
  std::size_t place(Kind kind, std::size_t size) {
    std::size_t granules = (size + kGranuleBytes - 1) / kGranuleBytes;
    std::size_t block;
    std::size_t granule = kFirstGranule;
    if (granules > kGranules - kFirstGranule) {
      block = new_blocks((kFirstGranule + granules + kGranules - 1) / kGranules, Kind::Large);
    } else {
      Open& open = kind == Kind::Pairs ? pairs_ : objects_;
      if (open.granule + granules > kGranules) open = {new_blocks(1, kind), kFirstGranule};
      block = open.block;
      granule = open.granule;
      open.granule += granules;
      std::memset(buffer_.begin() + block * kBlockBytes + granule, kContinuation, granules);
    }
    buffer_.begin()[block * kBlockBytes + granule] = kFirstEpoch;
    return block * kBlockBytes + granule * kGranuleBytes;
  }

  // The copy of V; copies the cell if that is not done yet.
  Value copy_of(Value v) {
    if (!v.is_pointer() || !heap_.contains(v.address())) return v;
    auto [entry, fresh] = copy_of_.try_emplace(v.bits);
    if (!fresh) return entry->second;
    bool pair = v.is_list();
    std::size_t size =
        pair ? sizeof(Pair) : extent_of(reinterpret_cast<Header*>(v.address())).bytes;
    live_bytes_ += size;
    std::size_t offset = place(pair ? Kind::Pairs : Kind::Objects, size);
    std::memcpy(buffer_.begin() + offset, v.address(), size);
    Value there{(kImageAddress + offset) | (v.bits & 7)};
    entry->second = there;
    copies_.push_back(there);
    return there;
  }

  void translate(Value* values, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) values[i] = copy_of(values[i]);
  }

  // Replaces the Values and pointers in V, a copied object, by those of the image.
  void finish(Value v, Value& tables) {
    auto* header = reinterpret_cast<Header*>(here(v).address());
    ObjectExtent extent = extent_of(header);
    translate(extent.values, extent.count);
    switch (header->type) {
      case Type::Code: {
        auto* code = reinterpret_cast<Code*>(header);
        code->set_entry();
        code->entry = reinterpret_cast<std::uint32_t*>(
            reinterpret_cast<std::uint64_t>(code->entry) - offset_of_buffer() + kImageAddress);
        code->start = &static_cells().count_call;
        code->native = nullptr;
        break;
      }
      case Type::Stream:
        reinterpret_cast<StreamObject*>(header)->stream = nullptr;
        header->flags &= static_cast<std::uint8_t>(~StreamObject::kOpen);
        break;
      case Type::Builtin: reinterpret_cast<Builtin*>(header)->info = nullptr; break;
      case Type::HashTable: {
        std::size_t offset = place(Kind::Pairs, sizeof(Pair));
        *reinterpret_cast<Pair*>(buffer_.begin() + offset) = {v, tables};
        tables = Value{(kImageAddress + offset) | kPairTag};
        break;
      }
      case Type::WeakVector:
      case Type::WeakPointer:
        WINNOW_CHECK(!"the library keeps no weak references while it is built");
        break;
      default: break;
    }
  }

  std::string bytes(Value root, const StaticCells& cells) const {
    std::size_t header_size = sizeof(ImageHeader) + kinds_.size();
    if (header_size > kImageHeaderBytes) throw std::bad_alloc();
    std::string out(kImageHeaderBytes, '\0');
    auto* header = reinterpret_cast<ImageHeader*>(out.data());
    header->block_count = kinds_.size();
    header->live_bytes = live_bytes_;
    header->root = root;
    header->static_cells = cells;
    std::memcpy(header->kinds, kinds_.data(), kinds_.size());
    return out.append(buffer_.begin(), kinds_.size() * kBlockBytes);
  }

  const Heap& heap_;
  PageRange buffer_;
  std::vector<Kind> kinds_;
  Open pairs_;
  Open objects_;
  std::size_t live_bytes_ = 0;
  std::unordered_map<std::uint64_t, Value> copy_of_;
  std::vector<Value> copies_;  // the copies, in the order of copying
};

std::string write_heap_image(Heap& heap) { return Heap::ImageWriter(heap).write(); }

Value make_image_root(Heap& heap) {
  return make_vector(heap, static_cast<std::size_t>(Saved::count), nil());
}

void save(Heap& heap, Saved what, const ValueVector& values) {
  Value row = make_vector(heap, values.size(), nil());
  for (std::size_t i = 0; i < values.size(); ++i) as<Vector>(row)->data[i] = values[i];
  heap.store(saved(heap, what), row);
}

void restore(const Heap& heap, Saved what, ValueVector& values) {
  const auto* row = as<Vector>(saved(heap, what));
  for (std::uint32_t i = 0; i < row->length(); ++i) values.push(row->data[i]);
}

// Maps IMAGE into the heap, which must be empty.
void Heap::adopt(const unsigned char* image) {
  auto* header = reinterpret_cast<const ImageHeader*>(image);
  std::size_t bytes = header->block_count * kBlockBytes;
  if (bytes > range_.size()) throw std::bad_alloc();
  map_own_bytes(image + kImageHeaderBytes, bytes, range_.begin());
  kinds_.assign(header->kinds, header->kinds + header->block_count);
  lowest_free_ = image_blocks_ = kinds_.size();
  for (std::uint32_t i = 0; i < kinds_.size(); ++i) {
    if (kinds_[i] == Kind::Pairs) pairs_.blocks.push_back(i);
    if (kinds_[i] == Kind::Objects) objects_.blocks.push_back(i);
  }
  for (Space* space : {&pairs_, &objects_})
    space->first = space->start = space->block = space->blocks.size();
  statistics_.live_bytes = old_then_ = header->live_bytes;
  old_limit_ = header->live_bytes + kLeastTrigger;
  statistics_.committed_bytes = bytes;
  share_limit();
  image_root = header->root;
  static_cells() = header->static_cells;
  if (reinterpret_cast<std::uintptr_t>(range_.begin()) != kImageAddress) relocate(bytes);
  for (Value t = saved(*this, Saved::HashTables); is_cons(t); t = cdr(t))
    hash_table_rehash(*this, car(t));
}

// Adjusts all pointers into the BYTES of the image, which are not at kImageAddress.
void Heap::relocate(std::size_t bytes) {
  std::uint64_t distance = reinterpret_cast<std::uint64_t>(range_.begin()) - kImageAddress;
  auto move = [&](Value* values, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i)
      if (values[i].is_pointer() && values[i].bits - kImageAddress < bytes)
        values[i].bits += distance;
  };
  move(&image_root, 1);
  for (Symbol* s : {&static_cells().nil_symbol, &static_cells().t}) move(&s->value, 5);
  for_each_live_cell([&](Value v) {
    if (v.is_list()) return move(&as_pair(v)->car, 2);
    auto* header = reinterpret_cast<Header*>(v.address());
    ObjectExtent extent = extent_of(header);
    move(extent.values, extent.count);
    if (header->type == Type::Code) reinterpret_cast<Code*>(header)->set_entry();
  });
}

}  // namespace winnow

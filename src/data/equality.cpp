#include "data/equality.hpp"

#include <cmath>
#include <cstring>

#include "data/array.hpp"
#include "data/hash_table.hpp"
#include "data/small_stack.hpp"
#include "data/string.hpp"
#include "data/structure_type.hpp"
#include "data/symbol.hpp"
#include "data/unicode.hpp"
#include "heap/condition.hpp"
#include "heap/list.hpp"
#include "host/random.hpp"
#include "number/number.hpp"

namespace winnow {

namespace {

// A safepoint on a walk along two lists; signals an error if both are circular.
void check_walk(Heap& heap, Value a, Value b) {
  heap.upcalls->poll();
  if (proper_length(a) == -2 && proper_length(b) == -2)
    signal_error(heap, ConditionKind::simple_error, "Two circular lists cannot be compared", {});
}

bool strings_equal(StringView a, StringView b, bool fold) {
  if (a.length != b.length) return false;
  if (!fold && !a.data->is_wide() && !b.data->is_wide()) {
    const std::uint8_t* x = a.data->narrow + a.offset;
    const std::uint8_t* y = b.data->narrow + b.offset;
    return std::memcmp(x, y, a.length) == 0;
  }
  for (std::size_t i = 0; i < a.length; ++i) {
    char32_t x = a.at(i);
    char32_t y = b.at(i);
    if (x != y && !(fold && unicode::downcase(x) == unicode::downcase(y))) return false;
  }
  return true;
}

bool bits_equal(Heap& heap, Value a, Value b) {
  std::size_t length = vector_length(a);
  if (length != vector_length(b)) return false;
  for (std::size_t i = 0; i < length; ++i) {
    heap.poll_at(i + 1);
    if (array_ref(heap, a, i) != array_ref(heap, b, i)) return false;
  }
  return true;
}

}  // namespace

bool eql_slow(Value a, Value b) {
  Header* x = header_of(a);
  Header* y = header_of(b);
  if (x->type != y->type) return false;
  switch (x->type) {
    case Type::Bignum: return integer_compare(a, b) == 0;
    case Type::Ratio:
      return eql(as<Ratio>(a)->numerator, as<Ratio>(b)->numerator) &&
             eql(as<Ratio>(a)->denominator, as<Ratio>(b)->denominator);
    case Type::Complex:
      return eql(as<Complex>(a)->real, as<Complex>(b)->real) &&
             eql(as<Complex>(a)->imaginary, as<Complex>(b)->imaginary);
    case Type::Double:
      return std::bit_cast<std::uint64_t>(as<Double>(a)->value) ==
             std::bit_cast<std::uint64_t>(as<Double>(b)->value);
    default: return false;
  }
}

namespace {

// Compares as EQUAL does or, with FOLD, as EQUALP. It does not recurse: the parts that are still to
// be compared are on a stack of its own.
class Comparison {
 public:
  Comparison(Heap& heap, bool fold) : heap_(heap), fold_(fold) {}

  bool equal(Value a, Value b) {
    for (;;) {
      if (is_cons(a) && is_cons(b) && a != b) {
        if ((++steps_ & 0xFFFF) == 0) check_walk(heap_, a, b);
        if (is_cons(car(a)) && is_cons(car(b))) {
          pending_.push({cdr(a), cdr(b)});
          a = car(a);
          b = car(b);
        } else {
          if (!part_equal(car(a), car(b))) return false;
          a = cdr(a);
          b = cdr(b);
        }
        continue;
      }
      if (!eql(a, b) && !atoms_equal(a, b)) return false;
      if (pending_.empty()) return true;
      Parts next = pending_.pop();
      a = next.a;
      b = next.b;
    }
  }

 private:
  struct Parts {
    Value a;
    Value b;
  };

  // Returns false if A and B are not equal. Objects with parts are pushed to be compared later.
  bool part_equal(Value a, Value b) {
    if (eql(a, b)) return true;
    if (is_cons(a) != is_cons(b)) return false;
    if (!is_cons(a) && !(fold_ && has_parts(a))) return atoms_equal(a, b);
    pending_.push({a, b});
    return true;
  }

  bool has_parts(Value v) const {
    return (is_array(v) && !is_string(v)) || is_structure_object(heap_, v) ||
           has_type(v, Type::HashTable);
  }

  bool atoms_equal(Value a, Value b) {
    if (!fold_ && !(a.is_object() && b.is_object())) return false;  // EQL has compared them
    if (fold_ && is_vector_object(a) && is_vector_object(b)) return vectors_equal(a, b);
    if (is_string(a) && is_string(b))
      return strings_equal(string_view_of(heap_, a), string_view_of(heap_, b), fold_);
    Value name = file_named_by(heap_, a);
    Value other = file_named_by(heap_, b);
    if (name != kAbsent && other != kAbsent)
      return strings_equal(string_view_of(heap_, name), string_view_of(heap_, other), false);
    if (!fold_) return is_bit_vector(a) && is_bit_vector(b) && bits_equal(heap_, a, b);
    heap_.poll_at(++steps_);
    if (is_number(a) && is_number(b)) return numbers_equal(heap_, a, b);
    if (a.is_character() && b.is_character())
      return unicode::downcase(a.character()) == unicode::downcase(b.character());
    if (is_array(a) && is_array(b)) return arrays_equal(a, b);
    if (is_structure_object(heap_, a) && is_structure_object(heap_, b))
      return structures_equal(as<Structure>(a), as<Structure>(b));
    if (has_type(a, Type::HashTable) && has_type(b, Type::HashTable)) return tables_equal(a, b);
    return false;
  }

  bool vectors_equal(Value a, Value b) {
    const std::size_t count = as<Vector>(a)->length();
    if (count != as<Vector>(b)->length()) return false;
    for (std::size_t i = 0; i < count; ++i) {
      heap_.poll_at(i);
      if (!part_equal(as<Vector>(a)->data[i], as<Vector>(b)->data[i])) return false;
    }
    return true;
  }

  bool arrays_equal(Value a, Value b) {
    std::size_t rank = array_rank(a);
    if (rank != array_rank(b)) return false;
    std::size_t count = rank == 1 ? vector_length(a) : array_total_size(a);
    if (rank == 1 && count != vector_length(b)) return false;
    for (std::size_t i = 0; rank != 1 && i < rank; ++i)
      if (array_dimension(a, i) != array_dimension(b, i)) return false;
    for (std::size_t i = 0; i < count; ++i) {
      heap_.poll_at(i);
      if (!part_equal(array_ref(heap_, a, i), array_ref(heap_, b, i))) return false;
    }
    return true;
  }

  bool structures_equal(const Structure* a, const Structure* b) {
    if (a->type != b->type) return false;
    for (std::uint32_t i = 0; i + 1 < a->header.length; ++i)
      if (!part_equal(a->slots[i], b->slots[i])) return false;
    return true;
  }

  bool tables_equal(Value a, Value b) {
    if (as<HashTable>(a)->test() != as<HashTable>(b)->test() ||
        as<HashTable>(a)->count != as<HashTable>(b)->count)
      return false;
    for (HashTableCursor c(a); c.next();) {
      Value other = hash_table_get(heap_, b, c.key());
      if (other == kAbsent || !part_equal(c.value(), other)) return false;
    }
    return true;
  }

  Heap& heap_;
  bool fold_;
  std::uint64_t steps_ = 0;
  SmallStack<Parts, 16> pending_;
};

}  // namespace

bool equal(Heap& heap, Value a, Value b) {
  // The fast path, for short flat lists and strings.
  constexpr int kShort = 32;
  for (int i = 0; i < kShort; ++i) {
    if (eql(a, b)) return true;
    if (!is_cons(a) || !is_cons(b)) {
      if (is_cons(a) || is_cons(b) || !a.is_object() || !b.is_object()) return false;
      if (is_string_object(a) && is_string_object(b))
        return strings_equal(string_view_of(as<String>(a)), string_view_of(as<String>(b)), false);
      break;
    }
    if (!eql(car(a), car(b))) break;
    a = cdr(a);
    b = cdr(b);
  }
  return Comparison(heap, false).equal(a, b);
}

bool equalp(Heap& heap, Value a, Value b) { return Comparison(heap, true).equal(a, b); }

std::uint64_t eql_hash(Value v) {
  if (!v.is_object()) return mix64(v.bits);
  switch (header_of(v)->type) {
    case Type::Bignum: return integer_hash(v);
    case Type::Ratio:
      return mix64(eql_hash(as<Ratio>(v)->numerator) * 31 + eql_hash(as<Ratio>(v)->denominator));
    case Type::Complex:
      return mix64(eql_hash(as<Complex>(v)->real) * 31 + eql_hash(as<Complex>(v)->imaginary));
    case Type::Double: return mix64(std::bit_cast<std::uint64_t>(as<Double>(v)->value));
    default: return mix64(v.bits);
  }
}

namespace {

std::uint64_t string_hash(Heap& heap, StringView s) {
  std::uint64_t h = s.length;
  for (std::size_t i = 0; i < s.length; ++i) {
    heap.poll_at(i + 1);
    h = (h ^ s.at(i)) * 0x100000001B3ULL;
  }
  return mix64(h);
}

// The use of a hash: for a table with the test EQUAL or EQUALP, or for SXHASH.
enum class HashUse : std::uint8_t { Equal, Equalp, Similarity };

// Hashes an object and its parts. The number of parts is limited, so that hashing terminates for
// circular objects.
class Hasher {
 public:
  Hasher(Heap& heap, HashUse use) : heap_(heap), use_(use) {}

  std::uint64_t hash(Value v) {
    std::uint64_t h = 0x51;
    for (; is_cons(v); v = cdr(v)) {
      if (--budget_ < 0) return mix64(h);
      Value first = car(v);
      h = mix64(h * 31 + (is_cons(first) ? hash(first) : leaf(first)));
    }
    return mix64(h + leaf(v));
  }

 private:
  std::uint64_t leaf(Value v) { return use_ == HashUse::Equalp ? folded(v) : atom(v); }

  std::uint64_t atom(Value v) {
    if (v.is_fixnum()) return eql_hash(v);
    if (Value name = file_named_by(heap_, v); name != kAbsent) v = name;
    if (is_string(v)) return string_hash(heap_, string_view_of(heap_, v));
    if (is_bit_vector(v))
      return row(1, vector_length(v), [v, this](std::size_t i) { return array_ref(heap_, v, i); });
    // SXHASH must be the same in every session, so it hashes a symbol's name, not its address.
    if (is_symbol(v) && use_ == HashUse::Similarity) return mix64(as_symbol(v)->header.length);
    // 0.0 and -0.0 are similar.
    if (is_float(v) && float_value(v) == 0) return mix64(is_double(v) ? 2 : 1);
    if (is_complex(v))
      return mix64(atom(as<Complex>(v)->real) * 31 + atom(as<Complex>(v)->imaginary));
    return eql_hash(v);
  }

  std::uint64_t folded(Value v) {
    if (v.is_character()) return unicode::downcase(v.character());
    // Numbers that are = convert to the same float, whatever their types.
    if (is_complex(v)) {
      auto* z = as<Complex>(v);
      std::uint64_t real = folded(z->real);
      return nearest_double(z->imaginary) == 0 ? real : mix64(real * 31 + folded(z->imaginary));
    }
    if (is_number(v)) return mix64(std::bit_cast<std::uint64_t>(nearest_double(v) + 0.0));
    if (is_array(v)) {
      std::size_t count = array_rank(v) == 1 ? vector_length(v) : array_total_size(v);
      return row(array_rank(v), count, [v, this](std::size_t i) { return array_ref(heap_, v, i); });
    }
    if (file_named_by(heap_, v) != kAbsent) return atom(v);
    if (is_structure_object(heap_, v)) {
      auto* s = as<Structure>(v);
      return row(eq_hash(s->type), s->header.length - 1,
                 [s](std::size_t i) { return s->slots[i]; });
    }
    if (has_type(v, Type::HashTable)) return entries(v);
    return eql_hash(v);
  }

  std::uint64_t row(std::uint64_t h, std::size_t count, auto element) {
    h = mix64(h + count);
    for (std::size_t i = 0; i < count && --budget_ >= 0; ++i) h = mix64(h * 31 + hash(element(i)));
    return h;
  }

  // Equal tables may have their entries in different orders, so each entry gets the same share of
  // the remaining budget.
  std::uint64_t entries(Value table) {
    std::size_t count = as<HashTable>(table)->count;
    std::uint64_t sum = mix64(count);
    if (count == 0 || count >= static_cast<std::size_t>(std::max(budget_, 0))) return sum;
    const int left = budget_ - static_cast<int>(count);
    const int share = left / static_cast<int>(count);
    for (HashTableCursor c(table); c.next();) {
      budget_ = share;
      std::uint64_t key = hash(c.key());
      sum += mix64(key * 31 + hash(c.value()));
    }
    budget_ = left;
    return sum;
  }

  Heap& heap_;
  HashUse use_;
  int budget_ = 512;
};

}  // namespace

std::uint64_t equal_hash(Heap& heap, Value v) {
  if (!v.is_list() && !v.is_object()) return eql_hash(v);
  return Hasher(heap, HashUse::Equal).hash(v);
}

std::uint64_t sxhash(Heap& heap, Value v) { return Hasher(heap, HashUse::Similarity).hash(v); }

std::uint64_t equalp_hash(Heap& heap, Value v) { return Hasher(heap, HashUse::Equalp).hash(v); }

}  // namespace winnow

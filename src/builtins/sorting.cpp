// SORT and STABLE-SORT.
#include <algorithm>
#include <array>

#include "builtins/sequence_arguments.hpp"
#include "builtins/sequence_elements.hpp"
#include "vm/call_gate.hpp"

namespace winnow {

namespace {

// The function that is the value of :KEY; NIL if it is absent or IDENTITY.
Value key_function(const Key<Function>& key) {
  if (!key) return nil();
  const Value function = *key;
  const bool is_identity =
      has_type(function, Type::Builtin) && as<Builtin>(function)->info->name == "identity";
  return is_identity ? nil() : function;
}

// -1 if PREDICATE is the function <, 1 if it is >, else 0.
int numeric_order(Value predicate) {
  if (!has_type(predicate, Type::Builtin)) return 0;
  const std::string_view name = as<Builtin>(predicate)->info->name;
  return name == "<" ? -1 : name == ">" ? 1 : 0;
}

// A stable merge sort. Predicates that are not a strict order, and non-local exits
// from them, are safe.
class Sorter {
 public:
  Sorter(Vm& vm, Value predicate, const Key<Function>& key)
      : vm_(vm),
        gate_(vm),
        predicate_(predicate),
        key_(key_function(key)),
        scratch_(vm.heap()),
        keys_(vm.heap()),
        key_scratch_(vm.heap()),
        numeric_(numeric_order(predicate)) {}

  void sort(ValueVector& elements) {
    std::size_t n = elements.size();
    scratch_.assign(n, nil());
    if (has_key()) {  // computes each key once
      key_scratch_.assign(n, nil());
      for (std::size_t i = 0; i < n; ++i) keys_.push(gate_.call(key_, elements[i]));
    }
    const ValueVector& compared = has_key() ? keys_ : elements;
    if (numeric_ == 0 ||
        !std::all_of(compared.begin(), compared.end(), [](Value v) { return v.is_fixnum(); }))
      merge_all<false>(elements,
                       [this](Value x, Value y) { return !is_nil(gate_.call(predicate_, x, y)); });
    else if (numeric_ < 0)
      merge_all<true>(elements, [](Value x, Value y) { return x.fixnum() < y.fixnum(); });
    else
      merge_all<true>(elements, [](Value x, Value y) { return x.fixnum() > y.fixnum(); });
  }

 private:
  bool has_key() const { return !is_nil(key_); }

  static constexpr std::size_t kAhead = 4;
  struct Row {
    Value* elements;
    Value* keys;  // the keys of the elements, if there is a :KEY
  };

  // COMPUTED: selects the next element without a branch, since the branch would be unpredictable.
  // This pays off only for inlined comparisons.
  template <bool kComputed, class Before>
  void merge_all(ValueVector& elements, Before before) {
    std::size_t n = elements.size();
    Row from{elements.begin(), keys_.begin()};
    Row to{scratch_.begin(), key_scratch_.begin()};
    for (std::size_t width = 1; width < n; width *= 2) {
      for (std::size_t i = 0; i < n; i += 2 * width)
        merge<kComputed>(from, to, i, std::min(i + width, n), std::min(i + 2 * width, n), before);
      std::swap(from, to);
      vm_.poll();
    }
    if (from.elements != elements.begin()) std::copy_n(from.elements, n, elements.begin());
  }

  template <bool kComputed, class Before>
  void merge(Row from, Row to, std::size_t a, std::size_t middle, std::size_t end, Before before) {
    const bool has_keys = has_key();
    const Value* compared = has_keys ? from.keys : from.elements;
    std::size_t b = middle;
    std::size_t out = a;
    auto take = [&](std::size_t i) {
      to.elements[out] = from.elements[i];
      if (has_keys) to.keys[out] = from.keys[i];
    };
    for (; a < middle && b < end; ++out) {
      vm_.heap().poll_at(out + 1);
      if constexpr (!kComputed) {  // prefetches objects that the predicate will read soon
        if (a + kAhead < middle) __builtin_prefetch(compared[a + kAhead].address());
        if (b + kAhead < end) __builtin_prefetch(compared[b + kAhead].address());
      }
      bool right = before(compared[b], compared[a]);
      if constexpr (kComputed) {
        take(a + (b - a) * std::size_t{right});
        b += right;
        a += !right;
      } else if (right) {
        take(b++);
      } else {
        take(a++);
      }
    }
    if (a == middle) a = b, middle = end;  // the rest
    std::copy(from.elements + a, from.elements + middle, to.elements + out);
    if (has_keys) std::copy(from.keys + a, from.keys + middle, to.keys + out);
  }

  Vm& vm_;
  CallGate gate_;
  Value predicate_;
  Value key_;
  ValueVector scratch_;
  ValueVector keys_;
  ValueVector key_scratch_;
  const int numeric_;
};

// Sorts a short SEQUENCE of fixnums by < or >. Returns false if it is another one.
bool sort_few_fixnums(Value sequence, Value predicate, const Key<Function>& key) {
  constexpr std::size_t kFew = 16;
  const int order = numeric_order(predicate);
  if (order == 0 || key) return false;
  std::array<Value*, kFew> places;
  std::size_t count = 0;
  auto add = [&](Value& place) {
    if (count == kFew || !place.is_fixnum()) return false;
    places[count++] = &place;
    return true;
  };
  if (has_type(sequence, Type::Vector)) {
    auto* vector = as<Vector>(sequence);
    for (std::size_t i = 0; i < vector->length(); ++i)
      if (!add(vector->data[i])) return false;
  } else {
    for (; is_cons(sequence); sequence = cdr(sequence))
      if (!add(as_pair(sequence)->car)) return false;
    if (!is_nil(sequence)) return false;
  }
  for (std::size_t i = 1; i < count; ++i) {
    const Value v = *places[i];
    std::size_t k = i;
    for (; k > 0; --k) {
      const std::int64_t other = places[k - 1]->fixnum();
      if (order < 0 ? other <= v.fixnum() : other >= v.fixnum()) break;
      *places[k] = *places[k - 1];
    }
    *places[k] = v;
  }
  return true;
}

// Sorts a copy and stores it back; changes that the predicate makes to the sequence are overwritten.
Value sort_sequence(Vm& vm, Value sequence, Value predicate, const Key<Function>& key) {
  if (sort_few_fixnums(sequence, predicate, key)) return sequence;
  Heap& heap = vm.heap();
  ValueVector all(heap);
  gather(sequence, all);
  Sorter(vm, predicate, key).sort(all);
  if (sequence.is_list()) {
    std::size_t i = 0;
    for (Value l = sequence; is_cons(l) && i < all.size(); l = cdr(l))
      heap.store(as_pair(l)->car, all[i++]);
  } else {
    std::size_t n = std::min(all.size(), array_total_size(sequence));
    for (std::size_t i = 0; i < n; ++i) set_array_ref(heap, sequence, i, all[i]);
  }
  return sequence;
}

DEFUN(sort, "sort", "(sequence predicate &key key)", R"doc(
Sort SEQUENCE in place in the order that PREDICATE defines, and return it. The sort is stable.
PREDICATE: a function of two elements, true if the first must come before the second.  KEY: a function applied to each
element before the comparison.
Signals: type-error unless SEQUENCE is a sequence and PREDICATE is a function; any condition that PREDICATE or KEY signals.
Example: (sort (list 3 1 2) #'<) => (1 2 3)
)doc", (Vm& vm, Sequence sequence, Function predicate, Key<Function> key)) {
  return sort_sequence(vm, sequence, predicate, key);
}

DEFUN(stable_sort, "stable-sort", "(sequence predicate &key key)", R"doc(
Sort SEQUENCE in place as SORT does; equal elements keep their order.
Signals: type-error unless SEQUENCE is a sequence and PREDICATE is a function; any condition that PREDICATE or KEY signals.
Example: (stable-sort (list '(1 a) '(0 b) '(1 c)) #'< :key #'car) => ((0 B) (1 A) (1 C))
)doc", (Vm& vm, Sequence sequence, Function predicate, Key<Function> key)) {
  return sort_sequence(vm, sequence, predicate, key);
}

}  // namespace

}  // namespace winnow

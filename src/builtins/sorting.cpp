// Sorting by the fixnum functions < and >. SORT, in Lisp (lib/data/sorting.lisp), uses it if all keys are fixnums.
#include <algorithm>
#include <array>
#include <vector>

#include "builtins/sequence_arguments.hpp"

namespace winnow {

namespace {

// -1 if PREDICATE is the function <, 1 if it is >, else 0.
int numeric_order(Value predicate) {
  if (!has_type(predicate, Type::Builtin)) return 0;
  const std::string_view name = as<Builtin>(predicate)->info->name;
  return name == "<" ? -1 : name == ">" ? 1 : 0;
}

// A cons of the list that is sorted, with its key.
struct Entry {
  std::int64_t key;
  Pair* cell;
  bool operator<(const Entry& other) const { return key < other.key; }
};

// Merges two runs, which are next to each other, into TO. Which element comes next is computed without a branch, since the
// branch would be unpredictable.
template <class T>
void merge(const T* a, const T* middle, const T* end, T* to) {
  const T* b = middle;
  while (a < middle && b < end) {
    const bool right = *b < *a;
    *to++ = *(right ? b : a);
    b += right;
    a += !right;
  }
  std::copy(b, end, std::copy(a, middle, to));
}

// N elements to be sorted, which are not Values of the heap.
template <class T>
class Sorter {
 public:
  explicit Sorter(std::size_t n) : n_(n), many_(n > kFew ? 2 * n : 0) {}
  T* begin() { return n_ > kFew ? many_.data() : few_.data(); }

  // Returns where the sorted elements are.
  const T* sort(Heap& heap) {
    T* from = begin();
    T* to = from + n_;
    for (std::size_t width = 1; width < n_; width *= 2) {
      for (std::size_t i = 0; i < n_; i += 2 * width)
        merge(from + i, from + std::min(i + width, n_), from + std::min(i + 2 * width, n_), to + i);
      std::swap(from, to);
      heap.upcalls->poll();
    }
    return from;
  }

 private:
  static constexpr std::size_t kFew = 16;
  const std::size_t n_;
  std::array<T, 2 * kFew> few_;
  std::vector<T> many_;
};

DEFUN(sort_fixnums, "sort-fixnums", "(sequence predicate)", R"doc(
Sort SEQUENCE in place and return T if it is a list or a simple vector of fixnums and PREDICATE is < or >; else return NIL.
Signals: type-error unless SEQUENCE is a sequence.
Example: (let ((l (list 3 1 2))) (list (sort-fixnums l #'<) l)) => (T (1 2 3))
)doc", (Heap& heap, Sequence sequence, Value predicate)) {
  const int order = numeric_order(predicate);
  Value s = sequence;
  const bool is_list = s.is_list();
  if (order == 0 || !(is_list || is_vector_object(s))) return nil();
  // Calls VISIT for each place until it returns false, and returns its last result.
  auto each_place = [s, is_list](auto visit) {
    if (is_list) {
      for (Value l = s; is_cons(l); l = cdr(l))
        if (!visit(as_pair(l)->car)) return false;
    } else {
      for (std::size_t i = 0; i < as<Vector>(s)->length(); ++i)
        if (!visit(as<Vector>(s)->data[i])) return false;
    }
    return true;
  };
  Sorter<std::int64_t> sorter(is_list ? list_length(s) : as<Vector>(s)->length());
  std::int64_t* next = sorter.begin();
  bool are_fixnums = each_place([&](Value v) {
    if (v.is_fixnum()) *next++ = -order * v.fixnum();
    return v.is_fixnum();
  });
  if (!are_fixnums) return nil();
  std::size_t left = static_cast<std::size_t>(next - sorter.begin());
  const std::int64_t* sorted = sorter.sort(heap);
  each_place([&](Value& place) {
    if (left == 0) return false;  // an interrupt handler has made the list longer
    --left;
    heap.store(place, fixnum(-order * *sorted++));
    return true;
  });
  return truth(true);
}

DEFUN(sort_by_fixnums, "sort-by-fixnums", "(list predicate)", R"doc(
Return the conses of LIST, each in a new place, in the order of the cars of its elements, if PREDICATE is < or > and all these
are fixnums; else return NIL and change nothing.
Signals: type-error unless LIST is a proper list.
Example: (sort-by-fixnums (list '(2 . a) '(1 . b)) #'<) => ((1 . B) (2 . A))
)doc", (Heap& heap, ProperList list, Value predicate)) {
  const int order = numeric_order(predicate);
  if (order == 0) return nil();
  const std::size_t n = list_length(list);
  Sorter<Entry> sorter(n);
  Entry* next = sorter.begin();
  for (Value l = list; is_cons(l); l = cdr(l)) {
    if (!is_cons(car(l)) || !car(car(l)).is_fixnum()) return nil();
    *next++ = {-order * car(car(l)).fixnum(), as_pair(l)};
  }
  const Entry* entries = sorter.sort(heap);
  Value sorted = nil();
  for (std::size_t i = n; i > 0; --i) {
    heap.store(entries[i - 1].cell->cdr, sorted);
    sorted = to_value(entries[i - 1].cell);
  }
  return sorted;
}

}  // namespace

}  // namespace winnow

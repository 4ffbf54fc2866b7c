// What :START, :END, :TEST, :TEST-NOT and :KEY mean, wherever they are taken.
#pragma once

#include "builtins/builtin.hpp"
#include "data/equality.hpp"
#include "heap/list.hpp"
#include "vm/call_gate.hpp"

namespace winnow {

// The elements from START up to END, checked against a sequence.
struct Range {
  std::size_t start;
  std::size_t end;
};

// The part of a sequence of LENGTH elements that START and END (NIL: the length) name, for the
// operator NAME.
Range checked_range(Heap& heap, const char* name, std::size_t length, Value start, Value end);
// The same of arguments that may be absent.
Range checked_range(Heap& heap, const char* name, std::size_t length, const Key<Value>& start,
                    const Key<Value>& end);

// Now and then on a long walk along REST: lets the user interrupt, and ends a walk that would not.
inline void check_walk(Heap& heap, const char* name, Value rest, std::size_t step) {
  if (goes_round(heap, rest, step)) signal_wrong_type(heap, name, rest, kProperList);
}

// The function that :KEY names; NIL for none, and for IDENTITY.
Value key_function(const Key<Function>& key);

// Does PREDICATE hold of an element, once KEY was applied to it?
class Predicate {
 public:
  Predicate(Vm& vm, Function predicate, const Key<Function>& key)
      : gate_(vm), predicate_(predicate), key_(key_function(key)) {}
  bool operator()(Value element) {
    return !is_nil(gate_.call(predicate_, is_nil(key_) ? element : gate_.call(key_, element)));
  }

 private:
  CallGate gate_;
  Value predicate_;
  Value key_;
};

// Compares as :TEST, :TEST-NOT and :KEY ask. Standard tests are compared directly; only others are
// called through the machine.
class Matcher {
 public:
  Matcher(Vm& vm, const char* name, const Key<Function>& test, const Key<Function>& test_not,
          const Key<Function>& key);

  // Does ITEM match ELEMENT, once KEY was applied to it?
  bool operator()(Value item, Value element) { return compare(item, apply_key(element)); }
  // The same of an ELEMENT to which KEY was applied already.
  bool compare(Value item, Value element) {
    bool same = kind_ == Kind::Eq    ? item == element
                : kind_ == Kind::Eql ? eql(item, element)
                                     : are_same(item, element);
    return same != negated_;
  }
  bool has_key() const { return !is_nil(key_); }
  Value apply_key(Value element) { return has_key() ? gate_->call(key_, element) : element; }

  // Do equal keys of a hash table match? Then TABLE_TEST is its test.
  bool has_table() const { return kind_ != Kind::Call && !negated_; }
  HashTable::Test table_test() const {
    return kind_ == Kind::Eq    ? HashTable::kEq
           : kind_ == Kind::Eql ? HashTable::kEql
                                : HashTable::kEqual;
  }

 private:
  enum class Kind : std::uint8_t { Eq, Eql, Equal, Call };
  bool are_same(Value item, Value element);  // by the slower tests
  Vm& vm_;
  std::optional<CallGate> gate_;  // if there is something to be called
  Kind kind_ = Kind::Eql;
  Value test_ = nil();
  Value key_ = nil();
  bool negated_ = false;
};

}  // namespace winnow

// What :TEST, :TEST-NOT and :KEY mean to the functions that search. Standard tests are compared directly;
// only others are called through the machine.
#pragma once

#include "builtins/builtin.hpp"

namespace winnow {

class Matcher {
 public:
  Matcher(Vm& vm, const char* name, const Key<Function>& test, const Key<Function>& test_not,
          const Key<Function>& key);

  // Does ITEM match ELEMENT, once KEY was applied to it?
  bool operator()(Value item, Value element) { return compare(item, apply_key(element)); }
  // The same of an ELEMENT to which KEY was applied already.
  bool compare(Value item, Value element);
  Value apply_key(Value element) { return has_key_ ? vm_.call(key_, {element}) : element; }

 private:
  enum class Kind : std::uint8_t { Eq, Eql, Equal, Call };
  Vm& vm_;
  Kind kind_ = Kind::Eql;
  Value test_ = nil();
  Value key_ = nil();
  bool has_key_ = false;
  bool negated_ = false;
};

}  // namespace winnow

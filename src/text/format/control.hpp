// Control strings of FORMAT, taken apart once.
//
// The directives lie in a row as they stand in the text. An opening one knows where its clauses end
// (Directive::next leads from ~[ over each ~; to ~], likewise for ~{ ~( ~<), so nothing is nested.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "heap/heap.hpp"

namespace winnow::format_control {

struct Parameter {
  enum Kind : std::uint8_t { None, Number, Character, Argument /* v */, Count /* # */ } kind;
  std::int64_t number = 0;
};

struct Directive {
  char32_t name = 0;  // in upper case; 0 for plain text
  bool colon = false;
  bool at = false;
  std::uint32_t begin = 0;  // in the text of the control string
  std::uint32_t end = 0;
  std::uint32_t first_parameter = 0;
  std::uint32_t parameter_count = 0;
  // Of ~[ ~{ ~( ~< and ~; the directive that ends the clause: ~; or the closing one.
  std::uint32_t next = 0;
  std::uint32_t close = 0;  // of the opening ones: the closing one
  // Of ~/name/ where the name stands.
  std::uint32_t name_begin = 0;
};

struct Control {
  std::u32string text;
  std::vector<Directive> directives;
  std::vector<Parameter> parameters;
};

// Takes TEXT apart; signals an error that shows the place where it is malformed.
Control parse(Heap& heap, std::u32string_view text);

// The control strings used last, by their text.
class Cache {
 public:
  // The control of TEXT, parsed now or before. It lives as long as the result, whatever else is
  // formatted meanwhile.
  std::shared_ptr<const Control> find(Heap& heap, std::u32string_view text);

 private:
  std::unordered_map<std::u32string, std::shared_ptr<const Control>> known_;
};

// Signals an error of FORMAT: WHAT went wrong at the place AT in the control string TEXT.
[[noreturn]] void fail(Heap& heap, std::u32string_view text, std::size_t at, const char* what,
                       std::initializer_list<Value> arguments = {});

}  // namespace winnow::format_control

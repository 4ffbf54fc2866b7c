// Parsed control strings of FORMAT.
//
// The directives are in one vector, in the order of the text. Nesting is represented by links:
// Directive::next leads from ~[ to each ~; and to ~], and likewise for ~{ ~( ~<.
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
  // For ~[ ~{ ~( ~< and ~; the directive that ends the clause: ~; or the closing directive.
  std::uint32_t next = 0;
  std::uint32_t close = 0;  // for an opening directive: the closing one
  // For ~/name/ the position of the name.
  std::uint32_t name_begin = 0;
};

struct Control {
  std::u32string text;
  std::vector<Directive> directives;
  std::vector<Parameter> parameters;
};

// Parses TEXT; signals an error that shows the position where it is malformed.
Control parse(Heap& heap, std::u32string_view text);

// A cache of parsed control strings by their text.
class Cache {
 public:
  // The parsed TEXT. The caller shares ownership, so that nested calls of FORMAT cannot free it.
  std::shared_ptr<const Control> find(Heap& heap, std::u32string_view text);

 private:
  std::unordered_map<std::u32string, std::shared_ptr<const Control>> known_;
};

// Signals an error of FORMAT with the message WHAT and the position AT in the control string TEXT.
[[noreturn]] void fail(Heap& heap, std::u32string_view text, std::size_t at, const char* what,
                       std::initializer_list<Value> arguments = {});

}  // namespace winnow::format_control

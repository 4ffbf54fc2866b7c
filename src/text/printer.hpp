// Data to text. Lists nested however deep cost memory, not C++ stack.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>

#include "text/readtable.hpp"
#include "text/shared_objects.hpp"
#include "text/text_system.hpp"
#include "text/variables.hpp"

namespace winnow {

// The variables of the printer as PRIN1 (ESCAPE) and PRINC set them.
PrintVariables print_variables(TextSystem& text, bool escape);

// Prints V on OUT as HOW says. When a printing function of a structure prints on the same stream,
// that goes on with the labels of *PRINT-CIRCLE* and the depth of what is being printed.
void print(TextSystem& text, Stream& out, Value v, const PrintVariables& how);
inline void print(TextSystem& text, Stream& out, Value v, bool escape) {
  print(text, out, v, print_variables(text, escape));
}

// What V prints as.
std::string print_to_string(TextSystem& text, Value v, bool escape);

class LogicalBlock;

// An object being printed whose printing function runs.
struct Printing {
  Stream* out;
  SharedObjects* shared;  // or null
  std::int64_t level;
  Value object = nil();           // its label is printed already
  LogicalBlock* block = nullptr;  // where its parts are taken from, if there is one
  Printing* outer = nullptr;
};

// Makes HERE the innermost such object while this lives.
class PrintingScope {
 public:
  PrintingScope(TextSystem& text, const Printing& here) : text_(text), here_(here) {
    here_.outer = std::exchange(text.printing, &here_);
  }
  ~PrintingScope() { text_.printing = here_.outer; }
  PrintingScope(const PrintingScope&) = delete;
  PrintingScope& operator=(const PrintingScope&) = delete;

 private:
  TextSystem& text_;
  Printing here_;
};

// Prints #n# for what was printed before (true), or #n= for what will come again (false).
bool print_label(SharedObjects* shared, Stream& out, Value v);

// Is V a list that stands for `x, ,x or ,@x? The pretty printer takes it for an atom: no layout and
// no logical block applies to it. As the rest of a list it reads back only after a dot.
bool is_template(Heap& heap, const SharedObjects* shared, Value v);

class Printer {
 public:
  Printer(TextSystem& text, Stream& out, const PrintVariables& how);

  void print_whole(Value v);
  // V as a part of something, LEVEL deep.
  void print_part(Value v, std::int64_t level);

 private:
  void print_atom(Value v, std::int64_t level);
  void print_object(Value v, std::int64_t level);
  void print_array(Value v, std::int64_t level);
  void print_bit_vector(Value v, std::int64_t level);
  void print_axis(Value v, std::size_t axis, std::size_t& index, std::int64_t level);
  void print_structure(Value v, std::int64_t level);
  void print_slots(Value v, std::int64_t level);
  void print_unreadable(Value v, std::int64_t level);
  void print_integer(Value v);
  void print_ratio(Value v);
  void print_radix_prefix();
  void print_string(Value v);
  void print_character(char32_t c);
  void print_symbol(Value v);
  void print_home(Value v, std::u32string_view name);
  void print_name(std::u32string_view name);
  bool is_special(char32_t c, bool first) const;
  void print_maclisp_name(std::u32string_view name);
  void print_cased(std::u32string_view name);

  bool print_label(Value v) { return winnow::print_label(shared_, out_, v); }
  bool is_shared(Value v) const { return shared_ != nullptr && shared_->contains(v); }
  bool may_be_laid_out(Value v) const;
  void put_separator(bool fill);
  const char* prefix_of(Value list) const;
  void write_prefix(const char* prefix, Value v);
  void print_pretty(Value v, std::int64_t level);
  // Calls FUNCTION, which prints V or a part of it on this printer's stream.
  void call_with(Value v, std::int64_t level, const std::function<void(Value stream)>& call);
  void require_readable(Value v);
  // Called now and then: an interrupt, or a circular list that is printed into a string, ends here.
  void safepoint();
  void check_room();

  // A list whose elements are being printed.
  struct Level {
    std::int64_t printed = 0;
    bool is_prefix = false;  // 'x: nothing to close
  };

  TextSystem& text_;
  Heap& heap_;
  Stream& out_;
  PrintVariables how_;
  ValueVector rests_;  // of the lists in print_part's levels
  SharedObjects* shared_ = nullptr;
  PrettyStream* pretty_ = nullptr;  // out_, where it is one and *PRINT-PRETTY* is true
  const Readtable* table_;
  std::uint64_t steps_ = 0;
};

// What stands before the exponent of the number V: e, or what tells that it is not of the default
// format.
char exponent_marker(Heap& heap, Value v);
// The fewest digits that read back as FLOAT: 1.5, 1.0e10; with an exponent marker of its own where
// it is not of the default format: 1.5d0.
std::string float_to_string(Heap& heap, Value v);

}  // namespace winnow

// The printer: PRINT and its interface to the printing functions of programs.
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

// The printer variables as PRIN1 (ESCAPE) or PRINC binds them.
PrintVariables print_variables(TextSystem& text, bool escape);

// Prints V on OUT with the variables HOW. If a printing function of a structure prints on the same
// stream, this continues with the *PRINT-CIRCLE* labels and the depth of the structure.
void print(TextSystem& text, Stream& out, Value v, const PrintVariables& how);
inline void print(TextSystem& text, Stream& out, Value v, bool escape) {
  print(text, out, v, print_variables(text, escape));
}

// The printed representation of V.
std::string print_to_string(TextSystem& text, Value v, bool escape);

class LogicalBlock;

// An object whose printing function is running.
struct Printing {
  Stream* out;
  SharedObjects* shared;  // or null
  std::int64_t level;
  Value object = nil();           // its label has been printed
  LogicalBlock* block = nullptr;  // the logical block of the object, or null
  Printing* outer = nullptr;
};

// A scope in which HERE is the innermost such object.
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

// Prints #n# if V was printed before, and returns true; prints #n= if V will be printed again.
bool print_label(SharedObjects* shared, Stream& out, Value v);

// Is V the list for `x, ,x or ,@x? The pretty printer treats it as an atom, without layout and
// logical block. As the tail of a list it must be printed after a dot.
bool is_template(Heap& heap, const SharedObjects* shared, Value v);

class Printer {
 public:
  Printer(TextSystem& text, Stream& out, const PrintVariables& how);

  void print_whole(Value v);
  // Prints V as a part of an object, LEVEL deep.
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
  // Calls CALL, which prints V or a part of it on this printer's stream.
  void call_with(Value v, std::int64_t level, const std::function<void(Value stream)>& call);
  void require_readable(Value v);
  void print_octets(Value v, std::int64_t level);
  // Polls for interrupts, and ends the printing of an endless object to a string.
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
  ValueVector rests_;  // the rests of the lists in print_part's levels
  SharedObjects* shared_ = nullptr;
  PrettyStream* pretty_ = nullptr;  // out_ if it is a PrettyStream and *PRINT-PRETTY* is true
  const Readtable* table_;
  std::uint64_t steps_ = 0;
};

// The fewest digits that read back as V: 1.5, 1.0e10; with an exponent marker if V does not have
// the default format: 1.5d0.
std::string float_to_string(Heap& heap, Value v);

}  // namespace winnow

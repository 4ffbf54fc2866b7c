// The interpreter of control strings. One Formatter runs one control string; for the text inside ~{
// and similar directives it calls run() recursively, with other arguments or another stream.
#pragma once

#include <optional>

#include "text/format/control.hpp"
#include "text/format/format.hpp"
#include "text/logical_block.hpp"

namespace winnow {

class Formatter {
 public:
  using Control = format_control::Control;
  using Directive = format_control::Directive;

  Formatter(TextSystem& text, Stream& out, std::shared_ptr<const Control> control, Value arguments)
      : text_(text), heap_(text.heap), out_(&out), control_(std::move(control)) {
    arguments_.all = arguments_.rest = arguments;
  }

  // Runs the whole control string; returns the unused arguments.
  Value run_whole();

 private:
  // How a run ended: at its end, by ~^, or by ~:^, which also ends the enclosing iteration.
  enum class Exit : std::uint8_t { None, Up, UpAll };

  struct Arguments {
    Value all;
    Value rest;
    Value outer_rest = kAbsent;  // in ~:{ the remaining lists of arguments
    std::size_t taken = 0;
  };

  // A directive with the values of its parameters.
  struct Call {
    const Directive& directive;
    Value parameters[8];
    std::size_t count = 0;
    bool colon() const { return directive.colon; }
    bool at() const { return directive.at; }
    // Does the directive have parameter I, with a value other than NIL?
    bool has(std::size_t i) const { return i < count && parameters[i] != kAbsent; }
  };

  // formatter.cpp: the run, arguments, plain directives
  Exit run(std::uint32_t from, std::uint32_t to, bool fill = false);
  Exit execute(Call& call, std::uint32_t& at);
  Call resolve(const Directive& d);
  void write_text(const Directive& d, bool fill);
  // Thrown by next() if the logical block has no more elements; caught in run().
  struct BlockEnded {};
  Value next(const Directive& d);
  Value remaining() const { return block_ != nullptr ? block_->rest() : arguments_.rest; }
  void set_remaining(Value rest);
  void go_to(const Call& call, std::int64_t index);
  void skip_arguments(const Call& call);
  Exit leave(const Call& call);
  void print_padded(const Call& call, bool escape);
  void print_written(const Call& call);
  void print_character(const Call& call);
  void print_plural(const Call& call);
  void repeat(char32_t c, std::size_t count);
  void call_named(const Call& call);
  void recurse(const Call& call);
  std::string to_text(Value v, bool escape) { return print_to_string(text_, v, escape); }

  // structures.cpp: ~( ~[ ~{ ~<
  Exit change_case(const Call& call);
  Exit choose(const Call& call);
  Exit iterate(const Call& call);
  Exit iterate_in_block(const Call& call, std::uint32_t first, std::size_t limit);
  bool has_no_body(const Directive& d) const {
    return control_->directives[d.close].begin == d.end;
  }
  Exit justify(const Call& call);
  Exit logical_block(const Call& call);
  std::u32string constant_text(std::uint32_t from, std::uint32_t to);

  // numbers.cpp, floats.cpp
  void print_integer(const Call& call, int base, std::size_t first_parameter);
  void print_in_base(const Call& call, Value v, int base, std::size_t first_parameter);
  void print_radix(const Call& call);
  void print_fixed(const Call& call);
  void print_fixed(const Call& call, Value v, std::optional<std::size_t> width,
                   std::optional<std::size_t> digits, std::int64_t scale, std::size_t overflow_at);
  void print_exponential(const Call& call);
  void print_exponential(const Call& call, Value v, std::optional<std::size_t> digits);
  void print_general(const Call& call);
  void print_dollars(const Call& call);
  void print_not_real(const Call& call, Value v);

  // layout.cpp: ~T ~_ ~I
  void tabulate(const Call& call);
  // The pretty printing stream; null if the output is not one, or *PRINT-PRETTY* is NIL.
  PrettyStream* laid_out() const;
  void conditional_newline(const Call& call);
  void indent(const Call& call);

  // Writes TEXT, padded with PADDING to WIDTH columns before or after it.
  void pad(std::string_view text, std::size_t width, bool before, char32_t padding);
  void pad(const std::string& text, const Call& call, std::size_t width_at, std::size_t padding_at,
           bool before);

  // A parameter that is a number of columns, repetitions or digits. Negative values become 0; large
  // ones are limited, so that an error in a program does not exhaust memory.
  std::size_t size(const Call& call, std::size_t i, std::size_t otherwise);
  std::int64_t integer(const Call& call, std::size_t i, std::int64_t otherwise);
  // The parameter colinc of ~A, ~S and ~<...~>, which is at least 1.
  std::size_t column_increment(const Call& call);
  char32_t character(const Call& call, std::size_t i, char32_t otherwise);
  [[noreturn]] void fail(const Directive& d, const char* what,
                         std::initializer_list<Value> arguments = {}) {
    format_control::fail(heap_, control_->text, d.begin, what, arguments);
  }
  // Signals a type-error: D expects an argument of the type EXPECTED, not V.
  [[noreturn]] void wrong_argument(const Directive& d, Value v, const char* expected);
  Value name_of(const Directive& d);

  TextSystem& text_;
  Heap& heap_;
  Stream* out_;
  std::shared_ptr<const Control> control_;
  Arguments arguments_;
  LogicalBlock* block_ = nullptr;  // the block whose list is the arguments, or null
  bool block_ended_ = false;
  std::size_t steps_ = 0;
};

}  // namespace winnow

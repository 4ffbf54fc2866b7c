// The read-eval-print loop, and loading of text and files.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "shell/diagnostics.hpp"
#include "text/reader.hpp"

namespace winnow {

class Interpreter;

// A source of forms. READ returns the next form, or kEndOfFile, and sets its place. LINES are the
// lines of its conses, or null.
struct FormSource {
  std::function<Value(LoadedForm& place)> read;
  const SourceMap* lines;
};

// A sink of forms. EVALUATE returns the first value of a form (the VM holds the others), or kAbsent
// if it reported an error; other errors end the loop. PRINT, if any, receives the value.
struct FormSink {
  std::function<Value(Value form)> evaluate;
  std::function<void(Value form, Value value)> print;
};

struct LoadOptions {
  bool verbose = false;
  bool print = false;
  ByteInput::Encoding encoding = ByteInput::Encoding::Utf8;
  FormSink sink;          // empty: evaluates the forms, and prints the values if PRINT
  bool own_unit = false;  // its own compilation unit
  bool is_library = false;
  bool sealed = false;
  bool has_cards = false;   // a LISP 1.5 deck whose control cards are removed
  bool is_typed = false;    // typed by the user: a dialect that it sets stays in force
  bool keeps_text = false;  // messages show lines of the text, which is all in the buffer
};

class Loader {
 public:
  explicit Loader(Interpreter& lisp) : lisp_(lisp) {}

  // Reads, evaluates and prints until the source ends or the program quits. The current place is
  // restored at the end.
  void run_forms(const FormSource& source, const FormSink& sink);
  // Reads a top-level form. In LISP 1.5 this may be a doublet: an operator, then the list of its
  // unevaluated arguments. A doublet is returned as a form that applies the operator to them (and
  // prints the value if PRINTS), the symbol STOP, which ends a deck, as kEndOfFile. IS_ALONE, if
  // any, returns true if the object just read is a form of its own.
  Value read_form(Reader& reader, bool prints, const std::function<bool()>& is_alone = {});

  // Reads and evaluates all of STREAM. A dialect that the text sets, by a first line with "Syntax:
  // MacLisp" or by (dialect ...), is restored at its end. A first line with kCompiledMark marks the
  // output of COMPILE-FILE.
  void load_stream(Stream& stream, const LoadOptions& options);
  static constexpr std::string_view kCompiledMark = ";;;; Compiled by Winnow";
  // The same with the variables bound that LOAD binds. PATH: the file of STREAM, or "".
  void load(Stream& stream, const std::string& path, const LoadOptions& options);
  // Loads the file named by PATH. Returns false, without an error, if it does not exist.
  bool load_file(const std::string& path, const LoadOptions& options);

 private:
  void load_deck(Stream& stream, LoadOptions options);
  // Returns a function that evaluates a form. If FAILED is given, an error does not end the loop,
  // as a failed doublet did not end a deck of LISP 1.5; the function then sets FAILED.
  std::function<Value(Value form)> evaluator(bool* failed);
  Value evalquote_form(Reader& reader, Value form, bool prints);
  Value pathname_of(const std::string& path);
  void print_all(Value value);

  Interpreter& lisp_;
};

// Skips the first line of a script if it begins with "#!".
void skip_script_line(Stream& stream);

}  // namespace winnow

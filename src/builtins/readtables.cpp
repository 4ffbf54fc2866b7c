// Functions on readtables.
#include "builtins/stream_arguments.hpp"
#include "text/reader.hpp"

namespace winnow {

namespace {

// READTABLE as an argument: absent means the current one, NIL the standard one.
Value table_argument(Interpreter& lisp, const char* name, const MaybeValue& table) {
  if (table && is_nil(*table)) return lisp.text.tables[TextSystem::kReadtable];
  Value v = table ? *table : ReadVariables(lisp.text).table;
  if (!has_type(v, Type::Readtable)) signal_wrong_type(lisp.heap, name, v, "a readtable");
  return v;
}

Value changeable_argument(Interpreter& lisp, const char* name, const MaybeValue& table) {
  Value v = table_argument(lisp, name, table);
  require_changeable(lisp.heap, name, v);
  return v;
}

DEFUN(readtablep, "readtablep", "(object)", R"doc(
Return T if OBJECT is a readtable, else NIL.
Example: (readtablep *readtable*) => T
)doc", (Value object)) {
  return truth(has_type(object, Type::Readtable));
}

DEFUN(copy_readtable_, "copy-readtable", "(&optional from to)", R"doc(
Return a copy of the readtable FROM, default *READTABLE*; of the standard one if FROM is NIL.
TO: a readtable to store the copy in, or NIL for a new one.
Signals: type-error unless FROM is a readtable or NIL, and TO likewise.
Example: (readtable-case (copy-readtable nil)) => :UPCASE
)doc", (Interpreter& lisp, MaybeValue from, MaybeValue to)) {
  Value source = table_argument(lisp, "copy-readtable", from);
  Value target = to && !is_nil(*to) ? changeable_argument(lisp, "copy-readtable", to) : nil();
  return copy_readtable(lisp.heap, source, target);
}

DEFUN(standard_readtable, "standard-readtable", "()", R"doc(
Return the initial readtable of the current dialect, which cannot be changed.
)doc", (Interpreter& lisp)) {
  return lisp.text.tables[TextSystem::kReadtable + int{lisp.dialect().kind}];
}

constexpr const char* kCases[] = {":UPCASE", ":DOWNCASE", ":PRESERVE", ":INVERT"};

DEFUN(readtable_case_, "readtable-case", "(readtable)", R"doc(
Return the case conversion of symbols that are read with READTABLE: :UPCASE, :DOWNCASE, :PRESERVE or :INVERT.
Signals: type-error unless READTABLE is a readtable.
Example: (readtable-case (copy-readtable nil)) => :UPCASE
)doc", (Interpreter& lisp, Value readtable)) {
  if (!has_type(readtable, Type::Readtable))
    signal_wrong_type(lisp.heap, "readtable-case", readtable, "a readtable");
  return lisp.symbols.intern(kCases[static_cast<int>(readtable_case(as<Readtable>(readtable)))]);
}

DEFUN(set_readtable_case, "set-readtable-case", "(readtable case)", R"doc(
Make CASE the case conversion of READTABLE, as READTABLE-CASE returns it, and return it. Implements (setf readtable-case).
Signals: type-error.
)doc", (Interpreter& lisp, Value readtable, Value wanted)) {
  if (!has_type(readtable, Type::Readtable))
    signal_wrong_type(lisp.heap, "(setf readtable-case)", readtable, "a readtable");
  require_changeable(lisp.heap, "(setf readtable-case)", readtable);
  for (std::size_t i = 0; i < std::size(kCases); ++i)
    if (wanted == lisp.symbols.intern(kCases[i])) {
      std::uint16_t& aux = as<Readtable>(readtable)->header.aux;
      aux = static_cast<std::uint16_t>((aux & ~kCaseMask) | i);
      return wanted;
    }
  signal_wrong_type(
      lisp.heap, "(setf readtable-case)", wanted,
      {":UPCASE, :DOWNCASE, :PRESERVE or :INVERT", "(MEMBER :UPCASE :DOWNCASE :PRESERVE :INVERT)"});
}

DEFUN(fold_case, "fold-case", "(readtable folds)", R"doc(
Set whether READTABLE, whose case is :INVERT, reads upper-case letters as lower-case ones; return FOLDS.
FOLDS: true or NIL.
Signals: type-error.
)doc", (Interpreter& lisp, Value readtable, Value folds)) {
  if (!has_type(readtable, Type::Readtable))
    signal_wrong_type(lisp.heap, "fold-case", readtable, "a readtable");
  require_changeable(lisp.heap, "fold-case", readtable);
  std::uint16_t& aux = as<Readtable>(readtable)->header.aux;
  aux = static_cast<std::uint16_t>(is_nil(folds) ? aux & kCaseMask : aux | kFoldsCase);
  return folds;
}

// ---- macro characters. The standard ones are represented by numbers, which lib/io/readtables.lisp
// converts to functions.

DEFUN(get_macro, "get-macro", "(character readtable-p readtable)", R"doc(
Return the function or number of the macro character CHARACTER in READTABLE, or NIL; the second value is T if CHARACTER is
non-terminating, else NIL.
READTABLE-P: NIL to use *READTABLE* instead.
Signals: type-error.
)doc", (Interpreter& lisp, Character character, Value given, Value readtable)) {
  Value v = table_argument(lisp, "get-macro-character",
                           is_nil(given) ? MaybeValue() : MaybeValue(readtable));
  auto* table = as<Readtable>(v);
  Value macro = macro_of(lisp.heap, table, character);
  bool inside = syntax_of(lisp.heap, table, character) == Syntax::NonTerminating;
  return lisp.vm.return_values({macro, truth(inside)});
}

DEFUN(set_macro, "set-macro", "(character function non-terminating readtable-p readtable)", R"doc(
Make CHARACTER a macro character with FUNCTION, a function or a number, in READTABLE; return T.
NON-TERMINATING: true if CHARACTER may appear inside a token.  READTABLE-P: NIL to use *READTABLE* instead.
Signals: type-error.
)doc", (Interpreter& lisp, Character character, Value function, Value inside, Value given, Value readtable)) {
  Value v = changeable_argument(lisp, "set-macro-character",
                                is_nil(given) ? MaybeValue() : MaybeValue(readtable));
  if (!function.is_fixnum() && !is_function(function) && (!is_symbol(function) || is_nil(function)))
    signal_wrong_type(lisp.heap, "set-macro-character", function, "a function");
  set_syntax(lisp.heap, v, character, is_nil(inside) ? Syntax::Terminating : Syntax::NonTerminating,
             function);
  return t();
}

DEFUN(make_dispatch_macro_character, "make-dispatch-macro-character", "(character &optional non-terminating readtable)", R"doc(
Make CHARACTER a dispatching macro character, which a number and a sub-character follow; return T.
NON-TERMINATING: true if CHARACTER may appear inside a token.
Signals: type-error unless CHARACTER is a character and READTABLE is a readtable; an error if READTABLE is the standard one.
Example: (let ((*readtable* (copy-readtable nil))) (make-dispatch-macro-character #\!)) => T
)doc", (Interpreter& lisp, Character character, MaybeValue inside, MaybeValue readtable)) {
  make_dispatching(lisp.heap, changeable_argument(lisp, "make-dispatch-macro-character", readtable),
                   character, is_nil(or_nil(inside)));
  return t();
}

[[noreturn]] void no_dispatching(Heap& heap, const char* name, char32_t c) {
  signal_error(heap, ConditionKind::simple_error,
               "~A: expected a dispatching macro character, got ~S",
               {operation_named(heap, name), Value::from_character(c)});
}

DEFUN(get_dispatch_macro, "get-dispatch-macro", "(character sub-character readtable-p readtable)", R"doc(
Return the function or number of SUB-CHARACTER after the dispatching macro character CHARACTER, or NIL if there is none.
Signals: type-error; an error if CHARACTER is not a dispatching macro character.
)doc", (Interpreter& lisp, Character character, Character sub, Value given, Value readtable)) {
  Value v = table_argument(lisp, "get-dispatch-macro-character",
                           is_nil(given) ? MaybeValue() : MaybeValue(readtable));
  Value macro = dispatch_macro_of(lisp.heap, as<Readtable>(v), character, sub);
  if (macro == kAbsent) no_dispatching(lisp.heap, "get-dispatch-macro-character", character);
  return macro;
}

DEFUN(set_dispatch_macro_, "set-dispatch-macro", "(character sub-character function readtable-p readtable)", R"doc(
Make FUNCTION the reader macro function of SUB-CHARACTER after the dispatching macro character CHARACTER; return T.
FUNCTION: a function, a number, or NIL to remove it.
Signals: type-error; an error if CHARACTER is not a dispatching macro character or SUB-CHARACTER is a digit.
)doc", (Interpreter& lisp, Character character, Character sub, Value function, Value given, Value readtable)) {
  const char* name = "set-dispatch-macro-character";
  Value v = changeable_argument(lisp, name, is_nil(given) ? MaybeValue() : MaybeValue(readtable));
  if (sub.c >= '0' && sub.c <= '9')
    signal_error(lisp.heap, ConditionKind::simple_error,
                 "~A: expected a sub-character other than a digit, got ~S",
                 {operation_named(lisp.heap, name), Value::from_character(sub)});
  if (!function.is_fixnum() && !is_function(function) && !is_symbol(function))
    signal_wrong_type(lisp.heap, name, function, "a function");
  if (!set_dispatch_macro(lisp.heap, v, character, sub, function))
    no_dispatching(lisp.heap, name, character);
  return t();
}

DEFUN(set_syntax_from_char, "set-syntax-from-char", "(to from &optional to-readtable from-readtable)", R"doc(
Copy the syntax of the character FROM in FROM-READTABLE to the character TO in TO-READTABLE; return T.
TO-READTABLE: default *READTABLE*.  FROM-READTABLE: default the standard readtable.
Signals: type-error unless TO is a character and FROM is a character; an error if TO-READTABLE is the standard one.
Example: (let ((*readtable* (copy-readtable nil))) (set-syntax-from-char #\, #\Space) (read-from-string "(1,2)")) => (1 2)
)doc", (Interpreter& lisp, Character to, Character from, MaybeValue to_table, MaybeValue from_table)) {
  Value target = changeable_argument(lisp, "set-syntax-from-char", to_table);
  Value source = table_argument(lisp, "set-syntax-from-char", from_table ? from_table : nil());
  copy_syntax(lisp.heap, target, to, source, from);
  return t();
}

DEFUN(run_macro, "run-macro", "(number stream character argument)", R"doc(
Run the standard reader macro NUMBER on STREAM; return the object that it reads, or no values if it reads none.
CHARACTER: the macro character that was read; any other object for the standard one.
ARGUMENT: the number before CHARACTER, or NIL.
Signals: type-error; reader-error; end-of-file.
)doc", (Interpreter& lisp, Index number, Value stream, Value character, Value argument)) {
  StreamUse in = lisp.input(stream);
  if (number >= static_cast<std::size_t>(ReaderMacro::Count))
    signal_wrong_type(lisp.heap, "run-macro", fixnum(number), {"a smaller number", "NIL"});
  Reader reader(lisp.text, *in, nullptr, lisp.text.reading);
  auto macro = static_cast<ReaderMacro>(number.n);
  char32_t c = character.is_character() ? character.character() : standard_character(macro);
  Value v = reader.run_macro(macro, c, argument.is_fixnum() ? argument.fixnum() : -1);
  if (v == kAbsent) return lisp.vm.return_values({});
  return v;
}

}  // namespace

}  // namespace winnow

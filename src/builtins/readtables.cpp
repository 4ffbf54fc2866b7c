// Readtables as programs see them.
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
TO: a readtable to be changed into that copy, or NIL for a new one.
Signals: type-error.
Example: (readtable-case (copy-readtable nil)) => :UPCASE
)doc", (Interpreter& lisp, MaybeValue from, MaybeValue to)) {
  Value source = table_argument(lisp, "copy-readtable", from);
  Value goal = to && !is_nil(*to) ? changeable_argument(lisp, "copy-readtable", to) : nil();
  return copy_readtable(lisp.heap, source, goal);
}

DEFUN(standard_readtable, "standard-readtable", "()", R"doc(
Return the readtable with which the dialect in force begins; it never changes.
)doc", (Interpreter& lisp)) {
  return lisp.text.tables[TextSystem::kReadtable + int{lisp.dialect().kind}];
}

constexpr const char* kCases[] = {":UPCASE", ":DOWNCASE", ":PRESERVE", ":INVERT"};

DEFUN(readtable_case_, "readtable-case", "(readtable)", R"doc(
Return what becomes of the letters of symbols read with READTABLE: :UPCASE, :DOWNCASE, :PRESERVE or :INVERT.
Signals: type-error.
Example: (readtable-case (copy-readtable nil)) => :UPCASE
)doc", (Interpreter& lisp, Value readtable)) {
  if (!has_type(readtable, Type::Readtable))
    signal_wrong_type(lisp.heap, "readtable-case", readtable, "a readtable");
  return lisp.symbols.intern(kCases[static_cast<int>(readtable_case(as<Readtable>(readtable)))]);
}

DEFUN(set_readtable_case, "set-readtable-case", "(readtable case)", R"doc(
Make CASE what becomes of the letters of symbols read with READTABLE, and return it: (setf readtable-case).
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
Make READTABLE, which has the case :INVERT, read capital letters as small ones if FOLDS is true; return FOLDS.
Signals: type-error.
)doc", (Interpreter& lisp, Value readtable, Value folds)) {
  if (!has_type(readtable, Type::Readtable))
    signal_wrong_type(lisp.heap, "fold-case", readtable, "a readtable");
  require_changeable(lisp.heap, "fold-case", readtable);
  std::uint16_t& aux = as<Readtable>(readtable)->header.aux;
  aux = static_cast<std::uint16_t>(is_nil(folds) ? aux & kCaseMask : aux | kFoldsCase);
  return folds;
}

// ---- macro characters. Those of the standard are numbers here, which lib/io/readtables.lisp turns
// into functions.

DEFUN(get_macro, "get-macro", "(character readtable-p readtable)", R"doc(
Return the function of the macro character CHARACTER in READTABLE (or its number, or NIL), and whether it may stand inside
a token.  READTABLE-P: NIL for *READTABLE*.
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
Make CHARACTER a macro character with FUNCTION, a function or a number, in READTABLE.
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
Make CHARACTER a macro character that looks at what follows, a number and a character; return T.
NON-TERMINATING: true if CHARACTER may stand inside a token.
Signals: type-error; an error if READTABLE is the standard one.
Example: (let ((*readtable* (copy-readtable nil))) (make-dispatch-macro-character #\!)) => T
)doc", (Interpreter& lisp, Character character, MaybeValue inside, MaybeValue readtable)) {
  make_dispatching(lisp.heap, changeable_argument(lisp, "make-dispatch-macro-character", readtable),
                   character, is_nil(or_nil(inside)));
  return t();
}

[[noreturn]] void no_dispatching(Heap& heap, const char* name, char32_t c) {
  signal_error(heap, ConditionKind::simple_error, "~A: ~S is no dispatching macro character",
               {operation_named(heap, name), Value::from_character(c)});
}

DEFUN(get_dispatch_macro, "get-dispatch-macro", "(character sub-character readtable-p readtable)", R"doc(
Return the function of SUB-CHARACTER behind the dispatching macro character CHARACTER (or its number), or NIL.
Signals: type-error; an error if CHARACTER is none.
)doc", (Interpreter& lisp, Character character, Character sub, Value given, Value readtable)) {
  Value v = table_argument(lisp, "get-dispatch-macro-character",
                           is_nil(given) ? MaybeValue() : MaybeValue(readtable));
  Value macro = dispatch_macro_of(lisp.heap, as<Readtable>(v), character, sub);
  if (macro == kAbsent) no_dispatching(lisp.heap, "get-dispatch-macro-character", character);
  return macro;
}

DEFUN(set_dispatch_macro_, "set-dispatch-macro", "(character sub-character function readtable-p readtable)", R"doc(
Let FUNCTION, a function or a number, read what follows CHARACTER and SUB-CHARACTER; NIL takes that back.
Signals: type-error; an error if CHARACTER is no dispatching macro character or SUB-CHARACTER is a digit.
)doc", (Interpreter& lisp, Character character, Character sub, Value function, Value given, Value readtable)) {
  const char* name = "set-dispatch-macro-character";
  Value v = changeable_argument(lisp, name, is_nil(given) ? MaybeValue() : MaybeValue(readtable));
  if (sub.c >= '0' && sub.c <= '9')
    signal_error(lisp.heap, ConditionKind::simple_error, "~A: digits are the number, not ~S",
                 {operation_named(lisp.heap, name), Value::from_character(sub)});
  if (!function.is_fixnum() && !is_function(function) && !is_symbol(function))
    signal_wrong_type(lisp.heap, name, function, "a function");
  if (!set_dispatch_macro(lisp.heap, v, character, sub, function))
    no_dispatching(lisp.heap, name, character);
  return t();
}

DEFUN(set_syntax_from_char, "set-syntax-from-char", "(to from &optional to-readtable from-readtable)", R"doc(
Give the character TO in TO-READTABLE, default *READTABLE*, the syntax of FROM in FROM-READTABLE, default the standard one; return T.
Signals: type-error; an error if TO-READTABLE is the standard one.
Example: (let ((*readtable* (copy-readtable nil))) (set-syntax-from-char #\, #\Space) (read-from-string "(1,2)")) => (1 2)
)doc", (Interpreter& lisp, Character to, Character from, MaybeValue to_table, MaybeValue from_table)) {
  Value goal = changeable_argument(lisp, "set-syntax-from-char", to_table);
  Value source = table_argument(lisp, "set-syntax-from-char", from_table ? from_table : nil());
  copy_syntax(lisp.heap, goal, to, source, from);
  return t();
}

DEFUN(run_macro, "run-macro", "(number stream character argument)", R"doc(
Do what the standard's macro character of that NUMBER does when CHARACTER, with the number ARGUMENT before it, was read
from STREAM; return the object that it makes, or no value if it makes none. Anything but a character as CHARACTER stands
for the standard's own.
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

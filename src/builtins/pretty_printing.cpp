// The pretty printer: primitives for PPRINT-LOGICAL-BLOCK, layout, and dispatch tables.
#include "builtins/stream_arguments.hpp"
#include "text/logical_block.hpp"
#include "text/pprint_dispatch.hpp"

namespace winnow {

namespace {

std::string option_name(Value v) {
  return is_keyword(v) ? utf8_of(as<String>(as<Symbol>(v)->name)) : "";
}

// The pretty-printing stream of STREAM, or null if layout operations are ignored.
PrettyStream* laid_out(Interpreter& lisp, const StreamUse& stream) {
  return is_nil(symbol_value(lisp.heap, Sym::star_print_pretty)) ? nullptr : stream->pretty();
}

DEFUN(call_with_block, "call-with-block", "(function stream list prefix per-line-prefix suffix &optional arguments-p)", R"doc(
Begin a logical block for LIST on STREAM and call FUNCTION with its pretty-printing stream and block number; return NIL.
PREFIX, SUFFIX: strings that enclose the block.  PER-LINE-PREFIX: true if each line of the block begins with PREFIX.
ARGUMENTS-P: true if LIST is not an object but the arguments of FORMAT.
Signals: type-error; stream-error.
)doc", (Interpreter& lisp, Function function, Value stream, Value list, StringArg prefix,
        Value per_line, StringArg suffix, MaybeValue arguments)) {
  StreamUse out = lisp.output(stream);
  std::u32string before = text_of(string_view_of(lisp.heap, prefix));
  std::u32string after = text_of(string_view_of(lisp.heap, suffix));
  LogicalBlock block(lisp.text, *out, list, {before, !is_nil(per_line), after},
                     is_nil(or_nil(arguments)));
  if (!block.is_open()) return nil();
  Value inner = lisp.text.streams.object_of(block.stream(), StreamObject::kOutput);
  lisp.vm.call(function, {inner, fixnum(block.number())});
  block.end();
  return nil();
}

LogicalBlock& block_numbered(Interpreter& lisp, const char* name, std::int64_t number) {
  LogicalBlock* block = active_block(lisp.text, number);
  if (block == nullptr)
    signal_error(lisp.heap, ConditionKind::control_error, "~A: the logical block has been left",
                 {operation_named(lisp.heap, name)});
  return *block;
}

DEFUN(block_more, "block-more-p", "(block)", R"doc(
Return T if the next element of the list of BLOCK should be printed; else print an abbreviation of the rest and return NIL.
Signals: control-error outside the block.
)doc", (Interpreter& lisp, Fixnum block)) {
  return truth(block_numbered(lisp, "pprint-pop", block).more());
}

DEFUN(block_pop, "block-pop", "(block)", R"doc(
Return the next element of the list of BLOCK.
Signals: control-error outside the block.
)doc", (Interpreter& lisp, Fixnum block)) {
  return block_numbered(lisp, "pprint-pop", block).pop();
}

DEFUN(block_exhausted, "block-exhausted-p", "(block)", R"doc(
Return T if no elements of the list of BLOCK are left, else NIL.
Signals: control-error outside the block.
)doc", (Interpreter& lisp, Fixnum block)) {
  return truth(block_numbered(lisp, "pprint-exit-if-list-exhausted", block).is_exhausted());
}

DEFUN(block_rest, "block-rest", "(block)", R"doc(
Return the elements of the list of BLOCK that are left.
Signals: control-error outside the block.
)doc", (Interpreter& lisp, Fixnum block)) {
  return block_numbered(lisp, "pprint-pop", block).rest();
}

DEFUN(block_taken, "block-taken", "(block)", R"doc(
Return the number of elements of the list of BLOCK that were taken.
Signals: control-error outside the block.
)doc", (Interpreter& lisp, Fixnum block)) {
  return fixnum(block_numbered(lisp, "pprint-pop", block).taken());
}

DEFUN(move_block, "move-block", "(block rest taken)", R"doc(
Make REST the elements of the list of BLOCK that are left, after TAKEN elements; return NIL.
Signals: control-error outside the block.
)doc", (Interpreter& lisp, Fixnum block, Value rest, Fixnum taken)) {
  block_numbered(lisp, "pprint-pop", block).go_to(rest, taken);
  return nil();
}

// ---- layout

DEFUN(pretty_stream_p, "pretty-stream-p", "(stream)", R"doc(
Return T if STREAM is a pretty-printing stream, else NIL.
Signals: type-error unless STREAM is an output stream.
)doc", (Interpreter& lisp, Value stream)) {
  return truth(lisp.output(stream)->pretty() != nullptr);
}

DEFUN(pprint_newline, "pprint-newline", "(kind &optional stream)", R"doc(
Output a conditional newline; return NIL. It has no effect if *PRINT-PRETTY* is NIL or STREAM is not a pretty-printing
stream.
KIND: :LINEAR (a new line if the block does not fit on one line), :FILL (if the next section does not fit), :MISER (as
:LINEAR, but only if little space is left), or :MANDATORY (always).
Signals: type-error unless KIND is :LINEAR, :FILL, :MISER or :MANDATORY.
Example: (let ((*print-pretty* t)) (with-output-to-string (s)
  (pprint-logical-block (s nil) (princ 1 s) (pprint-newline :mandatory s) (princ 2 s)))) => "1
2"
)doc", (Interpreter& lisp, Value kind, MaybeStream stream)) {
  std::string name = option_name(kind);
  using Newline = PrettyStream::Newline;
  std::optional<Newline> newline;
  if (name == "LINEAR") newline = Newline::Linear;
  if (name == "FILL") newline = Newline::Fill;
  if (name == "MISER") newline = Newline::Miser;
  if (name == "MANDATORY") newline = Newline::Mandatory;
  if (!newline)
    signal_error(lisp.heap, ConditionKind::type_error,
                 "PPRINT-NEWLINE: expected :LINEAR, :FILL, :MISER or :MANDATORY, got ~S", {kind},
                 {kind, lisp.symbols.intern("KEYWORD")});
  StreamUse out = lisp.output(or_nil(stream));
  if (PrettyStream* pretty = laid_out(lisp, out)) pretty->newline(*newline);
  return nil();
}

std::int64_t rounded(Heap& heap, const char* name, Value n) {
  if (!is_real(n)) signal_wrong_type(heap, name, n, "a real number");
  constexpr double kMost = 1e8;
  double x = to_double(heap, n);
  return static_cast<std::int64_t>(std::max(-kMost, std::min(kMost, x < 0 ? x - 0.5 : x + 0.5)));
}

DEFUN(pprint_indent, "pprint-indent", "(relative-to n &optional stream)", R"doc(
Set the indentation of the following lines of the logical block; return NIL.
Without effect in the same cases as PPRINT-NEWLINE.
RELATIVE-TO: :BLOCK, the column of the first character of the block, or :CURRENT, the current column.  N: columns.
Signals: type-error unless RELATIVE-TO is :BLOCK or :CURRENT, and N is a real number.
Example: (pprint-indent :block 2) => NIL
)doc", (Interpreter& lisp, Value relative_to, Value n, MaybeStream stream)) {
  std::string name = option_name(relative_to);
  if (name != "BLOCK" && name != "CURRENT")
    signal_error(lisp.heap, ConditionKind::type_error,
                 "PPRINT-INDENT: expected :BLOCK or :CURRENT, got ~S", {relative_to},
                 {relative_to, lisp.symbols.intern("KEYWORD")});
  std::int64_t amount = rounded(lisp.heap, "pprint-indent", n);
  StreamUse out = lisp.output(or_nil(stream));
  if (PrettyStream* pretty = laid_out(lisp, out))
    pretty->indent(name == "BLOCK" ? PrettyStream::Indent::Block : PrettyStream::Indent::Current,
                   amount);
  return nil();
}

DEFUN(pprint_tab, "pprint-tab", "(kind column step &optional stream)", R"doc(
Output spaces up to a tab stop; return NIL. Without effect in the same cases as PPRINT-NEWLINE.
KIND: :LINE, :SECTION, :LINE-RELATIVE or :SECTION-RELATIVE, as ~T, ~:T, ~@T and ~:@T of FORMAT.
COLUMN: the first tab stop, or the least number of spaces if relative.  STEP: the distance between the tab stops after it.
Signals: type-error unless KIND is one of these, and COLUMN and STEP are non-negative integers.
Example: (pprint-tab :line 8 1) => NIL
)doc", (Interpreter& lisp, Value kind, Index column, Index step, MaybeStream stream)) {
  std::string name = option_name(kind);
  bool section = name.starts_with("SECTION");
  bool relative = name.ends_with("-RELATIVE");
  if (name != "LINE" && name != "SECTION" && name != "LINE-RELATIVE" && name != "SECTION-RELATIVE")
    signal_error(
        lisp.heap, ConditionKind::type_error,
        "PPRINT-TAB: expected :LINE, :SECTION, :LINE-RELATIVE or :SECTION-RELATIVE, got ~S", {kind},
        {kind, lisp.symbols.intern("KEYWORD")});
  constexpr std::size_t kMost = 100'000'000;
  StreamUse out = lisp.output(or_nil(stream));
  if (PrettyStream* pretty = laid_out(lisp, out))
    pretty->tab({section, relative, std::min<std::size_t>(column, kMost),
                 std::min<std::size_t>(step, kMost)});
  return nil();
}

// ---- dispatch tables

Value checked_table(Heap& heap, const char* name, const MaybeValue& table, Value otherwise) {
  Value v = table ? *table : otherwise;
  if (!has_type(v, Type::DispatchTable))
    signal_wrong_type(heap, name, v, {"a pprint dispatch table", "(SATISFIES DISPATCH-TABLE-P)"});
  return v;
}

DEFUN(dispatch_table_p, "dispatch-table-p", "(object)", R"doc(
Return T if OBJECT is a pprint dispatch table, else NIL.
Example: (dispatch-table-p *print-pprint-dispatch*) => T
)doc", (Value object)) {
  return truth(has_type(object, Type::DispatchTable));
}

DEFUN(copy_pprint_dispatch, "copy-pprint-dispatch", "(&optional table)", R"doc(
Return a copy of TABLE, default *PRINT-PPRINT-DISPATCH*; of the standard table if TABLE is NIL.
Signals: type-error unless TABLE is a pprint dispatch table or NIL.
Example: (eq (copy-pprint-dispatch) *print-pprint-dispatch*) => NIL
)doc", (Interpreter& lisp, MaybeValue table)) {
  if (table && is_nil(*table)) table = lisp.text.tables[TextSystem::kDispatch];
  return copy_dispatch_table(
      lisp.heap, checked_table(lisp.heap, "copy-pprint-dispatch", table,
                               symbol_value(lisp.heap, Sym::star_print_pprint_dispatch)));
}

DEFUN(set_pprint_dispatch, "set-pprint-dispatch", "(type function &optional priority table)", R"doc(
Make FUNCTION the pretty-printing function for objects of TYPE; return NIL.
FUNCTION: a function of a stream and an object, or NIL to remove the entry for TYPE.
PRIORITY: a real number, default 0; the entry with the highest priority is used.
TABLE: default *PRINT-PPRINT-DISPATCH*.
Signals: type-error unless FUNCTION is a function.
Example: (let ((*print-pprint-dispatch* (copy-pprint-dispatch)) (*print-pretty* t))
  (set-pprint-dispatch 'integer (lambda (s n) (format s "<~D>" n))) (princ-to-string '(a 1))) => "(A <1>)"
)doc", (Interpreter& lisp, Value type, Value function, MaybeValue priority, MaybeValue table)) {
  Value level = priority ? *priority : Value::from_fixnum(0);
  if (!is_real(level)) signal_wrong_type(lisp.heap, "set-pprint-dispatch", level, "a real number");
  if (!is_symbol(function) && !is_function(function))
    signal_wrong_type(lisp.heap, "set-pprint-dispatch", function, "a function");
  set_dispatch(lisp.text,
               checked_table(lisp.heap, "set-pprint-dispatch", table,
                             symbol_value(lisp.heap, Sym::star_print_pprint_dispatch)),
               type, function, level);
  return nil();
}

DEFUN(find_pprint_dispatch, "find-pprint-dispatch", "(object table)", R"doc(
Return the entry of TABLE for OBJECT, a function or the number of a standard layout, and T; or NIL and NIL if there is none.
TABLE: NIL for the standard table.
Signals: type-error.
)doc", (Interpreter& lisp, Value object, Value table)) {
  if (is_nil(table)) table = lisp.text.tables[TextSystem::kDispatch];
  Value found =
      find_dispatch(lisp.text, checked_table(lisp.heap, "pprint-dispatch", table, nil()), object);
  if (found == kAbsent) return lisp.vm.return_values({nil(), nil()});
  return lisp.vm.return_values({found, t()});
}

DEFUN(set_layout, "set-layout", "(operator layout)", R"doc(
Make LAYOUT the layout of lists that begin with OPERATOR, also in the standard table; return NIL.
LAYOUT: a function of a stream and a list, or the number of a standard layout.
)doc", (Interpreter& lisp, SymbolArg op, Value layout)) {
  set_standard_layout(lisp.text, op, layout);
  return nil();
}

}  // namespace

}  // namespace winnow

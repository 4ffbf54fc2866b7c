// Primitives for signalling and handling conditions.
#include "builtins/builtin.hpp"
#include "vm/handlers.hpp"

namespace winnow {

namespace {

DEFUN(conditionp, "conditionp", "(object)", R"doc(
Return T if OBJECT is a condition, else NIL.
Example: (conditionp 1) => NIL
)doc", (Value object)) {
  return truth(is_condition(object));
}

DEFUN(next_handler, "next-handler", "(condition outer rest)", R"doc(
Return the next handler for CONDITION: its function, its predicate or NIL, and the OUTER and REST with which to search on.
Return NIL if no handler is left.
REST: the rest of a handler cluster, searched first.  OUTER: the clusters to search after it.
Example: (next-handler (make-condition 'warning) nil nil) => NIL
)doc", (Vm& vm, Value condition, Value outer, Value rest)) {
  HandlerSearch handlers(outer, rest);
  while (handlers.next(vm.heap(), condition)) {
    if (!handlers.function.is_fixnum())
      return vm.return_values(
          {handlers.function, handlers.predicate, handlers.outer, handlers.rest});
    vm.leave_attempt(handlers.function, condition);
  }
  return nil();
}

DEFUN(raise, "raise-condition", "(condition)", R"doc(
Call the handlers that apply to CONDITION; if all of them decline, report CONDITION and return to the prompt.
)doc", (Interpreter& lisp, Value condition)) {
  lisp.signal(condition);
  return nil();
}

DEFUN(note_signal, "note-signal", "(condition)", R"doc(
Record in CONDITION the place in the source where it is signalled, and return NIL.
)doc", (Interpreter& lisp, Value condition)) {
  lisp.diagnostics.note_signal(condition);
  return nil();
}

DEFUN(place_signalled, "place-signalled", "(condition)", R"doc(
Return a list of the place where CONDITION was last signalled: the file or NIL, the line, the column of the expression that messages
mark, or 0, and the text of the source; or NIL if the place is not known.
)doc", (Interpreter& lisp, Value condition)) {
  if (!is_condition(condition))
    signal_wrong_type(lisp.heap, "condition-place", condition, {"a condition", "CONDITION"});
  const auto [report, where, source, explanation] = lisp.diagnostics.describe(condition);
  if (!where.at) return nil();
  Value file = where.file.empty() ? nil() : make_string(lisp.heap, where.file);
  return list_of(lisp.heap, {file, fixnum(where.at.line), fixnum(where.at.column),
                             make_string(lisp.heap, source)});
}

DEFUN(debug_unhandled, "debug-unhandled", "(condition)", R"doc(
Call the function in *DEBUGGER-HOOK*, if there is one, with CONDITION and itself; if it returns, report CONDITION and, at a
terminal, enter the debugger if there is something to see in it; else return to the prompt.
)doc", (Interpreter& lisp, Value condition)) {
  if (!is_condition(condition))
    signal_wrong_type(lisp.heap, "invoke-debugger", condition, {"a condition", "CONDITION"});
  if (is_nil(*signal_place(condition))) lisp.diagnostics.note_signal(condition);
  lisp.vm.invoke_debugger(condition);
}

DEFUN(abort_, "abort-now", "()", R"doc(
Abandon the current evaluation and return to the prompt.
)doc", (Vm& vm)) {
  vm.abort();
}

DEFUN(report_, "report", "(condition)", R"doc(
Return the text that CONDITION reports.
)doc", (Interpreter& lisp, Value condition)) {
  return make_string(lisp.heap, lisp.diagnostics.report(condition));
}

DEFUN(error_text, "error-text", "(condition color)", R"doc(
Return the message for CONDITION as the prompt shows it: report, marked source and hint. The call that signalled CONDITION must
be active.
COLOR: true for escape sequences of a terminal.
)doc", (Interpreter& lisp, Value condition, Value color)) {
  if (!is_condition(condition))
    signal_wrong_type(lisp.heap, "error-text", condition, {"a condition", "CONDITION"});
  return make_string(lisp.heap, lisp.diagnostics.error_text(
                                    condition, {.at_prompt = true, .has_color = !is_nil(color)}));
}

DEFUN(wrong_type, "signal-wrong-type", "(datum expected type)", R"doc(
Signal a type-error for DATUM, in the name of the operator that the program used.
EXPECTED: a string that describes TYPE.
)doc", (Heap& heap, Value datum, StringArg expected, Value type)) {
  signal_error(heap, ConditionKind::type_error, "~A: expected ~A, got ~S",
               {operation_named(heap, "signal-wrong-type"), expected, datum}, {datum, type});
}

DEFUN(operation, "operation", "(own)", R"doc(
Return the name, a string, of the operator that the program called; OWN if it is not known.
Example: (operation "own") => "OWN"
)doc", (Heap& heap, StringArg own)) {
  return operation_named(heap, utf8_of(string_view_of(heap, own)).c_str());
}

DEFUN(warn_, "print-warning", "(text)", R"doc(
Print TEXT as a warning on the standard error output, and return NIL.
)doc", (Interpreter& lisp, StringArg text)) {
  lisp.warnings.warn(utf8_of(string_view_of(lisp.heap, text)));
  return nil();
}

}  // namespace

}  // namespace winnow

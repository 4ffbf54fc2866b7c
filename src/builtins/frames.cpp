// Active calls, for the debugger (lib/tools/debugger.lisp). A call is named by the index of its frame,
// which stays valid while the call is active.
#include "builtins/builtin.hpp"
#include "compiler/environment.hpp"
#include "compiler/variable_names.hpp"
#include "text/print_limits.hpp"
#include "text/streams/string_streams.hpp"

namespace winnow {

namespace {

Frame* frame_at(Vm& vm, std::size_t index) {
  const auto active = static_cast<std::size_t>(vm.fp - vm.first_frame());
  Frame* frame = vm.first_frame() + std::min(index, active);
  if (index == 0 || index > active || is_nil(frame->function))
    signal_error(vm.heap(), ConditionKind::simple_error, "The call ~D is not active",
                 {fixnum(index)});
  return frame;
}

// The place of variable N of FRAME, as Code::variables numbers them.
VariablePlace place_of_variable(Vm& vm, const Frame* frame, std::size_t n) {
  Value all = code_of(frame)->variables;
  if (is_nil(all) || n >= as<Vector>(all)->length() / 2)
    signal_error(vm.heap(), ConditionKind::simple_error, "The call has no variable ~D",
                 {fixnum(n)});
  const auto place = VariablePlace::unpacked(as<Vector>(all)->data[2 * n + 1]);
  if (!place.is_live_at(position_in_code(vm, frame)))
    signal_error(vm.heap(), ConditionKind::simple_error, "~S is no longer kept",
                 {as<Vector>(all)->data[2 * n]});
  return place;
}

// The contents of PLACE: the value or its box; kAbsent if the frame does not have it.
Value held_in(const Vm& vm, const Frame* frame, const VariablePlace& place) {
  if (place.is_captured) return as<Closure>(frame->function)->captured[place.index];
  return frame->base + place.index < vm.sp ? frame->base[place.index] : kAbsent;
}

Value value_in(const Vm& vm, const Frame* frame, const VariablePlace& place) {
  Value held = held_in(vm, frame, place);
  return place.is_boxed && is_cons(held) ? car(held) : held;
}

DEFUN(next_call, "next-call", "(index)", R"doc(
Return the index of the call below the one at INDEX, its caller, or NIL if it is the outermost. Internal functions are skipped.
INDEX: NIL for the innermost call.
)doc", (Vm& vm, Value index)) {
  const Frame* frame =
      is_nil(index)
          ? vm.fp
          : frame_at(vm, index.is_fixnum() ? static_cast<std::size_t>(index.fixnum()) : 0) - 1;
  while (frame > vm.first_frame() && !is_shown(vm, frame)) --frame;
  return frame > vm.first_frame() ? fixnum(static_cast<std::size_t>(frame - vm.first_frame()))
                                  : nil();
}

DEFUN(call_function, "call-function", "(index)", R"doc(
Return the function of the call at INDEX.
)doc", (Vm& vm, Index index)) {
  return frame_at(vm, index)->function;
}

DEFUN(call_kind, "call-kind", "(index)", R"doc(
Return :FORM if the call at INDEX is the evaluation of a top-level form, else :LIBRARY or :USER, by the author of its
function.
)doc", (Interpreter& lisp, Index index)) {
  const Code* code = code_of(frame_at(lisp.vm, index));
  return lisp.symbols.intern((code->flags & Code::kSealed) != 0     ? ":LIBRARY"
                             : (code->flags & Code::kTopLevel) != 0 ? ":FORM"
                                                                    : ":USER");
}

DEFUN(call_name, "call-name", "(index)", R"doc(
Return the name of the function of the call at INDEX, or NIL.
)doc", (Vm& vm, Index index)) {
  return code_of(frame_at(vm, index))->name;
}

DEFUN(call_text, "call-text", "(index)", R"doc(
Return the call at INDEX with its arguments as a string.
)doc", (Interpreter& lisp, Index index)) {
  PrintLimits brief(lisp.heap, 8, 4);
  PrintOnOneLine plain(lisp.heap);
  return make_string(lisp.heap, lisp.diagnostics.call_text(frame_at(lisp.vm, index)));
}

DEFUN(tail_calls_text, "tail-calls-text", "(index)", R"doc(
Return a string that says how many tail calls have replaced the function that the call at INDEX called, and which function that was; NIL if none has.
)doc", (Interpreter& lisp, Index index)) {
  std::string text = lisp.diagnostics.tail_calls_text(frame_at(lisp.vm, index));
  return text.empty() ? nil() : make_string(lisp.heap, text);
}

DEFUN(call_arguments, "call-arguments", "(index)", R"doc(
Return a list of the current values of the parameters of the call at INDEX, with which its function can be called again.
)doc", (Vm& vm, Index index)) {
  const Frame* frame = frame_at(vm, index);
  const Code* code = code_of(frame);
  const bool has_rest = (code->flags & Code::kRest) != 0;
  const std::size_t positional = std::size_t{code->required} + code->optional;
  ListBuilder list(vm.heap());
  auto argument = [&](std::size_t i) {
    Value v = frame->base[i];
    return i < 32 && (code->boxed >> i & 1) != 0 && is_cons(v) ? car(v) : v;
  };
  for (std::size_t i = 0; i < positional && argument(i) != kAbsent; ++i) list.add(argument(i));
  if (has_rest) {
    for (Value rest = argument(positional); is_cons(rest); rest = cdr(rest)) list.add(car(rest));
  } else {
    for (std::size_t k = 0; k < code->keys; ++k) {
      if (argument(positional + k) == kAbsent) continue;
      list.add(code->constants[k]);
      list.add(argument(positional + k));
    }
  }
  return list.list();
}

DEFUN(call_variables, "call-variables", "(index)", R"doc(
Return a list of the variables of the user in the call at INDEX: lists of the name, the number of the variable and its value.
Those of outer functions, which are captured, follow the others; inner variables follow outer ones.
)doc", (Vm& vm, Index index)) {
  const Frame* frame = frame_at(vm, index);
  Value all = code_of(frame)->variables;
  ListBuilder list(vm.heap());
  if (is_nil(all)) return nil();
  const std::uint32_t unit = position_in_code(vm, frame);
  for (std::uint32_t i = 0; i + 1 < as<Vector>(all)->length(); i += 2) {
    const auto place = VariablePlace::unpacked(as<Vector>(all)->data[i + 1]);
    Value value = place.is_live_at(unit) ? value_in(vm, frame, place) : kAbsent;
    if (value == kAbsent) continue;
    list.add(list_of(vm.heap(), {as<Vector>(all)->data[i], fixnum(i / 2), value}));
  }
  return list.list();
}

DEFUN(call_variable, "call-variable", "(index n)", R"doc(
Return the value of variable N of the call at INDEX.
)doc", (Vm& vm, Index index, Index n)) {
  const Frame* frame = frame_at(vm, index);
  Value value = value_in(vm, frame, place_of_variable(vm, frame, n));
  return value == kAbsent ? nil() : value;
}

DEFUN(set_call_variable, "set-call-variable", "(index n value)", R"doc(
Set variable N of the call at INDEX to VALUE, and return VALUE.
Signals: error if the function keeps the variable where it cannot be changed: in native code, or as a constant of a closure.
)doc", (Vm& vm, Index index, Index n, Value value)) {
  Frame* frame = frame_at(vm, index);
  const VariablePlace place = place_of_variable(vm, frame, n);
  Value held = held_in(vm, frame, place);
  if (place.is_boxed && is_cons(held)) {
    vm.heap().store(as_pair(held)->car, value);
  } else if (place.is_captured || frame->is_native()) {
    signal_error(vm.heap(), ConditionKind::simple_error,
                 place.is_captured ? "~S cannot be changed: a closure has its own copy"
                                   : "~S cannot be changed: its function is compiled",
                 {as<Vector>(code_of(frame)->variables)->data[2 * n]});
  } else {
    frame->base[place.index] = value;
  }
  return value;
}

DEFUN(call_place, "call-place", "(index)", R"doc(
Return a list of the place in the source that the call at INDEX executes: the file or NIL, the line, the column and the text
of the source; or NIL if the place is not known.
)doc", (Interpreter& lisp, Index index)) {
  const Diagnostics::Place where = place_of(lisp.vm, frame_at(lisp.vm, index));
  if (!where.at) return nil();
  Value file = where.file.empty() ? nil() : make_string(lisp.heap, where.file);
  return list_of(lisp.heap,
                 {file, Value::from_fixnum(where.at.line), Value::from_fixnum(where.at.column),
                  make_string(lisp.heap, lisp.diagnostics.text_of(where))});
}

DEFUN(call_excerpt, "call-excerpt", "(index)", R"doc(
Return the source line that the call at INDEX executes, with its expression marked, as error messages show it; or "".
)doc", (Interpreter& lisp, Index index)) {
  return make_string(lisp.heap,
                     lisp.diagnostics.excerpt_of(frame_at(lisp.vm, index), lisp.warnings.style));
}

DEFUN(terminal_colors_p, "terminal-colors-p", "()", R"doc(
Return T if the prompt marks expressions by colours, else NIL.
)doc", (Interpreter& lisp)) {
  return truth(lisp.warnings.style.has_color);
}

DEFUN(call_can_continue, "call-can-continue", "(index)", R"doc(
Return T if CONTINUE-CALL can continue the call at INDEX, else NIL.
)doc", (Vm& vm, Index index)) {
  return truth(vm.can_continue(frame_at(vm, index)));
}

DEFUN(continue_call, "continue-call", "(index value)", R"doc(
Leave the calls inside the call at INDEX, which then continues after the expression that it executes, with VALUE as its value.
)doc", (Vm& vm, Index index, Value value)) {
  const Frame* frame = frame_at(vm, index);
  if (!vm.can_continue(frame))
    signal_error(vm.heap(), ConditionKind::simple_error, "The call ~D cannot be continued",
                 {fixnum(index)});
  vm.value_count = 1;
  vm.begin_continuation(frame, value);
  throw NonlocalExit{};
}

DEFUN(return_from_call, "return-from-call", "(index values)", R"doc(
Leave the call at INDEX and those inside it; the call returns the elements of the list VALUES as its values.
)doc", (Vm& vm, Index index, ProperList values)) {
  const Frame* frame = frame_at(vm, index);
  ValueVector all(vm.heap());
  for (Value l = values; is_cons(l); l = cdr(l)) all.push(car(l));
  vm.begin_return_from(frame, vm.return_values(all.begin(), all.size()));
  throw NonlocalExit{};
}

DEFUN(replace_call, "replace-call", "(index function)", R"doc(
Leave the call at INDEX and those inside it, and call FUNCTION in its place, without arguments.
)doc", (Vm& vm, Index index, Function function)) {
  vm.begin_replacement(frame_at(vm, index), function);
  throw NonlocalExit{};
}

DEFUN(loaded_form, "loaded-form", "()", R"doc(
Return the top-level form that is being evaluated.
)doc", (Interpreter& lisp)) {
  return lisp.loaded.form;
}

DEFUN(evaluate_text, "evaluate-text", "(text variables function)", R"doc(
Evaluate the forms in TEXT as those of the prompt, whose functions and errors refer to TEXT. Call FUNCTION with each form and
a list of its values.
VARIABLES: a list of pairs of a symbol and the form of which the symbol is a symbol macro.
Example: (let ((all nil)) (evaluate-text "(+ x 2)" '((x . (* 2 3))) (lambda (form values) (push (list form values) all))) all)
  => (((+ X 2) (8)))
)doc", (Interpreter& lisp, StringArg text, ProperList variables, Function function)) {
  Heap& heap = lisp.heap;
  Value environment = nil();
  for (Value v = variables; is_cons(v); v = cdr(v)) {
    if (!is_cons(car(v)) || !is_symbol(car(car(v))))
      signal_wrong_type(heap, "evaluate-text", car(v), {"a pair of a symbol and a form", "CONS"});
    environment =
        add_to_environment(heap, environment, Sym::k_symbol_macro, car(car(v)), cdr(car(v)));
  }
  StringInput in(utf8_of(string_view_of(heap, text)), "");
  SourceMap lines;
  FormSource source{[&](LoadedForm& place) {
                      lines.clear();
                      place.source = heap.cons(text, nil());
                      place.at = {in.line(), 0};
                      Reader reader(lisp.text, in, &lines);
                      Value form = lisp.loader.read_form(reader, false);
                      place.at = lines.position_of(form);
                      return form;
                    },
                    &lines};
  FormSink sink{[&](Value form) {
                  return lisp.warnings.in_unit(
                      false, [&] { return lisp.toplevel.eval_in(form, environment); });
                },
                [&](Value form, Value value) {
                  lisp.vm.call(function,
                               {form, lisp.vm.value_count == 1 ? heap.cons(value, nil())
                                                               : lisp.vm.values_list(value)});
                }};
  lisp.loader.run_forms(source, sink);
  return nil();
}

DEFUN(evaluate_with_places, "evaluate-with-places", "(form source places)", R"doc(
Evaluate FORM, made of parts of a text, and return its first value; messages about it refer to that text. Warnings are signalled.
SOURCE: the name of a file, or a list of the text.
PLACES: a list of lists: a list in FORM, its line and its column in the source.
Signals: type-error.
Example: (evaluate-with-places '(car '(1)) '("(car '(1))") nil) => 1
)doc", (Interpreter& lisp, Value form, Value source, ProperList places)) {
  if (!is_string(source) && !(is_cons(source) && is_string(car(source))))
    signal_wrong_type(lisp.heap, "evaluate-with-places", source,
                      {"a string or a list of a string", "(OR STRING LIST)"});
  SourceMap lines;
  for (Value rest = places; is_cons(rest); rest = cdr(rest)) {
    Value place = car(rest);
    if (proper_length(lisp.heap, place) != 3 || !car(cdr(place)).is_fixnum() ||
        !car(cdr(cdr(place))).is_fixnum())
      signal_wrong_type(lisp.heap, "evaluate-with-places", place,
                        {"a list of a list and two integers", "LIST"});
    lines.record(car(place), {static_cast<int>(car(cdr(place)).fixnum()),
                              static_cast<int>(car(cdr(cdr(place))).fixnum())});
  }
  LoadedForm::Saved saved(lisp.loaded);
  lisp.loaded.source = source;
  lisp.loaded.lines = &lines;
  lisp.loaded.at = lines.position_of(form);
  return lisp.warnings.signalling(true, [&] { return lisp.toplevel.eval_in(form, nil()); });
}

}  // namespace

}  // namespace winnow

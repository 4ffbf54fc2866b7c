// Expansion of backquote.
#include "compiler/compiler.hpp"
#include "data/string.hpp"
#include "data/symbol.hpp"
#include "heap/condition.hpp"
#include "heap/list.hpp"

namespace winnow {

namespace {

// The expansion of one template: a list becomes an APPEND of its parts. An unquote that belongs to
// an outer backquote is rebuilt as data.
// Source: Steele, Common Lisp the Language, 2nd edition, appendix C, without its simplifications.
struct Expander {
  Heap& heap;
  Value symbol(Sym s) const { return heap.symbols->symbol(s); }
  Value list(std::initializer_list<Value> l) const { return list_of(heap, l); }
  Value quoted(Value v) const { return list({symbol(Sym::quote), v}); }
  bool marked(Value v, Sym s) const { return is_cons(v) && car(v) == symbol(s) && is_cons(cdr(v)); }
  bool is_quoted(Value v) const { return marked(v, Sym::quote); }

  // Returns the form of a ,@form inside DEPTH unquotes, as in ,,@form, or kAbsent.
  Value spliced_forms(Value item, int depth) const {
    for (; depth > 0 && (marked(item, Sym::unquote) || marked(item, Sym::splice)); depth--)
      item = second(item);
    return depth == 0 && marked(item, Sym::splice) ? second(item) : kAbsent;
  }

  // FORMS: a form that returns a list of forms. Returns a form that wraps each of these forms in
  // the outermost DEPTH unquotes of ITEM.
  Value each_marked(Value item, int depth, Value forms) {
    if (depth == 0) return forms;
    Value marks = nil();  // the innermost first
    for (; depth > 0; depth--, item = second(item)) marks = heap.cons(car(item), marks);
    Value form = make_symbol(heap, make_string(heap, "FORM"));
    Value body = form;
    for (; is_cons(marks); marks = cdr(marks))
      body = list({symbol(Sym::list), quoted(car(marks)), body});
    Value function = list({symbol(Sym::function), list({symbol(Sym::lambda), list({form}), body})});
    return list({heap.symbols->intern("MAPCAR"), function, forms});
  }

  Value expand(Value x, int depth) {
    if (!heap.native_stack.has_room())
      signal_error(heap, ConditionKind::storage_condition,
                   "The template of a backquote is nested too deeply", {});
    heap.upcalls->poll();
    if (marked(x, Sym::splice) && depth == 0)
      signal_error(heap, ConditionKind::program_error,
                   "In a backquote ,@ must precede an element of a list, not the template or the "
                   "form after a dot: ,@~S",
                   {second(x)});
    if (marked(x, Sym::unquote) || marked(x, Sym::splice)) {
      if (depth == 0) return second(x);
      return list({symbol(Sym::list), quoted(car(x)), expand(second(x), depth - 1)});
    }
    if (marked(x, Sym::backquote))
      return list({symbol(Sym::list), quoted(car(x)), expand(second(x), depth + 1)});
    if (is_vector_object(x)) {
      Value elements = list_of(heap, as<Vector>(x)->data, as<Vector>(x)->length());
      return list({symbol(Sym::apply_vector), expand(elements, depth)});
    }
    if (!is_cons(x)) return is_symbol(x) ? quoted(x) : x;
    // The parts in order. Consecutive elements without ,@ are combined in one LIST.
    ListBuilder parts(heap);
    ListBuilder run(heap);
    bool constant_run = true;
    auto flush = [&] {
      if (is_nil(run.list())) return;
      if (constant_run) {
        ListBuilder data(heap);
        for (Value l = run.list(); is_cons(l); l = cdr(l))
          data.add(is_quoted(car(l)) ? second(car(l)) : car(l));
        parts.add(quoted(data.list()));
      } else {
        parts.add(heap.cons(symbol(Sym::list), run.list()));
      }
      run.clear();
      constant_run = true;
    };
    for (; is_cons(x); x = cdr(x)) {
      if (marked(x, Sym::unquote) || marked(x, Sym::splice) || marked(x, Sym::backquote))
        break;  // ( ... . ,form)
      Value item = car(x);
      // ,@form, or in a nested backquote ,@,@form or ,,@form: a part of its own
      if (Value forms = spliced_forms(item, depth); forms != kAbsent) {
        flush();
        parts.add(each_marked(item, depth, forms));
      } else if (marked(item, Sym::splice)) {
        run.add(list({symbol(Sym::list), quoted(car(item)), expand(second(item), depth - 1)}));
        constant_run = false;
      } else {
        Value part = expand(item, depth);
        constant_run = constant_run && (is_quoted(part) || !is_cons(part)) && !is_symbol(part);
        run.add(part);
      }
    }
    bool ends_in_nil = is_nil(x);
    Value tail = ends_in_nil ? nil() : expand(x, depth);
    flush();
    if (!ends_in_nil) parts.add(tail);
    Value all = parts.list();
    if (is_nil(cdr(all))) return car(all);
    return heap.cons(symbol(Sym::append_lists), all);
  }
};

}  // namespace

Value expand_backquote(Heap& heap, Value form) { return Expander{heap}.expand(form, 0); }

}  // namespace winnow

// Binding contexts: the bindings of a program's dynamic variables, kept for a function that is
// called later (the FUNARG of LISP 1.5: Programmer's Manual, Appendix B; Moses, "The Function of
// FUNCTION in LISP", 1970).
//
// A context is a vector: first T if it is complete or NIL if not, then a cell #(symbol value uses)
// for each variable. Entering the context makes its bindings the current ones. In a complete
// context, each variable without a cell has its global value. An assignment changes the kept
// binding: all contexts with its cell, and the form that made it, share the new value.
//
// Bindings are shallow: the value of the innermost binding of a variable is in the symbol, the
// value of each outer binding in the record of the next inner one. Keeping a binding converts its
// record to Kept, which moves the last value to the cell when the form is left. While the form is
// active, or a context with the cell is entered, the value is in the symbol or in a record
// (places_of), and the cell's value is not valid; USES counts these records.
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "data/array.hpp"
#include "data/package.hpp"
#include "data/symbol.hpp"
#include "heap/condition.hpp"
#include "heap/list.hpp"
#include "vm/vm.hpp"

namespace winnow {

namespace {

Value* elements(Value vector) { return as<Vector>(vector)->data; }
std::size_t size_of(Value vector) { return as<Vector>(vector)->header.length; }

bool is_cell(Value v) {
  return has_type(v, Type::Vector) && size_of(v) == 3 && is_symbol(elements(v)[0]) &&
         elements(v)[2].is_fixnum();
}

bool is_in_use(Value cell) { return elements(cell)[2].fixnum() > 0; }

void add_use(Value cell, int n) {
  elements(cell)[2] = Value::from_fixnum(elements(cell)[2].fixnum() + n);
}

// Calls BINDS with the symbol, the cell (or kAbsent) and the place of the previous value for each
// binding that R makes, the innermost first.
template <class Binds>
void for_each_binding(DynamicRecord& r, Binds binds) {
  switch (r.kind) {
    case DynamicRecord::Binding: return binds(r.a, kAbsent, &r.b);
    case DynamicRecord::Bindings:
      for (Value s = r.a, v = r.b; is_cons(s); s = cdr(s), v = cdr(v))
        binds(car(s), kAbsent, &as_pair(v)->car);
      return;
    case DynamicRecord::Kept:
      for (std::size_t i = 0; i < size_of(r.a); ++i)
        binds(elements(elements(r.a)[i])[0], elements(r.a)[i], &elements(r.b)[i]);
      return;
    case DynamicRecord::Context:
      for (std::size_t i = 0; i < size_of(r.b); ++i)
        binds(elements(r.a)[2 * i], elements(r.a)[2 * i + 1], &elements(r.b)[i]);
      return;
    default: return;
  }
}

// Contexts contain only variables of the program, not those of Winnow.
bool is_variable_of_program(const SymbolTable& symbols, Value symbol) {
  const Symbol* s = as_symbol(symbol);
  return !s->has(Symbol::kSpecial) || symbols.is_of_program(s->package);
}

Value vector_of(Heap& heap, const ValueVector& values) {
  Value v = make_vector(heap, values.size(), nil());
  for (std::size_t i = 0; i < values.size(); ++i) heap.store(elements(v)[i], values[i]);
  return v;
}

}  // namespace

// Converts R, a Binding or Bindings record, to a Kept record.
void Vm::keep_bindings(DynamicRecord& r) {
  ValueVector cells(heap_);
  ValueVector before(heap_);
  for_each_binding(r, [&](Value symbol, Value, Value* value) {
    Value cell = make_vector(heap_, 3, nil());
    elements(cell)[0] = symbol;
    elements(cell)[2] = Value::from_fixnum(1);
    cells.push(cell);
    before.push(*value);
  });
  Value a = vector_of(heap_, cells);
  Value b = vector_of(heap_, before);
  r.kind = DynamicRecord::Kept;
  r.a = a;
  r.b = b;
}

Value Vm::binding_context() {
  ValueVector context(heap_);
  context.push(t());
  std::unordered_set<std::uint64_t> seen;
  for (DynamicRecord* r = dynamic_top; r-- > first_record();) {
    bool is_new = false;
    for_each_binding(*r, [&](Value symbol, Value cell, Value*) {
      is_new = is_new || (cell == kAbsent && !seen.contains(symbol.bits) &&
                          is_variable_of_program(*heap_.symbols, symbol));
    });
    if (is_new) keep_bindings(*r);
    for_each_binding(*r, [&](Value symbol, Value cell, Value*) {
      if (cell == kAbsent || !is_variable_of_program(*heap_.symbols, symbol)) return;
      if (seen.insert(symbol.bits).second && !is_nil(cell)) context.push(cell);
    });
  }
  return vector_of(heap_, context);
}

// The places where the values of BINDINGS (alternating symbols and cells) are stored, according to
// the records below TOP. For NIL as cell, this is the place of the global value.
std::vector<Value*> Vm::places_of(Value bindings, DynamicRecord* top) {
  std::size_t count = size_of(bindings) / 2;
  std::vector<Value*> places(count);
  std::vector<bool> found(count);
  std::size_t sought = 0;
  std::unordered_map<std::uint64_t, std::size_t> index;
  for (std::size_t i = 0; i < count; ++i) {
    Value symbol = elements(bindings)[2 * i];
    Value cell = elements(bindings)[2 * i + 1];
    found[i] = !is_nil(cell) && !is_in_use(cell);
    places[i] = found[i] ? &elements(cell)[1] : &as_symbol(symbol)->value;
    if (found[i]) continue;
    ++sought;
    index.emplace(symbol.bits, i);
  }
  for (DynamicRecord* r = top; sought > 0 && r-- > first_record();)
    for_each_binding(*r, [&](Value symbol, Value cell, Value* before) {
      auto known = index.find(symbol.bits);
      if (known == index.end() || found[known->second]) return;
      std::size_t i = known->second;
      if (cell == elements(bindings)[2 * i + 1]) {
        found[i] = true;
        --sought;
      } else {
        places[i] = before;
      }
    });
  return places;
}

void Vm::enter_context(Value context) {
  if (size_of(context) == 0) signal_not_a_proper_list(heap_, "progv", context);
  ValueVector bindings(heap_);
  std::unordered_set<std::uint64_t> kept;
  for (std::size_t i = 1; i < size_of(context); ++i) {
    Value cell = elements(context)[i];
    if (!is_cell(cell)) signal_not_a_proper_list(heap_, "progv", context);
    if (!kept.insert(elements(cell)[0].bits).second) continue;
    bindings.push(elements(cell)[0]);
    bindings.push(cell);
  }
  bool complete = !is_nil(elements(context)[0]);
  for (DynamicRecord* r = dynamic_top; complete && r-- > first_record();)
    for_each_binding(*r, [&](Value symbol, Value, Value*) {
      if (!is_variable_of_program(*heap_.symbols, symbol) || !kept.insert(symbol.bits).second)
        return;
      bindings.push(symbol);
      bindings.push(nil());
    });
  // Bindings that are current already need not be entered.
  Value all = vector_of(heap_, bindings);
  std::vector<Value*> places = places_of(all, dynamic_top);
  ValueVector entered(heap_);
  ValueVector values(heap_);
  ValueVector before(heap_);
  for (std::size_t i = 0; i < places.size(); ++i) {
    Value symbol = bindings[2 * i];
    if (places[i] == &as_symbol(symbol)->value) continue;
    entered.push(symbol);
    entered.push(bindings[2 * i + 1]);
    values.push(*places[i]);
    before.push(as_symbol(symbol)->value);
  }
  Value a = vector_of(heap_, entered);
  Value b = vector_of(heap_, before);
  push_record(DynamicRecord::Context, a, b);
  for (std::size_t i = 0; i < values.size(); ++i) {
    heap_.store(as_symbol(entered[2 * i])->value, values[i]);
    if (!is_nil(entered[2 * i + 1])) add_use(entered[2 * i + 1], 1);
  }
}

// Restores the variables that R, the topmost record, has bound, and stores their last
// values in the places of their bindings.
void Vm::undo_context(DynamicRecord& r) {
  std::vector<Value> values;
  for_each_binding(r, [&](Value symbol, Value cell, Value* before) {
    Value v = as_symbol(symbol)->value;
    heap_.store(as_symbol(symbol)->value, *before);
    if (r.kind == DynamicRecord::Context) values.push_back(v);
    if (!has_type(cell, Type::Vector)) return;
    add_use(cell, -1);
    if (r.kind == DynamicRecord::Kept) heap_.store(elements(cell)[1], v);
  });
  if (values.empty()) return;
  std::vector<Value*> places = places_of(r.a, &r);
  for (std::size_t i = 0; i < values.size(); ++i) heap_.store(*places[i], values[i]);
}

}  // namespace winnow

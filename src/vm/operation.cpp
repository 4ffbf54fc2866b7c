// The operator name in an error message: the operator in the program's source. The operation
// that failed may be an instruction or an internal function, called by a library function or
// by the expansion of a library macro.
#include <algorithm>
#include <cctype>

#include "compiler/assembler.hpp"
#include "compiler/inlined.hpp"
#include "data/package.hpp"
#include "data/string.hpp"
#include "data/symbol.hpp"
#include "data/unicode.hpp"
#include "heap/list.hpp"
#include "vm/vm.hpp"

namespace winnow {

namespace {

// The text of NAME, a symbol or (setf symbol), for messages.
std::string spoken(Value name) {
  if (is_cons(name)) return "(" + spoken(car(name)) + " " + spoken(second(name)) + ")";
  std::string text;
  if (!is_symbol(name)) return text;
  for (char32_t c : text_of(as<String>(as_symbol(name)->name))) unicode::append_utf8(text, c);
  return text;
}

// OWN, an operator name in C++, in upper case.
std::string upcased(std::string own) {
  std::transform(own.begin(), own.end(), own.begin(),
                 [](unsigned char c) { return std::toupper(c); });
  return own;
}

// The symbol that the library refers to as OWN.
FoundSymbol symbol_spoken(Heap& heap, const char* own) {
  return find_symbol(heap.symbols->system_package(), unicode::decode_all(upcased(own)));
}

// Is FUNCTION a constant of CODE, or the function of one? If not, the program may have passed it to
// CODE.
bool refers_to(const Code* code, Value function) {
  const Value* end = code->constants + code->constant_count();
  return std::any_of(code->constants, end, [&](Value constant) {
    return constant == function ||
           (is_symbol(constant) && as_symbol(constant)->function == function);
  });
}

// The name under which a program calls the function of CALLED; NIL if programs cannot call it.
// The function of a dialect's own operator, such as MacLisp's PLUS, belongs to an internal
// symbol, but its code has the name PLUS.
Value name_for_program(const SymbolTable& symbols, Value called) {
  if (is_nil(called) || !symbols.is_internal(called)) return called;
  Value function = as_symbol(called)->function;
  if (!has_type(function, Type::Closure)) return nil();
  Value name = as<Code>(as<Closure>(function)->code)->name;
  return is_symbol(name) && !symbols.is_internal(name) ? name : nil();
}

bool is_of_library(Value function) {
  return has_type(function, Type::Builtin) ||
         (has_type(function, Type::Closure) &&
          (as<Code>(as<Closure>(function)->code)->flags & Code::kSealed) != 0);
}

bool calls_a_value(Op op) {
  return op == Op::Call || op == Op::TailCall || op == Op::Apply || op == Op::TailApply ||
         op == Op::ApplyLists;
}

}  // namespace

std::string Vm::operation(const char* own) {
  bool is_marked = own[0] == '%' && own[1] != '\0';
  FoundSymbol symbol = symbol_spoken(heap_, own);
  Value failed = symbol.status != SymbolStatus::None ? as_symbol(symbol.symbol)->function : nil();
  bool own_is_internal =
      is_marked || (symbol.status == SymbolStatus::Internal && is_function(failed));
  std::string found;
  const Frame* top = fp;
  while (top > first_frame() && is_nil(top->function)) --top;  // skip the frames of call gates
  for (const Frame* f = top; f > first_frame() && !is_nil(f->function); f = f->caller()) {
    Code* code = code_of(f);
    std::ptrdiff_t position = pc_of(f) - code->entry - 1;
    if (position < 0 || position >= std::ptrdiff_t{code->unit_count}) break;
    auto word = static_cast<std::uint32_t>(position);
    Op op = opcode(code->entry[word]);
    bool is_program = (code->flags & Code::kSealed) == 0;
    // A function that the library calls as a value may have been passed by the program.
    bool is_known = f == top ? !own_is_internal : !found.empty();
    if (is_known && calls_a_value(op) && (is_program || !refers_to(code, failed))) break;
    if (is_program) {
      Value noted = operator_name_at(code, word);
      if (noted != kAbsent) return spoken(noted);
      bool spreads = op == Op::Apply || op == Op::TailApply || op == Op::ApplyLists;
      if (f == top && spreads) return upcased(operation_at(code, word));
      Value called = op == Op::CallGlobal || (op == Op::TailCallGlobal && f == top)
                         ? code->constants[operand_b16(code->entry[word])]
                         : nil();
      Value name = name_for_program(*heap_.symbols, called);
      if (is_nil(name)) break;
      // Either the called function itself has failed; or it has ended in a tail call,
      // and this instruction still names it. In the second case the name counts only if
      // the library defines the function.
      bool is_meant =
          f == top ? own_is_internal : found.empty() || is_of_library(as_symbol(called)->function);
      if (is_meant) found = spoken(name);
      break;
    }
    failed = f->function;
    if (!is_symbol(code->name) || is_nil(code->name)) continue;
    Value places = get_property(heap_, code->name, heap_.symbols->symbol(Sym::setter_of));
    if (!is_nil(places))
      found = "(SETF " + spoken(car(places)) + ")";
    else if (!heap_.symbols->is_internal(code->name))
      found = spoken(code->name);
  }
  if (!found.empty()) return found;
  return upcased(own + (is_marked ? 1 : 0));
}

}  // namespace winnow

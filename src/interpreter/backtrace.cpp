// The calls under way, as a person reads them.
//
// A tail call replaces its caller's frame. That it did shows in the frame below: its call
// instruction names another function than the one that runs above it.
#include <algorithm>
#include <deque>

#include "bytecode/assembler.hpp"
#include "core/list.hpp"
#include "core/string.hpp"
#include "interpreter/diagnostics.hpp"
#include "text/print_limits.hpp"

namespace winnow {

namespace {

Code* code_of(const Frame* f) { return as<Code>(as<Closure>(f->function)->code); }

// Arguments as they lie in the frame: required, optional, the rest list, keywords.
std::size_t argument_slots(const Code* code) {
  return std::size_t{code->required} + code->optional + ((code->flags & Code::kRest) != 0 ? 1 : 0) +
         code->keys;
}

// Functions of Winnow's own that no program has called, and the empty form at the top.
bool is_hidden(const Vm& vm, const Frame* f) {
  Code* code = code_of(f);
  if (is_nil(code->name)) return is_nil(code->lambda_list) && f->base == vm.sp;
  return is_symbol(code->name) && vm.heap().symbols->is_internal(code->name);
}

bool are_equal(const Vm& vm, const Frame* a, const Frame* b) {
  return a->function == b->function && vm.pc_of(a) == vm.pc_of(b) &&
         std::equal(a->base, a->base + argument_slots(code_of(a)), b->base);
}

// The function named by F's call instruction, if tail calls have replaced it: another function runs
// above F, or a builtin.
Value replaced_above(const Vm& vm, const Frame* f) {
  if (vm.pc_of(f) <= code_of(f)->entry) return kAbsent;
  std::uint32_t word = vm.pc_of(f)[-1];
  if (opcode(word) != Op::CallGlobal) return kAbsent;
  Value symbol = code_of(f)->constants[operand_b16(word)];
  Value named = as_symbol(symbol)->function;
  if (!has_type(named, Type::Closure)) return kAbsent;
  const Frame* above = f == vm.fp ? nullptr : f[1].is_bridge() ? f + 2 : f + 1;
  const bool is_builtin = above == nullptr || is_nil(above->function);
  // How a function of ours, ERROR itself say, comes to an error tells a program nothing.
  if ((is_builtin || is_hidden(vm, above)) &&
      (is_generic_function(named) || as_symbol(symbol)->has(Symbol::kLibrary)))
    return kAbsent;
  const Code* code = as<Code>(as<Closure>(named)->code);
  if (!is_builtin)
    return named == above->function || code->name == code_of(above)->name ? kAbsent : symbol;
  // It may not have been entered, for want of room or of an argument.
  bool is_entered = f != vm.entered_from && (code->flags & (Code::kRest | Code::kKey)) == 0 &&
                    Vm::takes(named, operand_a8(word));
  return is_entered ? symbol : kAbsent;
}

struct Entry {
  const Frame* frame;
  std::size_t repeated;
};

}  // namespace

std::uint32_t position_in_code(const Vm& vm, const Frame* f) {
  Code* code = code_of(f);
  std::ptrdiff_t word = vm.pc_of(f) - code->entry - 1;
  return word > 0 && word < std::ptrdiff_t{code->word_count} ? static_cast<std::uint32_t>(word) : 0;
}

std::string Diagnostics::call_text(const Frame* f) {
  Code* code = code_of(f);
  if (!is_nil(code->name)) return call_text(f, to_text(code->name));
  bool is_top_level = is_nil(code->lambda_list) && is_nil(f->caller()->function);
  return call_text(f, is_top_level ? "top level" : "lambda");
}

std::string Diagnostics::call_text(const Frame* f, const std::string& name) {
  Code* code = code_of(f);
  auto shown = [&](Value v) {
    std::string text;
    return vm_.guarded([&] { text = to_text(v); }) ? text : "#<cannot be printed>";
  };
  std::string text = "(" + name;
  std::size_t positional = std::size_t{code->required} + code->optional;
  for (std::size_t i = 0; i < argument_slots(code) && f->base + i < vm_.sp; ++i) {
    Value v = f->base[i];
    if (v == kAbsent) continue;
    if (i < 32 && (code->boxed >> i & 1) != 0 && is_cons(v)) v = car(v);  // what the box holds
    bool is_rest = i == positional && (code->flags & Code::kRest) != 0;
    if (is_rest && v.is_list()) {
      std::string list = shown(v);
      if (list.size() > 2 && list[0] == '(') text += " " + list.substr(1, list.size() - 2);
    } else if (i >= positional && !is_rest) {
      if (is_nil(v)) continue;  // as good as not given
      std::size_t key = i - positional - ((code->flags & Code::kRest) != 0 ? 1 : 0);
      text += " " + shown(code->constants[key]) + " " + shown(v);
    } else {
      text += " " + shown(v);
    }
  }
  return text + ")";
}

std::string Diagnostics::clause_under_way() {
  PrintLimits brief(heap_, 12, 5);
  PrintOnOneLine plain(heap_);
  for (Frame* f = vm_.fp; f > vm_.first_frame(); --f) {
    if (is_nil(f->function)) continue;
    Value name = code_of(f)->name;
    if (!is_cons(name) || !is_keyword(car(name))) continue;
    return "the clause " + call_text(f, to_text(car(name))) + " of " + to_text(second(name));
  }
  return "";
}

std::string Diagnostics::backtrace(std::size_t limit) {
  PrintLimits brief(heap_, 8, 4);
  PrintOnOneLine plain(heap_);
  // The innermost calls and, where there are more than LIMIT, a few of the outermost.
  std::vector<Entry> inner;
  std::deque<Entry> outer;
  std::size_t most_outer = limit / 4;
  std::size_t left_out = 0;
  for (Frame* f = vm_.fp; f > vm_.first_frame(); --f) {
    if (is_nil(f->function) || is_hidden(vm_, f)) continue;
    Entry* last = !outer.empty() ? &outer.back() : !inner.empty() ? &inner.back() : nullptr;
    if (last && are_equal(vm_, f, last->frame)) {
      ++last->repeated;
    } else if (inner.size() < limit - most_outer) {
      inner.push_back({f, 0});
    } else {
      outer.push_back({f, 0});
      if (outer.size() > most_outer) {
        left_out += 1 + outer.front().repeated;
        outer.pop_front();
      }
    }
  }
  std::string text;
  std::size_t number = 0;
  auto show = [&](const Entry& entry) {
    if (Value begun = replaced_above(vm_, entry.frame); begun != kAbsent)
      text += "   ... tail calls, begun by (" + to_text(begun) + " ...)\n";
    text += std::to_string(number) + ": " + call_text(entry.frame);
    Place where = place_of(vm_, entry.frame);
    if (where.line > 0 && !where.file.empty()) text += "   " + where.text();
    text += '\n';
    if (entry.repeated > 0)
      text += "   ... " + std::to_string(entry.repeated) + " more like this\n";
    number += 1 + entry.repeated;
  };
  for (const Entry& entry : inner) show(entry);
  if (left_out > 0) text += "   ... " + std::to_string(left_out) + " more\n";
  number += left_out;
  for (const Entry& entry : outer) show(entry);
  return text;
}

}  // namespace winnow

// Backtraces.
//
// A tail call replaces its caller's frame. The frame below shows this: its call instruction names
// another function than the one that runs above it.
#include <algorithm>
#include <vector>

#include "compiler/assembler.hpp"
#include "data/string.hpp"
#include "heap/list.hpp"
#include "shell/diagnostics.hpp"
#include "shell/excerpt.hpp"
#include "text/print_limits.hpp"

namespace winnow {

namespace {

// The number of argument slots in a frame: required, optional, the rest list, keywords.
std::size_t argument_slots(const Code* code) {
  return std::size_t{code->required} + code->optional + ((code->flags & Code::kRest) != 0 ? 1 : 0) +
         code->keys;
}

// Is F a call of an internal function or an anonymous function of the library, or the empty form at
// the top?
bool is_hidden(const Vm& vm, const Frame* f) {
  Code* code = code_of(f);
  if (is_nil(code->name))
    return vm.heap().is_in_image(to_value(code)) || (is_nil(code->lambda_list) && f->base == vm.sp);
  return is_symbol(code->name) && vm.heap().symbols->is_internal(code->name);
}

bool are_equal(const Vm& vm, const Frame* a, const Frame* b) {
  return a->function == b->function && vm.pc_of(a) == vm.pc_of(b) &&
         std::equal(a->base, a->base + argument_slots(code_of(a)), b->base);
}

struct Call {
  const Frame* frame;
  std::size_t number;    // the number of frames above it
  std::size_t repeated;  // the number of equal calls directly below it
};

// The active calls, innermost first.
std::vector<Call> visible_calls(const Vm& vm) {
  std::vector<Call> calls;
  std::size_t number = 0;
  for (const Frame* f = vm.fp; f > vm.first_frame(); --f) {
    if (!is_shown(vm, f)) continue;
    if (!calls.empty() && are_equal(vm, f, calls.back().frame))
      ++calls.back().repeated;
    else
      calls.push_back({f, number, 0});
    ++number;
  }
  return calls;
}

// An entry of a backtrace: one call, or a summary of a repeated cycle of calls.
struct Shown {
  std::size_t first;
  std::size_t count = 1;
  std::size_t period = 0;  // of the cycle
};

// The longest repetition of a short cycle of functions that starts at FIRST, or one call.
Shown cycle_at(const std::vector<Call>& calls, std::size_t first) {
  constexpr std::size_t kLongest = 4;
  constexpr std::size_t kFewest = 5;
  for (std::size_t period = 1; period <= kLongest; ++period) {
    std::size_t count = period;
    while (first + count < calls.size() &&
           calls[first + count].frame->function == calls[first + count - period].frame->function)
      ++count;
    if (count >= kFewest * period) return {first, count - count % period, period};
  }
  return {first};
}

// Shows the two innermost and the outermost rounds of each cycle, and summarises the others.
std::vector<Shown> with_cycles_folded(const std::vector<Call>& calls) {
  std::vector<Shown> shown;
  for (std::size_t i = 0; i < calls.size();) {
    Shown cycle = cycle_at(calls, i);
    std::size_t end = i + cycle.count;
    std::size_t inner_end = cycle.period == 0 ? end : i + 2 * cycle.period;
    for (; i < inner_end; ++i) shown.push_back({i});
    if (cycle.period == 0) continue;
    shown.push_back({i, end - cycle.period - i, cycle.period});
    for (i = end - cycle.period; i < end; ++i) shown.push_back({i});
  }
  return shown;
}

std::string with_commas(std::size_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t i = digits.size(); i > 3;) digits.insert(i -= 3, ",");
  return digits;
}

// The frame of the function that F called, or null if that is a builtin.
const Frame* frame_above(const Vm& vm, const Frame* f) {
  const Frame* above = f == vm.fp ? nullptr : f[1].is_transition() ? f + 2 : f + 1;
  return above == nullptr || is_nil(above->function) ? nullptr : above;
}

// How many calls FRAME has replaced, or 0 if they are not counted.
std::size_t tail_calls_of(const Vm& vm, const Frame* frame) {
  return vm.counts_tail_calls ? frame->tail_calls : 0;
}

// The name of the function that F's call instruction names if tail calls have replaced it: another
// function runs above F, or a builtin, or that function after calls of itself. Otherwise kAbsent.
Value replaced_call(const Vm& vm, const Frame* f, const Frame* above) {
  if (vm.pc_of(f) <= code_of(f)->entry) return kAbsent;
  std::uint32_t word = vm.pc_of(f)[-1];
  if (opcode(word) != Op::CallGlobal) return kAbsent;
  Value symbol = code_of(f)->constants[operand_b16(word)];
  Value named = as_symbol(symbol)->function;
  if (!has_type(named, Type::Closure)) return kAbsent;
  // Tail calls within the library, such as in ERROR, are not shown.
  if ((above == nullptr || is_hidden(vm, above)) &&
      (is_generic_function(named) || as_symbol(symbol)->has(Symbol::kLibrary)))
    return kAbsent;
  const Code* code = as<Code>(as<Closure>(named)->code);
  if (above != nullptr) {
    const bool is_same = named == above->function || code->name == code_of(above)->name;
    return is_same && tail_calls_of(vm, above) == 0 ? kAbsent : symbol;
  }
  // The function was not entered if the stack is full or the arguments are wrong.
  bool is_entered = f != vm.entered_from && (code->flags & (Code::kRest | Code::kKey)) == 0 &&
                    Vm::takes(named, operand_a8(word));
  return is_entered ? symbol : kAbsent;
}

}  // namespace

std::string Diagnostics::tail_calls_text(const Frame* frame) {
  const Frame* above = frame_above(vm_, frame);
  const Value begun = replaced_call(vm_, frame, above);
  if (begun == kAbsent) return "";
  const std::size_t count = above == nullptr ? 0 : tail_calls_of(vm_, above);
  return (count == 0   ? "tail calls"
          : count == 1 ? "1 tail call"
                       : with_commas(count) + " tail calls") +
         ", begun by (" + to_text(begun) + " ...)";
}

bool is_shown(const Vm& vm, const Frame* f) { return !is_nil(f->function) && !is_hidden(vm, f); }

std::uint32_t position_in_code(const Vm& vm, const Frame* f) {
  Code* code = code_of(f);
  std::ptrdiff_t word = vm.pc_of(f) - code->entry - 1;
  return word > 0 && word < std::ptrdiff_t{code->unit_count} ? static_cast<std::uint32_t>(word) : 0;
}

std::string Diagnostics::called_name(const Frame* f) {
  Code* code = code_of(f);
  if (!is_nil(code->name)) return to_text(code->name);
  bool is_top_level = is_nil(code->lambda_list) && is_nil(f->caller()->function);
  return is_top_level ? "top level" : "lambda";
}

std::string Diagnostics::call_text(const Frame* f) { return call_text(f, called_name(f)); }

std::string Diagnostics::call_text(const Frame* f, const std::string& name) {
  Code* code = code_of(f);
  auto shown = [&](Value v) {
    std::string text;
    return without_reports([&] { text = to_text(v); }) ? text : "#<error while printing>";
  };
  std::string text = "(" + name;
  std::size_t positional = std::size_t{code->required} + code->optional;
  Value parameters = code->lambda_list;
  // The library adds parameters to the methods of a program.
  auto is_hidden_parameter = [&](std::size_t i) {
    if (i >= code->required || !is_cons(parameters)) return false;
    Value parameter = car(parameters);
    parameters = cdr(parameters);
    return (code->flags & Code::kSealed) == 0 && is_symbol(parameter) &&
           heap_.symbols->is_internal(parameter);
  };
  for (std::size_t i = 0; i < argument_slots(code) && f->base + i < vm_.sp; ++i) {
    Value v = f->base[i];
    if (is_hidden_parameter(i) || v == kAbsent) continue;
    if (i < 32 && (code->boxed >> i & 1) != 0 && is_cons(v)) v = car(v);  // what the box holds
    bool is_rest = i == positional && (code->flags & Code::kRest) != 0;
    if (is_rest && v.is_list()) {
      std::string list = shown(v);
      if (list.size() > 2 && list[0] == '(') text += " " + list.substr(1, list.size() - 2);
    } else if (i >= positional && !is_rest) {
      if (is_nil(v)) continue;  // treated as not supplied
      std::size_t key = i - positional - ((code->flags & Code::kRest) != 0 ? 1 : 0);
      text += " " + shown(code->constants[key]) + " " + shown(v);
    } else {
      text += " " + shown(v);
    }
  }
  return text + ")";
}

std::string Diagnostics::excerpt_of(const Frame* f, const ErrorStyle& style) const {
  const Place where = place_of(vm_, f);
  if (!where.at) return "";
  return excerpt(text_of(where), {where.at}, {text_.dialect, style.width, style.has_color});
}

std::string Diagnostics::interrupt_text(const ErrorStyle& style) {
  for (Frame* f = vm_.fp; f > vm_.first_frame(); --f)
    if (is_shown(vm_, f) && (code_of(f)->flags & (Code::kSealed | Code::kTopLevel)) == 0)
      return "Interrupted in " + called_name(f) + "\n" + excerpt_of(f, style);
  return "; Interrupted\n";
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
  std::vector<Call> calls = visible_calls(vm_);
  std::vector<Shown> shown;
  if (calls.size() > limit)
    shown = with_cycles_folded(calls);
  else
    for (std::size_t i = 0; i < calls.size(); ++i) shown.push_back({i});
  std::string text;
  auto show_call = [&](const Call& call) {
    if (std::string replaced = tail_calls_text(call.frame); !replaced.empty())
      text += "   ... " + replaced + '\n';
    text += std::to_string(call.number) + ": " + call_text(call.frame);
    Place where = place_of(vm_, call.frame);
    if (where.at && !where.file.empty()) text += "   " + where.line_text();
    text += '\n';
    if (call.repeated > 0) text += "   ... " + with_commas(call.repeated) + " more like this\n";
  };
  // Summarises the omitted calls from FIRST up to END.
  auto show_omitted = [&](std::size_t first, std::size_t end, const std::string& what) {
    text +=
        "   ... " + with_commas(calls[end].number - calls[first].number) + " more" + what + '\n';
  };
  auto show = [&](const Shown& part) {
    if (part.period == 0) return show_call(calls[part.first]);
    std::string names;
    for (std::size_t i = 0; i < part.period; ++i)
      names += (i == 0                ? ""
                : i + 1 < part.period ? ", "
                                      : " and ") +
               called_name(calls[part.first + i].frame);
    show_omitted(part.first, part.first + part.count, " calls of " + names);
  };
  // Shows the innermost calls and, if there are more than LIMIT, some of the outermost.
  std::size_t outer = shown.size() > limit ? limit / 4 : 0;
  std::size_t inner = std::min(shown.size(), limit - outer);
  for (std::size_t i = 0; i < inner; ++i) show(shown[i]);
  if (outer > 0) show_omitted(shown[inner].first, shown[shown.size() - outer].first, "");
  for (std::size_t i = shown.size() - outer; outer > 0 && i < shown.size(); ++i) show(shown[i]);
  return text;
}

}  // namespace winnow

#include "text/printer.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <unordered_map>
#include <vector>

#include "core/array.hpp"
#include "core/builtin_info.hpp"
#include "core/condition.hpp"
#include "core/list.hpp"
#include "core/number.hpp"
#include "core/roots.hpp"
#include "core/string.hpp"
#include "core/symbol.hpp"
#include "text/character_names.hpp"
#include "text/number_syntax.hpp"

namespace winnow {

namespace {

class Printer {
 public:
  Printer(Heap& heap, Stream& out, const PrintOptions& options)
      : heap_(heap), out_(out), options_(options), rests_(heap) {
    auto limit = [&](Sym s) {
      Value v = symbol_value(heap, s);
      return v.is_fixnum() ? v.fixnum() : std::numeric_limits<std::int64_t>::max();
    };
    max_length_ = limit(Sym::star_print_length);
    max_level_ = limit(Sym::star_print_level);
    Value base = symbol_value(heap, options.dialect.is_maclisp ? Sym::base : Sym::star_print_base);
    base_ = base.is_fixnum() ? static_cast<int>(base.fixnum()) : 10;
    Value print_case = symbol_value(heap, Sym::star_print_case);
    downcase_ = print_case == heap.symbols->symbol(Sym::k_downcase);
    capitalize_ = print_case == heap.symbols->symbol(Sym::k_capitalize);
    circle_ = !is_nil(symbol_value(heap, Sym::star_print_circle));
  }

  void print_whole(Value v) {
    if (circle_) find_shared(v);
    print_value(v, 0);
  }

 private:
  void print_value(Value v, std::int64_t level);
  void print_atom(Value v, std::int64_t level);
  void print_object(Value v, std::int64_t level);
  void print_array(Value v, std::int64_t level);
  void print_axis(Value v, std::size_t axis, std::size_t& index, std::int64_t level);
  void print_structure(Value v, std::int64_t level);
  void print_string(Value v);
  void print_symbol(Value v);
  void print_character(char32_t c);
  bool print_label(Value v);
  void find_shared(Value root);
  const char* prefix_of(Value v) const;
  // Called now and then: an interrupt, or a circular list that is printed into a string, ends here.
  void look_up() {
    heap_.signaller->poll();
    constexpr std::size_t kLongest = std::size_t{1} << 28;
    if (out_.unwritten_bytes() > kLongest)
      signal_error(
          heap_, ConditionKind::storage_condition,
          "The printed text is too long for a string (is the object circular? see *PRINT-CIRCLE*)",
          {});
  }
  void check_room() {
    if (!heap_.native_stack.has_room())
      signal_error(heap_, ConditionKind::storage_condition,
                   "The object is nested too deeply to be printed", {});
  }

  // A list whose elements are being printed.
  struct Level {
    std::int64_t printed = 0;
    bool is_prefix = false;  // 'x: nothing to close
  };

  Heap& heap_;
  Stream& out_;
  const PrintOptions& options_;
  ValueVector rests_;  // of the lists in `levels`
  std::int64_t max_length_;
  std::int64_t max_level_;
  int base_;
  bool downcase_;
  bool capitalize_;
  bool circle_;
  std::unordered_map<std::uint64_t, int> shared_;  // 0: met twice, not yet numbered
  int labels_ = 0;
  std::uint64_t steps_ = 0;
};

// ---- *PRINT-CIRCLE*

void Printer::find_shared(Value root) {
  std::unordered_map<std::uint64_t, bool> seen;
  ValueVector work(heap_);
  work.push(root);
  auto compound = [](Value v) {
    return is_cons(v) || is_vector_object(v) || has_type(v, Type::Array) ||
           has_type(v, Type::Structure);
  };
  while (!work.empty()) {
    Value v = work.pop();
    if (!compound(v)) continue;
    auto [place, fresh] = seen.try_emplace(v.bits, false);
    if (!fresh) {
      shared_[v.bits] = 0;
      continue;
    }
    if ((++steps_ & 0xFFFF) == 0) heap_.signaller->poll();
    if (is_cons(v)) {
      work.push(cdr(v));
      work.push(car(v));
    } else if (has_type(v, Type::Structure)) {
      for (std::uint32_t i = 0; i + 1 < as<Structure>(v)->header.length; ++i)
        work.push(as<Structure>(v)->slots[i]);
    } else {
      for (std::size_t i = 0; i < array_total_size(v); ++i) work.push(array_ref(v, i));
    }
  }
}

// Prints #n# for what was printed before (true), or #n= for what will come again (false).
bool Printer::print_label(Value v) {
  if (!circle_) return false;
  auto found = shared_.find(v.bits);
  if (found == shared_.end()) return false;
  bool again = found->second != 0;
  if (!again) found->second = ++labels_;
  out_.put('#');
  out_.write(std::to_string(found->second));
  out_.put(again ? '#' : '=');
  return again;
}

// ---- lists

// 'x and its like: a list of two whose operator has a short form.
const char* Printer::prefix_of(Value v) const {
  if (!car(v).is_symbol_object() || !is_cons(cdr(v)) || !is_nil(cdr(cdr(v)))) return nullptr;
  if (circle_ && shared_.count(cdr(v).bits) > 0) return nullptr;
  const SymbolTable& s = *heap_.symbols;
  if (car(v) == s.symbol(Sym::quote)) return "'";
  if (car(v) == s.symbol(Sym::function)) return "#'";
  if (car(v) == s.symbol(Sym::backquote)) return "`";
  if (car(v) == s.symbol(Sym::unquote)) return ",";
  if (car(v) == s.symbol(Sym::splice)) return ",@";
  return nullptr;
}

void Printer::print_value(Value v, std::int64_t outer) {
  std::vector<Level> levels;
  std::size_t bottom = rests_.size();
  auto begin = [&](Value item) {  // prints ITEM, or opens it
    if ((++steps_ & 0xFFF) == 0) look_up();
    std::int64_t depth = outer + static_cast<std::int64_t>(levels.size());
    if (!is_cons(item)) return print_atom(item, depth);
    if (print_label(item)) return;
    if (depth >= max_level_) return out_.put('#');
    if (const char* prefix = prefix_of(item)) {
      out_.write(prefix);
      levels.push_back({0, true});
      rests_.push(cdr(item));
    } else {
      out_.put('(');
      levels.push_back({});
      rests_.push(item);
    }
  };
  begin(v);
  while (!levels.empty()) {
    Level& top = levels.back();
    Value rest = rests_.back();
    if (is_nil(rest)) {
      if (!top.is_prefix) out_.put(')');
      levels.pop_back();
      rests_.pop();
      continue;
    }
    bool is_tail = !is_cons(rest) || (top.printed > 0 && circle_ && shared_.count(rest.bits) > 0);
    if (is_tail) {
      out_.write(" . ");
      rests_[rests_.size() - 1] = nil();
      begin(rest);
      continue;
    }
    if (top.printed > 0) out_.put(' ');
    if (top.printed >= max_length_) {
      out_.write("...");
      rests_[rests_.size() - 1] = nil();
      continue;
    }
    ++top.printed;
    rests_[rests_.size() - 1] = cdr(rest);
    begin(car(rest));
  }
  rests_.truncate(bottom);
}

// ---- atoms

void Printer::print_atom(Value v, std::int64_t level) {
  if (v.is_fixnum()) {
    if (base_ == 10) return out_.write(std::to_string(v.fixnum()));
    return out_.write(integer_to_string(heap_, v, base_));
  }
  if (is_symbol(v)) return print_symbol(v);
  if (v.is_immediate_float()) return out_.write(float_to_string(v.immediate_float()));
  if (v.is_character()) return print_character(v.character());
  if (v.is_object()) return print_object(v, level);
  out_.write(v == kUnbound ? "#<unbound>" : v == kAbsent ? "#<absent>" : "#<end of file>");
}

void Printer::print_string(Value v) {
  StringView s = string_view_of(v);
  char32_t escape = options_.dialect.slash_quotes ? '/' : '\\';
  if (options_.escape) out_.put('"');
  for (std::size_t i = 0; i < s.length; ++i) {
    char32_t c = s.at(i);
    if (options_.escape && (c == '"' || c == escape)) out_.put(escape);
    out_.put(c);
  }
  if (options_.escape) out_.put('"');
}

void Printer::print_character(char32_t c) {
  if (!options_.escape) return out_.put(c);
  out_.write("#\\");
  const char* name = character_name(c);
  if (name) return out_.write(name);
  if (unicode::is_graphic(c)) return out_.put(c);
  char buffer[16];
  std::snprintf(buffer, sizeof buffer, "U+%04X", static_cast<unsigned>(c));
  out_.write(buffer);
}

void Printer::print_symbol(Value v) {
  Symbol* s = as_symbol(v);
  std::u32string name = text_of(as<String>(s->name));
  if (s->has(Symbol::kKeyword) && options_.escape) out_.put(':');
  if (!s->has(Symbol::kInterned) && options_.escape && !options_.dialect.is_maclisp)
    out_.write("#:");
  auto special = [&](char32_t c) {
    return unicode::is_space(c) ||
           std::u32string_view(U"()\"';`,|").find(c) != std::u32string_view::npos ||
           c == (options_.dialect.slash_quotes ? U'/' : U'\\') || unicode::upcase(c) != c ||
           (c == ':' && !options_.dialect.is_maclisp);
  };
  bool odd = name.empty() || name[0] == '#' ||
             name.find_first_not_of(U'.') == std::u32string::npos ||
             std::any_of(name.begin(), name.end(), special) ||
             (!s->has(Symbol::kKeyword) && parse_number(heap_, name, base_) != kAbsent);
  if (options_.escape && odd) {
    if (options_.dialect.slash_quotes && name == U"//") return out_.write("//");
    if (options_.dialect.slash_quotes) {
      bool number = parse_number(heap_, name, base_) != kAbsent;
      for (std::size_t i = 0; i < name.size(); ++i) {
        if (special(name[i]) || (i == 0 && (number || name[0] == '#'))) out_.put('/');
        out_.put(name[i]);
      }
      return;
    }
    out_.put('|');
    for (char32_t c : name) {
      if (c == '|' || c == '\\') out_.put('\\');
      out_.put(c);
    }
    return out_.put('|');
  }
  bool inside = false;
  for (char32_t c : name) {
    bool lower = downcase_ || (capitalize_ && inside);
    out_.put(lower ? unicode::downcase(c) : c);
    inside = unicode::is_alphabetic(c) || unicode::is_numeric(c);
  }
}

void Printer::print_array(Value v, std::int64_t level) {
  check_room();
  if (print_label(v)) return;
  if (level >= max_level_) return out_.put('#');
  std::size_t rank = array_rank(v);
  out_.put('#');
  if (rank != 1) out_.write(std::to_string(rank) + "A");
  std::size_t index = 0;
  print_axis(v, 0, index, level);
}

void Printer::print_axis(Value v, std::size_t axis, std::size_t& index, std::int64_t level) {
  std::size_t rank = array_rank(v);
  if (axis == rank) return print_value(array_ref(v, index++), level + 1);
  std::size_t count = rank == 1 ? vector_length(v) : array_dimension(v, axis);
  out_.put('(');
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0) out_.put(' ');
    if (static_cast<std::int64_t>(i) >= max_length_) {
      out_.write("...");
      break;
    }
    if (rank == 1)
      print_value(array_ref(v, i), level + 1);
    else
      print_axis(v, axis + 1, index, level);
  }
  out_.put(')');
}

void Printer::print_structure(Value v, std::int64_t level) {
  check_room();
  if (print_label(v)) return;
  if (level >= max_level_) return out_.put('#');
  if (options_.print_structure && options_.print_structure(v, out_, options_.escape)) return;
  auto* type = as<StructureType>(as<Structure>(v)->type);
  out_.write("#S(");
  print_symbol(type->name);
  std::int64_t i = 0;
  for (Value slot = type->slots; is_cons(slot); slot = cdr(slot), ++i) {
    if (i >= max_length_) {
      out_.write(" ...");
      break;
    }
    out_.write(" :");
    Value name = car(car(slot));
    std::string text = utf8_of(as<String>(as_symbol(name)->name));
    out_.write(text);
    out_.put(' ');
    print_value(as<Structure>(v)->slots[i], level + 1);
  }
  out_.put(')');
}

void Printer::print_object(Value v, std::int64_t level) {
  auto unreadable = [&](const char* what, Value name) {
    out_.write("#<");
    out_.write(what);
    if (!is_nil(name)) {
      out_.put(' ');
      print_value(name, level + 1);
    }
    out_.put('>');
  };
  switch (header_of(v)->type) {
    case Type::String: return print_string(v);
    case Type::Vector: return print_array(v, level);
    case Type::Array: return is_string(v) ? print_string(v) : print_array(v, level);
    case Type::Bignum: return out_.write(integer_to_string(heap_, v, base_));
    case Type::Ratio:
      out_.write(integer_to_string(heap_, as<Ratio>(v)->numerator, base_));
      out_.put('/');
      return out_.write(integer_to_string(heap_, as<Ratio>(v)->denominator, base_));
    case Type::Float: return out_.write(float_to_string(as<Float>(v)->value));
    case Type::Closure: return unreadable("function", as<Code>(as<Closure>(v)->code)->name);
    case Type::Builtin:
      out_.write("#<function ");
      for (char c : as<Builtin>(v)->info->name)
        out_.put(unicode::upcase(static_cast<unsigned char>(c)));
      return out_.put('>');
    case Type::Undefined: return out_.write("#<undefined function>");
    case Type::Macro: return unreadable("macro", nil());
    case Type::Code: return unreadable("code", as<Code>(v)->name);
    case Type::HashTable: {
      static constexpr const char* kTests[] = {"EQ", "EQL", "EQUAL", "EQUALP"};
      return out_.write(std::string("#<hash-table ") + kTests[header_of(v)->flags & 3] + " of " +
                        std::to_string(as<HashTable>(v)->count) + ">");
    }
    case Type::Structure: return print_structure(v, level);
    case Type::StructureType: return unreadable("structure type", as<StructureType>(v)->name);
    case Type::Exit: return out_.write("#<exit>");
    case Type::Stream: return out_.write("#<stream>");
    case Type::RandomState: return out_.write("#<random state>");
    case Type::Bytes: return out_.write("#<bytes>");
    case Type::Symbol: return print_symbol(v);
  }
}

}  // namespace

std::string float_to_string(double x) {
  if (std::isnan(x)) return "#<not a number>";
  if (std::isinf(x)) return x < 0 ? "#<minus infinity>" : "#<infinity>";
  double magnitude = std::fabs(x);
  bool plain = magnitude == 0 || (magnitude >= 1e-3 && magnitude < 1e7);
  char buffer[400];
  auto end = std::to_chars(buffer, buffer + sizeof buffer, x,
                           plain ? std::chars_format::fixed : std::chars_format::scientific)
                 .ptr;
  std::string text(buffer, end);
  std::size_t e = text.find('e');
  std::string exponent;
  if (e != std::string::npos) {
    exponent = "e" + std::to_string(std::atoi(text.c_str() + e + 1));
    text.resize(e);
  }
  if (text.find('.') == std::string::npos) text += ".0";
  return text + exponent;
}

void print(Heap& heap, Stream& out, Value v, const PrintOptions& options) {
  Printer(heap, out, options).print_whole(v);
}

std::string print_to_string(Heap& heap, Value v, const PrintOptions& options) {
  Stream out = Stream::output_string();
  print(heap, out, v, options);
  return out.take_string();
}

}  // namespace winnow

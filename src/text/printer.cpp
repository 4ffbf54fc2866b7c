#include "text/printer.hpp"

#include <optional>
#include <utility>
#include <vector>

#include "data/array.hpp"
#include "data/functions.hpp"
#include "data/string.hpp"
#include "data/structure_type.hpp"
#include "data/symbol.hpp"
#include "heap/condition.hpp"
#include "heap/list.hpp"
#include "number/number.hpp"
#include "text/pprint_dispatch.hpp"
#include "text/pretty_stream.hpp"
#include "text/streams/string_streams.hpp"

namespace winnow {

namespace {
// Objects nested deeper than this are printed on one line: their indentation would exceed any
// margin, and each level needs C++ stack.
constexpr std::int64_t kMostPrettyLevels = 250;
}  // namespace

Printer::Printer(TextSystem& text, Stream& out, const PrintVariables& how)
    : text_(text), heap_(text.heap), out_(out), how_(how), rests_(text.heap) {
  // With *PRINT-READABLY* the standard readtable determines the syntax.
  Value table = symbol_value(heap_, Sym::star_readtable);
  if (how_.readably || !has_type(table, Type::Readtable))
    table = text.tables[TextSystem::kReadtable + int{text.dialect.kind}];
  table_ = as<Readtable>(table);
  if (!how_.readably) return;
  how_.escape = how_.array = how_.gensym = true;
  how_.length = how_.level = how_.lines = kNoLimit;
}

void Printer::print_whole(Value v) {
  Printing* outer = text_.printing;
  bool inside = outer != nullptr && outer->out == &out_;
  std::int64_t level = inside ? outer->level : 0;
  std::optional<SharedObjects> own;
  if (inside)
    shared_ = outer->shared;
  else if (how_.circle)
    shared_ = &own.emplace(heap_, v, how_.length, how_.level);
  if (!how_.pretty || !may_be_laid_out(v)) return print_part(v, level);
  // Functions that print the parts must see the values of how_ in the variables.
  Rebound escape(heap_, Sym::star_print_escape, truth(how_.escape));
  Rebound readably(heap_, Sym::star_print_readably, truth(how_.readably));
  pretty_ = out_.pretty();
  if (pretty_ != nullptr) return print_part(v, level);
  PrettyStream lines(heap_, out_, how_);
  Printer inner(text_, lines, how_);
  inner.shared_ = shared_;
  inner.pretty_ = &lines;
  inner.print_part(v, level);
  lines.finish();
}

// Atoms are laid out only if a program has added a pprint dispatch entry.
bool Printer::may_be_laid_out(Value v) const {
  return is_cons(v) || has_type(v, Type::Structure) || (is_array(v) && !is_string(v)) ||
         !is_nil(as<DispatchTable>(how_.pprint_dispatch)->others);
}

void Printer::safepoint() {
  heap_.upcalls->poll();
  constexpr std::size_t kLongest = std::size_t{1} << 28;
  if (out_.collected_bytes() > kLongest)
    signal_error(
        heap_, ConditionKind::storage_condition,
        "The printed text is too long for a string (is the object circular? see *PRINT-CIRCLE*)",
        {});
}

void Printer::check_room() {
  if (!heap_.native_stack.has_room())
    signal_error(heap_, ConditionKind::storage_condition,
                 "The object is nested too deeply to be printed", {});
}

void Printer::require_readable(Value v) {
  if (!how_.readably) return;
  Rebound readably(heap_, Sym::star_print_readably, nil());
  signal_error(heap_, ConditionKind::print_not_readable,
               "~S cannot be printed so that READ could read it back (*PRINT-READABLY* is true)",
               {v}, {v});
}

// ---- lists

namespace {

// The prefix of a list of two elements whose operator has one, such as ' for QUOTE; else null.
const char* quotation_prefix(const SymbolTable& s, Value v) {
  if (!car(v).is_symbol_object() || !is_cons(cdr(v)) || !is_nil(cdr(cdr(v)))) return nullptr;
  if (car(v) == s.symbol(Sym::quote)) return "'";
  if (car(v) == s.symbol(Sym::function)) return "#'";
  if (car(v) == s.symbol(Sym::backquote)) return "`";
  if (car(v) == s.symbol(Sym::unquote)) return ",";
  if (car(v) == s.symbol(Sym::splice)) return ",@";
  return nullptr;
}

}  // namespace

const char* Printer::prefix_of(Value v) const {
  const char* prefix = is_shared(cdr(v)) ? nullptr : quotation_prefix(*heap_.symbols, v);
  // MacLisp and LISP 1.5 print (QUOTE A); only the pretty printer (GRINDEF) prints 'A.
  Dialect::Kind kind = text_.dialect.kind;
  bool in_full = (kind == Dialect::MacLisp || kind == Dialect::Lisp15) && pretty_ == nullptr;
  return in_full && prefix != nullptr && (*prefix == '\'' || *prefix == '#') ? nullptr : prefix;
}

// Writes PREFIX. After a comma, a space separates a name that begins with a point or @.
void Printer::write_prefix(const char* prefix, Value v) {
  out_.write(prefix);
  if (prefix != std::string_view(",") || !is_symbol(v)) return;
  StringView name = string_view_of(as<String>(as_symbol(v)->name));
  if (name.length > 0 && (name.at(0) == U'@' || name.at(0) == U'.')) out_.put(' ');
}

bool is_template(Heap& heap, const SharedObjects* shared, Value v) {
  bool apart = is_cons(v) && (shared == nullptr || !shared->contains(cdr(v)));
  const char* prefix = apart ? quotation_prefix(*heap.symbols, v) : nullptr;
  return prefix != nullptr && (*prefix == '`' || *prefix == ',');
}

void Printer::print_part(Value v, std::int64_t outer) {
  if (pretty_ != nullptr && outer < kMostPrettyLevels) return print_pretty(v, outer);
  std::vector<Level> levels;
  std::size_t bottom = rests_.size();
  auto begin = [&](Value item) {  // prints ITEM, or opens it
    if ((++steps_ & 0xFFF) == 0) safepoint();
    std::int64_t depth = outer + static_cast<std::int64_t>(levels.size());
    if (!is_cons(item)) return print_atom(item, depth);
    if (print_label(item)) return;
    if (depth >= how_.level) return out_.put('#');
    if (const char* prefix = prefix_of(item)) {
      write_prefix(prefix, second(item));
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
    bool is_tail = !is_cons(rest) ||
                   (top.printed > 0 && (is_shared(rest) || is_template(heap_, shared_, rest)));
    if (is_tail) {
      out_.write(" . ");
      rests_[rests_.size() - 1] = nil();
      begin(rest);
      continue;
    }
    if (top.printed > 0) out_.put(' ');
    if (top.printed >= how_.length) {
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

// ---- arrays and structures

void Printer::print_array(Value v, std::int64_t level) {
  check_room();
  if (!how_.array) return print_unreadable(v, level);
  if (print_label(v)) return;
  std::size_t rank = array_rank(v);
  if (level >= how_.level && rank > 0) return out_.put('#');
  // The contents in #nA( do not show dimensions after one that is 0.
  for (std::size_t axis = 0; axis + 1 < rank; ++axis)
    if (array_dimension(v, axis) == 0) require_readable(v);
  if (how_.readably && is_octet_vector_object(underlying(v))) return print_octets(v, level);
  out_.put('#');
  if (rank != 1) out_.write(std::to_string(rank) + "A");
  std::size_t index = 0;
  print_axis(v, 0, index, level);
}

// Prints V, an array of octets, as a form that makes one, since #( and #nA( make arrays of objects.
void Printer::print_octets(Value v, std::int64_t level) {
  if (is_nil(symbol_value(heap_, Sym::star_read_eval))) require_readable(v);
  out_.write("#.(COMMON-LISP:MAKE-ARRAY '(");
  for (std::size_t axis = 0; axis < array_rank(v); ++axis) {
    const std::size_t size = array_rank(v) == 1 ? vector_length(v) : array_dimension(v, axis);
    out_.write((axis > 0 ? " " : "") + std::to_string(size) + ".");
  }
  out_.write(") :ELEMENT-TYPE '(COMMON-LISP:UNSIGNED-BYTE 8.) :INITIAL-CONTENTS '");
  std::size_t index = 0;
  print_axis(v, 0, index, level);
  out_.put(')');
}

// Only *PRINT-ARRAY* applies to bit vectors, not *PRINT-LENGTH* (22.1.3.5).
void Printer::print_bit_vector(Value v, std::int64_t level) {
  if (print_label(v)) return;
  if (!how_.array && !how_.readably) return print_unreadable(v, level);
  out_.write("#*");
  std::size_t length = vector_length(v);
  for (std::size_t i = 0; i < length; ++i) {
    heap_.poll_at(i + 1);
    out_.put(array_ref(heap_, v, i) == fixnum(1) ? '1' : '0');
  }
}

// Prints the elements of V along AXIS. INDEX: the row-major index of the
// first one; it is advanced past the last.
void Printer::print_axis(Value v, std::size_t axis, std::size_t& index, std::int64_t level) {
  std::size_t rank = array_rank(v);
  if (axis == rank) return print_part(array_ref(heap_, v, index++), level);
  check_room();
  std::size_t count = rank == 1 ? vector_length(v) : array_dimension(v, axis);
  std::size_t stride = 1;  // number of elements for one index of this axis
  for (std::size_t a = axis + 1; a < rank; ++a) stride *= array_dimension(v, a);
  std::size_t first = index;
  index = first + count * stride;
  if (level >= how_.level) return out_.put('#');
  PrettyBlock block(pretty_, U"(", U")");
  if (pretty_ == nullptr) out_.put('(');
  for (std::size_t i = 0; i < count; ++i) {
    if (i > 0) put_separator(axis + 1 == rank);
    if (static_cast<std::int64_t>(i) >= how_.length) {
      out_.write("...");
      break;
    }
    if ((++steps_ & 0xFFF) == 0) safepoint();
    std::size_t at = first + i * stride;
    // The printing function of an element may have shortened the array.
    if (stride > 0 && at >= array_total_size(v)) break;
    print_axis(v, axis + 1, at, level + 1);
  }
  block.end();
  if (pretty_ == nullptr) out_.put(')');
}

// Separates two elements. FILL: breaks the line only if the next element does not fit.
void Printer::put_separator(bool fill) {
  out_.put(' ');
  if (pretty_ != nullptr)
    pretty_->newline(fill ? PrettyStream::Newline::Fill : PrettyStream::Newline::Linear);
}

void Printer::print_structure(Value v, std::int64_t level) {
  check_room();
  if (print_label(v)) return;
  auto* type = as<StructureType>(as<Structure>(instance_part(v))->type);
  Value function = printer_of(type);
  if (is_nil(function) && !is_nil(type->is_condition)) {
    if (!how_.escape) return out_.write(heap_.upcalls->report(v));
    require_readable(v);
    out_.write("#<");
    print_part(type->name, level);
    std::string said;
    heap_.upcalls->attempt([&] { said = heap_.upcalls->report(v); });
    out_.write(said.empty() ? ">" : " \"" + said + "\">");
    return;
  }
  if (level >= how_.level) return out_.put('#');
  if (is_nil(function))
    print_slots(v, level);
  else
    call_with(v, level + 1, [&](Value stream) {
      heap_.upcalls->call_function(function, {v, stream, Value::from_fixnum(level)});
    });
}

void Printer::call_with(Value v, std::int64_t level,
                        const std::function<void(Value stream)>& call) {
  Rebound escape(heap_, Sym::star_print_escape, truth(how_.escape));
  Rebound readably(heap_, Sym::star_print_readably, truth(how_.readably));
  PrintingScope here(text_, {&out_, shared_, level, v});
  call(text_.streams.object_of(out_, StreamObject::kOutput));
}

// #S(NAME :SLOT value ...)
void Printer::print_slots(Value v, std::int64_t level) {
  auto* structure = as<Structure>(v);
  auto* type = as<StructureType>(structure->type);
  PrettyBlock block(pretty_, U"#S(", U")");
  if (pretty_ == nullptr) out_.write("#S(");
  print_symbol(type->name);
  std::int64_t i = 0;
  for (Value slot = type->slots; is_cons(slot) && i + 1 < structure->header.length;
       slot = cdr(slot), ++i) {
    if (i >= how_.length) {
      out_.write(" ...");
      break;
    }
    put_separator(false);
    Value name = car(car(slot));
    std::u32string text = text_of(as<String>(as_symbol(name)->name));
    out_.put(':');
    how_.escape ? print_name(text) : print_cased(text);
    out_.put(' ');
    print_part(structure->slots[i], level + 1);
  }
  block.end();
  if (pretty_ == nullptr) out_.put(')');
}

// ---- *PRINT-PRETTY*

void Printer::print_pretty(Value v, std::int64_t level) {
  if ((++steps_ & 0xFF) == 0) safepoint();
  if (pretty_->is_full()) return;
  check_room();
  if (!may_be_laid_out(v)) return print_atom(v, level);
  Value function =
      is_template(heap_, shared_, v) ? fixnum(0) : find_dispatch(text_, how_.pprint_dispatch, v);
  if (function == kAbsent) return print_atom(v, level);
  if (print_label(v)) return;
  if (!function.is_fixnum())
    return call_with(v, level, [&](Value stream) {
      heap_.upcalls->call_function(function, {stream, v});
    });
  if (level >= how_.level) return out_.put('#');
  if (const char* prefix = prefix_of(v)) {
    write_prefix(prefix, second(v));
    return print_part(second(v), level + 1);
  }
  PrintingScope here(text_, {&out_, shared_, level, v});
  Value stream = text_.streams.object_of(out_, StreamObject::kOutput);
  heap_.upcalls->call_function(heap_.symbols->symbol(Sym::print_layout), {stream, v, function});
}

// ---- other objects

void Printer::print_atom(Value v, std::int64_t level) {
  if (v.is_fixnum()) return print_integer(v);
  if (is_symbol(v)) return print_symbol(v);
  if (is_float(v)) return out_.write(float_to_string(heap_, v));
  if (v.is_character()) return print_character(v.character());
  if (v.is_object()) return print_object(v, level);
  out_.write(v == kUnbound ? "#<unbound>" : v == kAbsent ? "#<absent>" : "#<end of file>");
}

void Printer::print_object(Value v, std::int64_t level) {
  switch (header_of(v)->type) {
    case Type::String: return print_string(v);
    case Type::Vector:
    case Type::OctetVector: return print_array(v, level);
    case Type::BitVector: return print_bit_vector(v, level);
    case Type::Array:
      if (is_bit_vector(v)) return print_bit_vector(v, level);
      if (is_array_of_nil(v) && array_total_size(v) > 0) return print_unreadable(v, level);
      return is_string(v) ? print_string(v) : print_array(v, level);
    case Type::Bignum: return print_integer(v);
    case Type::Ratio: return print_ratio(v);
    case Type::Complex:
      out_.write("#C(");
      print_atom(as<Complex>(v)->real, level);
      out_.put(' ');
      print_atom(as<Complex>(v)->imaginary, level);
      return out_.put(')');
    case Type::Structure: return print_structure(v, level);
    case Type::Closure:
      return is_funcallable_instance(v) ? print_structure(v, level) : print_unreadable(v, level);
    case Type::Symbol: return print_symbol(v);
    default: return print_unreadable(v, level);
  }
}

namespace {

// The text of types whose objects all print alike; else nullptr.
constexpr const char* kTypeTexts[] = {
#define HEAP_TYPE(name, extent, built_in, text) text,
#include "heap/heap_types.def"
#undef HEAP_TYPE
};

}  // namespace

// Prints #<...>, which READ cannot read back.
void Printer::print_unreadable(Value v, std::int64_t level) {
  // A random state prints readably as a form that makes a copy (22.1.3.10).
  if (has_type(v, Type::RandomState) && how_.readably)
    return out_.write("#.(WINNOW:SEED-RANDOM-STATE " + std::to_string(as<RandomState>(v)->state) +
                      ")");
  require_readable(v);
  auto named = [&](const char* what, Value name) {
    out_.write(what);
    if (is_nil(name)) return;
    out_.put(' ');
    print_part(name, level + 1);
  };
  out_.write("#<");
  switch (header_of(v)->type) {
    case Type::Vector:
    case Type::BitVector:
    case Type::OctetVector:
    case Type::Array:
      out_.write(array_rank(v) > 0 ? "array of " : "array without dimensions");
      for (std::size_t axis = 0; axis < array_rank(v); ++axis)
        out_.write((axis > 0 ? "x" : "") + std::to_string(array_dimension(v, axis)));
      break;
    case Type::Closure:
      named(is_generic_function(v) ? "generic function" : "function",
            as<Code>(as<Closure>(v)->code)->name);
      break;
    case Type::Builtin:
      out_.write("function ");
      for (char c : as<Builtin>(v)->info->name)
        out_.put(unicode::upcase(static_cast<unsigned char>(c)));
      break;
    case Type::Code: named("code", as<Code>(v)->name); break;
    case Type::HashTable: {
      static constexpr const char* kTests[] = {"EQ", "EQL", "EQUAL", "EQUALP"};
      out_.write(std::string("hash-table ") + kTests[as<HashTable>(v)->test()] + " of " +
                 std::to_string(as<HashTable>(v)->count));
      break;
    }
    case Type::StructureType: {
      Value metaclass = as<StructureType>(v)->metaclass;
      print_part(is_symbol(metaclass) ? metaclass : as<StructureType>(metaclass)->name, 0);
      named("", as<StructureType>(v)->name);
      break;
    }
    case Type::Package: named("package", as<Package>(v)->name); break;
    case Type::Stream: {
      auto* stream = as<StreamObject>(v);
      if (!stream->has(StreamObject::kOpen)) out_.write("closed ");
      Value name = stream->kind() == StreamObject::File ? stream->first : nil();
      if (Value of_pathname = file_named_by(heap_, name); of_pathname != kAbsent)
        name = of_pathname;
      out_.write(is_string(name) ? "stream " + utf8_of(string_view_of(heap_, name)) : "stream");
      break;
    }
    default: out_.write(kTypeTexts[static_cast<std::size_t>(header_of(v)->type)]); break;
  }
  out_.put('>');
}

// ---- interface

bool print_label(SharedObjects* shared, Stream& out, Value v) {
  if (shared == nullptr || !shared->contains(v)) return false;
  SharedObjects::Label label = shared->label(v);
  out.put('#');
  out.write(std::to_string(label.number));
  out.put(label.is_new ? '=' : '#');
  return !label.is_new;
}

PrintVariables print_variables(TextSystem& text, bool escape) {
  PrintVariables how(text);
  how.escape = escape;
  how.readably = how.readably && escape;
  return how;
}

void print(TextSystem& text, Stream& out, Value v, const PrintVariables& how) {
  Printer(text, out, how).print_whole(v);
}

std::string print_to_string(TextSystem& text, Value v, bool escape) {
  StringOutput out;
  print(text, out, v, escape);
  return out.take();
}

}  // namespace winnow

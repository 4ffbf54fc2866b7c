#include "core/symbol.hpp"

#include <algorithm>
#include <string>

#include "base/random.hpp"
#include "base/unicode.hpp"
#include "core/list.hpp"
#include "core/string.hpp"

namespace winnow {

namespace {

std::uint64_t hash_name(std::u32string_view name, bool keyword) {
  std::uint64_t h = keyword ? 7 : 3;
  for (char32_t c : name) h = (h ^ c) * 0x100000001B3ULL;
  return mix64(h);
}

void init_static_symbol(Symbol& s, String& name, std::string_view text, Value value) {
  name.header = {Type::String, String::kConstant, 0, static_cast<std::uint32_t>(text.size())};
  std::copy(text.begin(), text.end(), name.narrow);
  s.header = {Type::Symbol, Symbol::kConstant | Symbol::kInterned | Symbol::kSpecial, 0, 0};
  s.value = value;
  s.function = undefined_function();
  s.plist = nil();
  s.name = to_value(&name);
}

}  // namespace

SymbolTable::SymbolTable(Heap& heap) : heap_(heap), table_(heap), table_known_(heap) {
  heap.symbols = this;
  static_cells.nil = {nil(), nil()};
  static_cells.undefined = {Type::Undefined, 0, 0, 0};
  table_.assign(4096, kAbsent);
  init_static_symbol(static_cells.nil_symbol, static_cells.nil_name, "NIL", nil());
  init_static_symbol(static_cells.t, static_cells.t_name, "T", t());
  table_[place_of(U"NIL", false)] = nil();
  table_[place_of(U"T", false)] = t();
  count_ = 2;
  for (std::string_view name : kKnownNames) table_known_.push(intern(name));
  int place = 0;
  for (const char* name : {
#define TYPE(name, words, test) name,
#include "core/type.def"
#undef TYPE
       })
    types_.emplace_back(intern(name).bits, place++);
  std::sort(types_.begin(), types_.end());
}

int SymbolTable::type_place(Value symbol) const {
  auto found = std::lower_bound(types_.begin(), types_.end(), std::pair{symbol.bits, -1});
  return found != types_.end() && found->first == symbol.bits ? found->second : -1;
}

std::size_t SymbolTable::place_of(std::u32string_view name, bool keyword) const {
  std::size_t mask = table_.size() - 1;
  for (std::size_t i = hash_name(name, keyword) & mask;; i = (i + 1) & mask) {
    Value v = table_[i];
    if (v == kAbsent) return i;
    const Symbol* s = as_symbol(v);
    if (s->has(Symbol::kKeyword) == keyword && text_equals(as<String>(s->name), name)) return i;
  }
}

void SymbolTable::grow() {
  ValueVector old(heap_);
  for (Value v : table_)
    if (v != kAbsent) old.push(v);
  table_.assign(table_.size() * 2, kAbsent);
  for (Value v : old) {
    const Symbol* s = as_symbol(v);
    table_[place_of(text_of(as<String>(s->name)), s->has(Symbol::kKeyword))] = v;
  }
}

Value SymbolTable::intern(std::u32string_view name, bool keyword) {
  std::size_t i = place_of(name, keyword);
  if (table_[i] != kAbsent) return table_[i];
  Value symbol = make_symbol(heap_, make_string(heap_, name));
  Symbol* s = as<Symbol>(symbol);
  as<String>(s->name)->header.flags |= String::kConstant;
  s->header.flags = Symbol::kInterned;
  if (keyword) {
    s->header.flags |= Symbol::kKeyword | Symbol::kConstant | Symbol::kSpecial;
    s->value = symbol;
  }
  table_[i] = symbol;
  if (++count_ * 2 > table_.size()) grow();
  return symbol;
}

Value SymbolTable::intern(std::string_view utf8_name) {
  bool keyword = !utf8_name.empty() && utf8_name[0] == ':';
  if (keyword) utf8_name.remove_prefix(1);
  return intern(unicode::decode_all(utf8_name), keyword);
}

Value SymbolTable::intern_upcased(std::string_view name) {
  std::u32string text = unicode::decode_all(name);
  for (char32_t& c : text) c = unicode::upcase(c);
  return intern(text, false);
}

Value SymbolTable::find(std::u32string_view name, bool keyword) const {
  return table_[place_of(name, keyword)];
}

void SymbolTable::unintern(Value symbol) {
  as_symbol(symbol)->header.flags &= static_cast<std::uint8_t>(~Symbol::kInterned);
  ValueVector old(heap_);
  for (Value v : table_)
    if (v != kAbsent && v != symbol) old.push(v);
  table_.assign(table_.size(), kAbsent);
  for (Value v : old) {
    const Symbol* s = as_symbol(v);
    table_[place_of(text_of(as<String>(s->name)), s->has(Symbol::kKeyword))] = v;
  }
  count_ = old.size();
}

bool is_internal_name(Value symbol) {
  const String* name = as<String>(as_symbol(symbol)->name);
  return name->length() > 1 && string_char(name, 0) == '%';
}

Value make_symbol(Heap& heap, Value name) {
  auto* s = heap.allocate<Symbol>(Type::Symbol, sizeof(Symbol));
  s->value = kUnbound;
  s->function = undefined_function();
  s->name = name;
  s->plist = nil();
  return to_value(s);
}

Value find_property(Heap& heap, Value symbol, Value indicator) {
  std::size_t step = 1;
  Value p = as_symbol(symbol)->plist;
  for (; is_cons(p) && car(p) != indicator; p = cdr(cdr(p))) heap.poll_at(++step);
  return is_cons(p) ? p : nil();
}

Value get_property(Heap& heap, Value symbol, Value indicator) {
  return second(find_property(heap, symbol, indicator));
}

void put_property(Heap& heap, Value symbol, Value indicator, Value value) {
  Value found = find_property(heap, symbol, indicator);
  if (is_cons(cdr(found))) return heap.store(as_pair(cdr(found))->car, value);
  Value rest = heap.cons(value, as_symbol(symbol)->plist);
  heap.store(as_symbol(symbol)->plist, heap.cons(indicator, rest));
}

bool remove_property(Heap& heap, Value symbol, Value indicator) {
  Value* link = &as_symbol(symbol)->plist;
  for (std::size_t step = 1; is_cons(*link); ++step) {
    heap.poll_at(step);
    if (car(*link) == indicator) {
      heap.store(*link, cdr(cdr(*link)));
      return true;
    }
    if (!is_cons(cdr(*link))) return false;
    link = &as_pair(cdr(*link))->cdr;
  }
  return false;
}

Value setf_function_symbol(Heap& heap, Value name) {
  Value indicator = heap.symbols->symbol(Sym::setf_function);
  Value found = get_property(heap, name, indicator);
  if (!is_nil(found)) return found;
  std::u32string text = U"(SETF " + text_of(as<String>(as_symbol(name)->name)) + U")";
  Value symbol = heap.symbols->intern(text, false);
  put_property(heap, name, indicator, symbol);
  put_property(heap, symbol, heap.symbols->symbol(Sym::setf_function_of), name);
  return symbol;
}

}  // namespace winnow

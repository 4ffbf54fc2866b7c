#include "data/symbol.hpp"

#include <algorithm>
#include <string>

#include "data/array.hpp"
#include "data/heap_image.hpp"
#include "data/package.hpp"
#include "data/string.hpp"
#include "data/unicode.hpp"
#include "heap/list.hpp"
#include "heap/type.hpp"
#include "host/random.hpp"

namespace winnow {

namespace {

// Names separated by spaces and newlines.
constexpr std::string_view kCommonLispNames =
#include "data/common_lisp.def"
    ;
constexpr std::string_view kWinnowNames =
#include "data/winnow.def"
    ;

// Calls VISIT with each name in NAMES.
template <class Visit>
constexpr void for_each_name(std::string_view names, Visit visit) {
  constexpr std::string_view kSpace = " \n";
  for (;;) {
    names.remove_prefix(std::min(names.find_first_not_of(kSpace), names.size()));
    if (names.empty()) return;
    std::size_t length = std::min(names.find_first_of(kSpace), names.size());
    visit(names.substr(0, length));
    names.remove_prefix(length);
  }
}

constexpr int count_names(std::string_view names) {
  int count = 0;
  for_each_name(names, [&count](std::string_view) { ++count; });
  return count;
}
static_assert(count_names(kCommonLispNames) == 978);

void init_static_symbol(Symbol& s, String& name, std::string_view text, Value value) {
  name.header = {Type::String, String::kConstant, 0, static_cast<std::uint32_t>(text.size())};
  std::copy(text.begin(), text.end(), name.narrow);
  s.header = {Type::Symbol, Symbol::kConstant | Symbol::kSpecial, 0,
              hash_name(unicode::decode_all(text))};
  s.value = value;
  s.function = undefined_function();
  s.plist = nil();
  s.package = nil();
  s.name = to_value(&name);
}

}  // namespace

SymbolTable::SymbolTable(Heap& heap) : heap_(heap), packages_(heap), table_known_(heap) {
  heap.symbols = this;
  if (heap.has_image())
    restore();
  else
    make();
}

void SymbolTable::restore() {
  winnow::restore(heap_, Saved::Packages, packages_);
  winnow::restore(heap_, Saved::KnownSymbols, table_known_);
  ValueVector names(heap_);
  winnow::restore(heap_, Saved::TypeNames, names);
  for (std::size_t i = 0; i < names.size(); ++i) add_type(names[i], static_cast<int>(i));
}

void SymbolTable::save() {
  winnow::save(heap_, Saved::Packages, packages_);
  winnow::save(heap_, Saved::KnownSymbols, table_known_);
  ValueVector names(heap_);
  names.assign(std::size(kStandardTypes), nil());
  for (const TypeName& type : types_)
    if (type.index >= 0) names[static_cast<std::size_t>(type.index)] = type.symbol;
  winnow::save(heap_, Saved::TypeNames, names);
}

void SymbolTable::make() {
  heap_.image_root = make_image_root(heap_);
  static_cells().nil = {nil(), nil()};
  static_cells().undefined = {Type::Undefined, 0, 0, 0};
  static_cells().zero = {{Type::Double, 0, 0, 0}, 0.0};
  static_cells().negative_zero = {{Type::Double, 0, 0, 0}, -0.0};
  init_static_symbol(static_cells().nil_symbol, static_cells().nil_name, "NIL", nil());
  init_static_symbol(static_cells().t, static_cells().t_name, "T", t());
  add_package("KEYWORD", {}, {});
  Value lisp = add_package("COMMON-LISP", {"CL", "LISP"}, {});
  Value winnow = add_package("WINNOW", {}, {lisp});
  Value maclisp = add_package("MACLISP", {}, {lisp});
  add_package("SYSTEM", {"SYS"}, {lisp, winnow});
  add_package("COMMON-LISP-USER", {"CL-USER", "USER"}, {lisp, winnow, maclisp});
  for (Value v : {nil(), t()}) {
    as_symbol(v)->package = lisp;
    add_to_package(heap_, lisp, v, SymbolStatus::External);
  }
  for_each_name(kCommonLispNames, [&](std::string_view name) { intern_external(lisp, name); });
  for_each_name(kWinnowNames, [&](std::string_view name) { intern_external(winnow, name); });
  for (std::string_view name : kKnownNames)
    table_known_.push(name.starts_with("#:")
                          ? make_symbol(heap_, make_string(heap_, name.substr(2)))
                          : intern(name));
  int place = 0;
  for (const TypeWords& type : kStandardTypes) add_type(intern(type.name), place++);
}

Value SymbolTable::add_package(std::string_view name,
                               std::initializer_list<std::string_view> nicknames,
                               std::initializer_list<Value> uses) {
  Value package = make_package(heap_, make_string(heap_, name));
  packages_.push(package);
  auto* p = as<Package>(package);
  ListBuilder names(heap_);
  for (std::string_view n : nicknames) names.add(make_string(heap_, n));
  heap_.store(p->nicknames, names.list());
  heap_.store(p->uses, list_of(heap_, uses));
  for (Value used : uses) {
    auto* u = as<Package>(used);
    heap_.store(u->used_by, heap_.cons(package, u->used_by));
  }
  return package;
}

namespace {

// Is NAME the name or a nickname of PACKAGE?
bool is_called(Value package, std::u32string_view name) {
  auto* p = as<Package>(package);
  if (text_equals(as<String>(p->name), name)) return true;
  for (Value n = p->nicknames; is_cons(n); n = cdr(n))
    if (text_equals(as<String>(car(n)), name)) return true;
  return false;
}

}  // namespace

Value SymbolTable::find_package(std::u32string_view name) const {
  for (Value l = as<Package>(current_package())->local_nicknames; is_cons(l); l = cdr(l))
    if (text_equals(as<String>(car(car(l))), name)) return cdr(car(l));
  return package_named(name);
}

// The package with the name or nickname NAME, or kAbsent. The one that was found last is tried first,
// since names with the same prefix follow each other in a file.
Value SymbolTable::package_named(std::u32string_view name) const {
  if (found_last_ < packages_.size() && is_called(packages_[found_last_], name))
    return packages_[found_last_];
  for (found_last_ = 0; found_last_ < packages_.size(); ++found_last_)
    if (is_called(packages_[found_last_], name)) return packages_[found_last_];
  return kAbsent;
}

bool SymbolTable::is_own(Value package) const {
  for (std::size_t i = 0; i < OwnCount; ++i)
    if (packages_[i] == package) return true;
  return false;
}

void SymbolTable::forget_package(Value package) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < packages_.size(); ++i)
    if (packages_[i] != package) packages_[kept++] = packages_[i];
  packages_.truncate(kept);
}

Value SymbolTable::current_package() const {
  Value v = as<Symbol>(symbol(Sym::star_package))->value;
  return has_type(v, Type::Package) && !is_nil(as<Package>(v)->name) ? v : user_package();
}

Value SymbolTable::intern_external(Value package, std::string_view name) {
  Value symbol = intern_symbol(heap_, package, unicode::decode_all(name)).symbol;
  add_to_package(heap_, package, symbol, SymbolStatus::External);
  return symbol;
}

Value SymbolTable::intern(std::string_view name) {
  std::size_t colon = name.find(':');
  if (colon == 0) return keyword(unicode::decode_all(name.substr(1)));
  if (colon == std::string_view::npos)
    return intern_symbol(heap_, system_package(), unicode::decode_all(name)).symbol;
  // Ignores the local nicknames of the current package, which does not exist at first.
  Value package = package_named(unicode::decode_all(name.substr(0, colon)));
  return intern_external(package, name.substr(colon + 1));
}

Value SymbolTable::intern_upcased(std::string_view name) {
  std::string upper(name);
  for (char& c : upper) c = static_cast<char>(unicode::upcase(static_cast<unsigned char>(c)));
  return intern(upper);
}

Value SymbolTable::keyword(std::u32string_view name) {
  return intern_symbol(heap_, keyword_package(), name).symbol;
}

std::size_t SymbolTable::type_place(Value symbol) const {
  std::size_t place = (symbol.bits * 0x9E3779B97F4A7C15) >> (64 - kTypePlaceBits);
  while (types_[place].index >= 0 && types_[place].symbol != symbol)
    place = (place + 1) % types_.size();
  return place;
}

void SymbolTable::add_type(Value symbol, int index) {
  types_[type_place(symbol)] = {symbol, index};
}

int SymbolTable::type_index(Value symbol) const { return types_[type_place(symbol)].index; }

Value make_symbol(Heap& heap, Value name) {
  auto* s = heap.allocate<Symbol>(Type::Symbol, sizeof(Symbol));
  s->value = kUnbound;
  s->function = undefined_function();
  s->name = name;
  s->plist = nil();
  s->package = nil();
  s->header.length = hash_name(as<String>(name));
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
  const bool is_ours = is_symbol(indicator) && heap.symbols->is_internal(indicator);
  Value& place = is_ours ? as_symbol(symbol)->plist : program_properties(heap, symbol);
  Value rest = heap.cons(value, place);
  heap.store(place, heap.cons(indicator, rest));
}

Value& program_properties(Heap& heap, Value symbol) {
  Value* place = &as_symbol(symbol)->plist;
  while (is_cons(*place) && is_symbol(car(*place)) && heap.symbols->is_internal(car(*place)) &&
         is_cons(cdr(*place)))
    place = &as_pair(cdr(*place))->cdr;
  return *place;
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
  Value symbol = make_symbol(heap, make_string(heap, text));
  put_property(heap, name, indicator, symbol);
  put_property(heap, symbol, heap.symbols->symbol(Sym::setf_function_of), name);
  return symbol;
}

Value function_symbol(Heap& heap, Value name) {
  if (is_symbol(name)) return name;
  bool setf = is_cons(name) && car(name) == heap.symbols->symbol(Sym::setf) && is_cons(cdr(name)) &&
              is_symbol(second(name)) && is_nil(cdr(cdr(name)));
  return setf ? setf_function_symbol(heap, second(name)) : kAbsent;
}

}  // namespace winnow

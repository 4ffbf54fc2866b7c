// Packages: lookup and changes. lib/core/packages.lisp checks for name conflicts.
#include "data/package.hpp"

#include "builtins/builtin.hpp"

namespace winnow {

using PackageArg = Checked<20>;  // a package, not deleted, or the name of one

namespace {

const Expected kPackageDesignator = {"a package or the name of one",
                                     "(OR PACKAGE STRING SYMBOL CHARACTER)"};

// The package that DESIGNATOR denotes, or kAbsent if it does not exist.
Value designated_package(Heap& heap, const char* operation, Value designator) {
  if (has_type(designator, Type::Package)) return designator;
  if (is_string(designator))
    return heap.symbols->find_package(text_of(string_view_of(heap, designator)));
  if (designator.is_character())
    return heap.symbols->find_package(std::u32string(1, designator.character()));
  if (!is_symbol(designator)) signal_wrong_type(heap, operation, designator, kPackageDesignator);
  return heap.symbols->find_package(text_of(as<String>(as_symbol(designator)->name)));
}

Value existing_package(Heap& heap, const char* operation, Value designator) {
  Value package = designated_package(heap, operation, designator);
  if (package == kAbsent)
    signal_error(heap, ConditionKind::package_error, "~A: expected the name of a package, got ~S",
                 {operation_named(heap, operation), designator}, {designator});
  return package;
}

}  // namespace

template <>
struct From<PackageArg> {
  static PackageArg get(Arguments& a, Value v) {
    Heap& heap = a.vm.heap();
    Value package = existing_package(heap, a.info.name.data(), v);
    if (is_nil(as<Package>(package)->name))
      signal_error(heap, ConditionKind::package_error, "~A: ~S was deleted",
                   {operation_named(heap, a.info.name.data()), package}, {package});
    return {package};
  }
};

namespace {

Value package_or_current(Heap& heap, const std::optional<PackageArg>& package) {
  return package ? package->value : heap.symbols->current_package();
}

Value status_keyword(Heap& heap, SymbolStatus status) {
  switch (status) {
    case SymbolStatus::None: return nil();
    case SymbolStatus::Internal: return heap.symbols->symbol(Sym::k_internal);
    case SymbolStatus::External: return heap.symbols->symbol(Sym::k_external);
    case SymbolStatus::Inherited: return heap.symbols->symbol(Sym::k_inherited);
  }
  __builtin_unreachable();
}

Value found_values(Vm& vm, const FoundSymbol& found) {
  Value status = status_keyword(vm.heap(), found.status);
  return vm.return_values({found.symbol == kAbsent ? nil() : found.symbol, status});
}

// The lists in a package are private: lists from programs are checked and copied, and programs get
// copies, so that they cannot modify the originals.
template <class Element>
Value copied(Heap& heap, Value list, Element element) {
  ListBuilder copy(heap);
  for (std::size_t i = 1; is_cons(list); list = cdr(list), ++i) {
    heap.poll_at(i);
    copy.add(element(car(list)));
  }
  return copy.list();
}

Value copied(Heap& heap, Value list) {
  return copied(heap, list, [](Value v) { return v; });
}

Value copied_names(Heap& heap, const char* operation, Value list) {
  return copied(heap, list, [&](Value v) {
    if (!is_string(v)) signal_wrong_type(heap, operation, v, "a string");
    return make_string(heap, text_of(string_view_of(heap, v)));
  });
}

// Signals an error if PACKAGE is a package of Winnow's own, which C++ finds by its index and name.
void refuse_own(Heap& heap, const char* operation, Value package) {
  if (heap.symbols->is_own(package))
    signal_error(heap, ConditionKind::package_error,
                 "~A: ~A is one of Winnow's own packages, which cannot be changed",
                 {operation_named(heap, operation), as<Package>(package)->name}, {package});
}

// Does the same for the contents of PACKAGE: those of the user package may be changed.
void refuse_own_contents(Heap& heap, const char* operation, Value package) {
  if (package != heap.symbols->user_package()) refuse_own(heap, operation, package);
}

// ---- packages

DEFUN(find_package, "find-package", "(name)", R"doc(
Return the package whose name or nickname is NAME, or NIL if there is none.
NAME: a string, a symbol, a character or a package, which is returned itself.
Signals: type-error unless NAME is a string, a symbol, a character or a package.
Example: (package-name (find-package :cl)) => "COMMON-LISP"
)doc", (Heap& heap, Value name)) {
  Value package = designated_package(heap, "find-package", name);
  return package == kAbsent ? nil() : package;
}

DEFUN(packagep, "packagep", "(object)", R"doc(
Return T if OBJECT is a package, else NIL.
Example: (packagep *package*) => T
)doc", (Value object)) {
  return truth(has_type(object, Type::Package));
}

DEFUN(list_all_packages, "list-all-packages", "()", R"doc(
Return a new list of all packages.
Example: (packagep (first (list-all-packages))) => T
)doc", (Heap& heap)) {
  ListBuilder list(heap);
  ValueVector& packages = heap.symbols->packages();
  for (std::size_t i = 0; i < packages.size(); ++i) list.add(packages[i]);
  return list.list();
}

DEFUN(package_name, "package-name", "(package)", R"doc(
Return the name of PACKAGE, a string; NIL if it was deleted.
Signals: package-error if PACKAGE does not exist; type-error.
Example: (package-name (symbol-package 'car)) => "COMMON-LISP"
)doc", (Heap& heap, Value package)) {
  Value name = as<Package>(existing_package(heap, "package-name", package))->name;
  return is_nil(name) ? name : make_string(heap, text_of(string_view_of(heap, name)));
}

DEFUN(package_nicknames, "package-nicknames", "(package)", R"doc(
Return a list of the nicknames of PACKAGE, which are strings.
Signals: package-error if PACKAGE does not exist; type-error.
Example: (package-nicknames "COMMON-LISP-USER") => ("CL-USER" "USER")
)doc", (Heap& heap, Value package)) {
  return copied_names(heap, "package-nicknames",
                      as<Package>(existing_package(heap, "package-nicknames", package))->nicknames);
}

DEFUN(package_use_list, "package-use-list", "(package)", R"doc(
Return a list of the packages that PACKAGE uses.
Signals: package-error if PACKAGE does not exist; type-error.
Example: (package-use-list "KEYWORD") => NIL
)doc", (Heap& heap, Value package)) {
  return copied(heap, as<Package>(existing_package(heap, "package-use-list", package))->uses);
}

DEFUN(package_used_by_list, "package-used-by-list", "(package)", R"doc(
Return a list of the packages that use PACKAGE.
Signals: package-error if PACKAGE does not exist; type-error.
Example: (null (package-used-by-list "COMMON-LISP")) => NIL
)doc", (Heap& heap, Value package)) {
  return copied(heap,
                as<Package>(existing_package(heap, "package-used-by-list", package))->used_by);
}

DEFUN(package_shadowing_symbols, "package-shadowing-symbols", "(package)", R"doc(
Return a list of the shadowing symbols of PACKAGE, which SHADOW and SHADOWING-IMPORT have declared.
Signals: package-error if PACKAGE does not exist; type-error.
Example: (package-shadowing-symbols "COMMON-LISP") => NIL
)doc", (Heap& heap, Value package)) {
  return copied(
      heap, as<Package>(existing_package(heap, "package-shadowing-symbols", package))->shadowing);
}

DEFUN(make_package_, "new-package", "(name nicknames)", R"doc(
Return a new package with the name NAME, a string, and NICKNAMES, a list of strings. It uses no other packages.
)doc", (Heap& heap, StringArg name, ProperList nicknames)) {
  Value names = copied_names(heap, "make-package", nicknames);
  Value package = make_package(heap, make_string(heap, text_of(string_view_of(heap, name))));
  as<Package>(package)->nicknames = names;
  heap.symbols->packages().push(package);
  return package;
}

DEFUN(rename_package, "set-package-names", "(package name nicknames)", R"doc(
Change the name of PACKAGE to NAME, a string, and its nicknames to NICKNAMES, a list of strings; return PACKAGE.
)doc", (Heap& heap, PackageArg package, StringArg name, ProperList nicknames)) {
  refuse_own(heap, "set-package-names", package);
  Value names = copied_names(heap, "rename-package", nicknames);
  heap.store(as<Package>(package)->name, make_string(heap, text_of(string_view_of(heap, name))));
  heap.store(as<Package>(package)->nicknames, names);
  return package;
}

// Makes PACKAGES the packages that PACKAGE uses.
void use(Heap& heap, Value package, Value packages) {
  auto* p = as<Package>(package);
  for (Value old = p->uses; is_cons(old); old = cdr(old)) {
    auto* used = as<Package>(car(old));
    ListBuilder others(heap);
    for (Value v = used->used_by; is_cons(v); v = cdr(v))
      if (car(v) != package) others.add(car(v));
    heap.store(used->used_by, others.list());
  }
  heap.store(p->uses, packages);
  for (Value v = packages; is_cons(v); v = cdr(v)) {
    auto* used = as<Package>(car(v));
    heap.store(used->used_by, heap.cons(package, used->used_by));
  }
}

DEFUN(refuse_own_, "refuse-own", "(package)", R"doc(
Signal a package-error if PACKAGE is one of Winnow's own; else return NIL.
)doc", (Heap& heap, PackageArg package)) {
  refuse_own(heap, "refuse-own", package);
  return nil();
}

DEFUN(delete_package, "remove-package", "(package)", R"doc(
Delete PACKAGE, which no other package uses; return T.
)doc", (Heap& heap, PackageArg package)) {
  refuse_own(heap, "remove-package", package);
  use(heap, package, nil());
  auto* p = as<Package>(package);
  for_each_present(package, [&](Value symbol, SymbolStatus) {
    if (as_symbol(symbol)->package == package) heap.store(as_symbol(symbol)->package, nil());
  });
  heap.store(p->name, nil());
  heap.store(p->nicknames, nil());
  heap.symbols->forget_package(package);
  return t();
}

DEFUN(set_package_uses, "set-package-uses", "(package uses)", R"doc(
Make the packages in the list USES those that PACKAGE uses; return PACKAGE.
)doc", (Heap& heap, PackageArg package, ProperList uses)) {
  Value packages =
      copied(heap, uses, [&](Value v) { return existing_package(heap, "use-package", v); });
  refuse_own_contents(heap, "set-package-uses", package);
  use(heap, package, packages);
  return package;
}

DEFUN(set_package_shadowing, "set-package-shadowing-symbols", "(package symbols)", R"doc(
Make SYMBOLS the list of the shadowing symbols of PACKAGE; return PACKAGE.
)doc", (Heap& heap, PackageArg package, ProperList symbols)) {
  heap.store(as<Package>(package)->shadowing, copied(heap, symbols));
  return package;
}

DEFUN(package_local_nicknames, "local-nicknames", "(package)", R"doc(
Return an alist from nicknames, strings, to the packages that they denote while PACKAGE is the current package.
)doc", (PackageArg package)) {
  return as<Package>(package)->local_nicknames;
}

DEFUN(set_local_nicknames, "set-local-nicknames", "(package nicknames)", R"doc(
Make NICKNAMES, an alist from simple strings to packages, the local nicknames of PACKAGE; return PACKAGE.
Signals: type-error.
)doc", (Heap& heap, PackageArg package, ProperList nicknames)) {
  for (Value l = nicknames; is_cons(l); l = cdr(l))
    if (!is_cons(car(l)) || !has_type(car(car(l)), Type::String) ||
        !has_type(cdr(car(l)), Type::Package))
      signal_wrong_type(heap, "set-local-nicknames", nicknames,
                        {"an alist from strings to packages", "LIST"});
  heap.store(as<Package>(package)->local_nicknames, nicknames);
  return package;
}

DEFUN(package_documentation, "package-documentation", "(package)", R"doc(
Return the documentation of PACKAGE, a string or NIL.
)doc", (PackageArg package)) {
  return as<Package>(package)->documentation;
}

DEFUN(set_package_documentation, "set-package-documentation", "(package text)", R"doc(
Make TEXT, a string or NIL, the documentation of PACKAGE; return TEXT.
)doc", (Heap& heap, PackageArg package, Value text)) {
  heap.store(as<Package>(package)->documentation, text);
  return text;
}

// ---- symbols in packages

DEFUN(symbol_package, "symbol-package", "(symbol)", R"doc(
Return the home package of SYMBOL, or NIL if it has none.
Signals: type-error unless SYMBOL is a symbol.
Example: (symbol-package (make-symbol "A")) => NIL
)doc", (SymbolArg symbol)) {
  return as_symbol(symbol)->package;
}

DEFUN(intern, "intern", "(string &optional package)", R"doc(
Return the symbol named STRING that is accessible in PACKAGE (default: the current one), creating it if there is none.
The second value is the previous status: :INTERNAL, :EXTERNAL, :INHERITED, or NIL if the symbol is new.
Signals: package-error if PACKAGE does not exist; type-error.
Example: (intern "CAR") => CAR
)doc", (Vm& vm, StringArg string, std::optional<PackageArg> package)) {
  Heap& heap = vm.heap();
  return found_values(vm, intern_symbol(heap, package_or_current(heap, package),
                                        text_of(string_view_of(heap, string))));
}

DEFUN(find_symbol_, "find-symbol", "(string &optional package)", R"doc(
Return the symbol named STRING that is accessible in PACKAGE (default: the current one), or NIL if there is none.
The second value is its status: :INTERNAL, :EXTERNAL, :INHERITED, or NIL if there is no such symbol.
Signals: package-error if PACKAGE does not exist; type-error.
Example: (find-symbol "NO-SUCH-NAME") => NIL
)doc", (Vm& vm, StringArg string, std::optional<PackageArg> package)) {
  Heap& heap = vm.heap();
  return found_values(
      vm, find_symbol(package_or_current(heap, package), text_of(string_view_of(heap, string))));
}

DEFUN(find_present_, "find-present", "(string package)", R"doc(
Return the symbol named STRING that is present in PACKAGE, and its status, as FIND-SYMBOL does. Ignore inherited symbols.
)doc", (Vm& vm, StringArg string, PackageArg package)) {
  return found_values(vm, find_present(package, text_of(string_view_of(vm.heap(), string))));
}

DEFUN(add_symbol, "add-symbol", "(symbol package external)", R"doc(
Make SYMBOL present in PACKAGE, which must not contain another symbol of that name; return SYMBOL.
EXTERNAL: NIL for an internal symbol.  A symbol without a home package gets PACKAGE as its home package.
)doc", (Heap& heap, SymbolArg symbol, PackageArg package, Value external)) {
  FoundSymbol there = find_present(package, text_of(as<String>(as_symbol(symbol)->name)));
  SymbolStatus wanted = is_nil(external) ? SymbolStatus::Internal : SymbolStatus::External;
  // The library exports its own names from packages other than COMMON-LISP and KEYWORD.
  bool adds = wanted == SymbolStatus::External && package != heap.symbols->common_lisp_package() &&
              package != heap.symbols->keyword_package();
  bool changes = there.symbol != symbol || there.status != wanted;
  if (changes && !adds) refuse_own_contents(heap, "add-symbol", package);
  add_to_package(heap, package, symbol, wanted);
  if (is_nil(as_symbol(symbol)->package)) heap.store(as_symbol(symbol)->package, package);
  return symbol;
}

DEFUN(remove_symbol, "remove-symbol", "(symbol package)", R"doc(
Remove SYMBOL from PACKAGE; return T, or NIL if SYMBOL is not present in PACKAGE.
)doc", (Heap& heap, SymbolArg symbol, PackageArg package)) {
  FoundSymbol there = find_present(package, text_of(as<String>(as_symbol(symbol)->name)));
  if (there.symbol != symbol) return nil();
  refuse_own_contents(heap, "remove-symbol", package);
  return truth(remove_from_package(heap, package, symbol));
}

DEFUN(package_symbols, "package-symbols", "(package which)", R"doc(
Return a list of pairs (symbol . status) for symbols of PACKAGE.
WHICH: :PRESENT, :EXTERNAL, or :ACCESSIBLE, which includes inherited symbols.
)doc", (Heap& heap, PackageArg package, Value which)) {
  ListBuilder list(heap);
  auto add = [&](Value symbol, SymbolStatus status) {
    if (which != heap.symbols->symbol(Sym::k_external) || status == SymbolStatus::External)
      list.add(heap.cons(symbol, status_keyword(heap, status)));
  };
  if (which == heap.symbols->symbol(Sym::k_accessible))
    for_each_accessible(package, add);
  else
    for_each_present(package, add);
  return list.list();
}

}  // namespace

}  // namespace winnow

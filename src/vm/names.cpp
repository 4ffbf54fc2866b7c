// How messages name a function in whose call something is wrong: as the user knows it.
#include <cctype>
#include <string>

#include "core/list.hpp"
#include "core/string.hpp"
#include "core/symbol.hpp"
#include "vm/vm.hpp"

namespace winnow {

namespace {

// What the user knows the function NAME by; "" if it is Winnow's own business.
std::string public_name(const std::string& name) {
  if (!name.starts_with('%')) return name;
  if (!name.starts_with("%set-") && !name.starts_with("%SET-")) return "";
  std::string place = name.substr(5);
  for (char& c : place) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return "(setf " + place + ")";
}

}  // namespace

std::string Vm::told_name(std::string_view name) const {
  std::string told = public_name(std::string(name));
  // The function of the library that called it for the user.
  for (const Frame* f = fp; told.empty() && f > first_frame() && !is_nil(f->function); --f) {
    const Code* code = as<Code>(as<Closure>(f->function)->code);
    if ((code->flags & Code::kSealed) == 0) break;
    if (is_symbol(code->name) && !is_nil(code->name))
      told = public_name(utf8_of(as<String>(as_symbol(code->name)->name)));
  }
  return told.empty() ? std::string(name.substr(1)) : told;
}

Value Vm::told_name(Value function) const {
  if (has_type(function, Type::Builtin))
    return make_string(heap_, told_name(as<Builtin>(function)->info->name));
  const Code* code = as<Code>(as<Closure>(function)->code);
  if (is_nil(code->name))
    return list_of(heap_, {heap_.symbols->symbol(Sym::lambda), code->lambda_list});
  if (!is_symbol(code->name) || !is_internal_name(code->name)) return code->name;
  return make_string(heap_, told_name(utf8_of(as<String>(as_symbol(code->name)->name))));
}

}  // namespace winnow

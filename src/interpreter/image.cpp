// Format: the number of symbols and their names; the number of codes; the codes. Numbers are 32-bit
// words of this machine; a constant is a tag byte and what it needs.
#include "interpreter/image.hpp"

#include <cstring>
#include <fstream>
#include <iostream>
#include <stdexcept>
#include <unordered_map>

#include "bytecode/opcode.hpp"
#include "core/array.hpp"
#include "core/condition.hpp"
#include "core/list.hpp"
#include "core/number.hpp"
#include "core/package.hpp"
#include "core/string.hpp"
#include "vm/slow_paths.hpp"

namespace winnow {

namespace {

enum Tag : unsigned char {
  kNil,
  kTrue,
  kWord,
  kSymbol,
  kSetfSymbol,
  kText,
  kPairs,
  kRow,
  kCode,
  kByteRow,
  kBig,
  kQuotient,
  kBoxedFloat,
  kAbsentTag
};

class Writer {
 public:
  explicit Writer(Heap& heap) : heap_(heap) {}

  std::string finish(ValueVector& codes) {
    for (Value code : codes) value(code);
    std::string body = std::move(out_);
    out_.clear();
    number(static_cast<std::uint32_t>(names_.size()));
    for (const std::string& name : names_) bytes(name);
    number(static_cast<std::uint32_t>(codes.size()));
    return out_ + body;
  }

 private:
  void raw(const void* data, std::size_t size) {
    out_.append(static_cast<const char*>(data), size);
  }
  void number(std::uint32_t n) { raw(&n, sizeof n); }
  void bytes(const std::string& s) {
    number(static_cast<std::uint32_t>(s.size()));
    out_ += s;
  }
  void tag(Tag t) { out_ += static_cast<char>(t); }

  void value(Value v) {
    if (is_nil(v)) return tag(kNil);
    if (v == t()) return tag(kTrue);
    if (v == kAbsent || v == kUnbound) return tag(kAbsentTag);
    if (v.is_symbol_object()) return symbol(v);
    if (!v.is_pointer()) {
      tag(kWord);
      raw(&v.bits, sizeof v.bits);
    } else if (is_cons(v)) {
      tag(kPairs);
      number(static_cast<std::uint32_t>(list_length(v)));
      for (; is_cons(v); v = cdr(v)) value(car(v));
      value(v);
    } else {
      object(v);
    }
  }

  // A byte that says where the symbol V is found: 0, nowhere; else twice the place of its package +
  // 1, + 1 if it is external there.
  char home_of(Value v) {
    auto* s = as<Symbol>(v);
    ValueVector& packages = heap_.symbols->packages();
    auto place = std::find(packages.begin(), packages.end(), s->package);
    if (place == packages.end()) return 0;
    bool external =
        find_present(s->package, text_of(as<String>(s->name))).status == SymbolStatus::External;
    return static_cast<char>(2 * (place - packages.begin() + 1) + (external ? 1 : 0));
  }

  void symbol(Value v) {
    Symbol* s = as<Symbol>(v);
    if (Value name = get_property(heap_, v, heap_.symbols->symbol(Sym::setf_function_of));
        !is_nil(name)) {
      tag(kSetfSymbol);
      return symbol(name);
    }
    tag(kSymbol);
    auto [place, fresh] = index_.try_emplace(v.bits, names_.size());
    if (fresh) names_.push_back(home_of(v) + utf8_of(as<String>(s->name)));
    number(static_cast<std::uint32_t>(place->second));
  }

  void object(Value v) {
    switch (header_of(v)->type) {
      case Type::String: tag(kText); return bytes(utf8_of(as<String>(v)));
      case Type::Vector:
        tag(kRow);
        number(as<Vector>(v)->length());
        for (std::uint32_t i = 0; i < as<Vector>(v)->length(); ++i) value(as<Vector>(v)->data[i]);
        return;
      case Type::Bytes:
        tag(kByteRow);
        return bytes(
            std::string(reinterpret_cast<char*>(as<Bytes>(v)->data), header_of(v)->length));
      case Type::Bignum: tag(kBig); return bytes(integer_to_string(heap_, v, 10));
      case Type::Ratio:
        tag(kQuotient);
        value(as<Ratio>(v)->numerator);
        return value(as<Ratio>(v)->denominator);
      case Type::Float: tag(kBoxedFloat); return raw(&as<Float>(v)->value, sizeof(double));
      case Type::Code: return code(as<Code>(v));
      default: throw std::runtime_error("the library has a constant that an image cannot hold");
    }
  }

  // A macro that is called before it is defined is compiled as a function.
  void refuse_called_macros(Code* c) {
    for (std::uint32_t i = 0; i < c->word_count; i += 1 + extra_words(c->entry[i])) {
      std::uint32_t w = c->entry[i];
      Op op = opcode(w);
      if (op != Op::CallGlobal && op != Op::TailCallGlobal && op != Op::CallSealed &&
          op != Op::TailCallSealed)
        continue;
      Value name = c->constants[operand_b16(w)];
      if (is_symbol(name) && has_type(as_symbol(name)->function, Type::Macro))
        throw std::runtime_error("the library calls the macro " +
                                 utf8_of(as<String>(as_symbol(name)->name)) +
                                 " before it defines it");
    }
  }

  void code(Code* c) {
    refuse_called_macros(c);
    tag(kCode);
    number(c->header.length);
    number(c->word_count);
    number(static_cast<std::uint32_t>(c->simple_argc));
    number(c->required | static_cast<std::uint32_t>(c->optional) << 16);
    number(c->keys | static_cast<std::uint32_t>(c->flags) << 16);
    number(c->max_stack);
    number(c->boxed);
    for (std::uint32_t i = 0; i < c->header.length; ++i) value((&c->name)[i]);
    raw(c->entry, 4 * c->word_count);
  }

  Heap& heap_;
  std::string out_;
  std::vector<std::string> names_;
  std::unordered_map<std::uint64_t, std::size_t> index_;
};

class ImageReader {
 public:
  ImageReader(Interpreter& lisp, std::span<const unsigned char> image)
      : lisp_(lisp), heap_(lisp.heap), in_(image), symbols_(lisp.heap), codes_(lisp.heap) {}

  void run() {
    std::uint32_t count = number();
    for (std::uint32_t i = 0; i < count; ++i) {
      names_.push_back(bytes());
      symbols_.push(kAbsent);
    }
    std::uint32_t forms = number();
    for (std::uint32_t i = 0; i < forms; ++i) {
      Value code = value();
      lisp_.vm.call(make_closure(heap_, code, nullptr, 0), nullptr, 0);
    }
    for (Value code : codes_) seal(as<Code>(code));
  }

 private:
  std::uint32_t number() {
    std::uint32_t n;
    raw(&n, sizeof n);
    return n;
  }
  void raw(void* to, std::size_t size) {
    std::memcpy(to, in_.data(), size);
    in_ = in_.subspan(size);
  }
  std::string_view bytes() {
    std::uint32_t size = number();
    std::string_view s(reinterpret_cast<const char*>(in_.data()), size);
    in_ = in_.subspan(size);
    return s;
  }

  Value value() {
    auto tag = static_cast<Tag>(in_[0]);
    in_ = in_.subspan(1);
    switch (tag) {
      case kNil: return nil();
      case kTrue: return t();
      case kAbsentTag: return kAbsent;
      case kWord: {
        Value v;
        raw(&v.bits, sizeof v.bits);
        return v;
      }
      case kSetfSymbol: return setf_function_symbol(heap_, value());
      case kSymbol: {
        std::uint32_t i = number();
        if (symbols_[i] == kAbsent) symbols_[i] = symbol(names_[i]);
        return symbols_[i];
      }
      case kText: return make_string(heap_, bytes());
      case kPairs: {
        ListBuilder list(heap_);
        for (std::uint32_t n = number(); n > 0; --n) list.add(value());
        return list.ending_with(value());
      }
      case kRow: {
        std::uint32_t n = number();
        Value row = make_vector(heap_, n, nil());
        for (std::uint32_t i = 0; i < n; ++i) {
          Value element = value();
          as<Vector>(row)->data[i] = element;
        }
        return row;
      }
      case kByteRow: {
        std::string_view b = bytes();
        auto* object = heap_.allocate<Bytes>(Type::Bytes, sizeof(Header), b.size(), 1);
        std::memcpy(object->data, b.data(), b.size());
        return to_value(object);
      }
      case kBig: return integer_from_string(heap_, bytes(), 10);
      case kQuotient: {
        Value numerator = value();
        return make_ratio(heap_, numerator, value());
      }
      case kBoxedFloat: {
        double x;
        raw(&x, sizeof x);
        return heap_.make_float(x);
      }
      case kCode: return code();
    }
    throw std::runtime_error("the image is damaged");
  }

  Value symbol(std::string_view text) {
    unsigned home = static_cast<unsigned char>(text[0]);
    std::u32string name = unicode::decode_all(text.substr(1));
    if (home == 0) return make_symbol(heap_, make_string(heap_, name));
    Value package = heap_.symbols->packages()[home / 2 - 1];
    Value symbol = intern_symbol(heap_, package, name).symbol;
    if (home % 2 != 0) add_to_package(heap_, package, symbol, SymbolStatus::External);
    return symbol;
  }

  Value code() {
    std::uint32_t values = number();
    std::uint32_t words = number();
    auto simple_argc = static_cast<std::int32_t>(number());
    std::uint32_t positional = number();
    std::uint32_t keys = number();
    std::uint32_t max_stack = number();
    std::uint32_t boxed = number();
    auto* c =
        heap_.allocate<Code>(Type::Code, offsetof(Code, name) + 4 * words, values, sizeof(Value));
    c->word_count = words;
    c->simple_argc = simple_argc;
    c->required = static_cast<std::uint16_t>(positional);
    c->optional = static_cast<std::uint16_t>(positional >> 16);
    c->keys = static_cast<std::uint16_t>(keys);
    c->flags = static_cast<std::uint16_t>(keys >> 16);
    c->max_stack = max_stack;
    c->boxed = boxed;
    c->set_entry();
    for (std::uint32_t i = 0; i < values; ++i) {
      Value v = value();
      (&c->name)[i] = v;
    }
    raw(c->entry, 4 * words);
    if ((c->flags & Code::kSealed) != 0) codes_.push(to_value(c));
    return to_value(c);
  }

  void seal(Code* c) {
    auto resolve = [&](Value& constant) {
      if (!is_symbol(constant)) return;
      Value f = as_symbol(constant)->function;
      if (is_function(f)) constant = f;
    };
    for (std::uint32_t i = 0; i < c->word_count; i += 1 + extra_words(c->entry[i])) {
      std::uint32_t w = c->entry[i];
      if (opcode(w) == Op::CallSealed || opcode(w) == Op::TailCallSealed)
        resolve(c->constants[operand_b16(w)]);
      if (opcode(w) == Op::SealedFunction) resolve(c->constants[operand_a24(w)]);
    }
  }

  Interpreter& lisp_;
  Heap& heap_;
  std::span<const unsigned char> in_;
  std::vector<std::string_view> names_;
  ValueVector symbols_;
  ValueVector codes_;
};

}  // namespace

std::string build_image(Interpreter& lisp, const std::vector<std::string>& paths) {
  ValueVector codes(lisp.heap);
  lisp.on_library_code = [&](Value code) { codes.push(code); };
  set_symbol_value(lisp.heap, Sym::star_package, lisp.symbols.system_package());
  for (const std::string& path : paths) {
    std::ifstream file(path);
    std::string first;
    if (!file || !std::getline(file, first)) throw std::runtime_error("cannot read " + path);
    Interpreter::LoadOptions options;
    options.is_library = true;
    options.sealed = first.find("sealed") != std::string::npos;
    bool completed = lisp.vm.guarded([&] { lisp.load_file(path, options); });
    if (!completed) throw std::runtime_error("the library does not compile: " + path);
  }
  lisp.on_library_code = nullptr;
  return Writer(lisp.heap).finish(codes);
}

void load_image(Interpreter& lisp, std::span<const unsigned char> image) {
  if (!image.empty()) ImageReader(lisp, image).run();
  for (Value package : lisp.symbols.packages())
    for_each_present(package, [](Value v, SymbolStatus) {
      if (as_symbol(v)->function != undefined_function())
        as_symbol(v)->header.flags |= Symbol::kLibrary;
    });
}

}  // namespace winnow

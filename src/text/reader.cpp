#include "text/reader.hpp"

#include <cstdlib>
#include <unordered_set>

#include "core/array.hpp"
#include "core/condition.hpp"
#include "core/list.hpp"
#include "core/number.hpp"
#include "core/package.hpp"
#include "core/string.hpp"
#include "core/symbol.hpp"
#include "text/character_names.hpp"
#include "text/number_syntax.hpp"

namespace winnow {

Reader::Reader(Heap& heap, Stream& stream, ReaderOptions options)
    : heap_(heap),
      stream_(stream),
      options_(std::move(options)),
      variables_(*options_.text),
      heads_(heap),
      tails_(heap),
      labels_(heap) {}

// ---- errors and characters

void Reader::fail(const char* control, std::initializer_list<Value> arguments) {
  Value message = list_of(heap_, arguments);
  Value where = make_string(heap_, stream_.name());
  Value line = Value::from_fixnum(stream_.line());
  signal_error(heap_, ConditionKind::reader_error, "~A, line ~D: ~?",
               {where, line, make_string(heap_, control), message});
}

void Reader::end_inside() {
  Value name = make_string(heap_, stream_.name());
  if (open_.empty())
    signal_error(heap_, ConditionKind::end_of_file, "~A: the text ends inside an object", {name});
  const Open& o = open_.front();
  const Open& inner = open_.back();
  auto number = [](int n) { return Value::from_fixnum(n); };
  signal_error(
      heap_, ConditionKind::end_of_file,
      "~A: the text ends inside the form that began on line ~D~@[ (the innermost open ~A began on "
      "line ~D)~]",
      {name, number(o.line),
       open_.size() > 1 ? make_string(heap_, inner.kind == Kind::List ? "parenthesis" : "prefix")
                        : nil(),
       number(inner.line)});
}

std::int32_t Reader::next() {
  std::int32_t c = stream_.get();
  if (stream_.take_invalid()) fail("this is not UTF-8 text");
  return c;
}

std::int32_t Reader::require() {
  std::int32_t c = next();
  if (c == Stream::kEnd) end_inside();
  return c;
}

bool Reader::is_terminator(std::int32_t c) const {
  if (c == Stream::kEnd) return true;
  auto u = static_cast<char32_t>(c);
  return u == '(' || u == ')' || u == '\'' || u == '"' || u == ';' || u == '`' || u == ',' ||
         unicode::is_space(u);
}

void Reader::skip_one_space() {
  if (!ended_by_token_) return;
  std::int32_t c = stream_.ready() ? stream_.peek() : Stream::kEnd;
  if (c != Stream::kEnd && unicode::is_space(static_cast<char32_t>(c))) stream_.get();
}

// ---- the loop

Value Reader::read() {
  open_.clear();
  heads_.truncate(0);
  tails_.truncate(0);
  labels_.truncate(0);
  skipping_ = 0;
  Value v;
  while (!read_step(v))
    if ((++steps_ & 0xFFF) == 0) heap_.signaller->poll();
  return v;
}

void Reader::open(Kind kind, char32_t opener, Value head, std::int64_t number) {
  open_.push_back({kind, opener, stream_.line(), Open::Elements, number});
  heads_.push(head);
  tails_.push(nil());
}

bool Reader::read_step(Value& out) {
  std::int32_t c = next();
  if (c == Stream::kEnd) {
    if (!open_.empty()) end_inside();
    out = kEndOfFile;
    return true;
  }
  auto u = static_cast<char32_t>(c);
  if (unicode::is_space(u) || u == 0xFEFF) return false;
  if (open_.empty()) form_line_ = stream_.line();
  ended_by_token_ = false;
  switch (u) {
    case ';':
      while (c != Stream::kEnd && c != '\n') c = stream_.get();
      stream_.take_invalid();  // a comment may hold anything
      return false;
    case '(': open(Kind::List, u, nil()); return false;
    case ')': return close_list(out);
    case '\'': open(Kind::Prefix, u, heap_.symbols->symbol(Sym::quote)); return false;
    case '`': open(Kind::Prefix, u, heap_.symbols->symbol(Sym::backquote)); return false;
    case ',':
      if (stream_.peek() == '@') {
        next();
        open(Kind::Prefix, u, heap_.symbols->symbol(Sym::splice));
      } else {
        open(Kind::Prefix, u, heap_.symbols->symbol(Sym::unquote));
      }
      return false;
    case '"': return deliver(read_string(), out);
    case '#': return read_sharp(out);
    default: break;
  }
  Value v = read_token(u);
  ended_by_token_ = true;
  if (v != kAbsent) return deliver(v, out);
  // A dot alone.
  if (open_.empty() || open_.back().kind != Kind::List || is_nil(heads_.back()) ||
      open_.back().dots != Open::Elements)
    fail("a dot is out of place here");
  open_.back().dots = Open::Tail;
  return false;
}

// Puts V where it belongs: into the innermost open list, or through the prefixes that wait for it.
bool Reader::deliver(Value v, Value& out) {
  for (;;) {
    if (open_.empty()) {
      out = v;
      return true;
    }
    Open& top = open_.back();
    if (top.kind == Kind::List || top.kind == Kind::Vector) {
      if (top.dots == Open::Closed) fail("more than one object follows the dot");
      if (top.dots == Open::Tail) {
        heap_.store(as_pair(tails_.back())->cdr, v);
        top.dots = Open::Closed;
        return false;
      }
      Value cell = heap_.cons(v, nil());
      if (is_nil(tails_.back())) {
        heads_[heads_.size() - 1] = cell;
        if (options_.lines && top.kind == Kind::List) options_.lines->record(cell, top.line);
      } else {
        heap_.store(as_pair(tails_.back())->cdr, cell);
      }
      tails_[tails_.size() - 1] = cell;
      return false;
    }
    Open done = top;
    open_.pop_back();
    Value head = heads_.pop();
    tails_.pop();
    switch (done.kind) {
      case Kind::Prefix: {
        Value rest = heap_.cons(v, nil());
        v = heap_.cons(head, rest);
        break;
      }
      case Kind::Eval:
        if (skipping_ > 0) break;
        if (!variables_.eval) fail("#. is refused, as *READ-EVAL* is NIL");
        v = options_.evaluate ? options_.evaluate(v) : nil();
        break;
      case Kind::Feature:
        if (has_feature(v) == (done.number == 1)) return false;  // what follows is read as usual
        ++skipping_;
        open(Kind::Skip, '#', nil());
        return false;
      case Kind::Skip: --skipping_; return false;
      case Kind::Label:
        for (std::size_t i = 0; i < labels_.size(); i += 2)
          if (labels_[i] == Value::from_fixnum(done.number)) labels_[i + 1] = v;
        v = resolve_labels(v, head, v);
        break;
      case Kind::Array: {
        // #nA(...): MAKE-ARRAY with the dimensions that the nesting shows.
        std::vector<Value> dimensions;
        Value level = v;
        for (std::int64_t i = 0; i < done.number; ++i) {
          std::ptrdiff_t n = proper_length(level);
          if (n < 0)
            fail("the contents of #~DA must be nested lists", {Value::from_fixnum(done.number)});
          dimensions.push_back(Value::from_fixnum(n));
          level = car(level);
        }
        ValueVector row(heap_);
        row.push(v);
        for (Value d : dimensions) {
          ValueVector deeper(heap_);
          for (Value list : row) {
            if (proper_length(list) != d.fixnum())
              fail("the rows of #~DA have different lengths", {Value::from_fixnum(done.number)});
            for (; is_cons(list); list = cdr(list)) deeper.push(car(list));
          }
          row.truncate(0);
          for (Value x : deeper) row.push(x);
        }
        Value data = make_vector(heap_, row.size(), nil());
        std::copy(row.begin(), row.end(), as<Vector>(data)->data);
        ArrayOptions o;
        o.data = data;
        v = done.number == 1 ? data : make_array(heap_, dimensions, o);
        break;
      }
      case Kind::Complex: fail("there are no complex numbers here");
      case Kind::List:
      case Kind::Vector: break;
    }
  }
}

bool Reader::close_list(Value& out) {
  if (open_.empty()) {
    if (options_.warn)
      options_.warn(stream_.name() + ", line " + std::to_string(stream_.line()) +
                    ": one parenthesis too many; it is ignored");
    return false;
  }
  Open done = open_.back();
  if (done.kind != Kind::List && done.kind != Kind::Vector)
    fail("a parenthesis closes where an object should follow ~A",
         {make_string(heap_, std::u32string(1, done.opener))});
  if (done.dots == Open::Tail) fail("nothing follows the dot");
  open_.pop_back();
  Value list = heads_.pop();
  tails_.pop();
  if (done.kind == Kind::List) return deliver(list, out);
  std::size_t given = list_length(list);
  std::size_t length = done.number >= 0 ? static_cast<std::size_t>(done.number) : given;
  if (given > length || (given == 0 && length > 0))
    fail("the vector has more elements than its length");
  Value vector = make_vector(heap_, length, nil());
  Value last = nil();
  for (std::size_t i = 0; i < length; ++i) {
    if (is_cons(list)) {
      last = car(list);
      list = cdr(list);
    }
    as<Vector>(vector)->data[i] = last;
  }
  return deliver(vector, out);
}

// ---- strings, characters, tokens

Value Reader::read_string() {
  int line = stream_.line();
  std::u32string text;
  char32_t escape = options_.dialect.slash_quotes ? '/' : '\\';
  for (;;) {
    heap_.poll_at(text.size());
    std::int32_t c = next();
    if (c != Stream::kEnd && c == static_cast<std::int32_t>(escape))
      c = next();
    else if (c == '"')
      return make_string(heap_, text);
    if (c == Stream::kEnd)
      signal_error(heap_, ConditionKind::end_of_file,
                   "~A: the text ends inside the string that began on line ~D",
                   {make_string(heap_, stream_.name()), Value::from_fixnum(line)});
    text += static_cast<char32_t>(c);
  }
}

// A symbol or number that begins with FIRST; kAbsent for a dot alone.
// The rest of the token that begins with FIRST, without what escapes its characters.
Reader::TokenMarks Reader::collect_token(char32_t first, std::u32string& text) {
  auto [escaped, colon] = TokenMarks{};
  bool bars = false;
  char32_t single = options_.dialect.slash_quotes ? '/' : '\\';
  std::int32_t c = static_cast<std::int32_t>(first);
  for (;;) {
    heap_.poll_at(text.size());
    auto u = static_cast<char32_t>(c);
    if (u == single) {
      text += static_cast<char32_t>(require());
      escaped = true;
    } else if (u == '|') {
      bars = !bars;
      escaped = true;
    } else if (bars) {
      text += u;
    } else {
      if (u == ':' && colon == std::u32string::npos) colon = text.size();
      text += unicode::upcase(u);
    }
    c = bars ? require() : stream_.peek();
    if (bars) continue;
    if (is_terminator(c)) break;
    next();
  }
  if (stream_.take_invalid()) fail("this is not UTF-8 text");
  return {escaped, colon};
}

Value Reader::read_token(char32_t first) {
  std::u32string text;
  auto [escaped, colon] = collect_token(first, text);
  // MacLisp's // is its quotient, which Common Lisp's / is not: it gets a symbol of its own.
  if (options_.dialect.slash_quotes && text == U"/") text = U"//";
  return token_value(text, escaped, colon);
}

Value Reader::token_value(std::u32string& text, bool escaped, std::size_t colon) {
  if (skipping_ > 0 && text != U".") return nil();
  if (!escaped) {
    if (text == U".") return kAbsent;
    Value number = parse_number(heap_, text, variables_.base);
    if (number != kAbsent) return number;
    if (text.find_first_not_of(U'.') == std::u32string::npos)
      fail("a token of dots alone means nothing");
  }
  return intern_token(text, colon);
}

// The symbol that TEXT names. COLON: where its first colon stands, or npos.
Value Reader::intern_token(const std::u32string& text, std::size_t colon) {
  SymbolTable& symbols = *heap_.symbols;
  if (colon == 0) return symbols.keyword(text.substr(1));
  if (colon == std::u32string::npos || options_.dialect.is_maclisp)
    return intern_symbol(heap_, symbols.current_package(), text).symbol;
  std::u32string package_name = text.substr(0, colon);
  bool external = text.compare(colon, 2, U"::") != 0;
  std::u32string name = text.substr(colon + (external ? 1 : 2));
  Value package = symbols.find_package(package_name);
  if (package == kAbsent)
    fail("~A: there is no package ~A",
         {make_string(heap_, text), make_string(heap_, package_name)});
  if (name.empty() || name.find(U':') != std::u32string::npos)
    fail("~A is no name of a symbol", {make_string(heap_, text)});
  if (!external) return intern_symbol(heap_, package, name).symbol;
  FoundSymbol found = find_symbol(package, name);
  if (package == symbols.keyword_package()) return symbols.keyword(name);
  if (found.status != SymbolStatus::External)
    fail(found.symbol == kAbsent ? "there is no symbol ~A in the package ~A"
                                 : "the symbol ~A of the package ~A is not external",
         {make_string(heap_, name), as<Package>(package)->name});
  return found.symbol;
}

Value Reader::read_character() {
  std::u32string name(1, static_cast<char32_t>(require()));
  for (std::int32_t c = stream_.peek(); !is_terminator(c); c = stream_.peek())
    name += static_cast<char32_t>(next());
  if (name.size() == 1) return Value::from_character(name[0]);
  std::int32_t c = character_named(name);
  if (c == Stream::kEnd) fail("there is no character named ~A", {make_string(heap_, name)});
  return Value::from_character(static_cast<char32_t>(c));
}

Value Reader::read_radix(int base) {
  std::u32string text;
  for (std::int32_t c = stream_.peek(); !is_terminator(c); c = stream_.peek())
    text += unicode::upcase(static_cast<char32_t>(next()));
  Value v = base >= 2 && base <= 36 ? parse_number(heap_, text, base) : kAbsent;
  if (skipping_ > 0) return nil();
  if (v == kAbsent || is_float(v))
    fail("~A is no rational number in base ~D",
         {make_string(heap_, text), Value::from_fixnum(base)});
  return v;
}

// ---- the dispatching macro character

void Reader::skip_block_comment() {
  int depth = 1;
  std::int32_t before = 0;
  while (depth > 0) {
    std::int32_t c = require();
    if (before == '|' && c == '#') {
      --depth;
      c = 0;
    } else if (before == '#' && c == '|') {
      ++depth;
      c = 0;
    }
    before = c;
  }
}

bool Reader::has_feature(Value e) {
  if (is_symbol(e)) {
    std::u32string name = text_of(as<String>(as_symbol(e)->name));
    return memq(heap_.symbols->keyword(name), symbol_value(heap_, Sym::star_features));
  }
  if (!is_cons(e) || !is_symbol(car(e))) fail("~S is no feature expression", {e});
  std::string op = utf8_of(as<String>(as_symbol(car(e))->name));
  if (op == "NOT") return !has_feature(car(cdr(e)));
  bool all = op == "AND";
  if (!all && op != "OR") fail("~S is no feature expression", {e});
  for (Value rest = cdr(e); is_cons(rest); rest = cdr(rest))
    if (has_feature(car(rest)) != all) return !all;
  return all;
}

Value Reader::resolve_labels(Value root, Value placeholder, Value object) {
  std::unordered_set<std::uint64_t> seen;
  ValueVector work(heap_);
  auto visit = [&](Value& place) {
    if (place == placeholder)
      place = object;
    else if ((is_cons(place) || is_vector_object(place)) && seen.insert(place.bits).second)
      work.push(place);
  };
  visit(root);
  while (!work.empty()) {
    Value v = work.pop();
    if (is_cons(v)) {
      visit(as_pair(v)->car);
      visit(as_pair(v)->cdr);
    } else {
      for (std::uint32_t i = 0; i < as<Vector>(v)->length(); ++i) visit(as<Vector>(v)->data[i]);
    }
  }
  return root;
}

bool Reader::read_sharp(Value& out) {
  std::int64_t number = -1;
  std::int32_t c = require();
  while (c >= '0' && c <= '9' && number < 1'000'000) {
    number = (number < 0 ? 0 : number * 10) + (c - '0');
    c = require();
  }
  switch (c) {
    case '\'': open(Kind::Prefix, '#', heap_.symbols->symbol(Sym::function)); return false;
    case '(': open(Kind::Vector, '(', nil(), number); return false;
    case '|': skip_block_comment(); return false;
    case '\\': return deliver(read_character(), out);
    case '.': open(Kind::Eval, '#', nil()); return false;
    case '+': open(Kind::Feature, '#', nil(), 1); return false;
    case '-': open(Kind::Feature, '#', nil(), 0); return false;
    case 'x':
    case 'X': return deliver(read_radix(16), out);
    case 'o':
    case 'O': return deliver(read_radix(8), out);
    case 'b':
    case 'B': return deliver(read_radix(2), out);
    case 'r':
    case 'R': return deliver(read_radix(static_cast<int>(number)), out);
    case 'a':
    case 'A': open(Kind::Array, '#', nil(), number < 0 ? 1 : number); return false;
    case 'c':
    case 'C': open(Kind::Complex, '#', nil()); return false;
    case 'p':
    case 'P': return false;  // a pathname is a string here
    case ':': {
      std::u32string text;
      if (!is_terminator(stream_.peek())) collect_token(static_cast<char32_t>(next()), text);
      return deliver(make_symbol(heap_, make_string(heap_, text)), out);
    }
    case '=': {
      Value placeholder = make_symbol(heap_, make_string(heap_, "label"));
      labels_.push(Value::from_fixnum(number));
      labels_.push(placeholder);
      open(Kind::Label, '#', placeholder, number);
      return false;
    }
    case '#':
      for (std::size_t i = 0; i < labels_.size(); i += 2)
        if (labels_[i] == Value::from_fixnum(number)) return deliver(labels_[i + 1], out);
      fail("#~D# refers to no label", {Value::from_fixnum(number)});
    case '!':  // the first line of a script
      if (stream_.line() == 1) {
        while (c != Stream::kEnd && c != '\n') c = next();
        return false;
      }
      [[fallthrough]];
    default:
      if (c == '<') fail("an object printed as #<...> cannot be read back");
      fail("#~A means nothing here",
           {make_string(heap_, std::u32string(1, static_cast<char32_t>(c)))});
  }
}

}  // namespace winnow

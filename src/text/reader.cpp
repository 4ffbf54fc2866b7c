#include "text/reader.hpp"

#include <unordered_set>
#include <utility>

#include "data/array.hpp"
#include "data/string.hpp"
#include "data/symbol.hpp"
#include "heap/allocation_scopes.hpp"
#include "heap/condition.hpp"
#include "heap/list.hpp"

namespace winnow {

Reader::Reader(TextSystem& text, Stream& stream, SourceMap* lines, Reading* inside)
    : text_(text),
      heap_(text.heap),
      stream_(stream),
      lines_(lines),
      variables_(text),
      own_(text.heap),
      shared_(inside != nullptr ? *inside : own_),
      heads_(text.heap),
      tails_(text.heap) {
  refresh();
}

// Updates the readtable, which a call of Lisp may have changed.
void Reader::refresh() {
  variables_ = ReadVariables(text_);
  table_ = as<Readtable>(variables_.table);
  row_ = as<Bytes>(table_->syntax)->data;
  plain_digits_ = variables_.base == 10;
  for (unsigned char c = '0'; c <= '9'; ++c)
    plain_digits_ = plain_digits_ && static_cast<Syntax>(row_[c]) == Syntax::Constituent;
}

// ---- errors and characters

namespace {
Value column_or_nil(SourcePosition at) {
  return at.column > 0 ? Value::from_fixnum(at.column) : nil();
}
}  // namespace

void Reader::fail(const char* control, std::initializer_list<Value> arguments) {
  Value message = list_of(heap_, arguments);
  Value where = make_string(heap_, stream_.name());
  const SourcePosition at = read_before(1);
  signal_error(
      heap_, ConditionKind::reader_error, "~A:~D:~@[~D:~] ~?",
      {where, Value::from_fixnum(at.line), column_or_nil(at), make_string(heap_, control), message},
      {stream_object()});
}

SourcePosition Reader::read_before(int count) const {
  return {stream_.line(), lines_ == nullptr ? 0 : stream_.input_column() - count};
}

void Reader::end_inside() {
  auto number = [](int n) { return Value::from_fixnum(n); };
  if (open_.empty()) end_inside("object", {stream_.line(), 0});
  Value name = make_string(heap_, stream_.name());
  const Open& o = open_.front();
  const Open& inner = open_.back();
  signal_error(
      heap_, ConditionKind::end_of_file,
      "~A:~D:~@[~D:~] the text ends inside the form that begins here~:[~2*~; (the innermost open "
      "~A "
      "begins on line ~D)~]~@[; perhaps the parenthesis is missing before line ~D, ~A ...~]",
      {name, number(o.at.line), column_or_nil(o.at), truth(open_.size() > 1),
       make_string(heap_, inner.kind == Kind::List ? "parenthesis" : "prefix"),
       number(inner.at.line), astray_line_ > 0 ? number(astray_line_) : nil(),
       make_string(heap_, astray_)},
      {stream_object()});
}

void Reader::end_inside(const char* what, SourcePosition begin) {
  signal_error(heap_, ConditionKind::end_of_file,
               "~A:~D:~@[~D:~] the text ends inside the ~A that begins here",
               {make_string(heap_, stream_.name()), Value::from_fixnum(begin.line),
                column_or_nil(begin), make_string(heap_, what)},
               {stream_object()});
}

Value Reader::character_text(char32_t c) { return make_string(heap_, std::u32string(1, c)); }

std::int32_t Reader::next() {
  std::int32_t c = stream_.get();
  if (c >= 0x80 && stream_.take_invalid()) fail("this is not UTF-8 text");
  return c;
}

std::int32_t Reader::require() {
  std::int32_t c = next();
  if (c == Stream::kEnd) end_inside();
  return c;
}

void Reader::skip_one_space() {
  if (!ended_by_token_) return;
  std::int32_t c = stream_.ready() ? stream_.peek() : Stream::kEnd;
  if (c != Stream::kEnd && syntax(static_cast<char32_t>(c)) == Syntax::Whitespace) stream_.get();
}

// ---- the loop

void Reader::begin() {
  open_.clear();
  closing_ = false;
  heads_.truncate(0);
  tails_.truncate(0);
  own_.labels.clear();
  own_.objects.truncate(0);
  own_.backquotes = 0;
  astray_line_ = 0;
  skipping_ = variables_.suppress ? 1 : 0;
  features_ = 0;
}

Value Reader::run() {
  Building building(heap_);
  Value v;
  while (!read_step(v))
    if ((++steps_ & 0xFFF) == 0) heap_.upcalls->poll();
  return v;
}

Value Reader::read() {
  begin();
  return run();
}

Value Reader::read_delimited(char32_t closer) {
  begin();
  open(Kind::Elements, closer, nil(), -1, closer);
  return run();
}

Value Reader::run_macro(ReaderMacro macro, char32_t c, std::int64_t argument) {
  begin();
  Value v = kAbsent;
  if (macro_character(macro, c, argument, v)) return v;
  return open_.empty() ? kAbsent : run();
}

void Reader::open(Kind kind, char32_t opener, Value head, std::int64_t number, char32_t closer) {
  SourcePosition at{stream_.line(),
                    lines_ != nullptr && kind == Kind::List ? stream_.input_column() - 1 : 0};
  open_.push_back(
      {kind, opener, closer, at, Open::Elements, number, shared_.backquotes, skipping_});
  if (kind == Kind::Feature) {  // also counted in skipped text
    ++features_;
    skipping_ = 0;
  }
  heads_.push(head);
  tails_.push(nil());
}

Reader::Open Reader::close() {
  Open done = open_.back();
  open_.pop_back();
  heads_.pop();
  tails_.pop();
  shared_.backquotes = done.backquotes;
  return done;
}

// Makes the next object a comment.
void Reader::skip_object() {
  ++skipping_;
  open(Kind::Skip, '#', nil());
}

// Records an open parenthesis in column 0 inside a form: probably the previous form
// lacks a close parenthesis.
void Reader::note_astray() {
  if (open_.empty() || astray_line_ > 0) return;
  astray_line_ = stream_.line();
  std::string_view rest = stream_.bytes_ahead();
  rest = rest.substr(0, rest.find('\n'));
  // The operator and the name, as in: (defun g
  astray_ = "(" + std::string(rest.substr(0, rest.find_first_of(" \t\r()", rest.find(' ') + 1)));
  if (astray_.size() > kLongestAstray) astray_ = "(";
}

bool Reader::read_step(Value& out) {
  if (closing_) return close_all(out);
  if (read_plain(out)) return true;
  std::int32_t c = next();
  bool in_column_0 = std::exchange(after_line_, c == '\n');
  if (in_column_0 && c == '(') note_astray();
  if (c == Stream::kEnd) {
    if (!open_.empty()) end_inside();
    out = kEndOfFile;
    return true;
  }
  auto u = static_cast<char32_t>(c);
  Syntax kind = syntax(u);
  if (kind == Syntax::Whitespace || u == 0xFEFF) return false;
  if (open_.empty())
    form_at_ = {stream_.line(), lines_ != nullptr ? stream_.input_column() - 1 : 0};
  ended_by_token_ = false;
  if (!open_.empty() && u == open_.back().closer) return close_list(out);
  if (kind == Syntax::Terminating || kind == Syntax::NonTerminating) {
    Value macro = macro_of(heap_, table_, u);
    if (macro.is_fixnum())
      return macro_character(static_cast<ReaderMacro>(macro.fixnum()), u, -1, out);
    return run_function(macro, u, kAbsent, out);
  }
  if (kind == Syntax::Invalid)
    fail("the character ~S is not allowed here", {Value::from_character(u)});
  bool is_literal = u == '$' && text_.dialect.kind == Dialect::Lisp15 && stream_.peek() == '$';
  if (is_literal)
    read_literal();
  else
    read_token(u);
  Value v = is_literal && !is_suppressed() ? intern_token() : token_value();
  return v == kAbsent ? take_dot() : deliver(v, out);
}

// Accepts a dot before the tail of a list; signals an error if it is misplaced.
// Returns false, as it has not read an object.
bool Reader::take_dot() {
  if (open_.empty() || open_.back().kind != Kind::List || open_.back().dots != Open::Elements ||
      is_nil(heads_.back()))
    fail("a dot is out of place here");
  open_.back().dots = Open::Tail;
  return false;
}

// Calls a macro function that a program has defined.
bool Reader::run_function(Value function, char32_t c, Value argument, Value& out) {
  struct Under {  // restores the state, also on a non-local exit
    TextSystem& text;
    Reading* outer;
    ~Under() { text.reading = outer; }
  } under{text_, text_.reading};
  text_.reading = &shared_;
  Rebound suppress(heap_, Sym::star_read_suppress, truth(is_suppressed()));
  Value stream = stream_object();
  Value v =
      argument == kAbsent
          ? heap_.upcalls->call_function(function, {stream, Value::from_character(c)})
          : heap_.upcalls->call_function(function, {stream, Value::from_character(c), argument});
  std::size_t count = heap_.upcalls->value_count();
  refresh();
  if (count == 0) return false;
  if (count == 1 || !text_.dialect.is_old()) return deliver(v, out);
  // In the older dialects a macro may splice several objects into a list.
  while (!open_.empty() && open_.back().kind == Kind::Kept) close();
  if (open_.empty() || open_.back().closer == Open::kNone)
    fail("a splicing macro returns several objects outside a list");
  add_element(v);
  for (std::size_t i = 0; i + 1 < count; ++i) add_element(heap_.upcalls->other_value(i));
  return false;
}

// Adds V to the innermost open list, after completing the open prefixes with it.
bool Reader::deliver(Value v, Value& out) {
  for (;;) {
    if (open_.empty()) {
      out = v;
      return true;
    }
    const Open& top = open_.back();
    if (top.closer != Open::kNone) {
      add_element(v);
      return false;
    }
    Value head = heads_.back();
    Open done = close();
    if (done.kind == Kind::Feature) {
      --features_;
      skipping_ = done.skipping;
      if (has_feature(v) != (done.number == 1))
        skip_object();
      else
        open(Kind::Kept, '#', nil());
      return false;
    }
    if (done.kind == Kind::Skip) {
      --skipping_;
      return false;
    }
    v = is_suppressed() ? nil() : finish(done, head, v);
  }
}

void Reader::add_element(Value v) {
  Open& top = open_.back();
  if (top.dots == Open::Closed) fail("more than one object follows the dot");
  if (is_suppressed()) return;
  if (top.dots == Open::Tail) {
    refuse_splice(v);
    heap_.store(as_pair(tails_.back())->cdr, v);
    top.dots = Open::Closed;
    return;
  }
  Value cell = heap_.cons(v, nil());
  if (is_nil(tails_.back())) {
    heads_[heads_.size() - 1] = cell;
    if (lines_ != nullptr && top.kind == Kind::List) lines_->record(cell, top.at);
  } else {
    heap_.store(as_pair(tails_.back())->cdr, cell);
  }
  tails_[tails_.size() - 1] = cell;
}

// Signals an error for `,@x and ( ... . ,@x), which are not valid (2.4.6).
void Reader::refuse_splice(Value v) {
  if (is_cons(v) && car(v) == heap_.symbols->symbol(Sym::splice))
    fail(",@ is out of place after a backquote or a dot: expected an element of a list, got ,@~S",
         {second(v)});
}

bool Reader::close_list(Value& out) {
  Open done = open_.back();
  if (done.dots == Open::Tail) fail("expected an object after the dot");
  open_.pop_back();
  Value list = heads_.pop();
  tails_.pop();
  if (done.kind == Kind::Vector && !is_suppressed()) list = make_vector_of(list, done.number);
  return deliver(is_suppressed() ? nil() : list, out);
}

// One step of ]: closes the innermost list.
bool Reader::close_all(Value& out) {
  const Open top = open_.back();
  if (top.closer == Open::kNone)
    fail("expected an object after ~A, got a close bracket", {character_text(top.opener)});
  bool last = top.opener == '[';
  bool whole = close_list(out);
  closing_ = !last && !whole && !open_.empty();
  return whole;
}

// ---- completion of prefixes

// The object that DONE makes from V, the object that was read for it. HEAD: from open().
Value Reader::finish(const Open& done, Value head, Value v) {
  switch (done.kind) {
    case Kind::Prefix: {
      if (head == heap_.symbols->symbol(Sym::backquote)) refuse_splice(v);
      Value rest = heap_.cons(v, nil());
      return heap_.cons(head, rest);
    }
    case Kind::Eval:
      if (!variables_.eval) fail("#. is disabled, as *READ-EVAL* is NIL");
      v = heap_.upcalls->evaluate_apart(v);
      refresh();
      return v;
    case Kind::Label: {
      Reading::Label& label = shared_.labels.at(done.number);
      shared_.objects[label.place] = v;
      label.is_complete = true;
      if (v == head) fail("the label #~D= refers to itself", {Value::from_fixnum(done.number)});
      return label.is_used ? resolve_labels(v, head, v) : v;
    }
    case Kind::Array: return make_array_of(v, done.number);
    case Kind::Structure: return read_structure(v);
    case Kind::Complex: return read_complex(v);
    case Kind::Pathname: return read_pathname(v);
    default: return v;
  }
}

// #(...), and #n(...), which is filled up to n elements with its last one.
Value Reader::make_vector_of(Value list, std::int64_t wanted) {
  std::size_t given = list_length(list);
  std::size_t length = wanted >= 0 ? static_cast<std::size_t>(wanted) : given;
  if (given > length) fail("the vector has more elements than its length");
  if (given == 0 && length > 0) fail("no element to fill the vector with");
  Value vector = make_vector(heap_, length, nil());
  Value last = nil();
  for (std::size_t i = 0; i < length; ++i) {
    if (is_cons(list)) {
      last = car(list);
      list = cdr(list);
    }
    as<Vector>(vector)->data[i] = last;
  }
  return vector;
}

// #nA(...): an array whose dimensions are those of the nested sequences.
Value Reader::make_array_of(Value contents, std::int64_t rank) {
  constexpr std::int64_t kMostRank = 0xFFFF;
  Value rank_value = Value::from_fixnum(rank);
  if (rank > kMostRank) fail("#~DA: an array has at most ~D axes", {rank_value, fixnum(kMostRank)});
  auto length_of = [&](Value v) {
    std::ptrdiff_t n =
        is_vector(v) ? static_cast<std::ptrdiff_t>(vector_length(v)) : proper_length(v);
    if (n < 0) fail("the contents of #~DA must be nested lists", {rank_value});
    return static_cast<std::size_t>(n);
  };
  auto element = [this](Value v, std::size_t i) {
    return is_vector(v) ? array_ref(heap_, v, i) : car(nth_rest(v, i));
  };
  std::vector<Value> dimensions;  // fixnums, so they need not be roots
  ValueVector row(heap_);
  row.push(contents);
  for (std::int64_t axis = 0; axis < rank; ++axis) {
    std::size_t n = row.empty() ? 0 : length_of(row[0]);
    dimensions.push_back(fixnum(n));
    ValueVector deeper(heap_);
    for (Value part : row) {
      if (length_of(part) != n) fail("the rows of #~DA have different lengths", {rank_value});
      heap_.poll_at(deeper.size());
      if (is_vector(part))
        for (std::size_t i = 0; i < n; ++i) deeper.push(element(part, i));
      else
        for (Value rest = part; is_cons(rest); rest = cdr(rest)) deeper.push(car(rest));
    }
    row.truncate(0);
    for (Value x : deeper) row.push(x);
  }
  Value data = make_vector(heap_, row.size(), nil());
  std::copy(row.begin(), row.end(), as<Vector>(data)->data);
  ArrayOptions o;
  o.data = data;
  return rank == 1 ? data : make_array(heap_, dimensions, o);
}

bool Reader::has_feature(Value e) {
  if (is_symbol(e)) {
    Value features = symbol_value(heap_, Sym::star_features);
    if (proper_length(heap_, features) < 0) fail("*FEATURES* is not a proper list");
    bool is_dialect = text_.dialect.is_old() && e == keyword_of(heap_, text_.dialect);
    return is_dialect || memq(e, features);
  }
  std::ptrdiff_t length = proper_length(heap_, e);
  if (length < 1 || !is_symbol(car(e))) fail("~S is not a feature expression", {e});
  std::string op = utf8_of(as<String>(as_symbol(car(e))->name));
  bool known = op == "NOT" ? length == 2 : op == "AND" || op == "OR";
  if (!known || !heap_.native_stack.has_room()) fail("~S is not a feature expression", {e});
  if (op == "NOT") return !has_feature(second(e));
  bool all = op == "AND";
  for (Value rest = cdr(e); is_cons(rest); rest = cdr(rest))
    if (has_feature(car(rest)) != all) return !all;
  return all;
}

// Replaces PLACEHOLDER by OBJECT in ROOT.
Value Reader::resolve_labels(Value root, Value placeholder, Value object) {
  std::unordered_set<std::uint64_t> seen;
  ValueVector work(heap_);
  auto visit = [&](Value& place) {
    if (place == placeholder)
      heap_.store(place, object);
    else if ((is_cons(place) || is_vector_object(place) || has_type(place, Type::Array) ||
              has_type(place, Type::Structure)) &&
             seen.insert(place.bits).second)
      work.push(place);
  };
  visit(root);
  for (std::size_t steps = 1; !work.empty(); ++steps) {
    heap_.poll_at(steps);
    Value v = work.pop();
    if (is_cons(v)) {
      visit(as_pair(v)->car);
      visit(as_pair(v)->cdr);
    } else if (is_vector_object(v)) {
      for (std::uint32_t i = 0; i < as<Vector>(v)->length(); ++i) visit(as<Vector>(v)->data[i]);
    } else if (has_type(v, Type::Array)) {
      visit(as<Array>(v)->data);
    } else {
      for (std::uint32_t i = 0; i + 1 < as<Structure>(v)->header.length; ++i)
        visit(as<Structure>(v)->slots[i]);
    }
  }
  return root;
}

}  // namespace winnow

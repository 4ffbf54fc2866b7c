#include "text/format/control.hpp"

#include <algorithm>

#include "data/string.hpp"
#include "data/unicode.hpp"
#include "heap/condition.hpp"
#include "heap/list.hpp"

namespace winnow::format_control {

namespace {

constexpr std::u32string_view kNames = U"ASDBOXRPCFEG$%&|~T*?_WI()[]{}<>;^/";
constexpr std::int64_t kMostNumber = 1'000'000'000'000'000'000;
constexpr std::size_t kMostParameters = 7;

class Parser {
 public:
  Parser(Heap& heap, std::u32string_view text) : heap_(heap), text_(text) { control_.text = text; }

  Control parse() {
    while (at_ < text_.size()) {
      heap_.poll_at(control_.directives.size());
      if (text_[at_] == '~')
        directive();
      else
        plain_text(std::min(text_.find(U'~', at_), text_.size()));
    }
    if (!open_.empty()) {
      Directive& opener = control_.directives[open_.back().opener];
      fail("~~~A is not closed", opener.begin, {name(opener.name)});
    }
    return std::move(control_);
  }

 private:
  struct Open {
    std::uint32_t opener;
    std::uint32_t clause;         // the opener, or the last ~;
    bool is_pretty = false;       // contains directives of the pretty printer
    bool has_line_start = false;  // ~:; in ~<
  };

  [[noreturn]] void fail(const char* what, std::size_t at, std::initializer_list<Value> arguments) {
    format_control::fail(heap_, text_, at, what, arguments);
  }
  Value name(char32_t c) { return make_string(heap_, std::u32string(1, c)); }

  void plain_text(std::size_t end) {
    Directive d;
    d.begin = static_cast<std::uint32_t>(at_);
    d.end = static_cast<std::uint32_t>(end);
    if (end > at_) control_.directives.push_back(d);
    at_ = end;
  }

  char32_t peek() {
    if (at_ >= text_.size()) fail("the control string ends inside a directive", begin_, {});
    return text_[at_];
  }

  Parameter parameter() {
    char32_t c = peek();
    if (c == '\'') {
      ++at_;
      Parameter p{Parameter::Character, static_cast<std::int64_t>(peek())};
      ++at_;
      return p;
    }
    if (c == 'v' || c == 'V' || c == '#') {
      ++at_;
      return {c == '#' ? Parameter::Count : Parameter::Argument};
    }
    bool negative = c == '-';
    if (c == '+' || c == '-') ++at_;
    Parameter p{Parameter::None};
    while (peek() >= '0' && peek() <= '9') {
      p.kind = Parameter::Number;
      auto digit = static_cast<std::int64_t>(text_[at_++] - '0');
      p.number = std::min(kMostNumber, std::min(p.number, kMostNumber / 10) * 10 + digit);
    }
    if (p.kind == Parameter::None && c != ',' && (c == '+' || negative))
      fail("a sign without a number", begin_, {});
    if (negative) p.number = -p.number;
    return p;
  }

  void directive() {
    begin_ = at_++;
    Directive d;
    d.begin = static_cast<std::uint32_t>(begin_);
    d.first_parameter = static_cast<std::uint32_t>(control_.parameters.size());
    for (;;) {
      Parameter p = parameter();
      bool more = peek() == ',';
      if (p.kind != Parameter::None || more) {
        control_.parameters.push_back(p);
        ++d.parameter_count;
      }
      if (!more) break;
      ++at_;
    }
    for (; peek() == ':' || peek() == '@'; ++at_) {
      bool& modifier = text_[at_] == ':' ? d.colon : d.at;
      if (modifier) fail("duplicate modifier ~A", begin_, {name(text_[at_])});
      modifier = true;
    }
    d.name = unicode::upcase(text_[at_++]);
    if (d.name == '\n') return line_break(d);
    if (kNames.find(d.name) == std::u32string_view::npos)
      fail("~~~A is not a directive", begin_, {name(d.name)});
    if (d.parameter_count > kMostParameters && d.name != '/')
      fail("~~~A has too many parameters", begin_, {name(d.name)});
    if (d.name == '/') {
      d.name_begin = static_cast<std::uint32_t>(at_);
      at_ = text_.find(U'/', at_);
      if (at_ == std::u32string_view::npos) fail("the name in ~~/ is not closed", begin_, {});
      ++at_;
    }
    d.end = static_cast<std::uint32_t>(at_);
    nest(d);
  }

  // ~newline: removes the line break and the white space after it, according to : and @.
  void line_break(const Directive& d) {
    if (d.colon && d.at) fail("~~: and ~~@ exclude each other before a line end", begin_, {});
    Directive text;
    text.begin = static_cast<std::uint32_t>(at_ - 1);
    text.end = static_cast<std::uint32_t>(at_);
    if (d.at) control_.directives.push_back(text);
    while (!d.colon && at_ < text_.size() && unicode::is_space(text_[at_]) && text_[at_] != '\n')
      ++at_;
  }

  // Justification and pretty printing exclude each other (22.3.5.2, 22.3.6.2).
  void check_layout(const Directive& d) {
    bool closes = d.name == '>';
    bool is_pretty = d.name == 'W' || d.name == '_' || d.name == 'I' ||
                     (d.name == 'T' && d.colon) || (closes && d.colon);
    if (closes && !d.colon) {
      if (open_.back().is_pretty)
        fail("~~W ~~_ ~~I ~~:T and ~~<...~~:> cannot be used inside ~~<...~~>", begin_, {});
      has_line_start_ = has_line_start_ || open_.back().has_line_start;
    }
    if (is_pretty) {
      is_pretty_ = true;
      // The directives around the block that ends here.
      std::size_t i = open_.size() - (closes ? 1 : 0);
      while (i > 0 && !open_[i - 1].is_pretty) open_[--i].is_pretty = true;
    }
    if (is_pretty_ && has_line_start_)
      fail("~~<...~~:;...~~> cannot be used with ~~W ~~_ ~~I ~~:T or ~~<...~~:>", begin_, {});
  }

  void nest(const Directive& d) {
    auto here = static_cast<std::uint32_t>(control_.directives.size());
    switch (d.name) {
      case '(':
      case '[':
      case '{':
      case '<': open_.push_back({here, here}); break;
      case ';': {
        char32_t opener = open_.empty() ? 0 : control_.directives[open_.back().opener].name;
        if (opener != '[' && opener != '<') fail("~~; is out of place", begin_, {});
        control_.directives[open_.back().clause].next = here;
        open_.back().clause = here;
        open_.back().has_line_start = open_.back().has_line_start || d.colon;
        break;
      }
      case ')':
      case ']':
      case '}':
      case '>': {
        char32_t opener = open_.empty() ? 0 : control_.directives[open_.back().opener].name;
        char32_t wanted = d.name == ')' ? '(' : d.name == ']' ? '[' : d.name == '}' ? '{' : '<';
        if (opener != wanted) fail("unmatched ~~~A", begin_, {name(d.name)});
        check_layout(d);
        control_.directives[open_.back().clause].next = here;
        control_.directives[open_.back().opener].close = here;
        open_.pop_back();
        break;
      }
      default: check_layout(d);
    }
    control_.directives.push_back(d);
  }

  Heap& heap_;
  std::u32string_view text_;
  Control control_;
  std::vector<Open> open_;
  bool is_pretty_ = false;
  bool has_line_start_ = false;
  std::size_t at_ = 0;
  std::size_t begin_ = 0;  // the beginning of the current directive
};

}  // namespace

void fail(Heap& heap, std::u32string_view text, std::size_t at, const char* what,
          std::initializer_list<Value> arguments) {
  // Show only the neighbourhood in a long text.
  constexpr std::size_t kShown = 60;
  std::size_t from = at > kShown / 2 && text.size() > kShown ? at - kShown / 2 : 0;
  std::u32string near(text.substr(from, kShown));
  if (from > 0) near.insert(0, U"...");
  if (from + kShown < text.size()) near += U"...";
  Value message = list_of(heap, arguments);
  signal_error(heap, ConditionKind::simple_error, "FORMAT: ~? (at character ~D of ~S)",
               {make_string(heap, what), message, fixnum(at), make_string(heap, near)});
}

Control parse(Heap& heap, std::u32string_view text) { return Parser(heap, text).parse(); }

std::shared_ptr<const Control> Cache::find(Heap& heap, std::u32string_view text) {
  // Enough for the control strings of a program. The limit is for programs that construct them.
  constexpr std::size_t kMost = 500;
  constexpr std::size_t kLongest = 2000;
  std::u32string key(text);
  if (auto found = known_.find(key); found != known_.end()) return found->second;
  auto control = std::make_shared<const Control>(parse(heap, text));
  if (text.size() > kLongest) return control;
  if (known_.size() >= kMost) known_.clear();
  known_.emplace(std::move(key), control);
  return control;
}

}  // namespace winnow::format_control

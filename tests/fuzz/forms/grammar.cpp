#include "grammar.hpp"

#include <algorithm>

#include "data/package.hpp"
#include "data/string.hpp"
#include "data/symbol.hpp"
#include "heap/list.hpp"

namespace winnow::fuzz {

namespace {

constexpr int kDeepest = 6;
constexpr std::size_t kLongest = 1500;  // approximate limit of the characters of a form

// Forms alternate in stretches of this length; one stretch in kKeeping is of the kind KEEPING.
constexpr std::uint64_t kStretch = 100;
constexpr std::uint64_t kKeeping = 5;

bool names_kind(const Form& form) {
  if (!form.is_list) return form.atom.starts_with('?');
  return std::any_of(form.parts.begin(), form.parts.end(), names_kind);
}

}  // namespace

Grammar::Grammar(Interpreter& lisp, const std::string& file,
                 const std::vector<std::string>& seeds) {
  read_grammar(lisp, file);
  read_operators(lisp);
  for (const std::string& path : seeds)
    for (Form& form : read_forms(lisp, text_of_file(path)))
      if (form.is_list) seeds_.push_back(std::move(form));
  lisp.vm.guarded([&] {
    Value examples = lisp.vm.call(lisp.symbols.intern("DOCSTRING-EXAMPLES"), {});
    for (; is_cons(examples); examples = cdr(examples)) {
      std::string text = utf8_of(string_view_of(lisp.heap, second(car(examples))));
      for (Form& form : read_forms(lisp, text.substr(0, text.find(" => "))))
        if (form.is_list) seeds_.push_back(std::move(form));
    }
  });
}

// (:words (KIND WORD...)...), (:excluded NAME...), or (KIND ALTERNATIVE...).
void Grammar::read_grammar(Interpreter& lisp, const std::string& file) {
  for (const Form& entry : read_forms(lisp, text_of_file(file))) {
    const std::string& name = entry.parts[0].atom;
    for (std::size_t i = 1; i < entry.parts.size(); ++i) {
      const Form& part = entry.parts[i];
      if (name == ":WORDS") {
        for (const Form& word : part.parts) kind_of_word_[word.atom] = part.parts[0].atom;
      } else if (name == ":EXCLUDED") {
        excluded_.push_back(part.atom);
      } else {
        Kind& kind = kinds_[name];
        kind.all.push_back(part);
        if (!names_kind(part)) kind.leaves.push_back(part);
      }
    }
  }
}

void Grammar::read_operators(Interpreter& lisp) {
  Value documentation = lisp.symbols.intern("FUNCTION-DOCUMENTATION");
  auto add = [&](Value v) {
    const Symbol* s = as_symbol(v);
    std::string name = lisp.to_text(v, true);
    if (std::find(excluded_.begin(), excluded_.end(), name) != excluded_.end()) return;
    symbols_.push_back(name);
    if (s->value != kUnbound && !s->has(Symbol::kKeyword)) variables_.push_back(name);
    bool is_macro = has_type(s->function, Type::Macro);
    if (!is_macro && !is_function(s->function)) return;
    lisp.vm.guarded([&] {
      Value words = car(lisp.vm.call(documentation, {s->function}));
      std::vector<Form> lists;
      if (is_string(words)) {
        std::string text = utf8_of(string_view_of(lisp.heap, words));
        if (!text.starts_with('(')) text = "(" + text + ")";
        lists = read_forms(lisp, text);
      }
      operators_.push_back({name, lists.empty() ? Form{"", {}, true} : lists[0], is_macro});
    });
  };
  for (Value package : lisp.symbols.packages())
    for_each_present(package, [&](Value symbol, SymbolStatus) {
      if (as_symbol(symbol)->package == package) add(symbol);
    });
  // Sorted, so that the forms do not depend on the order of a hash table, hence not on other
  // symbols.
  std::sort(symbols_.begin(), symbols_.end());
  std::sort(variables_.begin(), variables_.end());
  std::sort(operators_.begin(), operators_.end(),
            [](const Operator& a, const Operator& b) { return a.name < b.name; });
}

std::string Grammar::form(std::uint64_t seed, std::uint64_t index) {
  random_.state = mix64(seed + 0x9E3779B97F4A7C15ULL) ^ mix64(index);
  text_.clear();
  depth_ = 0;
  bound_ = 0;
  bool is_keeping = mix64(seed ^ mix64(index / kStretch)) % kKeeping == 0;
  expand_name(is_keeping ? "KEEPING" : "FORM");
  return text_;
}

void Grammar::expand(const Form& shape) {
  if (!shape.is_list) {
    if (shape.atom.starts_with('?'))
      expand_name(shape.atom.substr(1));
    else
      text_ += shape.atom;
    return;
  }
  text_ += '(';
  bool first = true;
  for (const Form& part : shape.parts) {
    if (!std::exchange(first, false)) text_ += ' ';
    expand(part);
  }
  text_ += ')';
}

void Grammar::expand_name(const std::string& name) {
  if (name == "CALL") return call();
  if (name == "SEED") return mutated(one_of(seeds_), 12);
  if (name == "VAR") return variable();
  if (name == "NEW") {
    text_ += "V" + std::to_string(bound_++);
    return;
  }
  if (name == "OPERATOR") {
    text_ += one_of(operators_).name;
    return;
  }
  if (name == "SYMBOL") {
    text_ += one_of(symbols_);
    return;
  }
  auto kind = kinds_.find(name);
  if (kind == kinds_.end()) {
    std::fprintf(stderr, "grammar: unknown kind %s\n", name.c_str());
    std::abort();
  }
  expand_kind(kind->second);
}

void Grammar::expand_kind(const Kind& kind) {
  std::size_t bound = bound_;
  bool shallow = (++depth_ > kDeepest || text_.size() > kLongest) && !kind.leaves.empty();
  expand(one_of(shallow ? kind.leaves : kind.all));
  --depth_;
  // A form's bindings are visible in it alone; occasionally they are used outside anyway.
  if (!chance(10)) bound_ = bound;
}

void Grammar::variable() {
  if (bound_ > 0 && chance(85))
    text_ += "V" + std::to_string(below(bound_));
  else
    text_ += one_of(variables_);
}

void Grammar::call() {
  const Operator& o = one_of(operators_);
  ++depth_;
  text_ += '(' + o.name;
  parameters(o.parameters, o.takes_forms, 'r');
  if (chance(3)) {
    text_ += ' ';
    expand_name("ANY");
  }
  if (chance(1)) text_ += " . 5";
  text_ += ')';
  --depth_;
}

// Appends arguments for the parameters of LIST, each with a space before it.
void Grammar::parameters(const Form& list, bool takes_forms, char section) {
  for (const Form& p : list.parts) {
    if (p.is("&OPTIONAL")) {
      section = 'o';
    } else if (p.is("&REST") || p.is("&BODY")) {
      section = '*';
    } else if (p.is("&KEY")) {
      section = 'k';
    } else if (p.is("&WHOLE") || p.is("&ENVIRONMENT") || p.is("&AUX")) {
      return;
    } else if (p.is("&ALLOW-OTHER-KEYS") || p.is(".")) {
      continue;
    } else {
      const std::string& word = p.is_list && !p.parts.empty() ? p.parts[0].atom : p.atom;
      if (section == 'o' && chance(40)) return;
      if (section == 'k' && chance(60)) continue;
      if (section == 'r' && chance(1)) continue;
      std::size_t times = section == '*' ? below(4) : 1;
      for (std::size_t i = 0; i < times; ++i) {
        text_ += ' ';
        if (section == 'k') text_ += ':' + word + ' ';
        if (p.is_list && section != 'k' && section != 'o') {  // a pattern of a macro lambda list
          text_ += '(';
          parameters(p, takes_forms, 'r');
          text_ += ')';
        } else {
          argument(word, takes_forms);
        }
      }
    }
  }
}

void Grammar::argument(const std::string& word, bool takes_forms) {
  // Only one argument in ten is of any kind.
  auto kind = kind_of_word_.find(takes_forms ? "%" + word : word);
  if (kind == kind_of_word_.end()) kind = kind_of_word_.find(word);
  if (kind == kind_of_word_.end() || chance(10))
    expand_name("ANY");
  else
    expand_name(kind->second);
}

// Appends SEED with one part in PERCENT replaced, omitted or duplicated.
void Grammar::mutated(const Form& seed, unsigned percent) {
  if (text_.size() > kLongest) {
    text_ += "NIL";
    return;
  }
  if (chance(percent)) {
    switch (below(4)) {
      case 0: return mutated(one_of(seeds_), percent);
      case 1: return expand_name("RAW");
      default: return expand_name("ANY");
    }
  }
  if (!seed.is_list) {
    text_ += seed.atom;
    return;
  }
  text_ += '(';
  bool first = true;
  for (const Form& part : seed.parts) {
    if (part.is(".") && first) continue;
    unsigned here = first ? percent / 4 : percent;  // the operator is changed less often
    if (chance(here / 4)) continue;
    for (int times = chance(here / 4) ? 2 : 1; times > 0; --times) {
      if (!std::exchange(first, false)) text_ += ' ';
      mutated(part, here);
    }
  }
  text_ += ')';
}

}  // namespace winnow::fuzz

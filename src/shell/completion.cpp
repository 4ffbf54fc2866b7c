#include "shell/completion.hpp"

#include <algorithm>
#include <filesystem>

#include "data/package.hpp"
#include "data/string.hpp"
#include "data/unicode.hpp"
#include "search/algorithms.hpp"

namespace winnow {

namespace {

constexpr std::string_view kWordBreaks = " \t\n()'`\",;#";

bool is_known(Symbol* s, Value symbol, bool functions_only) {
  if (s->function != undefined_function() || is_special_form(symbol)) return true;
  // Types and games have properties.
  return !functions_only && (s->has(Symbol::kKeyword) || s->value != kUnbound || !is_nil(s->plist));
}

// Completes names of symbols in the case of the typed prefix. With a package prefix, the candidates
// are its external symbols or, after two colons, all of them.
std::vector<std::string> names(Interpreter& lisp, const std::string& prefix, bool functions_only) {
  std::u32string wanted = unicode::decode_all(prefix);
  bool upper = !wanted.empty() && std::none_of(wanted.begin(), wanted.end(),
                                               [](char32_t c) { return unicode::upcase(c) != c; });
  for (char32_t& c : wanted) c = unicode::upcase(c);
  Value package = lisp.symbols.current_package();
  bool external = false;
  std::string lead;
  if (std::size_t colon = wanted.find(U':'); colon != std::u32string::npos) {
    std::size_t begin = std::min(wanted.find_first_not_of(U':', colon), wanted.size());
    package = colon == 0 ? lisp.symbols.keyword_package()
                         : lisp.symbols.find_package(wanted.substr(0, colon));
    external = begin == colon + 1;
    wanted.erase(0, begin);
    lead = prefix.substr(0, prefix.rfind(':') + 1);
  }
  std::vector<std::string> found;
  if (package == kAbsent) return found;
  functions_only = functions_only && package != lisp.symbols.keyword_package();
  for_each_accessible(package, [&](Value v, SymbolStatus status) {
    Symbol* s = as_symbol(v);
    std::u32string name = text_of(as<String>(s->name));
    if (!name.starts_with(wanted) || (external && status != SymbolStatus::External)) return;
    if (!name.starts_with(U'&') && !is_known(s, v, functions_only)) return;
    std::string text = lead;
    for (char32_t c : name) unicode::append_utf8(text, upper ? c : unicode::downcase(c));
    found.push_back(text);
  });
  return found;
}

// The keyword arguments of the operator NAME, in lower case.
std::vector<std::string> keywords_of(Interpreter& lisp, std::string_view name) {
  std::u32string text = unicode::decode_all(name);
  for (char32_t& c : text) c = unicode::upcase(c);
  const Value symbol = find_symbol(lisp.symbols.current_package(), text).symbol;
  std::vector<std::string> found;
  if (symbol == kAbsent) return found;
  auto add = [&](Value keyword) {
    std::string word = ":";
    for (char32_t c : text_of(as<String>(as_symbol(keyword)->name)))
      unicode::append_utf8(word, unicode::downcase(c));
    found.push_back(word);
  };
  const Value f = as_symbol(symbol)->function;
  if (has_type(f, Type::Builtin)) {
    const Keywords& keywords = as<Builtin>(f)->info->keywords;
    for (std::size_t i = 0; i < keywords.count; ++i) add(lisp.symbols.symbol(keywords.names[i]));
    return found;
  }
  Value list = has_type(f, Type::Macro)     ? as<Macro>(f)->lambda_list
               : has_type(f, Type::Closure) ? as<Code>(as<Closure>(f)->code)->lambda_list
                                            : nil();
  const Value key = lisp.symbols.symbol(Sym::key);
  while (is_cons(list) && car(list) != key) list = cdr(list);
  for (list = cdr(list); is_cons(list); list = cdr(list)) {
    Value parameter = car(list);  // variable, (variable default) or ((keyword variable) default)
    for (int i = 0; i < 2 && is_cons(parameter); ++i) parameter = car(parameter);
    if (!is_symbol(parameter)) break;
    if (text_of(as<String>(as_symbol(parameter)->name)).starts_with(U'&')) break;
    add(parameter);
  }
  return found;
}

// The keywords among WORDS that the operator takes; all WORDS if it takes none, or if the word
// BEFORE is such a keyword, so that its value is expected here.
void prefer_own_keywords(std::vector<std::string>& words, const std::vector<std::string>& own,
                         std::string_view before) {
  auto is_own = [&](std::string_view word) {
    std::string lower;
    for (char32_t c : unicode::decode_all(word)) unicode::append_utf8(lower, unicode::downcase(c));
    return std::find(own.begin(), own.end(), lower) != own.end();
  };
  if (!is_own(before) && std::any_of(words.begin(), words.end(), is_own))
    std::erase_if(words, [&](const std::string& word) { return !is_own(word); });
}

std::vector<std::string> algorithms(const std::string& prefix) {
  std::vector<std::string> found;
  for (const search::AlgorithmName& n : search::kAlgorithmNames)
    if (std::string word = ":" + std::string(n.name); word.starts_with(prefix))
      found.push_back(word);
  return found;
}

std::vector<std::string> files(const std::string& prefix) {
  namespace fs = std::filesystem;
  std::size_t slash = prefix.rfind('/');
  std::string folder = slash == std::string::npos ? "" : prefix.substr(0, slash + 1);
  std::string beginning = prefix.substr(folder.size());
  std::vector<std::string> found;
  std::error_code error;
  fs::directory_iterator entries(folder.empty() ? "." : folder, error);
  for (; !error && entries != fs::directory_iterator(); entries.increment(error)) {
    std::string name = entries->path().filename();
    if (!name.starts_with(beginning) || (name[0] == '.' && beginning.empty())) continue;
    std::error_code none;
    found.push_back(folder + name + (entries->is_directory(none) ? "/" : ""));
  }
  return found;
}

// The words of the code in TEXT that begin with PREFIX and end before the last character.
std::vector<std::string> words_of(Dialect dialect, std::string_view text, std::string_view prefix) {
  std::vector<std::string> found;
  Nesting nesting(dialect);
  std::string word;
  for (char c : text) {
    const bool ends = !nesting.in_code() || kWordBreaks.find(c) != kWordBreaks.npos;
    if (ends && word.size() > prefix.size() && word.starts_with(prefix)) found.push_back(word);
    word = ends ? "" : word + c;
    nesting.add(std::string_view(&c, 1));
  }
  return found;
}

// Puts the names that the form itself contains before the others: they are probably its variables.
void put_first(std::vector<std::string>& words, std::vector<std::string> local) {
  std::sort(local.begin(), local.end());
  local.erase(std::unique(local.begin(), local.end()), local.end());
  std::erase_if(words, [&](const std::string& word) {
    return std::binary_search(local.begin(), local.end(), word);
  });
  words.insert(words.begin(), local.begin(), local.end());
}

}  // namespace

Completion completion_of(Interpreter& lisp, Nesting before, const std::string& line) {
  Completion completion;
  before.add(line);
  if (before.in_string()) {
    completion.start = line.rfind('"') + 1;  // 0 if the string began on an earlier line
    completion.words = files(line.substr(completion.start));
    std::sort(completion.words.begin(), completion.words.end());
    completion.end = '"';
  } else {
    completion.start = line.find_last_of(kWordBreaks) + 1;
    std::string_view lead = std::string_view(line).substr(0, completion.start);
    const std::string prefix = line.substr(completion.start);
    completion.words =
        names(lisp, prefix, (lead.ends_with('(') && !lead.ends_with("'(")) || lead.ends_with("#'"));
    if (completion.start < line.size() && line[completion.start] == ':') {
      std::string_view before_it = lead.substr(0, lead.find_last_not_of(" \t") + 1);
      before_it = before_it.substr(before_it.find_last_of(kWordBreaks) + 1);
      prefer_own_keywords(completion.words, keywords_of(lisp, before.operator_name()), before_it);
      if (before_it == ":algorithm") completion.words = algorithms(prefix);
    }
    std::sort(completion.words.begin(), completion.words.end());
    if (!prefix.empty())
      put_first(completion.words, words_of(lisp.dialect(), before.text(), prefix));
  }
  return completion;
}

Completion completion_among(const std::vector<std::string>& answers, const std::string& line) {
  Completion completion;
  for (const std::string& answer : answers)
    if (answer.starts_with(line)) completion.words.push_back(answer);
  return completion;
}

bool ends_with_word(const std::string& line) {
  return !line.empty() && line.back() != ' ' && line.back() != '\t' && line.back() != '\n';
}

namespace {

std::size_t text_width(std::string_view text) {
  int sum = 0;
  for (char32_t c : unicode::decode_all(text)) sum += std::max(0, unicode::width(c));
  return static_cast<std::size_t>(sum);
}

}  // namespace

std::string in_columns(const std::vector<std::string>& words, std::size_t screen_columns,
                       std::size_t most_rows) {
  std::size_t column = 0;
  for (const std::string& word : words) column = std::max(column, text_width(word) + 2);
  const std::size_t columns =
      std::max<std::size_t>(1, screen_columns / std::max<std::size_t>(1, column));
  const std::size_t rows = std::min(most_rows, (words.size() + columns - 1) / columns);
  std::string out;
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t i = row; i < std::min(words.size(), rows * columns); i += rows) {
      out += words[i];
      if (i + rows < std::min(words.size(), rows * columns))
        out.append(column - text_width(words[i]), ' ');
    }
    out += "\r\n";
  }
  if (words.size() > rows * columns)
    out += "... and " + std::to_string(words.size() - rows * columns) + " more\r\n";
  return out;
}

std::string common_beginning(const std::vector<std::string>& words) {
  std::string common = words.empty() ? "" : words.front();
  for (const std::string& word : words)
    common.resize(static_cast<std::size_t>(
        std::mismatch(common.begin(), common.end(), word.begin(), word.end()).first -
        common.begin()));
  return common;
}

}  // namespace winnow

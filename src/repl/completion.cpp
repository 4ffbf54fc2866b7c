#include "repl/completion.hpp"

#include <algorithm>
#include <filesystem>

#include "base/unicode.hpp"
#include "core/package.hpp"
#include "core/string.hpp"

namespace winnow {

namespace {

constexpr std::string_view kWordBreaks = " \t\n()'`\",;#";

bool is_known(Symbol* s, Value symbol, bool functions_only) {
  if (s->function != undefined_function() || is_special_form(symbol)) return true;
  // Types and games have properties.
  return !functions_only && (s->has(Symbol::kKeyword) || s->value != kUnbound || !is_nil(s->plist));
}

// Names as the user began to write them: all in capitals, or in small letters; with a package
// before them, its external ones or, behind two colons, all.
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

}  // namespace

Completion completion_of(Interpreter& lisp, Nesting before, const std::string& line) {
  Completion completion;
  before.add(line);
  if (before.in_string()) {
    completion.start = line.rfind('"') + 1;  // 0 if the string began on an earlier line
    completion.words = files(line.substr(completion.start));
    completion.end = '"';
  } else {
    completion.start = line.find_last_of(kWordBreaks) + 1;
    std::string_view lead = std::string_view(line).substr(0, completion.start);
    completion.words =
        names(lisp, line.substr(completion.start),
              (lead.ends_with('(') && !lead.ends_with("'(")) || lead.ends_with("#'"));
  }
  std::sort(completion.words.begin(), completion.words.end());
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

std::string common_beginning(const std::vector<std::string>& words) {
  std::string common = words.empty() ? "" : words.front();
  for (const std::string& word : words)
    common.resize(static_cast<std::size_t>(
        std::mismatch(common.begin(), common.end(), word.begin(), word.end()).first -
        common.begin()));
  return common;
}

}  // namespace winnow

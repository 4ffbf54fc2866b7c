#include "draw/labels.hpp"

#include <array>
#include <utility>

namespace winnow::draw {

std::string_view sign_of(Bound bound) {
  switch (bound) {
    case Bound::None: return "?";
    case Bound::Lower: return ">=";
    case Bound::Upper: return "<=";
    case Bound::Exact: return "=";
  }
  __builtin_unreachable();
}

std::string label_of(const Node& node) {
  if (node.shape == Shape::Cut) return with_signs(node.value);
  if (node.value.empty() || node.bound == Bound::None) return "?";
  std::string sign = node.bound == Bound::Exact ? "" : with_signs(sign_of(node.bound));
  return sign + with_signs(node.value);
}

std::string visit_of(const Node& node) {
  return node.id < 0 ? "" : "#" + std::to_string(node.id + 1);
}

std::string question_of(const Node& node) {
  return node.question + (node.pass > 0 ? " (pass " + std::to_string(node.pass) + ")" : "");
}

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

std::string with_signs(std::string_view text) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kSigns = {
      {{"alpha", "α"}, {"beta", "β"}, {">=", "≥"}, {"<=", "≤"}, {"inf", "∞"}}};
  auto is_word = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '_';
  };
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const char before = at > 0 ? text[at - 1] : ' ';
    std::string_view rest = text.substr(at);
    // A minus: before a number, also behind the e of its exponent.
    if (text[at] == '-' && rest.size() > 1 &&
        ((rest[1] >= '0' && rest[1] <= '9') || rest[1] == 'i') &&
        (!is_word(before) || before == 'e')) {
      out += "−";
      ++at;
      continue;
    }
    bool found = false;
    for (auto [name, sign] : kSigns) {
      if (!rest.starts_with(name)) continue;
      const char behind = rest.size() > name.size() ? rest[name.size()] : ' ';
      const bool whole = name[0] == '>' || name[0] == '<' ||
                         (!is_word(behind) && (!is_word(before) || before == '-'));
      if (!whole) continue;
      out += sign;
      at += name.size();
      found = true;
      break;
    }
    if (!found) out += text[at++];
  }
  return out;
}

std::string escaped(std::string_view text) {
  std::string out;
  for (char c : text) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else if (c == '"')
      out += "&quot;";
    else
      out += c;
  }
  return out;
}

}  // namespace winnow::draw

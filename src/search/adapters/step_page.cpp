#include "search/adapters/step_page.hpp"

namespace winnow::draw {

namespace {

// TEXT as a string of JavaScript within HTML.
std::string script_string(const std::string& text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '<')
      out += "\\x3c";
    else if (c == '\n')
      out += "\\n";
    else if (c == '"' || c == '\\')
      out += std::string("\\") + c;
    else
      out += c;
  }
  return out + "\"";
}

const char* const kHead = R"(<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>A game-tree search, step by step</title>
<style>
body { font: 16px sans-serif; margin: 1em; background: #fff; color: #222 }
svg { max-width: 100%; max-height: 75vh; display: block; margin: auto }
.faint { opacity: 0.25 }
.now path { stroke: #d9480f; stroke-width: 3 }
.now text { fill: #d9480f; font-weight: bold }
#text { min-height: 2.6em }
button { font: inherit }
@media (prefers-color-scheme: dark) { body { background: #181818; color: #ddd } }
</style>
<p><button id="first">|&lt;</button> <button id="back">&lt;</button> <button id="next">&gt;</button> <button id="last">&gt;|</button>
<span id="count"></span> &nbsp; (arrow keys, Home, End)</p>
<p id="text" role="status"></p>
)";

// Each step is replayed from the start, so that no step has to be undone.
const char* const kScript = R"(
const nodes = [...document.querySelectorAll("g[id^=n]")], edges = [...document.querySelectorAll("path[id^=e]")];
const node = id => document.querySelector(`g[data-n="${id}"]`), edge = id => document.querySelector(`path[data-e="${id}"]`);
const finalText = new Map(nodes.map(g => [g, [...g.querySelectorAll("text")].map(t => t.textContent)]));
let at = 0;
function show(n) {
  at = Math.max(0, Math.min(steps.length, n));
  for (const g of nodes) {
    g.classList.remove("now"); g.classList.add("faint");
    const value = g.querySelector("text");
    if (value && g.dataset.n !== undefined) value.textContent = "";
  }
  for (const e of edges) e.classList.add("faint");
  for (let i = 0; i < at; ++i) {
    const s = steps[i], g = node(s.id);
    if (!g) continue;
    g.classList.remove("faint");
    if (edge(s.id)) edge(s.id).classList.remove("faint");
    if (s.value) g.querySelector("text").textContent = s.value;
    if (s.kind === "cutoff")
      for (let move = s.move + 1; document.getElementById(`e${s.id}-${move}`); ++move) {
        document.getElementById(`e${s.id}-${move}`).classList.remove("faint");
        document.getElementById(`n${s.id}-${move}`).classList.remove("faint");
      }
    if (i === at - 1) g.classList.add("now");
  }
  if (at === steps.length)
    for (const g of nodes) {
      g.classList.remove("faint");
      [...g.querySelectorAll("text")].forEach((t, i) => t.textContent = finalText.get(g)[i]);
    }
  if (at === steps.length) for (const e of edges) e.classList.remove("faint");
  document.getElementById("count").textContent = `step ${at} of ${steps.length}`;
  document.getElementById("text").textContent = at === 0 ? "The tree before the search." : steps[at - 1].text;
}
const keys = { ArrowRight: () => show(at + 1), ArrowLeft: () => show(at - 1), Home: () => show(0), End: () => show(steps.length) };
document.addEventListener("keydown", e => { if (keys[e.key]) { e.preventDefault(); keys[e.key](); } });
document.getElementById("first").onclick = keys.Home;
document.getElementById("back").onclick = keys.ArrowLeft;
document.getElementById("next").onclick = keys.ArrowRight;
document.getElementById("last").onclick = keys.End;
show(0);
)";

}  // namespace

std::string to_html(const std::string& svg, const std::vector<Step>& steps) {
  std::string out = kHead + svg + "<script>\nconst steps = [\n";
  for (const Step& s : steps)
    out += "{id:" + std::to_string(s.id) + ",kind:\"" + s.kind +
           "\",move:" + std::to_string(s.move) + ",value:" + script_string(s.value) +
           ",text:" + script_string(s.text) + "},\n";
  return out + "];\n" + kScript + "</script>\n</html>\n";
}

}  // namespace winnow::draw

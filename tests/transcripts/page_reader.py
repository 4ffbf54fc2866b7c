#!/usr/bin/env python3
"""What a reader of a page sees, hears and does, each check against what the page itself says elsewhere: sentences against pictures,
steps against a search that has come no further, colours against the contrast that WCAG 2 demands. usage: page_reader.py WINNOW. Last
line: 'N passed, N failed'."""

import random
import re

from selenium.webdriver.common.keys import Keys

import page_oracle
from checks import check, finish
from page_browser import at, browser, click, example, folder, open_page, page, press, run, says, script, uniform_tree, write_page

SECOND_SEARCH = (True, [(False, [3, 4]), (False, [5, 6]), (False, [2, 9]), (False, [7, (True, [8, 1])])])
PASSES = (True, [(False, [(True, [1, 4]), (True, [5, 6])]), (False, [(True, [2, 1]), (True, [1, 1])])])
DEEP = (True, [(False, [(True, [(False, [6])])]), (False, [(True, [(False, [6, 1])])])])
TREES = {"example": example(), "second search": SECOND_SEARCH, "passes": PASSES, "deep cutoff": DEEP,
         "random": uniform_tree(random.Random(8), [2, 2, 2], greatest=9)}

ALGORITHMS = sorted(page_oracle.ALGORITHMS)

# Each step: its sentence; the node that it names; what is drawn at that node, and said of it to a screen reader; the panel.
STEPS = """
const pane = active, seen = [];
pane.isUnfolded = true;
pane.svg.style.display = 'none';  // its texts need not be laid out
for (let k = 0; k <= pane.run.events.length; k++) {
  goTo(k, true);
  const now = pane.run.now.node, node = pane.svg.querySelector(`g[data-n="${now}"]`);
  const row = document.querySelector('#panel tr.current');
  seen.push({
    text: pane.says.lastChild.textContent, value: node.querySelector('text.value')?.textContent || '',
    badges: [...pane.svg.querySelectorAll(`.badge[data-of="${now}"]`)].map(b => b.textContent), label: node.getAttribute('aria-label'),
    row: row ? [...row.cells].map(c => c.textContent) : [],
    current: pane.svg.querySelectorAll('g.current').length, fill: getComputedStyle(node.querySelector('.shape')).fill,
    onBestLine: node.classList.contains('best'), step: pane.says.firstChild.textContent,
    open: [...document.querySelectorAll('.openlist span')].map(s => s.textContent),
    notes: Object.fromEntries([...document.querySelectorAll('#panel dt')].map(d => [d.textContent, d.nextElementSibling.textContent])),
  });
}
return seen;
"""
SCORE = r"([−\d∞/]+)"


def drawn_as_told(step):
    """What the sentence of STEP says of its node and the picture, the panel or the label does not; empty if they agree."""
    text, badges, row = step["text"], step["badges"], step["row"]
    if window := re.match(rf"(?:Enter|Search|Test) .*(?:null )?window {SCORE}\.\.{SCORE}", text):
        return "" if badges == ["α " + window[1], "β " + window[2]] and row[1:3] == list(window.groups()) and \
            f"alpha {window[1]}, beta {window[2]}" in step["label"] else "window"
    if test := re.match(rf"Enter .*: is it worth (more than|less than|at least) {SCORE}\?", text):
        asked = {"more than": ">", "less than": "<", "at least": "≥"}[test[1]] + test[2] + "?"
        return "" if badges == [asked] and row[1] == asked else "test"
    if bound := re.search(rf": ([αβ]) of .* becomes {SCORE}\.", text):
        column = 1 if bound[1] == "α" else 2
        return "" if f"{bound[1]} {bound[2]}" in badges and row[column] == bound[2] and step["value"] == bound[2] else "new bound"
    if best := re.search(rf"(?:the best value|the value) of .* so far becomes {SCORE}", text, re.I):
        return "" if step["value"] == best[1] and row[-1] == best[1] and f"so far {best[1]}" in step["label"] else "value so far"
    if cutoff := re.match(rf"(?:Deep c|C)utoff at .*: α {SCORE} (?:≥|>) β {SCORE}:", text):
        return "" if badges[0] == "α " + cutoff[1] and badges[1].endswith("β " + cutoff[2]) else "cutoff"
    if result := re.match(rf"\([\d ]+\) is worth (exactly|at most|at least) {SCORE}\.", text):
        shown = {"exactly": "", "at most": "≤", "at least": "≥"}[result[1]] + result[2]
        return "" if step["value"] == shown and f"worth {result[1]} {result[2]}" in step["label"] else "result"
    if leaf := re.match(rf"Leaf .* is worth {SCORE}\.", text):
        return "" if step["value"] == leaf[1] and f"leaf {leaf[1]}" in step["label"] else "leaf"
    return ""


def check_told_and_drawn():
    """Sentence, picture, panel and label of each step agree, for all algorithms; each pass and second search is distinguished."""
    kinds = set()
    for name, tree in TREES.items():
        data = write_page(tree)
        for algorithm in ALGORITHMS:
            open_page(link="#a=" + algorithm)
            steps = script(STEPS)
            wrong = next(((k, what, step) for k, step in enumerate(steps) if (what := drawn_as_told(step))), "")
            check(f"{name}, {algorithm}: the picture of each step shows what its sentence says", not wrong, wrong)
            kinds |= {re.sub(r"[^a-z ]+", "", step["text"][:12].lower()) for step in steps}
            # The current node is marked wherever it is, also on the best line.
            unmarked = [k for k, step in enumerate(steps[1:-1], 1) if step["current"] != 1 or step["fill"] != "rgb(255, 230, 128)"]
            check(f"{name}, {algorithm}: the current node is marked in each step", not unmarked, unmarked)
            check(f"{name}, {algorithm}: the best line appears at the end", not any(s["onBestLine"] for s in steps[:-1]) and
                  steps[-1]["onBestLine"], len(steps))
            passes = [int(m[1]) for s in steps if (m := re.search(r"pass (\d+)", s["step"]))]
            counted = sum(e[0] == "p" for r in data["runs"] if r["algorithm"] == algorithm for e in r["events"])
            check(f"{name}, {algorithm}: passes are counted", sorted(set(passes)) == list(range(1, counted + 1)) and passes == sorted(passes),
                  passes)
            if "scout" in algorithm:
                again = sum(e[0] == "r" for r in data["runs"] if r["algorithm"] == algorithm for e in r["events"])
                check(f"{name}, {algorithm}: second searches are counted", steps[-1]["notes"]["Second searches"] == str(again), again)
            if algorithm in ("sss", "dual"):
                check_open_list(name, algorithm, steps)
            if algorithm.startswith("mt"):
                check_bounds(name, algorithm, steps)
    check("all kinds of steps were seen", len(kinds) > 12, kinds)


def number_of(text):
    return float(text.replace("−", "-").replace("∞", "inf"))


def check_open_list(name, algorithm, steps):
    """OPEN is shown in the order of merits, and each step takes its first entry; what a step causes is said after its cause."""
    merits = [[number_of(entry.split(" ")[-1]) for entry in step["open"]] for step in steps]
    greatest_first = (algorithm == "sss")
    check(f"{name}, {algorithm}: OPEN is shown in the order of merits",
          all(row == sorted(row, reverse=greatest_first) for row in merits) and any(len(row) > 1 for row in merits), merits)
    taken = [(before["open"][0], re.match(r"Take (.*) \((live|solved), merit (\S+)\) from OPEN", after["text"]))
             for before, after in zip(steps[1:], steps[2:]) if after["text"].startswith("Take")]
    check(f"{name}, {algorithm}: each step takes the first entry of OPEN",
          taken and all(m and first == f"{m[1]} {m[2][0].upper()} {m[3]}" for first, m in taken), taken)
    early = [s["text"] for s in steps if re.search(r"is worth (at most|at least).*(pruned|leave)", s["text"])]
    check(f"{name}, {algorithm}: the cause is said before its effect", not early, early)


def check_bounds(name, algorithm, steps):
    """The bounds of the root and the entries of the table are shown when the sentences say so."""
    for step in steps:
        if known := re.search(r"its value is known to lie in (\S+?\.\.\S+?)\.$|the value of the root lies in (\S+\.\.\S+?)\.", step["text"]):
            check(f"{name}, {algorithm}: bounds of the root", step["notes"]["Value of the root lies in"] == (known[1] or known[2]), step)
    stored = sum("The table stores" in step["text"] for step in steps)
    check(f"{name}, {algorithm}: the table has an entry for what was stored", stored > 0 and script("return active.run.table.length") >= stored / 3,
          stored)


# The picture, the panel and the strip in each step, and those of a search that has not gone on.
FUTURE = """
const run = active.run, events = run.events, deep = run.hasDeepCutoffs, seen = [];
const look = () => [active.svg.innerHTML, $('panel').innerHTML, active.says.lastChild.textContent, $('strip').toDataURL()];
active.isUnfolded = true;
for (let k = 0; k < events.length; k++) { goTo(k, true); seen.push(look()); }
const differ = [];
for (let k = 0; k < events.length; k++) {
  const short = new Run({...run.search, events: events.slice(0, k), value: undefined});
  short.hasDeepCutoffs = deep;  // for which room is reserved
  short.go(k);
  active.run = short;
  showAll(true);
  if (JSON.stringify(look()) !== JSON.stringify(seen[k])) differ.push(k);
}
active.run = run;
return differ;
"""


def check_nothing_of_the_future():
    """A step shows what is known then: it looks as if the search had ended there."""
    for name in ("second search", "passes"):
        write_page(TREES[name])
        for algorithm in ALGORITHMS:
            open_page(link="#a=" + algorithm)
            differ = script(FUTURE)
            check(f"{name}, {algorithm}: no step shows what only later steps find", differ == [], differ)
        open_page()
        labels = script("active.isUnfolded = true; active.draw(); return [...active.svg.querySelectorAll('g.n')].map(g => g.getAttribute('aria-label'))")
        inner = [label for label in labels if " node" in label]
        check(f"{name}: at step 0 labels name inner nodes without values",
              inner and all(re.fullmatch(r"(the root|\([\d ]+\)), (max|min) node, not visited", label) for label in inner), inner)
        check(f"{name}: at step 0 labels give the values of leaves", all(re.search(r"leaf [−\d]+, not visited$", label) for label in labels if label not in inner), labels)


def check_pruned_subtrees():
    """Pruned subtrees are drawn whole and grey, with their leaves; in games nodes have values and edges have moves."""
    tree = (True, [(False, [3]), (False, [1, (True, [(False, [7, 8]), 9])])])
    write_page(tree)
    open_page(link="#step=11")
    check("a cutoff", says().startswith("Cutoff at (2)"), says())
    grey = script("""active.isUnfolded = true; active.draw();
        return [...active.svg.querySelectorAll('g.pruned')].map(g => [+g.dataset.n, g.querySelector('text.value')?.textContent || '',
            getComputedStyle(g.querySelector('.shape')).strokeDasharray !== 'none', g.querySelector('text.value') ? getComputedStyle(g.querySelector('text.value')).fill : ''])""")
    check("the pruned subtree is drawn whole, grey and dashed, with the values of its leaves",
          [(n, v) for n, v, *_ in grey] == [(5, ""), (6, ""), (7, "7"), (8, "8"), (9, "9")] and all(dashed for *_, dashed, _ in grey) and
          {fill for *_, fill in grey if fill} == {"rgb(102, 108, 116)"}, grey)
    check("one edge is severed", script("return active.svg.querySelectorAll('.bar').length") == 1)
    run("-", text="(draw (record-search (initial-position 'kalah) :game 'kalah :depth 2) :format :html :file \"search.html\")")
    open_page()
    script("goTo(active.run.events.length); active.isUnfolded = true; active.draw()")
    shown = script("""return [...active.svg.querySelectorAll('g.n')].map(g => [isLeaf(+g.dataset.n), g.querySelector('text.value')?.textContent || '',
        g.querySelectorAll('text.board').length, String(TREE.value[+g.dataset.n]).replace('-', '−')])""")
    check("kalah: leaves have their values and all nodes their boards", len(shown) > 30 and all(boards > 0 and (not leaf or value == is_worth)
          for leaf, value, boards, is_worth in shown), shown)
    moves = script("return [...active.svg.querySelectorAll('text.move')].map(t => t.textContent)")
    check("kalah: edges have the moves", len(moves) == len(shown) - 1 and set(moves) <= set("123456"), moves)


# Text of which colour on which ground has too little contrast; grounds are those of shapes and boxes below it.
CONTRAST = """
const rgb = c => c.match(/[\\d.]+/g).map(Number), light = ([r, g, b]) => {
  const [x, y, z] = [r, g, b].map(v => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
  return 0.2126 * x + 0.7152 * y + 0.0722 * z;
};
const ratio = (a, b) => { const [x, y] = [light(a), light(b)].sort((p, q) => q - p); return (x + 0.05) / (y + 0.05); };
const isSolid = c => c !== 'none' && c !== 'transparent' && (rgb(c)[3] ?? 1) > 0;
const ground = e => {
  const shape = e.closest('g.n, g.badge, .legend g')?.querySelector('.shape, rect');
  if (e.tagName === 'text' && shape && !e.matches('.small') && isSolid(getComputedStyle(shape).fill)) return rgb(getComputedStyle(shape).fill);
  for (; e; e = e.parentElement) { const c = getComputedStyle(e).backgroundColor; if (isSolid(c)) return rgb(c); }
  return [255, 255, 255];
};
const low = [];
let count = 0;
for (const e of document.querySelectorAll('body *')) {
  if (!e.getClientRects().length || e.closest('.unseen, script, option') || e.disabled) continue;
  if (![...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim())) continue;
  const style = getComputedStyle(e), colour = e.tagName === 'text' ? style.fill : style.color, r = ratio(rgb(colour), ground(e));
  count++;
  if (r < 4.5) low.push([e.textContent.slice(0, 20), e.getAttribute('class'), r]);
}
return [count, low];
"""


def check_contrast():
    write_page(SECOND_SEARCH)
    for theme in ("light", "dark"):
        for algorithm in ("negascout", "sss"):
            open_page(link="#a=" + algorithm)
            script(f"document.documentElement.classList.toggle('dark', {'true' if theme == 'dark' else 'false'}); active.isUnfolded = true")
            low, least = [], 1e9
            for step in range(0, script("return active.run.events.length") + 1, 3):
                count, found = script(f"goTo({step}, true);" + CONTRAST)
                low += found
                least = min(least, count)
            check(f"{algorithm}, {theme}: all text has a contrast of at least 4.5", not low and least > 30, (least, low[:5]))
    open_page()
    script("goTo(active.run.events.length)")
    widths = script("return [getComputedStyle(active.svg.querySelector('.e.best')).strokeWidth, getComputedStyle(active.svg.querySelector('.e:not(.best)')).strokeWidth].map(parseFloat)")
    check("the best line differs by more than colour", widths[0] > 2 * widths[1], widths)


def check_keys_and_names():
    write_page(example())
    open_page(link="#step=3")
    for name in ("altKey", "ctrlKey", "metaKey"):
        prevented = script(f"return !dispatchEvent(new KeyboardEvent('keydown', {{key: 'ArrowLeft', {name}: true, cancelable: true, bubbles: true}}))")
        check(f"{name} with an arrow is left to the browser", at() == 3 and not prevented, at())
    for key, moved in ((Keys.ARROW_RIGHT, 4), (Keys.ARROW_LEFT, 3), (Keys.END, script("return active.run.events.length")), (Keys.HOME, 0)):
        press(key)
        check(f"key {ord(key):x}: a step", at() == moved, at())
    scale = script("return active.scale")
    press("-")
    check("- makes the tree smaller", script("return active.scale") < scale)
    script("goTo(active.run.events.length)")
    labels = script("return [...active.svg.querySelectorAll('g.n')].map(g => [+g.dataset.n, g.getAttribute('role'), g.getAttribute('aria-label')])")
    check("each node has a role and a name with its value", all(role == "button" and re.search(r"leaf \S+|worth (exactly|at most|at least) \S+|pruned", label)
          for _, role, label in labels), labels)
    check("the best line is named", all(("on the best line" in label) == (n in script("return active.run.now.best")) for n, _, label in labels), labels)
    check("one node takes the focus", script("return active.svg.querySelectorAll('[tabindex=\"0\"]').length") == 1)
    check("the tree has a name", "Current: the root" in script("return active.svg.getAttribute('aria-label')"))
    check("the step is read out", script("return $('live').textContent") == says() and script("return $('live').getAttribute('aria-live')") == "polite")
    check("the slider says its step", script("return $('position').getAttribute('aria-valuetext')").startswith("step "))
    check("headings", script("return [...document.querySelectorAll('h1, h2')].map(h => h.textContent).slice(0, 4)") ==
          ["Alpha-beta", "Open nodes", "Counters", "Legend"])
    for width, height, least in ((1280, 800, 24), (390, 844, 44)):
        open_page(width, height)
        small = script(f"return [...document.querySelectorAll('footer button, header button')].filter(b => b.getClientRects().length && "
                       f"Math.min(b.offsetWidth, b.offsetHeight) < {least}).map(b => [b.id, b.offsetWidth, b.offsetHeight])")
        check(f"{width}x{height}: buttons are at least {least} pixels wide and high", not small, small)


TOUCH = """
const svg = active.svg, box = svg.getBoundingClientRect();
window.touch = (type, id, x, y, target = svg) => target.dispatchEvent(new PointerEvent(type, {pointerId: id, pointerType: 'touch',
    clientX: box.left + x, clientY: box.top + y, bubbles: true, cancelable: true}));
"""


def check_touch():
    write_page(uniform_tree(random.Random(2), [3, 3, 3], greatest=9))
    open_page(390, 844)
    script(TOUCH)
    x, y, scale = script("touch('pointerdown', 1, 100, 100); touch('pointermove', 1, 160, 130); touch('pointerup', 1, 160, 130); return [active.x, active.y, active.scale]")
    check("a finger pans", script("return !active.follows") and scale == script("return active.scale"))
    dx, dy = script("""const x = active.x, y = active.y; touch('pointerdown', 1, 100, 100); touch('pointermove', 1, 150, 120);
        touch('pointerup', 1, 150, 120); return [active.x - x, active.y - y]""")
    check("by as much as it moves", (round(dx), round(dy)) == (50, 20), (dx, dy))
    larger = script("""const s = active.scale; touch('pointerdown', 1, 100, 100); touch('pointerdown', 2, 200, 100); touch('pointermove', 2, 210, 100);
        touch('pointermove', 2, 310, 100); touch('pointerup', 1, 100, 100); touch('pointerup', 2, 310, 100); return active.scale / s""")
    check("two fingers zoom", larger > 1.3, larger)
    script("active.fit()")
    node = script("return TREE.kids[0][1]")
    folded = lambda: script("return active.svg.querySelector(`g[data-n=\"${arguments[0]}\"]`).getAttribute('aria-label').includes('folded')", node)
    before = folded()
    tap = "const g = active.svg.querySelector(`g[data-n=\"${arguments[0]}\"]`); touch('pointerdown', 1, 5, 5, g); touch('pointerup', 1, 5, 5, g); g.dispatchEvent(new MouseEvent('click', {bubbles: true}))"
    script(tap, node)
    check("a tap folds or unfolds", folded() != before)
    script(tap, node)
    check("and back", folded() == before)
    check("the browser does not take gestures on the tree", script("return getComputedStyle(active.svg).touchAction") == "none")
    check("pinching the page is not forbidden", not script("return /user-scalable|maximum-scale/.test(document.querySelector('meta[name=viewport]').content)"))


def check_large_tree():
    """Trees of 10,000 leaves: a step applies one event, undoing one applies none, and what is drawn is bounded."""
    write_page(uniform_tree(random.Random(5), [10, 10, 10, 10], greatest=9999))
    open_page()
    script("window.applied = 0; const apply = Run.prototype.apply; Run.prototype.apply = function (e) { applied++; return apply.call(this, e); };")
    total = script("return active.run.events.length")
    script(f"goTo({total - 3}); window.applied = 0; goTo({total - 2})")
    check("a step near the end applies one event", script("return applied") == 1, script("return applied"))
    check("a step back applies none", script(f"applied = 0; goTo({total - 3}); return applied") == 0)
    most = script(f"return Math.max(...active.run.log.map(undo => undo.length))")
    check("what a step changes does not grow with the steps before it", most < 2 * 1000 + 100, most)
    drawn = script("let most = 0; for (let k = 0; k < active.run.events.length; k += 97) { goTo(k, true); most = Math.max(most, active.svg.querySelectorAll('*').length); } return most")
    check("few of the 20,000 elements are drawn", drawn < 1000, drawn)
    run("tree", "--quiet", "--draw-depth", "2", "--html", page, "--random", "3x5", "--seed", "4")
    open_page()
    hidden = script("""const bad = []; active.isUnfolded = true; for (let k = 1; k <= active.run.events.length; k++) { goTo(k, true);
        if (!active.svg.querySelector(`g[data-n="${active.run.now.node}"]`)) bad.push(k); } return bad""")
    check("--draw-depth: each step is about a node that is drawn", hidden == [] and script("return TREE.height") == 2, hidden)


# Edges of groups of siblings: their style, and nodes that an edge to another node crosses.
EDGES = """
const bad = [], items = active.layout.items;
for (const item of items) {
  if (!item.above) continue;
  const m = active.layout.measures, x0 = item.above.x, y0 = item.above.y + m.height + ROOF, x1 = item.x, y1 = topOf(item);
  for (const other of items) {
    if (other === item || other.group || other.above !== item.above) continue;
    const top = topOf(other) + (isMax(other.node) && !isLeaf(other.node) ? ROOF : 1), half = (isLeaf(other.node) ? m.leaf(other.node) : m.inner) / 2;
    if (top > y1) continue;
    const x = x0 + (x1 - x0) * (top - y0) / (y1 - y0);
    if (Math.abs(x - other.x) < half) bad.push([item.node ?? item.group, other.node]);
  }
}
return [bad, items.filter(item => item.group).length,
  items.filter(item => item.group && (item.text[1] === 'not visited') !== !!item.isUnvisited).length];
"""


def check_groups():
    write_page(uniform_tree(random.Random(6), [12, 12]))
    open_page()
    groups = 0
    for step in range(0, script("return active.run.events.length"), 7):
        crossed, count, differ = script(f"goTo({step}, true);" + EDGES)
        groups += count
        check(f"step {step}: no edge crosses a sibling's node", not crossed, crossed)
        check(f"step {step}: edges to groups that are not visited are dotted", differ == 0, differ)
    check("there were groups", groups > 10, groups)
    unvisited = script("goTo(1); return [...active.svg.querySelectorAll('.e')].every(e => getComputedStyle(e).strokeDasharray !== 'none')")
    check("after the first step all edges are dotted", unvisited)


def check_zoomed_browser():
    """At 200 % of the browser's zoom, a window of 640x400, nothing is smaller than before."""
    write_page(uniform_tree(random.Random(3), [2] * 6))
    open_page(640, 400)
    least = script("return Math.min(...[...document.querySelectorAll('svg.tree text')].map(t => parseFloat(t.getAttribute('font-size')) * active.scale))")
    check("640x400: text of at least 11 pixels", least >= 11, least)
    check("640x400: nothing to scroll sideways", script("return document.documentElement.scrollWidth") <= 640)


check_told_and_drawn()
check_nothing_of_the_future()
check_pruned_subtrees()
check_contrast()
check_keys_and_names()
check_touch()
check_groups()
check_zoomed_browser()
check_large_tree()
log = browser.get_log("browser")
check("no complaint in the console", not log, log[:3])
finish()

#!/usr/bin/env python3
"""The page that steps through a search, in a headless browser, against an oracle. usage: page.py WINNOW. Last line: 'N passed,
N failed'."""

import itertools
import os
import random
import re
import subprocess

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

import page_oracle
from page_browser import (GAME, as_list, as_position, at, browser, click, example, folder, open_page, page, page_data, press, random_tree,
                          run, says, script, uniform_tree, winnow, write_page)
from page_deepening import Deepening
from checks import check, finish
from page_replay import Replay

chance = random.Random(19)


# What is to be seen in each step of the pane.
WALK = """
const seen = [], pane = active, look = () => {
  const values = {}, badges = {}, counters = {};
  for (const g of pane.svg.querySelectorAll('g[data-n]')) values[g.dataset.n] = g.querySelector('text.value')?.textContent || '';
  for (const g of pane.svg.querySelectorAll('.badge')) (badges[g.dataset.of] ||= []).push(g.textContent);
  for (const dt of document.querySelectorAll('#panel dt')) counters[dt.textContent] = dt.nextElementSibling.textContent;
  return {text: pane.says.lastChild.textContent, values, badges, counters,
    pruned: [...pane.svg.querySelectorAll('g.pruned')].map(g => +g.dataset.n),
    current: [...pane.svg.querySelectorAll('g.current')].map(g => +g.dataset.n),
    owner: +(pane.svg.querySelector('.arrow')?.dataset.owner ?? -1),
    open: [...document.querySelectorAll('.openlist span')].map(s => s.textContent)};
};
pane.isUnfolded = true;
pane.svg.style.display = 'none';  // its texts need not be laid out
for (let k = 0; k <= pane.run.events.length; k++) { goTo(k, true); seen.push(look()); }
let differ = 0;
for (let k = pane.run.events.length; k-- > 0;) { goTo(k, true); if (JSON.stringify(look()) !== JSON.stringify(seen[k])) differ++; }
return [seen, differ];
"""


def same_events(mine, theirs):
    """Are the events of a page those of the oracle? The order of dropped and pruned positions does not matter."""
    def plain(event):
        if event[0] == "s":
            event = event[:6] + [sorted(event[6]), sorted(event[7]), event[8], sorted(event[9]), *event[10:]]
        return event
    for k, (a, b) in enumerate(zip(mine, theirs)):
        a, b = plain(a), plain(b)
        if a != b and not (a[0] == b[0] == "z" and b[3] is None and a[:3] == b[:3]):
            return f"step {k + 1}: {a}, expected {b}"
    return "" if len(mine) == len(theirs) else f"{len(mine)} events, expected {len(theirs)}"


def check_events(name, tree, doubles=False):
    """Check the data of all algorithms on TREE; return them and the oracle's tree."""
    data, oracle = write_page(tree, doubles=doubles), page_oracle.Tree(tree)
    check(name + ": the tree", data["tree"]["kids"] == [len(k) for k in oracle.kids] and
          data["tree"]["leaf"] == [v for v in oracle.value if v is not None])
    check(name + ": minimax values", data["tree"]["mm"] == [v for v, k in zip(oracle.minimax(), oracle.kids) if k])
    check(name + ": the least number of leaves", data["tree"]["least"] == oracle.least(), data["tree"]["least"])
    check(name + ": thirteen algorithms", sorted(r["algorithm"] for r in data["runs"]) == sorted(page_oracle.ALGORITHMS))
    for search in data["runs"]:
        wrong = same_events(search["events"], page_oracle.events(oracle, search["algorithm"]))
        check(f"{name}, {search['algorithm']}: the events", not wrong, wrong)
    return data, oracle


def sentences_of(tree, algorithm, doubles):
    """The sentences that DRAW prints about the steps of a search."""
    board, options = (as_position(tree), ":game 'doubles") if doubles else (as_list(tree), f":player :{'max' if tree[0] else 'min'}")
    form = f"(draw (record-search '{board} {options} :algorithm :{algorithm}) :steps :all)"
    done = subprocess.run([winnow, "-"], input=GAME + form, capture_output=True, text=True, cwd=folder)
    return [re.sub(r"^ *\d+  ", "", line) for line in done.stdout.splitlines()]


def check_pictures(name, tree, doubles=False):
    """Check what the page shows in each step of all algorithms on TREE."""
    data, oracle = check_events(name, tree, doubles)
    for search in data["runs"]:
        algorithm = search["algorithm"]
        open_page(link="#a=" + algorithm)
        seen, differ = script(WALK)
        check(f"{name}, {algorithm}: steps back", differ == 0, differ)
        printed = sentences_of(tree, algorithm, doubles)
        wrong = next((pair for pair in itertools.zip_longest(printed, (p["text"] for p in seen)) if pair[0] != pair[1]), "")
        check(f"{name}, {algorithm}: the sentences of DRAW are those of the page", not wrong, wrong)
        replay = Replay(oracle, algorithm, search["events"], names=data["tree"].get("move"))
        wrong = next((text for k, picture in enumerate(seen) if (text := replay.difference(k, picture))), "")
        check(f"{name}, {algorithm}: sentences, pictures and counters", not wrong, wrong)


def check_deepening(name, tree, plies, clauses=""):
    """Check what the page of BEST-MOVE shows in each step on TREE, with further CLAUSES of the game."""
    game = GAME.replace("(:value", clauses + " (:value").replace("(if (integerp p) p 0)", "(first-leaf p)")
    recorded = f"(getf (nth-value 2 (best-move 'doubles '{as_position(tree)} :plies {plies} :record t)) :tree)"
    setup = "(defun first-leaf (p) (if (integerp p) p (first-leaf (second p))))" + game
    run("-", text=setup + f"(draw {recorded} :format :html :file \"search.html\")")
    data = page_data()
    printed = subprocess.run([winnow, "-"], input=setup + f"(draw {recorded} :steps :all)", capture_output=True, text=True, cwd=folder)
    printed = [re.sub(r"^ *\d+  ", "", line) for line in printed.stdout.splitlines()]
    events = data["runs"][0]["events"]
    replay = Deepening(tree, max(e[1] for e in events if e[0] == "i"), events, data["tree"]["move"], "quiet" in clauses)
    check(name + ": the tree", data["tree"]["kids"] == [len(k) for k in replay.tree.kids] and
          data["tree"]["leaf"] == [v for v in replay.tree.value if v is not None], data["tree"])
    open_page()
    seen, differ = script(WALK)
    check(f"{name}: steps back", differ == 0, differ)
    wrong = next((pair for pair in itertools.zip_longest(printed, (p["text"] for p in seen)) if pair[0] != pair[1]), "")
    check(f"{name}: the sentences of DRAW are those of the page", not wrong, wrong)
    wrong = next((text for k, picture in enumerate(seen) if (text := replay.difference(k, picture))), "")
    check(f"{name}: sentences, pictures, counters and claims", not wrong, wrong)
    return {e[0] for e in events}


def check_start(name):
    """In step 0 only the leaves have values."""
    picture = script("goTo(0); active.isUnfolded = true; active.draw();" + WALK.split("pane.isUnfolded")[0] + "return look()")
    inner = script("return [...Array(TREE.size).keys()].filter(i => !isLeaf(i))")
    leaves = [v for i, v in picture["values"].items() if int(i) not in inner]
    check(name + ": step 0 shows the leaves", len(leaves) == script("return TREE.leaves.length") and all(leaves))
    check(name + ": step 0 shows no answer", not any(picture["values"][str(i)] for i in inner) and not picture["badges"] and
          not picture["pruned"] and not script("return document.querySelectorAll('.tree .best, .tree .done, .tree .open, .tree .arrow').length"),
          picture)
    check(name + ": step 0 counts nothing", picture["counters"]["Cutoffs"] == "0" and picture["counters"]["Leaves visited"].startswith("0 of"))


SMALLEST = """
let least = 99, where = '';
const consider = (size, element) => { if (size < least) { least = size; where = element.outerHTML.slice(0, 90); } };
for (const e of document.querySelectorAll('body *')) {
  if (!e.getClientRects().length || ![...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim())) continue;
  if (e.closest('svg.tree')) consider(parseFloat(e.getAttribute('font-size')) * active.scale, e);
  else if (!e.closest('svg, option, .unseen, script, style')) consider(parseFloat(getComputedStyle(e).fontSize), e);
}
return [least, where];
"""


def check_text_sizes(name):
    for width, height in ((1280, 800), (390, 844)):
        open_page(width, height)
        for share in (0, 0.4, 1):
            script(f"goTo(Math.floor(active.run.events.length * {share}))")
            least, where = script(SMALLEST)
            check(f"{name}, {width}x{height}: smallest text", least >= 11, (least, where))
        check(f"{name}, {width}x{height}: nothing to scroll sideways", script("return document.documentElement.scrollWidth") <= width)
        script("active.zoom(0.01)")
        check(f"{name}, {width}x{height}: smallest text, zoomed out", script(SMALLEST)[0] >= 11, script(SMALLEST))


def check_keyboard():
    write_page(example())
    open_page()
    total = script("return active.run.events.length")
    check("it begins before the search", at() == 0 and says().startswith("The tree before the search. 7 leaves; max moves"), says())
    press(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
    check("two steps", at() == 2, at())
    press(Keys.ARROW_LEFT)
    check("a step back", at() == 1 and says() == "Enter the root, a max node, with the window \u2212∞..∞.", says())
    press("x")
    check("next cutoff", at() == 11 and says() ==
          "Cutoff at (2): α 3 ≥ β 1: the minimizer gets at most 1 here, but the maximizer can have 3 at the root. 1 leaf is pruned.", says())
    press("X")
    check("X without a cutoff before: the first step", at() == 0, at())
    press(Keys.END)
    check("End", at() == total and says() ==
          "The root is worth exactly 3. The best line is 1, 1. 6 leaves of 7 visited; the least possible number is 3.", says())
    press(Keys.ARROW_RIGHT)
    check("nothing follows the end", at() == total)
    press(Keys.HOME, "r")
    check("next change at the root", at() == 6, says())
    press(Keys.HOME, Keys.ARROW_RIGHT, Keys.ARROW_DOWN)
    check("step over", at() == 5, at())
    press(Keys.ARROW_UP)
    check("step out", at() == total - 1, at())
    script("goTo(12)")
    press("shift " + Keys.ARROW_DOWN, "shift " + Keys.ARROW_RIGHT)
    check("the cursor is read out", script("return $('live').textContent") == "(2 2), leaf 4, pruned", script("return $('live').textContent"))
    press("shift " + Keys.ARROW_UP)
    script("goTo(20)")
    press(Keys.ENTER)
    check("Enter folds", "folded, 2 leaves" in script("return labelOf(active, 3)"), script("return labelOf(active, 3)"))
    press(Keys.ENTER)
    check("and unfolds", "folded" not in script("return labelOf(active, 3)"))
    scale = script("return active.scale")
    press("+")
    check("larger", script("return active.scale") > scale)
    press("0", "?")
    check("the list of keys", script("return $('keys').open"))
    press(Keys.ESCAPE, "t")
    check("dark", script("return getComputedStyle(document.body).backgroundColor") == "rgb(21, 24, 27)")
    press(" ")
    check("play", script("return timer !== 0"))
    press(" ")
    script("goTo(11)")
    unnamed = script("return [...document.querySelectorAll('button, select, input')].filter(e => !(e.labels?.length || "
                     "e.getAttribute('aria-label') || e.textContent.trim())).map(e => e.outerHTML)")
    check("all controls have names", not unnamed, unnamed)


def check_exercises():
    tree = uniform_tree(random.Random(3), [2, 2, 2, 2], greatest=9)
    data, oracle = write_page(tree), page_oracle.Tree(tree)
    values = oracle.minimax()
    open_page()
    note = lambda: script("return $('panel').textContent")
    click("#exercises")
    visited, entered = ({e[1] for e in data["runs"][0]["events"] if e[0] == kind} for kind in "le")
    leaves = [i for i, k in enumerate(oracle.kids) if not k]
    pruned = [i for i in leaves if i not in visited]
    check("an exercise asks", says() == "Mark each leaf that the search will not visit.", says())
    mark = lambda i: script("pick(active, arguments[0])", i)
    for i in pruned:
        mark(i)
    click("[data-check]")
    check("right marks are accepted", f"{len(leaves)} of {len(leaves)} right." in note(), note())
    mark(pruned[0])
    mark(leaves[0])
    click("[data-check]")
    check("wrong marks are refused", f"{len(leaves) - 2} of {len(leaves)} right." in note(), note())
    check("and explained", "not visited. " in note() and "utoff at" in note() and "visited in step" in note(), note())
    click("[data-exercise=values]")
    inner = [i for i, k in enumerate(oracle.kids) if k]
    fill = lambda i, v: script("""const field = document.querySelector(`[data-value="${arguments[0]}"]`);
        field.value = arguments[1]; field.dispatchEvent(new Event('input', {bubbles: true}));""", i, str(v))
    for i in inner:
        fill(i, values[i])
    click("[data-check]")
    check("right values are accepted", f"{len(inner)} of {len(inner)} right." in note(), note())
    fill(0, values[0] + 1)
    click("[data-check]")
    check("a wrong value is refused and explained", f"{len(inner) - 1} of {len(inner)} right." in note() and
          f"you gave {values[0] + 1}. Max takes the greatest of" in note(), note())
    click("[data-exercise=next]")
    mark(0)
    check("the next node", "Right. Enter the root" in note() and "1 of 1 right" in note(), note())
    mark(0)
    check("not the next node", "No: (1). Enter (1)" in note() and "1 of 2 right" in note(), note())
    for algorithm in ("negascout", "scout"):
        open_page(link="#a=" + algorithm)
        click("#exercises")
        click("[data-exercise=again]")
        again = {e[1] for s in data["runs"] if s["algorithm"] == algorithm for e in s["events"] if e[0] == "r"}
        for i in again:
            if oracle.kids[i]:
                mark(i)
        click("[data-check]")
        check(f"{algorithm}: right second searches are accepted", f"{len(inner)} of {len(inner)} right." in note(), note())
        mark(0)
        click("[data-check]")
        check(f"{algorithm}: a wrong one is refused", f"{len(inner) - 1} of {len(inner)} right." in note(), note())
    open_page(link="#a=mtdf")
    click("#exercises")
    click("[data-exercise=passes]")
    passes = sum(e[0] == "p" for s in data["runs"] if s["algorithm"] == "mtdf" for e in s["events"])
    for answer, word in ((passes + 1, "No"), (passes, "Right")):
        script("$('passes').value = arguments[0]", answer)
        click("[data-check]")
        check(f"passes: {word}", f"{word}: {passes} pass" in note(), note())
    script("dispatchEvent(new Event('beforeprint'))")
    blank, solution = script("return [...document.querySelectorAll('#sheet section')].map(s => [...s.querySelectorAll('text.value')].length)")
    check("the sheet: blank, and a solution", blank == len(leaves) < solution, (blank, solution))
    run("tree", "--quiet", "--blank", "--html", page, "--svg", os.path.join(folder, "t.svg"), as_list(tree))
    open_page()
    shown = script("return [...document.body.children].filter(e => getComputedStyle(e).display !== 'none' && e.tagName !== 'SCRIPT').map(e => e.id)")
    check("--blank: the page opens with the sheet", shown == ["sheet"] and script("return document.querySelectorAll('#sheet section').length") == 2, shown)
    sheets = [open(os.path.join(folder, name)).read().count('class="value"') for name in ("t.svg", "t-2.svg")]
    check("--blank: two drawings", sheets[0] == len(leaves) and sheets[1] == len(entered) + len(visited), sheets)


def check_order():
    """The exercise to order the moves, against all orders of a small tree."""
    tree = (True, [(False, [1, 4]), (False, [(True, [5, 6]), 3]), (False, [8, 2])])
    write_page(tree)
    open_page()
    note = lambda: script("return $('panel').textContent")
    click("#exercises")
    click("[data-exercise=order]")

    def orders(node):
        if isinstance(node, int):
            return [node]
        return [(node[0], list(kids)) for order in itertools.permutations(node[1]) for kids in itertools.product(*map(orders, order))]

    def visits(ordered):
        search = page_oracle.Search(page_oracle.Tree(ordered))
        search.alphabeta()
        return len(search.times)

    click("[data-check]")
    check("the given order is not the best", f"No: In this order alpha-beta visits {visits(tree)} leaves, in the given order {visits(tree)}; "
          f"the least possible number is {min(map(visits, orders(tree)))}." in note(), note())
    # The last two moves to the front, and 3 and 2 first.
    for path in ([2, 1], [3, 1], [1], [1], [3]):
        script("""let node = 0; for (const move of arguments[0]) node = TREE.kids[node][move - 1]; pick(active, node)""", path)
    drawn = script("""const show = i => isLeaf(i) ? TREE.value[i] : [isMax(i), active.kidsOf(i).map(show)]; return show(0)""")
    nested = lambda node: node if isinstance(node, int) else (node[0], list(map(nested, node[1])))
    click("[data-check]")
    check("another order is counted", f"alpha-beta visits {plural_leaves(visits(nested(drawn)))}" in note(), note())
    best = min(orders(tree), key=visits)
    script("""const order = (i, given) => { if (isLeaf(i)) return; const left = [...TREE.kids[i]], found = [];
        const same = (j, g) => isLeaf(j) ? TREE.value[j] === g : Array.isArray(g) && g[1].length === TREE.kids[j].length &&
            TREE.kids[j].every(k => g[1].some(h => same(k, h)));
        for (const g of given[1]) { const k = left.findIndex(j => same(j, g)); found.push(left[k]); order(left.splice(k, 1)[0], g); }
        exercise.order.set(i, found); }; order(0, arguments[0]); active.draw()""", best)
    click("[data-check]")
    check("the best order is accepted", "Right:" in note(), note())


def check_random_orders(chance):
    """Random orders of random trees: the count of the exercise is the number of leaves that Winnow visits."""
    for k in range(4):
        write_page((k % 2 == 0, [random_tree(chance, 3, k % 2 == 1) for _ in range(3)]))
        open_page()
        click("#exercises")
        click("[data-exercise=order]")
        for _ in range(8):
            script("pick(active, arguments[0])", chance.randrange(1, script("return TREE.size")))
        ordered = script("const show = i => isLeaf(i) ? '' + TREE.value[i] : '(' + active.kidsOf(i).map(show).join(' ') + ')'; return show(0)")
        click("[data-check]")
        done = subprocess.run([winnow, "tree", "--color", "never", "--player", "max" if k % 2 == 0 else "min", ordered], capture_output=True,
                              text=True, cwd=folder)
        visited = re.search(r"^(\d+) of", done.stdout, re.M)[1]
        note = script("return $('panel').textContent")
        check(f"random order {k}: the leaves that Winnow visits", f"alpha-beta visits {plural_leaves(int(visited))}," in note, (ordered, note))


def check_leaves():
    """The exercise to change the leaves, against the oracle."""
    chance, tree = random.Random(5), uniform_tree(random.Random(4), [3, 2, 2], greatest=9)
    write_page(tree)
    open_page()
    note = lambda: script("return $('panel').textContent")
    click("#exercises")
    click("[data-exercise=leaves]")
    leaves = script("return TREE.leaves")
    given = dict(zip(leaves, [v for v in page_oracle.Tree(tree).value if v is not None]))
    fill = lambda i, v: script("""const field = document.querySelector(`[data-value="${arguments[0]}"]`);
        field.value = arguments[1]; field.dispatchEvent(new Event('input', {bubbles: true}));""", i, str(v))

    def searched():
        values = iter(given[i] for i in leaves)
        changed = lambda node: next(values) if isinstance(node, int) else (node[0], [changed(kid) for kid in node[1]])
        new = changed(tree)
        search = page_oracle.Search(page_oracle.Tree(new))
        value = search.alphabeta()
        return new, value, sum(1 for n in search.times)

    before = searched()
    for changes in range(4):
        new, value, visited = searched()
        click("[data-check]")
        check(f"changed leaves {changes}: value and visits", f"The root is worth {value}, with the given leaves {before[1]}. Alpha-beta visits "
              f"{plural_leaves(visited)}, before {plural_leaves(before[2])}: (1 1 1)," in note(), note())
        check(f"changed leaves {changes}: the command", f"winnow tree --html page.html '{as_list(new)}'" in note(), note())
        for i in chance.sample(leaves, 3):
            given[i] = chance.randint(0, 9)
            fill(i, given[i])
    fill(leaves[0], "x")
    click("[data-check]")
    check("a leaf that is not a number", "(1 1 1): x is not a number." in note(), note())


TYPE = """const field = document.querySelector('[data-typed="' + arguments[0] + '"]'); field.value = arguments[1];
field.dispatchEvent(new Event('input', {bubbles: true}));"""


def check_editing(chance):
    """Trees that are typed into the page: its own searches make the events of Winnow."""
    write_page(example())
    open_page()
    note = lambda: script("return $('panel').textContent")
    click("#edit")
    check("the tree is there to be edited", script("return document.querySelector('textarea').value") == as_list(example()))
    for k in range(15):
        tree = (k % 2 == 0, [random_tree(chance, 3, k % 2 == 1) for _ in range(chance.randint(1, 4))])
        script(TYPE, "text", as_list(tree))
        script(TYPE, "max", "1" if tree[0] else "")
        click("[data-edit=search]")
        mine = script("return DATA")
        theirs = write_page(tree)
        check(f"typed tree {k}: the tree", mine["tree"] == {**theirs["tree"], "leaf": mine["tree"]["leaf"]} and
              mine["tree"]["leaf"] == theirs["tree"]["leaf"], (mine["tree"], theirs["tree"]))
        events = {run["algorithm"]: run["events"] for run in theirs["runs"]}
        check(f"typed tree {k}: all algorithms, in the order of Winnow", [run["algorithm"] for run in mine["runs"]] == [run["algorithm"] for run in theirs["runs"]])
        for search in mine["runs"]:
            wrong = next((pair for pair in itertools.zip_longest(search["events"], events[search["algorithm"]]) if pair[0] != pair[1]), "")
            check(f"typed tree {k}, {search['algorithm']}: the events of Winnow", not wrong, (as_list(tree), wrong))
    script("goTo(active.run.events.length)")
    check("a typed tree is stepped through", says().startswith("The root is worth exactly") and not script("return exercise"), says())
    link = script("return link()")
    open_page(link=link)
    check("a link leads to a step of a typed tree", at() == script("return active.run.events.length") and
          script("return shownText()") == as_list(tree), link)
    click("#edit")
    for text, said in (("(1 2", "expected ) at the end"), ("(1 x)", "expected an integer, got x"), ("(1) 2", "expected the end, got 2"),
                       ("(1 ())", "expected a move in ()"), (")", "unmatched )"), ("(1.5)", "expected an integer, got 1.5")):
        script(TYPE, "text", text)
        click("[data-edit=search]")
        check(f"a wrong tree: {text}", said in note() and script("return shownText()") == as_list(tree), note())
    examples = dict(script("return EXAMPLES.map(([name]) => { showExample(name); goTo(active.run.events.length); return [name, "
                           "{...active.run.now, choice: $('first').value, all: TREE.leaves.length, least: DATA.tree.least, algorithm: active.run.algorithm}]; })"))
    said = {"A cutoff": lambda n: n["cutoffs"] == 1, "A deep cutoff": lambda n: n["deep"] == 1,
            "The best order of moves": lambda n: n["leaves"] == n["least"], "The worst order of moves": lambda n: n["leaves"] == n["all"] == 9,
            "A second search by NegaScout": lambda n: n["again"] > 0 and n["algorithm"] == "negascout",
            "Passes of MTD(f)": lambda n: n["pass"] > 1 and n["algorithm"] == "mtdf"}
    for name, shows in examples.items():
        check(f"the example {name}: the algorithm is chosen", shows["choice"] == shows["algorithm"], shows)
        check(f"the example: {name}", said[name](shows), shows)
    script(TYPE, "moves", "3")
    script(TYPE, "plies", "4")
    click("[data-edit=random]")
    check("a random tree", script("return TREE.leaves.length") == 81 and script("return TREE.height") == 4)
    click("[data-edit=stop]")
    click("#exercises")
    click("[data-exercise=order]")
    check("exercises on a typed tree", not isinstance(script("return checkOrder().note()"), type(None)) and
          "alpha-beta visits" in script("return checkOrder().note()"))


def plural_leaves(n):
    return f"{n} {'leaf' if n == 1 else 'leaves'}"


def check_values():
    """Numbers that JavaScript does not have are shown as Lisp writes them."""
    run("tree", "--quiet", "--html", page, "((1/3 -7/2) (100000000000000000000000 0.5))")
    open_page()
    script("goTo(active.run.events.length)")
    shown = script("return [...active.svg.querySelectorAll('text.value')].map(t => t.textContent)")
    check("ratios, floats and large integers", shown == ["0.5", "\u22127/2", "1/3", "\u22127/2", "0.5", "100000000000000000000000", "0.5"], shown)
    beyond = script("""return [...active.svg.querySelectorAll('g.n')].filter(g => {
        const a = g.querySelector('.shape').getBBox(), b = g.querySelector('text.value').getBBox();
        return b.x < a.x || b.x + b.width > a.x + a.width; }).length""")
    check("nodes are as wide as their values", beyond == 0, beyond)


def check_two():
    write_page(example())
    open_page(link="#a=negascout&b=sss")
    script("goTo(9)")
    check("two in step", script("return panes.map(p => p.run.at)") == [9, 9])
    script("$('together').value = 'leaves'; $('together').onchange({target: $('together')}); goTo(20)")
    counts = script("return panes.map(p => p.run.now.leaves)")
    check("two by leaves", counts[1] <= counts[0] and counts[0] > 0, counts)
    script("$('together').value = ''; $('together').onchange({target: $('together')}); goTo(0)")
    check("two freely", script("return panes[0].run.at") == 0 != script("return panes[1].run.at"))
    script("$('together').value = 'steps'; $('together').onchange({target: $('together')}); goTo(5)")
    check("each has its sentence", script("return panes.every(p => p.says.textContent.length > 20)"))


def check_folded(chance):
    """No text in a folded subtree of a drawing crosses a side of its triangle."""
    for k in range(12):
        tree = (k % 2 == 0, [random_tree(chance, 5, k % 2 == 1) for _ in range(3)])
        tree = as_list(tree).replace("9", ("9", "-12345", "98765432123456789")[k % 3])
        run("-", text=f"(draw '{tree} :format :svg :file \"folded.svg\" :fold {('t', ':pruned')[k % 2]})")
        browser.get("file://" + os.path.join(folder, "folded.svg"))
        triangles, beyond = script("""
            let count = 0; const beyond = [];
            for (const path of document.querySelectorAll('g > path')) {
              const [top, right, left, ...more] = path.getAttribute('d').match(/-?[0-9.]+ -?[0-9.]+/g).map(p => p.split(' ').map(Number));
              if (!left || more.length || right[1] !== left[1] || right[0] < left[0]) continue;
              count++;
              for (const text of path.parentNode.querySelectorAll('text[text-anchor=middle]')) {
                const box = text.getBBox(), capitals = box.y + 0.25 * box.height, at = y => (y - top[1]) * (right[0] - top[0]) / (right[1] - top[1]);
                if (box.y > right[1]) continue;
                if (box.width / 2 > at(capitals) || box.y + 0.8 * box.height > right[1]) beyond.push(text.textContent);
              }
            }
            return [count, beyond]""")
        check(f"folded drawing {k}: texts are in their triangles", not beyond and (triangles > 0 or k % 2), (triangles, beyond))


def check_triangles(chance):
    """No value crosses a side of its triangle in a drawing, but for the pixel by which fonts of different sizes differ."""
    for k, plies in enumerate((6, 6, 5, 4)):
        tree = re.sub(r"\d+", lambda n: n[0] if int(n[0]) % 3 else ("-" + n[0], "-49", "12345", "7/3")[k], as_list(uniform_tree(chance, [2] * plies)))
        run("-", text=f"(draw '{tree} :format :svg :file \"triangles.svg\")")
        browser.get("file://" + os.path.join(folder, "triangles.svg"))
        values, crossing = script("""
            let count = 0; const crossing = [];
            for (const path of document.querySelectorAll('g > path')) {
              const points = path.getAttribute('d').match(/-?[0-9.]+ -?[0-9.]+/g).map(p => p.split(' ').map(Number));
              const text = path.parentNode.querySelector('text.value');
              if (points.length !== 3 || !text) continue;
              count++;
              const box = text.getBBox(), side = ([x, y], [a, b], [c, d]) => Math.sign((x - a) * (d - b) - (y - b) * (c - a));
              const isInside = p => { const s = points.map((q, i) => side(p, q, points[(i + 1) % 3])); return s.every(x => x >= 0) || s.every(x => x <= 0); };
              const corners = [box.x + 1, box.x + box.width - 1].flatMap(x => [0.2, 0.78].map(part => [x, box.y + part * box.height]));
              const inside = corners.filter(isInside).length;
              if (inside !== 0 && inside !== 4) crossing.push(text.textContent);
            }
            return [count, crossing]""")
        check(f"drawing {k}: values do not cross the sides of triangles", values > 10 and not crossing, (values, crossing))


def check_large():
    chance = random.Random(5)
    write_page(uniform_tree(chance, [10, 10, 10, 10], greatest=9999))
    open_page()
    check("10,000 leaves", script("return TREE.leaves.length") == 10000)
    script("goTo(3000); goTo(2999); goTo(active.run.events.length)")
    check("their value", says().startswith("The root is worth exactly"), says())
    check("folded", script("return active.svg.querySelectorAll('.triangle').length") > 0)
    script("goTo(0); goTo(1)")
    check("the path is always shown", script("""for (let k = 0; k < 400; k += 7) { goTo(k * 10);
        if (!active.layout.byNode.has(active.run.now.node)) return false; } return true"""))


def check_tree_page():
    """The page of a search whose tree grows: buttons, keys and slider show the steps, as text and picture."""
    run("-", text="(draw (getf (nth-value 2 (find-path 'romania :record t)) :tree) :format :html :file \"search.html\")")
    source = open(page, encoding="utf-8").read()
    check("tree page: nothing is fetched", not re.search(r'(src|href)=|https?://(?!www\.w3\.org/2000/svg)', source))
    browser.get("about:blank")
    browser.get("file://" + page)
    says = lambda: script("return document.querySelector('p').textContent")
    seen = lambda: script("return [...document.querySelectorAll('svg')].filter(svg => svg.getClientRects().length).length")
    check("tree page: first step", says().startswith("The start: the state :ARAD") and seen() == 1, says())
    body = browser.find_element(By.TAG_NAME, "body")
    body.send_keys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
    check("tree page: second step", "expanded as number 2" in says() and seen() == 1, says())
    check("tree page: the node is marked", script("return [...document.querySelectorAll('.now')].filter(e => e.getClientRects().length).length") == 1)
    body.send_keys(Keys.END)
    check("tree page: last step", "is a goal" in says(), says())
    script("document.querySelector('button[value=ArrowLeft]').click()")
    check("tree page: button", "expanded as number 5" in says(), says())
    script("const s = document.querySelector('input'); s.value = 1; s.dispatchEvent(new Event('input'))")
    check("tree page: slider", "expanded as number 1" in says() and script("return location.hash") == "#1", says())
    check("tree page: text is at least 11 pixels high", script("""return Math.min(...[...document.querySelectorAll('svg text')]
        .filter(e => e.getClientRects().length)
        .map(e => parseFloat(getComputedStyle(e).fontSize) * e.getScreenCTM().a))""") >= 11)


write_page(example())
source = open(page, encoding="utf-8").read()
check("nothing is fetched", not re.search(r'(src|href)=|https?://(?!www\.w3\.org/2000/svg)', source))
for k in range(20):
    check_events(f"random tree {k}", (k % 2 == 0, [random_tree(chance, 3, k % 2 == 1) for _ in range(3)]))
    check_events(f"random game {k}", (k % 2 == 0, [random_tree(chance, 3, k % 2 == 1, True) for _ in range(3)]), doubles=True)
kinds = set()
for k, (plies, clauses) in enumerate(itertools.product((2, 3, 4), ("(:key (p) (prin1-to-string p))", "", "(:key (p) (prin1-to-string p))"))):
    tree = (k % 2 == 0, [random_tree(chance, 3, k % 2 == 1, k % 3 == 2) for _ in range(3)])
    kinds |= check_deepening(f"best move {k}", tree, plies, clauses)
check("best move: all kinds of steps", kinds >= set("eluncxvrhimfqoz"), kinds)
check_pictures("example", example())
check_pictures("random tree", (True, [random_tree(chance, 3, False) for _ in range(3)]))
check_pictures("random game", (True, [random_tree(chance, 3, False, True) for _ in range(3)]), doubles=True)
write_page(example())
open_page()
check_start("example")
for name, widths in (("2^6", [2] * 6), ("12x12", [12, 12]), ("3^5", [3] * 5)):
    write_page(uniform_tree(chance, widths))
    check_text_sizes(name)
run("-", text="(draw (record-search (initial-position 'tic-tac-toe) :game 'tic-tac-toe :depth 2) :format :html :file \"search.html\")")
open_page()
check_start("tic-tac-toe")
check("boards and moves are drawn", script("active.fit(); return document.querySelectorAll('text.board, text.move').length") > 20)
check_text_sizes("tic-tac-toe")
check_keyboard()
check_exercises()
check_order()
check_random_orders(chance)
check_leaves()
check_editing(chance)
check_values()
check_two()
check_folded(chance)
check_triangles(chance)
check_large()
check_tree_page()
log = browser.get_log("browser")
check("no complaint in the console", not log, log[:3])

finish()

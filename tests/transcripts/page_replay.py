"""What a page must show in each step: sentences, values in nodes, badges and counters, computed from the events in Python."""


def text_of(score):
    return str(score).replace("-", "\u2212", 1) if str(score).startswith("-") else str(score)


def plural(n, one, many):
    return f"{n} {one if n == 1 else many}"


SIGN = {"=": "", "<": "≤", ">": "≥", "?": "?"}
ASKS = {">": "more than", "<": "less than", "g": "at least"}


def worth(value, bound):
    return {"=": "worth exactly ", "<": "worth at most ", ">": "worth at least "}[bound] + text_of(value)


class Replay:
    """TREE: of page_oracle.  NAMES: of the moves, for games."""

    def __init__(self, tree, algorithm, events, names=None):
        self.tree, self.algorithm, self.events, self.names = tree, algorithm, events, names
        self.strict = algorithm in ("winston", "bratko")
        self.windows = algorithm not in ("minimax", "scout", "sss", "dual", "mtdf", "mt-sss", "mt-dual")
        self.state = {}  # of visited nodes: dictionaries
        self.open_list, self.best, self.passes = [], None, 0
        self.leaves, self.pruned = set(), set()
        self.count = dict.fromkeys(("evaluations", "inner", "cutoffs", "again", "hits"), 0)

    # The path of N from the root.
    def path(self, n):
        path = []
        while n >= 0:
            path.append(n)
            n = self.tree.parent[n]
        return path[::-1]

    def name(self, n):
        if n <= 0:
            return "the search" if n < 0 else "the root"
        if self.names:
            return "–".join(self.names[i] for i in self.path(n)[1:])
        return "(" + " ".join(str(self.tree.kids[self.tree.parent[i]].index(i) + 1) for i in self.path(n)[1:]) + ")"

    def below(self, n):
        return [n] if not self.tree.kids[n] else [leaf for c in self.tree.kids[n] for leaf in self.below(c)]

    def inside(self, n):
        return [n] + [i for c in self.tree.kids[n] for i in self.inside(c)]

    # The difference between PICTURE, what is seen in step K, and what should be; steps come in their order.
    def difference(self, k, picture):
        event = self.events[k - 1] if k else None
        if event:
            self.apply(event)
        sentence = self.sentence(event)
        if sentence is not None and picture["text"] != sentence:
            return f"step {k}: says {picture['text']!r}, expected {sentence!r}"
        for n in range(len(self.tree.kids)):
            want = self.value(n)
            if picture["values"].get(str(n)) != want:
                return f"step {k}, {event}: node {self.name(n)} shows {picture['values'].get(str(n))!r}, expected {want!r}"
            want = self.badges(n)
            if picture["badges"].get(str(n), []) != want:
                return f"step {k}, {event}: badges of {self.name(n)}: {picture['badges'].get(str(n))}, expected {want}"
        grey = {i for n in self.pruned for i in self.inside(n)}
        if set(picture["pruned"]) != grey:
            return f"step {k}, {event}: pruned {picture['pruned']}, expected {sorted(grey)}"
        if event and event[0] in "eluncxvhqko" and picture["current"] != [event[1]]:
            return f"step {k}, {event}: current {picture['current']}"
        owner = event[5][1] if event and event[0] == "x" and event[5][0] != "c" and event[5][1] != event[1] else -1
        if picture["owner"] != owner:
            return f"step {k}, {event}: arrow to {picture['owner']}, expected {owner}"
        counters = picture["counters"]
        lost = sum(len([leaf for leaf in self.below(n) if leaf not in self.leaves]) for n in self.topmost_pruned())
        expected = {"Leaves visited": f"{len(self.leaves)} of {len(self.below(0))}", "Inner nodes visited": str(self.count["inner"]),
                    "Leaves pruned": str(lost), **self.least()}
        if self.count["evaluations"] != len(self.leaves):
            expected["Evaluations"] = str(self.count["evaluations"])
        if "scout" in self.algorithm:
            expected["Second searches"] = str(self.count["again"])
        for counter, want in expected.items():
            if counters.get(counter) != want:
                return f"step {k}, {event}: {counter} {counters.get(counter)}, expected {want}"
        if counters["Cutoffs"].split()[0] != str(self.count["cutoffs"]):
            return f"step {k}, {event}: cutoffs {counters['Cutoffs']}"
        if self.algorithm in ("sss", "dual"):
            want = [f"{self.name(n)} {s} {text_of(m)}" for n, s, m in self.open_list[:14]]
            if picture["open"] != want:
                return f"step {k}, {event}: OPEN {picture['open']}, expected {want}"
        return ""

    def least(self):
        return {"Least possible": str(self.tree.least())}

    def pruned_by(self, event):
        return self.tree.kids[event[1]][event[2] + 1:]

    def lost(self, event):
        lost = sum(len(self.below(n)) for n in self.pruned_by(event))
        return plural(lost, "leaf is", "leaves are") + " pruned."

    def topmost_pruned(self):
        return [n for n in self.pruned if not any(p in self.pruned for p in self.path(n)[:-1])]

    def visit(self, n):
        for i in self.path(n):
            self.pruned.discard(i) if i == n else None
        self.leaves.add(n)
        self.count["evaluations"] += 1
        self.state[n] = {"open": False, "value": self.tree.value[n], "bound": "="}

    def apply(self, event):
        kind, n = event[0], event[1]
        state = self.state.setdefault(n, {}) if kind in "euvxh" and isinstance(n, int) else {}
        if kind == "e":
            self.pruned -= {n, *self.tree.kids[n]}
            visits = state.get("visits", 0)
            self.count["inner"] += not visits
            state.clear()
            state.update(open=True, value="", kind=event[2], alpha=event[3], beta=event[4], visits=visits + 1, passed=self.passes, cut=None)
            if event[2] in "av" and visits:
                for i in self.inside(n)[1:]:
                    if i in self.state:
                        self.state[i]["passed"] = -1
        elif kind == "l":
            self.visit(n)
            self.state[n]["passed"] = self.passes
        elif kind == "u":
            state["value"] = event[3]
            if event[4]:
                state["alpha" if event[4] == "a" else "beta"] = event[3]
        elif kind == "x":
            state["cut"] = event
            self.pruned |= set(self.pruned_by(event))
            self.count["cutoffs"] += 1
        elif kind == "v":
            state.update(open=False, value=event[2], bound=event[3])
        elif kind == "r":
            self.count["again"] += 1
        elif kind == "h":
            state.update(value=event[2], bound=event[3], open=False, cut=None, passed=self.passes)
            self.pruned.discard(n)
        elif kind == "p":
            self.passes += 1
            self.pruned.clear()
        elif kind == "s":
            self.operator(event)

    def operator(self, event):
        _, n, status, merit, which, put, dropped, pruned, _, results, bound = event
        if n >= 0:
            assert self.open_list[0] == (n, status, merit), "the first entry of OPEN is taken"
            self.open_list.pop(0)
            if which == 4:
                self.visit(n)
            elif status == "L":
                self.count["inner"] += 1
                self.state[n] = {"open": True, "value": ""}
            else:
                self.state[n] = {"open": False, "value": merit if self.tree.kids[n] else self.tree.value[n], "bound": bound or "="}
        self.open_list = [e for e in self.open_list if e[0] not in dropped]
        for i in {p for d in dropped for p in self.path(d)[len(self.path(n)) - 1:]}:
            if self.state.get(i, {}).get("open"):
                self.state[i]["open"] = False
        for i, value, known in results:
            self.state[i].update(value=value, bound=known)
        for place, i, s, m in put:
            self.open_list.insert(place, (i, s, m))
        self.pruned |= set(pruned)
        self.count["cutoffs"] += bool(pruned)

    def value(self, n):
        state = self.state.get(n)
        if not self.tree.kids[n]:
            return text_of(self.tree.value[n])
        if not state or state.get("value", "") == "":
            return ""
        return ("" if state["open"] else SIGN[state.get("bound") or "="]) + text_of(state["value"])

    def badges(self, n):
        state = self.state.get(n)
        if self.algorithm in ("sss", "dual"):
            return [f"{s} {text_of(m)}" for i, s, m in self.open_list if i == n]
        if not state or not self.tree.kids[n] or "kind" not in state:
            return []
        asked = ("≥" if state["kind"] == "g" else state["kind"]) + text_of(state["alpha"]) + "?" if state["kind"] in ASKS else ""
        if not state["open"]:
            is_now = state["cut"] and state["passed"] == self.passes
            return [] if not is_now else ["deep cut" if state["cut"][6] else "cut"]
        if state["cut"] and asked:
            answer = "no" if (state["kind"] == "<") == self.tree.max[n] else "yes"
            return [text_of(state["value"]), asked + " " + answer]
        if state["cut"]:
            return ["α " + text_of(state["cut"][3]), ("> " if self.strict else "≥ ") + "β " + text_of(state["cut"][4])]
        if asked:
            return [asked]
        return ["α " + text_of(state["alpha"]), "β " + text_of(state["beta"])] if self.windows else []

    # The sentence of EVENT; None for those of SSS*, which are checked by their picture.
    def sentence(self, event):
        tree = self.tree
        if event is None:
            return f"The tree before the search. {plural(len(self.below(0)), 'leaf', 'leaves')}; {'max' if tree.max[0] else 'min'} moves at the root."
        kind, n = event[0], event[1]
        name = self.name(n) if isinstance(n, int) else ""
        big = name[0].upper() + name[1:] if name.startswith("the") else name
        mine = isinstance(n, int) and 0 <= n < len(tree.max) and tree.max[n]
        node = f"{name}, a {'max' if mine else 'min'} node"
        v = [text_of(x) for x in event]
        if kind == "e":
            window = f"{v[3]}..{v[4]}"
            asks_max = n and tree.max[tree.parent[n]]
            if event[2] == "v":
                return f"Evaluate {node}, again, for its exact value." if self.state[n]["visits"] > 1 else f"Evaluate {node}."
            if event[2] == "a":
                return f"Search {name} again, with the window {window}, for its exact value."
            if event[2] == "b":
                return f"Test {name} with the null window {window}: is it worth {'more than ' + v[3] if asks_max else 'less than ' + v[4]}?"
            if event[2] in ASKS:
                return f"Enter {node}: is it worth {ASKS[event[2]]} {v[3]}?"
            if self.algorithm == "minimax":
                return f"Enter {node}."
            owners = [f"{b} {v[3 if b == 'α' else 4]} from {self.name(o[1])}" for b, o in zip("αβ", event[5:7]) if o[0] == "b"]
            text = f"Enter {node}, with the window {window}" + (", ends included" if self.strict else "")
            text += f" ({', '.join(owners)})." if owners else "."
            above = self.state[tree.parent[n]] if n else None
            if self.algorithm == "f1" and n and (event[4] == "∞" != above["beta"] if asks_max else event[3] == "-∞" != above["alpha"]):
                text += " F1 passes on only the parent's bound."
            return text
        if kind == "l":
            return f"Leaf {name} is worth {v[2]}." + (f" It is evaluated again (evaluation {event[3]} of this leaf)." if event[3] > 1 else "")
        if kind in "un":
            child = self.name(event[2])
            returns = f"{child} returns {v[3]}"
        if kind == "u":
            compared = f"{returns}. {v[3]} {'>' if mine else '<'}"
            if event[4]:
                return f"{compared} {v[5]}: {'α' if mine else 'β'} of {name} becomes {v[3]}."
            if len(event) < 7:
                return f"{compared} {v[5]}: the value of {name} so far becomes {v[3]}."
            if not self.windows:
                return f"{compared} {v[6]}: the best value of {name} so far becomes {v[3]}."
            return (f"{returns}. The best value of {name} so far becomes {v[3]}, but {v[3]} {'≤ α' if mine else '≥ β'} {v[5]}: "
                    "the window does not change.")
        if kind == "n":
            if len(event) > 5:
                return f"{returns}, equal to the best so far. This program keeps the last of equal moves."
            return f"{returns}. {v[3]} {'≤' if mine else '≥'} {v[4]}: nothing changes at {name}."
        if kind == "c":
            how = f"≤ β {v[3]}: no cutoff, since only α > β cuts" if self.strict else f"< β {v[3]}: no cutoff"
            return f"At {name}, α {v[2]} {how}. The next child is visited."
        if kind == "x":
            return self.cutoff(event, name, mine)
        if kind == "v":
            if event[3] == "?":
                return f"{big} returns {v[2]}: its window holds no value, so nothing is known."
            text = f"{big} is {worth(event[2], event[3])}."
            if event[3] != "=" and not self.state[n]["cut"] and self.state[n]["kind"] in "wba":
                text += " All its moves were visited, but this search relies on the bound only."
            return text + (f" The table stores {v[4]}..{v[5]}." if len(event) > 4 else "")
        if kind == "r":
            for_max = tree.max[tree.parent[n]]
            known = worth(event[2], ">" if for_max else "<")
            if self.algorithm == "negascout":
                return (f"The test proved that {name} is {known}. That is better than the best so far and inside the window, so the "
                        f"exact value is needed: {name} is searched again.")
            known = known if tree.kids[n] else "worth " + v[2]
            return (f"The test proved that {name} is {known}, {'more' if for_max else 'less'} than {v[3]}: it is now evaluated. "
                    "Its leaves may be visited again.")
        if kind == "p":
            asked = f"Pass {self.passes}: is the root worth {ASKS[event[1]]} {v[2]}? "
            if event[3:] == ["-∞", "∞"]:
                return asked + "Nothing is known of its value yet."
            return asked + f"So far its value is known to lie in {v[3]}..{v[4]}."
        if kind == "b":
            return f"Pass {self.passes} ends: the value of the root lies in {v[1]}..{v[2]}." + (" The bounds meet." if event[1] == event[2] else "")
        if kind == "h":
            if tree.kids[n]:
                return f"The table holds for {name}: {worth(event[2], event[3])}. That answers the question; it is not visited again."
            return f"Leaf {name} is known from an earlier pass: {worth(event[2], event[3])}. It is not visited again."
        if kind == "z":
            line = [self.names[i] if self.names else str(tree.kids[tree.parent[i]].index(i) + 1) for i in event[3][1:]]
            return (f"The root is {worth(event[1], event[2])}. The best line is {', '.join(line)}. {plural(len(self.leaves), 'leaf', 'leaves')} "
                    f"of {len(self.below(0))} visited; the least possible number is {self.tree.least()}.")
        return None

    def cutoff(self, event, name, mine):
        _, n, move, alpha, beta, owner, deep = event[:7]
        own, other = (alpha, beta) if mine else (beta, alpha)
        pruned = self.lost(event)
        if owner[0] == "t":
            kind = self.state[n]["kind"]
            if kind in ASKS:
                question, answer = f"{ASKS[kind]} {text_of(other)}", "no" if (kind == "<") == mine else "yes"
            else:
                for_max = self.tree.max[owner[1]]
                question, answer = f"{'more' if for_max else 'less'} than {text_of(owner[2])}", "yes" if for_max == mine else "no"
            return (f"Cutoff at {name} with {text_of(own)}: this answers the test of {self.name(owner[1])}, whether the value here is "
                    f"{question}: {answer}. {pruned}")
        plies = len(self.path(n)) - len(self.path(owner[1]))
        head = f"Deep cutoff at {name}, {plural(plies, 'ply', 'plies')} below {self.name(owner[1])}" if deep else f"Cutoff at {name}"
        head += f": α {text_of(alpha)} {'>' if self.strict else '≥'} β {text_of(beta)}: "
        head += f"the {'maximizer gets at least' if mine else 'minimizer gets at most'} {text_of(own)} here"
        if owner[0] == "c":
            return f"{head}, and the window of the search {'ends' if mine else 'begins'} at {text_of(other)}. {pruned}"
        if owner[0] == "k":
            return f"{head}, and {self.name(owner[1])} is known to be worth at {'most' if mine else 'least'} {text_of(other)}. {pruned}"
        if owner[0] == "r":
            return f"{head}, and {self.name(owner[1])} was found before to be worth at {'most' if mine else 'least'} {text_of(other)}. {pruned}"
        return f"{head}, but the {'minimizer' if mine else 'maximizer'} can have {text_of(other)} at {self.name(owner[1])}. {pruned}"

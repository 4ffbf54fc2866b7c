"""What a page of BEST-MOVE must show, and whether what its events claim is true, computed in Python."""

from page_oracle import INF, Tree
from page_replay import Replay, plural, text_of, worth


def static(tree):
    """The static value of a position of the game DOUBLES: its first leaf."""
    return tree if isinstance(tree, int) else static(tree[1][0])


def truncated(tree, plies):
    """TREE with the positions at depth PLIES as leaves."""
    if isinstance(tree, int) or plies == 0:
        return static(tree)
    return (tree[0], [truncated(child, plies - 1) for child in tree[1]])


def value(tree, plies):
    """The minimax value of TREE, searched PLIES deep."""
    if isinstance(tree, int) or plies == 0:
        return static(tree)
    return (max if tree[0] else min)(value(child, plies - 1) for child in tree[1])


def number(score):
    return {"∞": INF, "-∞": -INF}.get(score, score)


class Deepening(Replay):
    """TREE: as random_tree makes it.  PLIES: the greatest depth."""

    def __init__(self, tree, plies, events, names, has_quiet=False):
        super().__init__(Tree(truncated(tree, plies)), "best-move", events, names)
        self.has_quiet = has_quiet
        self.positions, to_do = [], [tree]
        self.plies = plies
        self.collect(tree, plies)
        self.depth, self.order, self.tried, self.known = 0, {}, {}, {}

    def collect(self, tree, plies):
        self.positions.append(tree)
        if not isinstance(tree, int) and plies > 0:
            for child in tree[1]:
                self.collect(child, plies - 1)

    def least(self):
        return {}

    def pruned_by(self, event):
        return event[7]

    def lost(self, event):
        return plural(len(event[7]), "move is", "moves are") + " pruned."

    def difference(self, k, picture):
        return super().difference(k, picture) or (self.claim(self.events[k - 1]) if k else "")

    def apply(self, event):
        kind, n = event[0], event[1] if len(event) > 1 else None
        super().apply(event)
        if kind == "i":
            self.passes += 1
            self.depth = n
            self.pruned.clear()
        elif kind == "q":
            if not self.tree.kids[n]:
                self.visit(n)
            else:
                self.count["evaluations"] += 1
                self.state.setdefault(n, {}).update(open=False, value=event[2], bound="=", cut=None)
            self.pruned.discard(n)
            self.state[n]["passed"] = self.passes
        elif kind == "k":
            self.state[n].update(alpha=event[2], beta=event[3])
            self.known[n] = event[2:4]
        elif kind == "e":
            self.order[n], self.tried[n] = list(self.tree.kids[n]), []
            self.known.pop(n, None)
            if n == 0:
                self.window = event[3:5]
        elif kind == "o":
            self.order[n] = event[2]
        if kind in "elqh" and n:
            tried = self.tried[self.tree.parent[n]]
            if tried[-1:] != [n]:
                tried.append(n)

    def sentence(self, event):
        kind = event[0] if event else ""
        name = self.name(event[1]) if kind in list("qkohv") else ""
        big = name[0].upper() + name[1:] if name.startswith("the") else name
        moves = lambda nodes: ", ".join(self.names[i] for i in nodes)
        if kind == "i":
            return f"Iteration {self.passes}: search to depth {event[1]}."
        if kind == "f":
            return f"The value {text_of(event[1])} is outside of the window around the value of the last iteration: the root is searched again."
        if kind == "q":
            return f"{big} is at the depth limit: its static value is {text_of(event[2])}."
        if kind == "k":
            return f"The table holds bounds for {name}: the window becomes {text_of(event[2])}..{text_of(event[3])}."
        if kind == "o":
            why = {"t": " The table holds the first one as the best.", "i": " The first one is the best so far.", "": ""}[event[3]]
            return f"The moves at {name} are tried in the order {moves(event[2])}.{why}"
        if kind == "n" and len(event) > 5:
            return f"{self.name(event[2])} returns {text_of(event[3])}, equal to the best so far, but it is proved: it becomes the best move."
        if kind == "m":
            return f"After depth {event[1]}: best move {moves([event[2]])}, value {text_of(event[3])}." + self.proof(event[4])
        if kind == "v":
            text = f"{big} is {worth(event[2], event[3])}."
            if event[3] != "=" and not self.state[event[1]]["cut"]:
                text += " All its moves were visited, but this search relies on the bound only."
            if event[4] != "":
                text += f" The table stores {text_of(event[4])}..{text_of(event[5])}."
            return f"{text} It was searched {plural(event[6], 'ply', 'plies')} deep." + self.proof(event[7])
        if kind == "h" and not self.tree.kids[event[1]]:
            kind = "table"  # a leaf that is not one in the game
        if kind == "r":
            for_max = self.tree.max[self.tree.parent[event[1]]]
            return (f"The test proved that {self.name(event[1])} is {worth(event[2], '>' if for_max else '<')}. That is better than the best so "
                    f"far and inside the window, so the exact value is needed: {self.name(event[1])} is searched again.")
        if kind == "z":
            return f"The best move is {moves(event[3][1:2])}: the root is {worth(event[1], event[2])}. The best line is {moves(event[3][1:])}."
        return super().sentence(event)

    def proof(self, is_proved):
        return " The value is proved to the end of the game." if is_proved else ""

    # The false claim of EVENT, which was applied last, if there is one.
    def claim(self, event):
        kind, n = event[0], event[1] if len(event) > 1 else None
        tree, state = self.tree, self.state.get(n, {}) if isinstance(n, int) else {}
        depth = len(self.path(n)) - 1 if isinstance(n, int) and kind not in "imz" else 0
        fail = lambda text: f"{event}: {text}"
        if kind in "lq" and event[2] != static(self.positions[n]):
            return fail("the static value")
        if kind in "lq" and (kind == "l") != isinstance(self.positions[n], int):
            return fail("the end of the game")
        if kind == "q" and depth < self.depth:
            return fail("it is not at the limit")
        if kind in "vh" and not self.has_quiet:
            plies = self.depth - depth
            if kind == "v" and event[6] != plies:
                return fail("the plies")
            true, claimed = value(self.positions[n], plies), event[2]
            if not {"=": true == claimed, "<": true <= claimed, ">": true >= claimed}[event[3]]:
                return fail(f"the value is {true}")
            if kind == "v" and event[4] != "" and not number(event[4]) <= true <= number(event[5]):
                return fail(f"the table holds the value {true}")
            if kind == "v" and event[7] and value(self.positions[n], 99) != claimed:
                return fail("it is not proved")
        if kind == "m" and not self.has_quiet:
            if event[3] != value(self.positions[0], event[1]) or value(self.positions[event[2]], event[1] - 1) != event[3]:
                return fail("the best move or its value")
        if kind == "e" and n:
            above, asks = self.state[tree.parent[n]], tree.max[tree.parent[n]]
            window = [above["alpha"], above["beta"]]
            if event[2] == "b":
                window = [window[0], window[0] + 1] if asks else [window[1] - 1, window[1]]
            if event[3:5] != window:
                return fail(f"the window is {window}")
        if kind == "o" and sorted(event[2]) != sorted(tree.kids[n]):
            return fail("not all moves")
        if kind in "vx":
            tried = self.tried[n]
            if tried != self.order[n][:len(tried)]:
                return fail(f"tried in the order {tried}")
            if kind == "x" and event[7] != self.order[n][len(tried):]:
                return fail("pruned")
        if kind in "cx":
            a, b = (event[2], event[3]) if kind == "c" else (event[3], event[4])
            if [a, b] != [state["alpha"], state["beta"]] or (number(a) < number(b)) != (kind == "c"):
                return fail(f"the window is {state['alpha']}..{state['beta']}")
        return self.owner_claim(event) if kind == "x" else ""

    def owner_claim(self, event):
        _, n, _, alpha, beta, owner, deep, _ = event
        mine, other = self.tree.max[n], beta if self.tree.max[n] else alpha
        node = self.state[owner[1]]
        if owner[1] not in self.path(n) or not node["open"]:
            return f"{event}: the owner is not open"
        if deep != (owner[0] == "b" and owner[1] != self.tree.parent[n]):
            return f"{event}: is it deep?"
        if owner[0] == "b":
            right = self.tree.max[owner[1]] != mine and node["value"] == other
        elif owner[0] == "t":
            right = self.tree.max[owner[1]] == mine and abs(owner[2] - other) == 1 and owner[2] == node["alpha" if mine else "beta"]
        elif owner[0] == "k":
            right = self.known[owner[1]][1 if mine else 0] == other
        else:
            right = owner == ["c", 0] and self.window[1 if mine else 0] == other
        return "" if right else f"{event}: the owner of the bound"

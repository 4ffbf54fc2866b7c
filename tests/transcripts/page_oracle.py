"""The searches of the literature in Python, with the events that a page shows: an oracle that shares no code with Winnow or
its page. Events have the format that lib/search/page.lisp describes. Sources: Knuth and Moore 1975, Fishburn 1983, Winston 1977,
Bratko (figure 15.5), Pearl 1980, Reinefeld 1983, Stockman 1979, Plaat and others 1996."""

import bisect

INF = float("inf")


def score(v):
    return "∞" if v == INF else "-∞" if v == -INF else v


class Tree:
    """Nodes in preorder. A tree is a number or (MAX, CHILDREN)."""

    def __init__(self, tree):
        self.kids, self.value, self.parent, self.max = [], [], [], []
        self.add(tree, -1)

    def add(self, tree, parent):
        i = len(self.kids)
        leaf = isinstance(tree, int)
        self.kids.append([])
        self.parent.append(parent)
        self.value.append(tree if leaf else None)
        self.max.append(True if leaf else tree[0])
        if not leaf:
            for child in tree[1]:
                self.kids[i].append(self.add(child, i))
        return i

    def minimax(self):
        values = [None] * len(self.kids)
        for n in reversed(range(len(self.kids))):
            values[n] = self.value[n] if not self.kids[n] else (max if self.max[n] else min)(values[c] for c in self.kids[n])
        return values

    def least(self):
        """The least number of leaves that prove the value of the root."""
        value = self.minimax()[0]

        def proof(n, for_max):
            if not self.kids[n]:
                return 1 if (self.value[n] >= value if for_max else self.value[n] <= value) else INF
            return (min if self.max[n] == for_max else sum)(proof(c, for_max) for c in self.kids[n])

        return proof(0, True) + proof(0, False) - 1

    def negated(self):
        other = Tree.__new__(Tree)
        other.kids, other.parent = self.kids, self.parent
        other.max = [not m for m in self.max]
        other.value = [None if v is None else -v for v in self.value]
        return other

    def line(self):
        values, line = self.minimax(), [0]
        while self.kids[line[-1]]:
            line.append(next(c for c in self.kids[line[-1]] if values[c] == values[line[-1]]))
        return line


class Search:
    deep, strict, hard, last = True, False, False, False  # the variants of alpha-beta

    def __init__(self, tree):
        self.tree, self.events, self.times, self.table = tree, [], {}, {}

    def event(self, *fields):
        self.events.append([score(f) if isinstance(f, float) else f for f in fields])

    def leaf(self, n):
        self.times[n] = self.times.get(n, 0) + 1
        self.event("l", n, self.tree.value[n], self.times[n])
        return self.tree.value[n]

    # A value V of child C, number I of N, is taken into the window A..B of N, whose best value is BEST.
    def fold(self, n, i, c, v, a, b, best, a_owner, b_owner):
        mine, more = self.tree.max[n], i + 1 < len(self.tree.kids[n])
        own = a if mine else b
        beats = (lambda x, y: x > y) if mine else (lambda x, y: x < y)
        over = (lambda: a > b) if self.strict else (lambda: a >= b)
        if beats(v, own):
            self.event("u", n, c, v, "a" if mine else "b", score(own), score(best))
            if mine:
                a, a_owner = v, ["b", n]
            else:
                b, b_owner = v, ["b", n]
            best = v
            if not over() and more:
                self.event("c", n, score(a), score(b))
        elif beats(v, best):
            self.event("u", n, c, v, "", score(own), score(best))
            best = v
        elif self.last and v == own:
            self.event("n", n, c, v, score(best), "l")
        else:
            self.event("n", n, c, v, score(best))
        if over() and more:
            owner = b_owner if mine else a_owner
            self.event("x", n, i, score(a), score(b), owner, owner[0] == "b" and owner[1] != self.tree.parent[n])
        return a, b, best, a_owner, b_owner, over()

    def alphabeta(self, n=0, a=-INF, b=INF, a_owner=["c", 0], b_owner=["c", 0]):
        t = self.tree
        if not t.kids[n]:
            return self.leaf(n)
        self.event("e", n, "w", a, b, a_owner, b_owner)
        low, high, mine = a, b, t.max[n]
        best = -INF if mine else INF
        if self.hard or not self.deep:
            best = a if mine else b
        for i, c in enumerate(t.kids[n]):
            down_a, down_a_owner = (a, a_owner) if self.deep or mine else (-INF, ["c", 0])
            down_b, down_b_owner = (b, b_owner) if self.deep or not mine else (INF, ["c", 0])
            v = self.alphabeta(c, down_a, down_b, down_a_owner, down_b_owner)
            a, b, best, a_owner, b_owner, stop = self.fold(n, i, c, v, a, b, best, a_owner, b_owner)
            if stop:
                break
        closed = self.strict and not self.hard
        upper = best < low if closed else best <= low
        lower = best > high if closed else best >= high
        self.event("v", n, score(best), ("?" if lower else "<") if upper else ">" if lower else "=")
        return best

    def minimax(self, n=0):
        t = self.tree
        if not t.kids[n]:
            return self.leaf(n)
        self.event("e", n, "w", -INF, INF, ["c", 0], ["c", 0])
        best = -INF if t.max[n] else INF
        for c in t.kids[n]:
            best = self.take(n, c, self.minimax(c), best)
        self.event("v", n, best, "=")
        return best

    # Without windows: the new best value of N.
    def take(self, n, c, v, best, asked=None):
        if v > best if self.tree.max[n] else v < best:
            self.event("u", n, c, v, "", *([] if asked is None else [score(asked)]), score(best))
            return v
        self.event("n", n, c, v, score(best))
        return best

    def scout(self, n=0):
        t = self.tree
        if not t.kids[n]:
            return self.leaf(n)
        self.event("e", n, "v", -INF, INF, ["c", 0], ["c", 0])
        mine, best = t.max[n], -INF if t.max[n] else INF
        for i, c in enumerate(t.kids[n]):
            if i:
                v = self.scout_test(c, mine, best, n)
                if not (v > best if mine else v < best):
                    self.event("n", n, c, v, score(best))
                    continue
                self.event("r", c, v, score(best))
            best = self.take(n, c, self.scout(c), best)
        self.event("v", n, best, "=")
        return best

    def scout_test(self, n, for_max, asked, asker):
        t = self.tree
        if not t.kids[n]:
            return self.leaf(n)
        owner = ["t", asker, score(asked)]
        self.event("e", n, ">" if for_max else "<", asked, "", owner, owner)
        mine, best = t.max[n], -INF if t.max[n] else INF
        good = lambda v: v > asked if for_max else v < asked
        for i, c in enumerate(t.kids[n]):
            best = self.take(n, c, self.scout_test(c, for_max, asked, asker), best, asked)
            if good(best) == (mine == for_max):
                if i + 1 < len(t.kids[n]):
                    self.event("x", n, i, *((best, asked) if mine else (asked, best)), owner, False)
                break
        self.event("v", n, best, ">" if good(best) == for_max else "<")
        return best

    def negascout(self, n=0, a=-INF, b=INF, a_owner=["c", 0], b_owner=["c", 0], kind="w"):
        t = self.tree
        if not t.kids[n]:
            return self.leaf(n), "leaf"
        self.event("e", n, kind, a, b, a_owner, b_owner)
        low, high, mine = a, b, t.max[n]
        best, source = -INF if mine else INF, "leaves"
        for i, c in enumerate(t.kids[n]):
            if i == 0:
                v, s = self.negascout(c, a, b, a_owner, b_owner)
            else:
                if mine:
                    v, s = self.negascout(c, a, a + 1, a_owner, ["t", n, score(a)], "b")
                else:
                    v, s = self.negascout(c, b - 1, b, ["t", n, score(b)], b_owner, "b")
                if s == "others" and a < v < b:
                    self.event("r", c, v, score(b if mine else a))
                    if mine:
                        v, s = self.negascout(c, v, b, ["r", c], b_owner, "a")
                    else:
                        v, s = self.negascout(c, a, v, a_owner, ["r", c], "a")
            if s != "leaf":
                source = "others"
            a, b, best, a_owner, b_owner, stop = self.fold(n, i, c, v, a, b, best, a_owner, b_owner)
            if stop:
                if i + 1 < len(t.kids[n]):
                    source = "others"
                break
        self.event("v", n, best, "=" if source != "others" else "<" if best <= low else "=" if best < high else ">")
        return best, source

    def mtdf(self, guess):
        lower, upper = -INF, INF
        while lower < upper:
            strict, asked = not lower < guess, guess
            reaches = (lambda v: v > asked) if strict else (lambda v: v >= asked)
            self.event("p", ">" if strict else "g", score(asked), score(lower), score(upper))
            guess = self.memory_test(0, asked, strict, reaches)
            if reaches(guess):
                lower = guess
            else:
                upper = guess
            self.event("b", score(lower), score(upper))
        return guess

    def memory_test(self, n, asked, strict, reaches):
        t = self.tree
        if not t.kids[n]:
            if n in self.times:
                self.event("h", n, t.value[n], "=")
                return t.value[n]
            return self.leaf(n)
        lower, upper = self.table.get(n, (-INF, INF))
        for bound, known, sign in ((lower, lower > -INF and reaches(lower), ">"), (upper, upper < INF and not reaches(upper), "<")):
            if known:
                self.event("h", n, bound, "=" if lower == upper else sign)
                return bound
        owner = ["t", -1, score(asked)]
        self.event("e", n, ">" if strict else "g", score(asked), "", owner, owner)
        mine, best = t.max[n], -INF if t.max[n] else INF
        for i, c in enumerate(t.kids[n]):
            best = self.take(n, c, self.memory_test(c, asked, strict, reaches), best, asked)
            if reaches(best) == mine:
                if i + 1 < len(t.kids[n]):
                    self.event("x", n, i, *((score(best), score(asked)) if mine else (score(asked), score(best))), owner, False)
                break
        self.table[n] = lower, upper = (best, upper) if reaches(best) else (lower, best)
        self.event("v", n, best, "=" if lower == upper else ">" if reaches(best) else "<", score(lower), score(upper))
        return best

    def sss(self):
        """SSS* for max."""
        t, entered, seen, cut = self.tree, {}, set(), set()
        open_list = [(-INF, 0, "L")]
        self.event("s", -1, "", "", 0, [[0, 0, "L", "∞"]], [], [], "", [], "")

        def put(merit, nodes, status):
            out = []
            for n in nodes:
                place = bisect.bisect_left(open_list, (-merit, n, status))
                open_list.insert(place, (-merit, n, status))
                out.append([place, n, status, score(merit)])
            return out

        while True:
            merit, n, status = open_list.pop(0)
            merit, kids, p = -merit, t.kids[n], t.parent[n]
            if status == "L":
                entered[n] = merit
                seen.add(n)
                if not kids:
                    self.times[n] = 1
                    self.event("s", n, "L", score(merit), 4, put(min(merit, t.value[n]), [n], "S"), [], [], t.value[n], [], "")
                elif t.max[n]:
                    self.event("s", n, "L", score(merit), 6, put(merit, kids, "L"), [], [], "", [], "")
                else:
                    self.event("s", n, "L", score(merit), 5, put(merit, kids[:1], "L"), [], [], "", [], "")
                continue
            bound = "" if not kids else "=" if merit < entered[n] else ">"
            if n == 0:
                self.event("s", 0, "S", merit, 7, [], [], [], "", [], bound)
                return merit
            later = t.kids[p][t.kids[p].index(n) + 1:]
            if not t.max[p]:
                self.event("s", n, "S", merit, *((2, put(merit, later[:1], "L")) if later else (3, put(merit, [p], "S"))),
                           [], [], "", [], bound)
                continue
            inside = lambda i: i != p and p in ancestors(t, i)
            dropped = [e for e in open_list if inside(e[1])]
            results, best_below = {}, {}
            for m, i, s in dropped:
                if s == "S" and t.kids[i]:
                    results[i] = [-m, "=" if -m < entered[i] else ">"]
                for q in ancestors(t, i):
                    if q == p:
                        break
                    best_below[q] = max(best_below.get(q, -INF), -m)
            for q, m in best_below.items():
                if m < entered[q]:
                    results[q] = [m, "<"]
            open_list[:] = [e for e in open_list if not inside(e[1])]
            pruned = []

            def prune(q):
                for c in t.kids[q]:
                    if c in seen:
                        prune(c)
                    elif c not in cut:
                        cut.add(c)
                        pruned.append(c)

            prune(p)
            self.event("s", n, "S", merit, 1, put(merit, [p], "S"), sorted(e[1] for e in dropped), sorted(pruned), "",
                       sorted([q, *r] for q, r in results.items()), bound)


def ancestors(tree, i):
    while (i := tree.parent[i]) >= 0:
        yield i


def negate(x):
    return {"∞": "-∞", "-∞": "∞"}.get(x, x) if isinstance(x, str) else -x


def negated_operator(event):
    """An event of SSS* for max in the negated tree as one for min."""
    kind, n, status, merit, which, put, dropped, pruned, leaf, results, bound = event
    turn = {"<": ">", ">": "<"}
    return [kind, n, status, negate(merit), which, [[k, i, s, negate(m)] for k, i, s, m in put], dropped, pruned,
            negate(leaf), [[q, negate(v), turn.get(b, b)] for q, v, b in results], turn.get(bound, bound)]


VARIANTS = {"alpha-beta": {}, "f1": {"deep": False}, "fail-hard": {"hard": True}, "winston": {"strict": True, "hard": True},
            "bratko": {"strict": True, "last": True}}
ALGORITHMS = [*VARIANTS, "minimax", "scout", "negascout", "mtdf", "sss", "dual", "mt-sss", "mt-dual"]


def events(tree, algorithm):
    """The events of the search of TREE by ALGORITHM, without bratko's best line."""
    search = Search(tree)
    if algorithm in VARIANTS:
        vars(search).update(VARIANTS[algorithm])
        value = search.alphabeta()
    elif algorithm == "negascout":
        value = search.negascout()[0]
    elif algorithm in ("mtdf", "mt-sss", "mt-dual"):
        from_above = (algorithm == "mt-sss") == tree.max[0]
        value = search.mtdf(0 if algorithm == "mtdf" else INF if from_above else -INF)
    elif algorithm in ("sss", "dual"):
        if (algorithm == "sss") == tree.max[0]:
            value = search.sss()
        else:
            search = Search(tree.negated())
            value = -search.sss()
            search.events = [negated_operator(e) for e in search.events]
    else:
        value = getattr(search, algorithm)()
    search.event("z", value, "=", None if algorithm == "bratko" else tree.line())
    return search.events

// A run: a search, and its state after a number of steps. Each step is a delta that can be undone.

// The state of a node that was not visited.
const FRESH = {
  state: 0,     // 0 not visited, 1 open, 2 done, 3 dropped from OPEN
  kind: '',     // what it was entered for; see page.lisp
  alpha: '', beta: '', value: '', bound: '',
  cut: null,    // the cutoff event
  pruned: 0, visits: 0, pass: 0,
  merit: '',    // status and merit in OPEN
  lower: '', upper: '',  // in the table
  from: -1,     // the child that returned last
};

class Run {
  constructor(search) {
    this.search = search;
    this.algorithm = search.algorithm;
    this.events = search.events;
    this.isBestFirst = !!search.player;
    this.hasTable = /^mt/.test(this.algorithm);
    this.isDeepening = this.algorithm === 'best-move';
    this.hasTests = this.hasTable || this.algorithm === 'scout';
    this.hasWindows = !this.isBestFirst && !this.hasTests && this.algorithm !== 'minimax';
    this.hasDeepCutoffs = this.events.some(e => e[0] === 'x' && e[6]);
    this.nodes = new Map();
    this.at = 0;
    this.log = [];                                // for each step, what undoes it
    this.open = [];                               // OPEN: [node, status, merit]
    this.table = [];                              // nodes in the table, in the order of their entry
    this.seen = new Uint8Array(TREE.leaves.length);
    this.gone = new Uint8Array(TREE.leaves.length);  // pruned leaves
    this.cutNodes = new Set();                    // the topmost pruned nodes
    this.now = {
      node: 0, pass: 0, lower: '', upper: '', arrow: null, best: null, changed: null, ended: 0,
      depth: 0, bestMove: -1, bestValue: '',  // of iterations
      leaves: 0, evaluations: 0, inner: 0, cutoffs: 0, deep: 0, pruned: 0, again: 0, hits: 0,
    };
  }

  nodeState(i) { return this.nodes.get(i) || FRESH; }
  ownState(i) {
    let state = this.nodes.get(i);
    if (!state) this.nodes.set(i, state = {...FRESH});
    return state;
  }

  // Changes that a step makes go through these two.
  set(object, key, value) {
    if (object[key] === value) return;
    this.undo.push([object, key, object[key]]);
    object[key] = value;
  }
  change(redo, undo) { redo(); this.undo.push(undo); }

  forward() {
    if (this.at >= this.events.length) return;
    const event = this.events[this.at++];
    this.undo = [];
    this.log.push(this.undo);
    this.set(this.now, 'arrow', null);
    this.set(this.now, 'changed', null);
    this.apply(event);
  }
  back() {
    if (this.at === 0) return;
    this.at--;
    const undo = this.log.pop();
    for (let k = undo.length; k-- > 0;) {
      const entry = undo[k];
      if (typeof entry === 'function') entry();
      else entry[0][entry[1]] = entry[2];
    }
  }
  go(step) {
    step = Math.max(0, Math.min(this.events.length, step));
    while (this.at < step) this.forward();
    while (this.at > step) this.back();
  }
  // The first step from index FROM on, in direction D, whose event is as WANTED; -1 if there is none.
  find(from, d, wanted) {
    for (let k = from; k >= 0 && k < this.events.length; k += d)
      if (wanted(this.events[k])) return k + 1;
    return -1;
  }
  get event() { return this.events[this.at - 1]; }

  // Is I, or a node above it, pruned?
  isPruned(i) {
    for (; i >= 0; i = TREE.parent[i]) if (this.nodeState(i).pruned) return true;
    return false;
  }

  apply(event) {
    const now = this.now, i = event[1], set = (o, k, v) => this.set(o, k, v);
    switch (event[0]) {
      case 'e': this.enter(event); break;
      case 'l': this.visitLeaf(i); set(now, 'node', i); break;
      case 'u': {
        const state = this.ownState(i);
        set(state, 'value', event[3]);
        if (event[4] === 'a') set(state, 'alpha', event[3]);
        if (event[4] === 'b') set(state, 'beta', event[3]);
        set(state, 'from', event[2]);
        set(now, 'node', i);
        set(now, 'changed', [i, event[4] || 'v']);
        break;
      }
      case 'n': case 'c': set(now, 'node', i); break;
      case 'x': {
        set(this.ownState(i), 'cut', event);
        for (const child of prunedBy(event)) this.prune(child);
        set(now, 'cutoffs', now.cutoffs + 1);
        if (event[6]) set(now, 'deep', now.deep + 1);
        set(now, 'node', i);
        set(now, 'arrow', [i, event[5][0] === 'c' ? -1 : event[5][1]]);
        break;
      }
      case 'd': {
        const state = this.ownState(i);
        this.unprune(i);
        if (!state.visits) set(now, 'inner', now.inner + 1);
        set(state, 'visits', state.visits + 1);
        set(state, 'pass', now.pass);
      }
      // falls through
      case 'v': {
        const state = this.ownState(i);
        set(state, 'state', 2);
        set(state, 'value', event[2]);
        set(state, 'bound', event[3]);
        if (event.length > 4 && event[4] !== '') this.store(i, event[4], event[5]);
        set(now, 'node', i);
        set(now, 'changed', [i, 'v']);
        break;
      }
      case 'r': set(now, 'node', i); set(now, 'again', now.again + 1); break;
      case 'h':
        set(now, 'node', i);
        set(now, 'hits', now.hits + 1);
        set(this.ownState(i), 'pass', now.pass);
        set(this.ownState(i), 'value', event[2]);
        set(this.ownState(i), 'bound', event[3]);
        set(this.ownState(i), 'cut', null);
        set(this.ownState(i), 'state', 2);
        this.unprune(i);
        break;
      case 'i':
        this.beginPass();
        set(now, 'depth', i);
        break;
      case 'm':
        set(now, 'bestMove', event[2]);
        set(now, 'bestValue', event[3]);
        set(now, 'node', 0);
        break;
      case 'f': set(now, 'node', 0); break;
      case 'q': this.visitLimit(i, event[2]); set(now, 'node', i); break;
      case 'k':
        set(this.ownState(i), 'alpha', event[2]);
        set(this.ownState(i), 'beta', event[3]);
        set(now, 'node', i);
        set(now, 'changed', [i, 'ab']);
        break;
      case 'o': set(now, 'node', i); break;
      case 'p':
        this.beginPass();
        set(now, 'lower', event[3]);
        set(now, 'upper', event[4]);
        break;
      case 'b': set(now, 'lower', event[1]); set(now, 'upper', event[2]); set(now, 'node', 0); break;
      case 's': this.applyOperator(event); break;
      case 'z': set(now, 'best', event[3]); set(now, 'ended', 1); set(now, 'node', 0); break;
    }
  }

  beginPass() {
    this.set(this.now, 'pass', this.now.pass + 1);
    this.set(this.now, 'node', 0);
    for (const node of [...this.cutNodes]) this.unprune(node);
  }

  enter([, i, kind, alpha, beta]) {
    const state = this.ownState(i), now = this.now;
    this.unprune(i);
    for (const child of TREE.kids[i]) this.unprune(child);
    // A second search: what is known below comes from the first.
    if (kind === 'a' || (kind === 'v' && state.visits))
      for (let j = i + 1; j < TREE.end[i]; j++) {
        const below = this.nodes.get(j);
        if (below && below.state) this.set(below, 'pass', -1);
      }
    if (!state.visits) this.set(now, 'inner', now.inner + 1);
    const entered = {
      cut: null, state: 1, kind, alpha, beta, from: -1, visits: state.visits + 1, pass: now.pass, value: '', bound: '',
    };
    for (const key in entered) this.set(state, key, entered[key]);
    this.set(now, 'node', i);
    this.set(now, 'changed', [i, 'ab']);
  }

  visitLeaf(i) {
    const state = this.ownState(i), now = this.now, place = TREE.leavesBefore[i];
    this.unprune(i);
    const visited = {state: 2, bound: '=', value: TREE.value[i], visits: state.visits + 1, pass: now.pass};
    for (const key in visited) this.set(state, key, visited[key]);
    this.set(now, 'evaluations', now.evaluations + 1);
    if (this.hasTable) this.store(i, TREE.value[i], TREE.value[i]);
    if (!this.seen[place]) {
      this.set(this.seen, place, 1);
      this.set(now, 'leaves', now.leaves + 1);
    }
  }

  // A position at the depth limit, which is a leaf in this iteration.
  visitLimit(i, value) {
    if (isLeaf(i)) return this.visitLeaf(i);
    const state = this.ownState(i), visited = {state: 2, bound: '=', value, pass: this.now.pass, cut: null};
    this.unprune(i);
    for (const key in visited) this.set(state, key, visited[key]);
    this.set(this.now, 'evaluations', this.now.evaluations + 1);
  }

  store(i, lower, upper) {
    const state = this.ownState(i);
    if (state.lower === '')
      this.change(() => this.table.push(i), () => this.table.pop());
    this.set(state, 'lower', lower);
    this.set(state, 'upper', upper);
  }

  prune(i) {
    this.set(this.ownState(i), 'pruned', 1);
    if (!this.cutNodes.has(i)) this.change(() => this.cutNodes.add(i), () => this.cutNodes.delete(i));
    for (let k = TREE.leavesBefore[i]; k < TREE.leavesBefore[TREE.end[i]]; k++)
      if (!this.seen[k] && !this.gone[k]) {
        this.set(this.gone, k, 1);
        this.set(this.now, 'pruned', this.now.pruned + 1);
      }
  }
  unprune(i) {
    const state = this.nodes.get(i);
    if (!state || !state.pruned) return;
    this.set(state, 'pruned', 0);
    this.change(() => this.cutNodes.delete(i), () => this.cutNodes.add(i));
    for (let k = TREE.leavesBefore[i]; k < TREE.leavesBefore[TREE.end[i]]; k++)
      if (this.gone[k] && !this.isPruned(TREE.leaves[k])) {
        this.set(this.gone, k, 0);
        this.set(this.now, 'pruned', this.now.pruned - 1);
      }
  }

  // One application of the operator of SSS*.
  applyOperator([, i, status, merit, which, put, dropped, pruned, , results, bound]) {
    const now = this.now, open = this.open;
    if (i >= 0) {
      const first = open[0], state = this.ownState(i);
      this.change(() => open.shift(), () => open.unshift(first));
      this.set(now, 'node', i);
      this.set(state, 'merit', '');
      if (which === 4) {
        this.visitLeaf(i);
      } else if (status === 'L') {
        this.set(state, 'state', 1);
        this.set(state, 'alpha', merit);
        this.set(now, 'inner', now.inner + 1);
      } else {
        this.set(state, 'state', 2);
        if (!isLeaf(i)) { this.set(state, 'value', merit); this.set(state, 'bound', bound || '='); }
      }
    }
    for (const node of dropped) this.dropFromOpen(node, TREE.parent[i]);
    for (const [node, value, known] of results) {
      const state = this.ownState(node);
      this.set(state, 'value', value);
      this.set(state, 'bound', known);
    }
    for (const [place, node, nodeStatus, nodeMerit] of put) {
      this.change(() => open.splice(place, 0, [node, nodeStatus, nodeMerit]), () => open.splice(place, 1));
      this.set(this.ownState(node), 'merit', nodeStatus + ' ' + scoreText(nodeMerit));
      // A solved position whose last child is not shown.
      if (which === 8 && nodeStatus === 'S') this.set(this.ownState(node), 'state', 2);
    }
    for (const node of pruned) this.prune(node);
    if (pruned.length) this.set(now, 'cutoffs', now.cutoffs + 1);
  }
  dropFromOpen(node, top) {
    const open = this.open, place = open.findIndex(entry => entry[0] === node), entry = open[place];
    this.change(() => open.splice(place, 1), () => open.splice(place, 0, entry));
    this.set(this.ownState(node), 'merit', '');
    for (let j = node; j > 0 && j !== top; j = TREE.parent[j])
      if (this.nodeState(j).state === 1) this.set(this.ownState(j), 'state', 3);
  }
}

// The nodes that a cutoff prunes.
const prunedBy = event => event[7] || TREE.kids[event[1]].slice(event[2] + 1);
const isCutoff = event => event[0] === 'x' || (event[0] === 's' && event[7].length > 0);
const changesRoot = event =>
  (event[1] === 0 && 'uvx'.includes(event[0])) || 'bpzimf'.includes(event[0]) ||
  (event[0] === 's' && event[5].some(entry => entry[1] === 0));

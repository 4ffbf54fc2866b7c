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
    this.setNow({arrow: null, changed: null});
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

  // Changes the fields of the state of node I, and of what is known now, to VALUES.
  setState(i, values) {
    const state = this.ownState(i);
    for (const key in values) this.set(state, key, values[key]);
  }
  setNow(values) { for (const key in values) this.set(this.now, key, values[key]); }

  apply(event) {
    const now = this.now, i = event[1];
    if ('eludvnrchqkox'.includes(event[0])) this.setNow({node: i});
    switch (event[0]) {
      case 'e': this.enter(event); break;
      case 'l': this.visitLeaf(i); break;
      case 'u':
        this.setState(i, {value: event[3], from: event[2]});
        if (event[4]) this.setState(i, event[4] === 'a' ? {alpha: event[3]} : {beta: event[3]});
        this.setNow({changed: [i, event[4] || 'v']});
        break;
      case 'x':
        this.setState(i, {cut: event});
        for (const child of prunedBy(event)) this.prune(child);
        this.setNow({cutoffs: now.cutoffs + 1, deep: now.deep + (event[6] ? 1 : 0), arrow: [i, event[5][0] === 'c' ? -1 : event[5][1]]});
        break;
      case 'd':
        this.unprune(i);
        this.visit(i, {});
        // falls through
      case 'v':
        this.setState(i, {state: 2, value: event[2], bound: event[3]});
        if (event.length > 4 && event[4] !== '') this.store(i, event[4], event[5]);
        this.setNow({changed: [i, 'v']});
        break;
      case 'r': this.setNow({again: now.again + 1}); break;
      case 'h':
        this.setNow({hits: now.hits + 1});
        this.setState(i, {pass: now.pass, value: event[2], bound: event[3], cut: null, state: 2});
        this.unprune(i);
        break;
      case 'i':
        this.beginPass();
        this.setNow({depth: i});
        break;
      case 'm': this.setNow({bestMove: event[2], bestValue: event[3], node: 0}); break;
      case 'f': this.setNow({node: 0}); break;
      case 'q': this.visitLimit(i, event[2]); break;
      case 'k':
        this.setState(i, {alpha: event[2], beta: event[3]});
        this.setNow({changed: [i, 'ab']});
        break;
      case 'p':
        this.beginPass();
        this.setNow({lower: event[3], upper: event[4]});
        break;
      case 'b': this.setNow({lower: event[1], upper: event[2], node: 0}); break;
      case 's': this.applyOperator(event); break;
      case 'z': this.setNow({best: event[3], ended: 1, node: 0}); break;
    }
  }

  beginPass() {
    this.setNow({pass: this.now.pass + 1, node: 0});
    for (const node of [...this.cutNodes]) this.unprune(node);
  }

  enter([, i, kind, alpha, beta]) {
    const state = this.ownState(i);
    this.unprune(i);
    for (const child of TREE.kids[i]) this.unprune(child);
    // A second search: what is known below comes from the first.
    if (kind === 'a' || (kind === 'v' && state.visits))
      for (let j = i + 1; j < TREE.end[i]; j++) {
        const below = this.nodes.get(j);
        if (below && below.state) this.set(below, 'pass', -1);
      }
    this.visit(i, {cut: null, state: 1, kind, alpha, beta, from: -1, value: '', bound: ''});
    this.setNow({changed: [i, 'ab']});
  }
  // An inner node I is visited; its state then has VALUES.
  visit(i, values) {
    const {visits} = this.ownState(i), now = this.now;
    if (!visits) this.setNow({inner: now.inner + 1});
    this.setState(i, {visits: visits + 1, pass: now.pass, ...values});
  }

  visitLeaf(i) {
    const now = this.now, place = TREE.leavesBefore[i];
    this.unprune(i);
    this.setState(i, {state: 2, bound: '=', value: TREE.value[i], visits: this.ownState(i).visits + 1, pass: now.pass});
    this.setNow({evaluations: now.evaluations + 1});
    if (this.hasTable) this.store(i, TREE.value[i], TREE.value[i]);
    if (!this.seen[place]) {
      this.set(this.seen, place, 1);
      this.setNow({leaves: now.leaves + 1});
    }
  }

  // A position at the depth limit, which is a leaf in this iteration.
  visitLimit(i, value) {
    if (isLeaf(i)) return this.visitLeaf(i);
    this.unprune(i);
    this.setState(i, {state: 2, bound: '=', value, pass: this.now.pass, cut: null});
    this.setNow({evaluations: this.now.evaluations + 1});
  }

  store(i, lower, upper) {
    if (this.nodeState(i).lower === '') this.change(() => this.table.push(i), () => this.table.pop());
    this.setState(i, {lower, upper});
  }

  prune(i) {
    this.setState(i, {pruned: 1});
    if (!this.cutNodes.has(i)) this.change(() => this.cutNodes.add(i), () => this.cutNodes.delete(i));
    for (let k = TREE.leavesBefore[i]; k < TREE.leavesBefore[TREE.end[i]]; k++)
      if (!this.seen[k] && !this.gone[k]) {
        this.set(this.gone, k, 1);
        this.setNow({pruned: this.now.pruned + 1});
      }
  }
  unprune(i) {
    const state = this.nodes.get(i);
    if (!state || !state.pruned) return;
    this.setState(i, {pruned: 0});
    this.change(() => this.cutNodes.delete(i), () => this.cutNodes.add(i));
    for (let k = TREE.leavesBefore[i]; k < TREE.leavesBefore[TREE.end[i]]; k++)
      if (this.gone[k] && !this.isPruned(TREE.leaves[k])) {
        this.set(this.gone, k, 0);
        this.setNow({pruned: this.now.pruned - 1});
      }
  }

  // One application of the operator of SSS*.
  applyOperator([, i, status, merit, which, put, dropped, pruned, , results, bound]) {
    const now = this.now, open = this.open;
    if (i >= 0) {
      const first = open[0];
      this.change(() => open.shift(), () => open.unshift(first));
      this.setNow({node: i});
      this.setState(i, {merit: ''});
      if (which === 4) {
        this.visitLeaf(i);
      } else if (status === 'L') {
        this.setState(i, {state: 1, alpha: merit});
        this.setNow({inner: now.inner + 1});
      } else {
        this.setState(i, isLeaf(i) ? {state: 2} : {state: 2, value: merit, bound: bound || '='});
      }
    }
    for (const node of dropped) this.dropFromOpen(node, TREE.parent[i]);
    for (const [node, value, known] of results) this.setState(node, {value, bound: known});
    for (const [place, node, nodeStatus, nodeMerit] of put) {
      this.change(() => open.splice(place, 0, [node, nodeStatus, nodeMerit]), () => open.splice(place, 1));
      this.setState(node, {merit: nodeStatus + ' ' + scoreText(nodeMerit)});
      // A solved position whose last child is not shown.
      if (which === 8 && nodeStatus === 'S') this.setState(node, {state: 2});
    }
    for (const node of pruned) this.prune(node);
    if (pruned.length) this.setNow({cutoffs: now.cutoffs + 1});
  }
  dropFromOpen(node, top) {
    const open = this.open, place = open.findIndex(entry => entry[0] === node), entry = open[place];
    this.change(() => open.splice(place, 1), () => open.splice(place, 0, entry));
    this.setState(node, {merit: ''});
    for (let j = node; j > 0 && j !== top; j = TREE.parent[j])
      if (this.nodeState(j).state === 1) this.setState(j, {state: 3});
  }
}

// The nodes that a cutoff prunes.
const prunedBy = event => event[7] || TREE.kids[event[1]].slice(event[2] + 1);
const isCutoff = event => event[0] === 'x' || (event[0] === 's' && event[7].length > 0);
const changesRoot = event =>
  (event[1] === 0 && 'uvx'.includes(event[0])) || 'bpzimf'.includes(event[0]) ||
  (event[0] === 's' && event[5].some(entry => entry[1] === 0));

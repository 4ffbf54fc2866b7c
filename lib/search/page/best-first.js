// SSS* and DUAL* in the page: the list OPEN has the positions to be processed, that of the greatest merit for the player first. The
// steps are those of Winnow (best_first.hpp).

class BestFirst extends Search {
  // IS_DUAL: for the player who does not move at the root?
  constructor(tree, isDual) {
    super(tree);
    Object.assign(this, {forMax: tree.max[0] !== isDual, open: [], nodes: [], step: null});
  }
  isWorse(a, b) { return this.forMax ? a < b : a > b; }
  // The state of node N: "new", "live" in OPEN, "waiting" for nodes below it, "solved" in OPEN again, "done".
  at(n) { return this.nodes[n] || (this.nodes[n] = {stage: 'new', merit: 0, entered: 0, isExpanded: false}); }

  put(n, stage, merit) {
    let place = 0;
    const isBehind = m => this.isWorse(merit, this.at(m).merit) || (merit === this.at(m).merit && m < n);
    while (place < this.open.length && isBehind(this.open[place])) place++;
    Object.assign(this.at(n), {stage, merit});
    this.open.splice(place, 0, n);
    this.step.put.push([place, n, stage === 'solved' ? 'S' : 'L', scoreField(merit)]);
  }
  beginStep(n, status, merit) {
    this.endStep();
    this.step = {n, status, merit, which: 0, put: [], dropped: [], pruned: [], leaf: '', results: [], bound: ''};
  }
  endStep() {
    if (!this.step) return;
    const {n, status, merit, which, put, dropped, pruned, leaf, results, bound} = this.step;
    this.add('s', n, status, merit, which, put, dropped, pruned, leaf, results, bound);
    this.step = null;
  }

  bestFirst() {
    this.beginStep(-1, '', '');
    this.put(0, 'live', this.forMax ? Infinity : -Infinity);
    for (;;) {
      const n = this.open.shift(), {stage, merit} = this.at(n);
      this.beginStep(n, stage === 'solved' ? 'S' : 'L', merit);
      if (stage === 'live') this.expand(n, merit);
      else if (n === 0) break;
      else this.solve(n, merit);
    }
    this.close(0);
    this.step.which = 7;
    this.endStep();
  }
  expand(n, merit) {
    const kids = this.tree.kids[n], forPlayer = this.tree.max[n] === this.forMax;
    Object.assign(this.at(n), {stage: 'waiting', entered: merit, isExpanded: true});
    this.step.which = this.isLeaf(n) ? 4 : forPlayer ? 6 : 5;
    if (this.isLeaf(n)) {
      const value = this.step.leaf = this.tree.value[n];
      this.put(n, 'solved', this.isWorse(value, merit) ? value : merit);
    } else {
      for (const kid of forPlayer ? kids : [kids[0]]) this.put(kid, 'live', merit);
    }
  }
  solve(n, merit) {
    const parent = this.tree.parent[n], kids = this.tree.kids[parent], next = kids[kids.indexOf(n) + 1];
    this.close(n);
    if (this.tree.max[parent] === this.forMax) {
      this.step.which = 1;
      this.dropRest(parent);
    } else if (next !== undefined) {
      this.step.which = 2;
      this.put(next, 'live', merit);
      return;
    } else {
      this.step.which = 3;
    }
    this.put(parent, 'solved', merit);
  }
  close(n) {
    this.at(n).stage = 'done';
    if (!this.isLeaf(n)) this.step.bound = this.claim(n);
  }
  // How the merit of the solved position N bounds its value.
  claim(n) { return this.isWorse(this.at(n).merit, this.at(n).entered) ? '=' : this.forMax ? '>' : '<'; }

  // N, where the player moves, is solved: drops from OPEN what is below it.
  dropRest(n) {
    const unfinished = m => this.tree.kids[m].filter(kid => !['new', 'done'].includes(this.at(kid).stage)), rest = unfinished(n);
    for (let i = 0; i < rest.length; i++) if (this.at(rest[i]).stage === 'waiting') rest.push(...unfinished(rest[i]));
    // The merit of a waiting position becomes the best one below it.
    for (const m of rest) if (this.at(m).stage === 'waiting') this.at(m).merit = this.forMax ? -Infinity : Infinity;
    for (const m of [...rest].reverse()) {
      const above = this.at(this.tree.parent[m]);
      if (this.tree.parent[m] !== n && this.isWorse(above.merit, this.at(m).merit)) above.merit = this.at(m).merit;
    }
    this.pruneRest(n);
    for (const m of rest) {
      const {stage, merit, entered} = this.at(m);
      if (stage !== 'waiting') {
        this.open.splice(this.open.indexOf(m), 1);
        this.step.dropped.push(m);
      }
      if (stage === 'solved' && !this.isLeaf(m)) this.step.results.push([m, scoreField(merit), this.claim(m)]);
      if (stage === 'waiting' && this.isWorse(merit, entered)) this.step.results.push([m, scoreField(merit), this.forMax ? '<' : '>']);
      if (stage === 'waiting') this.pruneRest(m);
    }
    for (const m of rest) this.at(m).stage = 'done';
  }
  pruneRest(n) {
    const kids = this.tree.kids[n], first = kids.findIndex(kid => !this.at(kid).isExpanded);
    if (first >= 0) this.step.pruned.push(...kids.slice(first));
  }
}

// Searches in the page, for trees that the reader has typed: they make the same events as Winnow (page.lisp).

const scoreField = v => (v === Infinity ? '\u221e' : v === -Infinity ? '-\u221e' : v);
const CALLER = ['c', 0];

// TREE: {kids: lists of nodes, parent, max: booleans, value: of leaves}, nodes in preorder.
class Search {
  constructor(tree, variant = {}) {
    // Variants of alpha-beta: isShallow, only the parent's bound is passed on; isStrict, only alpha > beta cuts; isHard, values
    // outside of the window are replaced by its ends; isLast, the last of equal moves is kept.
    Object.assign(this, {tree, events: [], times: new Map(), table: new Map()}, variant);
  }
  add(...event) { this.events.push(event.map(field => (typeof field === 'number' ? scoreField(field) : field))); }
  isLeaf(n) { return !this.tree.kids[n].length; }
  worst(n) { return this.tree.max[n] ? -Infinity : Infinity; }

  leaf(n) {
    const times = (this.times.get(n) || 0) + 1, value = this.tree.value[n];
    this.times.set(n, times);
    this.add('l', n, value, times);
    return value;
  }

  // Takes VALUE of child number I of N into W, the window {alpha, beta, alphaOwner, betaOwner, best}. Is N cut, or its window empty?
  take(n, i, value, w) {
    const max = this.tree.max[n], kids = this.tree.kids[n], isBetter = (a, b) => (max ? a > b : a < b);
    const isEmpty = () => (this.isStrict ? w.alpha > w.beta : w.alpha >= w.beta), own = max ? w.alpha : w.beta;
    if (isBetter(value, own)) {
      this.add('u', n, kids[i], value, max ? 'a' : 'b', own, w.best);
      Object.assign(w, max ? {alpha: value, alphaOwner: ['b', n]} : {beta: value, betaOwner: ['b', n]}, {best: value});
      if (!isEmpty() && i + 1 < kids.length) this.add('c', n, w.alpha, w.beta);
    } else if (isBetter(value, w.best)) {
      this.add('u', n, kids[i], value, '', own, w.best);
      w.best = value;
    } else {
      this.add('n', n, kids[i], value, w.best, ...(this.isLast && value === own ? ['l'] : []));
    }
    if (isEmpty() && i + 1 < kids.length) {
      const owner = max ? w.betaOwner : w.alphaOwner;
      this.add('x', n, i, w.alpha, w.beta, owner, owner[0] === 'b' && owner[1] !== this.tree.parent[n]);
    }
    return isEmpty();
  }

  alphaBeta(n = 0, alpha = -Infinity, beta = Infinity, alphaOwner = CALLER, betaOwner = CALLER) {
    if (this.isLeaf(n)) return this.leaf(n);
    const max = this.tree.max[n], kids = this.tree.kids[n], w = {alpha, beta, alphaOwner, betaOwner, best: this.worst(n)};
    this.add('e', n, 'w', alpha, beta, alphaOwner, betaOwner);
    if (this.isHard || this.isShallow) w.best = max ? alpha : beta;
    for (let i = 0; i < kids.length; i++) {
      const below = this.isShallow && max ? [w.alpha, Infinity, w.alphaOwner, CALLER]
        : this.isShallow ? [-Infinity, w.beta, CALLER, w.betaOwner] : [w.alpha, w.beta, w.alphaOwner, w.betaOwner];
      if (this.take(n, i, this.alphaBeta(kids[i], ...below), w)) break;
    }
    const isClosed = this.isStrict && !this.isHard;
    const isUpper = isClosed ? w.best < alpha : w.best <= alpha, isLower = isClosed ? w.best > beta : w.best >= beta;
    this.add('v', n, w.best, isUpper ? (isLower ? '?' : '<') : isLower ? '>' : '=');
    return w.best;
  }

  // Without windows: the best value of N after VALUE of child C. ASKED: the number of a test.
  better(n, c, value, best, ...asked) {
    if (this.tree.max[n] ? value > best : value < best) {
      this.add('u', n, c, value, '', ...asked, best);
      return value;
    }
    this.add('n', n, c, value, best);
    return best;
  }

  minimax(n = 0) {
    if (this.isLeaf(n)) return this.leaf(n);
    this.add('e', n, 'w', -Infinity, Infinity, CALLER, CALLER);
    let best = this.worst(n);
    for (const c of this.tree.kids[n]) best = this.better(n, c, this.minimax(c), best);
    this.add('v', n, best, '=');
    return best;
  }

  scout(n = 0) {
    if (this.isLeaf(n)) return this.leaf(n);
    this.add('e', n, 'v', -Infinity, Infinity, CALLER, CALLER);
    const max = this.tree.max[n], kids = this.tree.kids[n];
    let best = this.worst(n);
    for (const c of kids) {
      if (c !== kids[0]) {
        const value = this.scoutTest(c, max, best, n);
        if (!(max ? value > best : value < best)) {
          this.add('n', n, c, value, best);
          continue;
        }
        this.add('r', c, value, best);
      }
      best = this.better(n, c, this.scout(c), best);
    }
    this.add('v', n, best, '=');
    return best;
  }
  scoutTest(n, forMax, asked, asker) {
    if (this.isLeaf(n)) return this.leaf(n);
    const max = this.tree.max[n], kids = this.tree.kids[n], owner = ['t', asker, scoreField(asked)];
    const isYes = value => (forMax ? value > asked : value < asked);
    this.add('e', n, forMax ? '>' : '<', asked, '', owner, owner);
    let best = this.worst(n);
    for (let i = 0; i < kids.length; i++) {
      best = this.better(n, kids[i], this.scoutTest(kids[i], forMax, asked, asker), best, asked);
      if (isYes(best) !== (max === forMax)) continue;
      if (i + 1 < kids.length) this.add('x', n, i, max ? best : asked, max ? asked : best, owner, false);
      break;
    }
    this.add('v', n, best, isYes(best) === forMax ? '>' : '<');
    return best;
  }

  // Returns the value and where it comes from: "leaf", "leaves" (all children are leaves that were visited) or "others".
  negaScout(n = 0, alpha = -Infinity, beta = Infinity, alphaOwner = CALLER, betaOwner = CALLER, kind = 'w') {
    if (this.isLeaf(n)) return [this.leaf(n), 'leaf'];
    this.add('e', n, kind, alpha, beta, alphaOwner, betaOwner);
    const max = this.tree.max[n], kids = this.tree.kids[n], w = {alpha, beta, alphaOwner, betaOwner, best: this.worst(n)};
    let origin = 'leaves';
    for (let i = 0; i < kids.length; i++) {
      const c = kids[i];
      let value, from;
      if (i === 0) {
        [value, from] = this.negaScout(c, w.alpha, w.beta, w.alphaOwner, w.betaOwner);
      } else {
        [value, from] = max ? this.negaScout(c, w.alpha, w.alpha + 1, w.alphaOwner, ['t', n, scoreField(w.alpha)], 'b')
          : this.negaScout(c, w.beta - 1, w.beta, ['t', n, scoreField(w.beta)], w.betaOwner, 'b');
        if (from === 'others' && w.alpha < value && value < w.beta) {
          this.add('r', c, value, max ? w.beta : w.alpha);
          [value, from] = max ? this.negaScout(c, value, w.beta, ['r', c], w.betaOwner, 'a')
            : this.negaScout(c, w.alpha, value, w.alphaOwner, ['r', c], 'a');
        }
      }
      if (from !== 'leaf') origin = 'others';
      if (!this.take(n, i, value, w)) continue;
      if (i + 1 < kids.length) origin = 'others';
      break;
    }
    this.add('v', n, w.best, origin !== 'others' ? '=' : w.best <= alpha ? '<' : w.best < beta ? '=' : '>');
    return [w.best, origin];
  }

  // MTD(f) from GUESS; MT-SSS* and MT-DUAL* begin with an infinite one.
  mtdf(guess) {
    let lower = -Infinity, upper = Infinity;
    while (lower < upper) {
      const asked = guess, isStrict = lower >= guess, reaches = value => (isStrict ? value > asked : value >= asked);
      this.add('p', isStrict ? '>' : 'g', asked, lower, upper);
      guess = this.memoryTest(0, asked, isStrict, reaches);
      if (reaches(guess)) lower = guess;
      else upper = guess;
      this.add('b', lower, upper);
    }
    return guess;
  }
  memoryTest(n, asked, isStrict, reaches) {
    if (this.isLeaf(n)) {
      if (!this.times.has(n)) return this.leaf(n);
      this.add('h', n, this.tree.value[n], '=');
      return this.tree.value[n];
    }
    let [lower, upper] = this.table.get(n) || [-Infinity, Infinity];
    if (lower > -Infinity && reaches(lower)) {
      this.add('h', n, lower, lower === upper ? '=' : '>');
      return lower;
    }
    if (upper < Infinity && !reaches(upper)) {
      this.add('h', n, upper, lower === upper ? '=' : '<');
      return upper;
    }
    const max = this.tree.max[n], kids = this.tree.kids[n], owner = ['t', -1, scoreField(asked)];
    this.add('e', n, isStrict ? '>' : 'g', asked, '', owner, owner);
    let best = this.worst(n);
    for (let i = 0; i < kids.length; i++) {
      best = this.better(n, kids[i], this.memoryTest(kids[i], asked, isStrict, reaches), best, asked);
      if (reaches(best) !== max) continue;
      if (i + 1 < kids.length) this.add('x', n, i, max ? best : asked, max ? asked : best, owner, false);
      break;
    }
    if (reaches(best)) lower = best;
    else upper = best;
    this.table.set(n, [lower, upper]);
    this.add('v', n, best, lower === upper ? '=' : reaches(best) ? '>' : '<', lower, upper);
    return best;
  }
}

// The algorithms, in the order of the choice: a search and the name of its method, with arguments.
const SEARCHES = {
  'alpha-beta': tree => [new Search(tree), 'alphaBeta'],
  'minimax': tree => [new Search(tree), 'minimax'],
  'f1': tree => [new Search(tree, {isShallow: true}), 'alphaBeta'],
  'fail-hard': tree => [new Search(tree, {isHard: true}), 'alphaBeta'],
  'winston': tree => [new Search(tree, {isStrict: true, isHard: true}), 'alphaBeta'],
  'bratko': tree => [new Search(tree, {isStrict: true, isLast: true}), 'alphaBeta'],
  'scout': tree => [new Search(tree), 'scout'],
  'negascout': tree => [new Search(tree), 'negaScout'],
  'mtdf': tree => [new Search(tree), 'mtdf', 0],
  'sss': tree => [new BestFirst(tree, false), 'bestFirst'],
  'dual': tree => [new BestFirst(tree, true), 'bestFirst'],
  'mt-sss': tree => [new Search(tree), 'mtdf', tree.max[0] ? Infinity : -Infinity],
  'mt-dual': tree => [new Search(tree), 'mtdf', tree.max[0] ? -Infinity : Infinity],
};

// The run of ALGORITHM on TREE. VALUES: the minimax values of all nodes.
function searchRun(tree, algorithm, values) {
  const [search, method, ...guess] = SEARCHES[algorithm](tree);
  search[method](...guess);
  const line = [0], isStrict = !!search.isStrict, player = search instanceof BestFirst ? {player: search.forMax ? 'max' : 'min'} : {};
  for (let n = 0; tree.kids[n].length; line.push(n)) {
    const best = tree.kids[n].filter(kid => values[kid] === values[n]);
    n = best[search.isLast ? best.length - 1 : 0];
  }
  search.add('z', values[0], '=', line);
  return {algorithm, about: 'searched in this page', value: values[0], events: search.events, strict: isStrict, ...player};
}

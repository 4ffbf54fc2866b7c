// What happens in a step, in words. The sentences are those of the data; this file fills their slots.

const QUESTION = {'>': 'more', '<': 'less', 'g': 'at-least'};
const question = (kind, number) => phrase(QUESTION[kind], {a: scoreText(number)});

const prunedText = n => plural(n, 'leaf is', 'leaves are') + ' pruned.';
// In BEST-MOVE leaves depend on the depth limit.
const prunedNodesText = (nodes, run) => (run.isDeepening ? plural(nodes.length, 'move is', 'moves are') + ' pruned.'
  : prunedText(nodes.reduce((sum, node) => sum + leavesBelow(node), 0)));
const moveText = i => moveName(i) || TREE.move[i];
const lineText = nodes => nodes.map(moveText).join(', ');

// The sentence for EVENT, which is the last one of RUN, or undefined at the start.
function describe(event, run) {
  if (!event) return sentence('start', {leaves: leavesText(TREE.leaves.length), who: sideOf(0)});
  return DESCRIBE[event[0]](event, run);
}

const DESCRIBE = {
  e([, i, kind, alpha, beta, alphaOwner, betaOwner], run) {
    const slots = {n: nameOf(i), who: sideOf(i), a: scoreText(alpha), b: scoreText(beta)};
    if (kind === 'v') return sentence(run.nodeState(i).visits > 1 ? 'evaluate-again' : 'evaluate', slots);
    if (kind === 'a') return sentence('enter-again', slots);
    if (kind === 'b') {
      const asked = isMax(TREE.parent[i]) ? question('>', alpha) : question('<', beta);
      return sentence('enter-null', {...slots, question: asked});
    }
    if (kind !== 'w') return sentence('enter-test', {...slots, question: question(kind, alpha)});
    if (run.algorithm === 'minimax') return sentence('enter', slots);
    const owners = [];
    if (alphaOwner[0] === 'b') owners.push(phrase('owner', {bound: '\u03b1 ' + slots.a, o: nameOf(alphaOwner[1])}));
    if (betaOwner[0] === 'b') owners.push(phrase('owner', {bound: '\u03b2 ' + slots.b, o: nameOf(betaOwner[1])}));
    slots.owners = owners.length ? ' (' + owners.join(', ') + ')' : '';
    let text = sentence(run.search.strict ? 'enter-closed' : 'enter-window', slots);
    if (run.algorithm === 'f1' && dropsBound(i, alpha, beta, run)) text += ' ' + sentence('f1');
    return text;
  },
  l([, i, value, times]) {
    const words = TREE.words[i];
    const text = sentence(words ? 'leaf-words' : 'leaf', {n: nameOf(i), v: scoreText(value), words});
    return times > 1 ? text + ' ' + sentence('leaf-again', {count: times}) : text;
  },
  d([, i, value, bound]) { return sentence('below', {n: nameOf(i), worth: worth(value, bound)}); },
  u(event, run) {
    const [, i, child, value, which, old, oldBest] = event, max = isMax(i);
    const slots = {
      n: nameOf(i), c: nameOf(child), v: scoreText(value), sign: max ? '>' : '<', old: scoreText(old),
      bound: max ? '\u03b1' : '\u03b2',
    };
    if (which) return sentence('bound-changes', slots);
    if (event.length < 7) return sentence('value-changes', slots);
    if (!run.hasWindows) return sentence('best-changes', {...slots, old: scoreText(oldBest)});
    return sentence('best-outside', {...slots, sign: max ? '\u2264' : '\u2265'});
  },
  n([, i, child, value, best, last]) {
    const slots = {n: nameOf(i), c: nameOf(child), v: scoreText(value), sign: isMax(i) ? '\u2264' : '\u2265', old: scoreText(best)};
    return sentence(last === 's' ? 'proved-equal' : last ? 'last-of-equals' : 'no-change', slots);
  },
  c([, i, alpha, beta], run) {
    return sentence(run.search.strict ? 'no-cutoff-strict' : 'no-cutoff',
                    {n: nameOf(i), a: scoreText(alpha), b: scoreText(beta)});
  },
  x: describeCutoff,
  v(event, run) {
    const [, i, value, bound, lower, upper, plies, isProved] = event, state = run.nodeState(i);
    if (bound === '?') return sentence('worth-nothing', {n: nameOf(i), v: scoreText(value)});
    let text = sentence('worth', {n: nameOf(i), worth: worth(value, bound)});
    if (bound !== '=' && !state.cut && 'wba'.includes(state.kind)) text += ' ' + sentence('bound-only');
    if (event.length > 4 && lower !== '') text += ' ' + sentence('stored', {a: scoreText(lower), b: scoreText(upper)});
    if (event.length > 6) text += ' ' + (plies ? sentence('plies-searched', {plies: plural(plies, 'ply', 'plies')}) : sentence('whole-searched'));
    return isProved ? text + ' ' + sentence('proved') : text;
  },
  r([, i, value, other], run) {
    const max = isMax(TREE.parent[i]);
    if (run.algorithm !== 'scout')
      return sentence('search-again', {n: nameOf(i), worth: worth(value, max ? '>' : '<')});
    return sentence('evaluate-next', {
      n: nameOf(i), worth: isLeaf(i) ? 'worth ' + scoreText(value) : worth(value, max ? '>' : '<'),
      question: question(max ? '>' : '<', other),
    });
  },
  p([, kind, guess, lower, upper], run) {
    const isFirst = lower === '-\u221e' && upper === '\u221e';
    return sentence(isFirst ? 'pass-first' : 'pass', {
      count: run.now.pass, question: question(kind, guess), a: scoreText(lower), b: scoreText(upper),
    });
  },
  b([, lower, upper], run) {
    const text = sentence('pass-ends', {count: run.now.pass, a: scoreText(lower), b: scoreText(upper)});
    return lower === upper ? text + ' ' + sentence('bounds-meet') : text;
  },
  i([, depth], run) { return sentence(depth ? 'iteration' : 'iteration-whole', {count: run.now.pass, depth}); },
  m([, depth, move, value, isProved]) {
    const text = sentence(depth ? 'iteration-ends' : 'iteration-ends-whole', {depth, c: moveText(move), v: scoreText(value)});
    return isProved ? text + ' ' + sentence('proved') : text;
  },
  f([, value]) { return sentence('outside-window', {v: scoreText(value)}); },
  y(event, run) { return sentence('limit-ends', {count: run.now.pass}); },
  q([, i, value]) { return sentence('at-limit', {n: nameOf(i), v: scoreText(value)}); },
  k([, i, alpha, beta, which]) {
    return sentence(which === 't' ? 'narrowed-by-table' : 'narrowed-by-rules', {n: nameOf(i), a: scoreText(alpha), b: scoreText(beta)});
  },
  o([, i, nodes, which]) {
    const text = sentence('order', {n: nameOf(i), line: lineText(nodes)});
    return which ? text + ' ' + sentence(which === 't' ? 'order-of-table' : 'order-of-iteration') : text;
  },
  h([, i, value, bound, which]) {
    return sentence(which === 'g' ? 'rules' : isLeaf(i) ? 'table-leaf' : 'table', {n: nameOf(i), worth: worth(value, bound)});
  },
  s: describeOperator,
  z([, value, bound, line], run) {
    const moves = line.slice(1);
    if (run.isDeepening)
      return moves.length ? sentence('best-end', {c: moveText(moves[0]), worth: worth(value, bound), line: lineText(moves)})
        : sentence('best-end-none');
    const slots = {
      worth: worth(value, bound), line: lineText(moves), leaves: leavesText(run.now.leaves),
      all: countText(TREE.leaves.length), least: countText(DATA.tree.least || 0),
    };
    return sentence(moves.length && DATA.tree.least ? 'end' : 'end-short', slots);
  },
};

// Has F1 not passed on a bound that an ancestor has?
function dropsBound(i, alpha, beta, run) {
  const parent = TREE.parent[i];
  if (parent < 0) return false;
  const above = run.nodeState(parent);
  return isMax(parent) ? beta === '\u221e' && above.beta !== '\u221e' : alpha === '-\u221e' && above.alpha !== '-\u221e';
}

// Why the node of a cutoff needs no more moves. OWN: its best value, OTHER: the bound that it meets.
function reasonOf(i, owner, own, other, run) {
  const max = isMax(i), kind = run.nodeState(i).kind;
  const slots = {o: nameOf(owner[1]), yours: scoreText(other)};
  slots.mine = phrase(max ? 'max-gets' : 'min-gets', {v: scoreText(own)});
  switch (owner[0]) {
    case 't':
      // A null window asks whether the node is better for the player who asks.
      slots.question = QUESTION[kind] ? question(kind, other) : question(isMax(owner[1]) ? '>' : '<', owner[2]);
      return phrase('reason-test', slots);
    case 'c': return phrase('reason-window', {...slots, ends: max ? 'ends' : 'begins'});
    case 'k': return phrase('reason-known', {...slots, most: max ? 'most' : 'least'});
    case 'r': return phrase('reason-before', {...slots, most: max ? 'most' : 'least'});
    default: return phrase('reason-owner', {...slots, mover: max ? 'minimizer' : 'maximizer'});
  }
}

function describeCutoff(event, run) {
  const [, i, , alpha, beta, owner, isDeep] = event;
  const max = isMax(i), own = max ? alpha : beta, other = max ? beta : alpha, kind = run.nodeState(i).kind;
  const slots = {
    n: nameOf(i), o: nameOf(owner[1]), a: scoreText(alpha), b: scoreText(beta), v: scoreText(own),
    sign: run.search.strict ? '>' : '\u2265', reason: reasonOf(i, owner, own, other, run),
    pruned: prunedNodesText(prunedBy(event), run),
  };
  if (owner[0] === 't') {
    slots.answer = (QUESTION[kind] ? kind !== '<' : isMax(owner[1])) === max ? 'yes' : 'no';
    return sentence('cutoff-test', slots);
  }
  slots.plies = plural(TREE.depth[i] - TREE.depth[owner[1]], 'ply', 'plies');
  return sentence(isDeep ? 'cutoff-deep' : 'cutoff', slots);
}

function describeOperator([, i, status, merit, which, put, dropped, pruned, leaf, results], run) {
  const min = run.search.player === 'min', target = put[0];
  const mine = min ? 'min' : 'max', theirs = min ? 'max' : 'min';
  const slots = {
    n: nameOf(i), v: scoreText(which === 0 || which === 8 ? (target ? target[3] : '') : merit),
    status: status === 'L' ? 'live' : 'solved', who: mine, count: put.length,
    c: target ? nameOf(target[1]) : '', other: min ? 'Max' : 'Min', least: min ? 'max' : 'min',
    greater: min ? 'smaller' : 'greater', leaf: scoreText(leaf), result: target ? scoreText(target[3]) : '',
  };
  const take = which === 0 || which === 8 ? [] : [sentence('take', slots)];
  const parts = {
    0: ['open-root'], 1: ['take-best'], 2: ['take-sibling'], 3: ['take-last', {who: theirs}], 4: ['take-leaf'],
    5: ['take-first', {who: theirs}], 6: [put.length === 1 ? 'take-only' : 'take-all'], 7: ['root-solved'], 8: ['open-hidden'],
  };
  const [name, extra] = parts[which];
  const texts = [...take, sentence(name, {...slots, ...extra})];
  if (dropped.length)
    texts.push(sentence('open-leaves', {
      positions: plural(dropped.length, 'position', 'positions'), leave: dropped.length === 1 ? 'leaves' : 'leave',
    }));
  if (pruned.length) texts.push(prunedText(pruned.reduce((sum, node) => sum + leavesBelow(node), 0)));
  for (const [node, value, bound] of results.slice(0, 3))
    texts.push(sentence('worth', {n: nameOf(node), worth: worth(value, bound)}));
  return texts.join(' ');
}

// Drawing of a laid-out tree as SVG: edges, the arrow to the owner of a bound, nodes and badges.

const round = x => x.toFixed(1);

// The SVG text of ITEMS in PANE.
function drawItems(pane, items) {
  const d = {
    pane, run: pane.run, now: pane.run.now, m: pane.layout.measures, out: [],
    path: new Set(pathTo(pane.run.now.node)),
    best: pane.run.now.ended && !pane.isBlank ? new Set(pane.run.now.best) : new Set(),
    isHidden: pane.isBlank || (pane.exercise && pane.exercise.hidesSearch),
  };
  for (const item of items) if (item.above) drawEdge(d, item);
  if (d.now.arrow && !d.isHidden) drawArrow(d, ...d.now.arrow);
  for (const item of items) {
    if (item.group) drawGroup(d, item);
    else drawNode(d, item);
  }
  return d.out.join('');
}

// The first node of ITEM, which is a node or a group of siblings.
const firstOf = item => (item.group ? TREE.kids[item.group[0]][item.group[1]] : item.node);
// Siblings end at one height, so that no edge crosses a node beside its own.
const topOf = item => (isLeaf(firstOf(item)) ? item.y + ROOF : item.y);

function drawEdge(d, item) {
  const above = item.above, first = firstOf(item);
  const from = [above.x, above.y + d.m.height + ROOF], to = [item.x, topOf(item)];
  const isPruned = !d.isHidden && d.run.isPruned(first), state = d.run.nodeState(first);
  let style = 'e';
  if (!d.isHidden) {
    if (isPruned) style += ' cutedge';
    else if (d.best.has(item.node)) style += ' best';
    else if (d.path.has(item.node) && !d.now.ended) style += ' on';
    else if (item.group ? item.isUnvisited : !state.state) style += ' unvisited';
  }
  d.out.push(`<path class="${style}" d="M${round(from[0])} ${round(from[1])}L${round(to[0])} ${round(to[1])}"/>`);
  if (isPruned && !d.run.isPruned(above.node)) {  // severed
    const dx = to[0] - from[0], dy = to[1] - from[1], length = Math.hypot(dx, dy);
    const t = Math.min(0.6, Math.max(0.42, 26 / length)), x = from[0] + dx * t, y = from[1] + dy * t;
    const ux = (-dy / length) * 8, uy = (dx / length) * 8;
    d.out.push(`<path class="bar" d="M${round(x - ux)} ${round(y - uy)}L${round(x + ux)} ${round(y + uy)}"/>`);
  }
}

// The dashed arrow from the node of a cutoff up to the node that owns the bound, left of the path.
function drawArrow(d, from, to) {
  if (to < 0 || to === from) return;
  const points = [];
  for (let i = from; i >= to; i = TREE.parent[i]) {
    const item = d.pane.layout.byNode.get(i);
    if (item) points.push([item.x - d.m.inner / 2 - 9, item.y + d.m.height / 2 + ROOF / 2]);
  }
  const owner = d.pane.layout.byNode.get(to);
  const x = owner.x - d.m.inner / 2 + 8, y = owner.y + d.m.height + (isMax(to) ? ROOF + 4 : 6);
  points[points.length - 1] = [x, y + 9];
  let path = `M${round(points[0][0] + 6)} ${round(points[0][1])}`;
  for (let k = 1; k < points.length; k++) {
    const [x0, y0] = points[k - 1], [x1, y1] = points[k];
    const c0 = k === 1 ? [x0 - 22, y0] : [x0, y0 - 34];
    path += `C${round(c0[0])} ${round(c0[1])} ${round(x1)} ${round(y1 + 34)} ${round(x1)} ${round(y1)}`;
  }
  d.out.push(`<path class="arrow" data-owner="${to}" d="${path}"/><path class="arrowhead" d="M${round(x)} ${round(y)}l-6.5 12h13z"/>`);
}

function drawGroup(d, item) {
  const x = item.x, y = topOf(item) + 4, size = d.m.small;
  d.out.push(`<g class="n" data-group="${item.group[0]}" role="button" aria-label="${escapeHtml(item.text.join(', '))}, unfold">` +
    `<path class="triangle" d="M${round(x)} ${round(y)}l22 20h-44z"/><path class="triangle" d="M${round(x)} ${round(y - 4)}l22 20h-44z"/>` +
    smallText(x, y + 22 + size, size, item.text[0]) + smallText(x, y + 23 + size * 2.1, size, item.text[1]) + '</g>');
}
const smallText = (x, y, size, text) =>
  `<text class="small" font-size="${size}" x="${round(x)}" y="${round(y)}">${escapeHtml(text)}</text>`;

// Max: a rectangle with a roof; min: the same upside down; leaf: a rectangle.
function outline(i, x, y, width, height) {
  const a = round(x - width / 2), b = round(x + width / 2), mid = round(x);
  if (isLeaf(i)) return `M${a} ${y + ROOF}H${b}V${y + ROOF + height}H${a}z`;
  if (isMax(i)) return `M${a} ${y + ROOF}L${mid} ${y}L${b} ${y + ROOF}V${y + ROOF + height}H${a}z`;
  return `M${a} ${y}H${b}V${y + height}L${mid} ${y + height + ROOF}L${a} ${y + height}z`;
}

// What is written in node I.
function valueIn(i, state, isHidden) {
  if (isLeaf(i)) return scoreText(TREE.value[i]);
  if (isHidden || state.value === '') return '';
  return (state.state === 1 ? '' : BOUND_SIGN[state.bound || '=']) + scoreText(state.value);
}

function drawNode(d, item) {
  const i = item.node, state = d.run.nodeState(i), leaf = isLeaf(i), exercise = d.pane.exercise;
  const width = leaf ? d.m.leaf(i) : d.m.inner, x = item.x, y = item.y;
  const isPruned = !d.isHidden && d.run.isPruned(i);
  const styles = ['n'];
  if (!d.isHidden) {
    if (isPruned) styles.push('pruned');
    else if (state.state === 1) styles.push('open');
    else if (state.state) styles.push('done');
    if (state.state === 3 || (state.state && state.pass < d.now.pass)) styles.push('old');
    if (d.best.has(i)) styles.push('best');
    if (i === d.now.node && d.run.at && !d.now.ended) styles.push('current');
  }
  if (i === d.pane.cursor) styles.push('cursor');
  if (exercise && exercise.results && exercise.results.has(i)) styles.push(exercise.results.get(i) ? 'right' : 'wrong');
  const focus = i === (d.pane.cursor >= 0 ? d.pane.cursor : d.now.node) ? 0 : -1;
  d.out.push(`<g class="${styles.join(' ')}" data-n="${i}" role="button" tabindex="${focus}" aria-label="` +
    `${escapeHtml(labelOf(d.pane, i))}"><path class="shape" d="${outline(i, x, y, width, d.m.height)}"/>`);
  const top = y + (leaf || isMax(i) ? ROOF : 0) + 2, size = d.m.small;
  if (boardOf(i))
    boardOf(i).split('\n').forEach((line, k) => d.out.push(
      `<text class="board" xml:space="preserve" font-size="${size}" x="${round(x)}" y="${round(top + size + k * size * 1.15)}">` +
      `${escapeHtml(line)}</text>`));
  const base = top + d.m.board + (BOARD_LINES ? 2 : -1) + d.m.large * 1.05;
  const mark = exercise && exercise.marks.has(i);
  if (mark && leaf)
    d.out.push(`<path class="mark" d="M${round(x - width / 2 + 3)} ${y + ROOF + 3}l${round(width - 6)} ${d.m.height - 6}` +
      `m0 ${6 - d.m.height}l${round(6 - width)} ${d.m.height - 6}"/>`);
  const text = mark && !leaf ? '\u21bb' : valueIn(i, state, d.isHidden);
  if (exercise && (leaf ? exercise.asksLeaves : exercise.asksValues))
    d.out.push(`<foreignObject x="${round(x - width / 2 + 3)}" y="${round(base - d.m.large * 1.05)}" width="${round(width - 6)}" ` +
      `height="${round(d.m.large * 1.4)}"><input data-value="${i}" aria-label="Value of ${escapeHtml(nameOf(i))}" ` +
      `style="font-size:${d.m.large}px" value="${escapeHtml(exercise.answers[i] ?? (leaf ? scoreText(TREE.value[i]) : ''))}"></foreignObject>`);
  else if (text !== '')
    d.out.push(`<text class="value${mark ? ' marked' : ''}" font-size="${d.m.large}" x="${round(x)}" y="${round(base)}">` +
      `${escapeHtml(text)}</text>`);
  if (item.isFolded) {
    const below = y + d.m.height + ROOF;
    d.out.push(`<path class="triangle" d="M${round(x)} ${below}l22 18h-44z"/>` + smallText(x, below + 20 + size, size, foldedText(i)));
  }
  d.out.push('</g>');
  if (moveName(i))
    d.out.push(`<text class="move" font-size="${size}" x="${round(x)}" y="${round(topOf(item) - 4)}">${escapeHtml(moveName(i))}</text>`);
  if (!d.isHidden) drawBadges(d, item, state);
}

// A small label of node I, with a coloured ground.
function badge(d, i, style, x, y, text, isChanged) {
  const size = d.m.small, width = textWidth(text, size, true) + 8;
  d.out.push(`<g class="badge ${style}${isChanged ? ' changed' : ''}" data-of="${i}"><rect x="${round(x)}" y="${round(y)}" width="${round(width)}" ` +
    `height="${round(size * 1.32)}" rx="3"/><text style="text-anchor:start" font-size="${size}" x="${round(x + 4)}" ` +
    `y="${round(y + size)}">${escapeHtml(text)}</text></g>`);
}

// Merits in OPEN; the window or question of an open node; what is left of a cutoff.
function drawBadges(d, item, state) {
  const i = item.node, m = d.m, leaf = isLeaf(i);
  const x = item.x + m.inner / 2 + 4, y = item.y + (isMax(i) ? ROOF : 0) - 2, next = y + m.small * 1.42;
  if (d.run.isBestFirst) {
    if (!state.merit) return;
    const half = textWidth(state.merit, m.small, true) / 2 + 4;
    if (leaf) badge(d, i, 'merit', item.x - half, item.y + ROOF + m.height + 3, state.merit);
    else if (item.isFolded) badge(d, i, 'merit', item.x - half, item.y + m.height + ROOF + 22 + m.small, state.merit);
    else badge(d, i, 'merit', x, y + 5, state.merit);
    return;
  }
  if (leaf || !state.state) return;
  const test = QUESTION[state.kind] ? (state.kind === 'g' ? '\u2265' : state.kind) + scoreText(state.alpha) + '?' : '';
  if (state.state === 1) {
    if (state.cut && test) {
      badge(d, i, 'cut', x, y, scoreText(state.value), true);
      badge(d, i, 'cut', x, next, test + ' ' + ((state.kind === '<') === isMax(i) ? 'no' : 'yes'), true);
    } else if (state.cut) {
      badge(d, i, 'cut', x, y, '\u03b1 ' + scoreText(state.cut[3]), true);
      badge(d, i, 'cut', x, next, (d.run.search.strict ? '> ' : '\u2265 ') + '\u03b2 ' + scoreText(state.cut[4]), true);
    } else if (test) {
      badge(d, i, 'alpha', x, y + 5, test);
    } else if (d.run.hasWindows) {
      const changed = d.now.changed && d.now.changed[0] === i ? d.now.changed[1] : '';
      badge(d, i, 'alpha', x, y, '\u03b1 ' + scoreText(state.alpha), changed === 'a');
      badge(d, i, 'beta', x, next, '\u03b2 ' + scoreText(state.beta), changed === 'b');
    }
  } else if (state.cut && !item.isFolded && state.pass === d.now.pass) {
    badge(d, i, 'cut', x, y + 5, state.cut[6] ? 'deep cut' : 'cut');
  }
}

// The description of node I for a screen reader.
function labelOf(pane, i) {
  const state = pane.run.nodeState(i), leaf = isLeaf(i);
  const parts = [nameOf(i), leaf ? 'leaf ' + scoreText(TREE.value[i]) : sideOf(i) + ' node'];
  if (!(pane.isBlank || (pane.exercise && pane.exercise.hidesSearch))) {
    if (pane.run.isPruned(i)) parts.push('pruned');
    else if (state.state === 1 && !leaf) {
      parts.push('open');
      if (state.value !== '') parts.push('so far ' + scoreText(state.value));
      if (pane.run.hasWindows)
        parts.push('alpha ' + scoreText(state.alpha), 'beta ' + scoreText(state.beta));
    } else if (state.state === 3) parts.push('dropped from OPEN');
    else if (state.state && leaf) parts.push('visited');
    else if (!state.state) parts.push('not visited');
    if (state.state > 1 && !leaf && state.value !== '') parts.push(worth(state.value, state.bound || '='));
    if (pane.run.now.ended && pane.run.now.best.includes(i)) parts.push('on the best line');
  }
  const item = pane.layout && pane.layout.byNode.get(i);
  if (item && item.isFolded) parts.push('folded', foldedText(i));
  return parts.join(', ');
}

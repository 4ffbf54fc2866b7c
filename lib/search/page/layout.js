// Layout of a tree in a pane: which subtrees are folded, and where nodes are. Lengths are pixels before scaling.

const FONT = 'system-ui,"Segoe UI",Roboto,"DejaVu Sans",sans-serif';
const textWidth = (() => {
  const context = document.createElement('canvas').getContext('2d'), known = new Map();
  return (text, size, bold) => {
    const key = text + '|' + size + (bold ? '|b' : '');
    let width = known.get(key);
    if (width === undefined) {
      context.font = (bold ? '600 ' : '') + size + 'px ' + FONT;
      width = context.measureText(text).width;
      if (known.size > 50000) known.clear();
      known.set(key, width);
    }
    return width;
  };
})();

// The longest value of the tree, for which all inner nodes have room; the size of a board.
let LONGEST, BOARD_LINES, BOARD_COLUMNS;
function measureTree() {
  const boards = (DATA.tree.board || []).map(board => (board ? board.split('\n') : []));
  LONGEST = DATA.tree.leaf.map(scoreText).reduce((a, b) => (b.length > a.length ? b : a), '00');
  BOARD_LINES = Math.max(0, ...boards.map(lines => lines.length));
  BOARD_COLUMNS = Math.max(0, ...boards.flat().map(line => line.length));
}
measureTree();

const SMALLEST_TEXT = 11.2;     // in pixels of the screen
const ROOF = 9;                 // height of the point of an inner node
const GAP = 8;                  // between siblings; cousins are 12 farther apart
const SMALL_TREE = 32;          // leaves of a tree that is unfolded if it fits
const WHOLE_TREE = 600;         // leaves of a tree whose full width is measured

// Sizes of text and nodes at scale S for RUN. HEIGHT: of the pane.
function measureNodes(s, run, height) {
  const m = {small: Math.max(12.5, SMALLEST_TEXT / s), large: Math.max(15, SMALLEST_TEXT / s)};
  // Room for badges next to each inner node, so that nothing moves when one appears.
  m.badges = run.isBestFirst ? textWidth('S ' + LONGEST, m.small, true) + 14
    : run.algorithm === 'minimax' ? 6
    : textWidth('\u2265 \u03b2 ' + LONGEST, m.small, true) + 12;
  if (run.hasDeepCutoffs) m.badges = Math.max(m.badges, textWidth('deep cut', m.small, true) + 12);
  m.board = BOARD_LINES * m.small * 1.15;
  m.boardWidth = BOARD_COLUMNS * m.small * 0.62;
  m.inner = Math.max(32, textWidth('\u2265' + LONGEST, m.large, true) + 14, BOARD_COLUMNS ? m.boardWidth + 14 : 0);
  m.height = m.large * 1.5 + m.board + (BOARD_LINES ? 4 : 0);
  const least = run.isBestFirst
    ? Math.max(textWidth('S ' + LONGEST, m.small, true), textWidth('L \u2212\u221e', m.small, true)) + 8 : 28;
  m.leaf = i => Math.max(least, textWidth(scoreText(TREE.value[i]), m.large, true) + 12, BOARD_COLUMNS ? m.boardWidth + 10 : 0);
  const edge = DATA.tree.move ? 34 : 28;
  const room = ((height || 600) / s - 60 - m.height - m.small * 2) / Math.max(1, TREE.height) - m.height - ROOF;
  m.level = m.height + ROOF + Math.max(edge, Math.min(edge + 26, room));
  m.folded = i => (isLeaf(i) ? m.leaf(i) + GAP
    : Math.max(m.inner, textWidth(foldedText(i), m.small)) + 10);
  return m;
}

const foldedText = i => (isClosed(i) ? 'not shown' : leavesText(leavesBelow(i)));

// The nodes to expand in PANE, and of those with too many children the interval that is shown. The path to the current node
// is always expanded, then the subtrees next to it as long as they fit.
function planFolding(pane, m) {
  const width = Math.max((pane.width / pane.scale) * 0.93 - 20, 280), run = pane.run;
  const path = new Set(pathTo(run.now.node)), expanded = new Set(), shown = new Map();
  let fullWidth = Infinity;
  if (!pane.isUnfolded && TREE.leaves.length < WHOLE_TREE)
    fullWidth = TREE.leaves.reduce((sum, i) => sum + m.leaf(i) + GAP, 0);
  const whole = pane.isUnfolded || fullWidth <= width * 1.02 || pane.showsAll() ||
    (TREE.leaves.length <= SMALL_TREE && !pane.wasFitted);
  if (whole) {
    for (let i = 0; i < TREE.size; i++) if (hasKids(i)) expanded.add(i);
  } else {
    const crowded = Math.max(1, [...path].filter(i => TREE.kids[i].length > 4 && hasKids(TREE.kids[i][0])).length);
    // Expands I; returns the width of what is then drawn.
    const expand = i => {
      expanded.add(i);
      const kids = TREE.kids[i], ofLeaves = !hasKids(kids[0]), each = m.folded(kids[0]);
      const room = Math.max(2, Math.min(ofLeaves ? 30 : 9,
                                        Math.floor(ofLeaves ? (width * 0.8) / each : (width * 0.55) / each / crowded - 1)));
      let from = 0, to = kids.length;
      if (kids.length > room + 1 && !pane.chosen.get('group ' + i)) {
        let middle = kids.findIndex(kid => path.has(kid));
        if (middle < 0) middle = Math.max(0, kids.indexOf(run.nodeState(i).from));
        from = Math.max(0, Math.min(middle - (room >> 1), kids.length - room));
        to = from + room;
        if (from === 1) from = 0;
        if (kids.length - to === 1) to = kids.length;
        shown.set(i, [from, to]);
      }
      let sum = (from > 0 ? 70 : 0) + (to < kids.length ? 70 : 0);
      for (let j = from; j < to; j++) sum += m.folded(kids[j]);
      return Math.max(sum, m.inner + (path.has(i) ? m.badges * 2 : 0)) + 10;
    };
    const shownKids = i => TREE.kids[i].slice(...(shown.get(i) || []));
    let used = 0;
    for (const i of path) if (hasKids(i)) used += expand(i) - (i ? m.folded(i) : 0);
    const queue = [];
    for (const i of path) queue.push(...shownKids(i).filter(kid => !path.has(kid) && hasKids(kid)));
    for (let k = 0; k < queue.length && k < 400; k++) {
      const i = queue[k], more = expand(i) - m.folded(i);
      if (used + more <= width) {
        used += more;
        queue.push(...shownKids(i).filter(hasKids));
      } else {
        expanded.delete(i);
        shown.delete(i);
      }
    }
  }
  for (const [i, unfold] of pane.chosen) {
    if (typeof i !== 'number') continue;
    if (unfold) expanded.add(i);
    else if (!path.has(i) || i !== run.now.node) expanded.delete(i);
  }
  return {expanded, shown};
}

// The layout of PANE: items {node, x, y, above, isFolded} and {group: [parent, from, to], ...}, each placed over the middle of
// those below it, and the box around them. Each subtree has a contour: its extent on each level, relative to its top.
function layOut(pane) {
  const m = measureNodes(pane.scale, pane.run, pane.height);
  const {expanded, shown} = planFolding(pane, m);
  const measure = i => {
    const item = {node: i, text: ''};
    if (isLeaf(i)) {
      const half = (m.leaf(i) + GAP) / 2;
      return Object.assign(item, {left: [-half], right: [half]});
    }
    if (!expanded.has(i)) {  // the triangle occupies the level below
      const half = m.folded(i) / 2;
      return Object.assign(item, {isFolded: true, left: [-half, -half], right: [half, half]});
    }
    const kids = pane.kidsOf(i), [from, to] = shown.get(i) || [0, kids.length], below = [];
    const group = (a, b) => {
      const text = groupText(pane.run, i, a, b), isUnvisited = text[1] === 'not visited';
      const half = Math.max(...text.map(line => textWidth(line, m.small))) / 2 + 8;
      below.push({group: [i, a, b], text, isUnvisited, left: [-half, -half], right: [half, half]});
    };
    if (from > 0) group(0, from);
    for (let j = from; j < to; j++) below.push(measure(kids[j]));
    if (to < kids.length) group(to, kids.length);
    const left = [], right = [];
    for (const child of below) {
      let x = 0;
      for (let q = 0; q < child.left.length && q < right.length; q++)
        x = Math.max(x, right[q] - child.left[q] + (q ? 12 : 0));
      child.dx = x;
      for (let q = 0; q < child.left.length; q++) {
        if (left[q] === undefined) left[q] = x + child.left[q];
        right[q] = x + child.right[q];
      }
    }
    item.below = below;
    item.middle = (below[0].dx + below[below.length - 1].dx) / 2;
    item.left = [-m.inner / 2 - GAP / 2, ...left.map(x => x - item.middle)];
    item.right = [m.inner / 2 + m.badges + GAP / 2, ...right.map(x => x - item.middle)];
    return item;
  };
  const items = [];
  let deepest = 0;
  const place = (item, x, y, above) => {
    Object.assign(item, {x, y, above});
    items.push(item);
    deepest = Math.max(deepest, y);
    for (const child of item.below || []) place(child, x - item.middle + child.dx, y + m.level, item);
  };
  const root = measure(0);
  place(root, 0, 0, null);
  const left = Math.min(...root.left);
  return {
    items, measures: m,
    byNode: new Map(items.filter(item => item.node !== undefined).map(item => [item.node, item])),
    box: {x: left, y: -14, width: Math.max(...root.right) - left, height: deepest + m.height + ROOF + m.small * 3 + 22},
  };
}

// Two lines about the children FROM to TO of I, which are drawn as one.
function groupText(run, i, from, to) {
  const kids = TREE.kids[i].slice(from, to), count = kids.length;
  const pruned = kids.filter(kid => run.nodeState(kid).pruned).length;
  const states = kids.map(kid => run.nodeState(kid)).filter(state => !state.pruned).map(state => state.state);
  const done = states.filter(state => state > 1).length;
  const what = done === count ? 'done' : pruned === count ? 'pruned'
    : states.filter(state => state === 0).length === count ? 'not visited'
    : pruned ? countText(pruned) + ' pruned' : states.includes(1) ? 'open' : countText(done) + ' done';
  return [countText(count) + (kids.every(isLeaf) ? ' leaves' : ' nodes'), what];
}

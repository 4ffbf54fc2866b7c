// The panel beside the tree: open nodes, OPEN, bounds and table, counters, legend; and the strip of all leaves.

const SHOWN_ENTRIES = 14;  // of OPEN and of the table

function panelText(run) {
  return (run.isBestFirst ? openListText(run) : openNodesText(run)) + (run.isDeepening ? iterationText(run) : '') + (run.hasTable ? passText(run) : '') +
    countersText(run) + LEGEND + `<p class="about">${escapeHtml(DATA.title)}<br>${escapeHtml(run.search.about)}</p>`;
}

function openNodesText(run) {
  const isMinimax = run.algorithm === 'minimax', nodes = pathTo(run.now.node).filter(i => !isLeaf(i));
  const row = i => {
    const state = run.nodeState(i), isOpen = state.state === 1;
    const asked = QUESTION[state.kind] ? (state.kind === 'g' ? '\u2265' : state.kind) + scoreText(state.alpha) + '?' : '';
    const alpha = !isOpen || isMinimax || state.kind === 'v' ? '' : asked || scoreText(state.alpha);
    const beta = !isOpen || isMinimax || run.hasTests ? '' : scoreText(state.beta);
    const value = state.value === '' ? '' : (state.state === 2 ? BOUND_SIGN[state.bound] || '' : '') + scoreText(state.value);
    return `<tr${i === run.now.node ? ' class="current"' : ''}><td>${isMax(i) ? '\u25b2' : '\u25bc'} ${escapeHtml(nameOf(i))}` +
      `<td class="alpha">${alpha}<td class="beta">${beta}<td>${value}</tr>`;
  };
  return `<h2>Open nodes</h2><table><tr><th>node<th>${isMinimax ? '' : run.hasTests ? 'asked' : '\u03b1'}` +
    `<th>${isMinimax || run.hasTests ? '' : '\u03b2'}<th>so far</tr>` +
    (run.at ? nodes.map(row).join('') : '<tr><td colspan="4">none yet</td></tr>') + '</table>';
}

function openListText(run) {
  const entries = run.open.slice(0, SHOWN_ENTRIES)
    .map(([i, status, merit]) => `<span>${escapeHtml(nameOf(i))} ${status} ${scoreText(merit)}</span>`);
  const more = run.open.length > SHOWN_ENTRIES ? `\u2026 ${countText(run.open.length - SHOWN_ENTRIES)} more` : '';
  return `<h2>OPEN (${countText(run.open.length)}), ${run.search.player === 'min' ? 'least' : 'greatest'} merit first</h2>` +
    `<div class="openlist">${entries.join('')}${more}</div><p class="about">L live, S solved, number: merit</p>`;
}

// Names and values of NOTES, pairs, and the table.
const notesText = (run, notes) => `<h2>${titleOf(run.algorithm)}</h2><dl>` +
  notes.map(([name, value]) => `<dt>${name}<dd>${escapeHtml(value)}`).join('') + '</dl>' + tableText(run);

function passText(run) {
  const now = run.now;
  return notesText(run, [
    ['Pass', now.pass || '\u2013'],
    ['Value of the root lies in', now.pass ? scoreText(now.lower) + '..' + scoreText(now.upper) : '\u2013'],
    ['Answers from the table', countText(now.hits)],
  ]);
}

function iterationText(run) {
  const now = run.now, root = run.nodeState(0), isOpen = root.state === 1;
  return notesText(run, [
    ['Iteration', now.pass || '\u2013'],
    ['Depth', !now.pass ? '\u2013' : now.depth || 'whole game'],
    ['Window of the root', isOpen ? scoreText(root.alpha) + '..' + scoreText(root.beta) : '\u2013'],
    ['Best move of the last iteration', now.bestMove < 0 ? '\u2013' : moveText(now.bestMove) + ', value ' + scoreText(now.bestValue)],
    ['Answers from the table', countText(now.hits)],
  ]);
}

function tableText(run) {
  const last = run.table.slice(-SHOWN_ENTRIES).reverse();
  const row = i => {
    const {lower, upper} = run.nodeState(i);
    return `<tr><td>${escapeHtml(nameOf(i))}<td>${lower === upper ? scoreText(lower) : scoreText(lower) + '..' + scoreText(upper)}</tr>`;
  };
  return `<details${run.tableIsOpen ? ' open' : ''}><summary>Table (${countText(run.table.length)})</summary>` +
    `<table>${last.map(row).join('')}</table>` +
    `${run.table.length > SHOWN_ENTRIES ? `\u2026 ${countText(run.table.length - SHOWN_ENTRIES)} more` : ''}</details>`;
}

function countersText(run) {
  const now = run.now, rows = [['Leaves visited', countText(now.leaves) + ' of ' + countText(TREE.leaves.length)]];
  if (DATA.tree.least) rows.push(['Least possible', countText(DATA.tree.least)]);
  if (now.evaluations !== now.leaves) rows.push(['Evaluations', countText(now.evaluations)]);
  rows.push(['Inner nodes visited', countText(now.inner)],
            ['Cutoffs', countText(now.cutoffs) + (now.deep ? ` (${countText(now.deep)} deep)` : '')],
            ['Leaves pruned', countText(now.pruned)]);
  if (/scout/.test(run.algorithm)) rows.push(['Second searches', countText(now.again)]);
  return `<h2>Counters</h2><dl>${rows.map(([name, count]) => `<dt>${name}<dd>${count}`).join('')}</dl>`;
}

const LEGEND = (() => {
  const line = (shapes, text) => `<svg width="54" height="30" viewBox="0 0 54 30" aria-hidden="true">${shapes}</svg><span>${text}</span>`;
  const label = (x, y, text) => `<text class="value" font-size="13" x="${x}" y="${y}">${text}</text>`;
  return '<h2>Legend</h2><div class="legend">' +
    line(`<g class="done"><path class="shape" d="M10 11L27 3L44 11V28H10z"/>${label(27, 24, '\u22653')}</g>`, 'max node, done: at least 3') +
    line(`<g class="open"><path class="shape" d="M10 2H44V19L27 27L10 19z"/>${label(27, 16, '1')}</g>`, 'min node, open: 1 so far') +
    line(`<g class="current"><path class="shape" d="M13 4h28v22h-28z"/>${label(27, 20, '5')}</g>`, 'leaf; yellow: current node') +
    line('<g class="badge alpha"><rect x="2" y="5" width="24" height="18" rx="3"/><text font-size="12" x="14" y="18">\u03b1 3</text></g>' +
         '<g class="badge beta"><rect x="28" y="5" width="26" height="18" rx="3"/><text font-size="12" x="41" y="18">\u03b2 \u221e</text></g>',
         'window of an open node, now') +
    line('<path class="e unvisited" d="M4 8H50"/><path class="e best" d="M4 21H50"/>', 'not visited; best line') +
    line('<path class="e cutedge" d="M8 2L46 28"/><path class="bar" d="M19 18L28 7"/>', 'cutoff: edge severed, subtree grey') +
    line('<path class="arrow" d="M46 26C24 26 14 24 14 13"/><path class="arrowhead" d="M14 1l-6.5 12h13z"/>', 'to the node that owns the bound') +
    line('<g class="done old"><path class="shape" d="M10 3H44V19L27 27L10 19z"/></g>', 'dashed: from an earlier pass or search, or dropped') +
    line('<path class="triangle" d="M27 4l22 20h-44z"/>', 'folded subtree: click to unfold') +
    '<span class="path">(3 1)</span><span>move 3 at the root, then move 1</span></div>';
})();

// The strip: blue for a visited leaf, a red line for a pruned one, grey for others, and a mark at the current node.
function drawStrip(run, isHidden) {
  const canvas = $('strip'), width = canvas.clientWidth, ratio = devicePixelRatio || 1, count = TREE.leaves.length;
  const context = canvas.getContext('2d'), style = getComputedStyle(document.body);
  if (canvas.width !== Math.floor(width * ratio)) canvas.width = width * ratio;  // the layout is computed again
  if (canvas.height !== Math.floor(14 * ratio)) canvas.height = 14 * ratio;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, 14);
  const color = name => style.getPropertyValue(name);
  const [neither, visited, pruned] = [color('--rule'), color('--alpha'), color('--cut')];
  const colorAt = x => {
    const from = Math.floor((x * count) / width), to = Math.max(from + 1, Math.floor(((x + 1) * count) / width));
    let seen = false, gone = false;
    for (let j = from; !isHidden && j < to; j++) { seen ||= run.seen[j]; gone ||= run.gone[j]; }
    return seen ? visited : gone ? pruned : neither;
  };
  for (let x = 0, end; x < width; x = end) {  // pixels of one colour at a time
    const here = context.fillStyle = colorAt(x);
    for (end = x + 1; end < width && colorAt(end) === here;) end++;
    if (here === pruned) context.fillRect(x, 5, end - x, 4);
    else context.fillRect(x, 1, end - x, 12);
  }
  if (count < width / 4) {
    context.fillStyle = color('--ground');
    for (let j = 1; j < count; j++) context.fillRect(Math.round((j * width) / count), 0, 1, 14);
  }
  if (run.at && !isHidden) {
    context.fillStyle = color('--text');
    context.fillRect(Math.min(width - 3, (TREE.leavesBefore[run.now.node] * width) / count), 0, 3, 14);
  }
}

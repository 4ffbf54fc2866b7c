// The sheet: the blank tree with questions, and on a second page the solution. It is for print; a page whose body has the class
// "sheet" opens with it.

const SHOWN_CUTOFFS = 14;

function sheetText() {
  if (!isSmall())
    return `<p>This tree has ${leavesText(TREE.leaves.length)}. A sheet holds at most ${MOST_LEAVES}.</p>`;
  const search = active.run.search, title = titleOf(search.algorithm), run = new Run(search), cutoffs = [];
  while (run.at < run.events.length) {
    run.forward();
    if (isCutoff(run.event) && cutoffs.length < SHOWN_CUTOFFS) cutoffs.push(describe(run.event, run));
  }
  return `<section><h1>${escapeHtml(title)}</h1><p>Name: ______________________ &nbsp; Date: ____________ &nbsp; ` +
    `${isMax(0) ? 'Max' : 'Min'} moves at the root; visit moves from left to right.</p>${sheetTree(search, 0, true)}` +
    `<ol><li>Write the minimax value into each inner node.</li><li>Cross out each leaf that ${escapeHtml(title)} does not visit.</li>` +
    '<li>For each cutoff, name the two bounds and the node that owns the other bound.</li></ol><div class="line"></div>' +
    `<div class="line"></div></section><section><h1>${escapeHtml(title)}: solution</h1>${sheetTree(search, run.events.length, false)}` +
    `<p>${escapeHtml(describe(run.event, run))}</p><ul>${cutoffs.map(text => `<li>${escapeHtml(text)}</li>`).join('')}</ul></section>`;
}

function sheetTree(search, step, isBlank) {
  const pane = new Pane(document.createElement('div'), new Run(search));
  Object.assign(pane, {isUnfolded: true, isBlank, width: 1e6, height: 1e6});
  pane.run.go(step);
  pane.layout = layOut(pane);
  const {box, items} = pane.layout;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${box.width}" height="${box.height}" ` +
    `viewBox="${box.x} ${box.y} ${box.width} ${box.height}">${drawItems(pane, items)}</svg>`;
}

let wasDark = false;
addEventListener('beforeprint', () => {
  wasDark = document.documentElement.classList.contains('dark');
  document.documentElement.classList.remove('dark');
  $('sheet').innerHTML = sheetText();
});
addEventListener('afterprint', () => {
  document.documentElement.classList.toggle('dark', wasDark);
  if (!document.body.classList.contains('sheet')) $('sheet').innerHTML = '';
});

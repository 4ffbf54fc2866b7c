// Controls: buttons, keys, and the start of the page.

// The next step, in direction D, whose event is as WANTED.
function seek(wanted, d = 1) {
  const run = active.run, step = d > 0 ? run.find(run.at, 1, wanted) : run.find(run.at - 2, -1, wanted);
  goTo(step > 0 ? step : d > 0 ? run.events.length : 0);
}
const leaves = (event, i) => (event[0] === 'v' && event[1] === i) || event[0] === 'z';
// To the result of the node that is entered next.
function stepOver() {
  const run = active.run, next = run.events[run.at];
  if (!next || (next[0] !== 'e' && next[0] !== 's')) return goTo(run.at + 1);
  const step = run.find(run.at + 1, 1, event => leaves(event, next[1]));
  goTo(step > 0 ? step : run.at + 1);
}
// To the result of the parent of the current node.
function stepOut() {
  const run = active.run, parent = Math.max(0, TREE.parent[run.now.node]);
  const step = run.find(run.at, 1, event => leaves(event, parent));
  goTo(step > 0 ? step : run.events.length);
}

const ACTIONS = {
  start: () => goTo(0),
  back: () => goTo(active.run.at - 1),
  play: togglePlaying,
  forward: () => goTo(active.run.at + 1),
  end: () => goTo(lastStep()),
  cutoff: () => seek(isCutoff),
  root: () => seek(changesRoot),
  smaller: () => active.zoom(1 / 1.15),
  larger: () => active.zoom(1.15),
  fit: () => active.fit(true),
  follow: () => { active.follows = !active.follows; active.draw(); showFollow(); },
  unfold: () => {
    const isUnfolded = !active.isUnfolded;
    for (const pane of panes) { pane.isUnfolded = isUnfolded; pane.chosen.clear(); }
    $('unfold').textContent = isUnfolded ? 'Fold' : 'Unfold all';
    showAll();
  },
  exercises: () => {
    stopEditing();
    if (exercise) return stopExercise();
    const run = active.run;
    startExercise(['pruned', 'values', 'next'].find(kind => EXERCISES[kind].suits(run)));
  },
  edit: () => {
    if (isEditing) EDITS.stop();
    else startEditing();
  },
  theme: () => { document.documentElement.classList.toggle('dark'); showAll(true); },
  print: () => print(),
  help: () => $('keys').showModal(),
};
for (const id in ACTIONS) $(id).onclick = ACTIONS[id];

const KEYS = {
  ArrowRight: ACTIONS.forward, ArrowLeft: ACTIONS.back, ArrowDown: stepOver, ArrowUp: stepOut,
  Home: ACTIONS.start, End: ACTIONS.end, x: ACTIONS.cutoff, X: () => seek(isCutoff, -1), r: ACTIONS.root,
  R: () => seek(changesRoot, -1), '+': ACTIONS.larger, '=': ACTIONS.larger, '-': ACTIONS.smaller, 0: ACTIONS.fit,
  f: ACTIONS.follow, u: ACTIONS.unfold, e: ACTIONS.exercises, d: ACTIONS.edit, t: ACTIONS.theme, p: ACTIONS.print, '?': ACTIONS.help,
  c: () => { activate(panes[(panes.indexOf(active) + 1) % panes.length]); showAll(); },
};
const KEY_HELP = [
  ['\u2190 \u2192', 'one step back, forward'], ['\u2193', 'step over: to the result of the next node'],
  ['\u2191', 'step out: to the result of the parent'], ['Home End', 'first, last step'], ['Space', 'play, pause'],
  ['x X', 'next, previous cutoff'], ['r R', 'next, previous change at the root'], ['+ \u2212 0', 'larger, smaller, fit'],
  ['f', 'follow the current node'], ['u', 'unfold or fold all'], ['Shift \u2190 \u2192 \u2191 \u2193', 'move the cursor in the tree'],
  ['Enter', 'fold, unfold; in an exercise: mark'], ['e', 'exercises'], ['d', 'edit the tree'], ['c', 'other pane'], ['t', 'dark, light'],
  ['p', 'print a sheet and its solution'], ['?', 'this list'],
];
$('keys').innerHTML = '<h2>Keys</h2><table>' + KEY_HELP.map(([key, text]) => `<tr><td><kbd>${key}</kbd><td>${text}`).join('') +
  '</table><form method="dialog"><p><button>Close</button></p></form>';

addEventListener('keydown', e => {
  const target = e.target, isButton = target.tagName === 'BUTTON';
  if (e.altKey || e.ctrlKey || e.metaKey || $('keys').open) return;
  if (/INPUT|SELECT|SUMMARY|TEXTAREA/.test(target.tagName) && target.type !== 'range') return;
  if (e.shiftKey && e.key.startsWith('Arrow')) active.moveCursor(e.key);
  else if (e.key === ' ' && !isButton) togglePlaying();
  else if (e.key === 'Enter' && active.cursor >= 0 && !isButton) pick(active, active.cursor);
  else if (KEYS[e.key]) {
    if (timer && e.key.startsWith('Arrow')) stopPlaying();
    KEYS[e.key]();
  } else return;
  e.preventDefault();
});

$('panel').addEventListener('click', e => {
  const {exercise: kind, check, stop, step, edit} = e.target.dataset;
  if (edit) EDITS[edit]();
  else if (kind) startExercise(kind);
  else if (check) checkExercise();
  else if (stop) stopExercise();
  else if (step) { stopExercise(); goTo(+step); }
});
$('panel').addEventListener('input', e => {
  const {typed: field} = e.target.dataset;
  if (field) typed[field] = field === 'text' ? e.target.value : field === 'max' ? !!e.target.value : +e.target.value;
});
$('panel').addEventListener('change', e => { if (e.target.dataset.examples && e.target.value) showExample(e.target.value); });
$('panel').addEventListener('toggle', e => { active.run.tableIsOpen = e.target.open; }, true);
$('position').oninput = e => goTo(+e.target.value, true);
$('speed').onchange = () => { if (timer) { stopPlaying(); togglePlaying(); } };
$('together').onchange = e => { together = e.target.value; goTo(active.run.at); };
$('strip').onclick = e => {
  const place = Math.min(TREE.leaves.length - 1, Math.floor((e.offsetX / e.target.clientWidth) * TREE.leaves.length));
  const leaf = TREE.leaves[place], step = active.run.find(0, 1, event => event[1] === leaf && visitsLeaf(event));
  if (step > 0) goTo(step);
  else announce('Leaf ' + nameOf(leaf) + ' is not visited.');
};

function offerAlgorithms() {
  $('first').length = $('second').length = 0;
  $('second').add(new Option('one algorithm', ''));
  for (const {algorithm} of DATA.runs) {
    $('first').add(new Option(titleOf(algorithm), algorithm));
    $('second').add(new Option('beside ' + titleOf(algorithm), algorithm));
  }
}
offerAlgorithms();
$('first').onchange = $('second').onchange = () => {
  exercise = null;
  $('exercises').setAttribute('aria-pressed', false);
  build($('first').value, $('second').value);
  goTo(0);
};

const darkScheme = matchMedia('(prefers-color-scheme:dark)');
document.documentElement.classList.toggle('dark', darkScheme.matches);
darkScheme.addEventListener('change', e => {
  document.documentElement.classList.toggle('dark', e.matches);
  showAll(true);
});
addEventListener('resize', () => showAll(true));
addEventListener('hashchange', openLink);
openLink();
if (document.body.classList.contains('sheet')) $('sheet').innerHTML = sheetText();

// The player: one pane or two side by side, the step they show, and the timer.

let panes = [], active = null, timer = 0;
let together = 'steps';  // how two panes step: "steps", "leaves" (the one that has visited fewer goes on), "" (one alone)

const announce = text => { $('live').textContent = text; };
const runNamed = name => DATA.runs.find(run => run.algorithm === name);

function activate(pane) {
  active = pane;
  for (const other of panes) other.element.classList.toggle('active', panes.length > 1 && other === pane);
}

// Shows another tree and its searches: DATA_OF_PAGE has a title, a tree and runs, as the data of a page.
function show(dataOfPage) {
  Object.assign(DATA, dataOfPage);
  TREE = treeOf(DATA.tree);
  measureTree();
  exercise = null;
  offerAlgorithms();
}

// Makes the panes for the algorithms FIRST and, unless it is empty, SECOND.
function build(first, second) {
  stopPlaying();
  $('first').value = first;
  $('second').value = second;
  const names = second ? [first, second] : [first];
  $('trees').innerHTML = $('says').innerHTML = '';
  panes = names.map(name => {
    const element = document.createElement('div');
    element.className = 'pane';
    $('trees').append(element);
    const pane = new Pane(element, new Run(runNamed(name)));
    pane.says = document.createElement('p');
    pane.says.className = 'say';
    $('says').append(pane.says);
    pane.caption.textContent = second ? titleOf(name) : '';
    return pane;
  });
  for (const element of [$('trees'), $('says'), document.querySelector('header')]) element.classList.toggle('two', !!second);
  activate(panes[0]);
  $('together').hidden = !second;
  $('title').textContent = names.map(titleOf).join(' and ');
  $('about').textContent = [DATA.title, ...(second ? [] : [panes[0].run.search.about]), sideOf(0) + ' moves at the root'].join(' \u00b7 ');
  document.title = $('title').textContent + ': ' + DATA.title;
  for (const pane of panes) pane.fit();
  const scale = Math.min(...panes.map(pane => pane.scale));
  for (const pane of panes) pane.scale = scale;
}

const inStep = () => panes.length > 1 && together !== '';
const lastStep = () => (inStep() ? Math.max(...panes.map(pane => pane.run.events.length)) : active.run.events.length);

// Shows STEP: of all panes, or of the active one; the others then follow by the number of leaves visited.
function goTo(step, quiet) {
  if (exercise && !exercise.hidesSearch) active.follows = true;
  active.run.go(step);
  for (const pane of panes) {
    if (pane === active) continue;
    if (together === 'steps') pane.run.go(step);
    if (together === 'leaves') followLeaves(pane.run, active.run);
  }
  showAll(quiet);
}
// Moves RUN to its last step with no more leaves visited than LEADER.
function followLeaves(run, leader) {
  const leaves = leader.now.leaves;
  if (leader.at === leader.events.length) return run.go(run.events.length);
  while (run.now.leaves > leaves || (leader.at === 0 && run.at > 0)) run.back();
  while (leader.at > 0 && run.at < run.events.length) {
    run.forward();
    if (run.now.leaves > leaves) { run.back(); break; }
  }
}

function showAll(quiet) {
  for (const pane of panes) {
    const run = pane.run;
    const step = `Step ${countText(run.at)} of ${countText(run.events.length)}` + (run.now.pass ? ` \u00b7 ${run.isDeepening ? 'iteration' : 'pass'} ${run.now.pass}` : '') +
      (panes.length > 1 ? ' \u00b7 ' + titleOf(run.algorithm) : '');
    const text = exercise && exercise.hidesSearch ? exercise.ask : describe(run.event, run);
    pane.says.innerHTML = `<span class="step">${escapeHtml(step)}</span>${escapeHtml(text)}`;
  }
  drawStrip(active.run, !!(exercise && exercise.hidesSearch));  // before the tree is drawn, since both ask for the layout
  for (const pane of panes) pane.draw();  // their height depends on the sentences
  if (!quiet && !(timer && +$('speed').value < 1000)) announce(panes.map(pane => describe(pane.run.event, pane.run)).join(' '));
  const position = $('position');
  position.max = lastStep();
  position.value = active.run.at;
  position.setAttribute('aria-valuetext', `step ${active.run.at} of ${active.run.events.length}`);
  showFollow();
  showPanel();
  clearTimeout(showAll.timer);
  showAll.timer = setTimeout(() => history.replaceState(null, '', link()), 120);
}
function showPanel() {
  $('panel').innerHTML = isEditing ? editPanel() : exercise ? exercisePanel(active.run) : panelText(active.run);
}
function showFollow() { $('follow').setAttribute('aria-pressed', !!active && active.follows); }

const link = () =>
  `#step=${active.run.at}&a=${panes[0].run.algorithm}` + (panes[1] ? `&b=${panes[1].run.algorithm}` : '') +
  (typedTree ? `&${typedTree.max ? 'max' : 'min'}=${encodeURIComponent(typedTree.text)}` : '');
function openLink() {
  const given = new URLSearchParams(location.hash.slice(1)), text = given.get('max') || given.get('min');
  if (text && !(typedTree && typedTree.text === text && typedTree.max === given.has('max'))) {
    try {
      showTyped(text, given.has('max'), given.get('a'));
    } catch (error) {
      announce(error.message);
    }
  }
  const first = runNamed(given.get('a')) ? given.get('a') : DATA.runs[0].algorithm;
  const second = runNamed(given.get('b')) ? given.get('b') : '';
  exercise = null;
  build(first, second);
  goTo(+(given.get('step') || 0));
}

// The reader has picked node I of PANE.
function pick(pane, i) {
  activate(pane);
  if (exercise) return answerWithNode(i);
  pane.cursor = i;
  if (hasKids(i)) pane.toggle(i);
  else pane.draw();
  announce(labelOf(pane, i));
}

function showPlaying(isPlaying) {
  const sign = isPlaying ? '\u275a\u275a' : '\u25b7', word = isPlaying ? 'Pause' : 'Play';
  $('play').textContent = isPhone() ? sign : sign + ' ' + word;
  $('play').setAttribute('aria-label', word);
}
function stopPlaying() {
  clearInterval(timer);
  timer = 0;
  showPlaying(false);
}
function togglePlaying() {
  if (timer) return stopPlaying();
  if (active.run.at >= lastStep()) goTo(0);
  showPlaying(true);
  timer = setInterval(() => (active.run.at >= active.run.events.length && !inStep()) || furthest() >= lastStep()
    ? stopPlaying() : goTo(furthest() + 1), +$('speed').value);
}
const furthest = () => (together === 'steps' ? Math.max(...panes.map(pane => pane.run.at)) : active.run.at);

// Exercises: questions about the tree or the search. Answers are checked against the events of the run, and a wrong one is
// explained by the sentences of the steps.

const MOST_LEAVES = 150;       // of a tree for an exercise on all of it
const MOST_EXPLANATIONS = 12;

const isVisit = event => event[0] === 'e' || event[0] === 'l' || event[0] === 'd' || event[0] === 'q' || (event[0] === 's' && event[2] === 'L');
const visitsLeaf = event => event[0] === 'l' || (event[0] === 's' && event[4] === 4);

// hidesSearch: the tree is drawn as in step 0. asksValues: inner nodes are fields. asksLeaves: leaves are. marks(i): may node I be marked?
const EXERCISES = {
  values: {
    title: 'Values', ask: 'Give the minimax value of each inner node.', hidesSearch: true, asksValues: true,
    suits: () => isSmall() && !!TREE.minimax, check: checkValues,
  },
  pruned: {
    title: 'Pruned leaves', ask: 'Mark each leaf that the search will not visit.', hidesSearch: true, marks: isLeaf,
    suits: run => isSmall() && run.algorithm !== 'minimax' && !run.isDeepening, check: checkPruned,
  },
  again: {
    title: 'Second searches', ask: 'Mark each node that is searched again after a test.', hidesSearch: true,
    marks: i => !isLeaf(i), suits: run => /scout/.test(run.algorithm), check: checkAgain,
  },
  next: {
    title: 'Next node', ask: 'Which node is visited next? Click it in the tree.', hidesSearch: false,
    suits: () => true,
  },
  order: {
    title: 'Order', ask: 'Order the moves for the fewest leaves. Click a node: it changes places with the next one.',
    hidesSearch: true, moves: true, check: checkOrder,
    suits: () => hasNumbers(),
  },
  leaves: {
    title: 'Leaves', ask: 'Change the values of leaves. What is the root worth then, and which leaves does alpha-beta visit?',
    hidesSearch: true, asksLeaves: true, check: checkLeaves, suits: () => hasNumbers(),
  },
  passes: {
    title: 'Passes', ask: 'How many passes does this search need?', hidesSearch: true, asksNumber: true,
    suits: run => run.hasTable, check: checkPasses,
  },
};
const isSmall = () => TREE.leaves.length <= MOST_LEAVES;
const hasNumbers = () => isSmall() && !!TREE.minimax && TREE.leaves.every(i => typeof TREE.value[i] === 'number');

let exercise = null;

function startExercise(kind) {
  exercise = {...EXERCISES[kind], kind, mayMark: EXERCISES[kind].marks, marks: new Set(), order: new Map(), answers: {}, results: null, right: 0, tries: 0, note: ''};
  for (const pane of panes) pane.exercise = exercise;
  stopPlaying();
  if (exercise.hidesSearch) active.run.go(0);
  $('exercises').setAttribute('aria-pressed', true);
  showAll(true);
}
function stopExercise() {
  exercise = null;
  for (const pane of panes) pane.exercise = null;
  $('exercises').setAttribute('aria-pressed', false);
  showAll();
}

// The reader has picked node I.
function answerWithNode(i) {
  if (exercise.mayMark && exercise.mayMark(i)) {
    if (!exercise.marks.delete(i)) exercise.marks.add(i);
    exercise.results = null;
    active.draw();
    announce(nameOf(i) + (exercise.marks.has(i) ? ' marked' : ' not marked'));
  }
  if (exercise.moves && i > 0) moveBehindNext(i);
  if (exercise.kind !== 'next') return;
  const run = active.run, step = run.find(run.at, 1, isVisit);
  if (step < 0) {
    exercise.note = 'The search is over.';
    return showPanel();
  }
  const next = run.events[step - 1][1];
  exercise.tries++;
  const texts = stepTexts(run, run.at + 1, step);
  if (next === i) {
    exercise.right++;
    exercise.note = `<b class="good">Right.</b> ${escapeHtml(texts[texts.length - 1])}`;
  } else {
    exercise.note = `<b class="bad">No: ${escapeHtml(nameOf(next))}.</b> ${escapeHtml(texts.join(' '))}`;
  }
  goTo(step, true);
}

// The sentences of the steps FROM to TO, each with the state of its step.
function stepTexts(run, from, to) {
  const copy = new Run(run.search), texts = [];
  copy.go(from - 1);
  while (copy.at < to) {
    copy.forward();
    texts.push(describe(copy.event, copy));
  }
  return texts;
}
const stepText = (run, step) => stepTexts(run, step, step)[0];

// The outcome of a check: nodes with right and wrong answers, and an explanation of each wrong one.
class Outcome {
  constructor() { this.right = this.all = 0; this.results = new Map(); this.items = []; }
  add(i, isRight, text, step) {
    this.all++;
    this.results.set(i, isRight);
    if (isRight) { this.right++; return; }
    this.items.push(`<li><b>${escapeHtml(nameOf(i))}</b>: ${escapeHtml(text)}` +
      (step ? ` <button data-step="${step}">Show step ${countText(step)}</button>` : '') + '</li>');
  }
  // Counted as right, but not shown.
  addSilent() { this.all++; this.right++; }
  note() {
    const rest = this.items.length - MOST_EXPLANATIONS;
    return `<p><b class="${this.right === this.all ? 'good' : 'bad'}">${this.right} of ${this.all} right.</b></p>` +
      `<ul>${this.items.slice(0, MOST_EXPLANATIONS).join('')}</ul>` + (rest > 0 ? `<p>\u2026 ${rest} more</p>` : '');
  }
}

function checkExercise() {
  const outcome = exercise.check(active.run);
  exercise.results = outcome.results;
  exercise.note = outcome.note();
  active.draw();
  showPanel();
  announce(outcome.all ? `${outcome.right} of ${outcome.all} right` : $('panel').textContent);
  if (isPhone()) setTimeout(() => $('panel').scrollIntoView(), 50);
}

function checkValues() {
  const outcome = new Outcome();
  for (let i = 0; i < TREE.size; i++) {
    if (isLeaf(i)) continue;
    const answer = (exercise.answers[i] || '').trim().replace('\u2212', '-'), value = scoreText(TREE.minimax[i]);
    const values = TREE.kids[i].map(kid => scoreText(TREE.minimax[kid])).join(', ');
    outcome.add(i, answer === String(TREE.minimax[i]),
      phrase(answer ? 'you-gave' : 'no-answer', {v: answer}) + '. ' + sentence(isMax(i) ? 'max-takes' : 'min-takes', {values, v: value}));
  }
  return outcome;
}

function checkPruned(run) {
  const outcome = new Outcome(), visited = new Map(), cutBy = new Map();
  run.events.forEach((event, k) => {
    if (visitsLeaf(event) && !visited.has(event[1])) visited.set(event[1], k + 1);
    if (event[0] === 'x') for (const kid of TREE.kids[event[1]].slice(event[2] + 1)) cutBy.set(kid, k + 1);
    if (event[0] === 's') for (const node of event[7]) cutBy.set(node, k + 1);
  });
  for (const i of TREE.leaves) {
    const step = visited.get(i), isMarked = exercise.marks.has(i);
    if (step && isMarked) {
      outcome.add(i, false, `visited in step ${countText(step)}. ${whyVisited(run, i, step)}`, step);
    } else if (step) {
      outcome.addSilent();
    } else {
      const cause = cutBy.get(pathTo(i).find(node => cutBy.has(node)));
      outcome.add(i, isMarked, 'not visited. ' + (cause ? stepText(run, cause) : ''), cause);
    }
  }
  return outcome;
}
// Why no cutoff came before leaf I, which is visited in STEP.
function whyVisited(run, i, step) {
  if (run.isBestFirst) return stepText(run, step);
  while (i > 0 && TREE.move[i] === 1) i = TREE.parent[i];
  if (i <= 0) return sentence('first-leaf');
  for (let k = step - 1; k > 0; k--) {
    const event = run.events[k - 1];
    if ('cnu'.includes(event[0]) && event[1] === TREE.parent[i])
      return stepText(run, k) + (event[0] === 'c' ? '' : ' ' + sentence('so-no-cutoff'));
  }
  return '';
}

function checkAgain(run) {
  const outcome = new Outcome(), again = new Map(), left = new Map();
  run.events.forEach((event, k) => {
    if (event[0] === 'r') again.set(event[1], k + 1);
    if (event[0] === 'v') left.set(event[1], k + 1);
  });
  for (let i = 0; i < TREE.size; i++) {
    if (isLeaf(i)) continue;
    const step = again.get(i), isMarked = exercise.marks.has(i);
    if (step) {
      outcome.add(i, isMarked, stepText(run, step), step);
    } else if (isMarked) {
      const end = left.get(i);
      outcome.add(i, false, phrase('searched-once') + '. ' + (TREE.move[i] === 1 ? sentence('first-move') + ' ' : '') +
        (end ? stepText(run, end) : ''), end);
    } else {
      outcome.addSilent();
    }
  }
  return outcome;
}

// Exchanges I with the node to its right; the last one becomes the first.
function moveBehindNext(i) {
  const parent = TREE.parent[i], kids = [...active.kidsOf(parent)], place = kids.indexOf(i);
  kids.splice(place, 1);
  kids.splice(place === kids.length ? 0 : place + 1, 0, i);
  exercise.order.set(parent, kids);
  exercise.results = null;
  active.cursor = i;
  active.draw();
  announce('The order is ' + kids.map(nameOf).join(', '));
}

// What alpha-beta finds in the tree whose nodes have the children KIDS and whose leaves have VALUES, lists for all nodes: the value of the
// root, and the leaves that it visits, in their order.
function searchTree(kids, values) {
  const search = new Search({kids, value: values, parent: TREE.parent, max: TREE.kids.map((_, i) => isMax(i))});
  return {value: search.alphaBeta(), visited: [...search.times.keys()]};
}
const countVisits = kids => searchTree(kids, TREE.value).visited.length;

function checkLeaves() {
  const outcome = new Outcome(), given = [];
  for (const i of TREE.leaves) {
    const answer = (exercise.answers[i] ?? String(TREE.value[i])).trim().replace('\u2212', '-');
    given[i] = +answer;
    if (answer === '' || !Number.isFinite(+answer)) outcome.add(i, false, sentence('no-number', {v: answer}));
  }
  if (outcome.items.length) {
    outcome.note = () => `<ul>${outcome.items.join('')}</ul>`;
    return outcome;
  }
  const before = searchTree(TREE.kids, TREE.value), after = searchTree(TREE.kids, given);
  const alternates = TREE.parent.every((parent, i) => parent < 0 || isLeaf(i) || isMax(i) !== isMax(parent));
  for (const i of after.visited) outcome.results.set(i, true);
  outcome.note = () => '<p>' + escapeHtml(sentence('leaves-changed', {
    v: scoreText(after.value), old: scoreText(before.value), all: leavesText(before.visited.length),
    leaves: leavesText(after.visited.length), positions: after.visited.map(nameOf).join(', '),
  })) + '</p>' + (alternates
    ? `<p>Its steps: <code>winnow tree${isMax(0) ? '' : ' --player min'} --html page.html '${escapeHtml(treeText(0, given))}'</code></p>` : '');
  return outcome;
}

function checkOrder() {
  const outcome = new Outcome(), count = countVisits(TREE.kids.map((_, i) => active.kidsOf(i))), least = DATA.tree.least;
  const items = [];
  for (let i = 0; i < TREE.size && count > least; i++) {
    const first = active.kidsOf(i)[0], best = TREE.kids[i].find(kid => TREE.minimax[kid] === TREE.minimax[i]);
    if (!hasKids(i) || TREE.minimax[first] === TREE.minimax[i]) continue;
    items.push('<li>' + escapeHtml(sentence('not-best-first', {
      n: nameOf(i), c: nameOf(first), v: scoreText(TREE.minimax[first]), o: nameOf(best), old: scoreText(TREE.minimax[best]),
    })) + '</li>');
  }
  outcome.note = () => `<p><b class="${count === least ? 'good' : 'bad'}">${count === least ? 'Right' : 'No'}:</b> ` +
    escapeHtml(sentence('order-visits', {leaves: leavesText(count), all: countText(countVisits(TREE.kids)), least: countText(least)})) +
    `</p><ul>${items.slice(0, MOST_EXPLANATIONS).join('')}</ul>`;
  return outcome;
}

function checkPasses(run) {
  const outcome = new Outcome(), passes = [];
  exercise.answers.passes = $('passes').value;
  run.events.forEach((event, k) => { if (event[0] === 'p' || event[0] === 'b') passes.push(escapeHtml(stepText(run, k + 1))); });
  const count = run.events.filter(event => event[0] === 'p').length, isRight = +exercise.answers.passes === count;
  outcome.note = () => `<p><b class="${isRight ? 'good' : 'bad'}">${isRight ? 'Right' : 'No'}: ${plural(count, 'pass', 'passes')}.</b></p>` +
    `<ul>${passes.map(text => `<li>${text}</li>`).join('')}</ul>`;
  return outcome;
}

function exercisePanel(run) {
  const buttons = Object.entries(EXERCISES).map(([kind, {title, suits}]) =>
    `<button data-exercise="${kind}" aria-pressed="${exercise.kind === kind}"${suits(run) ? '' : ' disabled'}>${title}</button>`);
  const field = exercise.asksNumber
    ? `<p><input id="passes" type="number" min="1" aria-label="Number of passes" value="${exercise.answers.passes || ''}"></p>` : '';
  const check = exercise.check ? '<button data-check="1">Check</button>' : `<p>${exercise.right} of ${exercise.tries} right.</p>`;
  return `<h2>Exercises</h2><p class="choices">${buttons.join('')}</p><p>${exercise.ask}</p>${field}${check} ` +
    `<button data-stop="1">Stop</button><div>${exercise.note}</div>`;
}

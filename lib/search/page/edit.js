// Trees that the reader types: lists of integers, as `winnow tree` takes them. They are searched in the page (search.js).

const MOST_TYPED = 2000;  // leaves
let isEditing = false;
let typed = null;         // what is in the fields: {text, max, moves, plies, error}

// The tree in TEXT as nested arrays of numbers, which need not have an end; an error says what is wrong.
function parseTree(text) {
  const tokens = text.replace(/\u2212/g, '-').match(/[()]|[^\s()]+/g) || [];
  let at = 0, leaves = 0;
  const parse = () => {
    const token = tokens[at++];
    if (token === undefined) throw new Error('expected ) at the end');
    if (token === ')') throw new Error('unmatched )');
    if (token !== '(') {
      if (!/^[-+]?\d+$/.test(token) || !Number.isSafeInteger(+token)) throw new Error(`expected an integer, got ${token}`);
      if (++leaves > MOST_TYPED) throw new Error(`expected at most ${leavesText(MOST_TYPED)}`);
      return +token || 0;
    }
    const kids = [];
    while (tokens[at] !== ')') kids.push(parse());
    at++;
    if (!kids.length) throw new Error('expected a move in ()');
    return kids;
  };
  const tree = parse();
  if (at < tokens.length) throw new Error(`expected the end, got ${tokens[at]}`);
  return tree;
}

// The nodes of NESTED, arrays of numbers, in preorder. MAX: does max move at the root?
function nodesOf(nested, max) {
  const tree = {kids: [], parent: [], max: [], value: []};
  const add = (node, parent, isMaxNode) => {
    const n = tree.kids.push([]) - 1, isInner = Array.isArray(node);
    tree.parent.push(parent);
    tree.max.push(isMaxNode);
    tree.value.push(isInner ? undefined : node);
    if (isInner) for (const kid of node) tree.kids[n].push(add(kid, n, !isMaxNode));
    return n;
  };
  add(nested, -1, max);
  return tree;
}

// For each node of TREE, what LEAF returns for a leaf, and COMBINE for an inner node and the results of its children.
function upwards(tree, leaf, combine) {
  const results = [];
  for (let n = tree.kids.length; n-- > 0;)
    results[n] = tree.kids[n].length ? combine(n, tree.kids[n].map(kid => results[kid])) : leaf(n);
  return results;
}

// The least number of leaves that prove that TREE is worth VALUE: a proof of at least VALUE and one of at most VALUE share a leaf.
function leastLeaves(tree, value) {
  const proof = forMax => upwards(tree, n => ((forMax ? tree.value[n] >= value : tree.value[n] <= value) ? 1 : Infinity),
    (n, sizes) => (tree.max[n] === forMax ? Math.min(...sizes) : sizes.reduce((a, b) => a + b)))[0];
  return proof(true) + proof(false) - 1;
}

const listText = nested => (Array.isArray(nested) ? '(' + nested.map(listText).join(' ') + ')' : String(nested));

// What a page needs of NESTED, in the format of its data.
function dataOf(nested, max) {
  const tree = nodesOf(nested, max), isInner = n => tree.kids[n].length > 0, nodes = tree.kids.map((_, n) => n);
  const values = upwards(tree, n => tree.value[n], (n, below) => (tree.max[n] ? Math.max(...below) : Math.min(...below)));
  return {
    title: listText(nested).length > 60 ? leavesText(nodes.filter(n => !isInner(n)).length) : listText(nested),
    tree: {
      kids: tree.kids.map(kids => kids.length), max: tree.max.map(m => (m ? '1' : '0')).join(''),
      leaf: nodes.filter(n => !isInner(n)).map(n => tree.value[n]), mm: nodes.filter(isInner).map(n => values[n]),
      least: leastLeaves(tree, values[0]),
    },
    runs: Object.keys(SEARCHES).map(algorithm => searchRun(tree, algorithm, values)),
  };
}

// The tree below I as text; its leaves have VALUES.
const treeText = (i, values) => (isLeaf(i) ? String(values[i]) : '(' + TREE.kids[i].map(kid => treeText(kid, values)).join(' ') + ')');

// The tree that is shown, as text; empty if it is large or has other values than integers.
const shownText = () =>
  (TREE.leaves.length <= MOST_TYPED && TREE.leaves.every(i => Number.isInteger(TREE.value[i])) ? treeText(0, TREE.value) : '');

// Trees that show something: [name, text, algorithm].
const EXAMPLES = [
  ['A cutoff', '((3) (1 4))', 'alpha-beta'],
  ['A deep cutoff', '((((6))) (((6 1))))', 'alpha-beta'],
  ['The best order of moves', '((3 4 5) (2 6 7) (1 8 9))', 'alpha-beta'],
  ['The worst order of moves', '((3 2 1) (6 5 4) (9 8 7))', 'alpha-beta'],
  ['A second search by NegaScout', '((3 4) (5 6) (2 9) (7 (8 1)))', 'negascout'],
  ['Passes of MTD(f)', '(((1 4) (5 6)) ((2 1) (1 1)))', 'mtdf'],
];

const randomTree = (moves, plies) =>
  (plies === 0 ? Math.floor(Math.random() * 10) : Array.from({length: moves}, () => randomTree(moves, plies - 1)));

// Shows the tree in TEXT, searched by ALGORITHM.
function showTyped(text, max, algorithm) {
  show(dataOf(parseTree(text), max));
  typedTree = {text, max};
  build(runNamed(algorithm) ? algorithm : 'alpha-beta', '');
}
let typedTree = null;  // the tree that is shown, if the reader has typed it

function startEditing() {
  if (exercise) stopExercise();
  isEditing = true;
  typed = {text: shownText(), max: isMax(0), moves: 3, plies: 3, error: ''};
  $('edit').setAttribute('aria-pressed', true);
  showPanel();
  if (isPhone()) setTimeout(() => $('panel').scrollIntoView(), 50);
}
function stopEditing() {
  isEditing = false;
  $('edit').setAttribute('aria-pressed', false);
}

function searchTyped(algorithm = active.run.algorithm) {
  try {
    showTyped(typed.text, typed.max, algorithm);
    typed.error = '';
    goTo(0);
  } catch (error) {
    if (error instanceof TypeError || error instanceof ReferenceError) throw error;
    typed.error = error.message;
    showPanel();
    announce(error.message);
  }
}

function showExample(name) {
  const [, text, algorithm] = EXAMPLES.find(example => example[0] === name);
  Object.assign(typed, {text, max: true});
  searchTyped(algorithm);
}

const EDITS = {
  search: () => searchTyped(),
  random: () => {
    const moves = Math.min(9, Math.max(1, typed.moves)), plies = Math.min(8, Math.max(1, typed.plies));
    typed.text = listText(randomTree(moves, moves ** plies > MOST_TYPED ? 3 : plies));
    searchTyped();
  },
  stop: () => { stopEditing(); showPanel(); },
};

function editPanel() {
  return `<h2>Edit the tree</h2><p><label>A list of moves; a number is a leaf<br><textarea data-typed="text" rows="6" spellcheck="false">` +
    `${escapeHtml(typed.text)}</textarea></label></p><p><label>At the root moves <select data-typed="max">` +
    `<option value="1"${typed.max ? ' selected' : ''}>max<option value=""${typed.max ? '' : ' selected'}>min</select></label></p>` +
    `<p class="bad" role="alert">${escapeHtml(typed.error)}</p><button data-edit="search">Search it</button> ` +
    `<button data-edit="stop">Done</button><p><label>Examples <select data-examples="1"><option value="">choose one` +
    `${EXAMPLES.map(([name]) => `<option>${name}`).join('')}</select></label></p><p><button data-edit="random">Random tree</button></p><p>` +
    `<label>moves <input class="count" type="number" min="1" max="9" data-typed="moves" value="${typed.moves}"></label> ` +
    `<label>plies <input class="count" type="number" min="1" max="8" data-typed="plies" value="${typed.plies}"></label></p>` +
    '<p class="about">The page searches it by the same algorithms. The exercises work on it, too.</p>';
}

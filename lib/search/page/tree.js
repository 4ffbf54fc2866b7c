// The tree: nodes are numbered in preorder, so that a subtree is an interval of numbers.

let TREE = treeOf(DATA.tree);

// The tree of GIVEN, in the format of the data.
function treeOf(given) {
  const size = given.kids.length;
  const tree = {
    size,
    parent: new Int32Array(size).fill(-1),
    depth: new Int32Array(size),
    end: new Int32Array(size),       // the number after the last one of the subtree
    move: new Int32Array(size),      // that leads here, from 1
    kids: Array.from({length: size}, () => []),
    value: Array(size),              // of leaves
    minimax: given.mm ? Array(size) : null,
    words: Array(size),              // the result of a game, at a leaf
    leaves: [],                      // the numbers of all leaves
    leavesBefore: new Int32Array(size + 1),
    height: 0,
  };
  const open = [];
  let inner = 0;
  const close = until => {
    while (open.length) {
      const last = open[open.length - 1];
      if (tree.kids[last].length < Math.max(0, given.kids[last])) break;
      tree.end[open.pop()] = until;
    }
  };
  for (let i = 0; i < size; i++) {
    close(i);
    if (open.length) {
      const parent = open[open.length - 1];
      tree.parent[i] = parent;
      tree.depth[i] = tree.depth[parent] + 1;
      tree.move[i] = tree.kids[parent].push(i);
      tree.height = Math.max(tree.height, tree.depth[i]);
    }
    tree.leavesBefore[i] = tree.leaves.length;
    if (given.kids[i] === 0) {
      tree.words[i] = given.words ? given.words[tree.leaves.length] : '';
      tree.value[i] = given.leaf[tree.leaves.length];
      tree.leaves.push(i);
      if (given.mm) tree.minimax[i] = tree.value[i];
    } else if (given.mm) {
      tree.minimax[i] = given.mm[inner++];
    }
    open.push(i);
  }
  close(size);
  tree.leavesBefore[size] = tree.leaves.length;
  return tree;
}

const isLeaf = i => DATA.tree.kids[i] === 0;
// An inner node whose children are not in the data.
const isClosed = i => DATA.tree.kids[i] < 0;
const hasKids = i => TREE.kids[i].length > 0;
const isMax = i => DATA.tree.max[i] === '1';
const sideOf = i => (isMax(i) ? 'max' : 'min');
const leavesBelow = i => TREE.leavesBefore[TREE.end[i]] - TREE.leavesBefore[i];
const moveName = i => (DATA.tree.move ? DATA.tree.move[i] : '');
const boardOf = i => (DATA.tree.board ? DATA.tree.board[i] : '');

// The nodes from the root to I.
function pathTo(i) {
  const path = [];
  for (; i >= 0; i = TREE.parent[i]) path.unshift(i);
  return path;
}

// How sentences call a node: "the root", "(3 1)", or the moves of a game, "c3–c2".
function nameOf(i) {
  if (i < 0) return 'the search';
  if (i === 0) return 'the root';
  const path = pathTo(i).slice(1);
  if (moveName(i) !== '') return path.map(moveName).join('\u2013');
  return '(' + path.map(j => TREE.move[j]).join(' ') + ')';
}

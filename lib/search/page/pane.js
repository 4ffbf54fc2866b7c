// A pane: the view of one run, with its scale and place, and what the reader has folded.

const SCALES = [1.5, 1.25, 1.1, 1, 0.9, 0.8, 0.76];
const LEAST_SCALE = 0.75, GREATEST_SCALE = 3;
const MANY_ITEMS = 1200;  // of more, only those in view are drawn

const isPhone = () => innerWidth <= 760;

class Pane {
  constructor(element, run) {
    this.element = element;
    this.run = run;
    this.scale = 1;
    this.x = this.y = 0;
    this.follows = true;
    this.chosen = new Map();   // node: unfold (true) or fold; "group N": true
    this.isUnfolded = false;   // everything
    this.wasFitted = false;    // by the reader, although it does not fit at any scale
    this.exercise = null;
    this.isBlank = false;
    this.cursor = -1;
    element.innerHTML = '<svg class="tree" role="group" tabindex="0"></svg><div class="caption"></div>';
    this.svg = element.firstChild;
    this.caption = element.lastChild;
    this.listen();
  }

  // Does an exercise need all of the tree?
  showsAll() { return this.isBlank || !!(this.exercise && this.exercise.hidesSearch); }

  // The children of I in the order in which they are drawn.
  kidsOf(i) { return this.exercise?.order.get(i) || TREE.kids[i]; }

  takeSize() {
    this.width = this.element.clientWidth;
    this.height = this.element.clientHeight;
  }
  relayout() {
    this.takeSize();
    this.layout = layOut(this);
  }
  draw() {
    this.relayout();
    if (this.follows) this.track();
    this.paint();
    this.svg.setAttribute('aria-label',
      'Tree. Current: ' + nameOf(this.run.now.node) + '. Shift with arrow keys moves the cursor, Enter folds.');
  }
  paint() {
    let items = this.layout.items;
    if (items.length > MANY_ITEMS) {
      const from = -this.x / this.scale - 150, to = (this.width - this.x) / this.scale + 150;
      items = items.filter(item => item.x + item.right[0] > from && item.x + item.left[0] < to);
    }
    this.svg.innerHTML = `<g transform="${this.transform()}">${drawItems(this, items)}</g>`;
  }
  transform() { return `translate(${round(this.x)} ${round(this.y)}) scale(${this.scale.toFixed(4)})`; }
  // After a change of place only.
  move() {
    if (this.layout.items.length > MANY_ITEMS) this.paint();
    else this.svg.firstChild.setAttribute('transform', this.transform());
  }

  // Moves the tree only as far as the current node needs.
  track() {
    const {box, byNode, items} = this.layout, s = this.scale, current = byNode.get(this.run.now.node) || items[0];
    const margin = 30, top = 22;
    if (box.width * s <= this.width - 8) {
      this.x = (this.width - box.width * s) / 2 - box.x * s;
    } else {
      const x = current.x * s + this.x;
      if (x < this.width * 0.22 || x > this.width * 0.72) this.x = this.width * 0.42 - current.x * s;
      this.x = Math.min(margin - box.x * s, Math.max(this.width - margin - (box.x + box.width) * s, this.x));
    }
    if (box.height * s <= this.height - top) {
      this.y = Math.max(top, (this.height - top - box.height * s) / 2.6 + top) - box.y * s;
    } else {
      const y = current.y * s + this.y;
      if (y < 50 || y > this.height - 150) this.y = this.height * 0.4 - current.y * s;
      this.y = Math.min(top - box.y * s, Math.max(this.height - (box.y + box.height) * s, this.y));
    }
  }

  // The largest scale at which the tree is in view; a tree that is too wide is folded.
  fit(byReader) {
    this.chosen.clear();
    this.isUnfolded = this.wasFitted = false;
    this.follows = true;
    const isLarge = TREE.leaves.length > SMALL_TREE;
    for (const scale of SCALES) {
      if (isLarge && scale > 1) continue;
      this.scale = scale;
      this.relayout();
      const {box, items, measures} = this.layout;
      const depth = Math.max(...items.map(item => (item.node === undefined ? 0 : TREE.depth[item.node])));
      const height = box.height + (TREE.height - depth) * measures.level;
      if ((isLarge || box.width * scale <= this.width - 8) && height * scale <= this.height - 22) return this.draw();
    }
    if (byReader) this.wasFitted = true;
    this.draw();
  }
  // Changes the scale by FACTOR; the point X, Y of the pane stays.
  zoom(factor, x = this.width / 2, y = this.height / 2) {
    const scale = Math.max(LEAST_SCALE, Math.min(GREATEST_SCALE, this.scale * factor));
    const treeX = (x - this.x) / this.scale, treeY = (y - this.y) / this.scale;
    this.scale = scale;
    this.x = x - treeX * scale;
    this.y = y - treeY * scale;
    this.draw();
  }
  pan(dx, dy) {
    this.x += dx;
    this.y += dy;
    this.follows = false;
    showFollow();
    this.move();
  }
  toggle(i) {
    if (!hasKids(i)) return;
    const item = this.layout.byNode.get(i);
    this.chosen.set(i, !item || !!item.isFolded);
    this.draw();
  }

  // Moves the cursor, a node that the keyboard works on, to its parent, first child or sibling.
  moveCursor(key) {
    let i = this.cursor >= 0 ? this.cursor : this.run.now.node;
    const siblings = TREE.kids[TREE.parent[i]] || [i], place = siblings.indexOf(i);
    if (key === 'ArrowUp') i = Math.max(0, TREE.parent[i]);
    if (key === 'ArrowLeft' && place > 0) i = siblings[place - 1];
    if (key === 'ArrowRight' && place < siblings.length - 1) i = siblings[place + 1];
    if (key === 'ArrowDown' && hasKids(i)) {
      if (this.layout.byNode.get(i)?.isFolded) this.chosen.set(i, true);
      i = TREE.kids[i][0];
    }
    if (!this.layout.byNode.has(i) && TREE.parent[i] >= 0) this.chosen.set('group ' + TREE.parent[i], true);
    this.cursor = i;
    this.draw();
    const item = this.layout.byNode.get(i);
    if (item) {
      const x = item.x * this.scale + this.x;
      if (x < 40 || x > this.width - 40) {
        this.x = this.width / 2 - item.x * this.scale;
        this.move();
      }
    }
    announce(labelOf(this, i));
    this.svg.querySelector(`[data-n="${i}"]`)?.focus({preventScroll: true});
  }

  // Pointers: one pans, two zoom, a tap picks a node.
  listen() {
    const svg = this.svg, pointers = new Map();
    let moved = false, distance = 0;
    svg.addEventListener('pointerdown', e => {
      if (e.target.tagName === 'INPUT') return;
      activate(this);
      pointers.set(e.pointerId, [e.clientX, e.clientY]);
      moved = false;
      distance = 0;
    });
    addEventListener('pointermove', e => {
      const at = pointers.get(e.pointerId);
      if (!at) return;
      const dx = e.clientX - at[0], dy = e.clientY - at[1];
      if (pointers.size === 1) {
        if (!moved && Math.hypot(dx, dy) < 5) return;
        moved = true;
        pointers.set(e.pointerId, [e.clientX, e.clientY]);
        this.pan(dx, dy);
        return;
      }
      pointers.set(e.pointerId, [e.clientX, e.clientY]);
      const [a, b] = [...pointers.values()], apart = Math.hypot(a[0] - b[0], a[1] - b[1]);
      const box = this.element.getBoundingClientRect();
      if (distance) this.zoom(apart / distance, (a[0] + b[0]) / 2 - box.left, (a[1] + b[1]) / 2 - box.top);
      distance = apart;
      moved = true;
    });
    const release = e => { pointers.delete(e.pointerId); distance = 0; };
    addEventListener('pointerup', release);
    addEventListener('pointercancel', release);
    svg.addEventListener('click', e => {
      if (moved || e.target.tagName === 'INPUT') return;
      const group = e.target.closest('[data-group]'), node = e.target.closest('[data-n]');
      if (group) {
        this.chosen.set('group ' + group.dataset.group, true);
        this.follows = false;
        showFollow();
        this.draw();
      } else if (node) {
        pick(this, +node.dataset.n);
      }
    });
    svg.addEventListener('input', e => {
      if (e.target.dataset.value) this.exercise.answers[e.target.dataset.value] = e.target.value;
    });
    svg.addEventListener('wheel', e => {
      e.preventDefault();
      const box = this.element.getBoundingClientRect();
      if (e.ctrlKey || e.metaKey) this.zoom(e.deltaY < 0 ? 1.1 : 1 / 1.1, e.clientX - box.left, e.clientY - box.top);
      else this.pan(e.shiftKey ? -e.deltaY : -e.deltaX, e.shiftKey ? 0 : -e.deltaY);
    }, {passive: false});
  }
}

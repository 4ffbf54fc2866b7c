#include "search/adapters/event_log.hpp"

#include <algorithm>
#include <utility>

#include "data/array.hpp"
#include "heap/list.hpp"

namespace winnow {

using search::Algorithm;
using search::Bound;
using search::Ply;
using search::Side;
using QuestionKind = search::Question<Value>::Kind;

EventLog::EventLog(Heap& heap, Value root, std::uint32_t plies)
    : RootSet(heap),
      scores_(heap),
      plies_(plies),
      nodes_(1),
      positions_(heap),
      moves_(heap),
      values_(heap),
      step_put_(heap),
      step_dropped_(heap),
      step_pruned_(heap),
      step_bounds_(heap),
      events_(heap) {
  positions_.push(root);
  moves_.push(nil());
  values_.push(kAbsent);
}

void EventLog::begin(const search::Request<Value>& request, std::size_t most) {
  most_ = most;
  request_ = request;
  is_best_first_ = request.algorithm == Algorithm::Sss || request.algorithm == Algorithm::Dual;
  player_ = request.algorithm == Algorithm::Dual ? other(request.side) : request.side;
  nodes_[0].side = request.side;
  for (Node& n : nodes_) n.evaluations = 0;
  place_.truncate(0);
  opened_.clear();
  for (ValueVector* v : {&events_, &step_put_, &step_dropped_, &step_pruned_, &step_bounds_})
    v->truncate(0);
  weights_.clear();
  weight_ = 0;
  is_full_ = is_entering_ = is_stored_ = false;
  entered_ = left_ = kNone;
  changed_ = nullptr;
  open_list_.clear();
  step_ = {};
  step_.is_active = is_best_first_;
  step_leaf_ = kAbsent;
}

Value EventLog::finish(const search::Result<Value>& result) {
  flush_enter();
  finish_step();
  ListBuilder line(heap());
  line.add(number(0));
  Id id = 0;
  for (std::uint32_t move : result.principal_variation) {
    const Node& n = nodes_[static_cast<std::size_t>(id)];
    if (move > n.count) break;
    id = n.first + static_cast<Id>(move) - 1;
    line.add(number(id));
  }
  const Ply root{nullptr, 0, 0};
  add_event(&root, {letter('z'), result.value, bound_letter(result.bound), line.list()});
  if (is_full_) return nil();
  return list_of(heap(), events_.begin(), events_.size());
}

std::uint32_t EventLog::plies_that_fit() const {
  std::uint64_t sum = 0;
  std::uint32_t depth = 0;
  while (depth < weights_.size() && (sum += weights_[depth]) <= most_) ++depth;
  return depth > 0 ? depth - 1 : 0;
}

Value EventLog::nodes() const {
  const Value all = make_vector(heap(), nodes_.size(), nil());
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const Node& n = nodes_[i];
    const bool is_known = n.state == Node::State::Leaf || n.first != kNone;
    const Value count = is_known ? Value::from_fixnum(n.count) : nil();
    const Value value = values_[i] == kAbsent ? nil() : values_[i];
    const Value position = positions_[i] == kAbsent ? nil() : positions_[i];
    heap().store(as<Vector>(all)->data[i],
                 list_of(heap(), {number(n.first), count, truth(n.side == Side::Max), value,
                                  moves_[i], position}));
  }
  return all;
}

// The node at PLY; kNone if it is too deep.
EventLog::Id EventLog::id_at(const Ply* ply) {
  return place_.at(ply, [&](Id above, const Ply* p) {
    if (above == kNone) return kNone;
    const Node& n = nodes_[static_cast<std::size_t>(above)];
    return p->move <= n.count ? n.first + static_cast<Id>(p->move) - 1 : kNone;
  });
}

void EventLog::count(std::size_t depth, std::size_t n) {
  if (weights_.size() <= depth) weights_.resize(depth + 1);
  weights_[depth] += n;
  if (depth <= plies_ && (weight_ += n) > most_ && !is_full_) give_up();
}

// There are too many events: keeps none of this search.
void EventLog::give_up() {
  is_full_ = true;
  step_.is_active = false;
  events_.truncate(0);
}

void EventLog::add_event(const Ply* ply, std::initializer_list<Value> event) {
  count(ply->depth);
  if (!is_full_) events_.push(list_of(heap(), event));
}

void EventLog::at(Value position) {
  if (entered_ != kNone) positions_[static_cast<std::size_t>(entered_)] = position;
}

void EventLog::moves(const Ply* ply, Value list) {
  std::size_t length = 0;
  for (Value l = list; is_cons(l) && length <= most_; l = cdr(l)) ++length;
  const Id id = id_at(ply);
  if (id != kNone && nodes_[static_cast<std::size_t>(id)].first != kNone) return;
  count(ply->depth + std::size_t{1}, length);
  if (is_shown_inside(id) && !is_full_) expand(id, list);
}

void EventLog::expand(Id id, Value list) {
  const auto first = static_cast<Id>(nodes_.size());
  const std::uint32_t depth = nodes_[static_cast<std::size_t>(id)].depth + 1;
  const Side side = other(nodes_[static_cast<std::size_t>(id)].side);
  std::uint32_t move = 0;
  for (; is_cons(list); list = cdr(list)) {
    Node child;
    child.parent = id;
    child.move = ++move;
    child.depth = depth;
    child.side = side;
    nodes_.push_back(child);
    positions_.push(kAbsent);
    moves_.push(car(list));
    values_.push(kAbsent);
  }
  Node& n = nodes_[static_cast<std::size_t>(id)];
  n.state = Node::State::Interior;
  n.first = first;
  n.count = move;
}

Value EventLog::bound_letter(Bound bound) {
  switch (bound) {
    case Bound::None: return letter('?');
    case Bound::Lower: return letter('>');
    case Bound::Upper: return letter('<');
    case Bound::Exact: return letter('=');
  }
  __builtin_unreachable();
}

// OWNER as a list: a character, the number of a node or -1, and for a test the number asked about.
Value EventLog::owner(const Owner& owner) {
  switch (owner.kind) {
    case Owner::Kind::Caller: return list_of(heap(), {letter('c'), number(0)});
    case Owner::Kind::Best: return list_of(heap(), {letter('b'), number(owner.node.id)});
    case Owner::Kind::Asked:
      return list_of(heap(), {letter('t'), number(owner.node.id), owner.asked});
    case Owner::Kind::Before: return list_of(heap(), {letter('r'), number(owner.node.id)});
  }
  __builtin_unreachable();
}

Value EventLog::kind(const search::Question<Value>& question) const {
  switch (question.kind) {
    case QuestionKind::Window:  // SCOUT's EVAL is its only question with a window
      return letter(request_.algorithm == Algorithm::Scout ? 'v' : 'w');
    case QuestionKind::Better: return letter('b');
    case QuestionKind::Again: return letter('a');
    case QuestionKind::More: return letter('>');
    case QuestionKind::Less: return letter('<');
    case QuestionKind::AtLeast: return letter('g');
    case QuestionKind::Merit: return letter('s');
  }
  __builtin_unreachable();
}

// Do positions have windows that their moves narrow?
bool EventLog::has_windows() const {
  return request_.algorithm != Algorithm::Minimax && request_.algorithm != Algorithm::Scout;
}

// May the best value lie outside of the window?
bool EventLog::is_soft() const {
  return request_.algorithm != Algorithm::F1 && request_.algorithm != Algorithm::FailHard &&
         request_.algorithm != Algorithm::Winston;
}

void EventLog::enter(const Ply* ply, Side side, const search::Question<Value>& question) {
  flush_enter();
  place_.forget(ply);
  const Id id = id_at(ply);
  entered_ = id;
  if (id != kNone) nodes_[static_cast<std::size_t>(id)].side = side;
  if (is_best_first_) return;
  if (ply->parent) flush_open(ply->parent);
  if (opened_.size() <= ply->depth) opened_.resize(ply->depth + std::size_t{1});
  const bool is_again = id != kNone && id == left_;
  Open& n = open_at(ply);
  n.id = id;
  n.side = side;
  n.question = question;
  const Open* above = ply->depth > 0 ? &opened_[ply->depth - std::size_t{1}] : nullptr;
  search::find_owners(scores_, n, above);
  n.alpha = question.alpha;
  n.beta = question.is_test() ? question.alpha : question.beta;
  n.best = side == Side::Max ? (is_soft() ? kLowestScore : n.alpha)
                             : (is_soft() ? kHighestScore : n.beta);
  if (is_again && above) {
    const bool max = above->side == Side::Max;
    const Value bound = has_windows() ? (max ? question.beta : question.alpha) : above->best;
    add_event(ply, {letter('r'), number(id), answer_, bound});
  }
  is_entering_ = true;
  entering_ = ply;
}

// Writes the enter event that is due.
void EventLog::flush_enter() {
  if (!is_entering_) return;
  is_entering_ = false;
  const Open& n = open_at(entering_);
  if (!is_shown_inside(n.id)) return count(entering_->depth);
  const bool has_beta = n.question.is_window();
  add_event(entering_,
            {letter('e'), number(n.id), kind(n.question), n.alpha, has_beta ? n.beta : nil(),
             owner(n.alpha_owner), owner(has_beta ? n.beta_owner : n.alpha_owner)});
}

// Called when the search visits another child of the position at PLY: a change of the window there
// has caused no cutoff, and the log now says so.
void EventLog::flush_open(const Ply* ply) {
  if (changed_ == ply && is_shown_inside(open_at(ply).id)) {
    const Open& n = open_at(ply);
    add_event(ply, {letter('c'), number(n.id), n.alpha, n.beta});
  }
  changed_ = nullptr;
}

void EventLog::leaf(const Ply* ply, Value value) {
  const Id id = id_at(ply);
  is_entering_ = false;
  if (id == kNone) return count(ply->depth);
  Node& n = nodes_[static_cast<std::size_t>(id)];
  n.state = Node::State::Leaf;
  values_[static_cast<std::size_t>(id)] = value;
  ++n.evaluations;
  left_ = id;
  answer_ = value;
  if (is_best_first_)
    step_leaf_ = value;
  else
    add_event(ply, {letter('l'), number(id), value, Value::from_fixnum(n.evaluations)});
}

void EventLog::leave(const Ply* ply, Value value, Bound bound) {
  flush_enter();
  const Id id = id_at(ply);
  const bool is_stored = std::exchange(is_stored_, false);
  if (id == kNone) return count(ply->depth);
  if (is_best_first_) {
    if (id == step_.id)
      step_.bound = bound;
    else
      step_bounds_.push(list_of(heap(), {number(id), value, bound_letter(bound)}));
    return;
  }
  changed_ = nullptr;
  left_ = id;
  answer_ = value;
  if (is_stored && !scores_.less(stored_lower_, stored_upper_)) bound = Bound::Exact;
  // A position at the last ply is shown without what is below it.
  const char what = is_shown_inside(id) ? 'v' : 'd';
  if (is_stored)
    add_event(ply,
              {letter(what), number(id), value, bound_letter(bound), stored_lower_, stored_upper_});
  else
    add_event(ply, {letter(what), number(id), value, bound_letter(bound)});
}

void EventLog::returned(const Ply* ply, Side side, std::uint32_t move, Value value, Value best,
                        Value alpha, Value beta) {
  flush_enter();
  changed_ = nullptr;
  Open& n = open_at(ply);
  const Value own_before = side == Side::Max ? n.alpha : n.beta;
  const Value best_before = n.best;
  n.best = best;
  const bool is_test = n.question.is_test();
  if (has_windows() && !is_test) {
    n.alpha = alpha;
    n.beta = beta;
  }
  const Value own = side == Side::Max ? n.alpha : n.beta;
  if (!is_shown_inside(n.id)) return count(ply->depth);
  const Node& node = nodes_[static_cast<std::size_t>(n.id)];
  const Value child = number(node.first + static_cast<Id>(move) - 1);
  const Value id = number(n.id);
  if (!is_same(own, own_before)) {
    changed_ = move < node.count ? ply : nullptr;
    add_event(ply, {letter('u'), id, child, value, letter(side == Side::Max ? 'a' : 'b'),
                    own_before, best_before});
  } else if (is_same(best, best_before)) {
    const bool is_kept = request_.algorithm == Algorithm::Bratko && is_same(value, own);
    if (is_kept)
      add_event(ply, {letter('n'), id, child, value, best, letter('l')});
    else
      add_event(ply, {letter('n'), id, child, value, best});
  } else if (has_windows() || is_test) {
    add_event(ply, {letter('u'), id, child, value, nil(), own_before, best_before});
  } else {
    add_event(ply, {letter('u'), id, child, value, nil(), best_before});
  }
}

void EventLog::cutoff(const Ply* ply, Side side, std::uint32_t move, Value alpha, Value beta,
                      const Ply*) {
  const Id id = id_at(ply);
  if (!is_shown_inside(id)) return count(ply->depth);
  const Node& node = nodes_[static_cast<std::size_t>(id)];
  if (is_best_first_) {
    for (std::uint32_t i = move; i < node.count; ++i)
      step_pruned_.push(number(node.first + static_cast<Id>(i)));
    return;
  }
  changed_ = nullptr;
  const Open& n = open_at(ply);
  const bool is_from_beta = n.question.is_window() && side == Side::Max;
  const Owner& from = is_from_beta ? n.beta_owner : n.alpha_owner;
  const bool is_deep = from.kind == Owner::Kind::Best && from.node.id != node.parent;
  add_event(ply, {letter('x'), number(id), Value::from_fixnum(std::int64_t{move} - 1), alpha, beta,
                  owner(from), truth(is_deep)});
}

void EventLog::pass(Value guess, bool strict, Value lower, Value upper) {
  left_ = kNone;
  const Ply root{nullptr, 0, 0};
  add_event(&root, {letter('p'), letter(strict ? '>' : 'g'), guess, lower, upper});
}

void EventLog::pass_done(Value lower, Value upper) {
  const Ply root{nullptr, 0, 0};
  add_event(&root, {letter('b'), lower, upper});
}

void EventLog::known(const Ply* ply, Value value, Bound bound) {
  flush_enter();
  if (ply->parent) flush_open(ply->parent);
  const Id id = id_at(ply);
  if (id == kNone) return count(ply->depth);
  add_event(ply, {letter('h'), number(id), value, bound_letter(bound)});
}

void EventLog::stored(const Ply*, Value lower, Value upper) {
  is_stored_ = true;
  stored_lower_ = lower;
  stored_upper_ = upper;
}

bool EventLog::wants_places(std::size_t length) {
  if (length > kLongestOpen && !is_full_) give_up();
  return !is_full_;
}

void EventLog::put(const Ply* ply, bool solved, Value merit, std::size_t place) {
  const Id id = id_at(ply);
  if (id != kNone) {
    const auto end = open_list_.begin() + static_cast<std::ptrdiff_t>(place);
    const auto shown =
        std::count_if(open_list_.begin(), end, [](const Entry& e) { return e.id != kNone; });
    if (step_put_.empty()) step_.is_first_live = !solved;
    step_put_.push(list_of(
        heap(), {Value::from_fixnum(shown), number(id), letter(solved ? 'S' : 'L'), merit}));
  }
  open_list_.insert(open_list_.begin() + static_cast<std::ptrdiff_t>(place), {ply, id});
}

void EventLog::taken(const Ply* ply, bool solved, Value merit) {
  if (is_full_) return count(ply->depth);
  finish_step();
  open_list_.erase(open_list_.begin());
  step_ = {};
  step_.is_active = true;
  step_.id = id_at(ply);
  step_.is_hidden = step_.id == kNone;
  step_.solved = solved;
  step_merit_ = merit;
}

void EventLog::dropped(const Ply* ply) {
  if (is_full_) return;
  const auto entry = std::find_if(open_list_.begin(), open_list_.end(),
                                  [&](const Entry& e) { return e.ply == ply; });
  if (entry->id != kNone) step_dropped_.push(number(entry->id));
  open_list_.erase(entry);
}

// Writes the event of the current application of the operator. The cases are Stockman's: 1 to 3
// for a solved position, 4 to 6 for a live one; 0 is the start, 7 the end, and 8 an application to
// positions too deep to be shown.
void EventLog::finish_step() {
  if (!step_.is_active) return;
  step_.is_active = false;
  const bool has_effect = !step_put_.empty() || !step_dropped_.empty();
  auto list = [&](ValueVector& values) {
    const Value all = list_of(heap(), values.begin(), values.size());
    values.truncate(0);
    return all;
  };
  std::int64_t which = 0;
  Ply where{nullptr, 0, 0};
  if (step_.is_hidden) {
    which = 8;
  } else if (step_.id != kNone) {
    const Node& n = nodes_[static_cast<std::size_t>(step_.id)];
    where.depth = n.depth;
    if (!step_.solved)
      which = step_leaf_ != kAbsent ? 4 : n.side == player_ ? 6 : 5;
    else if (n.parent == kNone)
      which = 7;
    else if (nodes_[static_cast<std::size_t>(n.parent)].side == player_)
      which = 1;
    else
      which = step_.is_first_live ? 2 : 3;
  }
  const Value put = list(step_put_);
  const Value dropped = list(step_dropped_);
  const Value pruned = list(step_pruned_);
  const Value bounds = list(step_bounds_);
  const Value leaf = std::exchange(step_leaf_, kAbsent);
  if (which == 8 && !has_effect) return count(plies_ + std::size_t{1});
  const bool is_start = which == 0 || which == 8;
  add_event(&where,
            {letter('s'), number(step_.id), is_start ? nil() : letter(step_.solved ? 'S' : 'L'),
             is_start ? nil() : step_merit_, Value::from_fixnum(which), put, dropped, pruned,
             leaf == kAbsent ? nil() : leaf, bounds,
             step_.bound == Bound::None ? nil() : bound_letter(step_.bound)});
}

void EventLog::mark(Heap& heap) {
  auto request = [&](const search::Question<Value>& q) {
    heap.mark_range(&q.alpha, 1);
    heap.mark_range(&q.beta, 1);
  };
  for (const Open& n : opened_) {
    request(n.question);
    heap.mark_range(&n.alpha_owner.asked, 1);
    heap.mark_range(&n.beta_owner.asked, 1);
    for (const Value* v : {&n.alpha, &n.beta, &n.best}) heap.mark_range(v, 1);
  }
  for (const Value* v : {&answer_, &stored_lower_, &stored_upper_, &step_merit_, &step_leaf_})
    heap.mark_range(v, 1);
  for (const Value* v : {&request_.alpha, &request_.beta, &request_.first_guess})
    heap.mark_range(v, 1);
}

}  // namespace winnow

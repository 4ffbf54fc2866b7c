// The events of searches, step by step, for a page that shows them. Several searches of one tree
// share the nodes of the log, which are numbered from 0 at the root. Events are Lisp lists that
// begin with a character; lib/search/page.lisp lists their fields.
#pragma once

#include <vector>

#include "heap/roots.hpp"
#include "search/adapters/tree_base.hpp"
#include "search/algorithms.hpp"
#include "search/along_path.hpp"
#include "search/owners.hpp"

namespace winnow {

class EventLog final : public search::Listener<Value>, public RootSet {
 public:
  // Keeps the events of positions down to PLIES.
  EventLog(Heap& heap, Value root, std::uint32_t plies);

  // The events that follow are those of a search that REQUEST asks for. It may have MOST events and
  // positions in all.
  void begin(const search::Request<Value>& request, std::size_t most);
  // The events since then, in their order; NIL if there were too many.
  Value finish(const search::Result<Value>& result);
  // The number of events and positions since begin().
  std::uint64_t weight() const { return weight_; }
  // The number of plies whose events and positions are few enough.
  std::uint32_t plies_that_fit() const;

  // Expands the positions that no search visited, until the log has MOST nodes. TREE: the one that
  // was searched.
  template <class Game>
  void fill(Game& tree, std::size_t most);
  // The nodes: a vector of (FIRST-CHILD CHILDREN MAX VALUE MOVE POSITION) for each. CHILDREN is NIL
  // if the children of an interior node are not in the log.
  Value nodes() const;

  // Called by the tree that is searched: the search is at POSITION; LIST has the moves at PLY.
  void at(Value position);
  void moves(const search::Ply* ply, Value list);

  void enter(const search::Ply* ply, search::Side side,
             const search::Question<Value>& question) override;
  void leaf(const search::Ply* ply, Value value) override;
  void leave(const search::Ply* ply, Value value, search::Bound bound) override;
  void cutoff(const search::Ply* ply, search::Side side, std::uint32_t move, Value alpha,
              Value beta, const search::Ply* solved) override;
  void returned(const search::Ply* ply, search::Side side, std::uint32_t move, Value value,
                Value best, Value alpha, Value beta) override;
  void pass(Value guess, bool strict, Value lower, Value upper) override;
  void pass_done(Value lower, Value upper) override;
  void known(const search::Ply* ply, Value value, search::Bound bound) override;
  void stored(const search::Ply* ply, Value lower, Value upper) override;
  bool wants_places(std::size_t length) override;
  void put(const search::Ply* ply, bool solved, Value merit, std::size_t place) override;
  void taken(const search::Ply* ply, bool solved, Value merit) override;
  void dropped(const search::Ply* ply) override;

  void mark(Heap& heap) override;

 private:
  using Id = std::int32_t;
  static constexpr Id kNone = -1;
  // Finding places in a longer OPEN takes too long.
  static constexpr std::size_t kLongestOpen = 12'000;
  // A deeper position that no search visited may be on a circle.
  static constexpr std::uint32_t kFilledPlies = 200;
  struct Reference {  // to a node, or to the search itself
    Id id = kNone;
  };
  using Owner = search::OwnerAt<Value, Reference>;

  struct Node {
    Id parent = kNone;
    std::uint32_t move = 0;  // 1-based
    std::uint32_t depth = 0;
    Id first = kNone;  // of its children, which have successive numbers
    std::uint32_t count = 0;
    std::uint32_t evaluations = 0;  // in this search
    search::Side side = search::Side::Max;
    enum class State : std::uint8_t { New, Leaf, Interior } state = State::New;
  };
  // A position on the path to the current one.
  struct Open {
    Id id = kNone;
    search::Side side = search::Side::Max;
    search::Question<Value> question{};
    Owner alpha_owner{};
    Owner beta_owner{};
    Value alpha{};  // now
    Value beta{};
    Value best{};
    Reference self() const { return {id}; }
  };
  // An application of the operator of SSS*.
  struct Step {
    bool is_active = false;
    Id id = kNone;
    bool solved = false;
    bool is_hidden = false;  // too deep to be shown
    search::Bound bound = search::Bound::None;
    bool is_first_live = false;  // the first position put into OPEN is live
  };
  struct Entry {  // of OPEN
    const search::Ply* ply;
    Id id;
  };

  Id id_at(const search::Ply* ply);
  void expand(Id id, Value list);
  void add_event(const search::Ply* ply, std::initializer_list<Value> event);
  void count(std::size_t depth, std::size_t n = 1);
  void give_up();
  void flush_enter();
  void flush_open(const search::Ply* ply);
  void finish_step();
  bool is_same(Value a, Value b) const { return !scores_.less(a, b) && !scores_.less(b, a); }
  bool is_shown_inside(Id id) const {
    return id != kNone && nodes_[static_cast<std::size_t>(id)].depth < plies_;
  }
  Open& open_at(const search::Ply* ply) { return opened_[ply->depth]; }
  Value number(Id id) const { return Value::from_fixnum(id); }
  Value owner(const Owner& owner);
  Value kind(const search::Question<Value>& question) const;
  static Value letter(char c) { return Value::from_character(static_cast<unsigned char>(c)); }
  static Value bound_letter(search::Bound bound);
  bool has_windows() const;
  bool is_soft() const;

  LispScores scores_;
  std::uint32_t plies_;
  std::size_t most_ = 0;
  search::Request<Value> request_{};
  search::Side player_ = search::Side::Max;  // of best-first search
  bool is_best_first_ = false;

  std::vector<Node> nodes_;
  ValueVector positions_;
  ValueVector moves_;
  ValueVector values_;
  search::AlongPath<Id> place_{0};
  std::vector<Open> opened_;  // by depth
  bool is_entering_ = false;  // the enter event is written when the position is not a leaf
  const search::Ply* entering_ = nullptr;
  Id entered_ = kNone;
  Id left_ = kNone;  // the position of the last answer
  Value answer_{};
  const search::Ply* changed_ = nullptr;  // its window has changed, without a cutoff so far
  Value stored_lower_{};
  Value stored_upper_{};
  bool is_stored_ = false;

  Step step_;
  Value step_merit_{};
  Value step_leaf_ = kAbsent;
  ValueVector step_put_;
  ValueVector step_dropped_;
  ValueVector step_pruned_;
  ValueVector step_bounds_;
  std::vector<Entry> open_list_;

  ValueVector events_;
  std::vector<std::uint64_t> weights_;  // events and nodes by depth
  std::uint64_t weight_ = 0;
  bool is_full_ = false;
};

template <class Game>
void EventLog::fill(Game& tree, std::size_t most) {
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    heap().poll_at(i + 1);
    const std::uint32_t depth = nodes_[i].depth;
    if (nodes_[i].state != Node::State::New || depth > kFilledPlies) continue;
    const search::Ply ply{nullptr, nodes_[i].move, depth};
    Value position = positions_[i];
    if (position == kAbsent) {
      const auto parent = static_cast<std::size_t>(nodes_[i].parent);
      position = tree.after(positions_[parent], moves_[i]);
      positions_[i] = position;
      nodes_[i].side = tree.side_after(nodes_[parent].side, position);
    }
    if (tree.is_leaf(position, &ply)) {
      nodes_[i].state = Node::State::Leaf;
      if constexpr (requires { tree.leftmost(position); })
        values_[i] = tree.leftmost(position);
      else
        values_[i] = tree.value(position, &ply);
      continue;
    }
    const Value list = tree.moves_found(position);
    std::size_t length = 0;
    for (Value l = list; is_cons(l) && length <= most; l = cdr(l)) ++length;
    if (depth < plies_ && nodes_.size() + length <= most) expand(static_cast<Id>(i), list);
  }
}

}  // namespace winnow

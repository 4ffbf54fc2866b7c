#include "oracle/searches.hpp"

#include <algorithm>

namespace oracle {

namespace {

const Number kPlus = Number::infinity(1);
const Number kMinus = Number::infinity(-1);

bool better(Player p, const Number& a, const Number& b) { return p == Player::Max ? a > b : a < b; }
Number worst(Player p) { return p == Player::Max ? kMinus : kPlus; }

class Searcher {
 public:
  Searcher(const Position& root, const Request& request) : root_(root), request_(request) {}

  Run run() {
    const std::string& name = request_.algorithm;
    const Number& a = request_.alpha;
    const Number& b = request_.beta;
    if (name == "minimax") {
      run_.result = exactly(f(root_));
    } else if (name == "alpha-beta") {
      window(root_, {.deep = true}, a, b);
    } else if (name == "f1") {
      window(root_, {.deep = false, .hard = true}, a, b);
    } else if (name == "fail-hard") {
      window(root_, {.deep = true, .hard = true}, a, b);
    } else if (name == "winston") {
      window(root_, {.deep = true, .hard = true, .strict = true}, a, b);
    } else if (name == "bratko") {
      window(root_, {.deep = true, .strict = true}, a, b);
    } else if (name == "negascout") {
      negascout(root_, {Question::Window, a, b});
    } else if (name == "scout") {
      eval(root_);
    } else if (name == "sss") {
      best_first(root_.player);
    } else if (name == "dual") {
      best_first(other(root_.player));
    } else {
      const bool from_above = (name == "mt-sss") == (root_.player == Player::Max);
      memory_test(name == "mtdf" ? request_.guess : from_above ? kPlus : kMinus);
    }
    if (name != "minimax") run_.result = last_;
    return std::move(run_);
  }

 private:
  // ---- recording

  static Claim exactly(const Number& v) { return {Claim::Exactly, v}; }

  void enter(const Position& p, const Question& q) {
    Seen& s = run_.seen[&p];
    if (s.number == 0) s.number = ++visits_;
    if (s.entries > 0) s.earlier.emplace_back(s.question, s.pass);
    s.question = q;
    s.pass = run_.passes;
    ++s.entries;
    if (&p != &root_) {
      Seen& above = run_.seen[parent(p)];
      above.visited_moves = std::max(above.visited_moves, p.path.back());
    }
  }
  Number leaf(const Position& p) {
    ++run_.evaluations;
    Seen& s = run_.seen[&p];
    if (s.evaluations++ == 0) {
      s.order = run_.evaluations;
      ++run_.distinct;
    }
    s.claim = last_ = exactly(p.value);
    return p.value;
  }
  Number leave(const Position& p, const Number& value, Claim::What what) {
    Seen& s = run_.seen[&p];
    // Equal lower and upper bounds are the value.
    const bool meets =
        s.claim.value == value && ((s.claim.what == Claim::AtLeast && what == Claim::AtMost) ||
                                   (s.claim.what == Claim::AtMost && what == Claim::AtLeast));
    last_ = {meets ? Claim::Exactly : what, value};
    if (s.claim.what != Claim::Exactly) s.claim = last_;
    return value;
  }
  void cut(const Position& p, Cut c) {
    ++run_.cutoffs;
    Seen& s = run_.seen[&p];
    if (c.why != Cut::Asked) c.question = s.question;
    if (c.move >= s.cut.move) s.cut = c;
  }

  const Position* parent(const Position& p) const {
    Path path = p.path;
    path.pop_back();
    return at(root_, path);
  }
  bool is_last(const Position& p, std::size_t i) const { return i + 1 == p.moves.size(); }

  // ---- F: full search

  Number f(const Position& p) {
    enter(p, {Question::Window, kMinus, kPlus});
    if (p.is_leaf()) return leaf(p);
    ++run_.interior;
    std::optional<Number> best;
    for (const Position& m : p.moves) {
      Number v = f(m);
      if (!best || better(p.player, v, *best)) best = v;
    }
    return leave(p, *best, Claim::Exactly);
  }

  // ---- windows

  struct Style {
    bool deep;            // bounds from ancestors above the parent are used
    bool hard = false;    // fail-hard: returns the bound, otherwise the value found
    bool strict = false;  // cuts off only beyond the bound, not at it
  };

  // The owner of a bound of the current window, maintained on the path.
  struct Owner {
    Cut::Why why = Cut::Caller;
    const Position* who = nullptr;
    Question asked{};
  };
  Owner alpha_owner_, beta_owner_;

  Number window(const Position& p, const Style& style, const Number& alpha0, const Number& beta0) {
    const Owner from_alpha = alpha_owner_;
    const Owner from_beta = beta_owner_;
    enter(p, {Question::Window, alpha0, beta0});
    if (p.is_leaf()) return leaf(p);
    ++run_.interior;
    const bool max = p.player == Player::Max;
    Number alpha = alpha0;
    Number beta = beta0;
    Number found = worst(p.player);
    for (std::size_t i = 0; i < p.moves.size(); ++i) {
      const Number low = style.deep || max ? alpha : kMinus;
      const Number high = style.deep || !max ? beta : kPlus;
      alpha_owner_ = low == alpha0 ? from_alpha : Owner{Cut::Bound, &p, {}};
      beta_owner_ = high == beta0 ? from_beta : Owner{Cut::Bound, &p, {}};
      const Number v = window(p.moves[i], style, low, high);
      if (better(p.player, v, found)) found = v;
      if (max && v > alpha) alpha = v;
      if (!max && v < beta) beta = v;
      if (style.strict ? alpha > beta : alpha >= beta) {
        if (!is_last(p, i)) cut(p, cut_by(max ? from_beta : from_alpha, i, alpha, beta));
        break;
      }
    }
    alpha_owner_ = from_alpha;
    beta_owner_ = from_beta;
    const Number answer = style.hard ? (max ? alpha : beta) : found;
    if (style.strict && !style.hard) {
      return leave(p, answer,
                   answer < alpha0  ? Claim::AtMost
                   : answer > beta0 ? Claim::AtLeast
                                    : Claim::Exactly);
    }
    if (alpha0 == beta0 && answer == alpha0) return leave(p, answer, Claim::Nothing);
    return leave(p, answer,
                 answer <= alpha0  ? Claim::AtMost
                 : answer >= beta0 ? Claim::AtLeast
                                   : Claim::Exactly);
  }

  static Cut cut_by(const Owner& owner, std::size_t i, const Number& alpha, const Number& beta) {
    Cut c;
    c.move = static_cast<std::uint32_t>(i + 1);
    c.alpha = alpha;
    c.beta = beta;
    c.why = owner.why;
    c.owner = owner.who;
    c.question = owner.asked;
    return c;
  }

  // ---- NegaScout

  // Reinefeld searches a move again unless at most two plies remain, counting on the answer being
  // exact there; it is, if all leaves were visited.
  struct Answer {
    Number value;
    bool needs_no_second;
  };

  // The next number; the outermost fixnums, which Winnow does not accept as scores, are skipped.
  static Number neighbour(const Number& n, long step) {
    static const Number lowest = *Number::read("-2305843009213693952");
    static const Number highest = *Number::read("2305843009213693951");
    const Number next = n.plus(step);
    return next == lowest || next == highest ? next.plus(step) : next;
  }

  Answer negascout(const Position& p, const Question& q) {
    const Owner from_alpha = alpha_owner_;
    const Owner from_beta = beta_owner_;
    enter(p, q);
    if (p.is_leaf()) return {leaf(p), true};
    ++run_.interior;
    const bool max = p.player == Player::Max;
    Number alpha = q.a;
    Number beta = q.b;
    std::optional<Number> found;
    bool only_leaves = true;
    auto look = [&](const Position& m, const Question& window) {
      alpha_owner_ = window.a == q.a ? from_alpha : Owner{Cut::Bound, &p, {}};
      beta_owner_ = window.b == q.b ? from_beta : Owner{Cut::Bound, &p, {}};
      const Owner before{Cut::Before, &m, {}};
      if (window.form == Question::Better) {
        const Question asked{max ? Question::More : Question::Less, max ? window.a : window.b, {}};
        (max ? beta_owner_ : alpha_owner_) = {Cut::Asked, &p, asked};
      }
      if (window.form == Question::Again) (max ? alpha_owner_ : beta_owner_) = before;
      return negascout(m, window);
    };
    for (std::size_t i = 0; i < p.moves.size(); ++i) {
      const Position& m = p.moves[i];
      Answer answer;
      if (i == 0) {
        answer = look(m, {Question::Window, alpha, beta});
      } else {
        answer = max ? look(m, {Question::Better, alpha, neighbour(alpha, 1)})
                     : look(m, {Question::Better, neighbour(beta, -1), beta});
        const Number& v = answer.value;
        if (!answer.needs_no_second && v > alpha && v < beta)
          answer = max ? look(m, {Question::Again, v, beta}) : look(m, {Question::Again, alpha, v});
      }
      only_leaves = only_leaves && m.is_leaf();
      if (!found || better(p.player, answer.value, *found)) found = answer.value;
      if (max && *found > alpha) alpha = *found;
      if (!max && *found < beta) beta = *found;
      if (alpha >= beta) {
        if (!is_last(p, i)) {
          only_leaves = false;
          cut(p, cut_by(max ? from_beta : from_alpha, i, alpha, beta));
        }
        break;
      }
    }
    alpha_owner_ = from_alpha;
    beta_owner_ = from_beta;
    leave(p, *found,
          only_leaves     ? Claim::Exactly
          : *found <= q.a ? Claim::AtMost
          : *found >= q.b ? Claim::AtLeast
                          : Claim::Exactly);
    return {*found, only_leaves};
  }

  // ---- Scout

  Number eval(const Position& p) {
    enter(p, {Question::Window, kMinus, kPlus});
    if (p.is_leaf()) return leaf(p);
    ++run_.interior;
    Number best = eval(p.moves[0]);
    for (std::size_t i = 1; i < p.moves.size(); ++i) {
      const Question q{p.player == Player::Max ? Question::More : Question::Less, best, {}};
      if (better(p.player, test(p.moves[i], q, &p), best)) best = eval(p.moves[i]);
    }
    return leave(p, best, Claim::Exactly);
  }

  static bool says_yes(const Question& q, const Number& v) {
    return q.form == Question::More ? v > q.a : q.form == Question::Less ? v < q.a : v >= q.a;
  }

  // The value that decides Q, a question of ASKER.
  Number test(const Position& p, const Question& q, const Position* asker) {
    enter(p, q);
    if (p.is_leaf()) return leaf(p);
    ++run_.interior;
    Number found = worst(p.player);
    for (std::size_t i = 0; i < p.moves.size(); ++i) {
      const Number v = test(p.moves[i], q, asker);
      if (better(p.player, v, found)) found = v;
      if (decides(p, q, v)) {
        if (!is_last(p, i)) cut(p, answered(p, q, asker, i, found));
        break;
      }
    }
    return leave(p, found, is_large(q, found) ? Claim::AtLeast : Claim::AtMost);
  }

  // Whether a move of value V decides Q for the player at P.
  static bool decides(const Position& p, const Question& q, const Number& v) {
    return is_large(q, v) == (p.player == Player::Max);
  }
  // Whether V exceeds the bound of Q.
  static bool is_large(const Question& q, const Number& v) {
    return q.form == Question::Less ? !says_yes(q, v) : says_yes(q, v);
  }
  Cut answered(const Position& p, const Question& q, const Position* asker, std::size_t i,
               const Number& found) const {
    const bool max = p.player == Player::Max;
    return cut_by({Cut::Asked, asker, q}, i, max ? found : q.a, max ? q.a : found);
  }

  // ---- tests with memory

  struct Known {
    Number lower = kMinus;
    Number upper = kPlus;
  };
  std::map<const Position*, Known> memory_;

  void memory_test(Number guess) {
    Number lower = kMinus;
    Number upper = kPlus;
    while (lower < upper) {
      const Question q{lower == guess ? Question::More : Question::AtLeast, guess, {}};
      ++run_.passes;
      guess = remembered(root_, q);
      (says_yes(q, guess) ? lower : upper) = guess;
    }
    last_ = exactly(guess);
  }

  Number remembered(const Position& p, const Question& q) {
    Known& known = memory_[&p];
    if (known.lower == known.upper) return known.lower;
    if (!known.lower.is_infinite() && says_yes(q, known.lower)) return known.lower;
    if (!known.upper.is_infinite() && !says_yes(q, known.upper)) return known.upper;
    enter(p, q);
    if (p.is_leaf()) {
      known.lower = known.upper = p.value;
      return leaf(p);
    }
    // A position is expanded once.
    if (known.lower.is_infinite() && known.upper.is_infinite()) ++run_.interior;
    Number found = worst(p.player);
    for (std::size_t i = 0; i < p.moves.size(); ++i) {
      const Number v = remembered(p.moves[i], q);
      if (better(p.player, v, found)) found = v;
      if (decides(p, q, found)) {
        if (!is_last(p, i)) cut(p, answered(p, q, nullptr, i, found));
        break;
      }
    }
    const bool yes = says_yes(q, found);
    (yes ? known.lower : known.upper) = found;
    return leave(p, found, yes ? Claim::AtLeast : Claim::AtMost);
  }

  // ---- Stockman's list

  struct State {
    const Position* p;
    bool solved;
    Number merit;
  };
  std::vector<State> open_;
  std::map<const Position*, Number> entered_with_;

  static bool is_below(const Position& p, const Position& above) {
    return p.path.size() > above.path.size() &&
           std::equal(above.path.begin(), above.path.end(), p.path.begin());
  }

  void best_first(Player player) {
    const Number none = player == Player::Max ? kPlus : kMinus;
    open_ = {{&root_, false, none}};
    for (;;) {
      // The best merit, the leftmost if equal.
      auto best = open_.begin();
      for (auto i = open_.begin(); i != open_.end(); ++i)
        if (better(player, i->merit, best->merit) ||
            (i->merit == best->merit && i->p->path < best->p->path))
          best = i;
      const State s = *best;
      open_.erase(best);
      const Position& p = *s.p;
      if (!s.solved) {
        entered_with_[&p] = s.merit;
        enter(p, {Question::Merit, s.merit, {}});
        if (p.is_leaf()) {
          const Number v = leaf(p);
          open_.push_back({&p, true, better(player, v, s.merit) ? s.merit : v});
        } else {
          ++run_.interior;
          const std::size_t count = p.player == player ? p.moves.size() : 1;
          for (std::size_t i = 0; i < count; ++i) open_.push_back({&p.moves[i], false, s.merit});
        }
        continue;
      }
      record_solved(player, s);
      if (&p == &root_) {
        last_ = exactly(s.merit);
        return;
      }
      const Position& above = *parent(p);
      const std::size_t next = p.path.back();
      if (above.player != player && next < above.moves.size()) {
        open_.push_back({&above.moves[next], false, s.merit});
        continue;
      }
      if (above.player == player) purge(player, above, s.merit);
      open_.push_back({&above, true, s.merit});
    }
  }

  // The merit of a solved position is its value, limited by the merit with which it was entered.
  void record_solved(Player player, const State& s) {
    if (s.p->is_leaf()) return;
    const bool capped = s.merit == entered_with_[s.p];
    leave(*s.p, s.merit,
          !capped                 ? Claim::Exactly
          : player == Player::Max ? Claim::AtLeast
                                  : Claim::AtMost);
  }

  // SOLVED has the value VALUE, so all states below it are irrelevant.
  void purge(Player player, const Position& solved, const Number& value) {
    std::vector<State> purged;
    std::erase_if(open_, [&](const State& s) {
      if (!is_below(*s.p, solved)) return false;
      purged.push_back(s);
      return true;
    });
    // The best merit that each position between SOLVED and the purged states could still have.
    auto by_level = [](const Position* a, const Position* b) {
      return a->path.size() != b->path.size() ? a->path.size() < b->path.size() : a->path < b->path;
    };
    std::map<const Position*, Number, decltype(by_level)> could(by_level);
    std::map<const Position*, bool> is_solved;
    for (const State& s : purged) {
      if (s.solved) is_solved[s.p] = true;
      for (const Position* p = s.p; p != &solved; p = parent(*p)) {
        auto [there, is_new] = could.insert({p, s.merit});
        if (!is_new && better(player, s.merit, there->second)) there->second = s.merit;
      }
    }
    const Number cap = entered_with_[&solved];
    auto cut_here = [&](const Position& p, const Number& merit) {
      const Seen& s = run_.seen[&p];
      if (s.visited_moves == p.moves.size()) return;
      Cut c;
      c.move = s.visited_moves;
      c.alpha = player == Player::Max ? value : merit;
      c.beta = player == Player::Max ? merit : value;
      if (&p == &solved) {
        c.owner = who_capped(player, solved);
      } else if (merit == cap) {
        c.why = Cut::Capped;
        c.owner = &solved;
        c.capper = who_capped(player, solved);
      } else {
        c.why = Cut::Dropped;
        c.owner = &solved;
      }
      cut(p, c);
    };
    cut_here(solved, cap);
    for (const auto& [p, merit] : could) {
      if (run_.seen.count(p) == 0) continue;
      if (p->is_leaf()) continue;
      if (is_solved.count(p) > 0) {
        record_solved(player, {p, true, merit});
        continue;
      }
      if (better(player, entered_with_[p], merit))
        leave(*p, merit, player == Player::Max ? Claim::AtMost : Claim::AtLeast);
      cut_here(*p, merit);
    }
  }

  // The opponent's ancestor of P whose earlier moves limit the merit to that with which P was
  // entered.
  const Position* who_capped(Player player, const Position& p) {
    for (const Position* q = &p; q != &root_; q = parent(*q)) {
      const Position* above = parent(*q);
      if (better(player, entered_with_[above], entered_with_[q])) return above;
    }
    return nullptr;
  }

  const Position& root_;
  const Request& request_;
  Run run_;
  Claim last_;
  std::uint64_t visits_ = 0;
};

}  // namespace

const std::vector<std::string>& algorithms() {
  static const std::vector<std::string> names = {
      "alpha-beta", "minimax", "f1",  "fail-hard", "winston", "bratko", "scout",
      "negascout",  "mtdf",    "sss", "dual",      "mt-sss",  "mt-dual"};
  return names;
}

bool takes_window(const std::string& algorithm) {
  for (const char* name : {"alpha-beta", "f1", "fail-hard", "winston", "bratko", "negascout"})
    if (algorithm == name) return true;
  return false;
}

Run search(const Position& root, const Request& request) { return Searcher(root, request).run(); }

Path best_line(const Position& root, bool last) {
  Path line;
  for (const Position* p = &root; !p->is_leaf();) {
    std::size_t best = 0;
    for (std::size_t i = 1; i < p->moves.size(); ++i)
      if (better(p->player, p->moves[i].value, p->moves[best].value) ||
          (last && p->moves[i].value == p->moves[best].value))
        best = i;
    line.push_back(static_cast<std::uint32_t>(best + 1));
    p = &p->moves[best];
  }
  return line;
}

}  // namespace oracle

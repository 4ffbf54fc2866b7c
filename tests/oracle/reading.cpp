#include "oracle/reading.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace oracle {

namespace {

std::string path_text(const Path& path) {
  std::string text = "(";
  for (std::uint32_t move : path) text += (text.size() > 1 ? " " : "") + std::to_string(move);
  return text + ")";
}

// The name of a position, also at the start of a sentence.
std::string place_text(const Path& path, const char* root = "the root") {
  return path.empty() ? root : path_text(path);
}

std::string moves_text(std::uint64_t n, const char* one, const char* many) {
  return std::to_string(n) + " " + (n == 1 ? one : many);
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = text.find('\n', at);
    lines.push_back(text.substr(at, end - at));
    at = end == text.npos ? text.size() : end + 1;
  }
  return lines;
}

const char* asks(Question::Form form) {
  return form == Question::More   ? "more than "
         : form == Question::Less ? "less than "
                                  : "at least ";
}

}  // namespace

// The rest of a text that is being parsed.
class Reader::Line {
 public:
  explicit Line(std::string_view text) : rest_(text) {}
  bool eat(std::string_view text) {
    if (!rest_.starts_with(text)) return false;
    rest_.remove_prefix(text.size());
    return true;
  }
  // Consumes a number equal to V.
  bool eat(const Number& v) {
    std::size_t end = std::min(rest_.find_first_not_of("0123456789+-/edinf."), rest_.size());
    for (; end > 0; --end) {
      auto n = Number::read(rest_.substr(0, end));
      if (!n) continue;
      rest_.remove_prefix(end);
      return *n == v;
    }
    return false;
  }
  bool is_done() const { return rest_.empty(); }
  std::string_view rest() const { return rest_; }
  void skip(std::size_t n) { rest_.remove_prefix(n); }

 private:
  std::string_view rest_;
};

void Reader::fail(const std::string& what, const std::string& text) {
  failures_.push_back(what + ": " + text);
}

bool Reader::claim_holds(const Position& p, const Claim& c) const {
  switch (c.what) {
    case Claim::Nothing: return true;
    case Claim::AtLeast: return p.value >= c.value;
    case Claim::AtMost: return p.value <= c.value;
    case Claim::Exactly: return p.value == c.value;
  }
  return false;
}

Claim Reader::known(const Position& p) const {
  const Claim found = run_.seen.at(&p).claim;
  if (p.is_leaf() || found.what == Claim::Exactly) return found;
  const bool max = p.player == Player::Max;
  std::optional<Number> least;
  std::optional<Number> most;
  for (const Position& m : p.moves) {
    if (run_.seen.count(&m) == 0) return found;
    const Claim c = known(m);
    const Number low =
        c.what == Claim::Exactly || c.what == Claim::AtLeast ? c.value : Number::infinity(-1);
    const Number high =
        c.what == Claim::Exactly || c.what == Claim::AtMost ? c.value : Number::infinity(1);
    if (!least || (max ? low > *least : low < *least)) least = low;
    if (!most || (max ? high > *most : high < *most)) most = high;
  }
  return *least == *most && !least->is_infinite() ? Claim{Claim::Exactly, *least} : found;
}

// Whether the statement of C about P is true of the game.
bool Reader::cut_holds(const Position& p, const Cut& c) const {
  const bool max = p.player == Player::Max;
  auto best_of_visited = [&] {
    Number best = p.moves[0].value;
    for (std::uint32_t i = 1; i < c.move; ++i)
      best = max ? std::max(best, p.moves[i].value) : std::min(best, p.moves[i].value);
    return best;
  };
  if (c.alpha < c.beta) return false;
  switch (c.why) {
    case Cut::Asked: {
      // The visited moves decide the question, whatever the others are worth.
      const Number v = best_of_visited();
      switch (c.question.form) {
        case Question::More: return max ? v > c.question.a : v <= c.question.a;
        case Question::Less: return max ? v >= c.question.a : v < c.question.a;
        default: return max ? v >= c.question.a : v < c.question.a;
      }
    }
    case Cut::Caller: return max ? best_of_visited() >= c.alpha : best_of_visited() <= c.beta;
    case Cut::Bound:
    case Cut::Before: {
      if (max ? best_of_visited() < c.alpha : best_of_visited() > c.beta) return false;
      const Position& owner = *c.owner;
      if (c.why == Cut::Before) return max ? owner.value <= c.beta : owner.value >= c.alpha;
      // The owner has its bound by an earlier move than the one that leads here.
      if (owner.path.size() >= p.path.size() || owner.player == p.player) return false;
      const std::uint32_t here = p.path[owner.path.size()];
      for (std::uint32_t i = 0; i + 1 < here; ++i)
        if (max ? owner.moves[i].value <= c.beta : owner.moves[i].value >= c.alpha) return true;
      return false;
    }
    case Cut::Dropped: {
      const bool player_max = c.owner->player == Player::Max;
      if (player_max ? c.owner->value < c.alpha : c.owner->value > c.beta) return false;
      // P or a position on the way to it limits the value.
      for (Path path = p.path; path.size() > c.owner->path.size(); path.pop_back()) {
        const Number& v = at(root_, path)->value;
        if (player_max ? v <= c.beta : v >= c.alpha) return true;
      }
      return false;
    }
    case Cut::Capped: {
      const bool player_max = c.owner->player == Player::Max;
      if (player_max ? c.owner->value < c.alpha : c.owner->value > c.beta) return false;
      return c.capper && (player_max ? c.capper->value <= c.beta : c.capper->value >= c.alpha);
    }
  }
  return false;
}

bool Reader::place(Line& line, const Position* p, const char* otherwise) {
  if (!p) return line.eat(otherwise);
  return line.eat(place_text(p->path));
}

bool Reader::reason(Line& line, const Position& p, const Cut& c) {
  if (!cut_holds(p, c)) return false;
  const bool max = p.player == Player::Max;
  auto bounds = [&] {
    return line.eat(" (alpha ") && line.eat(c.alpha) && line.eat(" >= beta ") && line.eat(c.beta) &&
           line.eat(")");
  };
  auto mover = [](bool is_max) { return is_max ? "maximizer" : "minimizer"; };
  switch (c.why) {
    case Cut::Asked:
      return line.eat("this answers the test of ") && place(line, c.owner, "the search") &&
             line.eat(", whether the value here is ") && line.eat(asks(c.question.form)) &&
             line.eat(c.question.a);
    case Cut::Dropped:
    case Cut::Capped: {
      const bool player_max = c.owner->player == Player::Max;
      const Number& his = player_max ? c.alpha : c.beta;
      const Number& here = player_max ? c.beta : c.alpha;
      if (!line.eat(std::string("the ") + mover(player_max))) return false;
      if (c.why == Cut::Dropped)
        return line.eat(" can have ") && line.eat(his) && line.eat(" at ") &&
               place(line, c.owner, "") &&
               line.eat(player_max ? ", and at most " : ", and at least ") && line.eat(here) &&
               line.eat(" through this position") && bounds();
      return line.eat(player_max ? " gets at least " : " gets at most ") && line.eat(his) &&
             line.eat(" at ") && place(line, c.owner, "") &&
             line.eat(std::string(", but the ") + mover(!player_max) + " can have ") &&
             line.eat(here) && line.eat(" at ") && place(line, c.capper, "") && bounds();
    }
    case Cut::Bound:
    case Cut::Caller:
    case Cut::Before: break;
  }
  if (!line.eat(max ? "the maximizer gets at least " : "the minimizer gets at most ") ||
      !line.eat(max ? c.alpha : c.beta) || !line.eat(" here, "))
    return false;
  const Number& bound = max ? c.beta : c.alpha;
  if (c.why == Cut::Caller)
    return line.eat(max ? "and the window of the search ends at "
                        : "and the window of the search begins at ") &&
           line.eat(bound) && bounds();
  if (c.why == Cut::Before)
    return line.eat("and ") && place(line, c.owner, "") &&
           line.eat(max ? " was found before to be worth at most "
                        : " was found before to be worth at least ") &&
           line.eat(bound) && bounds();
  return line.eat(std::string("but the ") + mover(!max) + " can have ") && line.eat(bound) &&
         line.eat(" at ") && place(line, c.owner, "") && bounds();
}

bool Reader::worth(Line& line, const Claim& c) {
  switch (c.what) {
    case Claim::Nothing: return line.eat("may be worth anything");
    case Claim::AtLeast: return line.eat("is worth at least ") && line.eat(c.value);
    case Claim::AtMost: return line.eat("is worth at most ") && line.eat(c.value);
    case Claim::Exactly: return line.eat("is worth exactly ") && line.eat(c.value);
  }
  return false;
}

std::string Reader::pruned(const Position& p, std::uint32_t visited_moves) const {
  if (!presentation_.is_list) return moves_text(p.moves.size() - visited_moves, "move", "moves");
  std::uint64_t leaves = 0;
  for (std::size_t i = visited_moves; i < p.moves.size(); ++i) leaves += p.moves[i].leaves;
  return moves_text(leaves, "leaf", "leaves");
}

// The name of a pruned branch in a picture: its text, if that is short.
std::string Reader::name_of_pruned(const Position& p) const {
  const std::string move = "move " + std::to_string(p.path.back());
  if (!presentation_.is_list) return p.text.size() > 40 ? move : p.text;
  const std::string leaves = moves_text(p.leaves, "leaf", "leaves");
  const std::string text = lisp_text(p);
  const bool is_number = p.is_leaf() && !p.is_cut_off;
  return p.leaves > 12 || (text.size() > 40 && !is_number) ? leaves : text;
}

void Reader::answer(const Number& value, Claim::What what, const Path& line, const Path& wanted) {
  ++checked_;
  const Claim claim{what, value};
  if (!claim_holds(root_, claim) || what != run_.result.what || value != run_.result.value)
    fail("the answer", value.text());
  if (line != (what == Claim::Exactly ? wanted : Path{})) fail("the line", path_text(line));
}

void Reader::picture(const std::string& text, const Path& line_of_play) {
  std::set<const Position*> shown;
  std::vector<const Position*> above;  // by depth
  for (const std::string& whole : lines_of(text)) {
    ++checked_;
    Line line(whole);
    std::size_t depth = 0;
    while (line.eat("|  ") || line.eat("   ")) ++depth;
    bool is_cut = false;
    if (line.eat("+- ") || (is_cut = line.eat("+. "))) ++depth;
    above.resize(depth);
    if (depth > 0 && above.empty()) return fail("a line without a parent", whole);
    if (is_cut) {
      const Position& p = *above.back();
      const Seen& s = run_.seen.at(&p);
      std::uint32_t number = 0;
      while (number < p.moves.size() && shown.count(&p.moves[number]) > 0) ++number;
      if (number < s.visited_moves || number == p.moves.size())
        return fail("an unexpected cutoff", whole);
      const Position& m = p.moves[number];
      shown.insert(&m);
      if (!line.eat("cut: ") || !line.eat(name_of_pruned(m))) return fail("a cutoff", whole);
      if (number != s.visited_moves) {
        if (!line.is_done()) return fail("a cutoff", whole);
        continue;
      }
      // The first of them has the reason, in short.
      if (!line.eat("  ")) return fail("a cutoff without a reason", whole);
      const Cut& c = s.cut;
      const bool max = p.player == Player::Max;
      if (c.why == Cut::Asked) {
        if (!line.eat("test of ") || !place(line, c.owner, "the search") || !line.is_done())
          fail("a short reason", whole);
        continue;
      }
      const bool far = c.why == Cut::Dropped || c.why == Cut::Capped;
      const bool is_alpha = far ? c.owner->player == Player::Max : !max;
      auto of = [&] {
        return line.eat(" of ") &&
               place(line, c.why == Cut::Caller ? nullptr : c.owner, "the window");
      };
      if (!line.eat("alpha ") || !line.eat(c.alpha) || (is_alpha && !of()) ||
          !line.eat(" >= beta ") || !line.eat(c.beta) || (!is_alpha && !of()) || !line.is_done())
        fail("a short reason", whole);
      continue;
    }
    // The position of the line. Siblings are shown in the order of the moves.
    const Position* p = &root_;
    if (depth > 0) {
      const Position& parent = *above.back();
      std::size_t i = 0;
      while (i < parent.moves.size() && shown.count(&parent.moves[i]) > 0) ++i;
      if (i == parent.moves.size()) return fail("an unexpected child", whole);
      p = &parent.moves[i];
      if (!line.eat(presentation_.names_moves ? p->text : std::to_string(i + 1)) || !line.eat(": "))
        return fail("the name of a move", whole);
    }
    above.push_back(p);
    shown.insert(p);
    auto found = run_.seen.find(p);
    if (found == run_.seen.end()) return fail("a position never visited", whole);
    const Seen& s = found->second;
    // The value.
    if (p->is_leaf()) {
      if (!line.eat(p->value)) return fail("the value of a leaf", whole);
    } else {
      if (!line.eat(p->player == Player::Max ? "max " : "min ")) return fail("who moves", whole);
      const Claim claim = known(*p);
      if (!claim_holds(*p, claim)) return fail("an untrue claim", whole);
      const char* sign = claim.what == Claim::AtLeast  ? ">= "
                         : claim.what == Claim::AtMost ? "<= "
                                                       : "= ";
      if (claim.what == Claim::Nothing ? !line.eat("?") : !line.eat(sign) || !line.eat(claim.value))
        return fail("the value of a position", whole);
    }
    const bool is_best = p->path.size() <= line_of_play.size() && !p->path.empty() &&
                         std::equal(p->path.begin(), p->path.end(), line_of_play.begin());
    if (line.eat(" *") != is_best) return fail("the star", whole);
    if (!line.eat("  #" + std::to_string(s.number) + " ")) return fail("the number", whole);
    bool ok = questions(line, s);
    if (ok && s.evaluations > 1)
      ok = line.eat(", evaluated " + std::to_string(s.evaluations) + " times");
    if (ok && p->is_cut_off) ok = line.eat(", at the depth limit");
    if (!ok || !line.is_done()) return fail("the question", whole);
  }
  // All visited positions are shown, and all pruned branches.
  for (const auto& [p, s] : run_.seen) {
    if (shown.count(p) == 0) return fail("not shown", path_text(p->path));
    for (const Position& m : p->moves)
      if (shown.count(&m) == 0) return fail("not shown", path_text(m.path));
  }
}

static const char* how(const Question& q) {
  return q.form == Question::Merit ? "with " : q.form >= Question::More ? "asked " : "in ";
}

// The window, test or merit.
bool Reader::condition(Line& line, const Question& q) {
  switch (q.form) {
    case Question::Window:
    case Question::Better:
    case Question::Again: return line.eat(q.a) && line.eat("..") && line.eat(q.b);
    case Question::More: return line.eat("> ") && line.eat(q.a) && line.eat("?");
    case Question::Less: return line.eat("< ") && line.eat(q.a) && line.eat("?");
    case Question::AtLeast: return line.eat(">= ") && line.eat(q.a) && line.eat("?");
    case Question::Merit: return line.eat("merit ") && line.eat(q.a);
  }
  return false;
}

// The questions of all visits; of more than four, those of the first three and the last.
bool Reader::questions(Line& line, const Seen& s) {
  std::vector<std::pair<Question, unsigned>> visits = s.earlier;
  if (visits.size() > 3) visits.resize(3);
  visits.emplace_back(s.question, s.pass);
  std::string before;
  for (std::size_t i = 0; i < visits.size(); ++i) {
    const auto& [q, pass] = visits[i];
    const std::string next = run_.passes > 0 ? ", " : ", then ";
    if (i > 0 && !line.eat(next)) return false;
    if (i == 3 && s.entries > 4 && !line.eat("..." + next)) return false;
    if (how(q) != before && !line.eat(how(q))) return false;
    before = how(q);
    if (!condition(line, q)) return false;
    if (run_.passes > 0 && !line.eat(" (pass " + std::to_string(pass) + ")")) return false;
  }
  return true;
}

void Reader::cuts(const std::vector<std::string>& lines) {
  std::set<const Position*> reported;
  std::map<std::string, const Position*> by_path;
  std::uint64_t pruned_leaves = 0;
  for (const auto& [p, s] : run_.seen) {
    if (p->is_leaf() || s.visited_moves == p->moves.size()) continue;
    by_path[place_text(p->path)] = p;
    for (std::size_t i = s.visited_moves; i < p->moves.size(); ++i)
      pruned_leaves += p->moves[i].leaves;
  }
  if (run_.distinct + pruned_leaves != root_.leaves)
    fail("leaves evaluated and pruned do not add up", std::to_string(root_.leaves));
  for (const std::string& whole : lines) {
    ++checked_;
    Line line(whole);
    if (!line.eat("cutoff at ")) {
      fail("a cutoff", whole);
      continue;
    }
    auto found = by_path.find(std::string(line.rest().substr(0, line.rest().find(" after"))));
    if (found == by_path.end()) {
      fail("an unexpected cutoff", whole);
      continue;
    }
    const Position& p = *found->second;
    const Seen& s = run_.seen.at(&p);
    reported.insert(&p);
    line.skip(found->first.size());
    if (!line.eat(" after move " + std::to_string(s.visited_moves) + ": ") ||
        s.cut.move != s.visited_moves || !reason(line, p, s.cut) || !line.eat("; ") ||
        !line.eat(pruned(p, s.visited_moves) + " pruned") || !line.is_done())
      fail("a cutoff", whole);
  }
  if (reported.size() != by_path.size())
    fail("cutoffs not reported", std::to_string(by_path.size()));
}

// The words that WHY adds for a deep cutoff: its bound is that of a position three plies above or more.
static std::string depth_of_cutoff(const Position& p, const Cut& c) {
  if (c.why != Cut::Bound || p.path.size() < c.owner->path.size() + 3) return "";
  return "; a deep cutoff, by a bound " + std::to_string(p.path.size() - c.owner->path.size()) +
         " plies above";
}

void Reader::why(const Path& path, const std::string& whole) {
  ++checked_;
  Line line(whole);
  // The last position on the path that exists, and the last that was visited.
  const Position* p = &root_;
  for (std::uint32_t move : path) {
    const std::string here = place_text(p->path);
    if (p->is_leaf()) {
      if (whole != "There is no move " + std::to_string(move) + " at " + here + ": it is a leaf.")
        fail("no such move", whole);
      return;
    }
    if (move > p->moves.size()) {
      if (whole != "There is no move " + std::to_string(move) + " at " + here + ": it has " +
                       moves_text(p->moves.size(), "move", "moves") + ".")
        fail("no such move", whole);
      return;
    }
    const Seen& s = run_.seen.at(p);
    if (run_.seen.count(&p->moves[move - 1]) == 0) {
      if (!line.eat("The moves after move " + std::to_string(s.visited_moves) + " of " + here +
                    " were pruned: ") ||
          s.cut.move != s.visited_moves || move <= s.visited_moves || !reason(line, *p, s.cut) ||
          !line.eat(depth_of_cutoff(*p, s.cut)) || !line.eat(".") || !line.is_done())
        fail("why it was pruned", whole);
      return;
    }
    p = &p->moves[move - 1];
  }
  const Seen& s = run_.seen.at(p);
  if (!line.eat(place_text(p->path, "The root"))) return fail("where", whole);
  if (p->is_leaf()) {
    bool ok = line.eat(p->is_cut_off ? " is at the depth limit, worth " : " is a leaf worth ") &&
              line.eat(p->value) && line.eat(", evaluated as number " + std::to_string(s.order));
    if (ok && s.evaluations > 1)
      ok = line.eat(", " + std::to_string(s.evaluations) + " times in all");
    if (!ok || !line.eat(".") || !line.is_done()) fail("a leaf", whole);
    return;
  }
  const Question& q = s.question;
  const Claim claim = known(*p);
  const bool is_window = q.form <= Question::Again;
  if (claim.what == Claim::Nothing && !(is_window && q.a == q.b)) {
    if (!line.eat(" was entered, but its value was not needed.")) fail("entered", whole);
    return;
  }
  bool ok = claim_holds(*p, claim) && line.eat(", where the ") &&
            line.eat(p->player == Player::Max ? "maximizer" : "minimizer") &&
            line.eat(" moves, ") && worth(line, claim);
  if (ok && claim.what != s.claim.what) ok = line.eat(", by the values of all its moves");
  const bool upper = claim.what == Claim::AtMost;
  if (ok && claim.what == Claim::Nothing)
    ok = line.eat(": the window ") && line.eat(q.a) && line.eat("..") && line.eat(q.b) &&
         line.eat(" is empty, so the search finds no bound");
  if (ok && claim.what != Claim::Nothing && claim.what != Claim::Exactly) {
    if (is_window)
      ok = upper ? line.eat(": the window began at ") && line.eat(q.a) &&
                       line.eat(", so the exact value did not matter")
                 : line.eat(": the window ended at ") && line.eat(q.b) &&
                       line.eat(", so the exact value did not matter");
    else if (q.form != Question::Merit)
      ok =
          line.eat(": the search tested whether it is ") && line.eat(asks(q.form)) && line.eat(q.a);
    else if (claim.value == q.a)
      ok = line.eat(upper ? ": a lower value would not have counted"
                          : ": a higher value would not have counted");
  }
  if (ok && s.visited_moves < p->moves.size()) {
    const std::uint64_t rest = p->moves.size() - s.visited_moves;
    ok = line.eat("; " + moves_text(rest, "move was", "moves were") + " pruned after move " +
                  std::to_string(s.visited_moves) + ": ") &&
         reason(line, *p, s.cut);
  }
  if (!ok || !entries(line, *p, s) || !line.eat(".") || !line.is_done()) fail("a position", whole);
}

// The number of entries of P, and the question of the last one.
bool Reader::entries(Line& line, const Position& p, const Seen& s) {
  const Question& q = s.question;
  if (s.entries == 1 && q.form != Question::Merit) return true;
  if (!line.eat("; it was entered ")) return false;
  if (s.entries > 1) {
    if (!line.eat(std::to_string(s.entries) + " times, last ")) return false;
    if (run_.passes > 0 && !line.eat("in pass " + std::to_string(s.pass) + " of " +
                                     std::to_string(run_.passes) + ", "))
      return false;
  }
  switch (q.form) {
    case Question::Merit: return line.eat("with merit ") && line.eat(q.a);
    case Question::More:
    case Question::Less:
    case Question::AtLeast:
      return line.eat("to test whether it is worth ") && line.eat(asks(q.form)) && line.eat(q.a);
    case Question::Window:
    case Question::Better:
    case Question::Again: break;
  }
  // Only SCOUT enters a position again without a bound and without passes: it evaluates it.
  if (run_.passes == 0 && q.form == Question::Window && q.a.is_infinite() && q.b.is_infinite())
    return evaluation(line, p);
  if (!line.eat("with the window ") || !line.eat(q.a) || !line.eat("..") || !line.eat(q.b))
    return false;
  if (q.form != Question::Again) return true;
  Path above = p.path;
  above.pop_back();
  const bool max = at(root_, above)->player == Player::Max;
  const Number& shown = max ? q.a : q.b;
  return (max ? p.value >= shown : p.value <= shown) &&
         line.eat(max ? ", since a null window had shown that it is worth at least "
                      : ", since a null window had shown that it is worth at most ") &&
         line.eat(shown);
}

// Why SCOUT evaluated P: it is a first move, or better than all moves before it.
bool Reader::evaluation(Line& line, const Position& p) {
  if (!line.eat("for its exact value, since ")) return false;
  Path above = p.path;
  above.pop_back();
  const Position& parent = *at(root_, above);
  const std::uint32_t move = p.path.back();
  if (move == 1) return line.eat(place_text(above) + " is evaluated");
  const bool max = parent.player == Player::Max;
  for (std::uint32_t before = 1; before < move; ++before) {
    Path other = above;
    other.push_back(before);
    const Number& value = at(root_, other)->value;
    if (max ? p.value <= value : p.value >= value) return false;
  }
  return line.eat("a test had shown that it is worth ") && line.eat(max ? "more" : "less") &&
         line.eat(move == 2 ? " than the move before it" : " than each move before it");
}

}  // namespace oracle

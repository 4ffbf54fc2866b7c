#include "oracle/pictures.hpp"

#include <algorithm>

#include "data/string.hpp"
#include "heap/list.hpp"
#include "host/random.hpp"
#include "oracle/reading.hpp"
#include "search/adapters/search_tree.hpp"
#include "text/streams/string_streams.hpp"

namespace oracle {

namespace {

using winnow::Random;
using winnow::Value;

// Numbers of every kind, including neighbours of the fixnums that represent infinity.
const char* const kNumbers[] = {"-2305843009213693954",
                                "-2305843009213693953",
                                "-2305843009213693951",
                                "-1000000000000000000000",
                                "-7/2",
                                "-2",
                                "-3/2",
                                "-1.5",
                                "-1",
                                "-1/3",
                                "0",
                                "0.5",
                                "1/2",
                                "1",
                                "1.25",
                                "2",
                                "5/2",
                                "2.5",
                                "3",
                                "100",
                                "1.0d20",
                                "100000000000000000000",
                                "2305843009213693950",
                                "2305843009213693952",
                                "2305843009213693953",
                                "2.305843e18",
                                "2.305843009213694d18"};

enum class Kind { List, Functions, Rules };

struct Case {
  Kind kind = Kind::List;
  Position root;
  std::string source;  // the game's position as a Lisp form
  std::uint32_t depth = winnow::kNoDepthLimit;
};

class Maker {
 public:
  explicit Maker(Random& random) : random_(random) {}

  Case make() {
    Case c;
    const std::uint64_t kind = below(8);
    c.kind = kind < 5 ? Kind::List : kind == 5 ? Kind::Functions : Kind::Rules;
    plies_ = 1 + below(6);
    width_ = 1 + below(plies_ > 4 ? 3 : 4);
    range_ = below(3) == 0 ? 100 : 4 + below(8);
    any_numbers_ = c.kind != Kind::Rules && below(3) == 0;
    uniform_ = below(4) == 0;
    const Player player = below(2) == 0 ? Player::Max : Player::Min;
    c.root = position(c.kind, player, plies_);
    if (below(4) == 0) c.depth = static_cast<std::uint32_t>(below(plies_ + 1));
    c.source = source(c.kind, c.root);
    cut_off(c.kind, c.root, c.depth);
    complete(c.root);
    return c;
  }

  std::uint64_t below(std::uint64_t n) { return random_.next() % n; }

  Number number(std::string& text) {
    text =
        any_numbers_
            ? kNumbers[below(std::size(kNumbers))]
            : std::to_string(static_cast<long>(below(2 * range_ + 1)) - static_cast<long>(range_));
    return *Number::read(text);
  }
  bool has_any_numbers() const { return any_numbers_; }

 private:
  Position position(Kind kind, Player player, std::uint64_t plies) {
    Position p;
    p.player = player;
    p.value = number(p.text);
    estimates_.push_back(p.text);
    p.number = estimates_.size() - 1;
    if (plies == 0 || (!uniform_ && plies < plies_ && below(5) == 0)) return p;
    const std::uint64_t count = uniform_ ? width_ : 1 + below(width_);
    // In games of DEFINE-GAME the same side may move again.
    for (std::uint64_t i = 0; i < count; ++i) {
      const bool again = kind == Kind::Rules && below(4) == 0;
      p.moves.push_back(position(kind, again ? player : other(player), plies - 1));
    }
    return p;
  }

  // As (side name estimate . moves), (estimate . moves) or a nested list.
  std::string source(Kind kind, Position& p, const std::string& name = "root") {
    const std::string estimate = estimates_[p.number];
    if (kind == Kind::List) {
      if (p.is_leaf()) return estimate;
      std::string text = "(";
      for (Position& m : p.moves) text += (text.size() > 1 ? " " : "") + source(kind, m);
      return text + ")";
    }
    std::string text = "(";
    if (kind == Kind::Rules) text += (p.player == Player::Max ? ":MAX " : ":MIN ") + name + " ";
    text += estimate;
    for (std::size_t i = 0; i < p.moves.size(); ++i)
      text += " " + source(kind, p.moves[i], std::string(1, static_cast<char>('A' + i)));
    p.text = kind == Kind::Rules ? name : text + ")";
    return text + ")";
  }

  // Beyond the depth a list has the value of its first leaf, other positions their estimate.
  void cut_off(Kind kind, Position& p, std::uint32_t depth) {
    if (kind == Kind::List && p.is_leaf()) p.text = estimates_[p.number];
    if (depth > 0) {
      for (Position& m : p.moves) cut_off(kind, m, depth - 1);
      return;
    }
    if (p.is_leaf()) return;
    p.is_cut_off = true;
    if (kind == Kind::List) {
      p.text = source(kind, p);
      const Position* first = &p;
      while (!first->is_leaf()) first = &first->moves[0];
      p.value = first->value;
    }
    p.moves.clear();
  }

  Random& random_;
  std::uint64_t plies_ = 0;
  std::uint64_t width_ = 0;
  std::uint64_t range_ = 0;
  bool any_numbers_ = false;
  bool uniform_ = false;
  std::vector<std::string> estimates_;
};

winnow::search::Algorithm algorithm(const std::string& name) {
  return *winnow::search::algorithm_named(name);
}

class Checker {
 public:
  Checker(Lisp& lisp, const Case& c, Tally& tally) : lisp_(lisp), case_(c), tally_(tally) {}

  void check(const Request& request, bool any_numbers) {
    const std::size_t before = tally_.failures.size();
    try {
      search(request, any_numbers);
    } catch (const std::exception& e) {
      tally_.failures.push_back(std::string("an exception: ") + e.what());
    }
    ++tally_.pictures;
    if (tally_.failures.size() == before) return;
    std::string where = "  in " + request.algorithm + " of " + case_.source + ", " +
                        (case_.root.player == Player::Max ? "max" : "min") + " first, window " +
                        request.alpha.text() + ".." + request.beta.text() + ", guess " +
                        request.guess.text();
    if (case_.depth != winnow::kNoDepthLimit) where += ", depth " + std::to_string(case_.depth);
    tally_.failures.push_back(where);
  }

 private:
  Value read(const std::string& text) {
    winnow::StringInput in(text, "test");
    return winnow::Reader(lisp_.text, in).read();
  }

  void search(const Request& request, bool any_numbers) {
    const Value root = read(case_.source);
    winnow::SearchRequest asked;
    asked.algorithm = algorithm(request.algorithm);
    asked.side =
        case_.root.player == Player::Max ? winnow::search::Side::Max : winnow::search::Side::Min;
    auto bound = [&](const Number& n) {
      return n.is_infinite() ? (n > Number(0) ? winnow::kHighestScore : winnow::kLowestScore)
                             : read(n.text());
    };
    asked.alpha = bound(request.alpha);
    asked.beta = bound(request.beta);
    asked.first_guess = read(request.guess.text());
    switch (case_.kind) {
      case Kind::List: {
        winnow::ListTree tree(lisp_.heap, case_.depth);
        return compare(tree, root, asked, request, any_numbers);
      }
      case Kind::Functions: {
        auto function = [&](const char* text) { return lisp_.toplevel.eval(read(text)); };
        winnow::FunctionTree tree(
            lisp_.vm,
            {function("#'cdr"), function("#'car"), function("(lambda (p) (null (cdr p)))")},
            case_.depth);
        return compare(tree, root, asked, request, any_numbers);
      }
      case Kind::Rules: {
        winnow::RulesTree tree(lisp_.vm, rules(), case_.depth);
        return compare(tree, root, asked, request, any_numbers);
      }
    }
  }

  Value rules() {
    static constexpr const char* kGame =
        "(progn (define-game random-game (:initial nil) (:moves (p) (mapcar #'second (cdddr p)))"
        "  (:play (p m) (find m (cdddr p) :key #'second)) (:side (p) (first p))"
        "  (:over (p) (null (cdddr p))) (:value (p) (third p))) (system::rules 'random-game))";
    return lisp_.toplevel.eval(read(kGame));
  }

  template <class Tree>
  void compare(Tree& tree, Value root, const winnow::SearchRequest& asked, const Request& request,
               bool any_numbers) {
    const Run run = oracle::search(case_.root, request);
    winnow::Recording recording(tree, 100'000);
    const winnow::SearchResult result = winnow::record_search(tree, root, asked, recording);
    const winnow::SearchResult unheard = winnow::search_tree(tree, root, asked);
    const bool same = unheard.value == result.value && unheard.bound == result.bound &&
                      unheard.principal_variation == result.principal_variation &&
                      unheard.counters.interior == result.counters.interior &&
                      unheard.counters.leaves == result.counters.leaves &&
                      unheard.counters.cutoffs == result.counters.cutoffs;
    if (!same) tally_.failures.push_back("without a listener another result is found");
    const Value record = recording.finish(result.principal_variation);
    const bool is_list = case_.kind == Kind::List;
    Reader reader(case_.root, run,
                  {.is_list = is_list,
                   .names_moves = case_.kind == Kind::Rules,
                   .exact_texts = !any_numbers});
    auto fail = [&](const std::string& what) { tally_.failures.push_back(what); };

    using winnow::search::Bound;
    const Claim::What what = result.bound == Bound::Exact   ? Claim::Exactly
                             : result.bound == Bound::Lower ? Claim::AtLeast
                             : result.bound == Bound::Upper ? Claim::AtMost
                                                            : Claim::Nothing;
    reader.answer(*Number::read(lisp_.to_text(result.value, true)), what,
                  result.principal_variation, best_line(case_.root, request.algorithm == "bratko"));
    if (result.counters.leaves != run.evaluations || result.counters.interior != run.interior ||
        result.counters.cutoffs != run.cutoffs || recording.distinct_leaves() != run.distinct ||
        recording.passes() != run.passes)
      fail("the counters: " + std::to_string(result.counters.leaves) + " " +
           std::to_string(result.counters.interior) + " " +
           std::to_string(result.counters.cutoffs));

    const Value picture = call("PICTURE-OF-RECORDING", {record, winnow::nil()});
    reader.picture(written("WRITE-TEXT-PICTURE", {picture, winnow::nil(), winnow::nil(),
                                                  Value::from_fixnum(1'000'000), winnow::nil()}),
                   result.principal_variation);
    reader.cuts(texts(call("CUT-LINES", {record})));
    ask_why(reader, record, case_.root);
    const Value svg = lisp_.heap.symbols->intern(":SVG");
    const Value drawing = call("RECORDING-PICTURE", {record, svg, winnow::nil(), winnow::nil()});
    reader.svg(written("WRITE-SVG", {drawing}));
    reader.dot(written("WRITE-DOT", {drawing}));
    reader.tikz(written("WRITE-TIKZ", {drawing}));
    tally_.checks += reader.checked();
    tally_.failures.insert(tally_.failures.end(), reader.failures().begin(),
                           reader.failures().end());
  }

  // The value of FUNCTION of lib/search.
  Value call(const char* function, std::initializer_list<Value> arguments) {
    return lisp_.vm.call(lisp_.heap.symbols->intern(function), arguments);
  }
  // Its output to the stream that is its last argument.
  std::string written(const char* function, std::vector<Value> arguments) {
    winnow::StringOutput out;
    arguments.push_back(lisp_.text.streams.object_of(out, winnow::StreamObject::kOutput));
    const Value f = lisp_.vm.function_of(lisp_.heap.symbols->intern(function));
    lisp_.vm.call_values(f, arguments.data(), arguments.size());
    return out.take();
  }
  static std::string text(Value string) {
    return winnow::utf8_of(winnow::as<winnow::String>(string));
  }
  static std::vector<std::string> texts(Value list) {
    std::vector<std::string> all;
    for (; winnow::is_cons(list); list = winnow::cdr(list)) all.push_back(text(winnow::car(list)));
    return all;
  }

  std::string why(Value record, const Path& path) {
    winnow::ListBuilder moves(lisp_.heap);
    for (std::uint32_t move : path) moves.add(winnow::fixnum(move));
    return text(call("POSITION-SENTENCE", {record, moves.list()}));
  }

  // Asks about every position, and about moves that do not exist.
  void ask_why(Reader& reader, Value record, const Position& root) {
    std::vector<const Position*> all{&root};
    while (!all.empty()) {
      const Position* p = all.back();
      all.pop_back();
      reader.why(p->path, why(record, p->path));
      if (p->path.size() < 3) {
        Path beyond = p->path;
        beyond.push_back(static_cast<std::uint32_t>(p->moves.size() + 1));
        reader.why(beyond, why(record, beyond));
      }
      for (const Position& m : p->moves) all.push_back(&m);
    }
  }

  Lisp& lisp_;
  const Case& case_;
  Tally& tally_;
};

}  // namespace

void check_pictures(Lisp& lisp, std::uint64_t seed, Tally& tally) {
  Random random{seed};
  Maker maker(random);
  const Case c = maker.make();
  Checker checker(lisp, c, tally);
  for (const std::string& name : algorithms()) {
    Request request;
    request.algorithm = name;
    std::string text;
    request.guess = maker.number(text);
    if (takes_window(name) && maker.below(3) == 0) {
      request.alpha = maker.number(text);
      request.beta = maker.number(text);
      if (request.beta < request.alpha) std::swap(request.alpha, request.beta);
      if (request.alpha == request.beta) request.beta = Number::infinity(1);
    }
    checker.check(request, maker.has_any_numbers());
  }
}

}  // namespace oracle

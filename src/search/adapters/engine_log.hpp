// The events of the engine as Lisp lists, which lib/search/best-move-steps.lisp reads. Each begins with
// a character; positions are given by the moves that lead from one to the next, numbered from 1:
//   i  iteration: depth; 0 for the whole game
//   f  the value is outside of the aspiration window: value
//   e  enter: move (0: the root), kind (w window, b null window, a second search), :MAX or :MIN, alpha,
//      beta; the events that follow are those of this position, up to its v
//   k  bounds that are known narrow the window: alpha, beta, does the table know them?
//   o  order: move that is put first or 0, is that because it was best in the last iteration?, moves
//   a  answered by bounds that are known: move, value, bound, does the table know them?
//   l  leaf: move, value, has the game ended?
//   r  second search: move, value
//   u  a move returns: move, value, alpha, beta, best value, is it better?, is it equal and proved?
//   x  cutoff: move, alpha, beta, pruned moves
//   v  leave: value, bound, is it proved to the end of the game?, plies searched, lower and upper bound
//      in the table, or NIL
//   m  the iteration is complete: depth, value, move, proved?
//   y  a limit ends the search
#pragma once

#include <optional>
#include <vector>

#include "heap/list.hpp"
#include "heap/roots.hpp"
#include "search/engine.hpp"

namespace winnow {

class EngineLog {
 public:
  static constexpr bool kListens = true;

  // Keeps at most MOST events.
  EngineLog(Heap& heap, std::size_t most) : heap_(heap), most_(most), events_(heap) {}

  // NIL if there were too many.
  Value events() const {
    return events_.size() > most_ ? nil() : list_of(heap_, events_.begin(), events_.size());
  }

  void iteration(unsigned depth) {
    next_ = {0, 'w'};
    add('i', {number(depth)});
  }
  void window_failed(int value) {
    next_ = {0, 'a'};
    add('f', {score(value)});
  }
  void descend(std::uint32_t move, bool null_window) { next_ = {move, null_window ? 'b' : 'w'}; }
  void descend_again(std::uint32_t move, int value) {
    next_ = {move, 'a'};
    add('r', {number(move), score(value)});
  }
  void enter(search::Side side, int alpha, int beta) {
    add('e', {number(next_.move), letter(next_.kind),
              heap_.symbols->symbol(side == search::Side::Max ? Sym::k_max : Sym::k_min),
              score(alpha), score(beta)});
    alpha_ = score(alpha);
    beta_ = score(beta);
  }
  // The window of the position that was entered last; infinite bounds are all the same.
  void narrowed(int alpha, int beta, bool by_table) {
    if (score(alpha) != alpha_ || score(beta) != beta_)
      add('k', {score(alpha), score(beta), truth(by_table)});
  }
  void order(const std::vector<std::uint32_t>& moves, std::uint32_t first, bool of_last_iteration) {
    add('o', {number(first), truth(of_last_iteration), list(moves)});
  }
  void answered(int value, search::Bound bound, bool by_table) {
    add('a', {number(next_.move), score(value), letter(bound), truth(by_table)});
  }
  void evaluated(int value, bool over) {
    add('l', {number(next_.move), score(value), truth(over)});
  }
  void returned(std::uint32_t move, int value, int alpha, int beta, int best, bool better,
                bool surer) {
    add('u', {number(move), score(value), score(alpha), score(beta), score(best), truth(better),
              truth(surer)});
  }
  void cutoff(std::uint32_t move, int alpha, int beta, const std::vector<std::uint32_t>& pruned) {
    add('x', {number(move), score(alpha), score(beta), list(pruned)});
  }
  void leave(int value, search::Bound bound, bool proved, unsigned depth,
             const std::optional<search::Range>& stored) {
    add('v', {score(value), letter(bound), truth(proved), number(depth),
              stored ? score(stored->least) : nil(), stored ? score(stored->greatest) : nil()});
  }
  void iterated(const search::Answer& a) {
    add('m', {number(a.depth), score(a.score), number(a.line.empty() ? 0 : a.line[0]),
              truth(a.is_proved)});
  }
  void stopped() { add('y', {}); }

 private:
  // Infinite scores as in the events of event_log.hpp.
  static Value score(int value) {
    constexpr int kBeyond = 900'000'000;
    return value <= -kBeyond  ? Value::from_fixnum(kMostNegativeFixnum)
           : value >= kBeyond ? Value::from_fixnum(kMostPositiveFixnum)
                              : Value::from_fixnum(value);
  }
  static Value number(std::uint64_t n) { return Value::from_fixnum(static_cast<std::int64_t>(n)); }
  static Value letter(char c) { return Value::from_character(static_cast<unsigned char>(c)); }
  static Value letter(search::Bound bound) {
    return letter(bound == search::Bound::Exact ? '=' : bound == search::Bound::Lower ? '>' : '<');
  }
  Value list(const std::vector<std::uint32_t>& numbers) {
    ListBuilder builder(heap_);
    for (std::uint32_t n : numbers) builder.add(number(n));
    return builder.list();
  }
  void add(char kind, std::initializer_list<Value> fields) {
    if (events_.size() <= most_) events_.push(heap_.cons(letter(kind), list_of(heap_, fields)));
  }

  struct Next {
    std::uint32_t move = 0;
    char kind = 'w';
  };
  Heap& heap_;
  std::size_t most_;
  ValueVector events_;
  Next next_;  // the position that is visited next
  Value alpha_ = nil();
  Value beta_ = nil();
};

}  // namespace winnow

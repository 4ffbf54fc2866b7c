// One process's part in a search by several (sharing.hpp): which moves it postpones, how it learns that
// another process has answered, and how its own answer reaches the others. For a process that searches
// alone everything here does nothing.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <utility>

#include "search/limits.hpp"
#include "search/sharing.hpp"

namespace winnow::search {

class Partner {
 public:
  // Processes divide the moves of a position if at least DIVIDED_NODES positions below it are visited
  // on average.
  Partner(Watch& watch, std::uint64_t divided_nodes)
      : watch_(watch), divided_nodes_(divided_nodes) {}

  // PROCESS: the number of this one; 0 for the one that returns the answer.
  void join(Sharing& sharing, unsigned process) {
    sharing_ = &sharing;
    process_ = process;
  }
  bool is_worker() const { return process_ > 0; }

  std::uint64_t nodes_of_others() const {
    return sharing_ ? sharing_->nodes_of_others(process_) : others_nodes_;
  }

  // Called regularly. Tells the others of this process's nodes, and stops the search if one of them
  // has found the answer, or the answer to the question of ask().
  void look() {
    if (!sharing_) return;
    sharing_->set_nodes(process_, watch_.nodes());
    if (sharing_->has_answer()) watch_.stop();
    if (!asked_) return;
    const Range now = sharing_->range();
    if (now.least <= asked_->least && now.greatest >= asked_->greatest) return;
    is_overtaken_ = true;
    watch_.stop();
  }

  // ---- Questions about the value of the root
  // Narrows RANGE, in which the value is, and that of the others to what they have in common. Until
  // end_question() the search stops when another process narrows it further.
  void ask(Range& range) {
    if (!sharing_) return;
    sharing_->narrow(range);
    asked_ = range;
  }
  // Returns whether another process has answered the question; the search then goes on.
  bool end_question() {
    asked_.reset();
    if (!std::exchange(is_overtaken_, false)) return false;
    if (!sharing_->has_answer()) watch_.go_on();
    return true;
  }

  // ---- Moves that another process searches
  // A position at PLY is visited.
  void visit(unsigned ply) {
    if (sharing_ && ply < visits_.size()) ++visits_[ply];
  }
  // Do the processes divide the moves at PLY?
  bool divides(unsigned ply) const {
    return sharing_ && ply < visits_.size() && watch_.nodes() > visits_[ply] * divided_nodes_;
  }
  // May be called if divides() is true. KEY: of a position, not 0.
  bool is_claimed(std::uint64_t key) const { return sharing_->is_claimed(key); }
  bool claim(std::uint64_t key) { return sharing_->claim(key); }
  void release(std::uint64_t key) { sharing_->release(key); }

  // ---- The end
  // Publishes ANSWER, if it is proved, else changes it to that of another process, if there is one.
  // Returns whether it did.
  template <class Answer>
  bool leave(Answer& answer) {
    if (!sharing_) return false;
    sharing_->set_nodes(process_, watch_.nodes());
    const bool is_adopted = !answer.is_proved && sharing_->has_answer();
    if (is_adopted) adopt(answer);
    if (answer.is_proved) publish(answer);
    others_nodes_ = sharing_->nodes_of_others(process_);
    sharing_ = nullptr;
    return is_adopted;
  }

 private:
  template <class Answer>
  void adopt(Answer& answer) {
    const Sharing::Answer& found = sharing_->answer();
    answer.score = found.score;
    answer.bound = Bound::Exact;
    answer.is_proved = answer.complete = true;
    answer.line.assign(found.line.begin(), found.line.begin() + found.line_length);
    answer.depth = found.depth;
  }

  template <class Answer>
  void publish(const Answer& answer) {
    sharing_->answer_once([&](Sharing::Answer& a) {
      a.score = answer.score;
      a.depth = answer.depth;
      a.line_length = static_cast<std::uint32_t>(std::min(answer.line.size(), a.line.size()));
      std::copy_n(answer.line.begin(), a.line_length, a.line.begin());
    });
  }

  Watch& watch_;
  std::uint64_t divided_nodes_;
  Sharing* sharing_ = nullptr;
  unsigned process_ = 0;
  std::uint64_t others_nodes_ = 0;           // when the search with others ended
  std::optional<Range> asked_;               // the shared range when ask() was called
  bool is_overtaken_ = false;                // another process has narrowed it since
  std::array<std::uint64_t, 256> visits_{};  // by ply
};

}  // namespace winnow::search

// The bytes that the terminal sends while a line is edited, and what comes between them: Ctrl-C,
// Ctrl-Z, a paste.
#pragma once

#include <functional>
#include <string_view>

namespace winnow {

class Keyboard {
 public:
  // TAKE_INTERRUPT: has an interrupt come? Asking forgets it.
  explicit Keyboard(std::function<bool()> take_interrupt)
      : take_interrupt_(std::move(take_interrupt)) {}

  // Stands around the reading of a line: meanwhile Ctrl-Z stops the process only after leave() and
  // is followed by enter().
  class Reading {
   public:
    Reading();
    ~Reading();
    Reading(const Reading&) = delete;
    Reading& operator=(const Reading&) = delete;
  };

  static constexpr int kEnd = -1;
  static constexpr int kInterrupt = -2;
  // The next byte, or one of the above. IDLE is called several times a second meanwhile; LEAVE
  // gives the terminal back before the process stops, ENTER takes it again and draws anew what was
  // on the screen.
  int next(const std::function<void()>& idle, const std::function<void()>& leave,
           const std::function<void()>& enter);

  // Drops the rest of a paste without marks, if one goes on; but not a few bytes, which were typed.
  static void drop_paste();

 private:
  // Follows the marks around a paste; true when BYTE completes the one at its end.
  bool follow_marks(char byte);

  std::function<bool()> take_interrupt_;
  bool in_paste_ = false;
  bool dropping_ = false;    // the rest of a paste, after an interrupt; a second one ends that
  std::size_t matched_ = 0;  // bytes of the mark seen so far
};

}  // namespace winnow

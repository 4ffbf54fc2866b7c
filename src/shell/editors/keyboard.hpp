// Keyboard input during line editing, with Ctrl-C, Ctrl-Z and pasted text.
#pragma once

#include <functional>
#include <string_view>

namespace winnow {

class Keyboard {
 public:
  // TAKE_INTERRUPT returns true if an interrupt is pending, and clears it.
  explicit Keyboard(std::function<bool()> take_interrupt)
      : take_interrupt_(std::move(take_interrupt)) {}

  // Exists while a line is read: Ctrl-Z then stops the process after a call of leave(); enter() is
  // called when it continues.
  class Reading {
   public:
    Reading();
    ~Reading();
    Reading(const Reading&) = delete;
    Reading& operator=(const Reading&) = delete;
  };

  static constexpr int kEnd = -1;
  static constexpr int kInterrupt = -2;
  // Returns the next byte, or one of the above. Calls IDLE several times a second while it waits.
  // LEAVE restores the terminal before the process stops; ENTER sets it up and redraws the line
  // when the process continues.
  int next(const std::function<void()>& idle, const std::function<void()>& leave,
           const std::function<void()>& enter);

  // Discards the rest of an unbracketed paste. A few pending bytes are kept, since they were typed.
  static void drop_paste();

 private:
  // Tracks bracketed-paste marks; true when BYTE completes the end mark.
  bool follow_marks(char byte);

  std::function<bool()> take_interrupt_;
  bool in_paste_ = false;
  bool dropping_ = false;    // the rest of a paste, after an interrupt; a second one ends that
  std::size_t matched_ = 0;  // bytes of the mark seen so far
};

}  // namespace winnow

// Messages between the processes that mpirun has started.
#include <unistd.h>

#include "builtins/builtin.hpp"
#include "data/string.hpp"
#include "host/ranks.hpp"
#include "host/workers.hpp"
#include "shell/interpreter.hpp"

namespace winnow {

namespace {

void check_joined(Heap& heap, const char* operation) {
  if (!ranks::are_joined())
    signal_error(heap, ConditionKind::error, "~A: JOIN-RANKS must come before, under mpirun",
                 {operation_named(heap, operation)});
}

DEFUN(join_ranks, "join-ranks", "()", R"doc(
Join the processes that mpirun has started. Return the number of this process, from 0, and their number; 0 and 1 without mpirun.
Signals: error if Winnow was built without Open MPI; sandbox-violation in the sandbox.
)doc", (Interpreter& lisp)) {
  if (ranks::are_several() && Workers::are_forbidden())
    signal_error(lisp.heap, ConditionKind::sandbox_violation,
                 "~A: the sandbox has no other processes",
                 {operation_named(lisp.heap, "join-ranks")});
  const std::string trouble = ranks::join();
  if (!trouble.empty())
    signal_error(lisp.heap, ConditionKind::error, "~A: ~A",
                 {operation_named(lisp.heap, "join-ranks"), make_string(lisp.heap, trouble)});
  return lisp.vm.return_values({fixnum(ranks::own()), fixnum(ranks::count())});
}

DEFUN(send_to_rank, "send-to-rank", "(rank text)", R"doc(
Send TEXT, a string, to the process RANK without waiting for it; return NIL.
Signals: type-error; error if there is no such process, or JOIN-RANKS was not called.
)doc", (Heap& heap, Index rank, StringArg text)) {
  check_joined(heap, "send-to-rank");
  if (rank.n >= static_cast<std::size_t>(ranks::count()))
    signal_wrong_type(heap, "send-to-rank", fixnum(rank),
                      {"the number of a process", "UNSIGNED-BYTE"});
  ranks::send(static_cast<int>(rank.n), utf8_of(string_view_of(heap, text)));
  return nil();
}

DEFUN(receive_from_ranks, "receive-from-ranks", "(seconds)", R"doc(
Return the next message from another process, a string, and its rank; NIL if none arrives within SECONDS, a number >= 0. An interrupt
ends the wait.
Signals: type-error; error if JOIN-RANKS was not called.
)doc", (Interpreter& lisp, Real seconds)) {
  constexpr useconds_t kPause = 200;  // microseconds
  check_joined(lisp.heap, "receive-from-ranks");
  for (double left = to_double(lisp.heap, seconds);; left -= kPause / 1e6) {
    if (const auto message = ranks::receive())
      return lisp.vm.return_values({make_string(lisp.heap, message->text), fixnum(message->from)});
    if (left <= 0) return nil();
    lisp.vm.poll();
    usleep(kPause);
  }
}

DEFUN(note_lost_ranks, "note-lost-ranks", "(lost)", R"doc(
Note whether processes are LOST: then the end of this process waits for none. Return NIL.
)doc", (Value lost)) {
  ranks::note_lost(!is_nil(lost));
  return nil();
}

}  // namespace

}  // namespace winnow

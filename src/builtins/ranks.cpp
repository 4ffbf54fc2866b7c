// Messages between the processes that mpirun has started.
#include <unistd.h>

#include "builtins/builtin.hpp"
#include "data/string.hpp"
#include "host/ranks.hpp"
#include "host/workers.hpp"
#include "shell/interpreter.hpp"

namespace winnow {

namespace {

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
Send TEXT, a string, to the process RANK without waiting for it; return NIL. The processes were joined before (JOIN-RANKS).
Signals: type-error.
)doc", (Heap& heap, Index rank, StringArg text)) {
  ranks::send(static_cast<int>(rank.n), utf8_of(string_view_of(heap, text)));
  return nil();
}

DEFUN(receive_from_ranks, "receive-from-ranks", "(seconds)", R"doc(
Return the next message from another process, a string, and its rank; NIL if none arrives within SECONDS, a number >= 0. An interrupt
ends the wait.
Signals: type-error.
)doc", (Interpreter& lisp, Real seconds)) {
  constexpr useconds_t kPause = 200;  // microseconds
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

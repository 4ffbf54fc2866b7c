// The module with MPI: messages between the processes that mpirun has started (host/ranks.hpp).
#include <mpi.h>
#include <unistd.h>

#include <list>
#include <string>
#include <vector>

#include "host/ranks_module.hpp"

namespace {

constexpr int kTag = 0;

// Messages on the way, whose text must remain.
struct Sent {
  std::string text;
  MPI_Request request;
};
std::list<Sent> on_the_way;

void forget_delivered() {
  on_the_way.remove_if([](Sent& sent) {
    int is_delivered = 0;
    MPI_Test(&sent.request, &is_delivered, MPI_STATUS_IGNORE);
    return is_delivered != 0;
  });
}

void join(int* own, int* count) {
  MPI_Init(nullptr, nullptr);
  // A message to a process that has ended is lost, which is not an error here.
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_rank(MPI_COMM_WORLD, own);
  MPI_Comm_size(MPI_COMM_WORLD, count);
}

void send(int to, const char* text, std::size_t length) {
  forget_delivered();
  Sent& sent = on_the_way.emplace_back(Sent{{text, length}, MPI_REQUEST_NULL});
  MPI_Isend(sent.text.data(), static_cast<int>(length), MPI_CHAR, to, kTag, MPI_COMM_WORLD,
            &sent.request);
}

bool receive(void* receiver, void (*take)(void*, int, const char*, std::size_t)) {
  int has_arrived = 0;
  MPI_Status status;
  if (MPI_Iprobe(MPI_ANY_SOURCE, kTag, MPI_COMM_WORLD, &has_arrived, &status) != MPI_SUCCESS ||
      has_arrived == 0)
    return false;
  int length = 0;
  MPI_Get_count(&status, MPI_CHAR, &length);
  std::vector<char> text(static_cast<std::size_t>(length));
  if (MPI_Recv(text.data(), length, MPI_CHAR, status.MPI_SOURCE, kTag, MPI_COMM_WORLD, &status) !=
      MPI_SUCCESS)
    return false;
  take(receiver, status.MPI_SOURCE, text.data(), text.size());
  return true;
}

void leave(bool in_order) {
  if (in_order) {
    MPI_Finalize();
    return;
  }
  // Else messages to processes that are there need some time; those to others do not arrive.
  for (int i = 0; i < 100 && !on_the_way.empty(); ++i) {
    forget_delivered();
    usleep(1000);
  }
  int own = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &own);
  if (own != 0) _exit(0);
  MPI_Abort(MPI_COMM_WORLD, 0);
}

}  // namespace

extern "C" const winnow::ranks::Module winnow_ranks = {join, send, receive, leave};

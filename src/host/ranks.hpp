// The processes that mpirun has started, and messages between them. They need MPI, which is in a module of its own
// (src/ranks_module.cpp), so that programs that do not use it need not load it.
#pragma once

#include <optional>
#include <string>

namespace winnow::ranks {

struct Message {
  int from;
  std::string text;
};

// Has mpirun started this process together with others?
bool are_several();

// The texts with which the process 0 ends the others.
inline constexpr const char* kEnd = "end";
inline constexpr const char* kEndAtOnce = "end at once";

// Joins the other processes; returns an empty string, or why that is impossible. At its end the process 0 ends all of
// them. The functions below require it.
std::string join();
bool are_joined();

// The number of this process, from 0, and of all of them.
int own();
int count();

// Sends TEXT to the process TO, without waiting for it.
void send(int to, const std::string& text);
// The next message, if one has arrived.
std::optional<Message> receive();

// Notes whether processes have been lost: then none waits for the others at the end.
void note_lost(bool are_lost);

}  // namespace winnow::ranks

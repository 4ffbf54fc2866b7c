#include "host/ranks.hpp"

#include <dlfcn.h>

#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "host/ranks_module.hpp"

namespace winnow::ranks {

namespace {

const Module* module = nullptr;
int own_rank = 0;
int rank_count = 1;
bool are_some_lost = false;  // so that leaving must not wait for all

// Opens the module in the folder of the program or, in an installation, in its folder of libraries.
void* open_module() {
  std::error_code error;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
  for (const char* name : {"winnow-ranks.so", "../" WINNOW_LIBRARIES "/winnow/winnow-ranks.so"})
    if (void* opened = dlopen((program.parent_path() / name).c_str(), RTLD_NOW | RTLD_GLOBAL))
      return opened;
  return nullptr;
}

void leave() {
  if (own_rank == 0)
    for (int rank = 1; rank < rank_count; ++rank) send(rank, are_some_lost ? kEndAtOnce : kEnd);
  module->leave(!are_some_lost);
}

}  // namespace

bool are_several() {
  const char* size = std::getenv("OMPI_COMM_WORLD_SIZE");
  return size != nullptr && std::atoi(size) > 1;
}

std::string join() {
  if (module != nullptr || !are_several()) return "";
  void* opened = open_module();
  if (opened == nullptr) return "Winnow was built without Open MPI";
  module = static_cast<const Module*>(dlsym(opened, kModuleName));
  if (module == nullptr) return "the module for Open MPI is damaged";
  module->join(&own_rank, &rank_count);
  std::atexit(leave);
  return "";
}

bool are_joined() { return module != nullptr; }

int own() { return own_rank; }
int count() { return rank_count; }

void send(int to, const std::string& text) { module->send(to, text.data(), text.size()); }

std::optional<Message> receive() {
  std::optional<Message> message;
  module->receive(&message, [](void* receiver, int from, const char* text, std::size_t length) {
    static_cast<std::optional<Message>*>(receiver)->emplace(Message{from, {text, length}});
  });
  return message;
}

void note_lost(bool are_lost) { are_some_lost = are_lost; }

}  // namespace winnow::ranks

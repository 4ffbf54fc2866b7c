// The history of the prompt, kept in a file.
//
// The file has one entry per line, with newlines written as \n and backslashes as \\. Each entry is
// appended under a lock as soon as it is typed, so that concurrent sessions keep all their entries
// and a crash loses none. A session that begins with more than 100,000 entries or 32 MB keeps the
// last 50,000 entries or 16 MB.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace winnow {

class History {
 public:
  // Opens FILE and creates it if necessary; with "" no history is kept. The file stays open, since
  // a session in the sandbox cannot open files for writing.
  explicit History(const std::string& file);
  ~History();
  History(const History&) = delete;
  History& operator=(const History&) = delete;

  // Why the history cannot be kept; "" if it can.
  const std::string& trouble() const { return trouble_; }

  // The number of old entries that were removed from the file since it was too long.
  std::size_t dropped() const { return dropped_; }

  // The entries of earlier sessions, oldest first.
  const std::vector<std::string>& entries() const { return entries_; }

  void add(const std::string& entry);

 private:
  int file_ = -1;  // a descriptor to append to
  std::string trouble_;
  std::size_t dropped_ = 0;
  std::vector<std::string> entries_;
};

// The path of the user's file NAME, in the folder that the environment VARIABLE names, else in
// FOLDER of the home folder; "" if both are unknown.
std::string user_file(const char* variable, const char* folder, const char* name);

}  // namespace winnow

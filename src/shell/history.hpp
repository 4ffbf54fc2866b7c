// What was typed, kept from session to session.
//
// The file has one entry a line, in which \n stands for a line end and \\ for a backslash. Each
// entry is appended as soon as it is entered, under a lock, so that sessions side by side keep all
// of theirs and a session that dies loses nothing.
#pragma once

#include <string>
#include <vector>

namespace winnow {

class History {
 public:
  // Of FILE, which is made if it is missing; "" keeps nothing. It stays open, so that a session in
  // the sandbox, in which no file can be opened for writing, has a history.
  explicit History(const std::string& file);
  ~History();
  History(const History&) = delete;
  History& operator=(const History&) = delete;

  // Why nothing is kept; "" if all is well.
  const std::string& trouble() const { return trouble_; }

  // The entries of earlier sessions, oldest first.
  const std::vector<std::string>& entries() const { return entries_; }

  void add(const std::string& entry);

 private:
  int file_ = -1;  // a descriptor to append to
  std::string trouble_;
  std::vector<std::string> entries_;
};

// A file of the user's own, NAME, below the folder that the environment's VARIABLE names, or else
// below FOLDER of the home folder; "" where there is neither.
std::string user_file(const char* variable, const char* folder, const char* name);

}  // namespace winnow

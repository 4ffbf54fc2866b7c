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
  // Of FILE, which is made if it is missing; "" keeps nothing. TROUBLE then says why nothing is
  // kept
  // ("" if all is well).
  History(std::string file, std::string& trouble);

  // The entries of earlier sessions, oldest first.
  const std::vector<std::string>& entries() const { return entries_; }

  void add(const std::string& entry);

 private:
  std::string file_;
  std::vector<std::string> entries_;
};

// A file of the user's own, NAME, below the folder that the environment's VARIABLE names, or else
// below FOLDER of the home folder; "" where there is neither.
std::string user_file(const char* variable, const char* folder, const char* name);

}  // namespace winnow

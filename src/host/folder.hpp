// Access to the files beneath one folder, by names relative to it.
//
// A name that leaves the folder, by "..", by an absolute link or by a link that leads out, is
// refused: by the kernel (openat2 with RESOLVE_BENEATH) or, if it lacks that, by resolving the name
// here one component at a time. Neither way accesses anything outside, so the result does not
// depend on what is there.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace winnow {

class Folder {
 public:
  // Opens the folder NAME; if that fails, is_open() returns false.
  explicit Folder(const std::string& name);
  ~Folder();
  Folder(Folder&& other) noexcept;
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  bool is_open() const { return descriptor_ >= 0; }
  int descriptor() const { return descriptor_; }

  // As openat(2); fails with EXDEV if NAME leaves the folder.
  int open(const std::string& name, int flags) const;
  // The same, but resolves NAME without openat2. Stores in TRUE_NAME the name without links and
  // dots, relative to the folder; the name of a directory ends with a slash.
  int open_by_steps(const std::string& name, int flags, std::string* true_name = nullptr) const;

 private:
  int descriptor_;
};

// As realpath(3), for names of any length; returns "" if the file does not exist. The name of a
// directory ends with a slash.
std::string true_name_of(const std::string& path);

// A file name of any length for system calls of the openat family. Most systems limit names to 4096
// bytes; a longer name is split into a descriptor of a folder and the rest of the name.
class LongName {
 public:
  explicit LongName(const std::string& path);  // PATH must outlive the object
  explicit LongName(std::string&&) = delete;
  ~LongName();
  LongName(const LongName&) = delete;
  LongName& operator=(const LongName&) = delete;

  int folder() const { return folder_; }
  const char* rest() const { return rest_; }

 private:
  int folder_;
  const char* rest_;  // points into the path
};

}  // namespace winnow

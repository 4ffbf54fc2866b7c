// A folder of the file system, and files named relative to it that lie beneath it.
//
// A name leaves the folder by "..", by a link that does, or by an absolute link. The kernel refuses
// that (openat2 with RESOLVE_BENEATH); where it cannot, the name is resolved here, one component at
// a time. Neither looks at anything outside, so the answer does not depend on what is there.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace winnow {

class Folder {
 public:
  // Opens the folder NAME; is_open() is false if that fails.
  explicit Folder(const std::string& name);
  ~Folder();
  Folder(Folder&& other) noexcept;
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  bool is_open() const { return descriptor_ >= 0; }
  int descriptor() const { return descriptor_; }

  // As openat(2); the error is EXDEV if NAME leaves the folder.
  int open(const std::string& name, int flags) const;
  // The same, resolved here. TRUE_NAME becomes the name without links and dots, relative to the
  // folder; that of a directory ends with a slash.
  int open_by_steps(const std::string& name, int flags, std::string* true_name = nullptr) const;

 private:
  int descriptor_;
};

// As realpath(3), for names of any length; "" if there is no such file. That of a directory ends
// with a slash.
std::string true_name_of(const std::string& path);

// A name of any length for the calls that take a descriptor and a name: most systems limit names to
// 4096 bytes, so a longer one is split into an open folder and the rest.
class LongName {
 public:
  explicit LongName(const std::string& path);  // which must outlive it
  explicit LongName(std::string&&) = delete;
  ~LongName();
  LongName(const LongName&) = delete;
  LongName& operator=(const LongName&) = delete;

  int folder() const { return folder_; }
  const char* rest() const { return rest_; }

 private:
  int folder_;
  const char* rest_;  // in the path
};

}  // namespace winnow

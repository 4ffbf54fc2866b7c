// Kernel sandbox (Landlock and seccomp): a second layer of protection from untrusted programs, in
// case the checks of shell/host_files.hpp have a hole.
#pragma once

#include <string>
#include <vector>

namespace winnow {

// Restricts this process and its children irrevocably:
//   they can open files only for reading, and only beneath FOLDERS (descriptors) and READABLE
//   (names) (Landlock);
//   they cannot run programs, create processes or sockets, trace or signal other processes, open
//   files for writing, or change names, modes, owners and times of files (seccomp).
// Mechanisms that the kernel lacks are skipped.
void raise_kernel_wall(const std::vector<int>& folders, const std::vector<std::string>& readable);

}  // namespace winnow

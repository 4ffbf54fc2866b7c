// The kernel's own limits on this process: a second wall around an untrusted program, for the case
// that the first one (shell/host_files.hpp) has a hole.
#pragma once

#include <string>
#include <vector>

namespace winnow {

// From now on the process, and what it starts, may
//   open files only for reading, and only beneath FOLDERS (descriptors) and READABLE (names)
//   (Landlock);
//   not run programs, make processes or sockets, trace or signal other processes, open files for
//   writing, or change names, modes, owners and times of files (seccomp).
// This cannot be undone. What the kernel does not offer is skipped.
void raise_kernel_wall(const std::vector<int>& folders, const std::vector<std::string>& readable);

}  // namespace winnow

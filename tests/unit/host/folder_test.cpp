// Resolution of names beneath a folder, by the kernel and step by step, with the same results.
#include "host/folder.hpp"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <fstream>

using winnow::Folder;
using winnow::LongName;
using winnow::true_name_of;
namespace fs = std::filesystem;

namespace {

// Creates a folder "in" with files and links, and next to it a folder "out" with a secret.
struct Place {
  fs::path root;
  Place() {
    std::string name = (fs::temp_directory_path() / "winnow-folder-XXXXXX").string();
    root = fs::canonical(mkdtemp(name.data()));
    fs::create_directories(root / "in/sub/deep");
    fs::create_directories(root / "out");
    write("in/file"), write("in/sub/file"), write("out/secret");
    link("file", "in/link"), link("sub/../sub/deep/../file", "in/winding");
    link("sub", "in/folder-link"), link("link", "in/chain"), link("loop", "in/loop");
    link("../out/secret", "in/up"), link(root / "out/secret", "in/absolute");
    link(root / "in/file", "in/absolute-inside"), link("..", "in/parent");
    link("../../in/file", "in/sub/out-and-in"), link("nowhere", "in/dangling");
    link("../sub/file", "in/sub/next-to");
  }
  ~Place() { fs::remove_all(root); }
  void write(const char* name) const { std::ofstream(root / name) << name; }
  void link(const fs::path& target, const char* name) const {
    fs::create_symlink(target, root / name);
  }
};

std::string text_of(int file) {
  char text[100];
  ssize_t length = read(file, text, sizeof text);
  close(file);
  return {text, static_cast<std::size_t>(length < 0 ? 0 : length)};
}

// The contents of the file, "a folder", or the error.
std::string answer(int file) {
  struct stat status {};
  if (file < 0)
    return errno == EXDEV    ? "leaves"
           : errno == ENOENT ? "missing"
           : errno == ELOOP  ? "loop"
                             : "not a folder";
  fstat(file, &status);
  if (!S_ISDIR(status.st_mode)) return text_of(file);
  close(file);
  return "a folder";
}

}  // namespace

TEST_CASE("a name is resolved beneath a folder, by the kernel and by steps") {
  Place place;
  Folder folder(place.root / "in");
  REQUIRE(folder.is_open());
  const std::pair<const char*, const char*> cases[] = {
      {"file", "in/file"},
      {"sub/file", "in/sub/file"},
      {"sub//./file", "in/sub/file"},
      {"sub/../file", "in/file"},
      {"sub/deep/../../file", "in/file"},
      {"sub/deep/../..", "a folder"},
      {"sub/", "a folder"},
      {".", "a folder"},
      {"link", "in/file"},
      {"chain", "in/file"},
      {"winding", "in/sub/file"},
      {"folder-link/file", "in/sub/file"},
      {"folder-link/../file", "in/file"},
      {"sub/next-to", "in/sub/file"},
      {"dangling", "missing"},
      {"none", "missing"},
      {"none/../file", "missing"},
      {"loop", "loop"},
      {"file/", "not a folder"},
      {"file/x", "not a folder"},
      {"file/..", "not a folder"},
      {"link/", "not a folder"},
      {"..", "leaves"},
      {"../out/secret", "leaves"},
      {"../in/file", "leaves"},
      {"sub/../../out/secret", "leaves"},
      {"/etc/passwd", "leaves"},
      {"up", "leaves"},
      {"absolute", "leaves"},
      {"absolute-inside", "leaves"},
      {"parent", "leaves"},
      {"parent/in/file", "leaves"},
      {"sub/out-and-in", "leaves"},
      {"none/../../out", "missing"},
  };
  for (const auto& test : cases) {
    const char* name = test.first;
    const char* wanted = test.second;
    CAPTURE(name);
    CHECK(answer(folder.open(name, O_RDONLY)) == wanted);
    CHECK(answer(folder.open_by_steps(name, O_RDONLY)) == wanted);
  }
}

TEST_CASE("true names contain neither links nor dots") {
  Place place;
  Folder folder(place.root / "in");
  const std::pair<const char*, const char*> cases[] = {
      {"chain", "file"},      {"winding", "sub/file"}, {"folder-link/deep", "sub/deep/"},
      {"sub/deep/../..", ""}, {"sub/.", "sub/"},       {"folder-link//next-to", "sub/file"},
  };
  for (const auto& test : cases) {
    const char* name = test.first;
    const char* wanted = test.second;
    CAPTURE(name);
    std::string true_name;
    int file = folder.open_by_steps(name, O_PATH, &true_name);
    CHECK(file >= 0);
    close(file);
    CHECK(true_name == wanted);
    // realpath(3) is the oracle.
    fs::path real = fs::canonical(place.root / "in" / name);
    CHECK(fs::path(place.root / "in" / true_name) == (fs::is_directory(real) ? real / "" : real));
  }
}

TEST_CASE("names may be longer than the system's limit") {
  Place place;
  std::string part(200, 'x');
  std::string path = place.root / "in";
  int folder = open(path.c_str(), O_PATH | O_DIRECTORY);
  for (int depth = 0; depth < 30; ++depth) {
    REQUIRE(mkdirat(folder, part.c_str(), 0777) == 0);
    int next = openat(folder, part.c_str(), O_PATH | O_DIRECTORY);
    close(folder);
    folder = next;
    path += "/" + part;
  }
  close(openat(folder, "file", O_CREAT | O_WRONLY, 0666));
  REQUIRE(symlinkat("../file", folder, "nowhere") == 0);
  REQUIRE(symlinkat("file", folder, "link") == 0);
  close(folder);
  const std::string file = path + "/file";
  LongName name(file);
  struct stat status {};
  CHECK(fstatat(name.folder(), name.rest(), &status, 0) == 0);
  CHECK(std::string(name.rest()).size() < 4096);
  CHECK(true_name_of(path + "/link") == path + "/file");
  CHECK(true_name_of(path) == path + "/");
  CHECK(true_name_of(path + "/../" + part + "/./file") == path + "/file");
  CHECK(true_name_of(path + "/nowhere").empty());
  CHECK(true_name_of(path + "/none").empty());
  Folder in(place.root / "in");
  CHECK(answer(in.open(path.substr((place.root / "in").string().size() + 1) + "/file", O_RDONLY))
            .empty());
}

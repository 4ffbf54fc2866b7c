// Random forms, by the million: see ../README.md.
//
//   fuzz_forms [--seed N] [--count N] [--from N] [--batch N] [--seconds N]
//              [--fault interrupt|allocation|claim] [--messages] [--finds FOLDER] [--print]
//              GRAMMAR-FOLDER SEED-FILE...
//
// The last line is 'N passed, N failed': batches without and with a find.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <set>
#include <string>

#include "grammar.hpp"
#include "host/native_stack.hpp"
#include "minimise.hpp"

namespace {

using namespace winnow;
using namespace winnow::fuzz;

struct Settings {
  std::uint64_t seed = 1;
  std::uint64_t count = 100'000;
  std::uint64_t from = 0;
  std::size_t batch = 500;
  double seconds = 1e18;
  Fault fault = Fault::None;
  std::string finds;
  bool messages = false;
  bool print = false;
  std::string folder;
  std::vector<std::string> seeds;
};

bool parse(int argc, char** argv, Settings& s) {
  for (int i = 1; i < argc; ++i) {
    std::string a = argv[i];
    auto is = [&](const char* name) { return a == name && i + 1 < argc; };
    if (is("--seed"))
      s.seed = std::strtoull(argv[++i], nullptr, 10);
    else if (is("--count"))
      s.count = std::strtoull(argv[++i], nullptr, 10);
    else if (is("--from"))
      s.from = std::strtoull(argv[++i], nullptr, 10);
    else if (is("--batch"))
      s.batch = std::strtoull(argv[++i], nullptr, 10);
    else if (is("--seconds"))
      s.seconds = std::strtod(argv[++i], nullptr);
    else if (is("--finds"))
      s.finds = argv[++i];
    else if (is("--fault")) {
      std::string fault = argv[++i];
      s.fault = fault == "interrupt"    ? Fault::Interrupt
                : fault == "allocation" ? Fault::Allocation
                : fault == "claim"      ? Fault::Claim
                                        : Fault::None;
      if (s.fault == Fault::None) return false;
    } else if (a == "--print") {
      s.print = true;
    } else if (a == "--messages") {
      s.messages = true;
    } else if (a.starts_with("--")) {
      return false;
    } else if (s.folder.empty()) {
      s.folder = a;
    } else {
      s.seeds.push_back(a);
    }
  }
  return !s.folder.empty();
}

int run(const Settings& s) {
  Trial trial(s.folder + "/prelude.lisp");
  trial.messages = s.messages;
  Grammar grammar(trial.lisp(), s.folder + "/grammar.lisp", s.seeds);
  if (s.print) {
    for (std::uint64_t i = s.from; i < s.from + s.count; ++i)
      std::printf("%s\n", grammar.form(s.seed, i).c_str());
    return 0;
  }
  Batches batches(trial);
  auto start = std::chrono::steady_clock::now();
  auto seconds = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  };
  std::uint64_t end = s.from + s.count;
  std::size_t passed = 0;
  std::size_t failed = 0;
  std::set<std::string> known;
  std::uint64_t first = s.from;
  while (first < end && seconds() < s.seconds) {
    auto size = static_cast<std::size_t>(std::min<std::uint64_t>(s.batch, end - first));
    auto text = [&](std::size_t i) { return grammar.form(s.seed, first + i); };
    BatchResult result = batches.run(size, text, s.fault, first);
    ++(result.finds.empty() ? passed : failed);
    for (const Find& find : result.finds) {
      std::vector<std::string> forms;
      for (std::size_t i = 0; i <= std::min(find.form, size - 1); ++i) forms.push_back(text(i));
      std::string last = forms.back();
      std::vector<std::string> small =
          minimise(trial, batches, forms, find.problem, s.fault, first);
      if (small.empty()) {
        std::printf("not seen again: form %llu: %s\n  %s\n",
                    static_cast<unsigned long long>(first + find.form), find.problem.c_str(),
                    last.c_str());
        continue;
      }
      std::string all = kind_of(find.problem);
      for (const std::string& form : small) all += "\n  " + form;
      if (!known.insert(all).second) continue;
      std::printf("form %llu (--from %llu): %s\n",
                  static_cast<unsigned long long>(first + find.form),
                  static_cast<unsigned long long>(first), find.problem.c_str());
      for (const std::string& form : small) std::printf("  %s\n", form.c_str());
      if (!s.finds.empty()) write_test(s.finds, small, find.problem);
      std::fflush(stdout);
    }
    first += result.run;
  }
  std::printf("%llu forms in %.0f s\n", static_cast<unsigned long long>(first - s.from), seconds());
  std::printf("%zu passed, %zu failed\n", passed, failed);
  return failed == 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  Settings settings;
  if (!parse(argc, argv, settings)) {
    std::fputs("fuzz_forms: wrong usage (see main.cpp)\n", stderr);
    return 2;
  }
  int status = 2;
  run_on_large_stack(kLargeStackBytes, [&] { status = run(settings); });
  return status;
}

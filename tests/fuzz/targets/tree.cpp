// `winnow tree`: any text is drawn as a tree, or refused.
#include "search/algorithms.hpp"
#include "shell/session.hpp"
#include "target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace winnow;
  if (size < 2) return 0;
  std::string text(fuzz::text_of_input(data + 2, size - 2));
  if (text == "-" || names_file(text)) return 0;
  fuzz::with_lisp([&](Lisp& lisp) {
    lisp.host_files.restrict_to({});
    SessionOptions options;
    options.tree.minimizer_first = (data[0] & 1) != 0;
    options.tree.record = (data[0] & 2) != 0;
    options.tree.depth = data[0] / 4 % 8 - 1;
    options.tree.draw_depth = data[0] / 32 - 1;
    options.tree.drawings[(data[1] & 1) != 0 ? "svg" : "html"] = "-";
    if ((data[1] & 4) != 0) options.tree.drawings["dot"] = "-";
    if ((data[1] & 8) != 0) options.tree.drawings["tikz"] = "-";
    options.tree.algorithm =
        search::kAlgorithmNames[data[1] / 16 % std::size(search::kAlgorithmNames)].name;
    run_tree_command(lisp, options, text, 0);
  });
  return 0;
}

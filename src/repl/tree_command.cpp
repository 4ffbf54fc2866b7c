#include "repl/tree_command.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>

#include "core/condition.hpp"
#include "core/list.hpp"
#include "core/string.hpp"
#include "play/recorder.hpp"
#include "repl/color.hpp"
#include "search/alphabeta.hpp"

namespace winnow {

namespace {

// Recording takes some 100 bytes a position, and nobody reads larger pictures.
constexpr std::uint64_t kDrawnLeaves = 5000;
constexpr std::uint64_t kCountedLeaves = 100'000'000;

class TreeCommand {
 public:
  TreeCommand(Interpreter& lisp, const SessionOptions& options)
      : lisp_(lisp), options_(options), out_(lisp.stream(lisp.standard_output())) {}

  // Every tree of TEXT.
  void run(Stream& text) {
    int count = 0;
    for (;; ++count) {
      Reader reader(lisp_.heap, text, lisp_.reader_options(nullptr));
      Value tree = reader.read();
      if (tree == kEndOfFile) break;
      // `winnow tree "'((3) 4)"` means the same tree.
      if (is_cons(tree) && car(tree) == lisp_.symbols.symbol(Sym::quote)) tree = car(cdr(tree));
      if (count > 0 && !options_.quiet) out_.put('\n');
      evaluate(tree);
    }
    if (count == 0)
      signal_error(lisp_.heap, ConditionKind::end_of_file, "~A holds no tree", {make_string(lisp_.heap, text.name())});
  }

 private:
  void evaluate(Value tree) {
    lisp_.current_form = nil();
    std::uint64_t size = options_.quiet ? kDrawnLeaves : count_leaves(tree, kDrawnLeaves);
    if (size >= kDrawnLeaves) {
      search::Silent silent;
      auto result = search(tree, silent);
      print_answer(result);
      if (options_.quiet) return;
      // What the search left out may be circular: then there is no end of leaves.
      size = count_leaves(tree, kCountedLeaves, &lisp_.heap);
      out_.write(std::to_string(result.counters.leaves) + " of " + (size == kCountedLeaves ? "more than " : "") +
                 std::to_string(size) + " leaves evaluated, " + std::to_string(result.counters.cutoffs) +
                 " cutoffs; too large to draw\n");
      return;
    }
    Recorder recorder;
    auto result = search(tree, recorder);
    print_answer(result);
    out_.write(std::to_string(result.counters.leaves) + " of " + std::to_string(size) + " leaves evaluated\n");
    auto show = [this](Value v) { return lisp_.to_text(v, true); };
    for (const std::string& line : explain_cuts(*recorder.root(), tree, show)) out_.write(line + "\n");
    draw::TextStyle style;
    style.color = wants_color(options_, 1);
    style.unicode = terminal_is_utf8();
    out_.write(draw::to_text(picture(*recorder.root(), tree, result.principal_variation, show), style));
  }

  template <class Observer>
  search::Result<Value> search(Value tree, Observer& observer) {
    ListTree game(lisp_.heap, options_.depth < 0 ? ~std::uint32_t{0} : static_cast<std::uint32_t>(options_.depth));
    search::AlphaBeta<ListTree, Observer> algorithm(game, observer);
    return algorithm.run(tree, options_.minimizer_first ? search::Side::Min : search::Side::Max, kLowestScore,
                         kHighestScore);
  }

  void print_answer(const search::Result<Value>& result) {
    out_.write("(" + lisp_.to_text(result.value, true) + " ");
    std::string path;
    for (std::uint32_t move : result.principal_variation) path += (path.empty() ? "" : " ") + std::to_string(move);
    out_.write((path.empty() ? "NIL" : "(" + path + ")") + ")\n");
  }

  Interpreter& lisp_;
  const SessionOptions& options_;
  Stream& out_;
};

}  // namespace

void run_tree_command(Interpreter& lisp, const SessionOptions& options, const std::string& source) {
  TreeCommand command(lisp, options);
  if (source == "-") return command.run(lisp.stream(lisp.standard_input()));
  std::size_t first = source.find_first_not_of(" \t\n'");
  bool is_tree = first == std::string::npos || source[first] == '(' ||
                 (access(source.c_str(), F_OK) != 0 && std::strchr("#+-0123456789", source[first]));
  if (is_tree) {
    Stream text = Stream::input_string(source, "the tree");
    return command.run(text);
  }
  Value name = make_string(lisp.heap, source);
  Value stream = lisp.vm.call(lisp.symbols.intern("OPEN"), {name});
  command.run(lisp.stream(stream));
  lisp.stream(stream).close();
}

}  // namespace winnow

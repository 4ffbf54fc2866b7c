// `winnow tree`: from the options of the command to the arguments of TREE-COMMAND.
#include <unistd.h>

#include <cctype>
#include <cerrno>
#include <cstring>

#include "heap/list.hpp"
#include "host/terminal.hpp"
#include "shell/interpreter.hpp"
#include "shell/session.hpp"
#include "text/streams/file_stream.hpp"
#include "text/streams/string_streams.hpp"

namespace winnow {

namespace {

Value keyword(Interpreter& lisp, std::string name) {
  for (char& c : name) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return lisp.symbols.intern(":" + name);
}

// The keyword arguments of TREE-COMMAND.
Value arguments_of(Interpreter& lisp, const SessionOptions& options) {
  const SessionOptions::Tree& tree = options.tree;
  ListBuilder files(lisp.heap);
  bool prints = false;
  for (const char* format : {"svg", "html", "dot", "tikz"}) {
    auto found = tree.drawings.find(format);
    if (found == tree.drawings.end()) continue;
    prints = prints || found->second == "-";
    files.add(lisp.heap.cons(keyword(lisp, format), truth(found->second == "-")));
  }
  ListBuilder search(lisp.heap);
  search.add(keyword(lisp, "player"));
  search.add(keyword(lisp, tree.minimizer_first ? "min" : "max"));
  search.add(keyword(lisp, "algorithm"));
  search.add(keyword(lisp, tree.algorithm));
  if (!tree.first_guess.empty()) {
    search.add(keyword(lisp, "first-guess"));
    search.add(fixnum(std::stoi(tree.first_guess)));
  }
  auto plies = [](int n) { return n < 0 ? nil() : fixnum(n); };
  return list_of(lisp.heap,
                 {keyword(lisp, "search"),
                  search.list(),
                  keyword(lisp, "depth"),
                  plies(tree.depth),
                  keyword(lisp, "draw-depth"),
                  plies(tree.draw_depth),
                  keyword(lisp, "drawings"),
                  files.list(),
                  keyword(lisp, "record"),
                  truth(tree.record),
                  keyword(lisp, "blank"),
                  truth(tree.blank),
                  keyword(lisp, "steps"),
                  tree.steps.empty() ? nil() : keyword(lisp, tree.steps),
                  keyword(lisp, "fold"),
                  tree.fold.empty()    ? nil()
                  : tree.fold == "all" ? t()
                                       : keyword(lisp, tree.fold),
                  keyword(lisp, "quiet"),
                  truth(options.quiet),
                  keyword(lisp, "color"),
                  truth(wants_color(options, 1)),
                  keyword(lisp, "unicode"),
                  truth(terminal_is_utf8()),
                  keyword(lisp, "output"),
                  lisp.standard.output().object(),
                  keyword(lisp, "answers"),
                  prints ? lisp.standard.error().object() : lisp.standard.output().object()});
}

// Returns the number of trees so far.
int run(Interpreter& lisp, const SessionOptions& options, Value stream, bool has_lines, int count) {
  return static_cast<int>(
      lisp.vm
          .call(lisp.symbols.intern("TREE-COMMAND"),
                {stream, truth(has_lines), fixnum(count), arguments_of(lisp, options)})
          .fixnum());
}

int run_on_random_tree(Interpreter& lisp, const SessionOptions& options, int count) {
  const SessionOptions::Tree& tree = options.tree;
  Heap& heap = lisp.heap;
  const Value random = list_of(
      heap, {fixnum(tree.width), fixnum(tree.plies), keyword(lisp, "seed"), fixnum(tree.seed),
             keyword(lisp, "leaves"), list_of(heap, {fixnum(tree.least), fixnum(tree.greatest)})});
  return static_cast<int>(lisp.vm
                              .call(lisp.symbols.intern("RANDOM-TREE-COMMAND"),
                                    {random, fixnum(count), arguments_of(lisp, options)})
                              .fixnum());
}

}  // namespace

bool names_file(const std::string& source) {
  std::size_t first = source.find_first_not_of(" \t\n'");
  if (source == "-" || first == std::string::npos || std::strchr("()", source[first])) return false;
  return access(source.c_str(), F_OK) == 0 || !std::strchr("#+-0123456789", source[first]);
}

int run_tree_command(Interpreter& lisp, const SessionOptions& options, const std::string& source,
                     int count) {
  if (source.empty() && options.tree.width > 0) return run_on_random_tree(lisp, options, count);
  if (source == "-") return run(lisp, options, lisp.standard.input().object(), true, count);
  auto run_on = [&](Stream& text, bool has_lines) {
    return run(lisp, options, lisp.text.streams.object_of(text, StreamObject::kInput), has_lines,
               count);
  };
  if (!names_file(source)) {
    StringInput text(source, "the tree");
    return run_on(text, false);
  }
  // Under its own name, which need not be UTF-8.
  int file = lisp.open_for_reading("tree", source);
  if (file < 0) lisp.cannot_read(source, ENOENT);
  FileStream text(lisp.heap, file, source, true);
  return run_on(text, true);
}

}  // namespace winnow

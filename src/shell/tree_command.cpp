#include "shell/tree_command.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <memory>

#include "data/string.hpp"
#include "heap/condition.hpp"
#include "heap/list.hpp"
#include "host/terminal.hpp"
#include "search/adapters/explain.hpp"
#include "search/adapters/search_tree.hpp"
#include "search/distinct_leaves.hpp"
#include "text/streams/file_stream.hpp"
#include "text/streams/string_streams.hpp"

namespace winnow {

namespace {

// Larger trees are drawn only with --record.
constexpr std::uint64_t kDrawnLeaves = 5000;
constexpr std::uint64_t kCountedLeaves = 100'000'000;

// "tree.svg", for the second of several "tree-2.svg".
std::string numbered(const std::string& file, int number) {
  if (number == 0) return file;
  std::size_t dot = file.find_last_of('.');
  std::size_t slash = file.find_last_of('/');
  if (dot == std::string::npos || (slash != std::string::npos && dot < slash)) dot = file.size();
  return file.substr(0, dot) + "-" + std::to_string(number + 1) + file.substr(dot);
}

// Pictures on standard output: everything else goes to standard error.
bool prints_pictures(const SessionOptions::Tree& tree) {
  return tree.svg == "-" || tree.html == "-" || tree.dot == "-" || tree.tikz == "-";
}

struct TextStyle {
  bool unicode = true;  // else ASCII
  bool color = false;   // escape sequences of a terminal
  std::size_t max_lines = 200;
  std::size_t width = 0;  // columns of the terminal; 0: no limit
};

class TreeCommand {
 public:
  TreeCommand(Interpreter& lisp, const SessionOptions& options, int& count)
      : lisp_(lisp),
        options_(options.tree),
        quiet_(options.quiet),
        out_(lisp.stream(prints_pictures(options.tree) ? lisp.standard_error()
                                                       : lisp.standard_output())),
        count_(count) {
    style_.color = wants_color(options, 1);
    style_.unicode = terminal_is_utf8();
    style_.width = terminal_width();
    if (options_.record) style_.max_lines = 2000;
  }

  // Searches every tree of TEXT. Errors name lines of TEXT if it HAS_LINES.
  void run(Stream& text, bool has_lines) {
    const int before = count_;
    const Value name = has_lines ? make_string(lisp_.heap, text.name()) : nil();
    // Trees are untrusted data: #. is refused.
    lisp_.vm.bind_special(lisp_.symbols.symbol(Sym::star_read_eval), nil());
    for (;; ++count_) {
      SourceMap lines;
      Reader reader(lisp_.text, text, &lines);
      Value tree = reader.read();
      if (tree == kEndOfFile) break;
      // `winnow tree "'((3) 4)"` means the same tree.
      if (is_cons(tree) && car(tree) == lisp_.symbols.symbol(Sym::quote)) tree = car(cdr(tree));
      if (count_ > 0 && !quiet_) out_.put('\n');
      lisp_.forget_form(name, has_lines ? reader.form_line() : 0);
      evaluate(tree);
    }
    if (count_ == before)
      signal_error(lisp_.heap, ConditionKind::end_of_file, "~A holds no tree",
                   {make_string(lisp_.heap, text.name())});
    lisp_.vm.undo_records(1);
  }

 private:
  void evaluate(Value tree) {
    bool to_files = !options_.html.empty() || !options_.svg.empty() || !options_.dot.empty() ||
                    !options_.tikz.empty();
    const std::uint32_t depth =
        options_.depth < 0 ? kNoDepthLimit : static_cast<std::uint32_t>(options_.depth);
    bool small = !quiet_ && count_leaves(lisp_.heap, tree, kDrawnLeaves, depth) < kDrawnLeaves;
    ListTree game(lisp_.heap, depth);
    std::unique_ptr<Recording> recording;
    if (small || to_files || options_.record)
      recording = std::make_unique<Recording>(game, kDrawnNodes,
                                              options_.html.empty() ? 0 : kRecordedEvents);
    const SearchRequest request = this->request();
    search::DistinctLeaves<Value> distinct;
    const bool again = search::evaluates_again(request.algorithm);
    SearchResult result =
        recording ? record_search(game, tree, request, *recording)
                  : search_tree(game, tree, request, again && !quiet_ ? &distinct : nullptr);
    print_answer(result);
    if (!quiet_) {
      const bool is_known = !again || !recording || recording->is_whole();
      const std::uint64_t leaves = !again      ? result.counters.leaves
                                   : recording ? recording->distinct_leaves()
                                               : distinct.count();
      print_leaves(result.counters.leaves, is_known, leaves,
                   count_leaves(lisp_.heap, tree, kCountedLeaves, depth));
      if (!small && !options_.record)
        out_.write(", " + std::to_string(result.counters.cutoffs) +
                   (result.counters.cutoffs == 1 ? " cutoff" : " cutoffs") +
                   "; too large to draw (see --record)");
      out_.put('\n');
    }
    if (!recording) return;
    Explainer explain(*recording, [this](Value v) { return lisp_.to_text(v, true); });
    if (!quiet_ && (small || options_.record))
      for (const std::string& line : explain.cuts())
        out_.write((style_.width > 0 ? wrapped(line, style_.width - 1, 0) : line) + "\n");
    const Value nodes =
        draw::to_vector(lisp_.heap, explain.picture(static_cast<std::size_t>(options_.draw_depth)));
    if (!quiet_ && (small || options_.record)) out_.write(text(nodes));
    if (!to_files) return;
    if (!options_.svg.empty()) write_file(options_.svg, drawing("PICTURE-SVG", {nodes}));
    if (!options_.html.empty())
      write_file(options_.html, draw::to_html(drawing("PICTURE-SVG", {nodes}), explain.steps()));
    if (!options_.dot.empty()) write_file(options_.dot, drawing("PICTURE-DOT", {nodes}));
    if (!options_.tikz.empty()) write_file(options_.tikz, drawing("PICTURE-TIKZ", {nodes}));
  }

  // The string that FUNCTION of lib/search returns.
  std::string drawing(const char* function, std::initializer_list<Value> arguments) {
    return utf8_of(as<String>(lisp_.vm.call(lisp_.heap.symbols->intern(function), arguments)));
  }
  std::string text(Value nodes) {
    return drawing("PICTURE-TEXT",
                   {nodes, truth(style_.unicode), truth(style_.color), fixnum(style_.max_lines),
                    style_.width > 0 ? fixnum(style_.width) : nil()});
  }

  SearchRequest request() const {
    SearchRequest r;
    if (!options_.algorithm.empty()) r.algorithm = *search::algorithm_named(options_.algorithm);
    r.side = options_.minimizer_first ? search::Side::Min : search::Side::Max;
    r.alpha = kLowestScore;
    r.beta = kHighestScore;
    r.first_guess = Value::from_fixnum(0);
    return r;
  }

  // LEAVES: number of distinct leaves evaluated, if IS_KNOWN.  SIZE: leaves of the tree; pruned
  // parts may be circular, so that their leaves cannot be counted.
  void print_leaves(std::uint64_t evaluations, bool is_known, std::uint64_t leaves,
                    std::uint64_t size) {
    const std::string all = (size == kCountedLeaves ? "more than " : "") + std::to_string(size);
    if (!is_known)
      out_.write(std::to_string(evaluations) + " evaluations of leaves, of which there are " + all);
    else
      out_.write(
          std::to_string(leaves) + " of " + all + (size == 1 ? " leaf" : " leaves") + " evaluated" +
          (leaves != evaluations ? ", in " + std::to_string(evaluations) + " evaluations" : ""));
  }

  void write_file(const std::string& file, const std::string& text) {
    if (file == "-") return lisp_.stream(lisp_.standard_output()).write(text);
    std::string name = numbered(file, count_);
    std::ofstream out(name);
    out << text;
    out.close();
    if (!out)
      signal_error(lisp_.heap, ConditionKind::file_error, "Cannot write ~A: ~A",
                   {make_string(lisp_.heap, name), make_string(lisp_.heap, std::strerror(errno))},
                   {make_string(lisp_.heap, name)});
  }

  void print_answer(const SearchResult& result) {
    out_.write("(" + lisp_.to_text(result.value, true) + " ");
    std::string path;
    for (std::uint32_t move : result.principal_variation)
      path += (path.empty() ? "" : " ") + std::to_string(move);
    out_.write((path.empty() ? "NIL" : "(" + path + ")") + ")\n");
  }

  Interpreter& lisp_;
  const SessionOptions::Tree& options_;
  bool quiet_;
  Stream& out_;  // for answers and text drawings
  TextStyle style_;
  int& count_;  // trees so far
};

}  // namespace

bool names_file(const std::string& source) {
  std::size_t first = source.find_first_not_of(" \t\n'");
  if (source == "-" || first == std::string::npos || std::strchr("()", source[first])) return false;
  return access(source.c_str(), F_OK) == 0 || !std::strchr("#+-0123456789", source[first]);
}

void run_tree_command(Interpreter& lisp, const SessionOptions& options, const std::string& source,
                      int& count) {
  TreeCommand command(lisp, options, count);
  if (source == "-") return command.run(lisp.stream(lisp.standard_input()), true);
  if (!names_file(source)) {
    StringInput text(source, "the tree");
    return command.run(text, false);
  }
  // Under its own name, which need not be UTF-8.
  int file = lisp.open_for_reading("tree", source);
  if (file < 0) lisp.cannot_read(source, ENOENT);
  FileStream text(lisp.heap, file, source, true);
  command.run(text, true);
}

}  // namespace winnow

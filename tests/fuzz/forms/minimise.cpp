#include "minimise.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "form.hpp"

namespace winnow::fuzz {

namespace {

class Minimiser {
 public:
  Minimiser(Batches& batches, const std::string& problem, Fault fault, std::uint64_t random)
      : batches_(batches),
        kind_(kind_of(problem)),
        fault_(fault),
        random_(random),
        trials_left_(kind_ == "hang" ? 150 : 1500) {}

  bool shows(const std::vector<std::string>& forms) {
    if (trials_left_ == 0) return false;
    --trials_left_;
    BatchResult result = batches_.run(
        forms.size(), [&](std::size_t i) { return forms[i]; }, fault_, random_);
    return std::any_of(result.finds.begin(), result.finds.end(),
                       [&](const Find& f) { return kind_of(f.problem) == kind_; });
  }

  // Omits forms: first half of them, then fewer.
  void leave_out(std::vector<std::string>& forms) {
    if (shows({forms.back()})) {
      forms = {forms.back()};
      return;
    }
    for (std::size_t size = forms.size() / 2; size > 0; size /= 2)
      for (std::size_t at = 0; at + size < forms.size();) {
        std::vector<std::string> fewer(forms);
        auto from = fewer.begin() + static_cast<std::ptrdiff_t>(at);
        fewer.erase(from, from + static_cast<std::ptrdiff_t>(size));
        if (shows(fewer))
          forms = std::move(fewer);
        else
          at += size;
      }
  }

  // Reduces the form with index I of FORMS, whose tree is TREE.
  void shrink(std::vector<std::string>& forms, std::size_t i, Form& tree) {
    auto still = [&](const Form& other) {
      std::vector<std::string> tried(forms);
      tried[i] = text_of(other);
      if (tried[i].size() >= forms[i].size() || !shows(tried)) return false;
      forms = std::move(tried);
      return true;
    };
    while (shrink_once(tree, tree, still)) {
    }
  }

 private:
  // Tries each way to reduce PART of TREE; STILL returns whether the problem still appears.
  bool shrink_once(Form& tree, Form& part, const std::function<bool(const Form&)>& still) {
    Form before = part;
    auto try_it = [&](Form other) {
      part = std::move(other);
      if (still(tree)) return true;
      part = before;
      return false;
    };
    for (const char* atom : {"NIL", "1"})
      if (part.is_list || part.atom.size() > 2)
        if (try_it({atom, {}})) return true;
    if (!part.is_list) return false;
    for (const Form& child : before.parts)
      if (try_it(child)) return true;
    for (std::size_t k = 0; k < before.parts.size(); ++k) {
      Form fewer = before;
      fewer.parts.erase(fewer.parts.begin() + static_cast<std::ptrdiff_t>(k));
      if (try_it(fewer)) return true;
    }
    for (Form& child : part.parts)
      if (shrink_once(tree, child, still)) return true;
    return false;
  }

  Batches& batches_;
  std::string kind_;
  Fault fault_;
  std::uint64_t random_;
  int trials_left_;
};

}  // namespace

std::vector<std::string> minimise(Trial& trial, Batches& batches, std::vector<std::string> forms,
                                  const std::string& problem, Fault fault, std::uint64_t random) {
  Minimiser minimiser(batches, problem, fault, random);
  if (!minimiser.shows(forms)) return {};
  minimiser.leave_out(forms);
  for (std::size_t i = forms.size(); i-- > 0;) {
    std::vector<Form> trees = read_forms(trial.lisp(), forms[i]);
    if (trees.size() == 1) minimiser.shrink(forms, i, trees[0]);
  }
  return forms;
}

std::string write_test(const std::string& folder, const std::vector<std::string>& forms,
                       const std::string& problem) {
  // Named after the problem and the operators of the last form.
  std::string name;
  for (char c : kind_of(problem).substr(0, 24) + "-" + forms.back().substr(0, 40)) {
    if (std::isalnum(static_cast<unsigned char>(c)))
      name += static_cast<char>(std::tolower(c));
    else if (!name.empty() && name.back() != '-')
      name += '-';
  }
  std::filesystem::create_directories(folder);
  std::string path = folder + "/" + name + ".lisp";
  if (std::filesystem::exists(path)) return "";
  std::ofstream out(path);
  std::string first_line = problem.substr(0, problem.find('\n'));
  out << ";;;; Found by tests/fuzz: " << first_line << "\n";
  for (std::size_t i = 0; i < forms.size(); ++i)
    out << "(progn (ignore-errors " << forms[i] << ") t)  ;=> T\n";
  return path;
}

}  // namespace winnow::fuzz

// Random forms. Their parts come from three sources: grammar.lisp (kinds of arguments with nearly
// valid and absurd values; shapes of special forms), the running system (every function, macro and
// special form with its lambda list, every variable), and seeds (forms of the test suites and
// docstrings, in which parts are replaced).
//
// In a shape an atom ?KIND is replaced by one of that kind's alternatives. Built-in kinds:
//   ?call   a call of any operator, with arguments chosen by the words of its lambda list
//   ?seed   a seed with some parts replaced
//   ?new    a new variable;  ?var: a variable bound around the place, or a global one
//   ?operator, ?symbol   a name
// A whole form is of the kind FORM or, for a stretch of consecutive forms, of the kind KEEPING:
// these keep objects, functions and types for each other and redefine them.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "form.hpp"
#include "host/random.hpp"

namespace winnow::fuzz {

class Grammar {
 public:
  // FILE is grammar.lisp; SEEDS are files of forms.
  Grammar(Interpreter& lisp, const std::string& file, const std::vector<std::string>& seeds);

  // The form with number INDEX of the sequence that SEED determines.
  std::string form(std::uint64_t seed, std::uint64_t index);

  // The seeds unchanged, in order.
  const std::vector<Form>& seeds() const { return seeds_; }

 private:
  struct Kind {
    std::vector<Form> all;
    std::vector<Form> leaves;  // alternatives that contain no kind
  };
  struct Operator {
    std::string name;
    Form parameters;
    bool takes_forms;  // a macro: its arguments are not evaluated
  };

  void read_grammar(Interpreter& lisp, const std::string& file);
  void read_operators(Interpreter& lisp);

  std::size_t below(std::size_t n) { return static_cast<std::size_t>(random_.next() % n); }
  bool chance(unsigned percent) { return random_.next() % 100 < percent; }
  template <class T>
  const T& one_of(const std::vector<T>& all) {
    return all[below(all.size())];
  }

  void expand(const Form& shape);
  void expand_name(const std::string& name);
  void expand_kind(const Kind& kind);
  void call();
  void parameters(const Form& list, bool takes_forms, char section);
  void argument(const std::string& word, bool takes_forms);
  void mutated(const Form& seed, unsigned percent);
  void variable();

  std::map<std::string, Kind> kinds_;
  std::map<std::string, std::string> kind_of_word_;  // by parameter name
  std::vector<std::string> excluded_;
  std::vector<Operator> operators_;
  std::vector<std::string> variables_;
  std::vector<std::string> symbols_;
  std::vector<Form> seeds_;
  std::map<std::string, Form> shapes_of_special_forms_;

  // State while a form is generated:
  Random random_;
  std::string text_;
  int depth_ = 0;
  std::size_t bound_ = 0;  // variables v0, v1 ... are bound
};

}  // namespace winnow::fuzz

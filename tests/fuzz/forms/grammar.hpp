// Random forms. What may stand where comes from three places: grammar.lisp (kinds of arguments and
// their values, nearly right and absurd; shapes of special forms), the running system (every
// function, macro and special form with its lambda list, every variable), and seeds (forms of the
// test suites and of the docstrings, in which parts are exchanged).
//
// In a shape an atom ?KIND stands for one of that kind's alternatives. The grammar itself knows
//   ?call   a call of any operator, with arguments as the words of its lambda list suggest
//   ?seed   a seed with some parts exchanged
//   ?new    a new variable;  ?var: one that is bound around the place, or a global one
//   ?operator, ?symbol   a name
// A whole form is of the kind FORM or, for a stretch of forms in a row, of the kind KEEPING: these
// keep objects, functions and types for each other and redefine them.
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

  // The form number INDEX of those that SEED gives.
  std::string form(std::uint64_t seed, std::uint64_t index);

  // The seeds as they are, in order.
  const std::vector<Form>& seeds() const { return seeds_; }

 private:
  struct Kind {
    std::vector<Form> all;
    std::vector<Form> leaves;  // those in which no kind is named
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
  std::map<std::string, std::string> kind_of_word_;  // of a parameter
  std::vector<std::string> left_out_;
  std::vector<Operator> operators_;
  std::vector<std::string> variables_;
  std::vector<std::string> symbols_;
  std::vector<Form> seeds_;
  std::map<std::string, Form> shapes_of_special_forms_;

  // While a form is made:
  Random random_;
  std::string text_;
  int depth_ = 0;
  std::size_t bound_ = 0;  // variables v0, v1 ... are bound here
};

}  // namespace winnow::fuzz

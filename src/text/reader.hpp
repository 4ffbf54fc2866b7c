// Text to data. Nesting costs memory but no C++ stack: open lists and prefixes lie in a row.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "data/source_map.hpp"
#include "heap/heap.hpp"
#include "heap/roots.hpp"
#include "text/readtable.hpp"
#include "text/text_system.hpp"
#include "text/variables.hpp"

namespace winnow {

// What a READ shares with those that macro functions call inside it (RECURSIVE-P).
struct Reading {
  explicit Reading(Heap& heap) : objects(heap) {}
  struct Label {
    std::size_t place;         // in OBJECTS
    bool is_complete = false;  // its object was read
    bool is_used = false;      // its placeholder was, inside the object
  };
  std::unordered_map<std::int64_t, Label> labels;
  ValueVector objects;  // for each label its object, or a placeholder for it
  int backquotes = 0;   // open ones, less the commas
};

class Reader {
 public:
  // LINES: where to note the line of each list of a text that is loaded or typed; there one
  // parenthesis too many is forgiven. INSIDE: the read that this one is a part of.
  Reader(TextSystem& text, Stream& stream, SourceMap* lines = nullptr, Reading* inside = nullptr);

  // The next object, or kEndOfFile where nothing is left. Signals reader-error, or end-of-file when
  // the text ends inside an object; the message says where that begins.
  Value read();
  // The objects up to the character CLOSER, as a list.
  Value read_delimited(char32_t closer);
  // What MACRO makes of the character C, just read (and of what follows), or kAbsent if nothing.
  // ARGUMENT: the number between # and C, or -1.
  Value run_macro(ReaderMacro macro, char32_t c, std::int64_t argument);

  // The line on which the object returned last begins.
  int form_line() const { return form_line_; }

  // Takes the character that ended a symbol or number if it is white space, as READ does.
  void skip_one_space();

 private:
  enum class Kind : std::uint8_t {
    List,
    Vector,
    Elements,  // of a list without a dot
    Prefix,
    Eval,
    Feature,
    Kept,  // what follows a feature expression that is true
    Skip,
    Label,
    Array,
    Structure,
    Complex,
    Pathname
  };
  struct Open {
    static constexpr char32_t kNone = ~char32_t{0};  // no character
    Kind kind;
    char32_t opener;
    char32_t closer;  // of a list; else kNone
    int line;
    enum {
      Elements,
      Tail,
      Closed
    } dots;               // in a list: before a dot, after it, after the object there
    std::int64_t number;  // label, rank, length; for Feature: 1 if #+
    int backquotes;       // as they were outside
    int skipping;
  };

  // reader.cpp: the loop
  void begin();
  void refresh();
  Value run();
  void note_astray();
  bool read_step(Value& out);  // true when a whole object arrived in OUT
  bool deliver(Value v, Value& out);
  void add_element(Value v);
  void refuse_splice(Value v);
  bool close_list(Value& out);
  bool close_all(Value& out);
  bool take_dot();
  void skip_object();
  Open close();
  void open(Kind kind, char32_t opener, Value head, std::int64_t number = -1,
            char32_t closer = Open::kNone);
  bool run_function(Value function, char32_t c, Value argument, Value& out);
  Value finish(const Open& done, Value head, Value v);
  Value make_vector_of(Value list, std::int64_t length);
  Value make_array_of(Value contents, std::int64_t rank);
  bool has_feature(Value expression);
  Value lisp_1_5_truth(bool is_value);
  Value resolve_labels(Value v, Value placeholder, Value object);

  // macro_characters.cpp: what the standard's do
  bool macro_character(ReaderMacro macro, char32_t c, std::int64_t argument, Value& out);
  bool dispatch(char32_t c, Value& out);
  void open_quotation(Sym op);
  void open_comma();
  Value read_string(char32_t closer);
  Value read_character();
  Value read_radix(std::int64_t base);
  Value read_uninterned();
  Value read_bit_vector(std::int64_t length);
  Value read_pathname(Value name);
  Value read_complex(Value parts);
  Value read_structure(Value list);
  Value use_label(std::int64_t number);
  void define_label(std::int64_t number);
  void skip_line();
  void skip_block_comment();

  // tokens.cpp
  void read_token(char32_t first);
  void read_token() { read_token(static_cast<char32_t>(require())); }
  void read_literal();
  Value number_of_token(int base);
  Value octal_of_token();
  Value token_value();
  Value intern_token();
  bool is_terminator(std::int32_t c);

  // plain_text.cpp
  bool read_plain(Value& out);
  bool ends_token(const char* p, const char* end) const;
  Value take_plain_integer(const char* p, const char* end);
  Value take_plain_symbol(const char* p, const char* end);

  Syntax syntax(char32_t c) {
    return c < 128 ? static_cast<Syntax>(row_[c]) : syntax_of(heap_, table_, c);
  }
  // Of the byte at P; Invalid where that is no ASCII character.
  Syntax syntax_at(const char* p) const {
    return static_cast<Syntax>(row_[static_cast<unsigned char>(*p)]);
  }
  std::int32_t next();
  std::int32_t require();  // next character; an error at the end
  bool is_suppressed() const { return skipping_ > 0; }
  Value stream_object() { return text_.streams.object_of(stream_, StreamObject::kInput); }
  [[noreturn]] void fail(const char* control, std::initializer_list<Value> arguments = {});
  [[noreturn]] void end_inside();
  [[noreturn]] void end_inside(const char* what, int line);
  Value character_text(char32_t c);

  TextSystem& text_;
  Heap& heap_;
  Stream& stream_;
  SourceMap* lines_;
  ReadVariables variables_;
  const Readtable* table_;
  const std::uint8_t* row_;    // its syntax types of ASCII characters; Invalid for other bytes
  bool plain_digits_ = false;  // digits are constituents, of numbers in base ten
  Reading own_;
  Reading& shared_;
  std::vector<Open> open_;
  ValueVector heads_;  // for each open list its first cell, for a prefix its symbol
  ValueVector tails_;
  bool closing_ = false;  // ] was read, and lists are open that it closes
  int skipping_ = 0;
  int features_ = 0;  // open #+ and #- whose expression is being read
  int form_line_ = 1;
  bool ended_by_token_ = false;
  bool after_line_ = false;  // the next character stands in column 0
  int astray_line_ = 0;      // of the first such parenthesis inside the form; 0: there is none
  std::string astray_;       // the beginning of that line
  static constexpr std::size_t kLongestAstray = 60;
  std::uint64_t steps_ = 0;

  // The token read last: its text in the readtable's case, where its first and last colons that
  // are not escaped stand, whether anything was escaped.
  static constexpr std::size_t kNone = std::u32string::npos;
  std::u32string token_;
  std::size_t first_colon_ = kNone;
  std::size_t last_colon_ = kNone;
  bool escaped_ = false;
  bool in_nameless_ = false;  // ||:x, a symbol of the package whose name is empty
  std::u32string escapes_;    // while a token is read: which characters were escaped (1) or not (0)
};

}  // namespace winnow

// The reader. It does not recurse: open lists and prefixes are kept in a vector.
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

// The state that a READ shares with the recursive READs of macro functions (RECURSIVE-P).
struct Reading {
  explicit Reading(Heap& heap) : objects(heap) {}
  struct Label {
    std::size_t place;         // index in `objects`
    bool is_complete = false;  // its object has been read
    bool is_used = false;      // its placeholder occurs inside the object
  };
  std::unordered_map<std::int64_t, Label> labels;
  ValueVector objects;  // for each label its object, or a placeholder for it
  int backquotes = 0;   // number of open backquotes minus number of open commas
};

class Reader {
 public:
  // LINES: records the line of each list, for source that is loaded or typed; an unmatched close
  // parenthesis is then only a warning. INSIDE: the enclosing read of a recursive one.
  Reader(TextSystem& text, Stream& stream, SourceMap* lines = nullptr, Reading* inside = nullptr);

  // The next object, or kEndOfFile. Signals a reader-error, or end-of-file if the text ends inside
  // an object; the message gives the line on which the object begins.
  Value read();
  // The list of the objects up to the character CLOSER.
  Value read_delimited(char32_t closer);
  // The object that MACRO reads after the character C, or kAbsent if it reads none. ARGUMENT: the
  // number between # and C, or -1.
  Value run_macro(ReaderMacro macro, char32_t c, std::int64_t argument);

  // The position of the last object; the column is known if LINES was given.
  SourcePosition form_position() const { return form_at_; }

  // Consumes the character after a symbol or number if it is white space, as READ does.
  void skip_one_space();

 private:
  enum class Kind : std::uint8_t {
    List,
    Vector,
    Elements,  // the objects that read_delimited reads; a dot is an error
    Prefix,
    Eval,
    Feature,
    Kept,  // the object after a feature expression that is true
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
    SourcePosition at;
    enum { Elements, Tail, Closed } dots;  // in a list: before the dot, after it, after the tail
    std::int64_t number;                   // label, rank or length; for Feature: 1 if #+
    int backquotes;                        // the values outside
    int skipping;
  };

  // reader.cpp: the loop
  void begin();
  void refresh();
  Value run();
  void note_astray();
  bool read_step(Value& out);  // returns true if it has read a whole object into OUT
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

  // macro_characters.cpp: the standard macro characters
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
  // The syntax type of the byte at P; Invalid if it is not an ASCII character.
  Syntax syntax_at(const char* p) const {
    return static_cast<Syntax>(row_[static_cast<unsigned char>(*p)]);
  }
  std::int32_t next();
  std::int32_t require();  // the next character; at the end it signals an error
  bool is_suppressed() const { return skipping_ > 0; }
  Value stream_object() { return text_.streams.object_of(stream_, StreamObject::kInput); }
  [[noreturn]] void fail(const char* control, std::initializer_list<Value> arguments = {});
  [[noreturn]] void end_inside();
  [[noreturn]] void end_inside(const char* what, SourcePosition begin);
  // The position of the last COUNT characters; its column is 0 if it is not known.
  SourcePosition read_before(int count) const;
  Value character_text(char32_t c);

  TextSystem& text_;
  Heap& heap_;
  Stream& stream_;
  SourceMap* lines_;
  ReadVariables variables_;
  const Readtable* table_;
  const std::uint8_t* row_;    // the syntax types of ASCII characters; Invalid for other bytes
  bool plain_digits_ = false;  // digits are constituents, and the base is ten
  Reading own_;
  Reading& shared_;
  std::vector<Open> open_;
  ValueVector heads_;  // for each open list its first cell, for a prefix its symbol
  ValueVector tails_;
  bool closing_ = false;  // ] was read, which has more lists to close
  int skipping_ = 0;
  int features_ = 0;  // open #+ and #- whose expression is being read
  SourcePosition form_at_{1, 0};
  bool ended_by_token_ = false;
  bool after_line_ = false;  // the next character is in column 0
  int astray_line_ = 0;      // line of the first open parenthesis in column 0 inside the form, or 0
  std::string astray_;       // the beginning of that line
  static constexpr std::size_t kLongestAstray = 60;
  std::uint64_t steps_ = 0;

  // The last token: its text in the readtable's case, the positions of its first and last unescaped
  // colons, and whether it has escapes.
  static constexpr std::size_t kNone = std::u32string::npos;
  std::u32string token_;
  std::size_t first_colon_ = kNone;
  std::size_t last_colon_ = kNone;
  bool escaped_ = false;
  bool in_nameless_ = false;  // ||:x, a symbol of the package whose name is empty
  std::u32string escapes_;    // for each character of the token being read: 1 if it was escaped
};

}  // namespace winnow

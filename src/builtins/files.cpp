// Files: opening, positions, directories, loading.
#include <fcntl.h>
#include <pwd.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>

#include "builtins/replacement.hpp"
#include "builtins/stream_arguments.hpp"
#include "data/package.hpp"
#include "data/structure_type.hpp"
#include "text/streams/file_stream.hpp"
#include "text/streams/string_streams.hpp"

namespace winnow {

std::string path_of(Interpreter& lisp, const char* name, Value v) {
  Heap& heap = lisp.heap;
  bool is_file = is_stream_of_kind(v, StreamObject::File);
  if (is_symbol(v) && !is_nil(v)) {
    std::u32string text = text_of(as<String>(as_symbol(v)->name));
    std::string path;
    for (char32_t c : text) unicode::append_utf8(path, unicode::downcase(c));
    return path;
  }
  if (!is_string(v) && !is_file && file_named_by(heap, v) == kAbsent)
    signal_wrong_type(heap, name, v, {"the name of a file", "(OR PATHNAME STRING SYMBOL)"});
  if (is_file) v = as<StreamObject>(v)->first;
  // NATIVE-NAMESTRING is in lib/io/pathnames.lisp, so it is undefined while the library is loaded.
  Value native = lisp.symbols.symbol(Sym::native_namestring);
  if (as<Symbol>(native)->function != undefined_function()) v = lisp.vm.call(native, {v});
  return utf8_of(string_view_of(lisp.heap, v));
}

void signal_file_error(Heap& heap, const char* operation, const std::string& path, int error) {
  Value name = make_string(heap, path);
  signal_error(heap, ConditionKind::file_error, "~A: ~A: ~A",
               {operation_named(heap, operation), name, make_string(heap, std::strerror(error))},
               {name});
}

namespace {

// ---- :ELEMENT-TYPE and :EXTERNAL-FORMAT

constexpr std::uint64_t kMostElementBits = 65536;

// The element type of a file; BITS is 0 for characters.
struct ElementType {
  std::uint64_t bits = 0;
  bool is_signed = false;
};

// The smallest integer type that holds LOW to HIGH.
ElementType integer_type(Value low, Value high) {
  auto bits_of = [](Value n) { return is_integer(n) ? integer_length(n) : kMostElementBits + 1; };
  if (is_integer(low) && integer_sign(low) >= 0)
    return {std::max<std::uint64_t>(1, bits_of(high)), false};
  return {1 + std::max(bits_of(low), bits_of(high)), true};
}

// The smallest element type that includes TYPE according to SUBTYPEP, for types defined by DEFTYPE
// and compound types.
std::optional<ElementType> holder_of(Interpreter& lisp, Value type) {
  Value subtypep = lisp.symbols.intern("SUBTYPEP");
  auto fits = [&](Value holder) { return !is_nil(lisp.call_function(subtypep, {type, holder})); };
  if (fits(lisp.symbols.symbol(Sym::character))) return ElementType{};
  for (const char* name : {"UNSIGNED-BYTE", "SIGNED-BYTE"})
    for (std::uint64_t bits = 8; bits <= 64; bits *= 2)
      if (fits(list_of(lisp.heap, {lisp.symbols.intern(name), fixnum(bits)})))
        return ElementType{bits, *name == 'S'};
  return std::nullopt;
}

ElementType element_type_of(Interpreter& lisp, Value type) {
  Heap& heap = lisp.heap;
  Value head = is_cons(type) ? car(type) : type;
  Value first = is_cons(type) ? second(type) : nil();
  std::string name = is_symbol(head) ? utf8_of(as<String>(as_symbol(head)->name)) : "";
  ElementType found;
  bool known = true;
  if (name == "UNSIGNED-BYTE" || name == "SIGNED-BYTE") {
    bool counted = first.is_fixnum() && first.fixnum() > 0;
    found = {counted ? static_cast<std::uint64_t>(first.fixnum()) : 8, name == "SIGNED-BYTE"};
    known = counted || is_nil(first) || head == type;
  } else if (name == "BIT") {
    found = {1, false};
  } else if (name == "MOD") {
    found = {is_integer(first) && integer_sign(first) > 0
                 ? std::max<std::uint64_t>(
                       1, integer_length(integer_subtract(heap, first, Value::from_fixnum(1))))
                 : kMostElementBits + 1,
             false};
  } else if (name == "INTEGER") {
    // The size of an integer type without bounds is unlimited; 64 bits are used.
    found = is_cons(cdr(cdr(type))) ? integer_type(first, third(type)) : ElementType{64, true};
  } else {
    known = name == "CHARACTER" || name == "BASE-CHAR" || name == "STANDARD-CHAR" ||
            name == "EXTENDED-CHAR" || name == "DEFAULT";
    if (!known) {
      std::optional<ElementType> holder = holder_of(lisp, type);
      known = holder.has_value();
      found = holder.value_or(found);
    }
  }
  if (!known || found.bits > kMostElementBits)
    signal_error(heap, ConditionKind::type_error,
                 "OPEN: expected the element type of a file, got ~S", {type}, {type, nil()});
  return found;
}

Value element_type_object(Interpreter& lisp, ElementType type) {
  if (type.bits == 0) return lisp.symbols.symbol(Sym::character);
  return list_of(lisp.heap, {lisp.symbols.intern(type.is_signed ? "SIGNED-BYTE" : "UNSIGNED-BYTE"),
                             fixnum(type.bits)});
}

std::string option_name(Value v) {
  return is_symbol(v) ? utf8_of(as<String>(as_symbol(v)->name)) : "?";
}

using Encoding = ByteInput::Encoding;

struct ExternalFormat {
  const char* name;
  Encoding encoding;
};

// The first name of each encoding is the one that STREAM-EXTERNAL-FORMAT returns.
constexpr ExternalFormat kExternalFormats[] = {
    {"UTF-8", Encoding::Utf8},        {"UTF8", Encoding::Utf8},
    {"LATIN-1", Encoding::Latin1},    {"LATIN1", Encoding::Latin1},
    {"ISO-8859-1", Encoding::Latin1}, {"ISO8859-1", Encoding::Latin1},
    {"UTF-16BE", Encoding::Utf16Be},  {"UTF-16LE", Encoding::Utf16Le},
    {"UTF-16", Encoding::Utf16Be},    {"UTF16", Encoding::Utf16Be}};

// The value of WINNOW-EXT:*DEFAULT-EXTERNAL-FORMAT*, which does not exist while lib is loaded.
Value default_external_format(Heap& heap) {
  Value package = heap.symbols->find_package(U"WINNOW-EXT");
  if (package == kAbsent) return heap.symbols->keyword(U"UTF-8");
  Value symbol = find_present(package, U"*DEFAULT-EXTERNAL-FORMAT*").symbol;
  if (symbol == kAbsent || as_symbol(symbol)->value == kUnbound)
    return heap.symbols->keyword(U"UTF-8");
  return as_symbol(symbol)->value;
}

// The external format that FORMAT, the value of an argument :EXTERNAL-FORMAT, denotes: a name, or a
// list of a name and options, which are ignored.
const ExternalFormat& external_format_of(Heap& heap, const Key<Value>& format) {
  Value chosen = format ? *format : heap.symbols->keyword(U"DEFAULT");
  auto name_of = [](Value v) { return option_name(is_cons(v) ? car(v) : v); };
  if (name_of(chosen) == "DEFAULT") chosen = default_external_format(heap);
  const std::string name = name_of(chosen);
  for (const ExternalFormat& known : kExternalFormats)
    if (name == known.name) return known;
  signal_error(heap, ConditionKind::simple_error,
               "OPEN: expected :UTF-8, :LATIN-1 or :UTF-16 as :EXTERNAL-FORMAT, got ~S", {chosen});
}

Encoding encoding_of(Heap& heap, const Key<Value>& format) {
  return external_format_of(heap, format).encoding;
}

// Makes FORMAT the format of FILE, whose direction is WAY. Without a byte order in its name, a file
// of UTF-16 begins with a byte order mark.
void set_external_format(FileStream& file, const ExternalFormat& format, const std::string& way,
                         bool is_empty) {
  file.set_encoding(format.encoding);
  if (!file.is_utf16() || std::string_view(format.name).ends_with("E")) return;
  file.has_order_mark = way == "INPUT";
  if (way == "OUTPUT" && is_empty) {
    file.put(0xFEFF);
    file.set_column(0);
  }
}

// ---- opening

// Returns the element of NAMES that OPTION, the value of OPEN's keyword argument NAME, denotes.
std::string checked_option(Heap& heap, const char* name, const Key<Value>& option,
                           const char* otherwise, std::initializer_list<const char*> names) {
  if (!option) return otherwise;
  std::string got = option_name(*option);
  bool nil_means_nil = is_nil(*option) || is_keyword(*option);
  for (const char* n : names)
    if (got == n && nil_means_nil) return got;
  std::string all;
  for (const char* n : names) all += (all.empty() ? "" : ", ") + std::string(n);
  signal_error(heap, ConditionKind::type_error, "OPEN: expected one of ~A as ~A, got ~S",
               {make_string(heap, all), make_string(heap, name), *option}, {*option, nil()});
}

int open_file(Interpreter& lisp, const std::string& path, int flags) {
  int descriptor = lisp.open_descriptor("open", path, flags);
  if (descriptor < 0) signal_file_error(lisp.heap, "open", path, errno);
  return descriptor;
}

DEFUN(open_, "open", "(filename &key direction if-exists if-does-not-exist element-type external-format)", R"doc(
Open the file FILENAME and return a stream.
DIRECTION: :INPUT (default), :OUTPUT, :IO or :PROBE.
IF-EXISTS (for output): :SUPERSEDE (default, also :NEW-VERSION and :RENAME-AND-DELETE) replaces the file when the stream is
closed, and leaves it unchanged if the stream is closed with :ABORT T; :RENAME does the same and keeps the old file as
name.bak; :APPEND writes at the end of the file; :OVERWRITE (default for :IO) writes from the beginning of the file itself;
:ERROR signals an error; NIL returns NIL.
IF-DOES-NOT-EXIST: :CREATE (default for output, unless IF-EXISTS is :APPEND or :OVERWRITE), :ERROR (default for input) or
NIL (default for :PROBE).
ELEMENT-TYPE: CHARACTER (default), or an integer type, such as (UNSIGNED-BYTE 8), for a binary file.
EXTERNAL-FORMAT: :UTF-8, :LATIN-1, :UTF-16BE, :UTF-16LE, or :UTF-16, with a byte order mark (default:
WINNOW-EXT:*DEFAULT-EXTERNAL-FORMAT*, which is :UTF-8).
Signals: file-error; type-error.
Example: (open "/no/such/file" :if-does-not-exist nil) => NIL
)doc", (Interpreter& lisp, Value filename, Key<Value> direction, Key<Value> if_exists, Key<Value> if_missing,
        Key<Value> element_type, Key<Value> external_format)) {
  Heap& heap = lisp.heap;
  std::string path = path_of(lisp, "open", filename);
  std::string way =
      checked_option(heap, ":DIRECTION", direction, "INPUT", {"INPUT", "OUTPUT", "IO", "PROBE"});
  bool output = way == "OUTPUT" || way == "IO";
  std::string exists =
      checked_option(heap, ":IF-EXISTS", if_exists, way == "IO" ? "OVERWRITE" : "SUPERSEDE",
                     {"SUPERSEDE", "NEW-VERSION", "APPEND", "OVERWRITE", "RENAME",
                      "RENAME-AND-DELETE", "ERROR", "NIL"});
  bool goes_on = if_exists && (exists == "APPEND" || exists == "OVERWRITE");
  std::string missing = checked_option(heap, ":IF-DOES-NOT-EXIST", if_missing,
                                       way == "PROBE"       ? "NIL"
                                       : output && !goes_on ? "CREATE"
                                                            : "ERROR",
                                       {"CREATE", "ERROR", "NIL"});
  ElementType type = element_type ? element_type_of(lisp, *element_type) : ElementType{};
  const ExternalFormat& format = external_format_of(heap, external_format);
  if (way == "IO" && format.encoding != Encoding::Utf8 && format.encoding != Encoding::Latin1)
    signal_error(heap, ConditionKind::simple_error,
                 "OPEN: expected :UTF-8 or :LATIN-1 for the direction :IO, got ~S",
                 {lisp.symbols.keyword(unicode::decode_all(format.name))});
  struct stat status {};
  bool there = lisp.host_files.status("open", path, status) == 0;
  if (there && S_ISDIR(status.st_mode)) signal_file_error(heap, "open", path, EISDIR);
  if (!there && missing == "NIL") return nil();
  if (!there && missing == "ERROR") signal_file_error(heap, "open", path, ENOENT);
  if (there && output && exists == "NIL") return nil();
  if (there && output && exists == "ERROR") signal_file_error(heap, "open", path, EEXIST);
  int flags = way == "IO" ? O_RDWR : output ? O_WRONLY : O_RDONLY;
  std::optional<Replacement> replacement;
  // Only regular files are replaced; devices, for example, are written directly.
  bool renews = output && exists != "APPEND" && exists != "OVERWRITE";
  if (there && renews && S_ISREG(status.st_mode))
    replacement.emplace(lisp, path, status, flags, exists == "RENAME");
  if (!there) flags |= O_CREAT;
  if (output && exists == "APPEND") flags |= O_APPEND;
  if (renews) flags |= O_TRUNC;
  bool replaces = replacement && replacement->descriptor() >= 0;
  int descriptor = replaces ? replacement->descriptor() : open_file(lisp, path, flags);
  auto file = std::make_unique<FileStream>(heap, descriptor, path, true);
  if (type.bits == 0) set_external_format(*file, format, way, renews || !there);
  if (type.bits > 0) file->set_element({static_cast<std::uint32_t>(type.bits), type.is_signed});
  if ((flags & O_APPEND) != 0) file->set_position(file->length().value_or(0));
  if (!there) file->provisional = path;
  if (replaces) replacement->attach(*file);
  unsigned ways = way == "IO" ? StreamObject::kInput | StreamObject::kOutput
                  : output    ? StreamObject::kOutput
                              : StreamObject::kInput;
  if (type.bits > 0) ways |= StreamObject::kBinary;
  // The stream stores the logical pathname if it was opened by one.
  Value name = lisp.vm.call(lisp.symbols.intern("LOGICAL-NAME"), {filename});
  if (is_nil(name)) name = make_string(heap, path);
  Value element = element_type_object(lisp, type);
  Value stream = lisp.text.streams.add(std::move(file), StreamObject::File, ways, name, element);
  if (way == "PROBE") lisp.text.streams.close(stream, false);
  return stream;
}

DEFUN(stream_external_format, "stream-external-format", "(stream)", R"doc(
Return the external format of STREAM: :UTF-8, :LATIN-1, :UTF-16BE or :UTF-16LE, or :DEFAULT for a broadcast stream without
targets.
Signals: type-error unless STREAM is a stream.
Example: (stream-external-format *standard-output*) => :UTF-8
)doc", (Interpreter& lisp, Value stream)) {
  lisp.text.streams.checked("stream-external-format", stream);
  auto* object = as<StreamObject>(lisp.text.streams.resolve(stream, StreamObject::kOutput));
  auto* file = dynamic_cast<FileStream*>(object->stream);
  const Encoding encoding = file == nullptr ? Encoding::Utf8 : file->encoding();
  bool to_nowhere = object->kind() == StreamObject::Broadcast && is_nil(object->first);
  if (to_nowhere) return lisp.symbols.intern(":DEFAULT");
  for (const ExternalFormat& known : kExternalFormats)
    if (known.encoding == encoding) return lisp.symbols.keyword(unicode::decode_all(known.name));
  return nil();
}

// ---- positions

// The open stream to which STREAM, which may be composite, refers: its position is
// the position of STREAM.
Stream* placed(Interpreter& lisp, const char* name, Value stream) {
  lisp.text.streams.checked(name, stream);
  auto* object = as<StreamObject>(stream);
  StreamObject::Flag way =
      object->has(StreamObject::kInput) ? StreamObject::kInput : StreamObject::kOutput;
  object = as<StreamObject>(lisp.text.streams.resolve(stream, way));
  if (object->stream == nullptr)
    signal_error(lisp.heap, ConditionKind::stream_error, "~A: ~S is closed",
                 {operation_named(lisp.heap, name), stream}, {stream});
  return object->stream;
}

DEFUN(file_position, "file-position", "(stream &optional position)", R"doc(
Return the position of STREAM, or NIL if it has none. With POSITION, set it and return T, or NIL if that is not possible.
POSITION: an index, :START or :END. An index counts the elements of a binary file, the bytes of a text file, or the
characters of a string.
Signals: type-error, also for a POSITION after the end; stream-error.
Example: (with-input-from-string (s "abc") (read-char s) (file-position s)) => 1
)doc", (Interpreter& lisp, Value stream, MaybeValue position)) {
  Stream* s = placed(lisp, "file-position", stream);
  if (is_instance_stream(stream))
    return call_for_instance(lisp, "INSTANCE-POSITION", {stream, or_nil(position)});
  if (!position) {
    auto at = s->position();
    return at ? fixnum(*at) : nil();
  }
  std::string name = option_name(*position);
  if (is_keyword(*position) && name == "START") return truth(s->set_position(0));
  std::optional<std::uint64_t> length = s->length();
  if (is_keyword(*position) && name == "END") return truth(length && s->set_position(*length));
  if (!is_integer(*position) || integer_sign(*position) < 0)
    signal_wrong_type(lisp.heap, "file-position", *position,
                      {"an index, :START or :END", "(OR UNSIGNED-BYTE (MEMBER :START :END))"});
  if (!length) return nil();
  Value end = fixnum(*length);
  if (!position->is_fixnum() || position->fixnum() > end.fixnum()) {
    Value type = list_of(lisp.heap, {lisp.symbols.intern("INTEGER"), fixnum(0), end});
    signal_error(lisp.heap, ConditionKind::type_error,
                 "FILE-POSITION: expected a position from 0 to ~D, the end, got ~D",
                 {end, *position}, {*position, type});
  }
  return truth(s->set_position(static_cast<std::uint64_t>(position->fixnum())));
}

DEFUN(file_length, "file-length", "(stream)", R"doc(
Return the length of the file of STREAM, in bytes or, for a binary file, in elements.
Signals: type-error unless STREAM is a file stream.
Example: (file-length (make-broadcast-stream)) => 0
)doc", (Interpreter& lisp, Value stream)) {
  StreamObject* object = has_type(stream, Type::Stream) ? as<StreamObject>(stream) : nullptr;
  if (object != nullptr && object->kind() == StreamObject::Synonym)
    object = as<StreamObject>(lisp.text.streams.resolve(stream, StreamObject::kInput));
  std::optional<std::uint64_t> length;
  if (object != nullptr &&
      (object->kind() == StreamObject::File || object->kind() == StreamObject::Broadcast))
    length = placed(lisp, "file-length", to_value(object))->length();
  if (length) return fixnum(*length);
  signal_error(lisp.heap, ConditionKind::type_error,
               "FILE-LENGTH: expected a stream of a file, got ~S", {stream},
               {stream, lisp.symbols.intern("FILE-STREAM")});
}

DEFUN(file_string_length, "file-string-length", "(stream object)", R"doc(
Return the number by which writing OBJECT, a string or character, would advance the position of STREAM.
Signals: type-error unless STREAM is a stream and OBJECT is a string or a character.
Example: (file-string-length *standard-output* "abc") => 3
)doc", (Interpreter& lisp, Value stream, Value object)) {
  Value format = stream_external_format(lisp, stream);
  if (as<StreamObject>(stream)->kind() == StreamObject::Broadcast &&
      is_nil(as<StreamObject>(stream)->first))
    return fixnum(1);
  if (object.is_character()) object = make_string(lisp.heap, 1, object.character());
  if (!is_string(object))
    signal_wrong_type(lisp.heap, "file-string-length", object,
                      {"a string or a character", "(OR STRING CHARACTER)"});
  StringView s = string_view_of(lisp.heap, object);
  bool latin = utf8_of(as<String>(as_symbol(format)->name)) == "LATIN-1";
  return fixnum(latin ? s.length : utf8_of(s).size());
}

// ---- operations on file names

// These functions take names in the syntax of the operating system, except DELETE-FILE and LOAD.

DEFUN(true_name, "true-name", "(name)", R"doc(
Return the absolute name of the file NAME with links resolved, or NIL if the file does not exist.
)doc", (Interpreter& lisp, StringArg name)) {
  std::string path =
      lisp.host_files.true_name("probe-file", utf8_of(string_view_of(lisp.heap, name)));
  return path.empty() ? nil() : make_string(lisp.heap, path);
}

DEFUN(file_date, "file-date", "(name)", R"doc(
Return the universal time at which the file NAME was last written.
Signals: file-error.
)doc", (Interpreter& lisp, StringArg name)) {
  std::string path = utf8_of(string_view_of(lisp.heap, name));
  struct stat status {};
  if (lisp.host_files.status("file-write-date", path, status) != 0)
    signal_file_error(lisp.heap, "file-write-date", path, errno);
  constexpr std::int64_t kFrom1900To1970 = 2'208'988'800;
  return fixnum(status.st_mtime + kFrom1900To1970);
}

DEFUN(file_stream_name, "file-stream-name", "(stream)", R"doc(
Return the name of the file of STREAM: a string, or the logical pathname with which it was opened.
Signals: type-error.
)doc", (Heap& heap, Value stream)) {
  if (!is_stream_of_kind(stream, StreamObject::File))
    signal_wrong_type(heap, "pathname", stream, {"a stream of a file", "FILE-STREAM"});
  return as<StreamObject>(stream)->first;
}

DEFUN(file_owner, "file-owner", "(name)", R"doc(
Return the name of the user who owns the file NAME, or NIL if it is not known.
Signals: file-error.
)doc", (Interpreter& lisp, StringArg name)) {
  std::string path = utf8_of(string_view_of(lisp.heap, name));
  struct stat status {};
  if (lisp.host_files.status("file-author", path, status) != 0)
    signal_file_error(lisp.heap, "file-author", path, errno);
  const passwd* owner = getpwuid(status.st_uid);
  return owner ? make_string(lisp.heap, std::string_view(owner->pw_name)) : nil();
}

DEFUN(directory_entries, "directory-entries", "(directory)", R"doc(
Return a sorted list of the names in DIRECTORY; the names of directories end with a slash. Return NIL if DIRECTORY does not
exist or cannot be read.
Signals: file-error.
)doc", (Interpreter& lisp, StringArg directory)) {
  ListBuilder names(lisp.heap);
  for (const std::string& name :
       lisp.host_files.entries("directory", utf8_of(string_view_of(lisp.heap, directory))))
    names.add(make_string(lisp.heap, name));
  return names.list();
}

DEFUN(make_directory, "make-directory", "(directory)", R"doc(
Create DIRECTORY; return T, or NIL if it exists already.
Signals: file-error.
)doc", (Interpreter& lisp, StringArg directory)) {
  std::string path = utf8_of(string_view_of(lisp.heap, directory));
  if (lisp.host_files.make_directory("ensure-directories-exist", path) == 0) return t();
  if (errno != EEXIST) signal_file_error(lisp.heap, "ensure-directories-exist", path, errno);
  return nil();
}

DEFUN(rename_file_, "move-file", "(from to)", R"doc(
Rename the file FROM to TO; return NIL.
Signals: file-error.
)doc", (Interpreter& lisp, StringArg from, StringArg to)) {
  std::string old_path = utf8_of(string_view_of(lisp.heap, from));
  if (lisp.host_files.rename("rename-file", old_path, utf8_of(string_view_of(lisp.heap, to))) != 0)
    signal_file_error(lisp.heap, "rename-file", old_path, errno);
  return nil();
}

DEFUN(delete_file, "delete-file", "(filename)", R"doc(
Delete the file FILENAME; return T. A FILENAME that ends with a slash denotes a directory, which must be empty.
Signals: file-error.
Example: (handler-case (delete-file "no/such/file") (file-error () 'nothing)) => NOTHING
)doc", (Interpreter& lisp, Value filename)) {
  std::string path = path_of(lisp, "delete-file", filename);
  if (lisp.host_files.remove("delete-file", path) != 0)
    signal_file_error(lisp.heap, "delete-file", path, errno);
  return t();
}

DEFUN(load, "load", "(filename &key verbose print if-does-not-exist external-format)", R"doc(
Read and evaluate the forms of the file FILENAME; return T. *PACKAGE* and *READTABLE* are restored afterwards.
FILENAME: a pathname, a string, a symbol, or an input stream. If the file does not exist, the suffixes ".lisp", ".lsp" and
".wfasl" (a compiled file) are tried.
VERBOSE: print the name of the file (default: *LOAD-VERBOSE*).  PRINT: print the values of each form (default: *LOAD-PRINT*).
IF-DOES-NOT-EXIST: NIL to return NIL instead of signalling an error.  EXTERNAL-FORMAT: as for OPEN.
Signals: file-error; any condition that the forms signal.
Example: (load "/no/such/file" :if-does-not-exist nil) => NIL
)doc", (Interpreter& lisp, Value filename, Key<Value> verbose, Key<Value> print, Key<Value> if_missing,
        Key<Value> external_format)) {
  LoadOptions options;
  options.verbose = !is_nil(value_or(verbose, symbol_value(lisp.heap, Sym::star_load_verbose)));
  options.print = !is_nil(value_or(print, symbol_value(lisp.heap, Sym::star_load_print)));
  options.encoding = encoding_of(lisp.heap, external_format);
  if (has_type(filename, Type::Stream)) {
    bool is_file = is_stream_of_kind(filename, StreamObject::File);
    StreamUse input = lisp.input(filename);
    lisp.loader.load(*input, is_file ? path_of(lisp, "load", filename) : "", options);
    return t();
  }
  std::string path = path_of(lisp, "load", filename);
  for (const char* type : {"", ".lisp", ".lsp", ".wfasl"})
    if (lisp.loader.load_file(path + type, options)) return t();
  if (if_missing && is_nil(*if_missing)) return nil();
  signal_file_error(lisp.heap, "load", path, ENOENT);
}

DEFUN(load_text, "load-text", "(text name line column)", R"doc(
Read and evaluate the forms in the string TEXT as those of a file; return T. *PACKAGE* and *READTABLE* are restored afterwards.
NAME: the name of the file for messages and places of definitions, "" for none.  LINE, COLUMN: of the beginning of TEXT in it.
Signals: type-error; any condition that the forms signal.
Example: (load-text "(defparameter *answer* 42)" "" 1 1) => T
)doc", (Interpreter& lisp, StringArg text, StringArg name, Index line, Index column)) {
  std::string padded = std::string(std::max<std::size_t>(line, 1) - 1, '\n') +
                       std::string(std::max<std::size_t>(column, 1) - 1, ' ') +
                       utf8_of(string_view_of(lisp.heap, text));
  StringInput in(std::move(padded), utf8_of(string_view_of(lisp.heap, name)));
  lisp.loader.load(in, "", {});
  return t();
}

}  // namespace

}  // namespace winnow

#include "shell/standard_streams.hpp"

#include <sys/stat.h>

#include <cerrno>

#include "data/string.hpp"
#include "shell/interpreter.hpp"

namespace winnow {

StandardStreams::StandardStreams(Interpreter& lisp, std::size_t max_output)
    : lisp_(lisp), objects_(lisp.heap), max_output_(max_output), output_left_(max_output) {}

void StandardStreams::open() {
  static constexpr const char* kNames[] = {"standard input", "standard output", "standard error"};
  Heap& heap = lisp_.heap;
  StreamTable& streams = lisp_.text.streams;
  FileStream* files[3];
  for (int i = 0; i < 3; ++i) {
    auto file = std::make_unique<FileStream>(heap, i, kNames[i], false);
    files[i] = file.get();
    files[i]->is_standard = true;
    Value name = make_string(heap, kNames[i]);
    objects_.push(streams.add(std::move(file), StreamObject::File,
                              i == 0 ? StreamObject::kInput : StreamObject::kOutput, name,
                              lisp_.symbols.symbol(Sym::character)));
  }
  files[0]->flush_before_reading = files[1];
  files[1]->line_buffered = files[1]->is_terminal();
  files[2]->line_buffered = true;
  files[1]->allowance = files[2]->allowance = &output_left_;

  constexpr unsigned kBoth = StreamObject::kInput | StreamObject::kOutput;
  define_variable(heap, Sym::star_standard_input, objects_[0]);
  define_variable(heap, Sym::star_standard_output, objects_[1]);
  define_variable(heap, Sym::star_error_output, objects_[2]);
  define_variable(heap, Sym::star_trace_output, objects_[1]);
  define_variable(heap, Sym::star_terminal_io,
                  streams.add(nullptr, StreamObject::TwoWay, kBoth, objects_[0], objects_[1]));
  for (Sym variable : {Sym::star_query_io, Sym::star_debug_io})
    define_variable(heap, variable,
                    streams.add(nullptr, StreamObject::Synonym, kBoth,
                                lisp_.symbols.symbol(Sym::star_terminal_io)));
}

void StandardStreams::bind_variables() {
  lisp_.vm.bind_special(lisp_.symbols.symbol(Sym::star_standard_input), objects_[0]);
  lisp_.vm.bind_special(lisp_.symbols.symbol(Sym::star_standard_output), objects_[1]);
}

void StandardStreams::begin_message(Stream& messages) {
  Stream& out = output();
  lisp_.vm.guarded([&] { out.flush(); });
  struct stat one, two;
  bool beside_output = &messages == &error() && fstat(1, &one) == 0 && fstat(2, &two) == 0 &&
                       one.st_dev == two.st_dev && one.st_ino == two.st_ino;
  if (beside_output && out.column() != 0) messages.set_column(out.column());
  messages.fresh_line();
  if (beside_output) out.set_column(0);
}

bool StandardStreams::handles_failure(int descriptor, int error) {
  if (descriptor == 0) return false;
  if (error == FileStream::kAllowanceSpent) end_for_output();
  // The reader of the output is gone, so an error message would be useless.
  if (descriptor == 1 && error == EPIPE) lisp_.leave(1);
  return descriptor == 2;  // a failure of standard error cannot be reported
}

// Ends the program; only the message that says so is still written, once.
void StandardStreams::end_for_output() {
  if (!lisp_.quitting) {
    lisp_.quitting = true;
    constexpr std::size_t kMessageBytes = 1000;
    output_left_ = kMessageBytes;
    begin_message(error());
    error().write("winnow: the output exceeds " + std::to_string(max_output_) +
                  " bytes (--max-output)\n");
    error().flush();
    output_left_ = 0;
  }
  lisp_.leave(kTooMuchOutput);
}

bool StandardStreams::is_recording() const {
  Value record = symbol_value(lisp_.heap, Sym::star_dribble);
  return is_stream_of_kind(record, StreamObject::File) &&
         as<StreamObject>(record)->has(StreamObject::kOpen);
}

void StandardStreams::record(std::string_view bytes) {
  if (!is_recording()) return;
  Stream& out = *as<StreamObject>(symbol_value(lisp_.heap, Sym::star_dribble))->stream;
  for (char c : bytes) {
    switch (recording_) {
      case Recording::Text:
        if (c == '\033')
          recording_ = Recording::Escape;
        else
          out.put_byte(static_cast<std::uint8_t>(c));
        break;
      case Recording::Escape: recording_ = c == '[' ? Recording::Sequence : Recording::Text; break;
      case Recording::Sequence:
        if (c >= '@' && c <= '~') recording_ = Recording::Text;
        break;
    }
  }
}

}  // namespace winnow

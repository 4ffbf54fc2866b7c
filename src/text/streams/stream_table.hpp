// All open streams of an interpreter, and what Lisp's stream designators mean.
//
// A stream belongs to its Lisp object: when that is garbage the stream goes, too. The collector
// calls after_marking(), which frees what holds nothing that could be lost; a file with unsent
// output stays, to be closed by close_abandoned() where an error can be told.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "heap/heap.hpp"
#include "heap/roots.hpp"
#include "text/streams/stream.hpp"

namespace winnow {

// A stream in use: it is not freed meanwhile, even if it is closed or nobody else holds it.
class StreamUse {
 public:
  explicit StreamUse(Stream& stream) : stream_(&stream) { ++stream.uses_; }
  ~StreamUse();
  StreamUse(const StreamUse&) = delete;
  StreamUse& operator=(const StreamUse&) = delete;
  Stream& operator*() const { return *stream_; }
  Stream* operator->() const { return stream_; }

 private:
  Stream* stream_;
};

class StreamTable : public RootSet {
 public:
  explicit StreamTable(Heap& heap) : RootSet(heap) {}
  ~StreamTable() override;

  // The object of a new stream, which is the table's from now on. FLAGS: the ways it goes.
  Value add(std::unique_ptr<Stream> stream, StreamObject::Kind kind, unsigned flags,
            Value first = nil(), Value second = nil());
  // The object of a stream that C++ holds, good for as long as that lives.
  Value object_of(Stream& stream, unsigned flags);

  // The streams that DESIGNATOR means: NIL for *STANDARD-INPUT* or -OUTPUT*, T for *TERMINAL-IO*.
  // Two-way and synonym streams are followed. Signals a type-error for what is no stream, goes the
  // other way or does not hold CONTENT, a stream-error for one that is closed.
  enum class Content : std::uint8_t { Characters, Bytes, Any };
  StreamUse input(Value designator, Content content = Content::Characters) {
    return use(designator, StreamObject::kInput, content);
  }
  StreamUse output(Value designator, Content content = Content::Characters) {
    return use(designator, StreamObject::kOutput, content);
  }
  // The object behind two-way and synonym streams; WAY is the way to follow.
  Value resolve(Value designator, StreamObject::Flag way);
  // Does the stream hold integers, not characters?
  bool is_binary(Value designator, StreamObject::Flag way);
  // OBJECT if it is a stream; signals a type-error, for OPERATION, if not.
  StreamObject* checked(const char* operation, Value object);

  // Closes the stream of OBJECT; signals a stream-error if what was written cannot be sent.
  void close(Value object, bool abort);

  void mark(Heap& heap) override;  // the objects of streams in use
  void after_marking();
  // Closes streams that nobody holds any more; ON_LOSS is told of output that could not be sent.
  void close_abandoned();
  std::function<void(const std::string& name, int error)> on_loss;

  void for_each(const std::function<void(Stream&)>& visit);
  // Closes the files, and tells nobody what fails.

 private:
  friend class Stream;
  friend class StreamUse;
  void list(Stream& stream);
  void forget(Stream& stream);
  void release(Stream& stream);
  StreamUse use(Value designator, StreamObject::Flag way, Content content);

  std::vector<Stream*> streams_;
  bool has_abandoned_ = false;
};

}  // namespace winnow

// The table of all open streams of an interpreter; it resolves stream designators.
//
// A stream is owned by its Lisp object and deleted after that has become unreachable. The collector
// calls after_marking(), which deletes unreachable streams, except for files with buffered output:
// close_abandoned() closes those later, when an error can be reported.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "heap/heap.hpp"
#include "heap/roots.hpp"
#include "text/streams/stream.hpp"

namespace winnow {

// A reference to a stream in use. It prevents the deletion of the stream, even if the stream is
// closed or unreachable.
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

  // Makes the Lisp object of a new stream, which the table owns from now on. FLAGS: its directions.
  Value add(std::unique_ptr<Stream> stream, StreamObject::Kind kind, unsigned flags,
            Value first = nil(), Value second = nil());
  // The Lisp object of a stream that C++ owns; valid for the lifetime of the stream.
  Value object_of(Stream& stream, unsigned flags);

  // The stream of DESIGNATOR: NIL is *STANDARD-INPUT* or *STANDARD-OUTPUT*, T is *TERMINAL-IO*.
  // Two-way and synonym streams are followed. They signal a type-error for an object that is not a
  // stream, has the other direction or does not hold CONTENT; a stream-error for a closed stream.
  enum class Content : std::uint8_t { Characters, Bytes, Any };
  StreamUse input(Value designator, Content content = Content::Characters) {
    return use(designator, StreamObject::kInput, content);
  }
  StreamUse output(Value designator, Content content = Content::Characters) {
    return use(designator, StreamObject::kOutput, content);
  }
  // The object that two-way and synonym streams refer to in the direction WAY.
  Value resolve(Value designator, StreamObject::Flag way);
  // Does the stream hold integers, not characters?
  bool is_binary(Value designator, StreamObject::Flag way);
  // The stream object of OBJECT: itself or, for an instance of a class below STREAM, the one that
  // calls the functions of its class (called_stream.hpp); NIL for other objects.
  Value stream_of(Value object);
  // OBJECT as a stream; signals a type-error of OPERATION if it is not one.
  StreamObject* checked(const char* operation, Value object);

  // Closes the stream of OBJECT; signals a stream-error if buffered output cannot be written.
  void close(Value object, bool abort);

  void mark(Heap& heap) override;  // the objects of streams in use
  void after_marking();
  // Closes unreachable streams; warns of output that could not be written.
  void close_abandoned();

  void for_each(const std::function<void(Stream&)>& visit);

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

#include "text/streams/stream_table.hpp"

#include <cerrno>
#include <cstring>

#include "data/string.hpp"
#include "data/symbol.hpp"
#include "heap/condition.hpp"
#include "heap/list.hpp"

namespace winnow {

StreamUse::~StreamUse() {
  if (--stream_->uses_ == 0 && stream_->closed_) stream_->table_->release(*stream_);
}

StreamTable::~StreamTable() {
  while (!streams_.empty()) {
    Stream* s = streams_.back();
    forget(*s);
    if (s->owned_) delete s;
  }
}

// ---- the list

void StreamTable::list(Stream& stream) {
  streams_.push_back(&stream);
  stream.table_ = this;
  stream.index_ = streams_.size() - 1;
}

void StreamTable::forget(Stream& stream) {
  streams_[stream.index_] = streams_.back();
  streams_[stream.index_]->index_ = stream.index_;
  streams_.pop_back();
  stream.table_ = nullptr;
  if (is_nil(stream.object_)) return;
  auto* object = as<StreamObject>(stream.object_);
  object->stream = nullptr;
  object->header.flags &= static_cast<std::uint8_t>(~StreamObject::kOpen);
  stream.object_ = nil();
}

// Deletes a stream that is closed or unreachable, unless it has buffered output.
void StreamTable::release(Stream& stream) {
  if (stream.has_unsent()) {
    has_abandoned_ = true;
    return;
  }
  forget(stream);
  delete &stream;
}

Value StreamTable::add(std::unique_ptr<Stream> stream, StreamObject::Kind kind, unsigned flags,
                       Value first, Value second) {
  close_abandoned();
  heap_.consider_native_memory();
  auto* object = heap_.allocate<StreamObject>(
      Type::Stream, sizeof(StreamObject), 0, 0,
      static_cast<std::uint8_t>(flags | static_cast<unsigned>(StreamObject::kOpen)));
  object->header.aux = kind;
  object->first = first;
  object->second = second;
  Value v = to_value(object);
  if (stream) {
    list(*stream);
    object->stream = stream.release();
    object->stream->owned_ = true;
    object->stream->object_ = v;
  }
  return v;
}

Value StreamTable::object_of(Stream& stream, unsigned flags) {
  if (!is_nil(stream.object_)) return stream.object_;
  Value v = add(nullptr, StreamObject::Other, flags);
  list(stream);
  as<StreamObject>(v)->stream = &stream;
  stream.object_ = v;
  return v;
}

void StreamTable::mark(Heap& heap) {
  for (Stream* s : streams_)
    if (s->uses_ > 0) heap.mark_range(&s->object_, 1);
}

void StreamTable::after_marking() {
  for (std::size_t i = streams_.size(); i-- > 0;) {
    Stream& s = *streams_[i];
    if (is_nil(s.object_) || heap_.is_marked(s.object_)) continue;
    s.object_ = nil();
    if (s.owned_)
      release(s);
    else
      forget(s);
  }
}

void StreamTable::close_abandoned() {
  if (!has_abandoned_) return;
  has_abandoned_ = false;
  for (std::size_t i = streams_.size(); i-- > 0;) {
    if (i >= streams_.size()) continue;
    Stream& s = *streams_[i];
    if (!s.owned_ || !is_nil(s.object_)) continue;
    forget(s);
    std::unique_ptr<Stream> dying(&s);
    if (int error = s.close(false); error != 0)
      heap_.upcalls->warn("~A: ~A; what was written last is lost",
                          {make_string(heap_, s.name()), make_string(heap_, std::strerror(error))});
  }
}

void StreamTable::for_each(const std::function<void(Stream&)>& visit) {
  for (std::size_t i = 0; i < streams_.size(); ++i) visit(*streams_[i]);
}

// ---- objects and designators

Value StreamTable::stream_of(Value object) {
  if (has_type(object, Type::Stream)) return object;
  if (!has_type(object, Type::Structure)) return nil();
  return heap_.upcalls->call_function(heap_.symbols->intern("INSTANCE-STREAM"), {object});
}

StreamObject* StreamTable::checked(const char* operation, Value object) {
  Value stream = stream_of(object);
  if (is_nil(stream)) signal_wrong_type(heap_, operation, object, "a stream");
  return as<StreamObject>(stream);
}

Value StreamTable::resolve(Value designator, StreamObject::Flag way) {
  bool input = way == StreamObject::kInput;
  Value v = is_nil(designator)
                ? symbol_value(heap_, input ? Sym::star_standard_input : Sym::star_standard_output)
            : designator == t() ? symbol_value(heap_, Sym::star_terminal_io)
                                : designator;
  constexpr int kMostLinks = 10'000;
  for (int links = 0; links < kMostLinks; ++links) {
    StreamObject* object = checked("%stream", v);
    v = to_value(object);
    if (object->kind() == StreamObject::TwoWay && object->has(StreamObject::kOpen))
      v = input ? object->first : object->second;
    else if (object->kind() == StreamObject::Synonym && object->has(StreamObject::kOpen))
      v = as_symbol(object->first)->value;
    else
      return v;
    if (v == kUnbound)
      signal_error(heap_, ConditionKind::unbound_variable,
                   "The variable ~S of a synonym stream has no value", {object->first},
                   {object->first});
  }
  signal_error(heap_, ConditionKind::stream_error, "Circular synonym stream", {}, {v});
}

bool StreamTable::is_binary(Value designator, StreamObject::Flag way) {
  for (std::size_t links = 0;; ++links) {
    heap_.poll_at(links);
    auto* object = as<StreamObject>(resolve(designator, way));
    switch (object->kind()) {
      case StreamObject::Echo:
        designator = way == StreamObject::kInput ? object->first : object->second;
        break;
      case StreamObject::Broadcast:
      case StreamObject::Concatenated:
        if (is_nil(object->first)) return false;
        designator = car(object->first);
        break;
      default: return object->has(StreamObject::kBinary);
    }
  }
}

StreamUse StreamTable::use(Value designator, StreamObject::Flag way, Content content) {
  Value v = resolve(designator, way);
  auto* object = as<StreamObject>(v);
  bool input = way == StreamObject::kInput;
  auto type = [&](const char* predicate) {
    return list_of(heap_, {heap_.symbols->intern("SATISFIES"), heap_.symbols->intern(predicate)});
  };
  if (!object->has(StreamObject::kOpen))
    signal_error(heap_, ConditionKind::stream_error, "~S is closed", {v}, {v});
  if (!object->has(way))
    signal_error(heap_, ConditionKind::type_error,
                 input ? "~S is not an input stream" : "~S is not an output stream", {v},
                 {v, type(input ? "INPUT-STREAM-P" : "OUTPUT-STREAM-P")});
  bool whole = object->kind() == StreamObject::File || object->kind() == StreamObject::String;
  bool bytes = content == Content::Bytes;
  if (whole && content != Content::Any && object->has(StreamObject::kBinary) != bytes)
    signal_error(heap_, ConditionKind::type_error,
                 bytes ? "~S is a stream of characters, not of bytes (see :ELEMENT-TYPE of OPEN)"
                       : "~S is a stream of bytes, not of characters",
                 {v}, {v, type(bytes ? "BYTE-STREAM-P" : "CHARACTER-STREAM-P")});
  if (!heap_.native_stack.has_room())
    signal_error(heap_, ConditionKind::storage_condition, "Streams are nested too deeply", {});
  return StreamUse(*object->stream);
}

void StreamTable::close(Value v, bool abort) {
  StreamObject* object = checked("close", v);
  Stream* stream = object->stream;
  bool was_open = object->has(StreamObject::kOpen);
  object->header.flags &= static_cast<std::uint8_t>(~StreamObject::kOpen);
  if (stream == nullptr || !was_open) return;
  if (!stream->owned_) return forget(*stream);
  std::string name = stream->name();
  int error = [&] {
    StreamUse until_closed(*stream);
    stream->closed_ = true;
    return stream->close(abort);
  }();
  if (error != 0)
    signal_error(heap_, ConditionKind::stream_error, "~A: ~A",
                 {make_string(heap_, name), make_string(heap_, std::strerror(error))}, {v});
}

}  // namespace winnow

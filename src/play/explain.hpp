// What a recorded search of a list tree did, in words and as a picture.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "draw/tree.hpp"
#include "play/list_tree.hpp"
#include "search/recording.hpp"

namespace winnow {

using Recording = search::Recording<Value>;
using RecordedNode = search::RecordedNode<Value>;
// So many positions are recorded at most; each takes some 150 bytes.
constexpr std::size_t kRecordedNodes = 1'000'000;
// More steps than this nobody follows on a page.
constexpr std::size_t kRecordedEvents = 20'000;
using Show = std::function<std::string(Value)>;  // prints a score or a tree

// Each cut in a line: where, why, and what was left out.
std::vector<std::string> explain_cuts(const RecordedNode& root, Value tree, const Show& show);

// In a sentence, what became of the position that PATH, moves from 1, leads to in the search of TREE.
std::string explain_position(const RecordedNode& root, Value tree, const std::vector<std::uint32_t>& path,
                             const Show& show);

// What happened, step by step, for a page.
std::vector<draw::Step> steps_of(const Recording& recording, const Show& show);

// The recorded search as a picture. LINE: the moves of the principal variation.
draw::Node picture(const RecordedNode& root, Value tree, const std::vector<std::uint32_t>& line, const Show& show);

}  // namespace winnow

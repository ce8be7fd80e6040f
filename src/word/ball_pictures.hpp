// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>

#include "word/ball.hpp"

namespace wreath::word {

/// A Cayley ball in Graphviz's language: an element has its normal form as its name, a generator a colour. An inverse letter is
/// the same arrow backwards and is not drawn; a letter that is its own inverse has no arrowhead.
std::string ball_dot(const Ball& ball, std::span<const Ball::Element> edges, const Alphabet& alphabet);

}  // namespace wreath::word

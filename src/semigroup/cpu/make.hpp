// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "semigroup/enumerate/word_tree.hpp"

namespace wreath::semigroup {

/// A backend on the CPU that keeps elements as `keep` says (not automatic, not disk). `tracked` are all points, or the base.
/// Generators and tree must live as long.
/// `memory` is what may be taken at once.
std::unique_ptr<Backend> make_cpu_backend(const Generators& generators, std::span<const Point> tracked, Method method,
                                          const WordTree& tree, unsigned threads, std::uint64_t memory);

}  // namespace wreath::semigroup

// SPDX-License-Identifier: MIT
#pragma once

#include "orbit/backend.hpp"
#include "orbit/plan.hpp"
#include "wreath/orbit/search.hpp"

namespace wreath::orbit {

struct Search::Body {
  Generators generators;
  Start start;
  Start origin;  // where the backend starts: at the identity if states have elements (families.hpp)
  Options options;
  Plan plan;
  bool planned = false;
  std::unique_ptr<Backend> backend;
  std::vector<std::uint64_t> levels{1};
  std::uint64_t states = 1;
  bool complete = false;
  bool inside_level = false;  // stopped while a level was made

  /// Makes the plan, once; and with it the backend. Throw Stopped.
  void choose(RunControl& run);
  void prepare(RunControl& run);
  void add_level(std::uint64_t found);
  void save(ByteWriter& into) const;
};

}  // namespace wreath::orbit

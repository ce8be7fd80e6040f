// SPDX-License-Identifier: MIT
#pragma once

#include "core/io/byte_writer.hpp"
#include "core/text/json.hpp"
#include "wreath/coset/files.hpp"

namespace wreath::coset {

struct EnumerationSaver {
  /// What Enumeration::restore takes up, piece by piece: no table is copied.
  static void save(const Enumeration& enumeration, ByteWriter& into);
};

/// How many steps of an enumeration are made between two looks at its checkpoint.
class CheckpointPace {
 public:
  explicit CheckpointPace(const RunFiles& files) : keeps_(!files.empty()), first_resumed_(!files.resume.empty()) {}
  std::uint64_t next();

 private:
  bool keeps_;
  bool first_resumed_;
};

/// Letters with their inverses; relators and subgroup.
Json letters_to_json(const Problem& problem);
Json words_to_json(const Problem& problem);
/// Letters, relators, subgroup and name, and back. Throws InputError or Json::exception if the JSON is not that of a problem.
Json problem_to_json(const Problem& problem);
Problem problem_from_json(const Json& json);

}  // namespace wreath::coset

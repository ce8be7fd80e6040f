// SPDX-License-Identifier: MIT
#pragma once

#include "core/io/byte_writer.hpp"
#include "core/parallel/function_ref.hpp"
#include "core/run/json.hpp"
#include "wreath/coset/files.hpp"

namespace wreath::coset {

struct EnumerationSaver {
  /// What Enumeration::restore takes up, piece by piece: no table is copied.
  static void save(const Enumeration& enumeration, ByteWriter& into);
};

/// Enumeration::run with save() now and then, and at the end if it is not complete; of_complete: whatever it is.
bool run_and_save(Enumeration& enumeration, double save_every, bool of_complete, FunctionRef<void()> save, RunControl& run);

/// Letters, relators, subgroup and name, and back. Throws InputError or Json::exception if the JSON is not that of a problem.
Json problem_to_json(const Problem& problem);
Problem problem_from_json(const Json& json);

}  // namespace wreath::coset

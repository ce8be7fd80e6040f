// SPDX-License-Identifier: MIT
//
// What a search asks of the machine: the seam between the engine and cpu/ and cuda/.
//
// A backend holds the states found so far, in one of the forms of plan.hpp, and makes a level at a time.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "core/io/byte_reader.hpp"
#include "core/io/byte_writer.hpp"
#include "core/parallel/function_ref.hpp"
#include "core/run/stop_check.hpp"
#include "wreath/orbit/search.hpp"

namespace wreath::orbit {

struct Plan;

class Backend {
 public:
  virtual ~Backend() = default;

  /// Makes the next level and returns the number of its states. Throws Stopped if the run was asked to stop: then nothing is
  /// lost, and the next call makes the same level. Throws ResourceError, likewise, if memory does not suffice.
  virtual std::uint64_t expand(RunControl& run) = 0;

  /// Whether the search is to stop. If several ranks search together, all get the same answer, and all ask.
  virtual bool should_stop(RunControl& run) { return run.should_stop(); }

  /// visit(state) for the states of the last level until it returns false. Cells and chains need Options::keep_last.
  virtual void visit_last_level(FunctionRef<bool(const State&)> visit) const = 0;
  /// The distances of all states modulo 3, by the number of the form: two bits each, 3 for numbers that are not states. Empty if
  /// they were not kept. Throws Stopped if the run stops.
  virtual std::vector<std::uint8_t> distances(StopCheck) const { return {}; }

  /// Before a checkpoint, if several ranks search together: brings all rows to the first rank, which saves. Collective.
  virtual void gather() {}
  virtual void save(ByteWriter& into) const = 0;
  virtual void restore(ByteReader& from) = 0;
  virtual std::uint64_t memory() const = 0;
  virtual DiskTraffic traffic() const { return {}; }
  virtual std::string_view name() const = 0;
};

/// The backend for the plan, which must outlive it.
std::unique_ptr<Backend> make_backend(const Plan& plan, const Generators& generators, const Start& start, const Options& options,
                                      RunControl& run);

}  // namespace wreath::orbit

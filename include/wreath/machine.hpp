// SPDX-License-Identifier: MIT
//
// The machine that computes: its backend, its threads, its folders for scratch files, and the other processes that take part.
// Every engine's options have one. Answers never depend on it.
#pragma once

#include <filesystem>
#include <string_view>
#include <vector>

namespace wreath {

namespace mpi {
class Communicator;
}

enum class BackendChoice { automatic, cpu, cuda };
/// "auto", "cpu" or "cuda"; throws InputError for anything else.
[[nodiscard]] BackendChoice parse_backend(std::string_view name);

/// The ranks that compute together (wreath/mpi.hpp): all call the same functions with the same arguments. An empty one stands for
/// this process alone.
class Cluster {
 public:
  Cluster() = default;
  /// Refers to `ranks`, which must outlive it. mpi::start() returns such a cluster.
  explicit Cluster(mpi::Communicator& ranks) noexcept : ranks_(&ranks) {}

  /// Whether there are ranks; false for a default-constructed cluster.
  explicit operator bool() const noexcept { return ranks_ != nullptr; }
  /// Of a cluster that is not empty.
  mpi::Communicator& ranks() const noexcept { return *ranks_; }

 private:
  mpi::Communicator* ranks_ = nullptr;
};

struct Machine {
  BackendChoice backend = BackendChoice::automatic;
  unsigned threads = 0;  // 0: all cores
  /// Folders for what does not fit the memory, one per disk; empty: chosen by the engine.
  std::vector<std::filesystem::path> scratch = {};
  Cluster cluster = {};
};

}  // namespace wreath

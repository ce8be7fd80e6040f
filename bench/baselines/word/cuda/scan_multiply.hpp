// SPDX-License-Identifier: MIT
//
// Right multiplication with a guarantee on a GPU: a normal form stays in the device's memory and is multiplied letter by letter,
// in a time that does not depend on how much of it changes.
#pragma once

#include <memory>
#include <span>

#include "bench/baselines/word/scan_tables.hpp"

namespace wreath::word {

struct DeviceScanOptions {
  std::uint32_t chunk = 0;  // letters; a multiple of 16; 0: by the length
};

class DeviceScanMultiplier {
 public:
  /// Throws ResourceError if the tables are too large for the device's scratch memory, or there is no device.
  explicit DeviceScanMultiplier(const ScanTables& tables, const DeviceScanOptions& options = {});
  ~DeviceScanMultiplier();

  /// u becomes this normal form. A word that is none is found out by the next product, which throws InputError.
  void assign(std::span<const Letter> u);
  void multiply(Letter g);
  void multiply(std::span<const Letter> word) {
    for (const Letter g : word) multiply(g);
  }

  std::size_t size() const;
  Word word() const;
  /// How many letters at the beginning of u the last product left as they were.
  std::size_t kept() const;
  /// The device's time for the last product, from the first kernel to the result's length.
  double milliseconds() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace wreath::word

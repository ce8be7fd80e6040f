// SPDX-License-Identifier: MIT
#pragma once

#include <utility>

#include "wreath/run.hpp"

namespace wreath::test {

/// A run with files, such as `enumeration.run(KeptRun({.resume = "a.ck"}))`.
class KeptRun : public RunControl {
 public:
  explicit KeptRun(RunFiles files) { keep_in(std::move(files)); }
  operator RunControl*() { return this; }  // NOLINT(google-explicit-constructor): as functions take it
};

}  // namespace wreath::test

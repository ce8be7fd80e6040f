// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "bench/baselines/word/paper_multiply.hpp"

namespace wreath::word {

/// Path doubling on a GPU (see bench/baselines/word/paper_multiply.hpp). The word stays on the device.
class DevicePaperMultiplier {
 public:
  /// For words of up to `most` letters; `block` threads a block, 1..1024. Throws ResourceError if the matrices have no room.
  DevicePaperMultiplier(const PaperTables& tables, std::size_t most, unsigned block);
  ~DevicePaperMultiplier();

  void assign(std::span<const Letter> u);
  void multiply(Letter g);
  std::size_t size() const;
  Word word() const;

  Word times(std::span<const Letter> u, Letter g) {
    assign(u);
    multiply(g);
    return word();
  }
  /// The paper's ShortLex: letter after letter, from the empty word on.
  Word reduce(std::span<const Letter> letters) {
    assign({});
    for (const Letter g : letters) multiply(g);
    return word();
  }
  /// The device's time for the last product.
  double milliseconds() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace wreath::word

// SPDX-License-Identifier: MIT
#include "coset/backend.hpp"

#include "coset/cpu/cpu_backend.hpp"

namespace wreath::coset {

std::unique_ptr<Backend> make_backend(unsigned threads) {
  return std::make_unique<CpuBackend>(threads);
}

}  // namespace wreath::coset

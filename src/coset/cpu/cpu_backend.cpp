// SPDX-License-Identifier: MIT
#include "coset/cpu/cpu_backend.hpp"

#include "coset/cpu/rounds.hpp"
#include "coset/cpu/scan_pieces.hpp"

namespace wreath::coset {

template class CpuBackendOf<Row>;
template class CpuBackendOf<WideEntry>;

}  // namespace wreath::coset

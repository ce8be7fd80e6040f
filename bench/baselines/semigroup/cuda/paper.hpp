// SPDX-License-Identifier: MIT
#pragma once

#include "bench/baselines/semigroup/paper.hpp"

namespace wreath::semigroup {

/// The paper's routines on the current GPU. Generators must live as long.
std::unique_ptr<PaperMachine> make_cuda_paper_machine(const Generators& generators);

}  // namespace wreath::semigroup

// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "core/cuda/buffer.hpp"
#include "word/reduction/machine.hpp"

namespace wreath::word {

/// The tables of reduction in the memory of a GPU, one after the other in the order of MachineRef's arrays.
class DeviceMachine {
 public:
  DeviceMachine(const ReductionMachine& machine, cudaStream_t stream);

  const MachineRef& ref() const noexcept { return ref_; }

 private:
  MachineRef ref_;
  cuda::Buffer<std::uint32_t> memory_;
};

/// Which tables of a machine go to shared memory: as many words of it as there is room for, the most used tables first. A table
/// that has no room stays where it is.
struct SharedTables {
  std::uint32_t action = 0, mark_state = 0, diagonal = 0, back = 0, members = 0, choice = 0;  // their words; 0: stays
  std::uint32_t words() const { return action + mark_state + diagonal + back + members + choice; }
};
SharedTables choose_shared_tables(const MachineRef& machine, std::size_t room);

}  // namespace wreath::word

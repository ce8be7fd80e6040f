// SPDX-License-Identifier: MIT
#include "word/reduction/cuda/device_machine.hpp"

namespace wreath::word {

DeviceMachine::DeviceMachine(const ReductionMachine& machine, cudaStream_t stream) : ref_(machine.ref()) {
  std::vector<std::uint32_t> words;
  machine.for_each_table([&](auto, const auto& table) { words.insert(words.end(), table.begin(), table.end()); });
  memory_ = cuda::Buffer<std::uint32_t>(words.size());
  memory_.upload(words, stream);
  WREATH_CUDA(cudaStreamSynchronize(stream));
  const std::uint32_t* at = memory_.data();
  machine.for_each_table([&](auto member, const auto& table) {
    ref_.*member = at;
    at += table.size();
  });
}

SharedTables choose_shared_tables(const MachineRef& machine, std::size_t room) {
  SharedTables shared;
  std::size_t left = room / sizeof(std::uint32_t);
  const auto take = [&](std::uint32_t& words, std::size_t size) {
    if (size > left) return;
    words = static_cast<std::uint32_t>(size);
    left -= size;
  };
  take(shared.action, std::size_t{machine.marks} << machine.letter_bits);
  take(shared.mark_state, machine.marks);
  take(shared.diagonal, machine.marks);
  take(shared.back, std::size_t{machine.sets} << machine.letter_bits);
  take(shared.members, std::size_t{machine.sets} * machine.set_words);
  take(shared.choice, std::size_t{machine.states} << machine.letter_bits);
  return shared;
}

}  // namespace wreath::word

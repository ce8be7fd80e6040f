// SPDX-License-Identifier: MIT
#include "perm/ram/memory.hpp"

#include "perm/points.hpp"
#include "perm/ram/execute.hpp"
#include "perm/ram/implicit.hpp"

namespace wreath::perm::ram {

namespace {

template <class Value>
std::size_t scratch_of(Operation operation, std::size_t source, std::size_t target, const RamPlan& plan) {
  if (operation == Operation::multiply) return gather_scratch_bytes<Value>(source, target, plan);
  return scatter_scratch_bytes<Value>(source, target, plan);
}

}  // namespace

std::size_t scratch_bytes(Operation operation, std::size_t source, std::size_t target, std::size_t value_bytes,
                          const RamPlan& plan) {
  if (operation == Operation::inverse) {
    return value_bytes == 4 ? inverse_scratch_bytes<std::uint32_t>(source, target, plan)
                            : inverse_scratch_bytes<std::uint64_t>(source, target, plan);
  }
  switch (value_bytes) {
    case 16: return scratch_of<Bytes<16>>(operation, source, target, plan);
    case 32: return scratch_of<Bytes<32>>(operation, source, target, plan);
    case 64: return scratch_of<Bytes<64>>(operation, source, target, plan);
    default:
      return with_width(static_cast<unsigned>(value_bytes),
                        [&]<class Value>(Value) { return scratch_of<Value>(operation, source, target, plan); });
  }
}

}  // namespace wreath::perm::ram

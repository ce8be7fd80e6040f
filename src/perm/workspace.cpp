// SPDX-License-Identifier: MIT
#include "core/data/huge_array.hpp"
#include "wreath/perm.hpp"

namespace wreath::perm {

struct Workspace::Memory {
  HugeArray<std::byte> bytes;
};

Workspace::Workspace() : memory_(std::make_unique<Memory>()) {}
Workspace::~Workspace() = default;
Workspace::Workspace(Workspace&& other) noexcept = default;
Workspace& Workspace::operator=(Workspace&& other) noexcept = default;

std::span<std::byte> Workspace::take(std::size_t bytes) {
  if (memory_->bytes.size() < bytes) {
    memory_->bytes = HugeArray<std::byte>();  // give the old memory back before asking for more
    memory_->bytes = HugeArray<std::byte>(bytes);
  }
  return memory_->bytes.span();
}

std::size_t Workspace::size() const noexcept {
  return memory_->bytes.size();
}

}  // namespace wreath::perm

// SPDX-License-Identifier: MIT
//
// The CPU backends of the kinds of elements, in a file of their own because each is compiled for itself.
#include "semigroup/cpu/cpu_backend.hpp"
#include "semigroup/cpu/kind_store.hpp"
#include "semigroup/cpu/make.hpp"

namespace wreath::semigroup {

std::unique_ptr<Backend> make_kind_backend(const Generators& generators, unsigned threads) {
  return with_kind(generators.kind, [&](auto elements) -> std::unique_ptr<Backend> {
    using Store = KindStore<decltype(elements)>;
    return std::make_unique<CpuBackend<Store>>(Store(std::move(elements), generators), generators.count(), generators.monoid,
                                               threads);
  });
}

}  // namespace wreath::semigroup

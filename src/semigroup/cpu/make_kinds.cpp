// SPDX-License-Identifier: MIT
//
// The CPU backends of the kinds of elements, in a file of their own because each is compiled for itself.
#include "semigroup/cpu/cpu_backend.hpp"
#include "semigroup/cpu/make.hpp"
#include "semigroup/kinds/kind_space.hpp"

namespace wreath::semigroup {

std::unique_ptr<Backend> make_kind_backend(const Generators& generators, unsigned threads) {
  return with_kind(generators.kind, [&](auto elements) -> std::unique_ptr<Backend> {
    using Store = closure::CellStore<KindSpace<decltype(elements)>>;
    return std::make_unique<HashBackend<Store>>(Store({std::move(elements), generators}, identity_of(generators.kind)),
                                                generators.count(), generators.monoid, threads);
  });
}

}  // namespace wreath::semigroup

// SPDX-License-Identifier: MIT
#include "semigroup/cuda/make.cuh"

namespace wreath::semigroup {

template std::unique_ptr<Backend> make_plain<std::uint32_t>(const Generators&, std::span<const Point>, std::uint64_t,
                                                            const CudaOptions&);
template std::unique_ptr<DeviceElements> make_plain_elements<std::uint32_t>(const Generators&, std::span<const Point>,
                                                                            const CudaOptions&);

}  // namespace wreath::semigroup

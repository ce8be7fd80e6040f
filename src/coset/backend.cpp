// SPDX-License-Identifier: MIT
#include "coset/backend.hpp"

#include "core/features.hpp"
#include "core/run/left_out.hpp"

namespace wreath::coset {

#if !WREATH_HAVE_CUDA
std::unique_ptr<Backend> make_device_backend(TableOf<Row>&, const System&, std::uint64_t) {
  throw_no_gpu();
}
#endif

}  // namespace wreath::coset

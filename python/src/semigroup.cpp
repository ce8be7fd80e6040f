// SPDX-License-Identifier: MIT
#include "python/src/common.hpp"

namespace wreath::python {

void bind_semigroup(py::module_& module) {
  module.def_submodule("semigroup");
}

}  // namespace wreath::python

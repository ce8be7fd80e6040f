// SPDX-License-Identifier: MIT
#include "python/src/common.hpp"

namespace wreath::python {

void bind_flip(py::module_& module) {
  module.def_submodule("flip");
}

}  // namespace wreath::python

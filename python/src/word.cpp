// SPDX-License-Identifier: MIT
#include "python/src/common.hpp"

namespace wreath::python {

void bind_word(py::module_& module) {
  module.def_submodule("word");
}

}  // namespace wreath::python

// SPDX-License-Identifier: MIT
//
// The extension wreath._level, which only packages for x86-64 have: LEVEL is the level of this processor, for _native.py.
#include "cli/start/level.hpp"

#include <Python.h>

PyMODINIT_FUNC PyInit__level() {
  static PyModuleDef definition = {PyModuleDef_HEAD_INIT, "_level", nullptr, -1, nullptr, nullptr, nullptr, nullptr, nullptr};
  const char* level = wreath::choose_level();
  if (level == nullptr) {
    PyErr_SetString(PyExc_ImportError, wreath::kNoLevel);
    return nullptr;
  }
  PyObject* module = PyModule_Create(&definition);
  if (module != nullptr) PyModule_AddStringConstant(module, "LEVEL", level);
  return module;
}

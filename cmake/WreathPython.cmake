# SPDX-License-Identifier: MIT
# The Python module is built where pybind11 is found and a Python that has numpy and its own headers. The python3 of the search path
# may have neither while the distribution's has both: Python_EXECUTABLE names one; otherwise the first that will do is taken.
# One question to the interpreter answers all; CMake's and pybind11's own modules start it a dozen times.
set(WREATH_PYTHON AUTO CACHE STRING "The Python module: ON, OFF, or AUTO (where pybind11, numpy and Python.h are found)")
set(WREATH_HAVE_PYTHON OFF)
set(WREATH_PYTHON_SUMMARY "off")
if(WREATH_PYTHON STREQUAL "OFF" OR (WREATH_SANITIZE AND NOT WREATH_PYTHON STREQUAL "ON"))
  return()  # a sanitized module would need a sanitized Python
endif()

# Prints, one per line: the version, the folder of Python.h, the suffix of modules, where modules are installed below the prefix
# (Debian's Python has lib/python3.11/dist-packages below /usr/local), whether pytest is there, and the folder of its pybind11, if any.
set(wreath_ask_python "
import importlib.util as modules, os, site, sys, sysconfig
include = sysconfig.get_path('include')
if sys.version_info < (3, 9) or not modules.find_spec('numpy') or not os.path.exists(include + '/Python.h'):
    sys.exit(1)
prefix = '${CMAKE_INSTALL_PREFIX}/'
inside = [folder for folder in site.getsitepackages() if folder.startswith(prefix)]
installed = os.path.relpath(inside[0], prefix) if inside else 'lib/python%d.%d/site-packages' % sys.version_info[:2]
pybind11 = modules.find_spec('pybind11')
print('%d.%d.%d' % sys.version_info[:3], include, sysconfig.get_config_var('EXT_SUFFIX'), installed, bool(modules.find_spec('pytest')),
      os.path.dirname(pybind11.origin) + '/include' if pybind11 and pybind11.origin else '', sep='\\n')")

function(wreath_look_for_python)
  set(candidates ${Python_EXECUTABLE})
  if(NOT candidates)
    find_program(WREATH_PROGRAM_system_python3 python3 PATHS /usr/bin NO_DEFAULT_PATH)
    set(candidates ${WREATH_PROGRAM_python3} ${WREATH_PROGRAM_system_python3})
  endif()
  foreach(candidate ${candidates})
    execute_process(COMMAND ${candidate} -c "${wreath_ask_python}" OUTPUT_VARIABLE answers RESULT_VARIABLE failed ERROR_QUIET)
    if(failed EQUAL 0)
      set(Python_EXECUTABLE ${candidate} CACHE FILEPATH "The Python that the module is built for" FORCE)
      string(REPLACE "\n" ";" answers "${answers}")
      foreach(answer version include suffix installed has_pytest pybind11)
        list(POP_FRONT answers wreath_python_${answer})
        set(wreath_python_${answer} "${wreath_python_${answer}}" PARENT_SCOPE)
      endforeach()
      return()
    endif()
  endforeach()
  set(WREATH_PYTHON_SUMMARY "no Python with numpy and its headers was found" PARENT_SCOPE)
endfunction()

wreath_look_for_python()
if(wreath_python_include)
  find_path(WREATH_PYBIND11 pybind11/pybind11.h HINTS ${wreath_python_pybind11})
  set(pybind11_version 0)
  if(WREATH_PYBIND11)
    file(STRINGS ${WREATH_PYBIND11}/pybind11/detail/common.h lines REGEX "define PYBIND11_VERSION_M(AJOR|INOR) +[0-9]+")
    string(REGEX REPLACE ".*MAJOR +([0-9]+).*MINOR +([0-9]+).*" "\\1.\\2" pybind11_version "${lines}")
  endif()
  if(pybind11_version VERSION_GREATER_EQUAL 2.10)
    set(WREATH_HAVE_PYTHON ON)
    set(WREATH_PYTHON_SUMMARY "for ${Python_EXECUTABLE} ${wreath_python_version}, pybind11 ${pybind11_version}")
  else()
    set(WREATH_PYTHON_SUMMARY "pybind11 2.10 was not found for ${Python_EXECUTABLE}")
    unset(WREATH_PYBIND11 CACHE)  # it may be installed later
  endif()
endif()
if(WREATH_PYTHON STREQUAL "ON" AND NOT WREATH_HAVE_PYTHON)
  message(FATAL_ERROR "WREATH_PYTHON is ON and ${WREATH_PYTHON_SUMMARY}; install pybind11-dev python3-dev python3-numpy, or set "
                      "Python_EXECUTABLE")
endif()

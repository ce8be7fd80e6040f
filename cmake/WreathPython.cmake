# SPDX-License-Identifier: MIT
# The Python module is built where pybind11 is found and a Python that has numpy and its own headers. The python3 of the search path
# may have neither while the distribution's has both: Python_EXECUTABLE names one; otherwise the first that will do is taken.
set(WREATH_PYTHON AUTO CACHE STRING "The Python module: ON, OFF, or AUTO (where pybind11, numpy and Python.h are found)")
set(WREATH_HAVE_PYTHON OFF)
set(WREATH_PYTHON_SUMMARY "off")
if(WREATH_PYTHON STREQUAL "OFF" OR (WREATH_SANITIZE AND NOT WREATH_PYTHON STREQUAL "ON"))
  return()  # a sanitized module would need a sanitized Python
endif()

function(wreath_look_for_python)
  set(candidates ${Python_EXECUTABLE})
  if(NOT candidates)
    find_program(WREATH_PROGRAM_system_python3 python3 PATHS /usr/bin NO_DEFAULT_PATH)
    set(candidates ${WREATH_PROGRAM_python3} ${WREATH_PROGRAM_system_python3})
  endif()
  foreach(candidate ${candidates})
    execute_process(COMMAND ${candidate} -c "import numpy, os, sysconfig; print(os.path.exists(sysconfig.get_path('include') + '/Python.h'))"
                    OUTPUT_VARIABLE has_headers ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
    if(has_headers STREQUAL "True")
      set(Python_EXECUTABLE ${candidate} CACHE FILEPATH "The Python that the module is built for" FORCE)
      return()
    endif()
  endforeach()
  set(WREATH_PYTHON_SUMMARY "no Python with numpy and its headers was found" PARENT_SCOPE)
endfunction()

wreath_look_for_python()
if(Python_EXECUTABLE)
  find_package(Python 3.9 QUIET COMPONENTS Interpreter Development.Module)
  execute_process(COMMAND ${Python_EXECUTABLE} -m pybind11 --cmakedir OUTPUT_VARIABLE pybind11_hint ERROR_QUIET
                  OUTPUT_STRIP_TRAILING_WHITESPACE)
  set(PYBIND11_FINDPYTHON ON)
  find_package(pybind11 2.10 CONFIG QUIET HINTS ${pybind11_hint})
  if(Python_Development.Module_FOUND AND pybind11_FOUND)
    set(WREATH_HAVE_PYTHON ON)
    set(WREATH_PYTHON_SUMMARY "for ${Python_EXECUTABLE} ${Python_VERSION}, pybind11 ${pybind11_VERSION}")
  else()
    set(WREATH_PYTHON_SUMMARY "pybind11 2.10 was not found for ${Python_EXECUTABLE}")
  endif()
endif()
if(WREATH_PYTHON STREQUAL "ON" AND NOT WREATH_HAVE_PYTHON)
  message(FATAL_ERROR "WREATH_PYTHON is ON and ${WREATH_PYTHON_SUMMARY}; install pybind11-dev python3-dev python3-numpy, or set "
                      "Python_EXECUTABLE")
endif()

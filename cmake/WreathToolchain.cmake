# SPDX-License-Identifier: MIT
# How everything is compiled.
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_CUDA_STANDARD_REQUIRED OFF)  # CUDA takes its standard from a flag: see WreathFeatures
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE_PROGRAM})
  set(CMAKE_CUDA_COMPILER_LAUNCHER ${CCACHE_PROGRAM})
endif()

# For code that calls the library and is not measured itself: the programs and the Python module at -Og (a quarter less
# to compile than -O1), the tests at -O0.
function(wreath_compile_quickly target)
  set(level ${ARGN})
  if(WREATH_SANITIZE)
    set(level -O0)
  endif()
  target_compile_options(${target} PRIVATE "$<$<AND:$<COMPILE_LANGUAGE:CXX>,$<NOT:$<CONFIG:Debug>>>:${level}>")
endfunction()

add_library(wreath_flags INTERFACE)
target_compile_options(wreath_flags INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-Wall -Wextra -Wshadow -Wundef -Wnon-virtual-dtor>)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # The compiler looks for garbage less often: 6% less time for 8% more memory.
  target_compile_options(wreath_flags INTERFACE $<$<COMPILE_LANGUAGE:CXX>:--param=ggc-min-heapsize=400000>)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 14)
  # False alarms: on std::string and std::vector, and on references to what a temporary only points to.
  set(false_alarms -Wno-restrict -Wno-array-bounds -Wno-stringop-overflow -Wno-stringop-overread)
  if(CMAKE_CXX_COMPILER_VERSION VERSION_GREATER_EQUAL 13)
    list(APPEND false_alarms -Wno-dangling-reference)
  endif()
  target_compile_options(wreath_flags INTERFACE "$<$<COMPILE_LANGUAGE:CXX>:${false_alarms}>")
endif()
set(WREATH_FLAGS_SUMMARY "${CMAKE_BUILD_TYPE}")
# A package is compiled for the oldest processor of its architecture; on x86-64 what computes is compiled again for two newer levels, and
# what is installed chooses when it starts (cli/start/level.hpp). Without the option, g++ would use vectors of 512 bits
# where -march=native prefers 256.
set(WREATH_LEVELS "")
set(WREATH_LEVEL_FLAGS_x86-64-v3 -march=x86-64-v3)
set(WREATH_LEVEL_FLAGS_x86-64-v4 -march=x86-64-v4 -mprefer-vector-width=256)
if(WREATH_PORTABLE AND CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  set(WREATH_LEVELS x86-64-v3 x86-64-v4)
endif()
if(WREATH_PORTABLE)
  string(APPEND WREATH_FLAGS_SUMMARY ", portable")
elseif(WREATH_NATIVE)
  if(CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64")
    set(native_flag -mcpu=native)
  else()
    set(native_flag -march=native)
  endif()
  include(CheckCXXCompilerFlag)
  check_cxx_compiler_flag(${native_flag} WREATH_COMPILER_KNOWS_NATIVE)
  if(WREATH_COMPILER_KNOWS_NATIVE)
    target_compile_options(wreath_flags INTERFACE $<$<COMPILE_LANGUAGE:CXX>:${native_flag}>)
    string(APPEND WREATH_FLAGS_SUMMARY ", ${native_flag}")
  endif()
endif()
if(WREATH_SANITIZE)
  add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-fsanitize=${WREATH_SANITIZE}> $<$<COMPILE_LANGUAGE:CXX>:-fno-omit-frame-pointer>)
  add_link_options(-fsanitize=${WREATH_SANITIZE})
  if(WREATH_SANITIZE MATCHES "address" AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # Checks by calls: a quarter less time to compile than checks in line. And a false alarm that comes of them.
    add_compile_options($<$<COMPILE_LANGUAGE:CXX>:--param=asan-instrumentation-with-call-threshold=0>
                        $<$<COMPILE_LANGUAGE:CXX>:-Wno-maybe-uninitialized>)
  endif()
  if(WREATH_SANITIZE MATCHES "undefined")
    add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-fno-sanitize-recover=undefined>)  # a test fails
  endif()
  string(APPEND WREATH_FLAGS_SUMMARY ", sanitize=${WREATH_SANITIZE}")
endif()

# SPDX-License-Identifier: MIT
# What this machine has. Required: OpenMP, fmt (and for the program CLI11 and nlohmann-json). Optional: CUDA.
find_package(Threads REQUIRED)
find_package(OpenMP REQUIRED COMPONENTS CXX)
find_package(fmt REQUIRED)
find_package(nlohmann_json REQUIRED)

# --- CUDA: compiled wherever nvcc is found, so that it cannot rot on machines without a GPU.
set(WREATH_HAVE_CUDA OFF)
set(WREATH_CUDA_SUMMARY "off")
if(NOT WREATH_CUDA STREQUAL "OFF" AND EXISTS ${PROJECT_SOURCE_DIR}/src/core/cuda)
  if(NOT CMAKE_CUDA_COMPILER)
    unset(CMAKE_CUDA_COMPILER CACHE)  # it may have been installed since the last look
  endif()
  if(NOT DEFINED CMAKE_CUDA_COMPILER AND NOT DEFINED ENV{CUDACXX})
    find_program(WREATH_NVCC nvcc HINTS /usr/local/cuda/bin)
    if(WREATH_NVCC)
      set(ENV{CUDACXX} ${WREATH_NVCC})
    endif()
  endif()
  include(CheckLanguage)
  check_language(CUDA)
  if(CMAKE_CUDA_COMPILER)
    if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
      # The GPU at hand where there is one; otherwise Hopper, and PTX that later drivers compile for anything from Ampere on.
      execute_process(COMMAND nvidia-smi --query-gpu=compute_cap --format=csv,noheader
                      OUTPUT_VARIABLE gpus RESULT_VARIABLE no_gpu OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
      if(no_gpu EQUAL 0 AND gpus)
        set(CMAKE_CUDA_ARCHITECTURES native)
      else()
        set(CMAKE_CUDA_ARCHITECTURES 80-virtual 90-real)
      endif()
    endif()
    enable_language(CUDA)
    find_package(CUDAToolkit REQUIRED)
    # CMake 3.25 does not know nvcc 13's flag for C++20 and drops CMAKE_CUDA_STANDARD without a word.
    set(CMAKE_CUDA_FLAGS "${CMAKE_CUDA_FLAGS} -std=c++20")
    set(WREATH_HAVE_CUDA ON)
    set(WREATH_CUDA_SUMMARY "nvcc ${CMAKE_CUDA_COMPILER_VERSION}, for ${CMAKE_CUDA_ARCHITECTURES}")
  elseif(WREATH_CUDA STREQUAL "ON")
    message(FATAL_ERROR "WREATH_CUDA is ON and no CUDA compiler was found; set CUDACXX to nvcc's path")
  else()
    set(WREATH_CUDA_SUMMARY "not found")
  endif()
endif()

# --- Programs that are called when they are there.
foreach(program gnuplot dot mpirun python3)
  find_program(WREATH_PROGRAM_${program} ${program})
endforeach()

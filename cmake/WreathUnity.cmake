# SPDX-License-Identifier: MIT
# The sources of a folder are compiled together (CMake's unity builds), since most of the time to compile one of our files goes into
# headers that its neighbours include as well; and the large headers that most files see are precompiled.
# WREATH_UNITY=OFF compiles each file alone, as clang-tidy and debuggers want it.
option(WREATH_UNITY "Compile the sources of a folder together, with precompiled headers" ON)
# (JSON is not one of them: it would take half a second to load, and few files need it.)
set(WREATH_LARGE_HEADERS <algorithm> <array> <atomic> <bit> <chrono> <cstring> <filesystem> <functional> <map> <memory> <mutex> <numeric>
                         <optional> <set> <span> <string> <thread> <unordered_map> <vector> <fmt/format.h>)
list(TRANSFORM WREATH_LARGE_HEADERS REPLACE "(.+)" "$<$<COMPILE_LANGUAGE:CXX>:\\1>")

# wreath_precompile(NAME [HEADERS...]): precompiled headers that several programs share. They come from a library of one empty
# file: a program that took them from another program would wait until that one is linked.
function(wreath_precompile name)
  if(NOT WREATH_UNITY)
    return()
  endif()
  set(empty ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp)
  file(CONFIGURE OUTPUT ${empty} CONTENT "")
  add_library(${name} OBJECT EXCLUDE_FROM_ALL ${empty})
  target_link_libraries(${name} PRIVATE wreath_internal)
  set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE OFF)
  target_compile_options(${name} PRIVATE -fPIE)  # as programs are compiled
  target_precompile_headers(${name} PRIVATE ${ARGN} ${WREATH_LARGE_HEADERS})
endfunction()

# wreath_compile_together(TARGET [BATCH N] [REUSE_FROM NAME]): folder by folder, or N neighbours at a time; with precompiled headers of its
# own, or those of wreath_precompile(NAME).
function(wreath_compile_together target)
  if(NOT WREATH_UNITY)
    return()
  endif()
  cmake_parse_arguments(PARSE_ARGV 1 together "" "BATCH;REUSE_FROM" "")
  get_target_property(sources ${target} SOURCES)
  set(folders "")
  foreach(source ${sources})
    get_filename_component(path ${source} ABSOLUTE)
    cmake_path(IS_PREFIX PROJECT_BINARY_DIR ${path} is_generated)
    if(source MATCHES "[.]cpp$" AND NOT is_generated)
      cmake_path(RELATIVE_PATH path BASE_DIRECTORY ${PROJECT_SOURCE_DIR})
      cmake_path(GET path PARENT_PATH folder)
      string(REPLACE "/" "_" folder ${folder})
      set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${folder})
      list(APPEND folders ${folder})
    endif()
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  if(together_BATCH)
    set_target_properties(${target} PROPERTIES UNITY_BUILD_MODE BATCH UNITY_BUILD_BATCH_SIZE ${together_BATCH})
  endif()
  list(REMOVE_DUPLICATES folders)
  list(LENGTH folders pieces)
  if(together_REUSE_FROM)
    target_precompile_headers(${target} REUSE_FROM ${together_REUSE_FROM})
  elseif(pieces GREATER 3)  # fewer take less time than the headers would
    target_precompile_headers(${target} PRIVATE ${WREATH_LARGE_HEADERS})
  endif()
endfunction()

# wreath_join_cuda(SOURCES [ALONE FOLDERS...]): in the list of that name, the CUDA files of a folder are replaced by one that includes
# them, because nvcc reads every header three times; except in folders whose kernels, if optimized, take long enough one by one.
# (CMake 3.31 has unity builds for CUDA.)
function(wreath_join_cuda list)
  if(NOT WREATH_UNITY)
    return()
  endif()
  cmake_parse_arguments(PARSE_ARGV 1 join "" "" "ALONE")
  set(joined "")
  foreach(source ${${list}})
    cmake_path(GET source PARENT_PATH folder)
    if(NOT source MATCHES "[.]cu$" OR (folder IN_LIST join_ALONE AND NOT WREATH_CUDA_IS_CHECKED_ONLY))
      list(APPEND joined ${source})
    else()
      string(REPLACE "/" "_" folder ${folder})
      set(piece ${CMAKE_CURRENT_BINARY_DIR}/cuda/${folder}.cu)
      string(APPEND text_of_${folder} "#include \"${CMAKE_CURRENT_SOURCE_DIR}/${source}\"\n")
      file(CONFIGURE OUTPUT ${piece} CONTENT "${text_of_${folder}}" @ONLY)
      list(APPEND joined ${piece})
    endif()
  endforeach()
  list(REMOVE_DUPLICATES joined)
  set(${list} ${joined} PARENT_SCOPE)
endfunction()

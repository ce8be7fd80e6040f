# SPDX-License-Identifier: MIT
# Neighbouring sources are compiled together: most of the time to compile one of our files goes into headers that its neighbours
# include as well. A piece holds neighbours of one engine, up to some tens of kilobytes, so that a change of one file is compiled
# in seconds, and named after the engine, so that a new file regroups those of its engine alone; WREATH_PIECE makes the pieces
# larger for builds that nobody edits, such as the sanitizers'. The large headers that most files see are precompiled.
# WREATH_UNITY=OFF compiles each file alone, as clang-tidy and debuggers want it.
option(WREATH_UNITY "Compile neighbouring sources together, with precompiled headers" ON)
set(WREATH_PIECE 60000 CACHE STRING "Bytes of source that are compiled together")
set(WREATH_LARGE_HEADERS <algorithm> <chrono> <functional> <map> <memory> <optional> <span> <string> <vector>
                         <fmt/format.h> <nlohmann/json.hpp>)
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

# wreath_compile_together(TARGET [LIGHT] [REUSE_FROM NAME]): in pieces of up to WREATH_PIECE bytes, or twice as many of LIGHT code
# (-O1), with precompiled headers of its own or those of wreath_precompile(NAME).
function(wreath_compile_together target)
  if(NOT WREATH_UNITY)
    return()
  endif()
  cmake_parse_arguments(PARSE_ARGV 1 together "LIGHT" "REUSE_FROM" "")
  set(largest ${WREATH_PIECE})
  if(together_LIGHT)
    math(EXPR largest "2 * ${WREATH_PIECE}")
  endif()
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "[.]cpp$")
  list(SORT sources)
  set(folder "none yet")
  set(number 0)
  set(piece 0)
  set(filled 0)
  foreach(source ${sources})
    string(REGEX MATCH "^[^/]*/" its_folder ${source})  # the engine's; the same for all if they are in one folder
    get_filename_component(path ${source} ABSOLUTE)
    cmake_path(IS_PREFIX PROJECT_BINARY_DIR ${path} is_generated)
    if(is_generated)
      continue()
    endif()
    file(SIZE ${path} size)
    math(EXPR filled "${filled} + ${size}")
    if(NOT its_folder STREQUAL folder)
      set(folder "${its_folder}")
      set(number 0)
    endif()
    if(number EQUAL 0 OR filled GREATER largest)
      math(EXPR piece "${piece} + 1")
      math(EXPR number "${number} + 1")
      set(filled ${size})
    endif()
    string(REPLACE "/" "_" name "${folder}${number}")
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${name})
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  if(together_REUSE_FROM)
    target_precompile_headers(${target} REUSE_FROM ${together_REUSE_FROM})
  elseif(piece GREATER 3)  # fewer pieces take less time than the headers would
    target_precompile_headers(${target} PRIVATE ${WREATH_LARGE_HEADERS})
  endif()
endfunction()

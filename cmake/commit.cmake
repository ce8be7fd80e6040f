# SPDX-License-Identifier: MIT
# Writes OUTPUT with the commit of the tree in SOURCE; touches it only when that changes, so that nothing is rebuilt in vain.
file(STRINGS ${SOURCE}/cmake/commit.in commit LIMIT_COUNT 1)  # an archive of `make dist` has its commit there
if(commit MATCHES "Format")
  set(commit "unknown")
endif()
execute_process(COMMAND git -C ${SOURCE} rev-parse --show-toplevel OUTPUT_VARIABLE top ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
file(REAL_PATH "${SOURCE}" real_source)
if(top STREQUAL real_source)
  execute_process(COMMAND git -C ${SOURCE} describe --always --dirty --abbrev=12 --exclude=*
                  OUTPUT_VARIABLE found RESULT_VARIABLE failed ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
  if(failed EQUAL 0)
    set(commit "${found}")
  endif()
endif()
set(text "namespace wreath {\nconst char* build_commit() noexcept;\nconst char* build_commit() noexcept { return \"${commit}\"; }\n}\n")
if(EXISTS ${OUTPUT})
  file(READ ${OUTPUT} old)
endif()
if(NOT "${old}" STREQUAL "${text}")
  file(WRITE ${OUTPUT} "${text}")
endif()

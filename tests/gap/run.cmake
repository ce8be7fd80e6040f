# SPDX-License-Identifier: MIT
# Installs wreath, and runs the GAP package's tests from there, in the real GAP: as a user would have it, who names no program.
# Then the page docs/gap.md, whose sessions must be real. Called with BUILD (a built tree), SOURCE (this project), WORK (a folder for
# this test) and GAP (the program).
if(NOT GAP)
  message("SKIPPED: GAP is not installed")
  return()
endif()
file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK}/temporary)
execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/prefix OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
unset(ENV{WREATH})
set(ENV{TMPDIR} ${WORK}/temporary)  # a script that ends GAP leaves its temporary folder
set(ENV{XDG_CACHE_HOME} ${WORK}/cache)

# Runs a script in the folder WORK; it must end well, and say so: GAP ends with code 0 for many reasons.
function(run_gap script success)
  execute_process(COMMAND ${GAP} -q -A -r -l ";${WORK}/prefix/share/gap" ${script} WORKING_DIRECTORY ${WORK} INPUT_FILE /dev/null
                  RESULT_VARIABLE code OUTPUT_VARIABLE output ERROR_VARIABLE output)
  message("${output}")
  string(FIND "${output}" "${success}" place)
  if(NOT code EQUAL 0 OR place EQUAL -1)
    message(FATAL_ERROR "${script} fails")
  endif()
endfunction()
run_gap(${WORK}/prefix/share/gap/pkg/wreath/tst/testall.g "No errors detected while testing")
file(COPY ${SOURCE}/docs/gap.md DESTINATION ${WORK})
run_gap(${SOURCE}/tests/gap/tour.g "The sessions of gap.md are real")
file(REMOVE_RECURSE ${WORK})

# SPDX-License-Identifier: MIT
# Installs wreath, and runs the GAP package's tests from there, in the real GAP: as a user would have it, who names no program.
# Called with BUILD (a built tree), WORK (a folder for this test) and GAP (the program).
if(NOT GAP)
  message("SKIPPED: GAP is not installed")
  return()
endif()
file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK}/temporary)
execute_process(COMMAND ${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/prefix OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
unset(ENV{WREATH})
set(ENV{TMPDIR} ${WORK}/temporary)  # a test that ends GAP at once leaves its temporary folder
execute_process(COMMAND ${GAP} -q -A -r -l ";${WORK}/prefix/share/gap" ${WORK}/prefix/share/gap/pkg/wreath/tst/testall.g
                INPUT_FILE /dev/null RESULT_VARIABLE code)
file(REMOVE_RECURSE ${WORK})
if(NOT code EQUAL 0)
  message(FATAL_ERROR "the tests of the GAP package fail")
endif()

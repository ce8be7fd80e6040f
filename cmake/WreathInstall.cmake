# SPDX-License-Identifier: MIT
# `cmake --install`: library, headers, find_package(wreath) and pkg-config; the programs with their manual and completions; the GAP
# package, which finds the program from where it lies.
include(CMakePackageConfigHelpers)
add_custom_target(wreath_product)  # what `make install` builds
foreach(part wreath wreath_c wreath_mpi wreath_check wreath_cli wreath_manual wreath_python)
  if(TARGET ${part})
    add_dependencies(wreath_product ${part})
  endif()
endforeach()
install(TARGETS wreath EXPORT wreathTargets)
if(TARGET wreath_c)
  install(TARGETS wreath_c LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
endif()
install(DIRECTORY include/wreath DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/wreath)
install(EXPORT wreathTargets NAMESPACE wreath:: DESTINATION ${package_folder})
configure_package_config_file(cmake/wreathConfig.cmake.in ${PROJECT_BINARY_DIR}/wreathConfig.cmake INSTALL_DESTINATION ${package_folder})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/wreathConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/wreathConfig.cmake ${PROJECT_BINARY_DIR}/wreathConfigVersion.cmake DESTINATION ${package_folder})

set(WREATH_PC_LIBS "-lfmt -lpthread")
if(WREATH_HAVE_CUDA)
  string(APPEND WREATH_PC_LIBS " -L${CUDAToolkit_LIBRARY_DIR} -lcudart_static -ldl -lrt")
endif()
if(WREATH_HAVE_MPI)
  string(APPEND WREATH_PC_LIBS " -ldl")
endif()
# Found from where the file lies, so that the prefix may be chosen at install time.
file(RELATIVE_PATH WREATH_PC_PREFIX /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(cmake/wreath.pc.in ${PROJECT_BINARY_DIR}/wreath.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/wreath.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
install(FILES LICENSE README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})

if(WREATH_HAVE_MPI)
  install(TARGETS wreath_mpi LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/wreath)
endif()

if(WREATH_CLI)
  install(TARGETS wreath_cli wreath_check)
  install(FILES ${PROJECT_BINARY_DIR}/cli/wreath.1 check/wreath-check.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
  install(FILES ${PROJECT_BINARY_DIR}/cli/wreath.bash RENAME wreath DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
  install(FILES ${PROJECT_BINARY_DIR}/cli/_wreath DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
  install(FILES ${PROJECT_BINARY_DIR}/cli/wreath.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
  install(DIRECTORY gap/ DESTINATION ${CMAKE_INSTALL_DATADIR}/gap/pkg/wreath USE_SOURCE_PERMISSIONS
          PATTERN bin EXCLUDE PATTERN gen EXCLUDE PATTERN Makefile EXCLUDE PATTERN .gitignore EXCLUDE)
  install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/gap/pkg/wreath)
endif()

# SPDX-License-Identifier: MIT
# `cmake --install` and the Debian package (make deb).
include(GNUInstallDirs)
install(TARGETS tambour RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY data/ DESTINATION ${CMAKE_INSTALL_DATADIR}/tambour)
install(FILES packaging/tambour.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright)
# The unit names the program where it is being installed.
install(CODE "configure_file(${PROJECT_SOURCE_DIR}/packaging/tambour.service.in ${PROJECT_BINARY_DIR}/tambour.service @ONLY)")
install(FILES ${PROJECT_BINARY_DIR}/tambour.service DESTINATION lib/systemd/system)

set(CPACK_GENERATOR DEB)
set(CPACK_SET_DESTDIR ON)
set(CPACK_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGE_CONTACT "The Tambour project")
set(CPACK_DEBIAN_PACKAGE_MAINTAINER "The Tambour project <tambour@localhost>")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION games)
set(CPACK_DEBIAN_PACKAGE_DEPENDS passwd)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA
  ${PROJECT_SOURCE_DIR}/packaging/deb/postinst ${PROJECT_SOURCE_DIR}/packaging/deb/prerm ${PROJECT_SOURCE_DIR}/packaging/deb/postrm)
include(CPack)

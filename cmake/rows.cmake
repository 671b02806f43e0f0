# SPDX-License-Identifier: MIT
# Rule rows become tables at build time; where they are cited is found by reading the sources.
add_executable(rows tools/rows.cpp engine/kit/csv.cpp engine/kit/text.cpp)
target_include_directories(rows PRIVATE ${PROJECT_SOURCE_DIR}/engine)
target_link_libraries(rows PRIVATE tool_options)

set(GENERATED ${PROJECT_BINARY_DIR}/generated)
file(GLOB RULE_FILES CONFIGURE_DEPENDS data/rules/*.csv)
file(GLOB TRANSLATIONS CONFIGURE_DEPENDS data/rules/*/*.csv)
set(ROW_HEADERS "")
foreach(file ${RULE_FILES})
  get_filename_component(book ${file} NAME_WE)
  list(APPEND ROW_HEADERS ${GENERATED}/rows_${book}.h)
endforeach()
add_custom_command(
  OUTPUT ${GENERATED}/rows.stamp
  BYPRODUCTS ${GENERATED}/rows.cpp ${GENERATED}/translated.cpp ${ROW_HEADERS}
  COMMAND rows ${GENERATED} ${PROJECT_SOURCE_DIR}/data/rules
  COMMAND ${CMAKE_COMMAND} -E touch ${GENERATED}/rows.stamp
  DEPENDS rows ${RULE_FILES} ${TRANSLATIONS})
add_custom_target(row_tables DEPENDS ${GENERATED}/rows.stamp)

file(GLOB_RECURSE CITING CONFIGURE_DEPENDS engine/rules/*.h engine/rules/*.cpp engine/rules/*.def data/charts/*.csv)
add_custom_command(
  OUTPUT ${GENERATED}/cited.stamp
  BYPRODUCTS ${GENERATED}/cited.cpp
  COMMAND rows --cited ${GENERATED}/cited.cpp ${PROJECT_SOURCE_DIR}
  COMMAND ${CMAKE_COMMAND} -E touch ${GENERATED}/cited.stamp
  DEPENDS rows row_tables ${CITING})
add_custom_target(cited_table DEPENDS ${GENERATED}/cited.stamp)

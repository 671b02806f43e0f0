# SPDX-License-Identifier: MIT
# Compiler options of all targets. `options` is for the program and its tests; `tool_options`, without sanitizers, for generators that run
# during the build.
include(CheckCXXSourceCompiles)

option(TAMBOUR_MUTANTS "Allow one cited refusal or ledger line to be muted at a time" OFF)
option(TAMBOUR_TRACE "Record the rule rows that are executed, for coverage" OFF)
option(TAMBOUR_SANITIZE "Address and undefined-behaviour sanitizers" OFF)
# Off by default, so that new warnings of another compiler do not stop a build. The presets turn it on.
option(TAMBOUR_STRICT "Warnings are errors" OFF)

add_library(tool_options INTERFACE)
target_compile_features(tool_options INTERFACE cxx_std_20)
target_compile_options(tool_options INTERFACE
  -Wall -Wextra -Wshadow $<$<BOOL:${TAMBOUR_STRICT}>:-Werror> -Wno-missing-field-initializers -fno-strict-aliasing
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>  # g++ 12 warns of string concatenations in its own library
  $<$<CXX_COMPILER_ID:Clang>:-fconstexpr-steps=50000000>)  # the tables of rule rows

add_library(options INTERFACE)
target_link_libraries(options INTERFACE tool_options)
target_compile_definitions(options INTERFACE
  $<$<BOOL:${TAMBOUR_TRACE}>:TAMBOUR_TRACE>
  $<$<BOOL:${TAMBOUR_MUTANTS}>:TAMBOUR_MUTANTS>)

# Fuzzers share the sanitized build of clang and need its coverage instrumentation.
if(TAMBOUR_SANITIZE)
  target_compile_options(options INTERFACE
    -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer
    $<$<CXX_COMPILER_ID:Clang>:-fsanitize=fuzzer-no-link>)
  target_link_options(options INTERFACE -fsanitize=address,undefined)
else()
  target_compile_options(options INTERFACE -fstack-protector-strong)
  target_link_options(options INTERFACE -Wl,-z,relro -Wl,-z,now)
  check_cxx_source_compiles("#ifndef __OPTIMIZE__\n#error plain\n#endif\nint main() {}" TAMBOUR_OPTIMISED)
  if(TAMBOUR_OPTIMISED)
    target_compile_options(options INTERFACE -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2)
  endif()
endif()

# FixedVector checks its indexes in all builds but release; the standard library does in debug and sanitized builds.
if(TAMBOUR_SANITIZE OR NOT CMAKE_BUILD_TYPE STREQUAL "Release")
  target_compile_definitions(options INTERFACE TAMBOUR_CHECKED)
endif()
if(TAMBOUR_SANITIZE OR CMAKE_BUILD_TYPE STREQUAL "Debug")
  target_compile_definitions(options INTERFACE _GLIBCXX_ASSERTIONS)
endif()
# The code of the tests is checked in every build.
add_library(test_options INTERFACE)
target_compile_definitions(test_options INTERFACE _GLIBCXX_ASSERTIONS)

# Profile-guided optimisation: two builds of the same folder with a training run between them (tools/fast.sh).
set(TAMBOUR_PROFILE "" CACHE STRING "generate: build with instrumentation; use: build with the recorded profile")
set_property(CACHE TAMBOUR_PROFILE PROPERTY STRINGS "" generate use)
if(TAMBOUR_PROFILE STREQUAL "generate")
  target_compile_options(options INTERFACE -fprofile-generate=${PROJECT_BINARY_DIR}/profile -fprofile-update=atomic)
  target_link_options(options INTERFACE -fprofile-generate=${PROJECT_BINARY_DIR}/profile)
elseif(TAMBOUR_PROFILE STREQUAL "use")
  target_compile_options(options INTERFACE
    -fprofile-use=${PROJECT_BINARY_DIR}/profile -fprofile-correction -Wno-missing-profile -Wno-coverage-mismatch)
endif()

# Precompiles large headers that nearly every file of a target includes; the options keep them usable with ccache.
add_library(header_options INTERFACE)
target_compile_options(header_options INTERFACE
  $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>
  $<$<CXX_COMPILER_ID:Clang>:SHELL:-Xclang -fno-pch-timestamp>)
function(read_once target)
  target_precompile_headers(${target} PRIVATE ${ARGN})
  target_link_libraries(${target} PRIVATE header_options)
endfunction()

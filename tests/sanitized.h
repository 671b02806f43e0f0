// SPDX-License-Identifier: MIT
// Under the sanitizers the tests look for wrong memory, not for statistics or the last turn of a long battle: those are for the release
// build.
#pragma once

namespace tambour {

#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool kSanitized = true;
#elif defined(__has_feature)
inline constexpr bool kSanitized = __has_feature(address_sanitizer);
#else
inline constexpr bool kSanitized = false;
#endif

}  // namespace tambour

// SPDX-License-Identifier: MIT
#pragma once

namespace tambour::cli {

extern const char kVersion[];
extern const char kCommit[];  // empty if it was not built from a repository

}  // namespace tambour::cli

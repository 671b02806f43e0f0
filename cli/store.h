// SPDX-License-Identifier: MIT
#pragma once
#include "cli/command.h"

namespace tambour::cli {

void add_store(CLI::App& app);

}  // namespace tambour::cli

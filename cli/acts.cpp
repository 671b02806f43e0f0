// SPDX-License-Identifier: MIT
// tambour acts: docs/acts.md.
#include "lab/acts.h"

#include <cstdio>

#include "cli/command.h"
#include "rules/registry.h"

namespace tambour::cli {

void add_acts(CLI::App& app) {
  app.add_subcommand("acts", "Print every question and verb of every book, as kept in docs/acts.md")->callback([] {
    std::fputs(acts_document(rulesets()).c_str(), stdout);
  });
}

}  // namespace tambour::cli

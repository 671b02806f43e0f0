// SPDX-License-Identifier: MIT
#include <string>

#include "cli/store.h"
#include "cli/version.h"
#include "rules/registry.h"

namespace tambour::cli {
namespace {

std::string version() {
  const std::string commit = kCommit;
  std::string out = std::string("tambour ") + kVersion + (commit.empty() ? "" : " (" + commit + ")") + "\nrules:";
  for (const std::string_view book : rulesets()) out += " " + std::string(book) + " " + std::to_string(rules_version(book));
  return out;
}

}  // namespace
}  // namespace tambour::cli

int main(int argc, char** argv) {
  using namespace tambour::cli;
  CLI::App app("Tambour: horse-and-musket battles under their rulebooks");
  app.require_subcommand(1);
  app.set_version_flag("--version", version, "Print the version and exit");
  app.footer("Exit status: 0 good, 1 something failed, 2 bad input, 3 a bug in Tambour.");
  for (const auto add : {add_battles, add_check, add_case, add_coverage, add_simulate, add_contract, add_replay, add_referee, add_mutants,
                         add_signature, add_odds, add_prove, add_ladder, add_serve, add_store, add_acts})
    add(app);
  return status_of([&] {
    try {
      app.parse(argc, argv);
      return 0;
    } catch (const CLI::ParseError& e) {
      return app.exit(e) == 0 ? 0 : kBadInput;
    }
  });
}

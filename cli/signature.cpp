// SPDX-License-Identifier: MIT
// tambour signature: the numbers of tests/signatures.txt.
#include "lab/signature.h"

#include <cstdio>

#include "cli/command.h"
#include "rules/registry.h"

namespace tambour::cli {
namespace {

void run() {
  for (const std::string& id : list_battles(data_directory()))
    for (auto book : rulesets()) {
      Trouble trouble;
      const auto battle = load_battle(data_directory() + "/battles/" + id, trouble);
      if (!battle) bad_input(trouble.text());
      if (!battle->plays(book)) continue;
      const auto game = make_game(book, *battle, data_directory(), trouble);
      if (!game) bad_input(trouble.text());
      std::printf("%s\n", signature_line(*game).c_str());
    }
}

}  // namespace

void add_signature(CLI::App& app) {
  app.add_subcommand("signature", "Print perft counts and a signature for every battle and book, as kept in tests/signatures.txt")
      ->callback(run);
}

}  // namespace tambour::cli

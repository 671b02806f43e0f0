// SPDX-License-Identifier: MIT
#include "rules/siecle/field.h"

#include "battle/all_units.h"

namespace tambour::siecle {

std::unique_ptr<Field> make_field(const Battle& battle, const std::string& data_directory, Trouble& trouble) {
  auto field = std::make_unique<Field>();
  by("0-a");
  field->battle = battle, field->grid = battle.map.grid;
  if (!read_charts(*field, data_directory, trouble) || !read_ground(*field, battle, data_directory, trouble) ||
      !read_counters(*field, battle, trouble) || !read_specials(*field, battle, trouble))
    return nullptr;
  field->ring = rings(field->grid);
  field->near = discs<kHexes>(field->grid, kReactionReach);
  for (UnitId u : all_units(*field)) {
    const Counter& c = field->units[u];
    field->units_of[index(c.side)].push_back(u);
    if (c.arm == Arm::Artillery) field->guns_of[index(c.side)].push_back(u);
  }
  return field;
}

}  // namespace tambour::siecle

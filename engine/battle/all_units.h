// SPDX-License-Identifier: MIT
// A range over all combat units of a battle.
#pragma once
#include "play/unit_id.h"

namespace tambour {

template <class Field>
UnitRange all_units(const Field& field) {
  return UnitRange(field.unit_count());
}

}  // namespace tambour

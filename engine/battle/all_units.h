// SPDX-License-Identifier: MIT
// All combat units of a battle, to loop over.
#pragma once
#include "play/unit_id.h"

namespace tambour {

template <class Field>
UnitRange all_units(const Field& field) {
  return UnitRange(field.unit_count());
}

}  // namespace tambour

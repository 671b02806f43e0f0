// SPDX-License-Identifier: MIT
// The later steps of build_field.
#pragma once
#include "rules/jdg/field.h"

namespace tambour::jdg {

bool read_sheet_rules(Field& field, const std::string& book, Trouble& trouble);  // the battle's special rules and victory conditions
void make_passages(Field& field);                                                // 4.3: what it costs to enter each hex across each side
void make_skyline(Field& field);                                                 // 7.4: level and cover of each hex
void make_side_flags(Field& field, ChargeRule charges);
bool make_rout_distances(Field& field, Trouble& trouble);  // 10.4: how far it is to each side's rout edge

}  // namespace tambour::jdg

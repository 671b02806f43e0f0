// SPDX-License-Identifier: MIT
// Writes docs/acts.md: the questions and verbs of every book.
#pragma once
#include <span>
#include <string>
#include <string_view>

namespace tambour {

std::string acts_document(std::span<const std::string_view> books);

}  // namespace tambour

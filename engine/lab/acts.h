// SPDX-License-Identifier: MIT
// The questions and verbs of every book as one document, docs/acts.md.
#pragma once
#include <span>
#include <string>
#include <string_view>

namespace tambour {

std::string acts_document(std::span<const std::string_view> books);

}  // namespace tambour

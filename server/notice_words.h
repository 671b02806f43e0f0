// SPDX-License-Identifier: MIT
// The text of notices, in English and French: battle, opponent and turn, never a position or a secret.
#pragma once
#include <string>

namespace tambour::server {

struct NoticeFacts {
  std::string title, opponent;  // of the battle; opponent "" for a free seat
  int turn = 0;
  std::string result;  // of a game that is over: "won", "lost" or "drawn"
};
struct NoticeText {
  std::string subject, text;
};

NoticeText words_of_notice(const std::string& kind, const NoticeFacts& facts, const std::string& language);
NoticeText words_of_link(const std::string& name, const std::string& link, const std::string& language);
std::string words_of_stop(const std::string& link, const std::string& language);  // footer of each mail

}  // namespace tambour::server

// SPDX-License-Identifier: MIT
#include "server/notice_words.h"

namespace tambour::server {

namespace {

std::string filled(std::string text, const NoticeFacts& facts, const char* nobody) {
  const std::pair<const char*, std::string> words[] = {
      {"{title}", facts.title}, {"{opponent}", facts.opponent.empty() ? nobody : facts.opponent}, {"{turn}", std::to_string(facts.turn)}};
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    bool found = false;
    for (const auto& [name, meaning] : words)
      if (const std::string key = name; text.compare(i, key.size(), key) == 0) out += meaning, i += key.size(), found = true;
    if (!found) out += text[i++];
  }
  return out;
}

NoticeText english(const std::string& kind, const NoticeFacts& f) {
  if (kind == "turn") return {"{title}: your move, turn {turn}", "It is your move in {title} against {opponent}, turn {turn}."};
  if (kind == "invite") return {"{title}: an invitation", "{opponent} invites you to a game of {title}."};
  if (kind == "clock") return {"{title}: little time is left", "Little time is left for your move in {title} against {opponent}, turn {turn}."};
  const std::string end = f.result == "won" ? "you have won." : f.result == "lost" ? "you have lost." : "it is a draw.";
  return {"{title}: the game is over", "Your game of {title} against {opponent} is over: " + end};
}

NoticeText french(const std::string& kind, const NoticeFacts& f) {
  if (kind == "turn") return {"{title} : à vous de jouer, tour {turn}", "C'est à vous de jouer dans {title} contre {opponent}, tour {turn}."};
  if (kind == "invite") return {"{title} : une invitation", "{opponent} vous invite à une partie de {title}."};
  if (kind == "clock")
    return {"{title} : il reste peu de temps", "Il vous reste peu de temps pour jouer dans {title} contre {opponent}, tour {turn}."};
  const std::string end = f.result == "won" ? "vous avez gagné." : f.result == "lost" ? "vous avez perdu." : "c'est une partie nulle.";
  return {"{title} : la partie est finie", "Votre partie de {title} contre {opponent} est finie : " + end};
}

}  // namespace

NoticeText words_of_notice(const std::string& kind, const NoticeFacts& facts, const std::string& language) {
  const bool in_french = language == "fr";
  const NoticeText text = in_french ? french(kind, facts) : english(kind, facts);
  const char* nobody = in_french ? "quelqu'un" : "somebody";
  return {filled(text.subject, facts, nobody), filled(text.text, facts, nobody)};
}

NoticeText words_of_link(const std::string& name, const std::string& link, const std::string& language) {
  if (language == "fr")
    return {"Votre lien pour Tambour", "Ce lien ouvre le compte « " + name + " ». Il sert une fois et reste valable une heure :\n" + link +
                                           "\n\nSi vous n'avez rien demandé, ignorez ce message.\n"};
  return {"Your link to Tambour",
          "This link opens the account '" + name + "'. It is good once, and for an hour:\n" + link + "\n\nIf you did not ask for it, ignore this mail.\n"};
}

std::string words_of_stop(const std::string& link, const std::string& language) {
  return (language == "fr" ? "Ne plus recevoir ces messages : " : "No more of these mails: ") + link + "\n";
}

}  // namespace tambour::server

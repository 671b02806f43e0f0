// docs/protocol.md tells the truth: its requests are sent, and the answers must be what it shows ("…" stands for anything).
// With TAMBOUR_RESTATE set (make protocol) the answers are written anew instead.
#include <gtest/gtest.h>

#include <fstream>

#include "battle/battle.h"
#include "rules/registry.h"
#include "wire/referee.h"

namespace tambour {
namespace {

// Where the answer leaves the example, or nothing.
std::optional<std::string> departs(std::string_view example, std::string_view answer) {
  bool anchored = true;
  for (std::size_t at = 0;;) {
    constexpr std::string_view kGap = "…";
    const auto gap = example.find(kGap);
    const auto piece = example.substr(0, gap);
    const auto found = answer.find(piece, at);
    if (found == std::string_view::npos || (anchored && found != at)) return std::string(piece);
    at = found + piece.size();
    if (gap == std::string_view::npos)
      return at == answer.size() || piece.empty() ? std::nullopt : std::optional<std::string>(answer.substr(at));
    example.remove_prefix(gap + kGap.size());
    anchored = false;
  }
}

// An answer for the document: long lists and texts are cut, and so is the whole.
std::string shortened(const wire::json& j, int depth = 0) {
  std::string out;
  if (j.is_object()) {
    for (const auto& [key, value] : j.items()) out += (out.empty() ? "" : ",") + wire::json(key).dump() + ":" + shortened(value, depth + 1);
    out = "{" + out + "}";
  } else if (j.is_array()) {
    const std::size_t kept = depth < 3 ? 2 : 4;
    for (std::size_t i = 0; i < j.size() && (i < kept || j.size() == kept + 1); ++i) out += (i ? "," : "") + shortened(j[i], depth + 1);
    out = "[" + out + (j.size() > kept + 1 ? ",…]" : "]");
  } else {
    out = j.dump();
    std::size_t cut = 100;
    while (out.size() > 160 && (out[cut] & 0xC0) == 0x80) --cut;  // not inside a character
    if (j.is_string() && out.size() > 160) out = out.substr(0, cut) + "…\"";
  }
  return depth == 0 && out.size() > 1500 ? out.substr(0, out.rfind(',', 1200)) + "…" : out;
}

TEST(Protocol, the_examples_of_the_document_are_real) {
  Trouble trouble;
  const auto text = read_text_file(std::string(TAMBOUR_SOURCE) + "/docs/protocol.md", trouble);
  ASSERT_TRUE(text) << trouble.text();
  wire::Referee referee(data_directory(), make_game, wire::Referee::Files::Barred);
  std::string answer;
  std::string restated;
  int number = 0, shown = 0;
  for (auto line : split(*text, '\n')) {
    ++number;
    if (line.starts_with("> ")) answer = referee.answer(line.substr(2));
    const bool shows = line.starts_with("< "), brief = line.size() < 30;  // a brief one was cut by hand and stays
    restated += (shows && !brief ? "< " + shortened(wire::json::parse(answer)) : std::string(line)) + "\n";
    if (!shows) continue;
    ++shown;
    if (std::getenv("TAMBOUR_RESTATE")) continue;
    const auto no = departs(line.substr(2), answer);
    EXPECT_FALSE(no) << "docs/protocol.md:" << number
                     << ": the answer is not so (if the change is meant, run 'make protocol'): " << no.value_or("")
                     << "\nit is: " << answer.substr(0, 2000);
  }
  EXPECT_GE(shown, 15) << "one example at least for each command";
  restated.pop_back();
  if (std::getenv("TAMBOUR_RESTATE")) std::ofstream(std::string(TAMBOUR_SOURCE) + "/docs/protocol.md", std::ios::binary) << restated;
}

}  // namespace
}  // namespace tambour

// SPDX-License-Identifier: MIT
#include "lab/acts.h"

#include "play/questions.h"

namespace tambour {
namespace {

std::string operands(const char* shape) {
  std::string out;
  for (const char* k = shape; *k; ++k) {
    switch (*k) {
      case 'u': out += " <unit>"; break;
      case 'w': out += " <unit>"; break;
      case 'h': out += " <hex>"; break;
      case 'f': out += " <vertex>"; break;
      case 's': out += " <hexside>"; break;
      case 'n': out += " <number>"; break;
      case 'm': out += " <marker>"; break;
      case 'd': out += " <face>"; break;
      default: out += " <extra>"; break;
    }
  }
  return out;
}

std::string questions_of(std::string_view book) {
  std::string out = "\n## " + std::string(book) + "\n\n| question | prompt | rule | acts |\n| --- | --- | --- | --- |\n";
  for (const ListedQuestion* q : questions(book)) {
    const RuleRow* row = find_row(q->when);
    out += "| `" + std::string(q->name) + "` | " + q->prompt + " | " + (row ? std::string(row->id) : "") + " |";
    for (const Verb v : q->verbs) out += " `" + std::string(info(v).text) + "`";
    out += " |\n";
  }
  return out;
}

}  // namespace

std::string acts_document(std::span<const std::string_view> books) {
  std::string out =
      "# Questions and acts\n\n"
      "Written by `build/tambour acts` (`make acts`); a test compares it with the program. Every question a book can put to a player or to "
      "the\n"
      "cup, with its prompt, the rule that says what may be answered, and the verbs of its answers. `options` of the referee lists the\n"
      "answers that are legal; a question with one legal answer is answered by the engine and listed with `\"forced\":true`.\n"
      "`beginners` asks the questions of `jdg` too, but for those its own replace.\n";
  for (const std::string_view book : books) out += questions_of(book);
  out += "\n## Verbs\n\n| act | what it does |\n| --- | --- |\n";
  for (int v = 1; v < int(Verb::kCount); ++v) {
    const VerbInfo& i = info(Verb(v));
    out += "| `" + std::string(i.text) + operands(i.shape) + "` | " + i.help + " |\n";
  }
  return out;
}

}  // namespace tambour

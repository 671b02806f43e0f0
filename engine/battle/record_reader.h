// SPDX-License-Identifier: MIT
// Reads fields of an order of battle: numbers, hexes, facings and names. Errors name file, line and the expected form.
#pragma once
#include "battle/battle.h"

namespace tambour {

class RecordReader {
 public:
  RecordReader(const Battle& of, Trouble& out) : battle(of), trouble(out) {}

 protected:
  bool fail(const Record& r, std::string message) { return trouble = {r.file, r.line, std::move(message)}, false; }

  // A number that must be there.
  template <class T>
  bool number(const Record& r, const char* name, int low, int high, T& out) {
    const auto n = r.number(name);
    return n && *n >= low && *n <= high ? (out = T(*n), true) : no_number(r, name, low, high);
  }
  // An optional number: `out` is unchanged if it is absent.
  template <class T>
  bool number_if_given(const Record& r, const char* name, int low, int high, T& out) {
    return r.get(name).empty() || number(r, name, low, high, out);
  }
  bool hex(const Record& r, const char* column, HexId& out);  // "0405", or nothing: kNoHex
  // The same, or "zone:entry": its first hex; `zone` is its name, "" for a hex.
  bool place(const Record& r, const char* column, HexId& out, std::string* zone = nullptr);
  bool vertex(const Record& r, uint8_t& out);  // its "face"
  // The index in `list` of the id in the column, or -1; reports no error.
  template <class List>
  static int named(const Record& r, const char* column, const List& list) {
    const std::string id = r.get(column);
    for (std::size_t k = 0; k < list.size(); ++k)
      if (list[k].id == id) return int(k);
    return -1;
  }

  const Battle& battle;
  Trouble& trouble;

 private:
  bool no_number(const Record& r, const char* name, int low, int high);
};

// Refuses a map of more hexes than a book has room for.
bool map_fits(const Map& map, int hexes, Trouble& trouble);

}  // namespace tambour

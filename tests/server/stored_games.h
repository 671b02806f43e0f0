// SPDX-License-Identifier: MIT
// For tests of stores: games with something in every member.
#pragma once
#include "server/store.h"

namespace tambour::server::test {

inline GameRow game_row(const std::string& id, int64_t created = 1000) {
  GameRow g;
  g.id = id, g.book = "toy", g.battle = "skirmish", g.edition = {3, 0xFEDCBA9876543210u}, g.dice_secret = "ab\"c\\d", g.dice_version = 2;
  g.stir = true, g.inherited = 1, g.pace_ms = 250, g.created = created, g.moved = created, g.status = "{\"turn\":1,\"who\":\"Überall, {x}\"}";
  g.seats[0] = {"human", "Anna, \"die\" Erste", "hash-a-" + id, ""};
  g.seats[1] = {"friend", "", "", "invite"};
  g.seats[1].invitation = {"open", 3, "account", "Überall, \"b\""};
  g.seats[0].account = "anna", g.seats[0].devices = {"hash-1", "hash-2"};
  g.terms.visibility = Visibility::Private, g.terms.watchers = false;
  g.terms.clock.kind = ClockTerms::Kind::Days, g.terms.clock.days = 3, g.terms.clock.timeout = ClockTerms::Timeout::Machine, g.terms.clock.holidays = 14;
  g.clock.left[1] = 77, g.clock.counts = Seat::Second, g.clock.since = 1763190000000, g.clock.away_until[0] = 9, g.clock.holidays[0] = 2;
  g.host_hash = "hash-h";
  return g;
}

inline Record record(int64_t number, const std::string& text) {
  return {number, number % 2 ? RecordKind::Act : RecordKind::Chat, Seat::First, text, 5000 + number, "d6", 0xF000000000000001u + uint64_t(number), 0};
}

inline Batch creation(const GameRow& row, std::vector<Record> records = {}) { return {true, row, std::move(records), new_stamp(), NextAnswer::Kept}; }

}  // namespace tambour::server::test

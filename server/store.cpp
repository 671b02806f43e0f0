// SPDX-License-Identifier: MIT
#include "server/store.h"

#include <filesystem>
#include <random>
#include <stdexcept>

#include "server/log.h"
#include "server/postgres_store.h"
#include "server/records.h"
#include "server/sqlite_store.h"
#include "wire/parse.h"

namespace tambour::server {

namespace {

constexpr const char* kProbeName = "-probe";

// The scheme of "scheme://…" and of "scheme:path"; "" for a plain path.
std::string scheme_of(const std::string& address) {
  const auto end = address.find(':');
  if (end == std::string::npos || end == 0) return "";
  const std::string scheme = address.substr(0, end);
  if (scheme == "sqlite") return scheme;
  return address.compare(end, 3, "://") == 0 ? scheme : "";
}

// The address without login, for messages.
std::string without_login(const std::string& address) {
  const auto begin = address.find("://"), at = address.rfind('@');
  if (begin == std::string::npos || at == std::string::npos || at < begin) return address;
  return address.substr(0, begin + 3) + "…" + address.substr(at);
}

}  // namespace

void Store::probe(const Batch& like) {
  Batch batch = like;
  batch.create = true;
  batch.game.id = kProbeName;
  erase({kProbeName});
  write({&batch});
  erase({kProbeName});
}

int64_t Store::now() { return now_ms(); }

std::string seating_text(const GameRow& row, bool copied) {
  nlohmann::json out{{"host", row.host_hash}, {"seats", nlohmann::json::array()}};
  if (copied) out["copied"] = true;
  if (!row.rematch.game.empty()) out["rematch"] = {{"game", row.rematch.game}, {"by", index(row.rematch.by)}};
  for (const SeatRow& seat : row.seats) {
    nlohmann::json one{{"account", seat.account}, {"devices", seat.devices}};
    const Invitation& i = seat.invitation;
    if (!i.state.empty()) one["invitation"] = {{"state", i.state}, {"number", i.number}, {"account", i.account}, {"name", i.name}};
    out["seats"].push_back(std::move(one));
  }
  return out.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

// A store can be edited by hand: unreadable values count as absent.
void read_seating(GameRow& row, const std::string& text) {
  const nlohmann::json kept = wire::parse_json(text);
  const auto has_open = [&] { return row.seats[0].kind == "open" || row.seats[1].kind == "open"; };
  const auto of_machines = [&] { return is_machine(row.seats[0]) && is_machine(row.seats[1]); };
  if (!row.terms.rooms && (has_open() || of_machines())) row.terms.visibility = Visibility::Open;
  try {
    if (!kept.is_object()) throw std::invalid_argument("no seating");
    row.host_hash = kept.value("host", ""), row.copied = kept.value("copied", false);
    if (kept.contains("rematch")) row.rematch = {kept["rematch"].at("game"), kept["rematch"].at("by") == 0 ? Seat::First : Seat::Second};
    for (std::size_t i = 0; i < 2; ++i) {
      const nlohmann::json& one = kept.at("seats").at(i);
      SeatRow& seat = row.seats[i];
      seat.account = one.value("account", ""), seat.devices = one.value("devices", std::vector<std::string>{});
      if (!one.contains("invitation")) continue;
      const nlohmann::json& invitation = one["invitation"];
      seat.invitation = {invitation.at("state"), invitation.at("number"), invitation.at("account"), invitation.at("name")};
    }
  } catch (const std::exception&) {
    for (SeatRow& seat : row.seats)
      if (seat.kind == "friend" && seat.invitation.state.empty()) seat.invitation.state = seat.secret_hash.empty() ? "open" : "taken";
  }
}

std::string clock_text(const GameRow& row) { return row.terms.clock.kind == ClockTerms::Kind::None ? "" : clock_state_json(row.clock).dump(); }

bool is_shared_store(const std::string& address) {
  const std::string scheme = scheme_of(address);
  return scheme == "postgresql" || scheme == "postgres";
}

std::unique_ptr<Store> open_store(const std::string& address, bool must_exist) {
  if (is_shared_store(address)) return open_postgres_store(address, must_exist);
  const std::string scheme = scheme_of(address);
  if (!scheme.empty() && scheme != "sqlite")
    throw StoreError("'" + without_login(address) + "' names no store; write a path, sqlite:PATH or postgresql://user@host/database");
  const std::string path = scheme.empty() ? address : address.substr(7);
  if (path.empty()) throw StoreError("'" + address + "' names no file; write sqlite:PATH");
  if (must_exist && !std::filesystem::exists(path)) throw StoreError("there is no store '" + path + "'; check the path");
  // SQLite would read "file:…" as a URI, whose options can lose all games; here it is a file name.
  return open_sqlite_store(path.starts_with("file:") ? "./" + path : path);
}

int64_t new_stamp() {
  thread_local std::mt19937_64 random = [] {
    std::random_device device;
    std::seed_seq seed{device(), device(), device(), device(), device(), device()};
    return std::mt19937_64(seed);
  }();
  for (;;)
    if (const auto stamp = int64_t(random() >> 1); stamp) return stamp;
}

}  // namespace tambour::server

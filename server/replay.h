// SPDX-License-Identifier: MIT
// Logs, positions, files, summaries and dice of finished and running games (docs/table-protocol.md, section 2).
#pragma once
#include <functional>
#include <string>

#include "server/room.h"

namespace tambour::server {

class BattleCatalog;
class GameHub;
class StoreWriter;

// All reply once, perhaps later, or throw HttpError. The body may hold a seat's secret or an invitation.
class Replay {
 public:
  using Reply = std::function<void(int status, std::string body)>;

  Replay(GameHub& hub, const BattleCatalog& catalog, StoreWriter& writer) : hub_(hub), catalog_(catalog), writer_(writer) {}

  void log(const std::string& id, const json& body, const std::string& address, const Reply& reply);
  void position(const std::string& id, int64_t seq, const json& body, const std::string& address, const Reply& reply);
  void summary(const std::string& id, const json& body, const std::string& address, const Reply& reply);
  void dice(const std::string& id, const json& body, const std::string& address, const Reply& reply);
  void file(const std::string& id, const json& secrets, const std::string& address, const Reply& reply);

 private:
  // Replies with `head` and an answer computed from the stored records; cached under the key unless it is "".
  void from_store(const std::string& id, const std::string& address, const Reply& reply, const std::string& key,
                  std::function<std::string(const StoredGame&)> work, const std::string& head = "");

  GameHub& hub_;
  const BattleCatalog& catalog_;
  StoreWriter& writer_;
};

}  // namespace tambour::server

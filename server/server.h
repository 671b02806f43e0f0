// SPDX-License-Identifier: MIT
// The whole server in one object: store, games, network.
#pragma once
#include <memory>
#include <string>

#include "server/battle_catalog.h"
#include "server/courier.h"
#include "server/store.h"

namespace tambour::server {

struct Settings {
  std::string address = "127.0.0.1";
  unsigned short port = 8080;  // 0: any free one
  std::string store = "tambour.db";
  int threads = 2;                                   // for machine players
  int connections = 4096, connections_of_one = 128;  // at a time; of one address
  int memory = 512;                             // megabytes for games
  int keep_days = 365;                          // see HubLimits
  int drain = 0;  // seconds from the first signal to stop to the end of all connections: time for a proxy to notice (/readyz)
  std::vector<std::string> trusted_proxies, hosts;  // see DoorRules
  bool accounts = true;
  CourierSettings courier;  // mail and webhooks
  std::string site;         // https://table.example.org: what links in mails begin with; "": from the first host, or this machine
};

class Server {
 public:
  Server(const Settings& settings, const BattleCatalog& catalog);  // throws StoreError or std::system_error
  Server(const Settings& settings, const BattleCatalog& catalog, std::unique_ptr<Store> store);
  ~Server();
  unsigned short port() const;
  void run();              // until stop()
  void stop();             // from any thread or signal handler's thread: everything accepted is written first
  void stop_on_signals();  // SIGINT and SIGTERM

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

}  // namespace tambour::server

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
  int connections = 4096, connections_of_one = 128;  // in all; per address
  int memory = 512;                                  // megabytes, for games
  int keep_days = 365;                          // see HubLimits
  int drain = 0;                                // seconds between SIGTERM and closing connections, for a proxy to see /readyz fail
  std::vector<std::string> trusted_proxies, hosts;  // see DoorRules
  bool accounts = true;
  CourierSettings courier;  // mail and webhooks
  std::string site;         // base URL of links in mails, https://table.example.org; "": from the first host, or localhost
};

class Server {
 public:
  Server(const Settings& settings, const BattleCatalog& catalog);  // throws StoreError or std::system_error
  Server(const Settings& settings, const BattleCatalog& catalog, std::unique_ptr<Store> store);
  ~Server();
  unsigned short port() const;
  void run();              // until stop()
  void stop();             // from any thread; writes everything accepted first
  void stop_on_signals();  // SIGINT and SIGTERM

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

}  // namespace tambour::server

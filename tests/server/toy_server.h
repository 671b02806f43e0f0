// SPDX-License-Identifier: MIT
// A server of the toy game or of the real battles: in a thread of this process, or in a child that can be killed.
#pragma once
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "rules/registry.h"
#include "server/dice.h"
#include "server/log.h"
#include "server/server.h"
#include "tests/server/table_client.h"
#include "toy/toy.h"

namespace tambour::server::test {

inline const BattleCatalog& toy_library() {
  static const BattleCatalog catalog(TAMBOUR_SOURCE "/tests/server/data", {"toy"}, toy::make_by_name);
  for (const std::string& trouble : catalog.troubles()) throw std::runtime_error(trouble);
  return catalog;
}

inline const BattleCatalog& real_catalog() {
  static const BattleCatalog catalog(TAMBOUR_SOURCE "/data", rulesets(), make_game);
  return catalog;
}

// A folder that goes when the test ends.
class Scratch {
 public:
  Scratch() {
    std::string name = (std::filesystem::temp_directory_path() / "tambour-test-XXXXXX").string();
    path_ = mkdtemp(name.data());
  }
  ~Scratch() { std::filesystem::remove_all(path_); }
  std::string path() const { return path_; }
  std::string store() const { return path_ + "/games.db"; }

 private:
  std::string path_;
};

inline Settings settings_for(const std::string& store) {
  Settings settings;
  settings.port = 0;
  settings.store = store;
  return settings;
}

class LocalServer {
 public:
  explicit LocalServer(const std::string& store, const BattleCatalog& catalog = toy_library())
      : LocalServer(settings_for(store), catalog) {}
  LocalServer(const Settings& settings, const BattleCatalog& catalog) : server_(settings, catalog), thread_([this] { server_.run(); }) {}
  ~LocalServer() {
    server_.stop();
    thread_.join();
  }
  unsigned short port() const { return server_.port(); }

 private:
  Server server_;
  std::thread thread_;
};

// Must be started while this process has no other threads.
class ChildServer {
 public:
  explicit ChildServer(const std::string& store) : ChildServer(settings_for(store)) {}
  explicit ChildServer(const Settings& settings) {
    toy_library();
    int ends[2];
    if (pipe(ends) != 0) throw std::runtime_error("no pipe");
    child_ = fork();
    if (child_ == 0) serve(settings, ends[1]);
    close(ends[1]);
    const bool told = read(ends[0], &port_, sizeof port_) == sizeof port_;
    close(ends[0]);
    if (!told) throw std::runtime_error("the child does not start");
  }
  ~ChildServer() { end(SIGKILL); }
  unsigned short port() const { return port_; }
  void send_signal(int number) const { kill(child_, number); }
  void limit_files(rlim_t bytes) const {
    const rlimit limit{bytes, RLIM_INFINITY};
    if (prlimit(child_, RLIMIT_FSIZE, &limit, nullptr) != 0) throw std::runtime_error("the limit cannot be set");
  }
  int end(int number) {
    if (child_ < 0) return 0;
    kill(child_, number);
    int status = 0;
    waitpid(child_, &status, 0);
    child_ = -1;
    return status;
  }

 private:
  [[noreturn]] static void serve(const Settings& settings, int tell) {
    set_log_level(LogLevel(4));
    try {
      Server server(settings, toy_library());
      server.stop_on_signals();
      const unsigned short port = server.port();
      if (write(tell, &port, sizeof port) != sizeof port) _exit(3);
      server.run();
    } catch (const std::exception& e) {
      std::fprintf(stderr, "%s\n", e.what());
      _exit(2);
    }
    _exit(0);
  }
  pid_t child_ = -1;
  unsigned short port_ = 0;
};

inline json new_game(unsigned short port, const std::string& blue = "human", const std::string& white = "human") {
  return post(port, "/api/games",
              {{"battle", "skirmish"},
               {"book", "toy"},
               {"pace_ms", 0},
               {"entropy", "a test"},
               {"seats", {{"Blue", {{"kind", blue}}}, {"White", {{"kind", white}}}}}},
              201);
}

}  // namespace tambour::server::test

// SPDX-License-Identifier: MIT
// Three tambour processes on one PostgreSQL behind haproxy, set up by the files of deploy/, played on by real clients while processes and
// database are killed, stopped and woken. What a client was told must be there at the end, once.
//   tambour_several TAMBOUR DEPLOY KILLS STOPS FREEZES DRAINS [GAMES]
#include <cstdio>

#include "tests/several/played.h"
#include "tests/several/site.h"

using namespace tambour::server::test;

namespace {

constexpr double kSoon = 5;          // seconds until every game goes on
constexpr auto kFrozen = 4500ms;     // longer than the lease of three seconds
double database_away = 0;            // seconds, at most
int passed = 0, failed = 0;
void check(bool good, const std::string& what) {
  ++(good ? passed : failed);
  std::printf("%s %s\n", good ? "ok  " : "FAIL", what.c_str());
  std::fflush(stdout);
}

// Looks at games through the proxy all the time.
class Visitor {
 public:
  Visitor(unsigned short proxy, std::vector<std::string> games)
      : thread_([this, proxy, games = std::move(games)](const std::stop_token& stop) {
          for (std::size_t i = 0; !stop.stop_requested(); ++i, std::this_thread::sleep_for(10ms)) {
            ++asked;
            try {
              refused += http(proxy, "GET", "/api/games/" + games[i % games.size()]).status != 200;
            } catch (const std::exception&) {
              ++refused;
            }
          }
        }) {}
  std::atomic<int> asked = 0, refused = 0;

 private:
  std::jthread thread_;  // the last: it uses the others
};

int visits_refused = 0, visits = 0;

// What the dashboard draws that no process tells.
std::string unknown_figures(const Site& site, const std::string& dashboard) {
  const std::string told = http(site.port(0), "GET", "/metrics").body, drawn = text_of(dashboard), prefix = "tambour_";
  std::string unknown;
  for (auto at = drawn.find(prefix); at != std::string::npos; at = drawn.find(prefix, at + 1)) {
    const std::string name = drawn.substr(at, drawn.find_first_not_of("abcdefghijklmnopqrstuvwxyz_", at) - at);
    if (told.find("\n" + name + " ") == std::string::npos && told.find("\n" + name + "{") == std::string::npos) unknown += " " + name;
  }
  return unknown;
}

void do_harm(Site& site, Fault fault, int which, const std::vector<std::string>& games) {
  Child& process = site.process(which);
  last_fault = int(fault);
  switch (fault) {
    case Fault::Kill:
      process.end(SIGKILL);
      std::this_thread::sleep_for(300ms);
      process.start();
      break;
    case Fault::Stop: {
      const auto begun = Clock::now();
      site.cluster().stop("immediate");
      std::this_thread::sleep_for(200ms);
      site.cluster().start();
      database_away = std::max(database_away, std::chrono::duration<double>(Clock::now() - begun).count());
      break;
    }
    case Fault::Freeze:
      process.send(SIGSTOP);
      std::this_thread::sleep_for(kFrozen);
      process.send(SIGCONT);
      break;
    case Fault::Drain: {
      Visitor visitor(site.proxy, games);
      check(process.end(SIGTERM) == 0, "a process that is told to stop leaves in order");
      std::this_thread::sleep_for(300ms);
      visits += visitor.asked, visits_refused += visitor.refused;
      process.start();
      break;
    }
  }
  if (!Site::ready(site.port(which), 15s)) check(false, "the process is ready again");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 7) return std::fprintf(stderr, "tambour_several TAMBOUR DEPLOY KILLS STOPS FREEZES DRAINS [GAMES]\n"), 2;
  signal(SIGPIPE, SIG_IGN);
  if (!PrivatePostgres::get()) return std::fprintf(stderr, "PostgreSQL is not installed\n"), 2;
  try {
    Site site(argv[1], argv[2]);
    check(site.start(), "three processes and haproxy are ready");
    if (failed) return std::printf("%s\n", site.log().c_str()), 1;
    check(site.tls(), "haproxy answers over TLS");
    check(http(site.proxy, "GET", "/metrics").status == 403, "the figures are not for everybody");
    const std::string unknown = unknown_figures(site, std::string(argv[2]) + "/grafana-dashboard.json");
    check(unknown.empty(), "every figure of the dashboard is told" + unknown);
    const json listed = http(site.proxy, "GET", "/api/battles").parsed();
    for (const json& battle : listed["battles"])
      if (battle["id"] == kBattle)
        for (const json& side : battle["sides"]) Played::sides().push_back(side.is_string() ? side.get<std::string>() : side["name"].get<std::string>());

    std::vector<std::unique_ptr<Played>> games;
    const int wanted = argc > 7 ? std::atoi(argv[7]) : 12;
    for (int i = 0; i < wanted; ++i) games.push_back(std::make_unique<Played>(site.proxy, i));
    check(int(games.size()) == wanted, "games are made through the proxy");
    std::vector<std::string> ids;
    for (const auto& game : games) ids.push_back(game->id());
    std::atomic<bool> stop = false;
    std::vector<std::thread> threads;
    for (auto& game : games) threads.emplace_back([&] { game->run(stop); });
    std::this_thread::sleep_for(1s);

    std::vector<Fault> faults;
    for (int k = 0; k < 4; ++k) faults.insert(faults.end(), std::size_t(std::atoi(argv[3 + k])), Fault(k));
    tambour::Rng rng(7);
    for (std::size_t i = faults.size(); i > 1; --i) std::swap(faults[i - 1], faults[rng.below(uint32_t(i))]);
    for (const Fault fault : faults) {
      do_harm(site, fault, int(rng.below(kProcesses)), ids);
      std::this_thread::sleep_for(std::chrono::milliseconds(200 + rng.below(600)));
    }
    std::this_thread::sleep_for(1s);
    stop = true;
    for (std::thread& thread : threads) thread.join();

    Played::Tally all;
    for (auto& game : games) {
      const Played::Tally one = game->tally();
      all.acked += one.acked, all.unknown += one.unknown, all.breaks += one.breaks;
      for (std::size_t k = 0; k < kFaults; ++k) all.silence[k] = std::max(all.silence[k], one.silence[k]);
      all.troubles.insert(all.troubles.end(), one.troubles.begin(), one.troubles.end());
    }
    for (const std::string& trouble : all.troubles) std::printf("     %s\n", trouble.c_str());
    std::printf("%zu faults; %d acts acknowledged, %d unknown, %d connections broke\n", faults.size(), all.acked, all.unknown, all.breaks);
    std::printf("since their last start: %ld writes overtaken, %ld in doubt, %ld games followed, %ld turns taken over\n", site.figure("stale_total"),
                site.figure("doubts_total"), site.figure("followed_total"), site.figure("taken_over_total"));
    if (visits) std::printf("while processes were told to stop: %d requests, %d of them refused\n", visits, visits_refused);
    check(visits_refused == 0, "nobody notices that a process is told to stop");
    check(all.troubles.empty(), "no acknowledged act is lost, none is there twice");
    check(all.acked > 20 * wanted / 2, "the games were played");
    check(all.breaks > 0 || faults.empty(), "the faults were felt");
    for (std::size_t k = 0; k < kFaults; ++k)
      if (std::atoi(argv[3 + k]) > 0) {
        std::printf("the longest silence in a game after %s: %.1f s\n", kFaultNames[k], all.silence[k]);
        if (Fault(k) == Fault::Stop) std::printf("the database was away for up to %.1f s\n", database_away);
        check(all.silence[k] < kSoon + (Fault(k) == Fault::Stop ? database_away : 0), std::string("every game goes on soon after ") + kFaultNames[k]);
      }
    check(std::system((std::string(argv[1]) + " store check '" + site.address() + "' 2> /dev/null").c_str()) == 0, "every game plays again from its records");
    if (failed > 0) std::printf("%s\n", site.log().c_str());
  } catch (const std::exception& e) {
    check(false, e.what());
    std::fflush(stdout);
  }
  std::printf("%d passed, %d failed\n", passed, failed);
  return failed > 0;
}

// SPDX-License-Identifier: MIT
// Three tambour processes on one PostgreSQL behind haproxy, set up by the files of deploy/, played on by real clients while processes and
// database are killed, stopped and woken. What a client was told must be there at the end, once.
//   tambour_several TAMBOUR DEPLOY KILLS STOPS FREEZES DRAINS [GAMES]
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>
#include <mutex>

#include "server/dice.h"
#include "tests/server/private_postgres.h"
#include "tests/server/table_client.h"

using namespace std::chrono_literals;
using namespace tambour::server::test;
using tambour::server::PgConnection;
using Clock = std::chrono::steady_clock;

namespace {

constexpr const char* kBattle = "train-gs-1-mill";
constexpr const char* kBook = "siecle";
constexpr int kProcesses = 3;
constexpr double kSoon = 5;       // seconds until every game goes on
constexpr auto kBetweenActs = 60ms;  // a client may send 40 messages a second
constexpr auto kFrozen = 4500ms;  // longer than the lease of three seconds

int passed = 0, failed = 0;
void check(bool good, const std::string& what) {
  ++(good ? passed : failed);
  std::printf("%s %s\n", good ? "ok  " : "FAIL", what.c_str());
  std::fflush(stdout);
}

unsigned short free_port() {
  boost::asio::io_context io;
  tcp::acceptor acceptor(io, at(0));
  return acceptor.local_endpoint().port();
}

std::string text_of(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

void replace(std::string& text, const std::string& from, const std::string& to) {
  const auto at = text.find(from);
  if (at == std::string::npos) throw std::runtime_error("the configuration has no '" + from + "'");
  text.replace(at, from.size(), to);
}

// A child process with its words in a file.
class Child {
 public:
  Child(std::vector<std::string> command, std::string log) : command_(std::move(command)), log_(std::move(log)) {}
  ~Child() { end(SIGKILL); }
  // Between fork and exec nothing is allocated: other threads may hold any lock.
  void start() {
    std::vector<char*> arguments;
    for (std::string& word : command_) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    const int log = open(log_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    child_ = fork();
    if (child_ == 0) {
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      dup2(log, 1), dup2(log, 2);
      execvp(arguments[0], arguments.data());
      _exit(127);
    }
    close(log);
  }
  void send(int signal) const { kill(child_, signal); }
  int end(int signal) {
    if (child_ <= 0) return 0;
    kill(child_, signal);
    int status = 0;
    waitpid(child_, &status, 0);
    child_ = -1;
    return status;
  }

 private:
  std::vector<std::string> command_;
  std::string log_;
  pid_t child_ = -1;
};

enum class Fault { Kill, Stop, Freeze, Drain };
constexpr const char* kFaultNames[] = {"a kill", "a stop of the database", "a process frozen", "a process told to stop"};
constexpr int kFaults = 4;
std::atomic<int> last_fault = 0;
double database_away = 0;  // seconds, at most

// One game with its players. Everything goes through the proxy; half of the clients name another game to it, so that the two sides are
// at different processes.
class Played {
 public:
  Played(unsigned short proxy, int number) : proxy_(proxy), number_(number), machine_(number % 3 == 0) {
    const json seats = {{sides()[0], {{"kind", "human"}}}, {sides()[1], {{"kind", machine_ ? "recruit" : "human"}}}};
    game_ = post(proxy_, "/api/games", {{"battle", kBattle}, {"book", kBook}, {"pace_ms", 0}, {"seats", seats}}, 201);
    for (int s = 0; s < (machine_ ? 1 : 2); ++s) players_.push_back({s});
  }
  static std::vector<std::string>& sides() {
    static std::vector<std::string> names;
    return names;
  }

  void run(const std::atomic<bool>& stop) {
    moved_ = Clock::now();
    while (!stop && !over_)
      for (Player& player : players_) turn(player);
    for (Player& player : players_) settle(player);
  }

  struct Tally {
    int acked = 0, unknown = 0, breaks = 0;
    std::array<double, kFaults> silence{};  // after each kind of fault
    std::vector<std::string> troubles;
  };
  Tally tally() {
    Tally all{0, 0, 0, silence_, troubles_};
    for (Player& player : players_) {
      all.acked += int(player.acked.size()), all.unknown += player.unknown, all.breaks += player.breaks;
      compare(player, all.troubles);
    }
    return all;
  }

 private:
  struct Player {
    int side;
    std::unique_ptr<Socket> socket = nullptr;
    std::vector<json> log = {};
    json options = {};
    bool asked = false;                                 // an act is on its way
    std::pair<std::size_t, std::string> sent = {};      // after which entry, and what
    std::vector<std::pair<std::size_t, std::string>> acked = {};
    int unknown = 0, breaks = 0;
    Clock::time_point next = {}, heard = {};
  };

  void join(Player& player) {
    const std::string id = game_["game"], route = player.side ? id : "elsewhere" + std::to_string(number_);
    player.socket = std::make_unique<Socket>(proxy_, "", "/ws?game=" + route);
    player.socket->send({{"type", "join"}, {"game", id}, {"seat", game_["seats"][sides()[std::size_t(player.side)]]["secret"]}, {"from", player.log.size()}});
    player.heard = Clock::now();
    for (;;) {
      const auto message = player.socket->read(3s);
      if (!message) throw std::runtime_error("closed");
      take(player, *message);
      if ((*message)["type"] == "hello") return;
    }
  }

  void take(Player& player, const json& m) {
    player.heard = Clock::now();
    const auto add = [&](const json& entry) {
      if (entry["seq"] != player.log.size() + 1) {
        troubles_.push_back("entry " + entry["seq"].dump() + " follows " + std::to_string(player.log.size()));
        return;
      }
      json kept = entry;
      for (const char* key : {"type", "view", "decision", "options", "undo", "clock", "more"}) kept.erase(key);
      player.log.push_back(std::move(kept));
      double& longest = silence_[std::size_t(last_fault)];
      longest = std::max(longest, std::chrono::duration<double>(Clock::now() - moved_).count());
      moved_ = Clock::now();
      if (player.log.back()["kind"] == "over") over_ = true;
    };
    if (m["type"] == "hello")
      for (const json& entry : m["log"]) add(entry);
    if (m["type"] == "update") add(m);
    if (m.contains("options")) player.options = m["options"];
    if (m.value("id", 0) != 1) return;
    if (m["type"] == "done") player.acked.push_back(player.sent);
    player.asked = false;
  }

  void turn(Player& player) {
    try {
      if (!player.socket) join(player);
      const bool may = player.options.is_array() && !player.options.empty() && !player.asked && Clock::now() >= player.next;
      if (may) {
        player.sent = {player.log.size(), player.options[rng_.below(uint32_t(player.options.size()))]["text"]};
        player.options = nullptr;
        player.socket->send({{"type", "act"}, {"seq", player.sent.first}, {"act", player.sent.second}, {"id", 1}});
        player.asked = true;
        player.next = Clock::now() + kBetweenActs;
      }
      hear(player, 5ms);
      // A process that hangs does not close its sockets; the browser would notice by its own pings.
      if (player.asked && Clock::now() - player.heard > 4s) throw std::runtime_error("silent");
    } catch (const std::exception&) {
      broken(player);
    }
  }

  void hear(Player& player, std::chrono::milliseconds patience) {
    std::optional<json> message;
    try {
      message = player.socket->read(patience);
    } catch (const std::runtime_error&) {
      return;
    }
    if (!message) throw std::runtime_error("closed");
    take(player, *message);
  }

  void broken(Player& player) {
    player.unknown += player.asked;
    player.asked = false;
    player.socket.reset();
    ++player.breaks;
    std::this_thread::sleep_for(100ms);
  }

  // The last answers come in.
  void settle(Player& player) {
    const auto end = Clock::now() + 5s;
    while (player.asked && Clock::now() < end) try {
        hear(player, 50ms);
      } catch (const std::exception&) {
        return broken(player);
      }
    player.unknown += player.asked;
  }

  // What is in the store now, told by whichever process, against what this player heard.
  void compare(Player& player, std::vector<std::string>& troubles) {
    const std::vector<json> heard = std::exchange(player.log, {});
    player.socket.reset();
    join(player);
    const std::string who = game_["game"].get<std::string>() + " " + sides()[std::size_t(player.side)] + ": ";
    for (std::size_t i = 0; i < heard.size(); ++i)
      if (i >= player.log.size() || heard[i] != player.log[i]) {
        troubles.push_back(who + "entry " + std::to_string(i + 1) + " is not the one that was told");
        break;
      }
    for (const auto& [after, text] : player.acked)
      if (after >= player.log.size() || !player.log[after].contains("act") || player.log[after]["act"]["text"] != text)
        troubles.push_back(who + "'" + text + "' was acknowledged as entry " + std::to_string(after + 1) + " and is not there");
    const auto mine = std::count_if(player.log.begin(), player.log.end(), [&](const json& entry) {
      return entry["kind"] == "act" && entry["by"] == sides()[std::size_t(player.side)];
    });
    if (mine < std::ptrdiff_t(player.acked.size()) || mine > std::ptrdiff_t(player.acked.size()) + player.unknown)
      troubles.push_back(who + std::to_string(mine) + " acts are there, " + std::to_string(player.acked.size()) + " were acknowledged and " +
                         std::to_string(player.unknown) + " are unknown");
  }

  unsigned short proxy_;
  int number_;
  bool machine_;
  json game_;
  std::vector<Player> players_;
  tambour::Rng rng_{uint64_t(number_) + 1};
  bool over_ = false;
  Clock::time_point moved_{};
  std::array<double, kFaults> silence_{};
  std::vector<std::string> troubles_;
};

class Site {
 public:
  Site(const std::string& tambour, const std::string& deploy) : cluster_(*PrivatePostgres::get()), address_(cluster_.new_database()) {
    std::string name = (std::filesystem::temp_directory_path() / "tambour-several-XXXXXX").string();
    folder_ = mkdtemp(name.data());
    proxy = free_port(), tls_ = free_port();
    std::string config = text_of(deploy + "/haproxy.cfg");
    for (int i = 0; i < kProcesses; ++i) {
      ports_[i] = free_port();
      replace(config, "127.0.0.1:808" + std::to_string(i + 1), "127.0.0.1:" + std::to_string(ports_[i]));
      processes_.push_back(std::make_unique<Child>(
          std::vector<std::string>{tambour, "serve", "--address", "127.0.0.1", "--port", std::to_string(ports_[i]), "--store", address_,
                                   "--trusted-proxy", "127.0.0.1", "--drain", "3", "--log-level", "warning", "--connections-per-address", "2000"},
          folder_ + "/log"));
    }
    replace(config, "maxconn 8000", "maxconn 1000");
    certificate();
    replace(config, "bind :443 ssl crt /etc/haproxy/tambour.pem", "bind 127.0.0.1:" + std::to_string(tls_) + " ssl crt " + folder_ + "/tambour.pem");
    replace(config, "bind :80", "bind 127.0.0.1:" + std::to_string(proxy));
    replace(config, "http-request redirect scheme https code 301 unless { ssl_fc }", "");
    replace(config, "    log /dev/log local0 notice\n", "");
    std::ofstream(folder_ + "/haproxy.cfg") << config;
    proxy_ = std::make_unique<Child>(std::vector<std::string>{"/usr/sbin/haproxy", "-db", "-f", folder_ + "/haproxy.cfg"}, folder_ + "/haproxy.log");
  }
  ~Site() {
    proxy_.reset();
    processes_.clear();
    std::filesystem::remove_all(folder_);
  }
  bool start() {
    for (auto& process : processes_) process->start();
    for (const unsigned short port : ports_)
      if (!ready(port, 20s)) return false;
    proxy_->start();
    return ready(proxy, 10s);
  }
  static bool ready(unsigned short port, std::chrono::seconds patience) {
    for (const auto end = Clock::now() + patience; Clock::now() < end; std::this_thread::sleep_for(50ms)) try {
        if (http(port, "GET", "/readyz").status == 200) return true;
      } catch (const std::exception&) {
      }
    return false;
  }
  Child& process(int i) { return *processes_[std::size_t(i)]; }
  unsigned short port(int i) const { return ports_[i]; }
  PrivatePostgres& cluster() { return cluster_; }
  const std::string& address() const { return address_; }
  std::string log() const { return text_of(folder_ + "/log") + text_of(folder_ + "/haproxy.log"); }
  bool tls() const {
    return std::system(("python3 -c \"import ssl,urllib.request as u; assert u.urlopen('https://127.0.0.1:" + std::to_string(tls_) +
                        "/livez', context=ssl._create_unverified_context()).read()==b'ok\\n'\"")
                           .c_str()) == 0;
  }
  // The sum of a figure of all processes since they began.
  long figure(const std::string& name) const {
    long sum = 0;
    for (const unsigned short port : ports_) {
      const std::string text = http(port, "GET", "/metrics").body;
      if (const auto at = text.find("\ntambour_" + name + " "); at != std::string::npos) sum += std::atol(text.c_str() + at + name.size() + 10);
    }
    return sum;
  }

  unsigned short proxy = 0;

 private:
  void certificate() const {
    const std::string made = "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -keyout " + folder_ + "/key -out " + folder_ +
                             "/crt 2> /dev/null && cat " + folder_ + "/crt " + folder_ + "/key > " + folder_ + "/tambour.pem";
    if (std::system(made.c_str()) != 0) throw std::runtime_error("openssl makes no certificate");
  }
  PrivatePostgres& cluster_;
  std::string address_, folder_;
  unsigned short ports_[kProcesses] = {}, tls_ = 0;
  std::vector<std::unique_ptr<Child>> processes_;
  std::unique_ptr<Child> proxy_;
};

void do_harm(Site& site, Fault fault, int which) {
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
    case Fault::Drain:
      check(process.end(SIGTERM) == 0, "a process that is told to stop leaves in order");
      process.start();
      break;
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
    const json listed = http(site.proxy, "GET", "/api/battles").parsed();
    for (const json& battle : listed["battles"])
      if (battle["id"] == kBattle)
        for (const json& side : battle["sides"]) Played::sides().push_back(side.is_string() ? side.get<std::string>() : side["name"].get<std::string>());

    std::vector<std::unique_ptr<Played>> games;
    const int wanted = argc > 7 ? std::atoi(argv[7]) : 12;
    for (int i = 0; i < wanted; ++i) games.push_back(std::make_unique<Played>(site.proxy, i));
    check(int(games.size()) == wanted, "games are made through the proxy");
    std::atomic<bool> stop = false;
    std::vector<std::thread> threads;
    for (auto& game : games) threads.emplace_back([&] { game->run(stop); });
    std::this_thread::sleep_for(1s);

    std::vector<Fault> faults;
    for (int k = 0; k < 4; ++k) faults.insert(faults.end(), std::size_t(std::atoi(argv[3 + k])), Fault(k));
    tambour::Rng rng(7);
    for (std::size_t i = faults.size(); i > 1; --i) std::swap(faults[i - 1], faults[rng.below(uint32_t(i))]);
    for (const Fault fault : faults) {
      do_harm(site, fault, int(rng.below(kProcesses)));
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

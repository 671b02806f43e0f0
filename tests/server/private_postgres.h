// SPDX-License-Identifier: MIT
// A PostgreSQL of this test's own: a cluster in a temporary folder, reached through a Unix socket there and by nobody else.
#pragma once
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <utility>

#include "server/postgres.h"

namespace tambour::server::test {

class PrivatePostgres {
 public:
  // Null where PostgreSQL is not installed. One for the whole test process; its databases are the tests'.
  static PrivatePostgres* get() {
    static const std::string programs = find_programs();
    static PrivatePostgres cluster(programs);
    return programs.empty() ? nullptr : &cluster;
  }
  // A new, empty database.
  std::string new_database(const std::string& options = "") {
    static std::atomic<int> count = 0;
    const std::string name = "t" + std::to_string(getpid()) + "_" + std::to_string(++count);
    PgConnection(address("postgres")).run_all("CREATE DATABASE " + name + " " + options);
    return address(name);
  }
  std::string address(const std::string& database) const { return "postgresql:///" + database + "?user=postgres&host=" + folder_; }
  const std::string& folder() const { return folder_; }
  // Further settings; those that stand later count.
  void configure(const std::string& settings) {
    stop("fast");
    std::ofstream(folder_ + "/data/postgresql.conf", std::ios::app) << settings;
    start();
  }
  void start() { control("-w -t 30 -l " + folder_ + "/log start"); }
  void stop(const std::string& mode) { control("-w -t 30 -m " + mode + " stop"); }

 private:
  explicit PrivatePostgres(std::string programs) : programs_(std::move(programs)) {
    if (programs_.empty()) return;
    owner_ = getpid();
    std::string name = (std::filesystem::temp_directory_path() / "tambour-pg-XXXXXX").string();
    folder_ = mkdtemp(name.data());
    // initdb refuses to run as root.
    if (geteuid() == 0) as_ = "runuser -u postgres -- ", shell("chown postgres " + folder_);
    shell(as_ + programs_ + "/initdb -D " + folder_ + "/data -U postgres -A trust -E UTF8 --no-locale -N > /dev/null");
    shell(as_ + "sh -c \"printf \\\"listen_addresses = ''\\nunix_socket_directories = '" + folder_ +
          "'\\nmax_connections = 60\\nshared_buffers = 32MB\\n\\\" >> " + folder_ + "/data/postgresql.conf\"");
    start();
  }
  ~PrivatePostgres() {
    if (folder_.empty() || owner_ != getpid()) return;  // a child of fork leaves it alone
    try {
      stop("immediate");
    } catch (const std::exception&) {
    }
    std::filesystem::remove_all(folder_);
  }

  static std::string find_programs() {
    for (const char* version : {"15", "16", "17"}) {
      const std::string folder = std::string("/usr/lib/postgresql/") + version + "/bin";
      if (std::filesystem::exists(folder + "/initdb")) return folder;
    }
    return "";
  }
  void control(const std::string& what) { shell(as_ + programs_ + "/pg_ctl -D " + folder_ + "/data " + what + " > /dev/null 2>&1"); }
  static void shell(const std::string& command) {
    if (const int status = std::system(command.c_str()); status != 0) throw std::runtime_error(command + " fails");
  }

  std::string programs_, folder_, as_;
  pid_t owner_ = 0;
};

// Breaks every connection to a database again and again, as long as it lives; ever more slowly while there is no progress, since on a busy
// machine nothing would ever get through between two breaks.
class ConnectionBreaker {
 public:
  ConnectionBreaker(const std::string& address, std::chrono::milliseconds every)
      : thread_([this, address, every](std::stop_token stop) { run(stop, address, every); }) {}
  void progress() { ++progress_; }

 private:
  void run(const std::stop_token& stop, const std::string& address, std::chrono::milliseconds every) {
    PgConnection other(address);
    int seen = 0;
    for (auto pause = every; !stop.stop_requested();) {
      std::this_thread::sleep_for(pause);
      const int now = progress_;
      pause = now == std::exchange(seen, now) ? std::min(2 * pause, std::chrono::milliseconds(2000)) : every;
      other.run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname=current_database() AND pid<>pg_backend_pid()");
    }
  }
  std::atomic<int> progress_ = 0;
  std::jthread thread_;  // the last: it uses the others
};

}  // namespace tambour::server::test

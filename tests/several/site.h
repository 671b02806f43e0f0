// SPDX-License-Identifier: MIT
// Three tambour processes on one PostgreSQL behind haproxy, as the files of deploy/ set them up; all of it in a temporary folder.
#pragma once
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>

#include <fstream>
#include <map>
#include <memory>
#include <sstream>

#include "tests/server/private_postgres.h"
#include "tests/server/table_client.h"

namespace tambour::server::test {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

constexpr int kProcesses = 3;

inline unsigned short free_port() {
  boost::asio::io_context io;
  tcp::acceptor acceptor(io, at(0));
  return acceptor.local_endpoint().port();
}

inline std::string text_of(const std::string& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

inline void replace(std::string& text, const std::string& from, const std::string& to) {
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

// NAME=value lines, as systemd reads them.
inline std::map<std::string, std::string> environment_of(const std::string& path) {
  std::map<std::string, std::string> out;
  std::istringstream lines(text_of(path));
  for (std::string line; std::getline(lines, line);)
    if (const auto equals = line.find('='); equals != std::string::npos && line[0] != '#') out[line.substr(0, equals)] = line.substr(equals + 1);
  return out;
}

// The command of a unit, word by word: ${NAME} is one word, $NAME as many as it holds.
inline std::vector<std::string> command_of(const std::string& unit, const std::string& instance, const std::map<std::string, std::string>& environment) {
  const std::string text = text_of(unit), key = "\nExecStart=";
  const auto begin = text.find(key);
  if (begin == std::string::npos) throw std::runtime_error(unit + " starts nothing");
  const auto from = begin + key.size();
  std::istringstream words(text.substr(from, text.find('\n', from) - from));
  std::vector<std::string> out;
  for (std::string word; words >> word;) {
    if (word.starts_with("${")) {
      out.push_back(environment.at(word.substr(2, word.size() - 3)));
    } else if (word[0] == '$') {
      std::istringstream more(environment.at(word.substr(1)));
      for (std::string one; more >> one;) out.push_back(one);
    } else {
      out.push_back(word == "%i" ? instance : word);
    }
  }
  return out;
}

class Site {
 public:
  Site(const std::string& tambour, const std::string& deploy) : cluster_(*PrivatePostgres::get()) {
    std::string name = (std::filesystem::temp_directory_path() / "tambour-several-XXXXXX").string();
    folder_ = mkdtemp(name.data());
    configure_database(deploy);
    address_ = cluster_.new_database();
    proxy = free_port(), tls_ = free_port();
    std::string config = text_of(deploy + "/haproxy.cfg");
    for (int i = 0; i < kProcesses; ++i) {
      ports_[i] = free_port();
      replace(config, "127.0.0.1:808" + std::to_string(i + 1), "127.0.0.1:" + std::to_string(ports_[i]));
      processes_.push_back(std::make_unique<Child>(command(tambour, deploy, ports_[i]), folder_ + "/log"));
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
  // All clients of the test come from one address.
  std::vector<std::string> command(const std::string& tambour, const std::string& deploy, unsigned short port) const {
    auto environment = environment_of(deploy + "/env");
    environment.at("TAMBOUR_STORE") = address_;
    auto out = command_of(deploy + "/tambour@.service", std::to_string(port), environment);
    if (out.at(0) != "/usr/bin/tambour") throw std::runtime_error("the unit starts " + out[0]);
    out[0] = tambour;
    for (const char* more : {"--log-level", "warning", "--connections-per-address", "2000"}) out.push_back(more);
    return out;
  }
  void configure_database(const std::string& deploy) {
    std::string config = text_of(deploy + "/postgresql.conf");
    replace(config, "shared_buffers = 512MB", "shared_buffers = 64MB");
    for (int i = 0; i < 2; ++i) replace(config, "/var/lib/postgresql/archive", cluster_.folder());
    cluster_.configure(config);
  }
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

}  // namespace tambour::server::test

// SPDX-License-Identifier: MIT
#include "server/server.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <csignal>

#include "server/connection.h"
#include "server/log.h"
#include "server/sqlite_store.h"

namespace tambour::server {

using namespace std::chrono_literals;
using boost::asio::ip::tcp;

static DoorRules door_rules(const Settings& s) {
  return {s.connections, s.connections_of_one, s.trusted_proxies, s.hosts, boost::asio::ip::make_address(s.address).is_loopback()};
}

// SQLite takes "file:…" for a URI, with options that lose every game; here it is the name of a file.
static std::string plain_path(const std::string& path) { return path.starts_with("file:") ? "./" + path : path; }

struct Server::Inside {
  Inside(const Settings& settings, const BattleCatalog& catalog, std::unique_ptr<Store> store)
      : writer(std::move(store), io),
        workers(std::make_unique<Workers>(settings.threads)),
        readers(std::make_unique<Workers>(1)),
        hub(io, catalog, writer, *workers, *readers, metrics, {.memory = std::size_t(settings.memory) << 20, .keep_days = settings.keep_days}),
        api(hub, catalog, writer, metrics),
        context(std::make_shared<ServerContext>(
            ServerContext{hub, api, std::make_shared<AccessControl>(door_rules(settings)), std::size_t(settings.memory) << 18})),
        acceptor(io),
        signals(io),
        farewell(io) {
    const tcp::endpoint endpoint(boost::asio::ip::make_address(settings.address), settings.port);
    acceptor.open(endpoint.protocol());
    acceptor.set_option(tcp::acceptor::reuse_address(true));
    acceptor.bind(endpoint);
    acceptor.listen(boost::asio::socket_base::max_listen_connections);
  }

  // Jobs that run use the hub.
  ~Inside() {
    readers.reset();
    workers.reset();
  }

  void accept() {
    acceptor.async_accept([this](const boost::system::error_code& error, tcp::socket socket) {
      if (!acceptor.is_open()) return;
      if (error) {
        // Out of file descriptors, most likely: let others go first.
        log(LogLevel::Warning, "a connection could not be accepted: " + error.message());
        farewell.expires_after(100ms);
        farewell.async_wait([this](const boost::system::error_code& cancelled) {
          if (!cancelled && acceptor.is_open()) accept();
        });
        return;
      }
      serve_connection(std::move(socket), context);
      accept();
    });
  }

  void stop() {
    if (context->stopping) return;
    context->stopping = true;
    log(LogLevel::Info, "stopping");
    boost::system::error_code ignored;
    acceptor.close(ignored);
    signals.cancel(ignored);
    hub.stop();
    wait_for_the_last(std::chrono::steady_clock::now() + 5s);
  }

  // Until every move is written and everybody has gone, but not for ever.
  void wait_for_the_last(std::chrono::steady_clock::time_point deadline) {
    const bool done = hub.idle() && context->sockets == 0;
    if (done || std::chrono::steady_clock::now() > deadline) return io.stop();
    farewell.expires_after(20ms);
    farewell.async_wait([this, deadline](const boost::system::error_code&) { wait_for_the_last(deadline); });
  }

  boost::asio::io_context io{1};
  Metrics metrics;
  StoreWriter writer;
  std::unique_ptr<Workers> workers, readers;
  GameHub hub;
  Api api;
  std::shared_ptr<ServerContext> context;
  tcp::acceptor acceptor;
  boost::asio::signal_set signals;
  boost::asio::steady_timer farewell;
};

Server::Server(const Settings& settings, const BattleCatalog& catalog)
    : Server(settings, catalog, open_sqlite_store(plain_path(settings.store))) {}

Server::Server(const Settings& settings, const BattleCatalog& catalog, std::unique_ptr<Store> store) {
  init_crypto();
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);  // a file-size limit then shows as a full disk does
  inside_ = std::make_unique<Inside>(settings, catalog, std::move(store));
}

Server::~Server() = default;

unsigned short Server::port() const { return inside_->acceptor.local_endpoint().port(); }

void Server::run() {
  inside_->accept();
  for (;;) {
    try {
      inside_->io.run();
      return;
    } catch (const std::exception& e) {
      // Nothing should come here: what concerns one game is caught where that game is known.
      log(LogLevel::Error, std::string("a fault outside all games: ") + e.what());
    }
  }
}

void Server::stop() {
  boost::asio::post(inside_->io, [inside = inside_.get()] { inside->stop(); });
}

void Server::stop_on_signals() {
  inside_->signals.add(SIGINT);
  inside_->signals.add(SIGTERM);
  inside_->signals.async_wait([inside = inside_.get()](const boost::system::error_code& error, int) {
    if (!error) inside->stop();
  });
}

}  // namespace tambour::server

// SPDX-License-Identifier: MIT
#include "server/server.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <csignal>

#include "server/connection.h"
#include "server/log.h"
#include "server/post_office.h"

namespace tambour::server {

using namespace std::chrono_literals;
using boost::asio::ip::tcp;

static DoorRules door_rules(const Settings& s) {
  return {s.connections, s.connections_of_one, s.trusted_proxies, s.hosts, boost::asio::ip::make_address(s.address).is_loopback()};
}

// An eighth of the memory, and a quarter of that for one address; uploads of several addresses fit in any case.
static std::shared_ptr<ByteShares> bytes_under_way(const Settings& s) {
  const std::size_t all = std::max(std::size_t(s.memory) << 17, 4 * Api::kLargestBody);
  return std::make_shared<ByteShares>(all, all / 4);
}

// Base URL of links in mails.
static std::string site_of(const Settings& s, unsigned short port) {
  if (!s.site.empty()) return s.site.back() == '/' ? s.site.substr(0, s.site.size() - 1) : s.site;
  return s.hosts.empty() ? "http://localhost:" + std::to_string(port) : "https://" + s.hosts.front();
}

struct Server::Inside {
  Inside(const Settings& settings, const BattleCatalog& catalog, std::unique_ptr<Store> store)
      : process(store->process()),
        drain(settings.drain),
        writer(std::move(store), io),
        workers(std::make_unique<Workers>(settings.threads)),
        readers(std::make_unique<Workers>(2, Workers::Kind::Advice)),
        hub(io, catalog, writer, *workers, *readers, metrics, {.memory = std::size_t(settings.memory) << 20, .keep_days = settings.keep_days}),
        api(hub, catalog, writer, metrics),
        context(std::make_shared<ServerContext>(
            ServerContext{hub, api, std::make_shared<AccessControl>(door_rules(settings)), bytes_under_way(settings), std::size_t(settings.memory) << 18})),
        acceptor(io),
        signals(io),
        farewell(io),
        watch(io) {
    if (is_shared_store(settings.store)) {
      neighbours = std::make_unique<Neighbours>(settings.store, process, catalog.signature(), io);
      hub.share(*neighbours);
      look_after_clients();
    }
    const tcp::endpoint endpoint(boost::asio::ip::make_address(settings.address), settings.port);
    acceptor.open(endpoint.protocol());
    acceptor.set_option(tcp::acceptor::reuse_address(true));
    acceptor.bind(endpoint);
    acceptor.listen(boost::asio::socket_base::max_listen_connections);
    if (settings.accounts)
      post = std::make_unique<PostOffice>(settings.courier, site_of(settings, acceptor.local_endpoint().port()), writer.store(), hub, api, metrics, io);
  }

  // Stop the workers before the hub: running jobs use it.
  ~Inside() {
    readers.reset();
    workers.reset();
    post.reset();
  }

  void accept() {
    acceptor.async_accept([this](const boost::system::error_code& error, tcp::socket socket) {
      if (!acceptor.is_open()) return;
      if (error) {
        // Most likely out of file descriptors: pause so that connections can close.
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

  // Without the database send clients to other servers, which may reach it.
  void look_after_clients() {
    watch.expires_after(1s);
    watch.async_wait([this](const boost::system::error_code& cancelled) {
      if (cancelled || context->stopping) return;
      if (hub.out_of_reach()) hub.send_away();
      look_after_clients();
    });
  }

  void stop_on_signals() {
    signals.async_wait([this](const boost::system::error_code& error, int) {
      if (error) return;
      if (drain == 0 || draining) return stop();
      draining = true;
      api.drain();
      log(LogLevel::Info, "stopping in " + std::to_string(drain) + " seconds");
      watch.expires_after(std::chrono::seconds(drain));
      watch.async_wait([this](const boost::system::error_code& cancelled) {
        if (!cancelled) stop();
      });
      stop_on_signals();
    });
  }

  void stop() {
    if (context->stopping) return;
    context->stopping = true;
    watch.cancel();
    log(LogLevel::Info, "stopping");
    boost::system::error_code ignored;
    acceptor.close(ignored);
    signals.cancel(ignored);
    hub.stop();
    wait_for_the_last(std::chrono::steady_clock::now() + 5s);
  }

  // Wait until every move is written and all clients have left, up to a limit.
  void wait_for_the_last(std::chrono::steady_clock::time_point deadline) {
    const bool done = hub.idle() && context->sockets == 0;
    if (done || std::chrono::steady_clock::now() > deadline) return io.stop();
    farewell.expires_after(20ms);
    farewell.async_wait([this, deadline](const boost::system::error_code&) { wait_for_the_last(deadline); });
  }

  boost::asio::io_context io{1};
  Metrics metrics;
  const int64_t process;
  const int drain;
  bool draining = false;
  StoreWriter writer;
  std::unique_ptr<Workers> workers, readers;
  GameHub hub;
  Api api;
  std::shared_ptr<ServerContext> context;
  tcp::acceptor acceptor;
  boost::asio::signal_set signals;
  boost::asio::steady_timer farewell, watch;
  std::unique_ptr<Neighbours> neighbours;
  std::unique_ptr<PostOffice> post;
};

Server::Server(const Settings& settings, const BattleCatalog& catalog)
    : Server(settings, catalog, open_store(settings.store)) {}

Server::Server(const Settings& settings, const BattleCatalog& catalog, std::unique_ptr<Store> store) {
  init_crypto();
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);  // reaching a file-size limit then looks like a full disk
  set_table_ms(store->now());
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
      // Last resort: exceptions of one game are caught in the hub.
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
  inside_->stop_on_signals();
}

}  // namespace tambour::server

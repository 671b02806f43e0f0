// SPDX-License-Identifier: MIT
#include "server/post_office.h"

#include <boost/asio/post.hpp>
#include <future>

namespace tambour::server {

using namespace std::chrono_literals;

PostOffice::PostOffice(const CourierSettings& courier, const std::string& site, Store& store, GameHub& hub, Api& api, Metrics& metrics,
                       boost::asio::io_context& io, HashCost cost)
    : hub_(hub),
      io_(io),
      courier_(courier),
      accounts_(store, courier_, io, cost),
      notices_(store, courier_, site, metrics, [this](const Notice& notice, const std::string& language) { return ask(notice, language); }) {
  accounts_.mail_waits = [this] { notices_.wake(); };
  hub.know(accounts_);
  if (courier_.sends_mail() || courier_.calls_webhooks()) hub.tell_by(notices_);
  api.offer(accounts_);
}

// Facts are read on the network thread, on a shared store after catching up with the database.
std::optional<NoticeFacts> PostOffice::ask(const Notice& notice, const std::string& language) {
  const auto answer = std::make_shared<std::promise<std::optional<NoticeFacts>>>();
  auto ready = answer->get_future();
  boost::asio::post(io_, [&hub = hub_, notice, language, answer] {
    hub.refreshed(notice.game, [&hub, notice, language, answer] { answer->set_value(hub.facts_of(notice, language)); });
  });
  while (ready.wait_for(50ms) != std::future_status::ready)
    if (closing_) throw std::runtime_error("the server stops");  // retried after the lease expires
  return ready.get();
}

}  // namespace tambour::server

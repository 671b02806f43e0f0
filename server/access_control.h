// SPDX-License-Identifier: MIT
// Who stands at the door: the address that counts, how many connections it has, and whether a page of another site sent it here.
#pragma once
#include <boost/asio/ip/address.hpp>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace tambour::server {

struct DoorRules {
  int most_connections = 4096, most_of_one = 128;
  std::vector<std::string> trusted_proxies;  // their X-Forwarded-For is believed
  std::vector<std::string> hosts;            // names this server is known by; empty: any, or loopback's own if it listens there only
  bool loopback_only = false;
};

class AccessControl {
 public:
  explicit AccessControl(DoorRules rules) : rules_(std::move(rules)) {}

  // One connection's place, given up when it goes.
  class Place {
   public:
    Place(std::shared_ptr<AccessControl> door, std::string address);
    ~Place();
    Place(const Place&) = delete;
    bool move_to(const std::string& address);  // behind a proxy the address is known with the first request; false: it has too many
    const std::string& address() const { return address_; }

   private:
    std::shared_ptr<AccessControl> access_;
    std::string address_;
  };

  // Null: no more connections, of this address or of all.
  static std::shared_ptr<Place> enter(const std::shared_ptr<AccessControl>& door, const boost::asio::ip::address& peer);
  // The address that counts: the peer's, or what a trusted proxy says it forwards for.
  std::string address_of(const boost::asio::ip::address& peer, std::string_view forwarded_for) const;
  // Why a request may not come in; "" if it may. A page of another site must neither write here nor open a socket, and a name that
  // somebody else's DNS points here is not ours.
  std::string barred(std::string_view host, std::string_view origin, bool reads_only) const;
  int connections() const { return all_; }

 private:
  bool trusts(const std::string& address) const;
  DoorRules rules_;
  int all_ = 0;
  std::unordered_map<std::string, int> of_;
};

// An address as it is counted: of IPv6 the network that one customer gets.
std::string counted_as(const boost::asio::ip::address& address);

}  // namespace tambour::server

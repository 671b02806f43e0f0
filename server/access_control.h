// SPDX-License-Identifier: MIT
// Admission of connections: the client's address behind proxies, connections per address, and the origin of browser requests.
#pragma once
#include <boost/asio/ip/address.hpp>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace tambour::server {

struct DoorRules {
  int most_connections = 4096, most_of_one = 128;
  std::vector<std::string> trusted_proxies;  // whose X-Forwarded-For is trusted
  std::vector<std::string> hosts;            // names this server is known by; empty: any, or only loopback names if it listens there
  bool loopback_only = false;
};

class AccessControl {
 public:
  explicit AccessControl(DoorRules rules) : rules_(std::move(rules)) {}

  // Counts one connection; released by the destructor.
  class Place {
   public:
    Place(std::shared_ptr<AccessControl> door, std::string address);
    ~Place();
    Place(const Place&) = delete;
    bool move_to(
        const std::string& address);  // behind a proxy the address is known from the first request; false: it has too many connections
    const std::string& address() const { return address_; }

   private:
    std::shared_ptr<AccessControl> access_;
    std::string address_;
  };

  // Null: too many connections, of this address or in all.
  static std::shared_ptr<Place> enter(const std::shared_ptr<AccessControl>& door, const boost::asio::ip::address& peer);
  // The client's address: the peer's, or the one a trusted proxy forwards for.
  std::string address_of(const boost::asio::ip::address& peer, std::string_view forwarded_for) const;
  // Why a request is refused; "" if it is not. Pages of other sites may neither write nor open a socket (CSRF), and unknown host names are
  // refused (DNS rebinding).
  std::string barred(std::string_view host, std::string_view origin, bool reads_only) const;
  int connections() const { return all_; }

 private:
  bool trusts(const std::string& address) const;
  DoorRules rules_;
  int all_ = 0;
  std::unordered_map<std::string, int> of_;
};

// The address as limits count it: for IPv6 the /64 network of one customer.
std::string counted_as(const boost::asio::ip::address& address);

}  // namespace tambour::server

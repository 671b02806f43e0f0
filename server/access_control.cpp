// SPDX-License-Identifier: MIT
#include "server/access_control.h"

#include <algorithm>

#include "kit/text.h"

namespace tambour::server {

namespace {

std::string_view without_port(std::string_view host) {
  if (host.starts_with('[')) return host.substr(0, host.find(']') + 1);
  return host.substr(0, host.find(':'));
}

bool is_loopback_name(std::string_view name) { return name == "localhost" || name == "127.0.0.1" || name == "[::1]"; }

}  // namespace

std::string counted_as(const boost::asio::ip::address& address) {
  if (!address.is_v6()) return address.to_string();
  const auto v6 = address.to_v6();
  if (v6.is_v4_mapped()) return boost::asio::ip::make_address_v4(boost::asio::ip::v4_mapped, v6).to_string();
  auto bytes = v6.to_bytes();
  std::fill(bytes.begin() + 8, bytes.end(), static_cast<unsigned char>(0));
  return boost::asio::ip::address_v6(bytes).to_string() + "/64";
}

AccessControl::Place::Place(std::shared_ptr<AccessControl> door, std::string address)
    : access_(std::move(door)), address_(std::move(address)) {
  ++access_->all_;
  ++access_->of_[address_];
}

AccessControl::Place::~Place() {
  --access_->all_;
  if (--access_->of_[address_] == 0) access_->of_.erase(address_);
}

bool AccessControl::Place::move_to(const std::string& address) {
  if (address == address_) return true;
  if (access_->of_[address] >= access_->rules_.most_of_one && !access_->trusts(address)) return false;
  if (--access_->of_[address_] == 0) access_->of_.erase(address_);
  address_ = address;
  ++access_->of_[address_];
  return true;
}

std::shared_ptr<AccessControl::Place> AccessControl::enter(const std::shared_ptr<AccessControl>& door,
                                                           const boost::asio::ip::address& peer) {
  if (door->all_ >= door->rules_.most_connections) return nullptr;
  const std::string address = counted_as(peer);
  const auto at = door->of_.find(address);
  if (at != door->of_.end() && at->second >= door->rules_.most_of_one && !door->trusts(address)) return nullptr;
  return std::make_shared<Place>(door, address);
}

bool AccessControl::trusts(const std::string& address) const {
  return std::find(rules_.trusted_proxies.begin(), rules_.trusted_proxies.end(), address) != rules_.trusted_proxies.end();
}

// Each proxy appends its peer: the client is the last address that is not a proxy of ours.
std::string AccessControl::address_of(const boost::asio::ip::address& peer, std::string_view forwarded_for) const {
  std::string address = counted_as(peer);
  auto pieces = split(forwarded_for, ',');
  while (trusts(address) && !pieces.empty()) {
    boost::system::error_code bad;
    const auto said = boost::asio::ip::make_address(std::string(trim(pieces.back())), bad);
    pieces.pop_back();
    if (bad) break;
    address = counted_as(said);
  }
  return address;
}

std::string AccessControl::barred(std::string_view host, std::string_view origin, bool reads_only) const {
  const auto& hosts = rules_.hosts;
  const std::string name = lower(without_port(host));
  const bool ours = !hosts.empty() ? std::find(hosts.begin(), hosts.end(), name) != hosts.end() || is_loopback_name(name)
                                   : !rules_.loopback_only || !rules_.trusted_proxies.empty() || is_loopback_name(name);
  if (!ours) return "this server is not known as '" + name + "'; whoever runs it can add the name with --host";
  if (reads_only || origin.empty()) return "";
  const auto scheme = origin.find("://");
  if (scheme != std::string_view::npos && lower(origin.substr(scheme + 3)) == lower(host)) return "";
  return "a page of another site may not do this";
}

}  // namespace tambour::server

// HTTP requests to answers: routing, limits, headers. Knows nothing of sockets.
#pragma once
#include <chrono>
#include <functional>
#include <string>
#include <unordered_map>

#include "server/house.h"

namespace tambour::server {

struct HttpRequest {
  std::string method, target, body, address, if_none_match;
  bool takes_gzip = false;
};
struct HttpAnswer {
  int status = 200;
  std::string type = "application/json", body, etag;
  bool gzip = false, keep = false;  // keep: may be cached for good, its name changes with its content
};

// So many at once, so many a second.
class Allowance {
 public:
  Allowance(double burst, double per_second) : burst_(burst), rate_(per_second), left_(burst) {}
  bool take() {
    const auto now = std::chrono::steady_clock::now();
    left_ = std::min(burst_, left_ + rate_ * std::chrono::duration<double>(now - last_).count());
    last_ = now;
    if (left_ < 1) return false;
    left_ -= 1;
    return true;
  }
  bool full() const { return left_ + rate_ * std::chrono::duration<double>(std::chrono::steady_clock::now() - last_).count() >= burst_; }

 private:
  double burst_, rate_, left_;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

class Api {
 public:
  using Reply = std::function<void(HttpAnswer)>;
  Api(House& house, const Library& library, Keeper& keeper, Metrics& metrics);

  void handle(const HttpRequest& request, const Reply& reply);  // replies once, perhaps later
  static constexpr std::size_t kLargestBody = 5u << 20;         // a game file of 4 MB grows a little as JSON
  static std::size_t body_limit(std::string_view target);

 private:
  void route(const HttpRequest& request, const std::vector<std::string>& path, const Reply& reply);
  void route_games(const HttpRequest& request, const std::vector<std::string>& path, const Reply& reply);
  HttpAnswer reading_matter(const std::vector<std::string>& path, const std::string& query);
  bool allowed(const std::string& address);

  House& house_;
  const Library& library_;
  Keeper& keeper_;
  Metrics& metrics_;
  std::unordered_map<std::string, Allowance> posts_;  // by address
};

// The headers every answer carries.
const std::vector<std::pair<std::string, std::string>>& strict_headers();

}  // namespace tambour::server

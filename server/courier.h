// SPDX-License-Identifier: MIT
// Carries notices out of the server: mail by SMTP, messages to chat rooms by webhook. Every delivery is bounded in time and size, and a
// webhook reaches only hosts that the operator allows and never an address of a private network. Calls block: they belong on a worker.
#pragma once
#include <string>
#include <vector>

namespace tambour::server {

struct CourierSettings {
  std::string smtp;       // smtp://host:port or smtps://host:port; "": no mail is sent
  std::string mail_from;  // the sender's address
  std::string smtp_user, smtp_password;
  std::vector<std::string> webhook_hosts;  // "discord.com", or "chat.example.org:8443"; empty: no webhooks
  bool webhook_private = false;            // private addresses too, for a closed network
  int seconds = 15;                        // for one delivery
};

enum class Delivery {
  Sent,
  Again,  // the other side is down or busy: worth another try
  Never   // refused for good, or not allowed
};
struct DeliveryReport {
  Delivery delivery = Delivery::Sent;
  std::string why;  // one sentence for the operator's log; "" if sent
};

struct Mail {
  std::string to, subject, text;
  std::string unsubscribe;  // a link; "" if the mail was asked for just now
  std::string id;           // names the message, so that one that arrives twice can be seen to be the same
};

enum class WebhookForm { Discord, Slack };

class Courier {
 public:
  explicit Courier(CourierSettings settings);  // throws std::runtime_error with a sentence if they make no sense

  bool sends_mail() const { return !settings_.smtp.empty(); }
  bool calls_webhooks() const { return !settings_.webhook_hosts.empty(); }
  const std::vector<std::string>& webhook_hosts() const { return settings_.webhook_hosts; }
  std::string webhook_barred(const std::string& url) const;  // why this server never calls it; "" if it may

  DeliveryReport send(const Mail& mail) const;
  DeliveryReport call(const std::string& url, WebhookForm form, const std::string& text) const;

 private:
  CourierSettings settings_;
};

bool is_mail_address(const std::string& text);
// No packet leaves for these: loopback, link-local, private, multicast and other addresses that are not somebody's public host.
bool is_private_address(const std::string& address);

}  // namespace tambour::server

// SPDX-License-Identifier: MIT
// Sends notices: mail by SMTP, chat messages by webhook. Every delivery is bounded in time and size. Webhooks reach only hosts that the
// operator allows, and no private network unless it is allowed too. Calls block: run them on a worker.
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
  Again,  // temporary failure: try again
  Never   // permanent failure, or not allowed
};
struct DeliveryReport {
  Delivery delivery = Delivery::Sent;
  std::string why;  // one sentence for the operator's log; "" if sent
};

struct Mail {
  std::string to, subject, text;
  std::string unsubscribe;  // a link; "" for mails the user has just requested
  std::string id;           // Message-ID: receivers recognise a duplicate
};

enum class WebhookForm { Discord, Slack };

class Courier {
 public:
  explicit Courier(CourierSettings settings);  // throws std::runtime_error if they are invalid

  bool sends_mail() const { return !settings_.smtp.empty(); }
  bool calls_webhooks() const { return !settings_.webhook_hosts.empty(); }
  const std::vector<std::string>& webhook_hosts() const { return settings_.webhook_hosts; }
  std::string webhook_barred(const std::string& url) const;  // why this server must not call it; "" if it may

  DeliveryReport send(const Mail& mail) const;
  DeliveryReport call(const std::string& url, WebhookForm form, const std::string& text) const;

 private:
  CourierSettings settings_;
};

bool is_mail_address(const std::string& text);
// Addresses never contacted: loopback, link-local, private, multicast and all others that are not public hosts.
bool is_private_address(const std::string& address);

}  // namespace tambour::server

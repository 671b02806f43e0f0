// SPDX-License-Identifier: MIT
// Mail and webhooks: what goes out, what is refused, and how a failure is judged.
#include "server/courier.h"

#include <gtest/gtest.h>

#include <atomic>

#include "tests/server/sinks.h"

namespace tambour::server::test {
namespace {

CourierSettings mail_to(unsigned short port) {
  CourierSettings settings;
  settings.smtp = "smtp://127.0.0.1:" + std::to_string(port), settings.mail_from = "table@example.org", settings.seconds = 60;
  return settings;
}

CourierSettings hook_at(unsigned short port) {
  CourierSettings settings;
  settings.webhook_hosts = {"127.0.0.1:" + std::to_string(port)}, settings.webhook_private = true, settings.seconds = 60;
  return settings;
}

TEST(Courier, mail_goes_out_with_its_text_and_a_way_to_stop_it) {
  Sink sink([](auto& socket) { return take_mail(socket, "250 kept"); });
  const Courier courier(mail_to(sink.port()));
  const DeliveryReport report = courier.send({"anne@example.org", "Bléneau: your move", "Turn 3 is yours.\n", "https://t.example/stop/abc", "n1"});
  EXPECT_EQ(report.delivery, Delivery::Sent) << report.why;
  const auto mails = sink.wait_for(1);
  ASSERT_EQ(mails.size(), 1u);
  for (const char* wanted : {"MAIL FROM:<table@example.org>", "RCPT TO:<anne@example.org>", "Subject: =?UTF-8?Q?Bl=C3=A9neau=3A=20your=20move?=",
                             "List-Unsubscribe: <https://t.example/stop/abc>", "Message-ID: <n1@example.org>", "VHVybiAzIGlzIHlvdXJzLgo="})
    EXPECT_NE(mails[0].find(wanted), std::string::npos) << wanted << " in\n" << mails[0];
}

TEST(Courier, nobody_can_write_headers_of_his_own) {
  Sink sink([](auto& socket) { return take_mail(socket, "250 kept"); });
  const Courier courier(mail_to(sink.port()));
  courier.send({"anne@example.org", "hello\r\nBcc: all@example.org", "text\r\n.\r\nQUIT\r\n", "", "n\r\nX: y"});
  const auto mails = sink.wait_for(1);
  ASSERT_EQ(mails.size(), 1u);
  EXPECT_EQ(mails[0].find("\nBcc:"), std::string::npos);
  EXPECT_EQ(mails[0].find("\nX:"), std::string::npos);
  EXPECT_EQ(courier.send({"a@b.org>\r\nRCPT TO:<c@d.org", "s", "t", "", "n"}).delivery, Delivery::Never);
}

TEST(Courier, what_is_too_long_is_cut_between_two_letters) {
  Sink sink([](auto& socket) { return take_mail(socket, "250 kept"); });
  std::string title(199, 'x');
  Courier(mail_to(sink.port())).send({"anne@example.org", title + "éé", "t", "", "n"});
  const auto mails = sink.wait_for(1);
  ASSERT_EQ(mails.size(), 1u);
  EXPECT_NE(mails[0].find("Subject: " + title + "\r\n"), std::string::npos) << mails[0];
}

TEST(Courier, addresses_that_are_none) {
  for (const char* good : {"a@b.org", "first.last+tag@sub.example.co.uk", "o'neil@example.org"}) EXPECT_TRUE(is_mail_address(good)) << good;
  for (const char* bad : {"", "a", "@b.org", "a@", "a@b@c", "a b@c.org", "a@b..org", "a@.org", "a@b.org>", "a@b.org\r\nX", "é@b.org"})
    EXPECT_FALSE(is_mail_address(bad)) << bad;
}

TEST(Courier, a_busy_mail_server_is_tried_again_a_refusal_is_not) {
  Sink busy([](auto& socket) { return take_mail(socket, "451 later"); }), strict([](auto& socket) { return take_mail(socket, "550 no"); });
  const Mail mail{"anne@example.org", "s", "t", "", "n"};
  EXPECT_EQ(Courier(mail_to(busy.port())).send(mail).delivery, Delivery::Again);
  const DeliveryReport refused = Courier(mail_to(strict.port())).send(mail);
  EXPECT_EQ(refused.delivery, Delivery::Never);
  EXPECT_EQ(refused.why, "the mail server answered 550");
  EXPECT_EQ(Courier(mail_to(1)).send(mail).delivery, Delivery::Again) << "nobody listens: it may be up again soon";
}

TEST(Courier, settings_that_make_no_sense_are_refused) {
  CourierSettings wrong;
  wrong.smtp = "mail.example.org", wrong.mail_from = "a@b.org";
  EXPECT_THROW(Courier{wrong}, std::runtime_error);
  wrong.smtp = "smtp://mail.example.org", wrong.mail_from = "nobody";
  EXPECT_THROW(Courier{wrong}, std::runtime_error);
  EXPECT_EQ(Courier(CourierSettings{}).send({"a@b.org", "s", "t", "", "n"}).delivery, Delivery::Never);
}

TEST(Courier, webhooks_speak_the_form_of_their_room) {
  Sink sink([](auto& socket) { return take_post(socket, 204, 0); });
  const Courier courier(hook_at(sink.port()));
  const std::string url = "http://127.0.0.1:" + std::to_string(sink.port()) + "/api/x";
  EXPECT_EQ(courier.call(url, WebhookForm::Discord, "Your \"move\"").delivery, Delivery::Sent);
  EXPECT_EQ(courier.call(url, WebhookForm::Slack, "<!channel> & move").delivery, Delivery::Sent);
  const auto posts = sink.wait_for(2);
  ASSERT_EQ(posts.size(), 2u);
  EXPECT_EQ(posts[0], "/api/x {\"allowed_mentions\":{\"parse\":[]},\"content\":\"Your \\\"move\\\"\"}");
  EXPECT_EQ(posts[1], "/api/x {\"text\":\"&lt;!channel&gt; &amp; move\"}");
}

TEST(Courier, webhooks_reach_only_hosts_that_are_allowed_and_public) {
  CourierSettings settings;
  settings.webhook_hosts = {"discord.com", "localhost", "127.0.0.1"};
  const Courier courier(settings);
  EXPECT_EQ(courier.webhook_barred("https://discord.com/api/webhooks/1/x"), "");
  for (const char* bad : {"http://discord.com/x", "https://evil.example/x", "https://discord.com:8443/x", "https://a:b@discord.com/x", "ftp://discord.com",
                          "https://discord.com.evil.example/", "rubbish", "file:///etc/passwd"})
    EXPECT_NE(courier.webhook_barred(bad), "") << bad;
  for (const char* name : {"https://localhost/x", "https://127.0.0.1/x"}) {
    const DeliveryReport report = courier.call(name, WebhookForm::Slack, "hi");
    EXPECT_EQ(report.delivery, Delivery::Never);
    EXPECT_NE(report.why.find("private address"), std::string::npos) << report.why;
  }
  EXPECT_NE(Courier(CourierSettings{}).webhook_barred("https://discord.com/x"), "");
}

TEST(Courier, private_addresses_in_every_dress) {
  for (const char* address : {"127.0.0.1", "10.1.2.3", "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1",
                              "255.255.255.255", "::1", "::", "fe80::1", "fc00::1", "fd12::1", "ff02::1", "::ffff:127.0.0.1", "64:ff9b::7f00:1",
                              "2002:7f00:1::", "2001:0:7f00:1::", "2001:db8::1", "64:ff9b:1::808:808", "rubbish", ""})
    EXPECT_TRUE(is_private_address(address)) << address;
  for (const char* address : {"8.8.8.8", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "2001:4860:4860::8888", "64:ff9b::808:808", "::ffff:8.8.8.8"}) {
    const bool mapped = std::string(address).rfind("::ffff", 0) == 0;
    EXPECT_EQ(is_private_address(address), false) << address << (mapped ? " (mapped)" : "");
  }
}

TEST(Courier, redirects_are_not_followed_and_long_answers_are_cut_off) {
  std::atomic<int> asked = 0;
  Sink elsewhere([&](auto& socket) { return ++asked, take_post(socket, 302); });
  const std::string url = "http://127.0.0.1:" + std::to_string(elsewhere.port()) + "/";
  EXPECT_EQ(Courier(hook_at(elsewhere.port())).call(url, WebhookForm::Slack, "hi").delivery, Delivery::Never);
  EXPECT_EQ(asked, 1);
  Sink talkative([](auto& socket) { return take_post(socket, 200, 10u << 20); });
  const std::string long_url = "http://127.0.0.1:" + std::to_string(talkative.port()) + "/";
  EXPECT_EQ(Courier(hook_at(talkative.port())).call(long_url, WebhookForm::Slack, "hi").delivery, Delivery::Never);
  for (const int status : {429, 500, 503}) {
    Sink later([&](auto& socket) { return take_post(socket, status); });
    const std::string at = "http://127.0.0.1:" + std::to_string(later.port()) + "/";
    EXPECT_EQ(Courier(hook_at(later.port())).call(at, WebhookForm::Slack, "hi").delivery, Delivery::Again) << status;
  }
}

TEST(Courier, one_that_never_answers_costs_a_bounded_time) {
  Sink silent([](auto& socket) {
    char byte;
    boost::system::error_code none;
    while (socket.read_some(boost::asio::buffer(&byte, 1), none) > 0) {}
    return std::string();
  });
  CourierSettings settings = hook_at(silent.port());
  settings.seconds = 1;
  const std::string url = "http://127.0.0.1:" + std::to_string(silent.port()) + "/";
  EXPECT_EQ(Courier(settings).call(url, WebhookForm::Slack, "hi").delivery, Delivery::Again);
}

}  // namespace
}  // namespace tambour::server::test

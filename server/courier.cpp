// SPDX-License-Identifier: MIT
#include "server/courier.h"

#include <arpa/inet.h>
#include <curl/curl.h>

#include <algorithm>
#include <boost/asio/ip/address.hpp>
#include <cstring>
#include <ctime>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace tambour::server {

namespace {

constexpr std::size_t kMostAnswer = 64u << 10, kLongestAddress = 254, kLongestUrl = 500, kMostSubject = 200, kMostText = 4000;

struct CurlFree {
  void operator()(CURL* c) const { curl_easy_cleanup(c); }
  void operator()(curl_slist* l) const { curl_slist_free_all(l); }
  void operator()(CURLU* u) const { curl_url_cleanup(u); }
};
using Handle = std::unique_ptr<CURL, CurlFree>;
using List = std::unique_ptr<curl_slist, CurlFree>;

void prepare_curl() {
  static const CURLcode ready = curl_global_init(CURL_GLOBAL_DEFAULT);
  if (ready != CURLE_OK) throw std::runtime_error(std::string("libcurl does not start: ") + curl_easy_strerror(ready));
}

// Limits the size of the response.
std::size_t swallow(char*, std::size_t size, std::size_t count, void* total) {
  std::size_t& read = *static_cast<std::size_t*>(total);
  read += size * count;
  return read > kMostAnswer ? 0 : size * count;
}

struct Upload {
  std::string_view rest;
};
std::size_t hand_out(char* to, std::size_t size, std::size_t count, void* user) {
  Upload& upload = *static_cast<Upload*>(user);
  const std::size_t n = std::min(size * count, upload.rest.size());
  std::memcpy(to, upload.rest.data(), n);
  upload.rest.remove_prefix(n);
  return n;
}

std::string text_of(const sockaddr* address) {
  char text[INET6_ADDRSTRLEN] = "";
  if (address->sa_family == AF_INET) inet_ntop(AF_INET, &reinterpret_cast<const sockaddr_in*>(address)->sin_addr, text, sizeof text);
  if (address->sa_family == AF_INET6) inet_ntop(AF_INET6, &reinterpret_cast<const sockaddr_in6*>(address)->sin6_addr, text, sizeof text);
  return text;
}

// An allowed name may still resolve into the operator's network, so the resolved address is checked.
curl_socket_t open_public(void* barred, curlsocktype, curl_sockaddr* peer) {
  const std::string address = text_of(&peer->addr);
  if (is_private_address(address)) {
    *static_cast<std::string*>(barred) = address;
    return CURL_SOCKET_BAD;
  }
  return ::socket(peer->family, peer->socktype | SOCK_CLOEXEC, peer->protocol);
}

void bound(CURL* c, int seconds, std::size_t& answered) {
  curl_easy_setopt(c, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(c, CURLOPT_TIMEOUT, long(seconds));
  curl_easy_setopt(c, CURLOPT_CONNECTTIMEOUT, long(std::min(seconds, 10)));
  curl_easy_setopt(c, CURLOPT_FOLLOWLOCATION, 0L);
  curl_easy_setopt(c, CURLOPT_PROXY, "");
  curl_easy_setopt(c, CURLOPT_WRITEFUNCTION, swallow);
  curl_easy_setopt(c, CURLOPT_WRITEDATA, &answered);
}

// SMTP 4xx and HTTP 429 and 5xx are temporary; all other errors are final.
DeliveryReport judged(CURLcode code, long answer, bool http, const std::string& where) {
  if (code == CURLE_OK && (!http || answer / 100 == 2)) return {};
  const std::string said = answer > 0 ? where + " answered " + std::to_string(answer) : where + ": " + curl_easy_strerror(code);
  if (answer > 0) {
    const bool passing = http ? answer == 429 || answer >= 500 : answer / 100 == 4;
    return {passing ? Delivery::Again : Delivery::Never, said};
  }
  return {code == CURLE_WRITE_ERROR || code == CURLE_URL_MALFORMAT ? Delivery::Never : Delivery::Again, said};
}

// At most so many bytes, and no letter cut in two.
std::string cut(std::string text, std::size_t most) {
  if (text.size() <= most) return text;
  while (most > 0 && (text[most] & 0xC0) == 0x80) --most;
  text.resize(most);
  return text;
}

std::string one_line(std::string text, std::size_t most) {
  text = cut(std::move(text), most);
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == '\r' || c == '\n' || c == '\0'; }, ' ');
  return text;
}

// Encodes non-ASCII header text by RFC 2047, in pieces of at most 45 bytes that do not split a UTF-8 sequence.
std::string header_text(const std::string& text) {
  if (std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c < 127; })) return text;
  static const char kDigits[] = "0123456789ABCDEF";
  std::string out, word;
  const auto flush = [&] {
    if (!word.empty()) out += (out.empty() ? "=?UTF-8?Q?" : "\r\n =?UTF-8?Q?") + word + "?=";
    word.clear();
  };
  for (std::size_t i = 0; i < text.size();) {
    std::size_t n = 1;
    while (i + n < text.size() && (text[i + n] & 0xC0) == 0x80) ++n;
    if (word.size() + 3 * n > 45) flush();
    for (std::size_t k = 0; k < n; ++k) {
      const auto c = static_cast<unsigned char>(text[i + k]);
      if (std::isalnum(c)) word += char(c);
      else word += '=', word += kDigits[c >> 4], word += kDigits[c & 15];
    }
    i += n;
  }
  flush();
  return out;
}

std::string base64_lines(std::string_view text) {
  static const char kDigits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  for (std::size_t i = 0; i < text.size(); i += 3) {
    const auto at = [&](std::size_t k) { return k < text.size() ? static_cast<unsigned char>(text[k]) : 0u; };
    const unsigned three = at(i) << 16 | at(i + 1) << 8 | at(i + 2);
    out += kDigits[three >> 18], out += kDigits[three >> 12 & 63];
    out += i + 1 < text.size() ? kDigits[three >> 6 & 63] : '=';
    out += i + 2 < text.size() ? kDigits[three & 63] : '=';
    if (i % 57 == 54) out += "\r\n";
  }
  return out;
}

std::string message_of(const Mail& mail, const std::string& from) {
  char date[64];
  const std::time_t now = std::time(nullptr);
  std::tm utc{};
  gmtime_r(&now, &utc);
  std::strftime(date, sizeof date, "%a, %d %b %Y %H:%M:%S +0000", &utc);
  const std::string host = from.substr(from.find('@') + 1);
  std::string out = "Date: " + std::string(date) + "\r\nFrom: Tambour <" + from + ">\r\nTo: <" + mail.to + ">\r\nSubject: " +
                    header_text(one_line(mail.subject, kMostSubject)) + "\r\nMessage-ID: <" + one_line(mail.id, 100) + "@" + host +
                    ">\r\nAuto-Submitted: auto-generated\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n"
                    "Content-Transfer-Encoding: base64\r\n";
  if (!mail.unsubscribe.empty())
    out += "List-Unsubscribe: <" + one_line(mail.unsubscribe, kLongestUrl) + ">\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n";
  return out + "\r\n" + base64_lines(cut(mail.text, kMostText)) + "\r\n";
}

// Player names are untrusted: they must not mention everybody in a chat room.
std::string webhook_body(WebhookForm form, const std::string& text) {
  nlohmann::json body;
  if (form == WebhookForm::Discord) {
    body = {{"content", text}, {"allowed_mentions", {{"parse", nlohmann::json::array()}}}};
  } else {
    std::string escaped;
    for (const char c : text) escaped += c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : std::string(1, c);
    body = {{"text", escaped}};
  }
  return body.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string part_of(CURLU* url, CURLUPart part, unsigned flags = 0) {
  char* text = nullptr;
  if (curl_url_get(url, part, &text, flags) != CURLUE_OK) return "";
  const std::string got = text;
  curl_free(text);
  return got;
}

}  // namespace

bool is_mail_address(const std::string& text) {
  const auto at = text.find('@');
  if (at == std::string::npos || at == 0 || at > 64 || text.size() > kLongestAddress || text.find('@', at + 1) != std::string::npos) return false;
  const std::string host = text.substr(at + 1);
  if (host.empty() || host.front() == '.' || host.back() == '.' || host.find("..") != std::string::npos) return false;
  const auto plain = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || std::strchr("!#$%&'*+/=?^_`{|}~.-", c); };
  const auto of_host = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '.' || c == '-'; };
  return std::all_of(text.begin(), text.begin() + std::ptrdiff_t(at), plain) && std::all_of(host.begin(), host.end(), of_host);
}

bool is_private_address(const std::string& text) {
  boost::system::error_code bad;
  boost::asio::ip::address address = boost::asio::ip::make_address(text, bad);
  if (bad) return true;
  if (address.is_v6()) {
    const auto v6 = address.to_v6();
    const auto b = v6.to_bytes();
    if (v6.is_v4_mapped()) return is_private_address(boost::asio::ip::make_address_v4(boost::asio::ip::v4_mapped, v6).to_string());
    const bool nat64 = b[0] == 0x00 && b[1] == 0x64 && b[2] == 0xFF && b[3] == 0x9B && std::all_of(b.begin() + 4, b.begin() + 12, [](unsigned char c) { return c == 0; });
    if (nat64)  // 64:ff9b::/96 leads to the IPv4 address in its last bytes
      return is_private_address(boost::asio::ip::address_v4({b[12], b[13], b[14], b[15]}).to_string());
    if ((b[0] & 0xE0) != 0x20) return true;  // only 2000::/3 is public
    // 2002::/16 and, in 2001::/23, Teredo wrap IPv4 addresses; 2001:db8::/32 is for documents.
    return b[0] == 0x20 && (b[1] == 0x02 || (b[1] == 0x01 && (b[2] < 2 || (b[2] == 0x0D && b[3] == 0xB8))));
  }
  const auto b = address.to_v4().to_bytes();
  return b[0] == 0 || b[0] == 10 || b[0] == 127 || b[0] >= 224 || (b[0] == 100 && b[1] >= 64 && b[1] < 128) || (b[0] == 169 && b[1] == 254) ||
         (b[0] == 172 && b[1] >= 16 && b[1] < 32) || (b[0] == 192 && b[1] == 168) || (b[0] == 192 && b[1] == 0 && b[2] <= 2) ||
         (b[0] == 198 && (b[1] == 18 || b[1] == 19)) || (b[0] == 198 && b[1] == 51 && b[2] == 100) || (b[0] == 203 && b[1] == 0 && b[2] == 113);
}

Courier::Courier(CourierSettings settings) : settings_(std::move(settings)) {
  prepare_curl();
  if (settings_.smtp.empty()) return;
  if (settings_.smtp.rfind("smtp://", 0) != 0 && settings_.smtp.rfind("smtps://", 0) != 0)
    throw std::runtime_error("the mail server '" + settings_.smtp + "' wants the form smtp://host:port or smtps://host:port");
  if (!is_mail_address(settings_.mail_from))
    throw std::runtime_error("the sender '" + settings_.mail_from + "' is no mail address; give one with --mail-from");
}

std::string Courier::webhook_barred(const std::string& text) const {
  if (settings_.webhook_hosts.empty()) return "this server calls no webhooks";
  if (text.size() > kLongestUrl) return "the address of the webhook is longer than " + std::to_string(kLongestUrl) + " bytes";
  const std::unique_ptr<CURLU, CurlFree> url(curl_url());
  if (curl_url_set(url.get(), CURLUPART_URL, text.c_str(), 0) != CURLUE_OK) return "'" + one_line(text, 80) + "' is no address of a webhook";
  const std::string scheme = part_of(url.get(), CURLUPART_SCHEME), host = part_of(url.get(), CURLUPART_HOST), port = part_of(url.get(), CURLUPART_PORT);
  if (scheme != "https" && !(scheme == "http" && settings_.webhook_private)) return "the address of a webhook begins with https://";
  if (!part_of(url.get(), CURLUPART_USER).empty()) return "the address of a webhook holds no user name";
  const auto names = [&](const std::string& allowed) { return allowed == host + ":" + port || (port.empty() && allowed == host); };
  if (std::any_of(settings_.webhook_hosts.begin(), settings_.webhook_hosts.end(), names)) return "";
  std::string list;
  for (const std::string& allowed : settings_.webhook_hosts) list += (list.empty() ? "" : ", ") + allowed;
  return "this server calls webhooks at " + list + " only, not at " + one_line(host + (port.empty() ? "" : ":" + port), 100);
}

DeliveryReport Courier::send(const Mail& mail) const {
  if (!sends_mail()) return {Delivery::Never, "this server sends no mail"};
  if (!is_mail_address(mail.to)) return {Delivery::Never, "'" + one_line(mail.to, 80) + "' is no mail address"};
  const Handle c(curl_easy_init());
  const List to(curl_slist_append(nullptr, ("<" + mail.to + ">").c_str()));
  const std::string message = message_of(mail, settings_.mail_from), from = "<" + settings_.mail_from + ">";
  Upload upload{message};
  std::size_t answered = 0;
  bound(c.get(), settings_.seconds, answered);
  curl_easy_setopt(c.get(), CURLOPT_URL, settings_.smtp.c_str());
  curl_easy_setopt(c.get(), CURLOPT_PROTOCOLS_STR, "smtp,smtps");
  curl_easy_setopt(c.get(), CURLOPT_MAIL_FROM, from.c_str());
  curl_easy_setopt(c.get(), CURLOPT_MAIL_RCPT, to.get());
  curl_easy_setopt(c.get(), CURLOPT_READFUNCTION, hand_out);
  curl_easy_setopt(c.get(), CURLOPT_READDATA, &upload);
  curl_easy_setopt(c.get(), CURLOPT_UPLOAD, 1L);
  if (!settings_.smtp_user.empty()) {
    // Never send a password without TLS.
    curl_easy_setopt(c.get(), CURLOPT_USE_SSL, long(CURLUSESSL_ALL));
    curl_easy_setopt(c.get(), CURLOPT_USERNAME, settings_.smtp_user.c_str());
    curl_easy_setopt(c.get(), CURLOPT_PASSWORD, settings_.smtp_password.c_str());
  } else {
    curl_easy_setopt(c.get(), CURLOPT_USE_SSL, long(CURLUSESSL_TRY));
  }
  const CURLcode code = curl_easy_perform(c.get());
  long answer = 0;
  if (code != CURLE_OK) curl_easy_getinfo(c.get(), CURLINFO_RESPONSE_CODE, &answer);
  return judged(code, code == CURLE_OK || answer < 400 ? 0 : answer, false, "the mail server");
}

DeliveryReport Courier::call(const std::string& url, WebhookForm form, const std::string& text) const {
  if (const std::string why = webhook_barred(url); !why.empty()) return {Delivery::Never, why};
  const std::string body = webhook_body(form, cut(text, kMostText));
  const Handle c(curl_easy_init());
  const List headers(curl_slist_append(nullptr, "Content-Type: application/json"));
  std::size_t answered = 0;
  std::string barred;
  bound(c.get(), settings_.seconds, answered);
  curl_easy_setopt(c.get(), CURLOPT_URL, url.c_str());
  curl_easy_setopt(c.get(), CURLOPT_PROTOCOLS_STR, settings_.webhook_private ? "https,http" : "https");
  curl_easy_setopt(c.get(), CURLOPT_HTTPHEADER, headers.get());
  curl_easy_setopt(c.get(), CURLOPT_POSTFIELDS, body.c_str());
  curl_easy_setopt(c.get(), CURLOPT_POSTFIELDSIZE, long(body.size()));
  if (!settings_.webhook_private) {
    curl_easy_setopt(c.get(), CURLOPT_OPENSOCKETFUNCTION, open_public);
    curl_easy_setopt(c.get(), CURLOPT_OPENSOCKETDATA, &barred);
  }
  const CURLcode code = curl_easy_perform(c.get());
  if (!barred.empty()) return {Delivery::Never, "the webhook's host leads to the private address " + barred};
  long answer = 0;
  curl_easy_getinfo(c.get(), CURLINFO_RESPONSE_CODE, &answer);
  return judged(code, code == CURLE_WRITE_ERROR ? 0 : answer, true, "the webhook");
}

}  // namespace tambour::server

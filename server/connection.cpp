// SPDX-License-Identifier: MIT
#include "server/connection.h"

#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <optional>

#include "server/session.h"

namespace tambour::server {

using namespace std::chrono_literals;
namespace http = beast::http;

namespace {

constexpr auto kPatience = 30s;
constexpr std::uint32_t kHeaderLimit = 8u << 10;
constexpr std::size_t kCheapBody = 4u << 10;  // bodies up to this size are not counted
constexpr double kSocketPrice = 2;            // in requests, against the limit of its address

class Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(boost::asio::ip::tcp::socket socket, const boost::asio::ip::address& peer, std::shared_ptr<ServerContext> context,
             std::shared_ptr<AccessControl::Place> place)
      : stream_(std::move(socket)), peer_(peer), context_(std::move(context)), place_(std::move(place)), pause_(stream_.get_executor()) {}

  void read() {
    parser_.emplace();
    parser_->header_limit(kHeaderLimit);
    parser_->body_limit(Api::kLargestBody);  // must be set before the header is read; the limit of the address is checked after it
    stream_.expires_after(kPatience);
    http::async_read_header(stream_, buffer_, *parser_, [self = shared_from_this()](const beast::error_code& error, std::size_t) {
      if (error == http::error::body_limit) return self->refuse(413, "the body is too large");
      if (error == http::error::header_limit) return self->refuse(431, "the headers are too long");
      if (error && error.category() == http::make_error_code(http::error::bad_method).category() && error != http::error::end_of_stream &&
          error != http::error::partial_message)
        return self->refuse(400, "this is not HTTP");
      if (!error) self->read_body();
    });
  }

 private:
  // The body is read when there is room for it.
  void read_body() {
    const auto& head = parser_->get();
    const std::size_t limit = Api::body_limit(std::string_view(head.target().data(), head.target().size())),
                      size = parser_->content_length().value_or(0);
    if (size > limit || parser_->chunked()) return refuse(413, "Content-Length is missing or too large");
    const auto forwarded = head["X-Forwarded-For"];
    address_ = context_->door->address_of(peer_, std::string_view(forwarded.data(), forwarded.size()));
    if (!place_->move_to(address_)) return refuse(429, "too many connections from your address; close some");
    if (size > kCheapBody && !(held_ = context_->bytes->hold(address_, size)))
      return refuse(503, "too much is being sent at once; try again in a moment");
    http::async_read(stream_, buffer_, *parser_, [self = shared_from_this()](const beast::error_code& error, std::size_t) {
      if (!error) self->take_turn();
    });
  }

  // Whose address has had more than its share waits.
  void take_turn() {
    const auto pause = context_->hub.time().pause(address_);
    if (pause <= TimeShares::Clock::duration::zero()) return answer();
    pause_.expires_after(pause);
    pause_.async_wait([self = shared_from_this()](const beast::error_code& error) {
      if (!error) self->take_turn();
    });
  }

  void answer() {
    http::request<http::string_body> request = parser_->release();
    const std::string& address = address_;
    const auto path = request.target().substr(0, request.target().find('?'));
    const auto text = [&](auto name) { return std::string_view(request[name].data(), request[name].size()); };
    const bool upgrade = beast::websocket::is_upgrade(request);
    const bool reads = !upgrade && (request.method() == http::verb::get || request.method() == http::verb::head);
    const std::string_view forwarded = text("X-Forwarded-Host");
    const bool behind = address != counted_as(peer_) && !forwarded.empty();
    if (const std::string why = context_->door->barred(behind ? forwarded : text(http::field::host), text(http::field::origin), reads);
        !why.empty())
      return refuse(403, why);
    if (upgrade) {
      if (path != "/ws") return refuse(404, "the socket is at /ws");
      if (!context_->api.may_request(address, kSocketPrice)) return refuse(429, "too many requests from your address; wait a little");
      return std::make_shared<Session>(std::move(stream_), context_, place_)->start(std::move(request));
    }
    HttpRequest plain;
    const bool head = request.method() == http::verb::head;
    plain.method = head ? "GET" : std::string(request.method_string());
    plain.target = std::string(request.target());
    plain.body = std::move(request.body());
    plain.if_none_match = std::string(request[http::field::if_none_match]);
    plain.takes_gzip = request[http::field::accept_encoding].find("gzip") != beast::string_view::npos;
    plain.address = address;
    const bool keep_alive = request.keep_alive() && !context_->stopping;
    const unsigned version = request.version();
    stream_.expires_after(kPatience);
    const TimeSpent spent(&context_->hub.time(), address);
    context_->api.handle(plain, [self = shared_from_this(), keep_alive, version, head, known = plain.if_none_match](HttpAnswer a) {
      self->write(std::move(a), known, keep_alive, version, head);
    });
  }

  void refuse(int status, const std::string& message) {
    write({status, "application/json", error_body(message), {}, false, false}, "", false, 11);
  }

  void write(HttpAnswer answer, const std::string& known, bool keep_alive, unsigned version, bool head = false) {
    if (!answer.etag.empty() && answer.etag == known) answer.status = 304, answer.body.clear(), answer.lasting = {};
    held_.reset();
    if (answer.body.size() > kCheapBody && !(held_ = context_->bytes->hold(address_, answer.body.size())))
      return refuse(503, "too many answers are being sent; try again in a moment");
    struct Outgoing {
      HttpAnswer answer;
      http::response<http::span_body<const char>> response;
    };
    const auto out = std::make_shared<Outgoing>();
    out->answer = std::move(answer);
    const HttpAnswer& a = out->answer;
    auto& response = out->response;
    response.result(unsigned(a.status));
    response.version(version);
    for (const auto& [name, value] : strict_headers()) response.set(name, value);
    response.set(http::field::content_type, a.type);
    if (!a.etag.empty()) response.set(http::field::etag, a.etag);
    response.set(http::field::cache_control, a.keep ? "public, max-age=31536000, immutable" : a.etag.empty() ? "no-store" : "no-cache");
    if (a.gzip) response.set(http::field::content_encoding, "gzip");
    if (!a.etag.empty()) response.set(http::field::vary, "Accept-Encoding");
    response.keep_alive(keep_alive);
    response.body() = {a.text().data(), a.text().size()};
    response.prepare_payload();
    if (head) response.body() = {};  // the length of what a GET would bring stays in the header
    http::async_write(stream_, response, [self = shared_from_this(), out, keep_alive](const beast::error_code& error, std::size_t) {
      self->held_.reset();
      if (error) return;
      if (keep_alive) return self->read();
      beast::error_code ignored;
      self->stream_.socket().shutdown(boost::asio::ip::tcp::socket::shutdown_send, ignored);
    });
  }

  beast::tcp_stream stream_;
  boost::asio::ip::address peer_;
  beast::flat_buffer buffer_{kHeaderLimit + Api::kLargestBody};
  std::optional<http::request_parser<http::string_body>> parser_;
  std::shared_ptr<ServerContext> context_;
  std::shared_ptr<AccessControl::Place> place_;
  std::string address_;         // that counts
  std::shared_ptr<void> held_;  // bytes of the request, and then of the answer
  boost::asio::steady_timer pause_;
};

}  // namespace

void serve_connection(boost::asio::ip::tcp::socket socket, const std::shared_ptr<ServerContext>& context) {
  beast::error_code ignored;
  const auto peer = socket.remote_endpoint(ignored).address();
  auto place = AccessControl::enter(context->door, peer);
  if (!place) return;  // over the limit: the socket just closes
  socket.set_option(boost::asio::ip::tcp::no_delay(true), ignored);
  std::make_shared<Connection>(std::move(socket), peer, context, std::move(place))->read();
}

}  // namespace tambour::server

// SPDX-License-Identifier: MIT
#include "server/session.h"

#include <boost/asio/post.hpp>

#include "server/log.h"
#include "wire/parse.h"

namespace tambour::server {

using namespace std::chrono_literals;
namespace websocket = beast::websocket;

namespace {

constexpr std::size_t kLargestMessage = 16u << 10, kCheapToRead = 1u << 10;
constexpr std::size_t kMostValues = 1000, kMemoryOfOne = 2u << 10, kMemoryPerByte = 8;  // of a message as JSON
constexpr std::size_t kMostQueued = 1u << 20,
                      kFairQueued = 64u << 10;  // queued bytes per client; the lower limit when memory for all is short
constexpr double kMessageBurst = 80, kMessagesPerSecond = 40;
constexpr double kResumePrice = 10;
constexpr int kMostOver = 200;
constexpr auto kTimeToJoin = 10s, kTimeToClose = 3s;

}  // namespace

Session::Session(beast::tcp_stream stream, std::shared_ptr<ServerContext> context, std::shared_ptr<AccessControl::Place> place)
    : context_(std::move(context)),
      place_(std::move(place)),
      socket_(std::move(stream)),
      deadline_(socket_.get_executor()),
      pause_(socket_.get_executor()),
      allowance_(kMessageBurst, kMessagesPerSecond) {
  address = place_->address();
  ++context_->sockets;
}

Session::~Session() {
  context_->queued -= queued_bytes_;
  --context_->sockets;
}

void Session::start(beast::http::request<beast::http::string_body> request) {
  beast::get_lowest_layer(socket_).expires_never();
  auto timeout = websocket::stream_base::timeout::suggested(beast::role_type::server);
  timeout.idle_timeout = 120s;
  timeout.keep_alive_pings = true;
  socket_.set_option(timeout);
  socket_.set_option(websocket::stream_base::decorator([](websocket::response_type& answer) {
    for (const auto& [name, value] : strict_headers()) answer.set(name, value);
  }));
  socket_.read_message_max(kLargestMessage);
  socket_.text(true);
  socket_.auto_fragment(false);
  // Frames that carry no message cost their price as well.
  socket_.control_callback([this](websocket::frame_type, beast::string_view) {
    if (!allowance_.take() && ++over_allowance_ > kMostOver) boost::asio::post(socket_.get_executor(), [self = self()] { self->gone(); });
  });
  deadline_.expires_after(kTimeToJoin);
  deadline_.async_wait([self = self()](const beast::error_code& error) {
    if (!error && self->game.empty()) self->end(1008, "no join");
  });
  const auto kept = std::make_shared<decltype(request)>(std::move(request));
  socket_.async_accept(*kept, [self = self(), kept](const beast::error_code& error) {
    if (error) return self->gone();
    self->read();
  });
}

void Session::read() {
  if (const auto pause = context_->hub.time().pause(address); pause > TimeShares::Clock::duration::zero()) {
    pause_.expires_after(pause);
    return pause_.async_wait([self = self()](const beast::error_code& error) {
      if (!error && !self->closed_) self->read();
    });
  }
  socket_.async_read(buffer_, [self = self()](const beast::error_code& error, std::size_t) {
    if (error) return self->gone();
    self->received();
    self->buffer_.consume(self->buffer_.size());
    if (!self->closed_) self->read();
  });
}

void Session::received() {
  if (ending_) return;
  const auto data = buffer_.data();
  take_in({static_cast<const char*>(data.data()), data.size()});
}

void Session::take_in(std::string_view text) {
  if (!allowance_.take()) {
    if (++over_allowance_ > kMostOver) return end(1008, "rate");
    return complain("rate", "too many messages; slow down", text);
  }
  // It may have to wait for its game, and holds memory meanwhile.
  struct Said {
    json message;
    std::shared_ptr<void> held;
  };
  const auto said = std::make_shared<Said>();
  said->held = context_->bytes->hold(address, kMemoryOfOne + kMemoryPerByte * text.size());
  if (!said->held) return complain("rate", "too much of your address waits; slow down", text);
  {
    const TimeSpent spent(&context_->hub.time(), address);
    said->message = wire::parse_json(text, kMostValues);
  }
  const json& message = said->message;
  if (message.is_discarded()) return complain("bad", "this is not JSON, it nests too deep or has too many values", "");
  // Requests answered with a whole log.
  const auto type = message.is_object() ? message.find("type") : message.end();
  if (type != message.end() && *type == "resume" && !allowance_.take(kResumePrice))
    return complain("rate", "too many messages; slow down", text);
  context_->hub.message(shared_from_this(), std::shared_ptr<const json>(said, &said->message));
}

// The error carries the id of the message, if it can be parsed cheaply.
void Session::complain(const char* code, const char* why, std::string_view message) {
  json body{{"type", "error"}, {"code", code}, {"message", why}};
  if (message.size() <= kCheapToRead) {
    const json read = wire::parse_json(message);
    if (read.is_object() && read.contains("id") && (read["id"].is_number() || read["id"].is_string())) body["id"] = read["id"];
  }
  send(text_of(body));
}

void Session::send(Text text) {
  if (ending_ || closed_) return;
  queued_bytes_ += text->size();
  context_->queued += text->size();
  queue_.push_back(std::move(text));
  // The message being written does not count: it may be one long log.
  const std::size_t behind = queued_bytes_ - queue_.front()->size();
  if (behind > kMostQueued || (behind > kFairQueued && context_->queued > context_->most_queued)) {
    // Cut off a client that does not read. It leaves later, because the caller may be iterating over the clients.
    log(LogLevel::Info, "a client does not read; it is cut off");
    ending_ = true;
    boost::asio::post(socket_.get_executor(), [self = self()] { self->gone(); });
    return;
  }
  if (!writing_) write();
}

void Session::write() {
  if (queue_.empty()) {
    if (ending_) close();
    return;
  }
  writing_ = true;
  const Text text = queue_.front();
  socket_.async_write(boost::asio::buffer(*text), [self = self(), text](const beast::error_code& error, std::size_t) {
    self->writing_ = false;
    if (error) return self->gone();
    if (self->closed_) return self->queue_.clear();
    self->queued_bytes_ -= text->size();
    self->context_->queued -= text->size();
    self->queue_.pop_front();
    self->write();
  });
}

void Session::end(int code, const std::string& reason) {
  if (ending_ || closed_) return;
  ending_ = true;
  reason_ = websocket::close_reason(websocket::close_code(code), reason);
  deadline_.expires_after(kTimeToClose);
  deadline_.async_wait([self = self()](const beast::error_code& error) {
    if (!error) self->gone();
  });
  if (!writing_) write();
}

void Session::close() {
  socket_.async_close(reason_, [self = self()](const beast::error_code&) { self->gone(); });
}

void Session::gone() {
  if (closed_) return;
  closed_ = true;
  context_->queued -= queued_bytes_;
  queued_bytes_ = 0;
  if (!writing_) queue_.clear();
  deadline_.cancel();
  pause_.cancel();
  beast::error_code ignored;
  beast::get_lowest_layer(socket_).socket().close(ignored);
  context_->hub.leave(shared_from_this());
}

}  // namespace tambour::server

// SPDX-License-Identifier: MIT
// A mail server and a chat room's webhook on loopback that keep what they are sent.
#pragma once
#include <atomic>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/read_until.hpp>
#include <boost/asio/streambuf.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace tambour::server::test {

// Accepts one connection after the other until it goes.
class Sink {
 public:
  using tcp = boost::asio::ip::tcp;
  explicit Sink(std::function<std::string(tcp::socket&)> talk)
      : acceptor_(io_, tcp::endpoint(boost::asio::ip::address_v4::loopback(), 0)), talk_(std::move(talk)), thread_([this] { run(); }) {}
  ~Sink() {
    stopping_ = true;
    boost::system::error_code none;
    tcp::socket knock(io_);
    knock.connect(acceptor_.local_endpoint(), none);
    thread_.join();
  }
  unsigned short port() const { return acceptor_.local_endpoint().port(); }
  std::vector<std::string> now() {
    const std::lock_guard lock(mutex_);
    return messages_;
  }
  // What has come, as soon as there are so many; all there is after a minute.
  std::vector<std::string> wait_for(std::size_t count) {
    std::unique_lock lock(mutex_);
    came_.wait_for(lock, std::chrono::seconds(60), [&] { return messages_.size() >= count; });
    return messages_;
  }

 private:
  void run() {
    while (!stopping_) {
      tcp::socket socket(io_);
      boost::system::error_code bad;
      acceptor_.accept(socket, bad);
      if (bad || stopping_) return;
      std::string message;
      try {
        message = talk_(socket);
      } catch (const std::exception&) {
        continue;  // whoever sends broke off
      }
      const std::lock_guard lock(mutex_);
      if (!message.empty()) messages_.push_back(std::move(message));
      came_.notify_all();
    }
  }

  boost::asio::io_context io_;
  tcp::acceptor acceptor_;
  std::function<std::string(tcp::socket&)> talk_;
  std::mutex mutex_;
  std::condition_variable came_;
  std::vector<std::string> messages_;
  std::atomic<bool> stopping_ = false;
  std::thread thread_;
};

// Speaks as much SMTP as a sender needs; `answer` is what it says to the whole message.
inline std::string take_mail(Sink::tcp::socket& socket, const std::string& answer) {
  boost::asio::streambuf in;
  const auto say = [&](const std::string& line) { boost::asio::write(socket, boost::asio::buffer(line + "\r\n")); };
  const auto hear = [&](const std::string& end) {
    const std::size_t n = boost::asio::read_until(socket, in, end);
    const std::string text(boost::asio::buffers_begin(in.data()), boost::asio::buffers_begin(in.data()) + std::ptrdiff_t(n));
    in.consume(n);
    return text;
  };
  std::string kept;
  say("220 sink");
  for (;;) {
    const std::string line = hear("\r\n");
    if (line.rfind("EHLO", 0) == 0) {
      say("250-sink\r\n250 SMTPUTF8");
    } else if (line.rfind("MAIL", 0) == 0 || line.rfind("RCPT", 0) == 0) {
      kept += line;
      say("250 ok");
    } else if (line.rfind("DATA", 0) == 0) {
      say("354 go on");
      kept += hear("\r\n.\r\n");
      say(answer);
      if (answer[0] != '2') kept.clear();
    } else {
      say("221 bye");
      return kept;
    }
  }
}

// Keeps the target and body of a POST and answers with this status.
inline std::string take_post(Sink::tcp::socket& socket, int status, std::size_t answer_bytes = 2) {
  namespace http = boost::beast::http;
  boost::beast::flat_buffer buffer;
  http::request<http::string_body> request;
  http::read(socket, buffer, request);
  http::response<http::string_body> response(http::status(status), 11);
  response.body() = std::string(answer_bytes, 'x');
  response.set(http::field::location, "http://127.0.0.1:1/elsewhere");
  response.prepare_payload();
  http::write(socket, response);
  return std::string(request.target()) + " " + request.body();
}

}  // namespace tambour::server::test

// SPDX-License-Identifier: MIT
// What is under way – requests that are read or wait, answers that are sent – takes no more memory than its share, and whoever uses the
// network thread most is read last.
#include "server/shares.h"
#include "tests/server/test_hub.h"
#include "wire/parse.h"

namespace tambour::server::test {
namespace {

using namespace std::chrono_literals;

TEST(TimeShares, who_has_used_most_is_read_later_while_others_are_there) {
  TimeShares shares;
  auto now = TimeShares::Clock::now();
  const auto waits = [&](const char* who) { return shares.pause(who, now) > 0s; };
  shares.spent("greedy", 5, now);
  EXPECT_FALSE(waits("greedy")) << "nobody else is there";
  shares.spent("modest", 0.001, now);
  EXPECT_TRUE(waits("greedy"));
  EXPECT_FALSE(waits("modest"));
  EXPECT_FALSE(waits("newcomer"));
  EXPECT_LE(shares.pause("greedy", now), 10s) << "what is owed is bounded";
  now += shares.pause("greedy", now);
  EXPECT_FALSE(waits("greedy"));
  shares.spent("greedy", 5, now);
  EXPECT_TRUE(waits("greedy"));
  shares.spent("modest", 5, now + 1s);
  EXPECT_TRUE(waits("modest")) << "each counts for the other";
}

TEST(TimeShares, company_that_left_is_forgotten) {
  TimeShares shares;
  const auto now = TimeShares::Clock::now();
  shares.spent("modest", 0.001, now);
  for (int second = 0; second <= 60; ++second) shares.spent("greedy", 5, now + second * 1s);
  EXPECT_EQ(shares.pause("greedy", now + 60s), 0s);
}

TEST(ByteShares, are_bounded_for_one_and_for_all_and_come_back) {
  const auto shares = std::make_shared<ByteShares>(100, 40);
  auto large = shares->hold("a", 60);
  EXPECT_TRUE(large) << "one thing may be larger than a share";
  EXPECT_FALSE(shares->hold("a", 1));
  const auto other = shares->hold("b", 30);
  EXPECT_TRUE(other);
  EXPECT_FALSE(shares->hold("b", 20)) << "more than the share of one";
  EXPECT_FALSE(shares->hold("c", 20)) << "more than there is for all";
  large.reset();
  EXPECT_TRUE(shares->hold("c", 20));
  EXPECT_EQ(shares->held(), 30u);
}

// Sends a head that promises a body.
class Promise {
 public:
  Promise(unsigned short port, std::size_t bytes, const std::string& from) : socket_(io_) {
    socket_.open(tcp::v4());
    socket_.bind({boost::asio::ip::make_address(from), 0});
    socket_.connect(at(port));
    const std::string head = "POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + std::to_string(bytes) + "\r\n\r\n";
    boost::asio::write(socket_, boost::asio::buffer(head));
  }
  // The status of the answer, 0 while there is none.
  int status(bool wait) {
    if (!wait && socket_.available() == 0) return 0;
    beast::flat_buffer buffer;
    beast::http::response<beast::http::string_body> response;
    beast::http::read(socket_, buffer, response);
    return int(response.result_int());
  }
  void keep(const std::string& body) { boost::asio::write(socket_, boost::asio::buffer(body)); }

 private:
  boost::asio::io_context io_;
  tcp::socket socket_;
};

// Bodies that never come to their end do not fill the memory: who promises too many is told to come later, and others are heard.
TEST(UnderWay, bodies_that_are_promised_are_bounded_by_address) {
  constexpr std::size_t kLarge = Api::kLargestBody;
  Scratch scratch;
  Settings settings = settings_for(scratch.store());
  settings.memory = 64;
  LocalServer server(settings, toy_library());
  auto first = std::make_unique<Promise>(server.port(), kLarge, "127.0.0.5");
  int refused = 0;
  for (int i = 0; i < 4; ++i) refused += Promise(server.port(), kLarge, "127.0.0.5").status(true) == 503;
  EXPECT_EQ(refused, 4);
  Promise other(server.port(), kLarge, "127.0.0.6");
  other.keep(std::string(kLarge, ' '));
  EXPECT_EQ(other.status(true), 400) << "a body of blanks is no JSON, but it was read";
  EXPECT_EQ(http(server.port(), "GET", "/healthz").body, "ok\n");
  first.reset();
  for (const auto end = std::chrono::steady_clock::now() + kPatience;;) {
    Promise again(server.port(), 8, "127.0.0.5");
    again.keep("[[[[[[[[");
    EXPECT_EQ(again.status(true), 400);
    Promise large(server.port(), kLarge, "127.0.0.5");
    try {
      large.keep(std::string(kLarge, ' '));
    } catch (const std::exception&) {  // refused before all was sent
    }
    int status = 0;
    try {
      status = large.status(true);
    } catch (const std::exception&) {
    }
    if (status == 400) break;
    ASSERT_LT(std::chrono::steady_clock::now(), end) << "what was held does not come back";
  }
}

TEST(UnderWay, a_message_of_too_many_values_is_refused) {
  EXPECT_FALSE(wire::parse_json("[1,[2,3],{\"a\":4}]", 9).is_discarded());
  EXPECT_TRUE(wire::parse_json("[1,[2,3],{\"a\":4}]", 5).is_discarded());
  EXPECT_FALSE(wire::parse_json("\"" + std::string(100, ',') + "\"", 5).is_discarded()) << "text is no value";
  Scratch scratch;
  LocalServer server(scratch.store());
  const json game = new_game(server.port());
  Bot blue(server.port(), game["game"], game["seats"]["Blue"]["secret"], 1);
  blue.join();
  std::string many = "[]";
  for (int i = 0; i < 4000; ++i) many += ",[]";
  blue.socket->send_text("{\"type\":\"ping\",\"x\":[" + many + "]}");
  EXPECT_EQ(blue.socket->expect("error")["code"], "bad");
  blue.catch_up();
}

TEST(UnderWay, frames_without_a_message_are_counted) {
  Scratch scratch;
  LocalServer server(scratch.store());
  const json game = new_game(server.port());
  boost::asio::io_context io;
  beast::websocket::stream<tcp::socket> socket(io);
  socket.next_layer().connect(at(server.port()));
  socket.handshake("localhost", "/ws");
  socket.write(boost::asio::buffer(json{{"type", "join"}, {"game", game["game"]}}.dump()));
  beast::error_code error;
  for (int i = 0; i < 100000 && !error; ++i) socket.ping({}, error);
  beast::flat_buffer buffer;
  while (!error) socket.read(buffer, error), buffer.clear();
  EXPECT_TRUE(error) << "the server cuts such a client off";
  EXPECT_EQ(http(server.port(), "GET", "/healthz").body, "ok\n");
}

TEST(UnderWay, notes_count_as_memory_of_their_game) {
  TestHub table;
  const json game = table.skirmish();
  const auto blue = table.join(game, "Blue");
  const std::size_t before = table.hub.memory();
  for (int i = 0; i < 20; ++i) table.say(blue, {{"type", "note"}, {"text", std::string(4000, char('a' + i))}});
  EXPECT_GE(table.hub.memory(), before + 20 * 4000);
}

// What never changes is made once and not copied for each client.
TEST(UnderWay, reading_matter_is_kept) {
  TestHub table(real_catalog());
  const auto get = [&](const std::string& target) {
    std::optional<HttpAnswer> got;
    HttpRequest request;
    request.method = "GET", request.target = target;
    table.api.handle(request, [&](HttpAnswer answer) { got = std::move(answer); });
    return *got;
  };
  for (const std::string target :
       {"/api/battles", "/api/battles/marengo-1800?book=jdg", "/api/rules/tng", "/api/charts/siecle", "/api/verbs", "/api/levels"}) {
    const HttpAnswer one = get(target), two = get(target),
                     strange = get(target + (target.find('?') == std::string::npos ? "?" : "&") + "language=xx");
    EXPECT_EQ(one.status, 200) << target;
    EXPECT_FALSE(one.text().empty()) << target;
    EXPECT_EQ(one.text().data(), two.text().data()) << target;
    EXPECT_EQ(one.text().data(), strange.text().data()) << "an unknown language keeps nothing of its own: " << target;
    EXPECT_NE(get(target + (target.find('?') == std::string::npos ? "?" : "&") + "language=fr").status, 404) << target;
  }
  for (const char* target : {"/api/rules/none", "/api/rules/", "/api/nothing", "/api/battles/none", "/api/battles/marengo-1800?book=tng",
                             "/api", "/api/verbs/x"})
    EXPECT_EQ(get(target).status, 404) << target;
}

// A store full of games that nobody may join: neither the list nor a new game looks at all of them.
TEST(UnderWay, the_list_shows_open_games_newest_first_and_those_that_are_watched) {
  init_crypto();
  auto* store = new MemoryStore;
  const auto put = [&](const std::string& id, int64_t age, const char* kind) {
    Batch batch;
    batch.create = true;
    GameRow& row = batch.game;
    row.id = id, row.battle = "skirmish", row.book = "toy", row.created = row.moved = now_ms() - age;
    row.edition = toy_library().find("skirmish")->editions.at("toy"), row.dice_version = kDiceVersion, row.dice_secret = hex(draw_secret());
    row.terms.visibility = Visibility::Open;
    row.seats[0].kind = "human", row.seats[0].secret_hash = hash_secret(id);
    row.seats[1].kind = kind, row.seats[1].secret_hash = std::string(kind) == "open" ? "" : hash_secret(id + "2");
    store->write({&batch});
  };
  for (int i = 0; i < 60; ++i) put("open" + std::to_string(i), 1000 + i, "open");
  put("full", 10, "human");
  TestHub table(toy_library(), {}, store);
  const auto list = [&] { return json::parse(table.http("GET", "/api/games").body); };
  EXPECT_EQ(list()["open"].size(), 50u);
  EXPECT_EQ(list()["open"][0]["game"], "open0");
  EXPECT_TRUE(list()["running"].empty()) << "nobody is there";
  table.http("POST", "/api/games/open0/join", R"({"name": "Guest"})");
  EXPECT_EQ(list()["open"][0]["game"], "open1");
  const auto made =
      json::parse(table
                      .http("POST", "/api/games",
                            R"({"battle": "skirmish", "book": "toy", "seats": {"Blue": {"kind": "open"}, "White": {"kind": "human"}}})")
                      .body);
  EXPECT_EQ(list()["open"][0]["game"], made["game"]);
}

}  // namespace
}  // namespace tambour::server::test

// SPDX-License-Identifier: MIT
#include "server/neighbours.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <boost/asio/post.hpp>
#include <utility>

#include "kit/text.h"
#include "server/log.h"
#include "server/postgres_store.h"

namespace tambour::server {

using namespace std::chrono_literals;

namespace {

constexpr auto kBeat = 1s, kLookAgain = 2s, kCleanEvery = 10s;
constexpr auto kTryAgain = 200ms;
constexpr const char* kChannel = "tambour";
constexpr int kMostOrphans = 16;  // taken over at a time

// A process that was seen lately. Not in the time to come: the database's clock may have been set back, and the dead would live until then.
#define TAMBOUR_ALIVE "p.seen BETWEEN now() - interval '3 seconds' AND now() + interval '3 seconds'"

// Answers whether the process was not there before, or not any more.
constexpr const char* kBeatSql = "INSERT INTO process VALUES($1,$2,now()) ON CONFLICT (id) DO UPDATE SET seen=now() RETURNING xmax=0";
constexpr const char* kOthers = "SELECT 1 FROM process p WHERE p.id<>$1 AND p.signature<>$2 AND " TAMBOUR_ALIVE;
// Any of them: those that cannot be taken over do not keep the others waiting, and two processes seldom try the same.
constexpr const char* kOrphans =
    "SELECT game FROM job WHERE NOT alone AND holder<>$1 AND NOT EXISTS (SELECT 1 FROM process p WHERE p.id=holder AND " TAMBOUR_ALIVE
    ") ORDER BY random() LIMIT $2";
constexpr const char* kClaim =
    "INSERT INTO job SELECT u.game, $2::bigint, u.alone FROM unnest($1::text[],$3::boolean[]) AS u(game,alone) JOIN game g ON g.id=u.game "
    "ORDER BY u.game ON CONFLICT (game) DO UPDATE SET holder=excluded.holder, alone=excluded.alone "
    "WHERE job.holder=$2 OR NOT EXISTS (SELECT 1 FROM process p WHERE p.id=job.holder AND " TAMBOUR_ALIVE ") RETURNING game";
constexpr const char* kAbandon =
    "DELETE FROM job WHERE game=$1 AND (holder=$2 OR NOT EXISTS (SELECT 1 FROM process p WHERE p.id=holder AND " TAMBOUR_ALIVE "))";
constexpr const char* kPresence =
    "SELECT game, sum(first), sum(second), sum(watchers) FROM presence JOIN process p ON p.id=presence.process WHERE p.id<>$1 AND " TAMBOUR_ALIVE
    " GROUP BY game";
constexpr const char* kShow =
    "INSERT INTO presence VALUES($1,$2,$3,$4,$5) ON CONFLICT (process, game) DO UPDATE SET first=$3, second=$4, watchers=$5";
constexpr const char* kClean[] = {
    "DELETE FROM process WHERE seen NOT BETWEEN now() - interval '1 minute' AND now() + interval '1 minute'",
    "DELETE FROM presence WHERE process NOT IN (SELECT id FROM process) OR first+second+watchers=0",
    "DELETE FROM job WHERE NOT EXISTS (SELECT 1 FROM game WHERE id=job.game)"};
constexpr const char* kForgetProcess = "DELETE FROM process WHERE id=$1";
constexpr const char* kForgetPresence = "DELETE FROM presence WHERE process=$1";

#undef TAMBOUR_ALIVE

}  // namespace

Neighbours::Neighbours(const std::string& address, int64_t process, std::string signature, boost::asio::io_context& io)
    : process_(process), signature_(std::move(signature)), io_(io), connection_(address) {
  reached_ = Clock::now().time_since_epoch().count();
  see_process();
  if (connection_.run(kOthers, {process_, signature_}).count() > 0) {
    connection_.run(kForgetProcess, {process_});  // or it would keep others from starting
    throw StoreError("other servers of this database play by other rules or battles; start the same version of tambour everywhere");
  }
  wake_fd_ = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
}

Neighbours::~Neighbours() {
  stop_ = true;
  eventfd_write(wake_fd_, 1);
  if (thread_.joinable()) thread_.join();
  close(wake_fd_);
}

void Neighbours::start(Listener& listener, const std::vector<GameRow>& known) {
  listener_ = &listener;
  for (const GameRow& row : known) stamps_[row.id] = row.stamp;
  connection_.close();  // the thread opens its own, and reads what has changed since
  thread_ = std::thread([this] { run(); });
}

double Neighbours::silent() const {
  return std::chrono::duration<double>(Clock::now().time_since_epoch() - Clock::duration(reached_.load())).count();
}

void Neighbours::ask(std::function<void()> work, std::function<void()> failed) {
  {
    const std::lock_guard lock(mutex_);
    tasks_.push_back({std::move(work), std::move(failed)});
  }
  eventfd_write(wake_fd_, 1);
}

void Neighbours::post(std::function<void()> news) { boost::asio::post(io_, std::move(news)); }

void Neighbours::wrote() {
  if (!wrote_.exchange(true)) eventfd_write(wake_fd_, 1);
}

void Neighbours::erased(const std::string& game) {
  ask([this, game] { tell("gone " + game); });
}

void Neighbours::present(const std::string& game, const Present& here) {
  ask([this, game, here] {
    connection_.run(kShow, {process_, game, here.seats[0], here.seats[1], here.watchers});
    presence_told_ = true;
  });
}

void Neighbours::fetch(const std::string& game, int64_t after, Fetched done) {
  ask(
      [this, game, after, done] {
        const auto got = std::make_shared<std::optional<KeptGame>>(load_game(connection_, game, after));
        post([done, got] { done(std::move(*got), ""); });
      },
      [this, done] { post([done] { done(std::nullopt, "the database cannot be reached"); }); });
}

void Neighbours::catch_up(std::function<void()> done) {
  ask(
      [this, done] {
        read_changes();
        post(done);
      },
      [this, done] { post(done); });
}

void Neighbours::claim(const std::vector<std::string>& games, const std::vector<bool>& alone,
                       std::function<void(std::vector<std::string>)> done) {
  std::vector<std::string> flags;
  for (const bool one : alone) flags.push_back(one ? "t" : "f");
  ask(
      [this, games, flags, done] {
        const PgRows rows = connection_.run(kClaim, {games, process_, flags});
        std::vector<std::string> won;
        for (int i = 0; i < rows.count(); ++i) won.push_back(rows.text(i, 0));
        post([done, won] { done(won); });
      },
      [this, done] { post([done] { done({}); }); });
}

void Neighbours::release(const std::string& game) {
  ask([this, game] { connection_.run("DELETE FROM job WHERE game=$1 AND holder=$2", {game, process_}); });
}

void Neighbours::hand_over(const std::string& game) {
  ask([this, game] { connection_.run("UPDATE job SET holder=0 WHERE game=$1 AND holder=$2", {game, process_}); });
}

void Neighbours::abandon(const std::string& game) {
  ask([this, game] { connection_.run(kAbandon, {game, process_}); });
}

void Neighbours::leave() {
  left_ = true;
  ask([this] {
    connection_.run(kForgetProcess, {process_});
    connection_.run(kForgetPresence, {process_});
    tell("presence");
  });
}

void Neighbours::run() {
  bool told = false;  // once each time
  while (!stop_) {
    try {
      attend();
      told = false;
    } catch (const StoreError& e) {
      if (!std::exchange(told, true)) log(LogLevel::Warning, std::string("the other servers cannot be heard: ") + e.what());
      connection_.close();
      std::vector<Task> tasks;
      {
        const std::lock_guard lock(mutex_);
        tasks.swap(tasks_);
      }
      for (const Task& task : tasks)
        if (task.failed) task.failed();
      if (!stop_) std::this_thread::sleep_for(kTryAgain);
    }
  }
  try {
    if (connection_.connected()) serve();  // the last words
  } catch (const StoreError&) {
    // Its lease runs out all the same.
  }
}

// One round: everything that is asked for, then what is due by the clock or was heard of.
void Neighbours::attend() {
  if (!connection_.connected()) attach();
  if (wrote_.exchange(false)) tell("wrote"), changes_due_ = true;
  serve();
  if (std::exchange(presence_told_, false)) tell("presence");
  const auto now = Clock::now();
  if (now - beat_ >= kBeat) beat();
  if (changes_due_ || now - read_ >= kLookAgain) read_changes();
  if (std::exchange(presence_due_, false)) read_presence();
  reached_ = Clock::now().time_since_epoch().count();
  hear();  // last: what came with other answers does not wake the socket again
  if (!changes_due_ && !presence_due_) wait();
}

void Neighbours::attach() {
  connection_.connect();
  connection_.run_all("SET synchronous_commit=off");  // nothing this connection writes must survive a crash
  connection_.run_all(std::string("LISTEN ") + kChannel);
  beat_ = {};
  read_all();
  introduce();
}

// What is kept of who is here may be of before the connection broke, or gone with a database that crashed.
void Neighbours::introduce() {
  connection_.run(kForgetPresence, {process_});
  presence_told_ = true;
  post([this] { listener_->introduce_again(); });
}

// True if the others had forgotten this process: it stood still for too long.
bool Neighbours::see_process() { return !left_ && connection_.run(kBeatSql, {process_, signature_}).yes(0, 0); }

void Neighbours::serve() {
  std::vector<Task> tasks;
  {
    const std::lock_guard lock(mutex_);
    tasks.swap(tasks_);
  }
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    try {
      tasks[i].work();
    } catch (const StoreError&) {
      for (; i < tasks.size(); ++i)
        if (tasks[i].failed) tasks[i].failed();
      throw;
    }
  }
}

void Neighbours::beat() {
  beat_ = Clock::now();
  if (see_process()) introduce();
  if (!left_) {
    const PgRows rows = connection_.run(kOrphans, {process_, kMostOrphans});
    std::vector<std::string> games;
    for (int i = 0; i < rows.count(); ++i) games.push_back(rows.text(i, 0));
    if (!games.empty()) post([this, games] { listener_->orphaned(games); });
  }
  read_presence();
  if (beat_ - cleaned_ >= kCleanEvery) clean();
  post([this] { listener_->tick(); });
}

// Erased games leave no trace that could be read; whoever missed the notification finds that there are fewer.
void Neighbours::clean() {
  cleaned_ = beat_;
  for (const char* sql : kClean) connection_.run(sql);
  if (connection_.run("SELECT count(*) FROM game").number(0, 0) != int64_t(stamps_.size())) read_all();
}

// A hint, so play goes on without it: where the queue of notifications is full, the others look by themselves.
void Neighbours::tell(const std::string& what) {
  try {
    connection_.run("SELECT pg_notify($1,$2)", {kChannel, std::to_string(process_) + " " + what});
    mute_ = false;
  } catch (const LostDatabase&) {
    throw;
  } catch (const StoreError& e) {
    if (!std::exchange(mute_, true)) log(LogLevel::Warning, std::string("the other servers cannot be told: ") + e.what());
  }
}

void Neighbours::hear() {
  std::vector<std::string> erased;
  for (const auto& notice : connection_.notices()) {
    const auto words = split(notice.text, ' ');
    if (words.size() < 2 || words[0] == std::to_string(process_)) continue;
    changes_due_ |= words[1] == "wrote";
    presence_due_ |= words[1] == "presence";
    if (words[1] == "gone" && words.size() > 2) erased.emplace_back(words[2]);
  }
  if (erased.empty()) return;
  for (const std::string& game : erased) stamps_.erase(game);
  post([this, erased] { listener_->gone(erased); });
}

// Transactions that were under way when we last looked may have been committed since: all from the oldest of them on are read again.
void Neighbours::read_changes() {
  changes_due_ = false;
  read_ = Clock::now();
  const std::string horizon = connection_.run("SELECT pg_snapshot_xmin(pg_current_snapshot())::text").text(0, 0);
  const PgRows rows =
      connection_.run((std::string("SELECT ") + kPgGameColumns + " FROM game WHERE changed >= $1::xid8").c_str(), {horizon_});
  std::vector<GameRow> games;
  for (int i = 0; i < rows.count(); ++i) games.push_back(read_game(rows, i));
  report(games);
  horizon_ = horizon;
}

void Neighbours::report(const std::vector<GameRow>& rows) {
  std::vector<GameRow> news;
  for (const GameRow& row : rows) {
    auto [at, fresh] = stamps_.try_emplace(row.id, row.stamp);
    if (!fresh && at->second == row.stamp) continue;
    at->second = row.stamp;
    news.push_back(row);
  }
  if (!news.empty()) post([this, news] { listener_->changed_elsewhere(news); });
}

// On a new connection nothing is taken for granted: the database may even have gone back to an earlier state.
void Neighbours::read_all() {
  horizon_ = connection_.run("SELECT pg_snapshot_xmin(pg_current_snapshot())::text").text(0, 0);
  std::unordered_map<std::string, int64_t> now;
  {
    const PgRows rows = connection_.run("SELECT id, stamp FROM game");
    for (int i = 0; i < rows.count(); ++i) now[rows.text(i, 0)] = rows.number(i, 1);
  }
  std::vector<std::string> other, erased;
  for (const auto& [id, stamp] : now)
    if (const auto at = stamps_.find(id); at == stamps_.end() || at->second != stamp) other.push_back(id);
  for (const auto& [id, stamp] : stamps_)
    if (!now.contains(id)) erased.push_back(id);
  for (const std::string& id : erased) stamps_.erase(id);
  if (!erased.empty()) post([this, erased] { listener_->gone(erased); });
  const PgRows rows =
      connection_.run((std::string("SELECT ") + kPgGameColumns + " FROM game WHERE id = ANY($1::text[])").c_str(), {other});
  std::vector<GameRow> games;
  for (int i = 0; i < rows.count(); ++i) games.push_back(read_game(rows, i));
  report(games);
  read_ = Clock::now();
}

void Neighbours::read_presence() {
  const PgRows rows = connection_.run(kPresence, {process_});
  const auto now = std::make_shared<Presences>();
  for (int i = 0; i < rows.count(); ++i) {
    const Present one{{int(rows.number(i, 1)), int(rows.number(i, 2))}, int(rows.number(i, 3))};
    if (one.anybody()) (*now)[rows.text(i, 0)] = one;
  }
  post([this, now] { listener_->present_elsewhere(std::move(*now)); });
}

void Neighbours::wait() {
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(beat_ + kBeat - Clock::now()).count();
  pollfd ends[] = {{connection_.socket(), POLLIN, 0}, {wake_fd_, POLLIN, 0}};
  if (left > 0) poll(ends, 2, int(left));
  eventfd_t ignored;
  eventfd_read(wake_fd_, &ignored);
}

}  // namespace tambour::server

// SPDX-License-Identifier: MIT
#include "server/accounts.h"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <map>

#include "kit/text.h"
#include "server/lobby_api.h"
#include "server/log.h"
#include "server/notice_store.h"

namespace tambour::server {

namespace {

constexpr std::size_t kLeastPassphrase = 10, kMostPassphrase = 200, kLeastName = 3, kMostName = 30, kMostUrl = 500;
constexpr int64_t kLinkLasts = 60 * 60 * int64_t(1000), kMostAccounts = 200000, kMostLinks = 5;
constexpr double kAskBurst = 30, kAsksPerSecond = 0.2, kTryBurst = 10, kTriesPerSecond = 1.0 / 30;
const std::pair<const char*, Wish> kWishes[] = {{"mail", kByMail}, {"webhook", kByHook}, {"turn", kTurn}, {"invite", kInvited}, {"end", kEnd}, {"clock", kClockLow}};

std::string host_of(const std::string& url) {
  const auto begin = url.find("://");
  const std::string rest = begin == std::string::npos ? url : url.substr(begin + 3);
  return rest.substr(0, rest.find_first_of("/?#"));
}

json account_json(const Account& a) {
  json out{{"name", a.name},
           {"mail", a.mail.empty() ? json(nullptr) : json(a.mail)},
           {"mail_waits", a.mail_waits.empty() ? json(nullptr) : json(a.mail_waits)},
           {"passphrase", !a.passphrase.empty()},
           {"webhook", nullptr},
           {"language", a.language}};
  if (!a.hook_url.empty()) out["webhook"] = {{"form", a.hook_form}, {"host", host_of(a.hook_url)}};
  for (const auto& [name, wish] : kWishes) out["notices"][name] = (a.wishes & wish) != 0;
  return out;
}

std::string new_name(const json& body) {
  const std::string name = text_or(body, "name", "", kMostUrl);
  const auto plain = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_'; };
  if (name.size() < kLeastName || name.size() > kMostName || !std::all_of(name.begin(), name.end(), plain))
    throw HttpError{400, "a name is 3 to 30 of a–z, 0–9, '-' and '_'"};
  return name;
}

std::string passphrase_in(const json& body, const char* key) {
  const auto at = body.find(key);
  if (at == body.end() || at->is_null()) return "";
  const std::string text = at->is_string() ? at->get<std::string>() : "";
  if (text.size() < kLeastPassphrase || text.size() > kMostPassphrase) throw HttpError{400, std::string("'") + key + "' wants 10 to 200 bytes"};
  return text;
}

std::string language_in(const json& body, const std::string& otherwise) {
  const std::string language = text_or(body, "language", otherwise, 40);
  if (language != "en" && language != "fr") throw HttpError{400, "'language' wants en or fr"};
  return language;
}

// Lower case, so that the same address typed differently on another device finds the account.
std::string mail_in(const json& body) { return lower(text_or(body, "mail", "", kMostUrl)); }

std::string session_hash(const json& body) { return hash_secret("session\n" + text_or(body, "session", "", 100)); }

void change_wishes(Account& account, const json& wanted) {
  if (!wanted.is_object()) throw HttpError{400, "'notices' wants an object of true and false"};
  for (const auto& [key, value] : wanted.items()) {
    const auto wish = std::find_if(std::begin(kWishes), std::end(kWishes), [&, name = key](const auto& w) { return name == w.first; });
    if (wish == std::end(kWishes) || !value.is_boolean()) throw HttpError{400, "'notices' has mail, webhook, turn, invite, end and clock, each true or false"};
    account.wishes = value.get<bool>() ? account.wishes | wish->second : account.wishes & ~int64_t(wish->second);
  }
}

}  // namespace

Accounts::Accounts(Store& store, const Courier& courier, boost::asio::io_context& io, HashCost cost)
    : store_(store),
      courier_(courier),
      io_(io),
      cost_(cost),
      nobody_(hash_passphrase(random_token(), cost)),
      asked_(kAskBurst, kAsksPerSecond),
      tried_(kTryBurst, kTriesPerSecond) {}

json Accounts::services() const { return {{"accounts", true}, {"mail", courier_.sends_mail()}, {"webhook_hosts", courier_.webhook_hosts()}}; }

Accounts::Work Accounts::work_of(const std::string& what) {
  static const std::map<std::string, Work> kWorks = {{"", &Accounts::create},     {"login", &Accounts::login},   {"link", &Accounts::link},
                                                     {"enter", &Accounts::enter}, {"me", &Accounts::me},         {"change", &Accounts::change},
                                                     {"logout", &Accounts::logout}, {"erase", &Accounts::erase}};
  const auto at = kWorks.find(what);
  return at == kWorks.end() ? nullptr : at->second;
}

bool Accounts::knows(const std::string& what) { return work_of(what) != nullptr; }

void Accounts::handle(const std::string& what, const json& body, const std::string& address, const Reply& reply) {
  const Work work = work_of(what);
  if (!work) throw HttpError{404, "there is nothing at this address; see docs/table-protocol.md"};
  if (!body.is_object()) throw HttpError{400, "the body is a JSON object"};
  const bool way_in = what.empty() || what == "login" || what == "link" || what == "enter";
  if ((way_in && !asked_.take(address)) || !may_try(what, body))
    throw HttpError{429, "too many tries; wait a few minutes"};
  away(address, reply, [this, work, body] { return (this->*work)(body); });
}

// Limits guesses at one passphrase and links to one address, whatever client address they come from.
bool Accounts::may_try(const std::string& what, const json& body) {
  if (what == "login") return tried_.take("login " + text_or(body, "name", "", kMostUrl));
  if (what == "link") return tried_.take("link " + mail_in(body));
  if (what == "change" && body.contains("passphrase")) return tried_.take("old " + session_hash(body));
  return true;
}

void Accounts::away(const std::string& address, const Reply& reply, std::function<Answer()> work) {
  const auto job = [this, reply, work = std::move(work)](std::stop_token) {
    Answer answer{500, {{"error", "the server met a fault with this request; it has written it down"}}};
    try {
      answer = work();
    } catch (const HttpError& fault) {
      answer = {fault.status, {{"error", fault.message}}};
    } catch (const StoreError& e) {
      log(LogLevel::Error, std::string("an account cannot be looked up: ") + e.what());
      answer = {503, {{"error", "accounts are out of reach; try again in a moment"}}};
    } catch (const std::bad_alloc&) {
      answer = {503, {{"error", "the server has no memory for this; try again in a moment"}}};
    } catch (const json::exception&) {
      answer = {400, {{"error", "a member of the body has the wrong kind"}}};
    } catch (const std::exception& e) {
      log(LogLevel::Error, std::string("a request about an account fails: ") + e.what());
    }
    boost::asio::post(io_, [reply, answer] { reply(answer.status, *text_of(answer.body)); });
  };
  if (!workers_.post({Workers::Kind::Advice, address, "", job, {}})) throw HttpError{429, "too much is asked from your address; wait a little"};
}

std::string Accounts::hashed(const json& body, const char* key) const {
  const std::string text = passphrase_in(body, key);
  return text.empty() ? "" : hash_passphrase(text, cost_);
}

void Accounts::need_mail(const std::string& mail) const {
  if (!is_mail_address(mail)) throw HttpError{400, "'" + mail.substr(0, 80) + "' is no mail address"};
  if (!courier_.sends_mail()) throw HttpError{503, "this server sends no mail; choose a passphrase"};
}

// The mail is stored together with its link and sent from there: a mail server that is down loses nothing.
void Accounts::send_link(Sql& sql, const Account& account, const std::string& mail) const {
  const int64_t now = table_ms();
  if (links_since(sql, account.id, now) >= kMostLinks) throw HttpError{429, "enough links were sent; look into your mail, or wait an hour"};
  const std::string token = random_token();
  insert_link(sql, hash_secret("link\n" + token), {account.id, mail}, now + kLinkLasts);
  Notice notice;
  notice.account = account.id, notice.game = "link " + random_name(12), notice.kind = "link", notice.cause = notice.game;
  notice.detail = json{{"token", token}, {"mail", mail}}.dump(), notice.made = notice.due = now;
  const SqlStatement add = add_notice(notice);
  sql.run(add.sql, add.values);
}

// An unconfirmed address may belong to somebody else: limit the mails it gets, whatever the number of accounts.
void Accounts::need_peace(Sql& sql, const std::string& mail) const {
  if (links_to_since(sql, mail, table_ms()) >= kMostLinks) throw HttpError{429, "enough links were sent to this address; look into your mail, or wait an hour"};
}

Accounts::Answer Accounts::entered(Account account) const {
  const std::string session = random_token();
  store_.transact([&](Sql& sql) { insert_session(sql, hash_secret("session\n" + session), account.id, table_ms()); });
  return {200, {{"account", account_json(account)}, {"session", session}}};
}

Accounts::Answer Accounts::create(const json& body) {
  Account account;
  account.id = random_name(16), account.name = new_name(body), account.language = language_in(body, "en");
  account.mail_waits = mail_in(body), account.stop = random_token(), account.created = table_ms();
  if (!account.mail_waits.empty()) need_mail(account.mail_waits);
  account.passphrase = hashed(body, "passphrase");
  if (account.passphrase.empty() && account.mail_waits.empty()) throw HttpError{400, "an account wants a passphrase of 10 to 200 bytes, or a mail address"};
  store_.transact([&](Sql& sql) {
    erase_unconfirmed(sql, account.created - kLinkLasts);
    if (count_accounts(sql) >= kMostAccounts) throw HttpError{503, "this server keeps no more accounts"};
    if (!insert_account(sql, account)) throw HttpError{409, "the name '" + account.name + "' is taken; choose another"};
    if (!account.mail_waits.empty()) need_peace(sql, account.mail_waits), send_link(sql, account, account.mail_waits);
  });
  if (!account.mail_waits.empty()) mail_waits();
  if (account.passphrase.empty()) return {202, {{"account", {{"name", account.name}}}, {"sent", true}}};
  Answer answer = entered(account);
  answer.status = 201;
  return answer;
}

Accounts::Answer Accounts::login(const json& body) {
  const std::string name = text_or(body, "name", "", kMostUrl);
  const json said = body.value("passphrase", json(""));
  const std::string passphrase = said.is_string() ? said.get<std::string>().substr(0, kMostPassphrase + 1) : "";
  std::optional<Account> account;
  store_.transact([&](Sql& sql) { account = account_by(sql, "name", name); });
  const bool keyed = account && !account->passphrase.empty();
  if (!is_passphrase(passphrase, keyed ? account->passphrase : nobody_) || !keyed) throw HttpError{403, "name or passphrase is wrong"};
  return entered(*account);
}

// The answer is the same whether the address is known or not.
Accounts::Answer Accounts::link(const json& body) {
  const std::string typed = text_or(body, "mail", "", kMostUrl);
  need_mail(typed);
  bool waits = false;
  store_.transact([&](Sql& sql) {
    waits = false;
    for (const Account& account : accounts_of_mail(sql, typed, mail_in(body))) {
      if (links_since(sql, account.id, table_ms()) >= kMostLinks) continue;
      send_link(sql, account, account.mail);
      waits = true;
    }
  });
  if (waits) mail_waits();
  return {202, {{"sent", true}}};
}

Accounts::Answer Accounts::enter(const json& body) {
  const std::string hash = hash_secret("link\n" + text_or(body, "token", "", 100));
  std::optional<Account> account;
  store_.transact([&](Sql& sql) {
    const auto link = use_link(sql, hash, table_ms());
    account = link ? account_by(sql, "id", link->account) : std::nullopt;
    if (!account) return;
    account->mail = link->mail;
    if (account->mail_waits == link->mail) account->mail_waits.clear();
    update_account(sql, *account);
  });
  if (!account) throw HttpError{410, "this link has expired or was used; ask for another"};
  return entered(*account);
}

Account Accounts::need_session(const json& body) const {
  std::optional<Account> account;
  store_.transact([&](Sql& sql) { account = account_of_session(sql, session_hash(body), table_ms()); });
  if (!account) throw HttpError{403, "this session is over; log in again"};
  return *account;
}

Accounts::Answer Accounts::me(const json& body) { return {200, {{"account", account_json(need_session(body))}}}; }

void Accounts::change_webhook(Account& account, const json& wanted) const {
  if (wanted.is_null()) return account.hook_form.clear(), account.hook_url.clear();
  if (!wanted.is_object()) throw HttpError{400, "'webhook' wants {\"form\": \"discord\" or \"slack\", \"url\": \"https://…\"}, or null"};
  const std::string form = text_or(wanted, "form", "", 40), url = text_or(wanted, "url", "", kMostUrl);
  if (form != "discord" && form != "slack") throw HttpError{400, "'form' of a webhook wants discord or slack"};
  if (const std::string why = courier_.webhook_barred(url); !why.empty()) throw HttpError{400, why};
  account.hook_form = form, account.hook_url = url;
}

Accounts::Answer Accounts::change(const json& body) {
  const Account before = need_session(body);
  Account account = before;
  account.language = language_in(body, account.language);
  if (body.contains("notices")) change_wishes(account, body["notices"]);
  if (body.contains("webhook")) change_webhook(account, body["webhook"]);
  if (const std::string hash = hashed(body, "passphrase"); !hash.empty()) {
    const json old = body.value("old", json(""));
    if (!before.passphrase.empty() && (!old.is_string() || !is_passphrase(old.get<std::string>().substr(0, kMostPassphrase + 1), before.passphrase)))
      throw HttpError{403, "'old' is not the passphrase so far"};
    account.passphrase = hash;
  }
  const std::string mail = body.contains("mail") ? mail_in(body) : "";
  if (!mail.empty()) need_mail(mail), account.mail_waits = mail == account.mail ? "" : mail;
  if (body.contains("mail") && mail.empty()) {
    if (account.passphrase.empty()) throw HttpError{400, "without a mail address nobody could enter; choose a passphrase first"};
    account.mail.clear(), account.mail_waits.clear();
  }
  const bool ask = !account.mail_waits.empty() && !mail.empty();
  store_.transact([&](Sql& sql) {
    update_account(sql, account);
    if (ask) need_peace(sql, mail), send_link(sql, account, mail);
    if (account.passphrase == before.passphrase) return;
    erase_sessions(sql, account.id);  // sessions opened with the old one end
    insert_session(sql, session_hash(body), account.id, table_ms());
  });
  if (ask) mail_waits();
  return {200, {{"account", account_json(account)}}};
}

Accounts::Answer Accounts::logout(const json& body) {
  const Account account = need_session(body);
  store_.transact([&](Sql& sql) {
    if (body.value("everywhere", false)) erase_sessions(sql, account.id);
    else erase_session(sql, session_hash(body));
  });
  return {200, {{"out", true}}};
}

Accounts::Answer Accounts::erase(const json& body) {
  const Account account = need_session(body);
  store_.transact([&](Sql& sql) { erase_account(sql, account.id); });
  return {200, {{"erased", true}}};
}

void Accounts::stop_mail(const std::string& token, const std::string& address, const Reply& reply) {
  if (!asked_.take(address)) throw HttpError{429, "too many tries; wait a few minutes"};
  away(address, reply, [this, token]() -> Answer {
    bool known = false;
    store_.transact([&](Sql& sql) {
      auto account = account_by(sql, "stop", token.substr(0, 100));
      known = account.has_value();
      if (known) account->wishes &= ~int64_t(kByMail), update_account(sql, *account);
    });
    if (!known) throw HttpError{404, "this link belongs to no account any more"};
    return {200, {{"stopped", "mail"}}};
  });
}

std::optional<Who> Accounts::of_session(const std::string& session) const {
  std::optional<Account> account;
  store_.transact([&](Sql& sql) { account = account_of_session(sql, hash_secret("session\n" + session), table_ms()); });
  if (!account) return std::nullopt;
  return Who{account->id, account->name};
}

std::optional<Who> Accounts::named(const std::string& name) const {
  std::optional<Account> account;
  store_.transact([&](Sql& sql) { account = account_by(sql, "name", name); });
  if (!account) return std::nullopt;
  return Who{account->id, account->name};
}

}  // namespace tambour::server

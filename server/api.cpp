// SPDX-License-Identifier: MIT
#include "server/api.h"

#include <algorithm>

#include "server/accounts.h"
#include "server/log.h"
#include "server/web_files.h"
#include "wire/parse.h"

namespace tambour::server {

namespace {

constexpr std::size_t kBodyLimit = 64u << 10;
constexpr double kRequestBurst = 1000, kRequestsPerSecond = 100, kReadBurst = 200, kReadsPerSecond = 20, kPostBurst = 300,
                 kPostsPerSecond = 10;

const char* kNothingHere = "there is nothing at this address; see docs/table-protocol.md";

json parse_body(const HttpRequest& request) {
  json body = wire::parse_json(request.body);
  if (body.is_discarded()) throw HttpError{400, "the body is not JSON, or it nests deeper than " + std::to_string(wire::kDeepestJson)};
  return body;
}

std::string percent_decoded(std::string_view text) {
  const auto digit = [](char c) {
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
  };
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%' && i + 2 < text.size() && digit(text[i + 1]) >= 0 && digit(text[i + 2]) >= 0) {
      out += char(digit(text[i + 1]) * 16 + digit(text[i + 2]));
      i += 2;
    } else {
      out += text[i];
    }
  }
  return out;
}

std::string query_value(std::string_view query, std::string_view key) {
  for (const std::string_view part : split(query, '&')) {
    const auto equals = part.find('=');
    if (part.substr(0, equals) == key) return equals == std::string_view::npos ? "" : percent_decoded(part.substr(equals + 1));
  }
  return "";
}

// A file of the web client, or its first page for the client's own routes.
HttpAnswer page(const std::string& path, bool takes_gzip) {
  const WebFile* file = nullptr;
  for (const WebFile& f : web_files())
    if (path == f.path || (!file && std::string_view(f.path) == "/index.html")) file = &f;
  const bool is_asset = path.rfind("/assets/", 0) == 0;
  if (!file || (is_asset && path != file->path)) throw HttpError{404, "there is nothing at " + path};
  HttpAnswer answer{200, file->type, {}, std::string("\"") + file->etag + "\"", false, is_asset};
  answer.gzip = takes_gzip && !file->gzip.empty();
  answer.lasting = answer.gzip ? file->gzip : file->plain;
  return answer;
}

}  // namespace

const std::vector<std::pair<std::string, std::string>>& strict_headers() {
  static const std::vector<std::pair<std::string, std::string>> kHeaders = {
      {"Content-Security-Policy",
       "default-src 'none'; script-src 'self'; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' data:; font-src 'self'; "
       "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"},
      {"X-Content-Type-Options", "nosniff"},
      {"X-Frame-Options", "DENY"},
      {"Referrer-Policy", "no-referrer"},
      {"Cross-Origin-Opener-Policy", "same-origin"},
      {"Cross-Origin-Resource-Policy", "same-origin"},
      {"Permissions-Policy", "camera=(), microphone=(), geolocation=()"}};
  return kHeaders;
}

Api::Api(GameHub& hub, const BattleCatalog& catalog, StoreWriter& writer, Metrics& metrics)
    : hub_(hub),
      replay_(hub, catalog, writer),
      catalog_(catalog),
      writer_(writer),
      metrics_(metrics),
      requests_(kRequestBurst, kRequestsPerSecond),
      reads_(kReadBurst, kReadsPerSecond),
      posts_(kPostBurst, kPostsPerSecond) {}

std::size_t Api::body_limit(std::string_view target) { return target == "/api/games" ? kLargestBody : kBodyLimit; }

void Api::handle(const HttpRequest& request, const Reply& reply) {
  ++metrics_.requests;
  guarded(request, reply, [&] {
    const std::string path = request.target.substr(0, request.target.find('?'));
    std::vector<std::string> parts;
    for (const std::string_view part : split(path, '/')) parts.push_back(percent_decoded(part));
    parts.erase(parts.begin());  // the empty part before the first slash
    if (request.method != "GET" && request.method != "POST") throw HttpError{405, "only GET and POST are known here"};
    if (!may_request(request.address)) throw HttpError{429, "too many requests from your address; wait a little"};
    if (request.method == "POST" && !posts_.take(request.address))
      throw HttpError{429, "too many requests from your address; wait a little"};
    const bool of_games = parts.size() > 1 && parts[0] == "api" && parts[1] == "games";
    const bool of_accounts = parts.size() == 3 && parts[0] == "api" && parts[1] == "account" && !Accounts::knows(parts[2]);
    if (!hub_.shared() || !(of_games || of_accounts) || (parts.size() == 2 && request.method == "GET")) return route(request, parts, reply);
    // Another server may have written to this game, or to any of them, just now.
    const auto go_on = [this, request, parts, reply] { guarded(request, reply, [&] { route(request, parts, reply); }); };
    if (of_games && parts.size() > 2 && parts[2] != "mine") hub_.refreshed(parts[2], go_on);
    else hub_.refreshed(go_on);
  });
}

void Api::guarded(const HttpRequest& request, const Reply& reply, const std::function<void()>& work) {
  const auto fail = [&](int status, const std::string& message) {
    reply({status, "application/json", error_body(message), {}, false, false});
  };
  try {
    work();
  } catch (const HttpError& fault) {
    fail(fault.status, fault.message);
  } catch (const json::exception&) {
    fail(400, "a member of the body has the wrong kind");
  } catch (const std::exception& e) {
    log(LogLevel::Error, "a request cannot be answered: " + request.method + " " + request.target.substr(0, 100) + ": " + e.what());
    fail(500, "the server met a fault with this request; it has written it down");
  }
}

void Api::route(const HttpRequest& request, const std::vector<std::string>& path, const Reply& reply) {
  const std::string& head = path.empty() ? request.target : path[0];
  const bool get = request.method == "GET";
  if (head == "healthz" || head == "readyz" || head == "livez") return reply(state_of_health(head));
  if (head == "metrics") metrics_.silence = hub_.silence();
  if (head == "metrics") return reply({200, "text/plain; version=0.0.4; charset=utf-8", metrics_.text(), {}, false, false});
  if (head != "api") {
    if (!get) throw HttpError{405, "the client is only read"};
    return reply(page(request.target.substr(0, request.target.find('?')), request.takes_gzip));
  }
  if (path.size() > 1 && path[1] == "games") return route_games(request, path, reply);
  if (path.size() > 1 && (path[1] == "account" || path[1] == "stop" || path[1] == "services")) return route_accounts(request, path, reply);
  if (!get) throw HttpError{405, "this is only read: use GET"};
  const auto mark = request.target.find('?');
  const HttpAnswer& matter = reading_matter(path, mark == std::string::npos ? "" : request.target.substr(mark + 1));
  HttpAnswer answer;
  answer.etag = matter.etag, answer.lasting = matter.body;
  reply(std::move(answer));
}

// livez: the process responds. readyz: it accepts clients; 404 while it drains, so that a proxy keeps its sessions, 503 while it cannot
// serve. healthz: moves can be written.
HttpAnswer Api::state_of_health(const std::string& what) const {
  std::string trouble = what == "livez" ? "" : writer_.trouble();
  if (what == "readyz" && draining_ && trouble.empty()) return {404, "text/plain; charset=utf-8", "stopping\n", {}, false, false};
  if (what == "readyz" && trouble.empty() && hub_.out_of_reach()) trouble = "the database cannot be reached";
  return {trouble.empty() ? 200 : 503, "text/plain; charset=utf-8", trouble.empty() ? "ok\n" : trouble + "\n", {}, false, false};
}

// Made once for each language that is known.
const HttpAnswer& Api::reading_matter(const std::vector<std::string>& path, const std::string& query) {
  const std::string what = path.size() > 1 ? path[1] : "", which = path.size() > 2 ? path[2] : "", wanted = query_value(query, "language");
  const std::string language = std::find(std::begin(kLanguages), std::end(kLanguages), wanted) == std::end(kLanguages) ? "" : wanted;
  if (path.size() < 2 || path.size() > 3) throw HttpError{404, kNothingHere};
  std::string book;
  if (what == "battles" && path.size() == 3) {
    const BattleCatalog::Entry* title = catalog_.find(which);
    if (!title) throw HttpError{404, "there is no battle '" + which + "'; GET /api/battles lists them"};
    book = query_value(query, "book");
    for (const std::string& name : title->battle->books)
      if (book.empty() && title->games.contains(name)) book = name;
    if (!title->games.contains(book)) throw HttpError{404, "the battle " + which + " cannot be played under '" + book + "' here"};
  }
  const std::string key = what + "\n" + which + "\n" + book + "\n" + language;
  if (const auto known = matter_.find(key); known != matter_.end()) return known->second;
  HttpAnswer answer;
  answer.body = read_up(what, which, book, language);
  if (answer.body.empty()) throw HttpError{404, which.empty() ? kNothingHere : "there is no such book"};
  answer.etag = "\"" + hex(sha256(answer.body)).substr(0, 24) + "\"";
  return matter_[key] = std::move(answer);
}

// "" if there is no such thing.
std::string Api::read_up(const std::string& what, const std::string& which, const std::string& book, const std::string& language) const {
  if (!book.empty()) return catalog_.battle_json(*catalog_.find(which), book, language);
  if (!which.empty()) return what == "rules" ? catalog_.rules_json(which, language) : what == "charts" ? catalog_.charts_json(which) : "";
  if (what == "battles") return catalog_.battles_json(language);
  if (what == "levels") return BattleCatalog::levels_json();
  if (what == "verbs") return BattleCatalog::verbs_json();
  return what == "coverage" ? catalog_.coverage_json() : "";
}

void Api::route_games(const HttpRequest& request, const std::vector<std::string>& path, const Reply& reply) {
  const bool get = request.method == "GET";
  const GameHub::Reply json_reply = [reply](int status, std::string body) {
    reply({status, "application/json", std::move(body), {}, false, false});
  };
  if (path.size() == 2) return get ? json_reply(200, hub_.list().dump()) : hub_.create(request.body, request.address, json_reply);
  const std::string& id = path[2];
  if (path.size() == 3 && id == "mine" && !get) return json_reply(200, hub_.mine(parse_body(request)).dump());
  if (path.size() == 3 && get) return json_reply(200, hub_.card(id, {}).dump());
  const std::string what = path.size() > 3 ? path[3] : "";
  const bool looks = get || what == "log" || what == "at" || what == "summary" || what == "dice" || what == "file";
  if (looks && !reads_.take(request.address)) throw HttpError{429, "too much is looked up from your address; wait a little"};
  const json body = get ? json() : parse_body(request);
  if (!get && !body.is_object()) throw HttpError{400, "the body is a JSON object"};
  if (path.size() == 4 && what == "card" && !get) return json_reply(200, hub_.card(id, body).dump());
  if (path.size() == 4 && what == "rematch" && !get) return hub_.rematch(id, body, request.address, json_reply);
  if (path.size() == 4 && what == "decline" && !get) return hub_.decline(id, body, request.address, json_reply);
  if (what == "invitation" && !get) return route_invitation(request, path, body, json_reply);
  if (path.size() == 4 && what == "join" && !get) return hub_.take_seat(id, body, request.address, json_reply);
  if (path.size() == 4 && what == "erase" && !get) return hub_.erase(id, body.value("secrets", json::array()), json_reply);
  if (path.size() == 4 && what == "file") {
    const json secrets = get ? json::array() : body.value("secrets", json::array());
    return replay_.file(id, secrets, request.address, [reply](int status, std::string text) {
      reply({status, status == 200 ? "text/plain; charset=utf-8" : "application/json", std::move(text), {}, false, false});
    });
  }
  if (path.size() == 4 && what == "log") return replay_.log(id, body, request.address, json_reply);
  if (path.size() == 4 && what == "summary") return replay_.summary(id, body, request.address, json_reply);
  if (path.size() == 4 && what == "dice") return replay_.dice(id, body, request.address, json_reply);
  if (path.size() == 5 && what == "at") {
    const auto seq = to_int(path[4]);
    if (!seq) throw HttpError{400, "'" + path[4] + "' is not the number of an entry"};
    return replay_.position(id, *seq, body, request.address, json_reply);
  }
  throw HttpError{404, kNothingHere};
}

void Api::route_accounts(const HttpRequest& request, const std::vector<std::string>& path, const Reply& reply) {
  const GameHub::Reply json_reply = [reply](int status, std::string body) {
    reply({status, "application/json", std::move(body), {}, false, false});
  };
  const std::string &head = path[1], what = path.size() > 2 ? path[2] : "";
  if (head == "services") {
    if (request.method != "GET") throw HttpError{405, "this is only read: use GET"};
    return json_reply(200, (accounts_ ? accounts_->services() : json{{"accounts", false}, {"mail", false}, {"webhook_hosts", json::array()}}).dump());
  }
  if (!accounts_) throw HttpError{404, "this server keeps no accounts"};
  if (request.method != "POST") throw HttpError{405, "this wants POST with a JSON body"};
  if (head == "stop" && path.size() == 3) return accounts_->stop_mail(what, request.address, json_reply);  // a mail program may send a form
  if (head == "stop" || path.size() > 3) throw HttpError{404, kNothingHere};
  const json body = parse_body(request);
  if (!body.is_object()) throw HttpError{400, "the body is a JSON object"};
  if (what == "games") return hub_.account_games(body, request.address, json_reply);
  if (what == "keep") return hub_.keep_games(body, request.address, json_reply);
  if (what == "open") return hub_.open_game(body, request.address, json_reply);
  accounts_->handle(what, body, request.address, json_reply);
}

void Api::route_invitation(const HttpRequest& request, const std::vector<std::string>& path, const json& body, const GameHub::Reply& reply) {
  const std::string &id = path[2], what = path.size() == 5 ? path[4] : "";
  if (path.size() == 4) return reply(200, hub_.invitations(id, body).dump());
  if (what == "renew") return hub_.renew_invitation(id, body, reply);
  if (what == "withdraw") return hub_.withdraw_invitation(id, body, reply);
  if (what == "look") return hub_.look_at_invitation(id, body, request.address, reply);
  throw HttpError{404, kNothingHere};
}

}  // namespace tambour::server

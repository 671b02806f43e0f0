// SPDX-License-Identifier: MIT
// tambour serve: the table in the browser.
#include <malloc.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <system_error>

#include "battle/battle.h"
#include "cli/command.h"
#include "rules/registry.h"
#include "server/log.h"
#include "server/server.h"

namespace tambour::cli {
namespace {

struct Wanted {
  server::Settings settings;
  std::string smtp_password_file;
  std::string level = "info";
  bool open = false;
};

// Many threads allocate and free games of some hundred kilobytes. With an arena per thread glibc would retain memory beyond --memory.
void give_memory_back() {
  mallopt(M_ARENA_MAX, 2);
  mallopt(M_MMAP_THRESHOLD, 256 << 10);
  mallopt(M_TRIM_THRESHOLD, 1 << 20);
}

// Opens a browser if there is a desktop.
void open_browser(const std::string& address) {
  const bool desktop = std::getenv("DISPLAY") || std::getenv("WAYLAND_DISPLAY");
  if (desktop && std::system(("command -v xdg-open > /dev/null && (xdg-open " + address + " > /dev/null 2>&1 &)").c_str()) != 0)
    std::printf("No browser could be opened; open the address yourself.\n");
}

std::string where(const server::Settings& s, unsigned short port) {
  const bool here = s.address == "127.0.0.1" || s.address == "::1" || s.address == "0.0.0.0" || s.address == "::";
  return "http://" +
         (here                                       ? "localhost"
          : s.address.find(':') == std::string::npos ? s.address
                                                     : "[" + s.address + "]") +
         ":" + std::to_string(port) + "/";
}

// A password on the command line would be visible to all users of the machine.
std::string password_in(const std::string& path) {
  std::ifstream in(path);
  std::string password;
  if (!in || !std::getline(in, password) || password.empty())
    bad_input("the file '" + path + "' holds no password; put it there as its first line (--smtp-password-file)");
  return password;
}

void check_post(server::Settings& s, const std::string& password_file) {
  if (!password_file.empty()) s.courier.smtp_password = password_in(password_file);
  if (!s.courier.smtp_user.empty() && s.courier.smtp_password.empty())
    bad_input("--smtp-user wants its password in a file: --smtp-password-file FILE");
  if (!s.site.empty() && !s.site.starts_with("https://") && !s.site.starts_with("http://"))
    bad_input("--site '" + s.site + "' wants the form https://table.example.org");
}

void serve(const Wanted& wanted) {
  Wanted w = wanted;
  check_post(w.settings, w.smtp_password_file);
  static const std::map<std::string, server::LogLevel> kLevels = {{"debug", server::LogLevel::Debug},
                                                                  {"info", server::LogLevel::Info},
                                                                  {"warning", server::LogLevel::Warning},
                                                                  {"error", server::LogLevel::Error}};
  server::set_log_level(kLevels.at(w.level));
  const server::BattleCatalog catalog(data_directory(), rulesets(), make_game);
  for (const std::string& trouble : catalog.troubles()) server::log(server::LogLevel::Warning, trouble);
  if (catalog.empty())
    bad_input("there are no battles in '" + data_directory() +
              "'; put the folder data/ beside the program, or say where it is with TAMBOUR_DATA");
  try {
    give_memory_back();
    server::Server server(w.settings, catalog);
    server.stop_on_signals();
    const std::string address = where(w.settings, server.port());
    std::printf("Tambour is at %s\n", address.c_str());
    if (w.open) open_browser(address);
    std::fflush(stdout);
    server.run();
  } catch (const server::StoreError& e) {
    bad_input(e.what());
  } catch (const std::system_error& e) {
    bad_input("cannot listen on " + w.settings.address + " port " + std::to_string(w.settings.port) + ": " + e.code().message() +
              "; choose another --address or --port");
  } catch (const std::runtime_error& e) {
    bad_input(e.what());
  }
}

}  // namespace

void add_serve(CLI::App& app) {
  auto* sub = app.add_subcommand("serve", "Serve the table to browsers");
  const auto w = std::make_shared<Wanted>();
  sub->add_option("--port", w->settings.port, "Port to listen on; 0 for any free one")->capture_default_str();
  sub->add_option("--address", w->settings.address, "Address to listen on; 0.0.0.0 lets others in (put a TLS proxy before it)")
      ->capture_default_str();
  sub->add_option("--store", w->settings.store,
                  "Store of the games: a file (created if absent), sqlite:PATH, or postgresql://user@host/database")
      ->capture_default_str();
  sub->add_option("--threads", w->settings.threads, "Threads for machine players")->capture_default_str()->check(CLI::Range(1, 64));
  sub->add_option("--connections", w->settings.connections, "Maximum number of connections")
      ->capture_default_str()
      ->check(CLI::Range(1, 100000));
  sub->add_option("--connections-per-address", w->settings.connections_of_one, "Maximum number of connections per address")
      ->capture_default_str()
      ->check(CLI::Range(1, 100000));
  sub->add_option("--memory", w->settings.memory, "Megabytes for games in memory; the least recently used are dropped first")
      ->capture_default_str()
      ->check(CLI::Range(16, 1 << 20));
  sub->add_option("--keep-days", w->settings.keep_days, "Erase unfinished games after this many days without a move; 0 keeps them for ever")
      ->capture_default_str()
      ->check(CLI::Range(0, 36500));
  sub->add_option("--drain", w->settings.drain,
                  "Seconds to keep serving after SIGTERM while /readyz fails, for a proxy before several servers")
      ->capture_default_str()
      ->check(CLI::Range(0, 3600));
  sub->add_option("--trusted-proxy", w->settings.trusted_proxies, "Address of a proxy whose X-Forwarded-For is trusted; may be repeated");
  sub->add_option("--host", w->settings.hosts, "Name by which browsers reach this server; may be repeated");
  sub->add_flag("!--no-accounts", w->settings.accounts, "No accounts and no notices");
  sub->add_option("--smtp", w->settings.courier.smtp, "Mail server: smtp://host:port or smtps://host:port; without it no mail is sent");
  sub->add_option("--mail-from", w->settings.courier.mail_from, "Sender address of mails");
  sub->add_option("--smtp-user", w->settings.courier.smtp_user, "User name at the mail server; sent over TLS only");
  sub->add_option("--smtp-password-file", w->smtp_password_file, "File with the mail password in its first line");
  sub->add_option("--webhook-host", w->settings.courier.webhook_hosts,
                  "Host that players' webhooks may be at: discord.com, hooks.slack.com, or name:port; may be repeated; without it no "
                  "webhook is called");
  sub->add_flag("--webhook-private", w->settings.courier.webhook_private,
                "Allow webhooks at private addresses and without TLS: for closed networks and tests");
  sub->add_option("--site", w->settings.site, "Base URL of links in mails, https://table.example.org; default from --host");
  sub->add_option("--log-level", w->level, "What to log to standard error")
      ->capture_default_str()
      ->check(CLI::IsMember({"debug", "info", "warning", "error"}));
  sub->add_flag("--open", w->open, "Open the table in a browser");
  sub->footer("Stops on SIGINT or SIGTERM after writing every move. Monitor it with GET /healthz and /metrics.");
  sub->callback([w] { serve(*w); });
}

}  // namespace tambour::cli

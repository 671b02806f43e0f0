// SPDX-License-Identifier: MIT
// The files of the web client, embedded at build time (tools/embed.cpp).
#pragma once
#include <span>
#include <string_view>

namespace tambour::server {

struct WebFile {
  const char* path;  // "/index.html"
  const char* type;
  const char* etag;
  std::string_view plain, gzip;  // gzip may be empty
};
std::span<const WebFile> web_files();

}  // namespace tambour::server

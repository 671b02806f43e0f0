// SPDX-License-Identifier: MIT
// LRU cache of answers that never change.
#pragma once
#include <list>
#include <memory>
#include <string>
#include <unordered_map>

namespace tambour::server {

class TextCache {
 public:
  explicit TextCache(std::size_t most_bytes) : most_(most_bytes) {}
  std::shared_ptr<const std::string> find(const std::string& key) {
    const auto at = index_.find(key);
    if (at == index_.end()) return nullptr;
    items_.splice(items_.begin(), items_, at->second);
    return at->second->text;
  }
  void keep(const std::string& key, std::string text) {
    if (text.size() > most_ / 4 || index_.contains(key)) return;
    bytes_ += text.size();
    items_.push_front({key, std::make_shared<const std::string>(std::move(text))});
    index_[key] = items_.begin();
    while (bytes_ > most_) {
      bytes_ -= items_.back().text->size();
      index_.erase(items_.back().key);
      items_.pop_back();
    }
  }

  void drop(const std::string& key) {
    const auto at = index_.find(key);
    if (at == index_.end()) return;
    bytes_ -= at->second->text->size();
    items_.erase(at->second);
    index_.erase(at);
  }

 private:
  struct Item {
    std::string key;
    std::shared_ptr<const std::string> text;
  };
  std::size_t most_, bytes_ = 0;
  std::list<Item> items_;
  std::unordered_map<std::string, std::list<Item>::iterator> index_;
};

}  // namespace tambour::server

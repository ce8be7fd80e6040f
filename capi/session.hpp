// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <variant>
#include <vector>

#include "wreath/wreath.h"

namespace wreath::capi {

template <auto free>
struct Free {
  template <class T>
  void operator()(T* object) const {
    free(object);
  }
};
using GroupHandle = std::unique_ptr<wreath_word_group, Free<&wreath_word_group_free>>;
using SemigroupHandle = std::unique_ptr<wreath_semigroup, Free<&wreath_semigroup_free>>;
using CosetsHandle = std::unique_ptr<wreath_cosets, Free<&wreath_cosets_free>>;
using SubgroupHandle = std::unique_ptr<wreath_word_subgroup, Free<&wreath_word_subgroup_free>>;
using PermGroupHandle = std::unique_ptr<wreath_perm_group, Free<&wreath_perm_group_free>>;

/// What wreath_call keeps in a context: objects by their numbers, and the results of the last call.
class Session {
 public:
  using Object = std::variant<GroupHandle, SemigroupHandle, CosetsHandle, SubgroupHandle, PermGroupHandle>;

  std::int64_t keep(Object object);
  Object* find(std::int64_t number);
  void free(std::int64_t number) { objects_.erase(number); }

  void clear();
  void give(std::int64_t number);
  void give(std::string_view text);
  template <class Number>
  void give(std::span<const Number> numbers) {
    give_list(std::vector<std::int32_t>(numbers.begin(), numbers.end()));
  }
  void give_list(std::vector<std::int32_t> list);
  /// The results, valid until clear().
  std::span<const wreath_value> results();

 private:
  std::unordered_map<std::int64_t, Object> objects_;
  std::int64_t next_ = 1;
  struct Result {
    wreath_value value;
    std::string text;
    std::vector<std::int32_t> list;
  };
  std::vector<Result> kept_;
  std::vector<wreath_value> values_;
};

}  // namespace wreath::capi

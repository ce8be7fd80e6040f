// SPDX-License-Identifier: MIT
#include "semigroup/keeper.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "core/data/hash.hpp"

namespace wreath::semigroup {

Json problem_of(const Generators& generators) {
  Json problem{{"generators", generators.count()},
               {"degree", generators.degree},
               {"images of the generators", fmt::format("{:016x}", hash_bytes(std::as_bytes(std::span(generators.images))))},
               {"an adjoined identity", generators.monoid}};
  if (!generators.kind.is_transformation()) problem["kind"] = to_string(generators.kind);
  return problem;
}

Keeper::Keeper(std::string path, double every, std::string kind, const Json& problem)
    : path_(std::move(path)), kind_(std::move(kind)), problem_(std::make_shared<const Json>(problem)), timer_(every) {
  if (keeps()) require_checkpoint_target(path_);
}

void Keeper::save(Save save) {
  if (!keeps()) return;
  write_checkpoint(path_, kind_, *problem_, save);
  timer_.restart();
}

}  // namespace wreath::semigroup

// SPDX-License-Identifier: MIT
//
// Checkpoints of the semigroup engine: when they are written.
#pragma once

#include <memory>
#include <string>

#include "core/io/byte_reader.hpp"
#include "core/io/byte_writer.hpp"
#include "core/parallel/function_ref.hpp"
#include "core/run/checkpoint.hpp"
#include "wreath/semigroup/generators.hpp"

namespace wreath::semigroup {

/// What must agree for a checkpoint to be continued from.
Json problem_of(const Generators& generators);

/// Keeps the state of long work in a file: now and then, and at a stop. Without a file it does nothing.
class Keeper {
 public:
  using Save = FunctionRef<void(ByteWriter&)>;

  /// `kind` and `problem` as in write_checkpoint, `every` in seconds; no file if the path is empty.
  Keeper(std::string path, double every, std::string kind, const Json& problem);

  bool keeps() const noexcept { return !path_.empty(); }
  bool is_due() const noexcept { return keeps() && timer_.is_due(); }
  void save_if_due(Save save) {
    if (is_due()) this->save(save);
  }
  void save(Save save);

 private:
  std::string path_;
  std::string kind_;
  std::shared_ptr<const Json> problem_;
  CheckpointTimer timer_;
};

}  // namespace wreath::semigroup

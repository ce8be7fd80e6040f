// SPDX-License-Identifier: MIT
//
// wreath flip: matrix multiplication schemes and the search of their flip graph.
#include "cli/flip/common.hpp"

namespace wreath::cli {

void add_flip(Program& program) {
  Command& flip = program.app.add_subcommand(
      "flip", "Matrix multiplication: search the flip graph, verify, lift, convert schemes", "Engines");
  flip.require_subcommand();
  add_flip_search(program, flip);
  add_flip_hunt(program, flip);
  add_flip_files(program, flip);
}

}  // namespace wreath::cli

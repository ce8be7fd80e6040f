// SPDX-License-Identifier: MIT
//
// Presentations as codes, and the moves that all of them have: products of rotations (relators.hpp). Those with a word between,
// which only short relators have, are made beside them (cpu/presentation_backend.cpp).
#pragma once

#include <memory>

#include "orbit/spaces/relators.hpp"
#include "wreath/orbit/generators.hpp"
#include "wreath/orbit/space.hpp"

namespace wreath::orbit {

WREATH_HD inline Code<2> code_of(const RelatorPair& pair) {
  const PackedPair packed = pack(pair);
  return {{packed.low, packed.high}};
}
WREATH_HD inline RelatorPair pair_of(const Code<2>& code) {
  return unpack({code.words[0], code.words[1]});
}

struct RelatorSpace {
  using Code = orbit::Code<2>;

  std::uint32_t cap;
  bool renamings;

  WREATH_HD unsigned moves() const { return 4 * (cap / 2) * (cap - cap / 2); }
  WREATH_HD Code act(const Code& code, unsigned move, const std::uint64_t*) const {
    const RelatorPair pair = pair_of(code);
    const RelatorMoves moves(pair);
    RelatorPair found;
    if (move >= moves.plain() || !moved(pair, moves(pair, move), cap, renamings, found)) return code;
    return code_of(found);
  }
};

std::shared_ptr<const CodeMoves> make_relator_moves(const Generators& generators);
std::shared_ptr<const CodeMoves> make_host_relator_moves(const Generators& generators);
/// The same on both.
std::shared_ptr<const CodeMoves> make_gpu_relator_moves(std::shared_ptr<const CodeMoves> host, const Generators& generators);

}  // namespace wreath::orbit

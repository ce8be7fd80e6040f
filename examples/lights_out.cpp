// SPDX-License-Identifier: MIT
//
// States of your own: the puzzle Lights Out. A press switches a lamp and its neighbours; all lamps are to go out.
//
//   lights_out [SIDE] [PATTERN]     the board SIDE x SIDE (4; 7 at most), and a pattern of lamps, such as 0110100101101001, to
//   solve
//
// Compiled by nvcc (nvcc -x cu lights_out.cpp -std=c++20 ...) it searches on a GPU once there are many states.
#include <wreath/orbit.hpp>
#ifdef __CUDACC__
#include <wreath/orbit/space.cuh>
#endif

#include <cstdlib>
#include <iostream>
#include <string>

namespace orbit = wreath::orbit;

// A lamp is a bit. That is all that the search has to know: how a state is written, and what a move makes of it.
struct LightsOut {
  using Code = orbit::Code<1>;
  unsigned side;

  WREATH_HD unsigned moves() const { return side * side; }
  WREATH_HD Code act(const Code& lamps, unsigned lamp, const std::uint64_t* /*tables*/) const {
    const unsigned row = lamp / side;
    const unsigned column = lamp % side;
    std::uint64_t switched = std::uint64_t{1} << lamp;
    if (row > 0) switched |= std::uint64_t{1} << (lamp - side);
    if (row + 1 < side) switched |= std::uint64_t{1} << (lamp + side);
    if (column > 0) switched |= std::uint64_t{1} << (lamp - 1);
    if (column + 1 < side) switched |= std::uint64_t{1} << (lamp + 1);
    return {{lamps.words[0] ^ switched}};
  }
};

int main(int count, char** arguments) {
  const LightsOut board{count > 1 ? static_cast<unsigned>(std::atoi(arguments[1])) : 4};
  const bool undirected = true;  // a press is undone by the same press
#ifdef __CUDACC__
  const auto moves = orbit::gpu_moves_of(board, {}, undirected);
#else
  const auto moves = orbit::moves_of(board, {}, undirected);
#endif
  orbit::CodeSearch search(moves, {0}, {.keep_levels = true, .name = "lights out"});
  search.run();
  std::cout << search.states() << " of " << (std::uint64_t{1} << moves->moves())
            << " patterns can be switched off, each by at most " << search.levels().size() - 1 << " presses\n";
  for (const std::uint64_t level : search.levels()) std::cout << level << ' ';
  std::cout << '\n';
  const std::string pattern = count > 2 ? arguments[2] : std::string(moves->moves(), '1');
  std::uint64_t lamps = 0;
  for (std::size_t i = 0; i < pattern.size(); ++i) lamps |= std::uint64_t{pattern[i] == '1'} << i;
  const auto path = search.path({&lamps, 1});
  std::cout << pattern << (path ? ": press" : " cannot be switched off");
  for (const unsigned lamp : path ? path->moves : std::vector<unsigned>{}) std::cout << ' ' << lamp + 1;
  std::cout << '\n';
}

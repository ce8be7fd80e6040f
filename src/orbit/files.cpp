// SPDX-License-Identifier: MIT
//
// The states of a level in a file.
#include <cstring>

#include "core/io/npy.hpp"
#include "core/io/output_file.hpp"
#include "core/run/ranks.hpp"
#include "wreath/orbit/search.hpp"

namespace wreath::orbit {

void require_array_output(const std::filesystem::path& path) {
  const OutputFile probe(path);  // a folder has its own message
  require_npy_name(path);
}

void write_states(const std::filesystem::path& path, const std::vector<State>& states, const Search& search) {
  const std::uint64_t columns = search.start().state.size();
  const std::uint64_t shape[] = {states.size(), columns};
  std::uint32_t largest = 0;
  for (const State& state : states) {
    for (const std::uint32_t value : state) largest = std::max(largest, value);
  }
  const unsigned item_bytes = largest < 256 ? 1 : largest < 65536 ? 2 : 4;
  require_npy_name(path);
  OutputFile file(path);
  file.write(bytes_of(make_npy_header('u', item_bytes, shape)));
  std::vector<std::byte> bytes(columns * item_bytes);
  for (const State& state : states) {
    for (std::size_t i = 0; i < columns; ++i) std::memcpy(bytes.data() + i * item_bytes, &state[i], item_bytes);
    file.write(bytes);
  }
  file.commit();
}

}  // namespace wreath::orbit

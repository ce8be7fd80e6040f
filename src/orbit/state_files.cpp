// SPDX-License-Identifier: MIT
//
// States, permutations and words as files.
#include <algorithm>
#include <cstring>

#include "core/io/npy.hpp"
#include "core/io/output_file.hpp"
#include "core/parallel/function_ref.hpp"
#include "wreath/orbit/action.hpp"
#include "wreath/orbit/search.hpp"

namespace wreath::orbit {

namespace {

/// row(i) for i = 0..rows-1, of numbers up to `largest`.
void write_rows(const std::filesystem::path& path, std::uint64_t rows, std::uint64_t columns, std::uint64_t largest,
                FunctionRef<std::span<const std::uint32_t>(std::uint64_t)> row) {
  const std::uint64_t shape[] = {rows, columns};
  const unsigned item_bytes = largest < 256 ? 1 : largest < 65536 ? 2 : 4;
  require_npy_name(path);
  OutputFile file(path);
  file.write(bytes_of(make_npy_header('u', item_bytes, shape)));
  std::vector<std::byte> bytes(columns * item_bytes);
  for (std::uint64_t r = 0; r < rows; ++r) {
    const std::span<const std::uint32_t> values = row(r);
    for (std::size_t i = 0; i < columns; ++i) std::memcpy(bytes.data() + i * item_bytes, &values[i], item_bytes);
    file.write(bytes);
  }
  file.commit();
}

}  // namespace

void require_array_output(const std::filesystem::path& path) {
  const OutputFile probe(path);  // a folder has its own message
  require_npy_name(path);
}

void write_states(const std::filesystem::path& path, const std::vector<State>& states, const Search& search) {
  std::uint32_t largest = 0;
  for (const State& state : states) {
    for (const std::uint32_t value : state) largest = std::max(largest, value);
  }
  write_rows(path, states.size(), search.start().state.size(), largest,
             [&](std::uint64_t i) { return std::span<const std::uint32_t>(states[i]); });
}

void write_states(const std::filesystem::path& path, const Action& action) {
  const Generators& generators = action.generators();
  const std::uint32_t letters = *std::ranges::max_element(action.start().state);
  const std::uint32_t largest =
      generators.moves == Moves::matrices ? generators.modulus - 1 : std::max(generators.degree - 1, letters);
  State state;
  write_rows(path, action.size(), action.start().state.size(), largest, [&](std::uint64_t i) {
    state = action.state(i);
    return std::span<const std::uint32_t>(state);
  });
}

void write_permutations(const std::filesystem::path& path, const Action& action) {
  write_rows(path, action.generators().count(), action.size(), ~std::uint32_t{0},
             [&](std::uint64_t generator) { return action.permutation(generator); });
}

void write_words(const std::filesystem::path& path, const Action& action) {
  OutputFile file(path);
  for (std::uint64_t i = 0; i < action.size(); ++i) {
    const std::string line = print_word(action.word(i), action.generators()) + "\n";
    file.write(std::as_bytes(std::span(line)));
  }
  file.commit();
}

}  // namespace wreath::orbit

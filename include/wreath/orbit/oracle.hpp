// SPDX-License-Identifier: MIT
//
// Distance oracles: the distance of every state modulo 3, two bits per state.
//
// Neighbours differ by at most one in distance, so the residues of a state and of its neighbours show which of them are nearer to
// the start: a shortest word costs one look-up per letter and generator, walking down.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "wreath/orbit/search.hpp"

namespace wreath::orbit {

class Oracle {
 public:
  /// From a complete search with Options::oracle; the graph must be undirected. Throws InputError otherwise, and LimitReached if
  /// the run is stopped.
  explicit Oracle(const Search& search, RunControl* run = nullptr);
  /// A file that write() made for these generators. Throws InputError if it is none, or belongs to others.
  Oracle(const std::filesystem::path& path, Generators generators);
  ~Oracle();
  Oracle(Oracle&& other) noexcept;
  Oracle& operator=(Oracle&& other) noexcept;

  /// Writes PATH, an array of bytes (.npy) with four states each, and PATH.json, which names the graph and its numbering. Throws
  /// LimitReached if the run is stopped: then no file is left.
  void write(const std::filesystem::path& path, RunControl* run = nullptr) const;
  /// The bytes of the distances, four states in each.
  std::uint64_t bytes() const;
  /// The state that distances are counted from.
  const Start& start() const;
  /// Whether a word leads from the start to the state.
  bool contains(const State& state) const;
  /// The distance of the state from the start. Throws InputError if the state is not in the graph.
  std::uint64_t distance(const State& state) const;
  /// A shortest word from the start to the state, checked by applying it. Throws InputError if the state is not in the graph.
  Word word(const State& state) const;

  /// The same for many states, on `threads` threads (0: all cores); nothing for a state that is not in the graph. Throws
  /// LimitReached if the run is stopped.
  std::vector<std::optional<Word>> words(std::span<const State> states, unsigned threads = 0, RunControl* run = nullptr) const;

 private:
  struct Body;
  std::unique_ptr<Body> body_;
};

/// The states of a file, or of standard input for '-': one per line as parse_state reads them (empty lines and those that begin
/// with # are left out), or the rows of an array (.npy) as 'orbit antipodes' writes it. Throws InputError that names the line.
[[nodiscard]] std::vector<State> read_states(const std::string& path, const Generators& generators, const Start& start);

}  // namespace wreath::orbit

// SPDX-License-Identifier: MIT
//
// States of your own: what a search must know of a state to find all that moves lead to.
//
// A state is written as a code, 64 bits or a few times that, and a move makes a code of a code. That is all: the search
// (wreath/orbit/code_search.hpp) keeps codes, compares them bit by bit, and never looks into them. So a kind of state is one
// small struct, a Space, which runs on the CPU and, compiled by nvcc as well, on a GPU (wreath/orbit/space.cuh).
//
//   struct Doubling {                                   // numbers modulo a prime: x -> 2x and x -> x+1
//     using Code = wreath::orbit::Code<1>;
//     std::uint64_t prime;
//     WREATH_HD unsigned moves() const { return 2; }
//     WREATH_HD Code act(const Code& x, unsigned move, const std::uint64_t*) const {
//       return {{(move == 0 ? 2 * x.words[0] : x.words[0] + 1) % prime}};
//     }
//   };
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "wreath/host_device.hpp"

namespace wreath::orbit {

/// A state in words of 64 bits: 1, 2 or 4 of them, on the CPU also 8 or 16. Codes are equal if and only if their states are. The
/// highest bit of the last word is never set.
template <unsigned N>
struct Code {
  static constexpr unsigned kWords = N;
  std::uint64_t words[N];

  /// Whether all words agree.
  WREATH_HD friend constexpr bool operator==(const Code& one, const Code& other) {
    std::uint64_t difference = 0;
    for (unsigned i = 0; i < N; ++i) difference |= one.words[i] ^ other.words[i];
    return difference == 0;
  }
  /// The order of the words, the first one first.
  WREATH_HD friend constexpr bool operator<(const Code& one, const Code& other) {
    for (unsigned i = 0; i < N; ++i) {
      if (one.words[i] != other.words[i]) return one.words[i] < other.words[i];
    }
    return false;
  }
};

/// Where tables look for a code first. All bits depend on all bits of the code.
template <unsigned N>
WREATH_HD constexpr std::uint64_t hash_of(const Code<N>& code) {
  std::uint64_t hash = 0;
  for (unsigned i = 0; i < N; ++i) {
    hash = (hash ^ code.words[i]) * 0x9E3779B97F4A7C15U;
    hash ^= hash >> 32;
  }
  hash *= 0xD6E8FEB86659FD93U;
  return hash ^ hash >> 29;
}

/// A kind of state. It is copied as bytes to where it is used, a GPU included, so it holds numbers and no pointers; larger tables
/// are given beside it (moves_of) and come back as the last argument of act, wherever they lie then.
///
///   moves()                     the number of moves, the same for all states
///   act(code, move, tables)     the state after the move 0 <= move < moves(). A move that is not possible gives the code itself.
///                               Called from any thread; the same arguments give the same result.
template <class S>
concept Space = std::is_trivially_copyable_v<S> &&
    requires(const S& space, const typename S::Code& code, const std::uint64_t* tables) {
  { space.moves() } -> std::convertible_to<unsigned>;
  { space.act(code, 0U, tables) } -> std::same_as<typename S::Code>;
  requires std::same_as<typename S::Code, Code<S::Code::kWords>>;
};

/// The moves of a space in bulk, which is how a search asks for them. Made from a Space by moves_of(), or a class of your own if
/// moves are made in bulk anyway: by a library, by a script.
class CodeMoves {
 public:
  virtual ~CodeMoves() = default;

  /// Words of a code: 1, 2, 4, 8 or 16.
  virtual unsigned words() const = 0;
  /// The number of moves.
  virtual unsigned moves() const = 0;
  /// Whether each move can be undone by a move. Then a search that runs out of memory continues with its last levels alone. It is
  /// a promise: if it does not hold, states may be counted more than once.
  virtual bool undirected() const { return false; }
  /// products[m * count + i] = codes[i] after move m, each of words() words. Called from several threads at once.
  virtual void act(const std::uint64_t* codes, std::size_t count, std::uint64_t* products) const = 0;

  /// Whether act_on_gpu() is there.
  virtual bool on_gpu() const { return false; }
  /// The same with arrays in the memory of the GPU, as work on a CUDA stream: it need not have ended when the call returns. For a
  /// move that is not possible, the last word of the product may have all its bits set instead of the product being the code.
  virtual void act_on_gpu(const std::uint64_t* codes, std::size_t count, std::uint64_t* products, void* stream) const;
};

template <Space S>
class SpaceMoves : public CodeMoves {
 public:
  /// `tables`: what act() gets as its last argument.
  explicit SpaceMoves(const S& space, std::vector<std::uint64_t> tables = {}, bool undirected = false)
      : space_(space), tables_(std::move(tables)), undirected_(undirected) {}

  /// Words of the space's codes.
  unsigned words() const override { return S::Code::kWords; }
  /// As in the space.
  unsigned moves() const override { return space_.moves(); }
  /// As given.
  bool undirected() const override { return undirected_; }
  /// Calls the space's act for each code and move.
  void act(const std::uint64_t* codes, std::size_t count, std::uint64_t* products) const override {
    using Code = typename S::Code;
    static_assert(sizeof(Code) == S::Code::kWords * sizeof(std::uint64_t));
    const unsigned moves = space_.moves();
    for (std::size_t i = 0; i < count; ++i) {
      Code code;
      for (unsigned w = 0; w < Code::kWords; ++w) code.words[w] = codes[i * Code::kWords + w];
      for (unsigned m = 0; m < moves; ++m) {
        const Code product = space_.act(code, m, tables_.data());
        for (unsigned w = 0; w < Code::kWords; ++w) products[(m * count + i) * Code::kWords + w] = product.words[w];
      }
    }
  }

 protected:
  S space_;
  std::vector<std::uint64_t> tables_;
  bool undirected_;
};

/// The moves of a space, on the CPU. gpu_moves_of() of wreath/orbit/space.cuh makes those that run on a GPU as well.
template <Space S>
std::shared_ptr<const CodeMoves> moves_of(const S& space, std::vector<std::uint64_t> tables = {}, bool undirected = false) {
  return std::make_shared<SpaceMoves<S>>(space, std::move(tables), undirected);
}

}  // namespace wreath::orbit

// SPDX-License-Identifier: MIT
//
// What generators do to packed states: by a Space if there is one for them, otherwise state by state.
#include "orbit/spaces/state_moves.hpp"

#include "orbit/spaces/packed_spaces.hpp"

namespace wreath::orbit {

namespace {

/// Any generators and any width: unpacks a state, moves it, and packs it again.
template <unsigned Words>
class StateCodeMoves final : public CodeMoves {
 public:
  StateCodeMoves(const Generators& generators, const KeyCodec& codec, Start::Kind kind)
      : codec_(codec), moves_(generators, kind, codec.parts()), undirected_(is_undirected(generators)) {}

  unsigned words() const override { return Words; }
  unsigned moves() const override { return static_cast<unsigned>(moves_.count()); }
  bool undirected() const override { return undirected_; }
  void act(const std::uint64_t* codes, std::size_t count, std::uint64_t* products) const override {
    State state = codec_.fixed();
    State moved = codec_.fixed();
    for (std::size_t i = 0; i < count; ++i) {
      Key<Words> key;
      std::copy_n(codes + i * Words, Words, key.words);
      codec_.unpack(key, state.data());
      for (std::size_t g = 0; g < moves_.count(); ++g) {
        moves_.move(g, state.data(), moved.data());
        key = codec_.template pack<Words>(moved.data());
        std::copy_n(key.words, Words, products + (g * count + i) * Words);
      }
    }
  }

 private:
  KeyCodec codec_;
  StateMoves moves_;
  bool undirected_;
};

}  // namespace

std::shared_ptr<const CodeMoves> make_host_state_moves(const Generators& generators, const KeyCodec& codec, Start::Kind kind) {
  std::shared_ptr<const CodeMoves> made;
  const bool undirected = is_undirected(generators);
  const bool packed = with_packed_space(generators, codec, kind, [&](const auto& space, std::vector<std::uint64_t> tables) {
    made = moves_of(space, std::move(tables), undirected);
  });
  if (!packed) {
    with_key_words(codec.words(),
                   [&](auto words) { made = std::make_shared<StateCodeMoves<words.value>>(generators, codec, kind); });
  }
  return made;
}

}  // namespace wreath::orbit

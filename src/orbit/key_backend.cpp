// SPDX-License-Identifier: MIT
//
// States as codes (spaces/keys.hpp), on any machine.
//
// A permutation of a group of known base is kept as the images of the base points, which determine it.
#include <algorithm>

#include "orbit/backend.hpp"
#include "orbit/code_levels.hpp"
#include "orbit/spaces/keys.hpp"
#include "orbit/spaces/state_moves.hpp"

namespace wreath::orbit {

namespace {

template <unsigned Words>
class KeyBackend final : public Backend {
 public:
  KeyBackend(const Generators& generators, const KeyCodec& codec, Start::Kind kind, const State& start,
             const StabilizerChain* chain, const Options& options, RunControl& run)
      : degree_(generators.degree), codec_(codec), chain_(chain) {
    const Key<Words> key = codec_.template pack<Words>(start.data());
    levels_ = make_levels_of_codes(make_state_moves(generators, codec, kind), {key.words, key.words + Words}, false,
                                   options.machine, run);
  }

  std::uint64_t expand(RunControl& run) override { return levels_->expand(run); }
  void visit_last_level(FunctionRef<bool(const State&)> visit) const override {
    const std::uint64_t last = levels_->count() - 1;
    CodeList codes(levels_->size(last) * Words);
    levels_->read(last, 0, codes);
    sort_codes(codes, Words);  // a machine finds them in any order
    State state = codec_.fixed();
    for (std::size_t at = 0; at < codes.size(); at += Words) {
      Key<Words> key;
      std::copy_n(codes.data() + at, Words, key.words);
      codec_.unpack(key, state.data());
      if (!visit(chain_ != nullptr ? permutation_of(state) : state)) return;
    }
  }
  void save(ByteWriter& into) const override { levels_->save(into); }
  void restore(ByteReader& from) override { levels_->restore(from); }
  std::uint64_t memory() const override { return levels_->memory(); }
  DiskTraffic traffic() const override { return levels_->traffic(); }

 private:
  /// The element that sends the base points to these.
  State permutation_of(State images) const {
    State product = identity_of(degree_);
    const auto& levels = chain_->levels();
    for (std::size_t i = 0; i < levels.size(); ++i) {
      const Permutation& to = levels[i].to[images[i]];
      product = multiply(to, product);
      const Permutation back = inverse(to);
      for (std::uint32_t& image : images) image = back[image];
    }
    return product;
  }

  std::uint32_t degree_;
  KeyCodec codec_;
  const StabilizerChain* chain_;
  std::unique_ptr<CodeLevels> levels_;
};

}  // namespace

std::unique_ptr<Backend> make_key_backend(const Generators& generators, const Start& start, const StabilizerChain* chain,
                                          const Options& options, RunControl& run) {
  if (start.kind == Start::Kind::presentation) return make_presentation_backend(generators, start, options, run);
  State state = start.state;
  KeyCodec codec = codec_of_orbit(generators, start);
  const bool by_base = chain != nullptr && start.kind == Start::Kind::permutation && !chain->levels().empty();
  if (by_base) {
    state.clear();
    for (const StabilizerChain::Level& level : chain->levels()) state.push_back(level.base);
    codec = KeyCodec(state.size(), generators.degree - 1);
  }
  return with_key_words(codec.words(), [&](auto words) -> std::unique_ptr<Backend> {
    return std::make_unique<KeyBackend<words.value>>(generators, codec, start.kind, state, by_base ? chain : nullptr, options,
                                                     run);
  });
}

}  // namespace wreath::orbit

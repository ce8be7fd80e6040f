// SPDX-License-Identifier: MIT
#include "flip/search/starts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "flip/derive/mirrors.hpp"
#include "flip/scheme/basis.hpp"
#include "flip/scheme/sides.hpp"
#include "wreath/flip/catalogue.hpp"
#include "wreath/flip/derive.hpp"
#include "wreath/flip/records.hpp"
#include "flip/tuning.hpp"

namespace wreath::flip {

namespace {

Scheme merged(const Scheme& first, const Scheme& second, unsigned side) {
  return reduce_modulo_2(merge(to_rational(first), to_rational(second), "nmp"[side]), "a merge");
}

}  // namespace

Scheme in_shape(const Scheme& scheme, const Shape& shape) {
  return permuted(scheme, order_between(scheme.shape, shape));
}

PartSchemes::PartSchemes(const std::vector<Scheme>& schemes) {
  for (const Scheme& scheme : schemes) {
    const Scheme*& best = best_[in_order(scheme.shape)];
    if (best == nullptr || scheme.rank() <= best->rank()) best = &scheme;
  }
}

const PartSchemes::Known& PartSchemes::known(const Shape& given) {
  const Shape shape = in_order(given);
  if (const auto found = known_.find(shape); found != known_.end()) return found->second;
  Known known{volume(shape), nullptr, 0, 0};
  if (const auto best = best_.find(shape); best != best_.end()) known = {best->second->rank(), best->second, 0, 0};
  for (unsigned side = 0; shape.n > 1 && side < 3; ++side) {
    for (unsigned at = 1; known.scheme == nullptr && at <= shape.rows(side) / 2; ++at) {
      const std::size_t rank = this->rank(with_side(shape, side, at)) + this->rank(with_side(shape, side, shape.rows(side) - at));
      if (rank < known.rank) known = {rank, nullptr, side, at};
    }
  }
  return known_[shape] = known;
}

std::size_t PartSchemes::rank(const Shape& shape) {
  return known(shape).rank;
}

Scheme PartSchemes::scheme(const Shape& shape) {
  const Known& how = known(shape);
  const Shape ordered = in_order(shape);
  if (how.scheme != nullptr) return in_shape(*how.scheme, shape);
  if (how.at == 0) return standard_scheme(shape);
  const Scheme first = scheme(with_side(ordered, how.side, how.at));
  const Scheme second = scheme(with_side(ordered, how.side, ordered.rows(how.side) - how.at));
  return in_shape(merged(first, second, how.side), shape);
}

void DerivedStarts::add(Scheme scheme, std::string name) {
  schemes.push_back(std::move(scheme));
  names.push_back(std::move(name));
}

std::vector<DerivedStart> DerivedStarts::summary() const {
  std::vector<DerivedStart> starts;
  for (std::size_t k = 0; k < schemes.size(); ++k) {
    const auto found = std::ranges::find(starts, names[k], &DerivedStart::parts);
    if (found == starts.end()) {
      starts.push_back({names[k], schemes[k].rank(), 1});
    } else {
      ++found->count;
    }
  }
  return starts;
}

namespace {

/// Strassen's scheme on blocks.
Scheme in_blocks(const Shape& shape, PartSchemes& parts) {
  const RationalScheme outer = to_rational(parts.scheme({2, 2, 2}));
  std::vector<RationalScheme> inner;
  for (const BlockProducts& product : block_products(outer, shape, {})) inner.push_back(to_rational(parts.scheme(product.shape)));
  return reduce_modulo_2(blocks(outer, shape, inner), "blocks");
}

/// Where a shape can be cut into two parts, and the rank of their merge.
struct Cut {
  unsigned side;
  unsigned at;
  std::size_t rank;
};

/// By rank, those of up to `above` more than the least.
std::vector<Cut> cuts_of(const Shape& shape, PartSchemes& parts, std::size_t above) {
  std::vector<Cut> cuts;
  for (unsigned side = 0; side < 3; ++side) {
    for (unsigned at = 1; at <= shape.rows(side) / 2; ++at) {
      const std::size_t rank = parts.rank(with_side(shape, side, shape.rows(side) - at)) + parts.rank(with_side(shape, side, at));
      cuts.push_back({side, at, rank});
    }
  }
  std::ranges::stable_sort(cuts, {}, &Cut::rank);
  std::erase_if(cuts, [&, most = cuts.empty() ? 0 : cuts[0].rank + above](const Cut& cut) { return cut.rank > most; });
  return cuts;
}

/// `random`: in a random basis; null: in that in which the schemes are given.
Scheme merged_at(const Shape& shape, const Cut& cut, PartSchemes& parts, RandomStream* random) {
  const Shape short_part = with_side(shape, cut.side, cut.at);
  Scheme second = parts.scheme(short_part);
  if (random != nullptr) second = change_basis(second, random_bases(short_part, *random));
  return merged(parts.scheme(with_side(shape, cut.side, shape.rows(cut.side) - cut.at)), second, cut.side);
}

std::string cut_name(const Shape& shape, const Cut& cut, PartSchemes& parts) {
  const Shape long_part = with_side(shape, cut.side, shape.rows(cut.side) - cut.at);
  const Shape short_part = with_side(shape, cut.side, cut.at);
  return fmt::format("{}:{} + {}:{}", to_string(long_part), parts.rank(long_part), to_string(short_part), parts.rank(short_part));
}

}  // namespace

DerivedStarts derived_starts(const Shape& shape, PartSchemes& parts, std::size_t above, std::size_t copies,
                             RandomStream& random) {
  DerivedStarts starts;
  const std::vector<Cut> cuts = cuts_of(shape, parts, above);
  if (cuts.empty()) return starts;
  std::size_t least = cuts[0].rank;
  if (std::min({shape.n, shape.m, shape.p}) >= tuning::kBlockSide) {
    Scheme in_blocks = flip::in_blocks(shape, parts);
    least = std::min(least, in_blocks.rank());
    if (in_blocks.rank() <= least + above) starts.add(std::move(in_blocks), "blocks of 2x2x2:7");
  }
  for (std::size_t copy = 0; copy < copies; ++copy) {
    for (const Cut& cut : cuts) {
      if (cut.rank <= least + above)
        starts.add(merged_at(shape, cut, parts, copy == 0 ? nullptr : &random), cut_name(shape, cut, parts));
    }
  }
  return starts;
}

AutomaticStarts::AutomaticStarts(const Shape& shape, const SearchOptions& options)
    : shape_(shape),
      parts_(built_in_schemes()),  // only those of smaller shapes can be parts
      seed_(options.seed),
      target_(options.target),
      steps_(options.steps),
      threads_(options.machine.threads) {
  RandomStream random(seed_, 0);
  merges_ = derived_starts(shape_, parts_, tuning::kStartsAbove, tuning::kStartCopies, random);
}

std::optional<AutomaticStarts> AutomaticStarts::of(const Shape& shape, const SearchOptions& options, bool gpu) {
  const bool is_long = std::max({shape.n, shape.m, shape.p}) >= tuning::kLongSide;
  const bool has_parts = std::min({shape.n, shape.m, shape.p}) > 1;
  if (gpu || !shape.is_matrices() || !is_long || !has_parts || options.symmetry != Symmetry::none || options.ring != Ring::f2 ||
      !options.starts.empty())
    return std::nullopt;
  return AutomaticStarts(shape, options);
}

/// Built-in schemes with a mirror, with a new index in the middle of a side or a pair at its ends; by the mirror that is left.
std::vector<AutomaticStarts::Mirrored> AutomaticStarts::extended_parts() const {
  std::map<Swaps, Mirrored> starts;
  for (const Scheme& part : built_in_schemes()) {
    const Scheme ordered = in_normal_order(part);
    const std::vector<Swaps> mirrors = mirrors_of(ordered);
    if (mirrors.empty()) continue;
    for (unsigned side = 0; side < 3; ++side) {
      for (const NewIndices where : {NewIndices::middle, NewIndices::ends}) {
        const unsigned added = where == NewIndices::ends ? 2 : 1;
        if (shape_.rows(side) <= added) continue;
        const Shape from = with_side(shape_, side, shape_.rows(side) - added);
        for (const std::string_view order : orders_between(ordered.shape, from)) {
          for (const Swaps& mirror : mirrors) {
            MirroredScheme start = extended({permuted(ordered, order), permuted(mirror, order)}, side, where);
            if (!has_mirror(start.scheme, start.swaps)) continue;
            Mirrored& like_it = starts[normal_form(shape_, start.swaps)];
            if (start.swaps != normal_form(shape_, start.swaps)) continue;  // another order of equal sides has it
            like_it.name = fmt::format("{}:{} extended, mirror {}", to_string(from), part.rank(), fmt::join(start.swaps, ","));
            like_it.schemes.push_back(std::move(start.scheme));
          }
        }
      }
    }
  }
  std::vector<Mirrored> list;
  for (auto& [swaps, start] : starts) {
    start.swaps = swaps;
    if (!start.schemes.empty()) list.push_back(std::move(start));
  }
  return list;
}

DerivedStarts AutomaticStarts::starts() const {
  DerivedStarts all = found_;
  if (reached_) return all;
  for (std::size_t k = 0; k < merges_.schemes.size(); ++k) all.add(merges_.schemes[k], merges_.names[k]);
  return all;
}

void AutomaticStarts::begin_walks() {
  const Mirrored& start = (*mirrored_)[next_];
  std::uint64_t steps = std::min<std::uint64_t>(tuning::kMirrorStepsOfVolume * volume(shape_), tuning::kMirrorStepsAtMost);
  if (steps_ != 0) steps = std::min(steps, steps_);  // no more than the search itself
  SearchOptions options{.machine = {.backend = BackendChoice::cpu, .threads = threads_},
                        .symmetry = Symmetry::c2,
                        .seed = seed_,
                        .target = target_,
                        .steps = steps,
                        .walks = tuning::kMirrorWalks,
                        .starts = start.schemes,
                        .swaps = {start.swaps.begin(), start.swaps.end()}};
  walks_ = std::make_unique<Search>(shape_, std::move(options));
}

bool AutomaticStarts::advance() {
  if (done_) return false;
  if (!mirrored_) mirrored_ = extended_parts();
  if (!walks_ && next_ < mirrored_->size()) begin_walks();
  if (walks_ && walks_->advance()) return true;
  if (walks_) {
    flips_ += walks_->result().flips;
    reached_ = walks_->result().reached;
    for (Scheme& scheme : walks_->kept(0, {}, tuning::kTakenOfMirror)) found_.add(std::move(scheme), (*mirrored_)[next_].name);
    walks_.reset();
    ++next_;
  }
  done_ = reached_ || next_ >= mirrored_->size();
  return !done_;
}

const Scheme* AutomaticStarts::best() const {
  return walks_ ? &walks_->result().bests.back().scheme : nullptr;
}

std::uint64_t AutomaticStarts::flips() const {
  return flips_ + (walks_ ? walks_->result().flips : 0);
}

void AutomaticStarts::save(ByteWriter& state) const {
  state.put(std::uint64_t{next_});
  state.put(flips_);
  state.put(std::uint8_t{reached_});
  state.put(std::uint8_t{done_});
  state.put(std::uint64_t{found_.schemes.size()});
  for (std::size_t k = 0; k < found_.schemes.size(); ++k) {
    state.put_all<Summand>(found_.schemes[k].summands);
    state.put_all<char>(found_.names[k]);
  }
  state.put_all<std::byte>(walks_ ? walks_->save() : std::vector<std::byte>{});
}

void AutomaticStarts::restore(ByteReader& state) {
  next_ = state.number();
  flips_ = state.number();
  reached_ = state.value<std::uint8_t>() != 0;
  done_ = state.value<std::uint8_t>() != 0;
  found_ = {};
  for (std::uint64_t left = state.number(); left != 0; --left) {
    Scheme scheme{shape_, {}};
    state.array_into<Summand>(scheme.summands);
    require_valid(scheme, "the checkpoint's start");
    found_.add(std::move(scheme), std::string(state.text()));
  }
  const std::span<const std::byte> walks = state.array<std::byte>();
  walks_.reset();
  if (walks.empty()) return;
  mirrored_ = extended_parts();
  if (next_ >= mirrored_->size()) throw InputError("the search state is damaged: it names a start that does not exist");
  begin_walks();
  walks_->restore(walks);
}

Scheme AutomaticStarts::draw(RandomStream& random) {
  const std::vector<Cut> cuts = cuts_of(shape_, parts_, tuning::kStartsAbove);
  return merged_at(shape_, cuts[random.below(static_cast<std::uint32_t>(cuts.size()))], parts_, &random);
}

}  // namespace wreath::flip

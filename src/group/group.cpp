// SPDX-License-Identifier: MIT
//
// The order of a permutation group, and a proof of it.
//
// Random elements come one after another. Some first ones are looked at for a cycle that only alternating and symmetric groups
// have (giant.cpp); all are sifted through the chain (builder.cpp). The product of the orbits never exceeds the order. It is
// proven to be the order if it reaches one that is known (that of a single generator is), or the largest that the orbits allow,
// or by Sims' method (verify.cpp). Otherwise it is a lower bound, and is called one.
//
// A step is one random element, or a slice of the proof.
#include "wreath/group/group.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/data/hash.hpp"
#include "core/run/drive.hpp"
#include "core/run/given_run.hpp"
#include "core/run/memory.hpp"
#include "core/text/names.hpp"
#include "core/text/option.hpp"
#include "core/text/units.hpp"
#include "group/gpu.hpp"
#include "group/state.hpp"
#include "group/tuning.hpp"
#include "group/verify.hpp"
#include "wreath/perm/orbits.hpp"

namespace wreath::group {

namespace {

constexpr Named<Proof> kProofNames[] = {{Proof::automatic, "auto"}, {Proof::always, "always"}, {Proof::none, "none"}};
constexpr Named<Giant> kGiantNames[] = {
    {Giant::none, "none"}, {Giant::alternating, "alternating"}, {Giant::symmetric, "symmetric"}};
constexpr std::uint64_t kSchreierStream = 0x5C4E1E4;
constexpr std::uint64_t kConfirmation = ~std::uint64_t{0};  // steps of that stream are numbers of sifts otherwise

}  // namespace

Proof parse_proof(std::string_view name) {
  return value_of<Proof>(name, kProofNames, "proof");
}

Natural parse_order(std::string_view text) {
  Natural number;
  for (const char digit : text) {
    if (digit < '0' || digit > '9')
      throw InputError(fmt::format("'{}' is not the order of a group: it is a whole number from 1", text));
    number *= 10;
    number += static_cast<std::uint64_t>(digit - '0');
  }
  if (number.is_zero()) throw InputError(fmt::format("'{}' is not the order of a group: it is a whole number from 1", text));
  return number;
}

std::string_view to_string(Giant giant) noexcept {
  return name_of<Giant>(giant, kGiantNames);
}

void Group::State::finish(bool proven, std::string proof) {
  if (giant == Giant::none || builder.chain.size() != 0) size.order = builder.chain.order();
  size.proven = proven;
  size.proof = std::move(proof);
  if (proven && target && *target != size.order) {
    size.proof += options.presented ? fmt::format("; the presented group has {} elements, and this is a proper quotient",
                                                  group_digits(target->text()))
                                    : fmt::format("; the order was given as {}, but the group is proven to have {} elements",
                                                  group_digits(target->text()), group_digits(size.order.text()));
  }
  phase = Phase::done;
  elements = {};
  looked_at.clear();
  level_proof.reset();
  classes.reset();
}

bool Group::State::is_even(std::span<const Point> x, Products& products) const {
  return perm::sign(perm::cycle_type(x, products.options(), products.run())) == 1;
}

Natural Group::State::orbit_bound(Products& products) const {
  const OrbitsAnswer found = orbits(generators, options.machine, products.run());
  Natural bound = 1;
  for (const std::uint64_t length : found.lengths) bound *= giant_order(length, false);
  const bool even = std::ranges::all_of(kept, [&](const Element& x) { return is_even(x.span(), products); });
  if (even && bound > Natural(1)) bound.divide(2);
  return bound;
}

/// Slots, the accumulator, spare arrays, and two levels with all their arrays; a chain that needs more says so when it does.
void Group::State::plan_memory(RunControl& run) {
  const std::uint64_t slots = std::max<std::uint64_t>(
      generators.degree >= tuning::kLargeDegree ? tuning::kSlotsOfLarge : tuning::kSlots, kept.size() + 1);
  const std::uint64_t needed = generators.degree * ((slots + 3 + 2 * tuning::kShortcuts) * sizeof(Point) + 4);
  run.note_choice("memory", format_bytes(needed),
                  fmt::format("for random elements and a chain of {}", counted(generators.degree, "point")));
  require_memory(needed, &run, fmt::format("a chain of stabilizers of {}", counted(generators.degree, "point")));
  on_gpu = choose_gpu(options.machine, generators.degree, 2 * needed, run);
}

void Group::State::start(Products& products) {
  builder = Builder(generators.degree, generators.images.size(), options.base);
  if (kept.empty()) return finish(true, "all generators are the identity");
  if (products.run() != nullptr) plan_memory(*products.run());
  const std::size_t slots = generators.degree >= tuning::kLargeDegree ? tuning::kSlotsOfLarge : tuning::kSlots;
  elements = RandomElements(kept, slots, options.seed);
  target = options.order;
  if (kept.size() == 1) cyclic = perm::order(perm::cycle_type(kept.front().span(), products.options(), products.run()));
  may_be_giant = generators.degree >= 8 && !options.order && !cyclic && options.base.empty();
  phase = Phase::sift;
}

void Group::State::sift(Products& products) {
  if (!may_be_giant && builder.idle() % 2 == 1) {
    RandomStream random(options.seed ^ kSchreierStream, elements.steps(), builder.idle());
    std::optional<Element> x = missing_product(random, products);
    if (!x) x = random_schreier_element(builder.chain, kept, random, products, builder.lines);
    builder.take(*x, products);
  } else {
    elements.advance(products, builder.lines);
    if (may_be_giant) {
      if (recognise(products))
        return finish(true, fmt::format("transitive, with a cycle of prime length (Jordan): the {} group", to_string(giant)));
      if (may_be_giant) return;
    }
    if (elements.steps() < tuning::kScramble / 2 + elements.slots()) return;
    builder.take(elements.element(), products);
  }
  size.order = builder.chain.order();
  if (target && size.order == *target) {
    if (confirms(products)) {
      return finish(true, options.presented ? "the generators satisfy the presentation, and the order of its group is reached"
                                            : "the order that was given is reached");
    }
    size.order = builder.chain.order();
  }
  if (target && size.order > *target) {
    throw InputError(fmt::format("the order was given as {}, but the group has at least {} elements; check {}",
                                 group_digits(target->text()), group_digits(size.order.text()), option("order")));
  }
  if (cyclic && size.order == *cyclic)
    return finish(true, "one generator, whose order is the least common multiple of the lengths of its cycles");
  if (builder.idle() < (target ? tuning::kHopelessSifts : tuning::kSureSifts)) return;
  if (options.proof == Proof::none) return finish(false, "no proof was asked for");
  if (generators.degree <= 5000 && size.order == orbit_bound(products))
    return finish(true, "no group with these orbits and signs is larger");
  begin_proof(products);
}

std::optional<Element> Group::State::missing_product(RandomStream& random, Products& products) {
  if (builder.chain.size() == 0) return {};
  for (unsigned i = 0; i < tuning::kProductTests; ++i) {
    products.look();
    if (std::optional<Element> found = builder.missing_product(kept, random, products)) return found;
  }
  return {};
}

/// Whether the generators, a few random elements and products of walks are in a chain that has the order that was given: a check
/// of that order.
bool Group::State::confirms(Products& products) {
  const auto is_new = [&](const Element& x) {
    builder.take(x, products);
    return builder.idle() == 0 || builder.chain.order() != *target;
  };
  if (std::ranges::any_of(kept, is_new)) return false;
  RandomStream random(options.seed ^ kSchreierStream, elements.steps(), kConfirmation);
  if (const std::optional<Element> x = missing_product(random, products)) {
    builder.take(*x, products);
    return false;
  }
  for (unsigned i = 0; i < tuning::kConfirmations; ++i) {
    elements.advance(products, builder.lines);
    if (is_new(elements.element())) return false;
  }
  return true;
}

void Group::State::begin_proof(Products& products) {
  // Elements that move few of very many points may all have been missed.
  if (builder.chain.size() == 0) builder.chain.push(*moved_point(*kept.front().images, 0, products));
  const auto affordable = static_cast<double>(tuning::kVerifySteps);
  const bool always = options.proof == Proof::always;
  double steps = least_steps_of_proof(builder.chain);
  const std::uint64_t needed = bytes_of_proof(generators.degree, products.threads());
  if (always) {
    require_memory(needed, products.run(), fmt::format("the proof for a chain of {}", counted(generators.degree, "point")));
  } else if (steps < affordable && products.run() != nullptr && needed > products.run()->memory_left()) {
    return finish(false,
                  fmt::format("a proof by Sims' method takes about {} of memory, and there is less", format_bytes(needed)));
  }
  if (always || steps < affordable) steps = steps_of_proof(builder.chain, products);
  const bool is_tried = always || static_cast<double>(generators.degree) * tuning::kShortOrbitSteps < affordable;
  if (steps > tuning::kFastProof && is_tried && !has_short_orbits) {
    has_short_orbits = true;
    Builder other = with_short_orbits(builder, options.base, elements, products);
    const double others = steps_of_proof(other.chain, products);
    if (other.chain.order() != size.order) {  // the chain was not complete: more elements are needed
      builder = std::move(other);
      size.order = builder.chain.order();
      return;
    }
    if (others < steps) builder = std::move(other);
    steps = std::min(steps, others);
  }
  if (!always && steps > affordable) {
    // Not by options: the sentence is a result, in languages that name these otherwise.
    return finish(false, fmt::format("a proof by Sims' method takes {:.1g} steps; {}give the order if it is known, or ask for a "
                                     "proof however long it takes",
                                     steps, target ? "the order that was given was not reached; " : ""));
  }
  level = builder.chain.size();
  classes.reset();
  resume_at = {};
  phase = Phase::verify;
}

void Group::State::begin_level(Products& products) {
  if (!classes) {
    Classes made(generators.degree);
    for (std::size_t i = level; i < builder.chain.size(); ++i) {
      for (const Element& x : builder.chain[i].arrays) {
        products.look();
        made.join(x);
      }
    }
    classes = std::move(made);
  }
  LevelProof proof(builder.chain, level - 1, *classes, level == 1 ? std::span<const Element>(kept) : std::span<const Element>(),
                   options.seed, products, builder.lines);
  if (resume_at != std::pair<std::size_t, std::size_t>{} &&
      !proof.continue_from(resume_at.first, resume_at.second, products, builder.lines))
    throw InputError("the checkpoint is damaged");
  resume_at = {};
  level_proof.emplace(std::move(proof));
}

/// From the last level to the first, a slice of tests at a time.
void Group::State::verify(Products& products) {
  if (level == 0) return finish(true, "Sims' method, level by level");
  if (!level_proof) begin_level(products);  // and a step, so that every continuation makes one
  if (const std::optional<Element> missing = level_proof->step(products, builder.lines)) {
    level_proof.reset();
    for (unsigned tries = 0; tries < tuning::kSureSifts && builder.chain.order() == size.order; ++tries)
      builder.take(*missing, products);
    size.order = builder.chain.order();
    phase = Phase::sift;
    return;
  }
  if (!level_proof->done()) return;
  level_proof.reset();
  --level;
  for (const Element& x : builder.chain[level].arrays) classes->join(x);
}

class GroupJob : public Resumable {
 public:
  explicit GroupJob(Group::State& state) : state_(state) {}

  std::string kind() const override { return "group order 2"; }
  Json problem() const override {
    std::uint64_t hash = 0;
    for (const Element& x : state_.kept) {
      ByteHash bytes(x.span().size_bytes(), hash);
      bytes.add(std::as_bytes(x.span()));
      hash = bytes.value();
    }
    return {{"degree", state_.generators.degree},
            {"generators", state_.kept.size()},
            {"images", fmt::format("{:016x}", hash)},
            {"seed", state_.options.seed},
            {"order", state_.options.order ? state_.options.order->text() : ""},
            {"presented", state_.options.presented},
            {"base", state_.options.base}};
  }
  bool done() const override { return state_.phase == Phase::done; }
  void step(RunControl& run) override {
    Products products(state_.options.machine, &run, state_.on_gpu && state_.phase == Phase::sift);
    const auto timer = run.phase(state_.phase == Phase::verify ? "prove" : "sift");
    switch (state_.phase) {
      case Phase::start: return state_.start(products);
      case Phase::sift: {
        try {
          state_.sift(products);
        } catch (const MemoryError&) {  // of the GPU, to which the arrays of all levels are copied
          if (!state_.on_gpu || state_.options.machine.backend != BackendChoice::automatic) throw;
          state_.on_gpu = false;
          run.note_choice("backend", "cpu", "the chain does not fit in the memory of the GPU");
        }
        return run.report({"sift", state_.elements.steps(), 0, "random elements"});
      }
      case Phase::verify: {
        state_.verify(products);
        const std::size_t levels = state_.builder.chain.size();
        return run.report(
            {"prove", levels - state_.level, levels, "levels", state_.level_proof ? state_.level_proof->progress() : ""});
      }
      case Phase::done: return;
    }
  }
  void save(ByteWriter& into) const override {
    into.put(static_cast<std::uint64_t>(state_.phase));
    if (state_.phase == Phase::start || state_.phase == Phase::done) return;
    into.put(std::uint64_t{state_.may_be_giant});
    into.put(state_.tests);
    into.put(std::uint64_t{state_.misses});
    into.put(std::uint64_t{state_.level});
    into.put(std::uint64_t{state_.level_proof ? state_.level_proof->task() : state_.resume_at.first});
    into.put(std::uint64_t{state_.level_proof ? state_.level_proof->next() : state_.resume_at.second});
    state_.elements.save(into);
    state_.builder.save(into);
  }
  void restore(ByteReader& from, RunControl& run) override {
    const auto phase = static_cast<Phase>(from.number());
    if (phase == Phase::start || phase == Phase::done) return;
    if (phase > Phase::done) from.fail("the checkpoint is damaged");
    Products products(state_.options.machine, &run);
    state_.start(products);
    Products there(state_.options.machine, &run, state_.on_gpu);
    state_.may_be_giant = from.number() != 0;
    state_.tests = from.number();
    state_.misses = static_cast<unsigned>(from.number());
    state_.level = from.number();
    state_.resume_at.first = from.number();
    state_.resume_at.second = from.number();
    state_.elements.restore(from, state_.generators.degree);
    state_.builder.restore(from, there);
    if (state_.level > state_.builder.chain.size()) from.fail("the checkpoint is damaged");
    state_.phase = phase;
    state_.size.order = state_.builder.chain.order();
  }
  bool worth_saving() const override { return state_.phase != Phase::done; }

 private:
  Group::State& state_;
};

Group::Group(Generators generators, const Options& options, RunControl* run) : state_(std::make_unique<State>()) {
  require_permutations(generators, options.machine, run);
  State& state = *state_;
  state.generators = std::move(generators);
  state.options = options;
  for (std::size_t g = state.generators.names.size(); g < state.generators.images.size(); ++g)
    state.generators.names.push_back(fmt::format("s{}", g + 1));
  std::vector<Point> base;
  for (const Point point : options.base) {
    if (point >= state.generators.degree)
      throw InputError(
          fmt::format("{} is not a point: {}", std::uint64_t{point} + 1, there_are(state.generators.degree, "point")));
    if (std::ranges::find(base, point) == base.end()) base.push_back(point);
  }
  state.options.base = std::move(base);
  const unsigned threads = Products(options.machine, run).threads();
  for (std::size_t g = 0; g < state.generators.images.size(); ++g) {
    const std::span<const Point> images = state.generators.images[g];
    const bool repeated = std::ranges::any_of(state.kept, [&](const Element& x) { return std::ranges::equal(x.span(), images); });
    if (repeated || !moved_point(images, 0, threads)) continue;
    state.kept.push_back({std::make_shared<const Images>(Images::of(images)), static_cast<std::uint32_t>(g)});
  }
}
Group::Group(std::unique_ptr<State> state) : state_(std::move(state)) {}
Group::~Group() = default;
Group::Group(Group&& other) noexcept = default;
Group& Group::operator=(Group&& other) noexcept = default;

bool Group::run(RunControl* run) {
  GivenRun given(run);
  if (complete()) return true;
  GroupJob job(*state_);
  try {
    drive(job, given);
  } catch (const std::bad_alloc&) {
    throw ResourceError(fmt::format("the chain of stabilizers does not fit in memory: it has {} by now; raise {}",
                                    format_bytes(memory()), option("memory")));
  }
  if (!complete()) {
    state_->size.order = state_->builder.chain.order();
    state_->size.proof = "stopped before it was known";
  }
  return complete();
}

bool Group::complete() const noexcept {
  return state_->phase == Phase::done;
}
const Generators& Group::generators() const noexcept {
  return state_->generators;
}
std::uint64_t Group::degree() const noexcept {
  return state_->generators.degree;
}
const Size& Group::size() const noexcept {
  return state_->size;
}
Giant Group::giant() const noexcept {
  return state_->giant;
}
std::uint64_t Group::memory() const noexcept {
  return state_->builder.chain.bytes();
}

std::vector<LevelInfo> Group::levels() const {
  std::vector<LevelInfo> levels;
  const Chain& chain = state_->builder.chain;
  for (std::size_t i = 0; i < chain.size(); ++i)
    levels.push_back({chain[i].base, chain[i].orbit, chain[i].depth, chain[i].arrays.size()});
  return levels;
}

}  // namespace wreath::group

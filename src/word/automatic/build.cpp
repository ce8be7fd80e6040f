// SPDX-License-Identifier: MIT
#include "word/automatic/build.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/words/words.hpp"
#include "word/automatic/differences.hpp"
#include "word/automatic/verify.hpp"
#include "word/completion/rewriting.hpp"
#include "word/tuning.hpp"

namespace wreath::word {

namespace {

class Builder {
 public:
  Builder(const Presentation& presentation, const BuildOptions& options, RunControl& run)
      : presentation_(presentation),
        options_(options),
        run_(run),
        completion_(presentation, options.completion, &run, {}, (options.proof == nullptr ? nullptr : &options.proof->journal)) {
    for (const auto& [u, v] : options.known) completion_.add_equation(u, v);
  }

  BuildResult build() {
    while (true) {
      const bool more = complete_a_while();
      save_if_due();
      if (!run_.should_stop() && worth_a_try(!more) && attempt(!more)) {
        if (options_.proof != nullptr)
          options_.proof->lemmas = multiplier_lemmas(*machine_, result_.structure.multiplier, backwards_);
        finish_completion();
        return end(BuildEnding::verified);
      }
      if (run_.should_stop()) return end(BuildEnding::stopped);
      if (!more || too_many_states_) return end(why_no_more());
    }
  }

 private:
  /// What is kept is the rules: a try at the automata that is cut short is made again.
  void save_if_due() {
    if (options_.keeper != nullptr && options_.keeper->is_due()) options_.keeper->save(pack_rules(completion_.rules()));
  }

  BuildEnding why_no_more() const {
    if (completion_.at_limit()) return BuildEnding::max_rules;
    if (too_many_states_) return BuildEnding::max_states;
    return completion_.set_aside() ? BuildEnding::max_length : BuildEnding::not_found;
  }

  bool complete_a_while() {
    const auto timer = run_.phase("completion");
    const std::uint64_t before = completion_.work();
    const bool more = completion_.advance(kPairsPerLook, run_);
    work_ += completion_.work() - before;
    const std::string note = fmt::format("{} rules, {} word differences", completion_.system().alive(), candidates_);
    run_.report({"completion", completion_.pairs(), 0, "equations", note});
    return more;
  }

  /// A system that is nearly confluent becomes so; others are left as they are.
  void finish_completion() {
    const auto timer = run_.phase("completion");
    const std::uint64_t last = completion_.pairs() + completion_.pairs() / 8 + 256;
    while (completion_.pairs() < last && completion_.advance(64, run_)) {
    }
  }

  /// Whether the differences have settled, or the completion has grown enough since the last try.
  bool worth_a_try(bool last) {
    if (last) return true;
    if (completion_.made() < looked_at_ + looked_at_ / 8 + 8) return false;
    looked_at_ = completion_.made();
    const auto timer = run_.phase("differences");
    DifferenceSet set = collect();
    const bool settled = set.size() <= candidates_;
    candidates_ = set.size();
    report_.candidates = candidates_;
    if (work_ < next_try_) return false;
    return settled || completion_.made() >= tried_at_ + tried_at_ / 2;
  }

  DifferenceSet collect() {
    DifferenceSet set;
    for (const Rule& rule : completion_.system().rules())
      if (rule.alive) add_differences(set, rule.left, rule.right, presentation_.alphabet, completion_.system());
    for (const Word& hint : options_.hints) set.add(hint);
    return set;
  }

  /// The last try after a completion has no limits but the user's; one that was cut short has taught too little for that.
  bool is_boundless() const { return last_ && !completion_.at_limit(); }
  std::uint64_t work_of_a_try() const {
    return is_boundless() ? ~std::uint64_t{0}
                          : (tuning::kEntriesOfATry + work_ / tuning::kLettersPerEntry) * (last_ ? tuning::kLastTry : 1);
  }
  std::uint64_t states_of_a_try() const {
    return is_boundless() ? options_.states
                          : std::min(options_.states,
                                     (tuning::kStatesOfATry + work_ / tuning::kLettersPerState) * (last_ ? tuning::kLastTry : 1));
  }

  /// Builds the automata from the differences at hand, and corrects them; true when they are verified.
  bool attempt(bool last) {
    tried_at_ = completion_.made();
    states_tried_ = 0;
    next_try_ = 0;
    settled_ = false;
    ++report_.tries;
    last_ = last;
    const automata::Limits limits{&run_, states_of_a_try()};
    try {
      DifferenceSet set = collect();
      for (report_.rounds = 1; report_.rounds <= tuning::kMostRounds; ++report_.rounds) {
        const std::size_t known = completion_.made();
        marked_ = false;
        if (build_round(set, limits)) return true;
        if (set.size() <= machine_->size() && completion_.made() == known && !marked_) break;  // nothing learned
        if (run_.should_stop()) break;
        save_if_due();
        settled_ = set.size() <= machine_->size();
      }
    } catch (const automata::LimitReached&) {
      next_try_ = work_ / 4;
      too_many_states_ =
          limits.states == options_.states &&
          (last || work_ > std::max(tuning::kLettersBeforeGivingUp, 2 * tuning::kLettersPerState * options_.states));
    }
    next_try_ += work_ + tuning::kLettersPerState * states_tried_;
    return false;
  }

  /// One round: automata, products, axioms. False where it taught something new.
  bool build_round(DifferenceSet& set, const automata::Limits& limits) {
    AutomaticStructure& made = result_.structure;
    make_machine(set, limits);
    for (std::size_t conflicts = 0; !make_automata(made, limits); ++conflicts) {
      if (conflicts > tuning::kMostConflicts) throw InternalError("the word acceptor does not reject what its machine sees");
      if (conflicts == tuning::kMostConflicts) machine_->mark_all();
    }
    const bool by_rules = completion_.confluent();  // each element has exactly one normal form
    run_.report({"automata", made.multiplier.dfa.states(), 0, "states"});
    std::vector<MissingProduct> missing;
    {
      auto timer = run_.phase("products");
      missing = missing_products(by_rules, limits);
    }
    if (!missing.empty()) {
      learn(missing, set);
      return false;
    }
    auto timer = run_.phase("axioms");
    if (auto wrong = find_wrong_edge(made.acceptor, made.multiplier, presentation_.alphabet)) throw InternalError(*wrong);
    if (by_rules) {
      made.verified = true;
      return true;
    }
    if (auto broken = find_broken_axiom(presentation_, made.acceptor, made.multiplier, limits)) {
      learn(*broken, set);
      return false;
    }
    made.verified = true;
    return true;
  }

  /// Forwards, unless that meets many sets of states.
  std::vector<MissingProduct> missing_products(bool backwards, const automata::Limits& limits) {
    const AutomaticStructure& made = result_.structure;
    backwards_ = false;
    if (!backwards) {
      const std::uint64_t few = tuning::kSetsPerState * made.multiplier.dfa.states() + tuning::kStatesOfATry;
      try {
        return find_missing_products(made.acceptor, made.multiplier, {&run_, std::min(limits.states, few)});
      } catch (const automata::LimitReached&) {
        if (run_.should_stop()) throw;
      }
    }
    backwards_ = true;
    return find_missing_products_backwards(made.acceptor, made.multiplier, limits);
  }

  void make_machine(const DifferenceSet& set, const automata::Limits& limits) {
    const auto timer = run_.phase("difference machine");
    const std::optional<DifferenceMachine> before = std::move(machine_);
    machine_.emplace(set, presentation_.alphabet, completion_, limits);
    if (before) machine_->mark_as(*before);
    for (const Rule& rule : completion_.system().rules())
      if (rule.alive) machine_->mark(rule.left, rule.right);
    if (settled_) machine_->mark_all();  // the acceptor would learn how to use them one by one
  }

  /// False where the acceptor accepts two words that the machine knows to be equal; it has been marked how.
  bool make_automata(AutomaticStructure& made, const automata::Limits& limits) {
    {
      const auto timer = run_.phase("word acceptor");
      made.acceptor = completion_.confluent() ? normal_form_language(completion_.system(), limits)
                                              : make_word_acceptor(*machine_, limits, work_of_a_try());
    }
    const auto timer = run_.phase("multiplier");
    auto multiplier = make_multiplier(made.acceptor, *machine_, limits);
    if (multiplier) made.multiplier = std::move(*multiplier);
    states_tried_ += made.acceptor.states() + (multiplier ? made.multiplier.dfa.states() : 0);
    return multiplier.has_value();
  }

  void learn(const std::vector<MissingProduct>& missing, DifferenceSet& set) {
    set = machine_->set();
    std::vector<Equation> used;
    for (const auto& [word, generator] : missing) {
      Word same = word;
      reduce_by_machine(same, *machine_, &used);  // accepted, but not for long
      Word product = word;
      product.push_back(generator);
      const Word before = product;
      Chain chain;  // from `before` to the product
      completion_.reduce(product, chain);
      reduce_by_machine(product, *machine_, &used, &chain);
      if (product != before) completion_.add_equation(before, product, note(before, chain));
      add_differences(set, word, product, presentation_.alphabet, completion_.system());
      const Difference seen = machine_->run(word, product);  // the generator, under another name
      if (seen != kNoDifference && seen != machine_->generator(generator))
        completion_.add_equation((*machine_)[seen], Word{generator}, note_name(seen, word, product, chain));
    }
    for (const auto& [u, v] : used) marked_ |= machine_->mark(u, v);
  }

  LemmaId note(const Word& u, const Chain& chain) {
    return options_.proof == nullptr ? 0 : options_.proof->journal.add(u, chain);
  }

  /// d = x, as the machine reads w and v with the difference d, and the chain leads from w*x to v: d = W*w*d = W*v = W*w*x = x.
  LemmaId note_name(Difference d, const Word& w, const Word& v, const Chain& chain) {
    if (options_.proof == nullptr) return 0;
    Chain cancelled;
    options_.proof->journal.cancel_word(cancelled, inverted(w, presentation_.alphabet.inverses), 0);
    Chain whole = reversed(cancelled);
    append(whole, reversed(machine_->derivation(w, v)), w.size());
    append(whole, reversed(chain), w.size());
    append(whole, cancelled);
    return note((*machine_)[d], whole);
  }

  void learn(const Equation& equation, DifferenceSet& set) {
    const LemmaId lemma = options_.proof == nullptr ? 0 : options_.proof->journal.assume();
    completion_.add_equation(equation.first, equation.second, lemma);
    add_differences(set, equation.first, equation.second, presentation_.alphabet, completion_.system());
  }

  BuildResult end(BuildEnding ending) {
    report_.ending = ending;
    report_.stop_reason = run_.stop_reason();
    report_.rules = completion_.system().alive();
    report_.pairs = completion_.pairs();
    result_.structure.presentation = presentation_;
    result_.structure.rules = completion_.rules();
    result_.structure.confluent = completion_.confluent();
    if (!result_.structure.verified && options_.keeper != nullptr) options_.keeper->save(pack_rules(result_.structure.rules));
    result_.report = report_;
    return std::move(result_);
  }

  static constexpr std::uint64_t kPairsPerLook = 4096;

  const Presentation& presentation_;
  const BuildOptions& options_;
  RunControl& run_;
  Completion completion_;
  std::optional<DifferenceMachine> machine_;
  bool marked_ = false;
  bool settled_ = false;  // whether a round of this try taught no new difference
  bool last_ = false;
  bool backwards_ = false;        // whether the products were found from the ends of words
  bool too_many_states_ = false;  // for the user's limit
  std::size_t candidates_ = 0;
  std::size_t looked_at_ = 0;
  std::size_t tried_at_ = 0;
  std::uint64_t states_tried_ = 0;
  std::uint64_t work_ = 0;      // of the completion, without what the tries ask of it
  std::uint64_t next_try_ = 0;  // when the completion has done so much
  BuildResult result_;
  BuildReport report_;
};

}  // namespace

BuildResult build_structure(const Presentation& presentation, const BuildOptions& options, RunControl& run) {
  if (!presentation.is_group()) {
    throw InputError(
        "automatic structures are built for groups only, and this is the presentation of a monoid; complete its rules instead");
  }
  if (presentation.ordering != Ordering::shortlex) {
    throw InputError(
        "automatic structures are built for the shortlex order only; in the other orders, complete the rules instead");
  }
  return Builder(presentation, options, run).build();
}

}  // namespace wreath::word

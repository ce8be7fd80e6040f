// SPDX-License-Identifier: MIT
#include "word/known/garside/minimal_conjugators.hpp"

#include <algorithm>

namespace wreath::word::garside {

namespace {

/// Applies `next` again and again, and returns the elements that repeat.
template <class Next>
std::vector<Simple> cycle_of(Simple s, const Next& next) {
  std::vector<Simple> all;
  for (;;) {
    const auto found = std::find(all.begin(), all.end(), s);
    if (found != all.end()) return {found, all.end()};
    all.push_back(s);
    s = next(std::move(s));
  }
}

}  // namespace

Simple sliding_prefix(const FormArithmetic& arithmetic, const Form& x) {
  const SimpleElements& simples = arithmetic.simples();
  Simple prefix(simples.points());
  const std::size_t length = arithmetic.length(x);
  if (length == 0) {
    simples.set_identity(prefix.data());
    return prefix;
  }
  simples.complement(arithmetic.factor(x, length - 1), prefix.data());
  simples.flip(prefix.data(), x.power);
  simples.meet(arithmetic.factor(x, 0), prefix.data(), prefix.data());
  return prefix;
}

MinimalConjugators::MinimalConjugators(const FormArithmetic& arithmetic, const Form& x, StopCheck& stop)
    : arithmetic_(arithmetic), stop_(stop) {
  Form element = x;
  do {
    Simple prefix = sliding_prefix(arithmetic, element);
    Form next = arithmetic.conjugated(element, prefix.data(), stop);
    Form inverse = arithmetic.inverse(element);
    circuit_.push_back({std::move(element), std::move(inverse), std::move(prefix)});
    element = std::move(next);
  } while (element != x);
}

std::vector<Simple> MinimalConjugators::find() {
  std::vector<Simple> found;
  std::vector<bool> is_done(simples().rank());
  for (std::size_t a = 0; a < simples().rank(); ++a) {
    stop_.look();
    const Simple atom(simples().atom(a), simples().atom(a) + simples().points());
    const auto has_atom = [&](const Simple& s) { return simples().begins_with(s.data(), a); };
    Simple least = atom;
    keep_short(circuit_.front(), least);
    bool is_known = false;  // the conjugator for an earlier letter is a prefix of the one for a
    for (std::size_t b = 0; b < a; ++b) is_known = is_known || simples().begins_with(least.data(), b);
    if (is_known) continue;
    std::vector<Simple> candidates = repeated_transports(least);
    const bool is_one = simples().is_identity(candidates.front().data());
    if (is_one) {
      candidates.clear();
      for (const Simple& back : repeated_pullbacks(atom)) {
        const std::vector<Simple> more = repeated_transports(back);
        candidates.insert(candidates.end(), more.begin(), more.end());
      }
    }
    candidates.erase(std::remove_if(candidates.begin(), candidates.end(), [&](const Simple& s) { return !has_atom(s); }),
                     candidates.end());
    if (candidates.empty()) {
      if (is_one) throw InternalError("no minimal conjugator was found for a letter");
      continue;  // what is repeated is a proper prefix of the least one
    }
    // Common prefixes of elements that lead into circuits do so, too.
    Simple& first = candidates.front();
    for (const Simple& other : candidates) simples().meet(first.data(), other.data(), first.data());
    found.push_back(std::move(first));
  }
  return found;
}

// f1*...*fr*s has the prefix b if and only if s has the prefix past(fr, ... past(f1, b)).
void MinimalConjugators::lacking(const Form& x, Point* simple, const Point* skip) const {
  for (std::size_t i = 0; i < arithmetic_.length(x); ++i) {
    if (i > 0 || skip == nullptr) {
      simples().past(arithmetic_.factor(x, i), simple);
      continue;
    }
    Point back[kMaxPoints];
    Point rest[kMaxPoints];
    simples().invert(skip, back);
    simples().multiply(back, arithmetic_.factor(x, 0), rest);
    simples().past(rest, simple);
  }
  simples().flip(simple, x.power);
}

// x^t is as short as x, for x = X*delta^k, if and only if t is a prefix of X*flip^k(t), and likewise for x^-1.
void MinimalConjugators::keep_short(const Place& place, Simple& t) {
  Simple before;
  do {
    before = t;
    for (const Form* x : {&place.element, &place.inverse}) {
      stop_.spend(x->factors.size());
      Simple more = t;
      lacking(*x, more.data());
      simples().join(t.data(), more.data(), t.data());
    }
  } while (t != before);
}

std::vector<Simple> MinimalConjugators::repeated_transports(const Simple& s) {
  return cycle_of(s, [this](Simple t) { return transport(std::move(t)); });
}

std::vector<Simple> MinimalConjugators::repeated_pullbacks(const Simple& s) {
  return cycle_of(s, [this](Simple t) { return pullback(std::move(t)); });
}

Simple MinimalConjugators::transport(Simple s) {
  Form y = arithmetic_.conjugated(circuit_.front().element, s.data(), stop_);
  for (const Place& place : circuit_) {
    const Simple prefix = sliding_prefix(arithmetic_, y);
    Simple left(s.size());
    Simple product(s.size());
    simples().invert(place.prefix.data(), left.data());
    simples().multiply(left.data(), s.data(), product.data());
    simples().multiply(product.data(), prefix.data(), s.data());
    y = arithmetic_.conjugated(y, prefix.data(), stop_);
  }
  return s;
}

// With y = x^t, which is as short as x, t*p(y) is the greatest common prefix of t*delta, X*flip^k(t) and the like for x^-1. The
// transport of t has the prefix s if and only if p(x)*s is a prefix of these three.
Simple MinimalConjugators::pullback(Simple s) {
  for (auto place = circuit_.rbegin(); place != circuit_.rend(); ++place) {
    Simple least = s;
    Simple rest(s.size());
    simples().complement(place->prefix.data(), rest.data());
    simples().past(rest.data(), least.data());
    simples().flip(least.data());
    for (const Form* x : {&place->element, &place->inverse}) {
      Simple more = s;
      lacking(*x, more.data(), place->prefix.data());
      simples().join(least.data(), more.data(), least.data());
    }
    keep_short(*place, least);
    s = std::move(least);
  }
  return s;
}

}  // namespace wreath::word::garside

// SPDX-License-Identifier: MIT
#include <algorithm>
#include <exception>

#include "core/run/given_run.hpp"
#include "word/automata/language.hpp"
#include "word/internals.hpp"
#include "word/reduction/backend.hpp"
#include "wreath/word/streams.hpp"

namespace wreath::word {

namespace {

constexpr std::size_t kListedLetters = std::size_t{1} << 22;  // at once

void add_length(WordLengths& lengths, std::uint64_t length) {
  lengths.letters += length;
  lengths.shortest = std::min(lengths.shortest, length);
  lengths.longest = std::max(lengths.longest, length);
}

void add_forms(StreamReport& report, const WordsRef& words, std::span<const std::uint64_t> lengths) {
  report.words += lengths.size();
  for (std::size_t i = 0; i < lengths.size(); ++i) {
    add_length(report.in, words.offsets[i + 1] - words.offsets[i]);
    add_length(report.out, lengths[i]);
    report.identities += lengths[i] == 0;
  }
}

/// reduce(words, forms, lengths) for batch after batch; it returns how many words it did.
template <class Reduce>
StreamReport reduce_batches(const Group& group, WordSource& source, WordSink& sink, FormOf of, RunControl& run,
                            const Reduce& reduce) {
  StreamReport report;
  std::vector<Letter> inverted;
  std::vector<Letter> forms;
  std::vector<std::uint64_t> lengths;
  const auto read = [&] {
    const auto timer = run.phase("read");
    return source.next();
  };
  while (!run.should_stop()) {
    auto words = read();
    if (!words) break;
    if (of == FormOf::inverses) {
      invert_words(*words, group.alphabet(), inverted);
      words->letters = inverted;
    }
    forms.resize(words->letters.size());
    lengths.resize(words->size());
    std::size_t done = 0;
    {
      const auto timer = run.phase("reduce");
      done = reduce(*words, forms, lengths);
    }
    const auto timer = run.phase("write");
    sink.add(forms, words->offsets, std::span(lengths).first(done));
    add_forms(report, *words, std::span(lengths).first(done));
    run.report({"reduce", report.words, 0, "words"});
    if (done < words->size()) return report;
  }
  report.complete = source.at_end();
  return report;
}

StreamReport reduce_by_ranks(const Group& group, WordSource& source, WordSink& sink, FormOf of, RunControl& run,
                             ClusterBackend& ranks) {
  if (!ranks.is_first()) {
    ranks.serve();
    return {.complete = true};
  }
  StreamReport report;
  std::exception_ptr failure;
  try {
    report = reduce_batches(group, source, sink, of, run, [&](const WordsRef& words, auto& forms, auto& lengths) {
      return ranks.reduce(words, forms, lengths);
    });
  } catch (...) {
    failure = std::current_exception();
  }
  ranks.end(failure);
  return report;
}

}  // namespace

StreamReport reduce_stream(const Group& group, WordSource& source, WordSink& sink, FormOf of, const ReduceOptions& options,
                           RunControl* its_run) {
  GivenRun run(its_run);
  if (options.machine.cluster) {
    const auto ranks = make_cluster_backend(group, options, *run);
    return reduce_by_ranks(group, source, sink, of, *run, *ranks);
  }
  return reduce_batches(group, source, sink, of, *run, [&](const WordsRef& words, auto& forms, auto& lengths) {
    return group.reduce_words(words, forms, lengths, options, its_run);
  });
}

StreamReport list_ball(const Group& group, std::size_t radius, WordSink& sink, RunControl* run) {
  GivenRun control(run);
  StreamReport report;
  Words words;
  std::vector<std::uint64_t> lengths;
  const auto send = [&] {
    sink.add(words.letters, words.offsets, lengths);
    add_forms(report, words.ref(), lengths);
    words.clear();
    lengths.clear();
    control->report({"list", report.words, 0, "elements"});
    return !control->should_stop();
  };
  bool going = !control->should_stop();
  automata::for_each_word(Internals::proven(group).acceptor, 0, radius, [&](const automata::SymbolWord& word) {
    if (!going) return false;
    for (const auto symbol : word) words.letters.push_back(static_cast<Letter>(symbol));
    words.end_word();
    lengths.push_back(word.size());
    if (words.letters.size() + lengths.size() >= kListedLetters) going = send();
    return going;
  });
  if (going) send();
  report.complete = going;
  return report;
}

}  // namespace wreath::word

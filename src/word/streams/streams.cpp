// SPDX-License-Identifier: MIT
#include <algorithm>
#include <exception>

#include "core/io/distinct_files.hpp"
#include "core/io/npy.hpp"
#include "core/io/output_file.hpp"
#include "core/run/given_run.hpp"
#include "core/text/option.hpp"
#include "word/automata/operations.hpp"
#include "word/internals.hpp"
#include "word/reduction/backend.hpp"
#include "wreath/word/streams.hpp"
#include "wreath/word/word_problem.hpp"

namespace wreath::word {

namespace {

constexpr std::size_t kTextPiece = std::size_t{1} << 20;

/// Lines for whoever takes them; some at a time.
class LineSink : public WordSink {
 public:
  LineSink(std::function<void(const std::string&)> take, WordText text) : take_(std::move(take)), text_(std::move(text)) {}
  void add(std::span<const Letter> forms, std::span<const std::uint64_t> offsets,
           std::span<const std::uint64_t> lengths) override {
    for (std::size_t i = 0; i < lengths.size(); ++i) {
      text_.print(forms.subspan(offsets[i], lengths[i]), lines_);
      lines_ += '\n';
      if (lines_.size() >= kTextPiece) hand_over();
    }
    hand_over();
  }

 private:
  void hand_over() {
    take_(lines_);
    lines_.clear();
  }

  std::function<void(const std::string&)> take_;
  WordText text_;
  std::string lines_;
};

class FileSink : public LineSink {
 public:
  FileSink(const std::string& path, const WordText& text)
      : LineSink([this](const std::string& lines) { file_.write(bytes_of(lines)); }, text), file_(path) {}
  void finish() override { file_.commit(); }

 private:
  OutputFile file_;
};

class ListSink : public WordSink {
 public:
  ListSink(std::vector<std::string>& list, WordText text) : list_(list), text_(std::move(text)) {}
  void add(std::span<const Letter> forms, std::span<const std::uint64_t> offsets,
           std::span<const std::uint64_t> lengths) override {
    for (std::size_t i = 0; i < lengths.size(); ++i) list_.push_back(text_.print(forms.subspan(offsets[i], lengths[i])));
  }

 private:
  std::vector<std::string>& list_;
  WordText text_;
};

/// A one-dimensional .npy file whose length is known at its end.
class NpyWriter {
 public:
  NpyWriter(const std::string& path, unsigned item_bytes) : file_(path), item_bytes_(item_bytes) {
    file_.write(bytes_of(header(0)));
  }
  void write(std::span<const std::byte> bytes) {
    file_.write(bytes);
    bytes_ += bytes.size();
  }
  void commit() {
    file_.write_at(0, bytes_of(header(bytes_ / item_bytes_)));
    file_.commit();
  }

 private:
  /// Always of the same length, whatever the count.
  std::string header(std::uint64_t count) const { return make_npy_header('u', item_bytes_, std::span(&count, 1), 128); }

  OutputFile file_;
  unsigned item_bytes_;
  std::uint64_t bytes_ = 0;
};

class PackedSink : public WordSink {
 public:
  PackedSink(const std::string& letters, const std::string& offsets) : letters_(letters, 1), offsets_(offsets, 8) { end_at(0); }
  void add(std::span<const Letter> forms, std::span<const std::uint64_t> offsets,
           std::span<const std::uint64_t> lengths) override {
    std::vector<Letter> packed;
    std::vector<std::uint64_t> ends(lengths.size());
    for (std::size_t i = 0; i < lengths.size(); ++i) {
      const auto form = forms.subspan(offsets[i], lengths[i]);
      packed.insert(packed.end(), form.begin(), form.end());
      ends[i] = end_ + packed.size();
    }
    letters_.write(std::as_bytes(std::span(packed)));
    offsets_.write(std::as_bytes(std::span(ends)));
    end_ += packed.size();
  }
  void finish() override {
    letters_.commit();
    offsets_.commit();
  }

 private:
  void end_at(std::uint64_t end) { offsets_.write(std::as_bytes(std::span(&end, 1))); }

  NpyWriter letters_;
  NpyWriter offsets_;
  std::uint64_t end_ = 0;
};

}  // namespace

std::unique_ptr<WordSink> write_lines(const std::filesystem::path& path, const WordText& text) {
  return std::make_unique<FileSink>(path, text);
}

std::unique_ptr<WordSink> write_lines(std::function<void(const std::string&)> take, const WordText& text) {
  return std::make_unique<LineSink>(std::move(take), text);
}

std::unique_ptr<WordSink> write_list(std::vector<std::string>& list, const WordText& text) {
  return std::make_unique<ListSink>(list, text);
}

std::unique_ptr<WordSink> write_packed(const std::string& letters, const std::string& offsets) {
  require_distinct_files({{option("out-offsets"), offsets}, {option("output"), letters}});
  return std::make_unique<PackedSink>(letters, offsets);
}

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

StreamReport reduce_stream(WordProblem& problem, WordSource& source, WordSink& sink, FormOf of, RunControl* its_run) {
  GivenRun run(its_run);
  StreamReport report;
  Words forms;
  std::vector<std::uint64_t> lengths;
  while (!run->should_stop()) {
    const auto words = [&] {
      const auto timer = run->phase("read");
      return source.next();
    }();
    if (!words) break;
    forms.clear();
    lengths.clear();
    const auto reduce = [&] {
      const auto timer = run->phase("reduce");
      for (std::size_t i = 0; i < words->size() && !run->should_stop(); ++i) {
        const Word word((*words)[i].begin(), (*words)[i].end());
        const Word form =
            problem.normal_form(of == FormOf::inverses ? inverse_word(word, problem.text().alphabet()) : word, &*run);
        forms.letters.insert(forms.letters.end(), form.begin(), form.end());
        forms.end_word();
        lengths.push_back(form.size());
      }
    };
    std::exception_ptr failure;
    try {
      reduce();
    } catch (const LimitReached&) {  // what is done by then is the answer
      if (!run->should_stop()) failure = std::current_exception();
    }
    const auto timer = run->phase("write");
    sink.add(forms.letters, forms.offsets, lengths);
    add_forms(report, *words, lengths);
    if (failure) std::rethrow_exception(failure);
    if (lengths.size() < words->size()) return report;
    run->report({"reduce", report.words, 0, "words"});
  }
  report.complete = source.at_end();
  return report;
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

// SPDX-License-Identifier: MIT
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <exception>

#include "core/io/npy.hpp"
#include "core/run/given_run.hpp"
#include "core/text/units.hpp"
#include "wreath/word/streams.hpp"
#include "word/tuning.hpp"

namespace wreath::word {

namespace {

constexpr std::uint64_t kBytesPerLetter = 8;  // of a long line, until its normal form is printed

class TextsSource : public WordSource {
 public:
  explicit TextsSource(Words words) : words_(std::move(words)) {}
  std::optional<WordsRef> next() override {
    if (std::exchange(read_, true)) return std::nullopt;
    return words_.ref();
  }
  bool at_end() const override { return read_; }

 private:
  Words words_;
  bool read_ = false;
};

/// The lines of a file, a pipe or a terminal. Where nothing more is there at the moment, the batch ends: who types a line gets
/// its answer. It never waits in a way that Ctrl-C or the end of the time would not interrupt.
class LineSource : public WordSource {
 public:
  LineSource(const std::string& path, const WordText& text, RunControl* run)
      : path_(path == "-" ? "stdin" : path), text_(text), run_(run) {
    descriptor_ = path == "-" ? STDIN_FILENO : open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor_ < 0) throw InputError(fmt::format("{}: cannot open: {}", path, std::strerror(errno)));
    struct stat about {};
    if (fstat(descriptor_, &about) == 0 && S_ISREG(about.st_mode)) file_bytes_ = static_cast<std::uint64_t>(about.st_size);
  }
  ~LineSource() override {
    if (descriptor_ > STDIN_FILENO) close(descriptor_);
  }
  LineSource(const LineSource&) = delete;
  LineSource& operator=(const LineSource&) = delete;

  std::optional<WordsRef> next() override {
    rethrow();
    batch_.clear();
    while (batch_.letters.size() + batch_.size() < tuning::kSourceLetters && find_line()) {
      const std::string_view line = this_line();
      if (batch_.size() > 0 && line.size() >= tuning::kAlone) break;
      if (!add_word(line)) break;
      begin_ = next_;
      has_line_ = false;
      if (line.size() >= tuning::kAlone) break;
    }
    if (batch_.size() > 0) return batch_.ref();
    rethrow();
    return std::nullopt;
  }
  bool at_end() const override { return ended_ && begin_ == end_ && !error_; }

 private:
  /// False where the line is wrong: the error is thrown once the words before it are gone.
  bool add_word(std::string_view line) {
    try {
      text_.read(line, path_, ++lines_, batch_.letters);
    } catch (const InputError&) {
      error_ = std::current_exception();
      return false;
    }
    batch_.end_word();
    return true;
  }
  void rethrow() {
    if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
  }

  /// Finds where the line at begin_ ends. False where there is none at the moment.
  bool find_line() {
    while (!has_line_) {
      const void* newline = searched_ == end_ ? nullptr : std::memchr(buffer_.data() + searched_, '\n', end_ - searched_);
      if (newline != nullptr) {
        line_end_ = static_cast<std::size_t>(static_cast<const char*>(newline) - buffer_.data());
        next_ = searched_ = line_end_ + 1;
        has_line_ = true;
      } else if (ended_) {
        if (begin_ == end_) return false;
        line_end_ = next_ = searched_ = end_;  // a last line without an end
        has_line_ = true;
      } else {
        searched_ = end_;
        if (!wait_for_input() || !read_more()) return false;
      }
    }
    return true;
  }

  std::string_view this_line() const {
    std::string_view line(buffer_.data() + begin_, line_end_ - begin_);
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
  }

  /// Waits only if there are no words to answer meanwhile.
  bool wait_for_input() {
    while (true) {
      pollfd asked{descriptor_, POLLIN, 0};
      if (poll(&asked, 1, batch_.size() > 0 ? 0 : 100) > 0) return true;
      if (batch_.size() > 0 || run_->should_stop()) return false;
    }
  }

  bool read_more() {
    std::copy(buffer_.begin() + static_cast<std::ptrdiff_t>(begin_), buffer_.begin() + static_cast<std::ptrdiff_t>(end_),
              buffer_.begin());
    end_ -= begin_;
    searched_ -= begin_;
    begin_ = 0;
    if (end_ == buffer_.size()) grow();
    ssize_t count = -1;
    do count = ::read(descriptor_, buffer_.data() + end_, std::min(tuning::kBytesRead, buffer_.size() - end_));
    while (count < 0 && errno == EINTR && !run_->should_stop());
    if (count < 0 && errno == EINTR) return false;
    if (count < 0) throw InputError(fmt::format("{}: cannot read: {}", path_, std::strerror(errno)));
    end_ += static_cast<std::size_t>(count);
    ended_ = count == 0;
    return true;
  }

  /// A line that is longer than the buffer: this must fail before the machine does.
  void grow() {
    std::uint64_t wanted = std::max<std::uint64_t>(2 * buffer_.size(), tuning::kBytesRead);
    if (file_bytes_ > end_) wanted = std::min(wanted, file_bytes_ + 1);
    if (wanted > 16 * tuning::kBytesRead && wanted > run_->memory_left() / kBytesPerLetter) {
      throw ResourceError(
          fmt::format("{}:{}: the line has more than {} letters; a word of {} needs {} of memory, but only {} is available",
                      path_, lines_ + 1, format_count(end_), format_count(wanted), format_bytes(wanted * kBytesPerLetter),
                      format_bytes(run_->memory_left())));
    }
    buffer_.resize(wanted);
  }

  std::string path_;
  WordText text_;
  GivenRun run_;
  int descriptor_ = -1;
  std::uint64_t file_bytes_ = 0;  // 0: it is not a file
  Words batch_;
  std::exception_ptr error_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0;     // of the line that is next
  std::size_t end_ = 0;       // of what was read
  std::size_t searched_ = 0;  // up to where no line ends but the next one
  std::size_t line_end_ = 0;
  std::size_t next_ = 0;
  std::size_t lines_ = 0;
  bool has_line_ = false;
  bool ended_ = false;
};

/// Letters and offsets, mapped. All is checked before it is used.
class PackedSource : public WordSource {
 public:
  PackedSource(const std::string& letters, const std::string& offsets, const Alphabet& alphabet, RunControl* run)
      : letters_(letters, 1), offsets_(offsets, 1), alphabet_size_(alphabet.size()), run_(run) {
    if (letters_.header().item_bytes != 1) {
      throw InputError(
          fmt::format("{}: letters must be bytes, but this is an array of {}: convert it with "
                      "numpy.save(..., a.astype('uint8'))",
                      letters, letters_.header().type()));
    }
    if (offsets_.header().item_bytes != 8) {
      throw InputError(
          fmt::format("{}: offsets must be 64-bit integers, but this is an array of {}: convert it with "
                      "numpy.save(..., a.astype('uint64'))",
                      offsets, offsets_.header().type()));
    }
    check_offsets();
    letters_per_batch_ = std::clamp<std::uint64_t>(run_->memory_left() / (2 * kBytesPerLetter), 1, tuning::kPackedLetters);
  }

  std::optional<WordsRef> next() override {
    if (at_end() || run_->should_stop()) return std::nullopt;
    const auto all = offsets_.data<std::uint64_t>();
    const std::uint64_t start = all[word_];
    std::size_t end = word_ + 1;
    while (end + 1 < all.size() && all[end + 1] - start <= letters_per_batch_ && end - word_ < tuning::kSourceLetters) ++end;
    batch_.assign(1, 0);
    for (std::size_t i = word_ + 1; i <= end; ++i) batch_.push_back(all[i] - start);
    const auto letters = letters_.data<Letter>().subspan(start, all[end] - start);
    check_letters(letters, start);
    word_ = end;
    return WordsRef{letters, batch_};
  }
  bool at_end() const override { return word_ + 1 >= offsets_.size(); }

 private:
  /// As the file has it.
  std::string shown(std::uint64_t offset) const {
    return offsets_.header().kind == 'i' ? std::to_string(static_cast<std::int64_t>(offset)) : std::to_string(offset);
  }
  void check_offsets() const {
    const auto all = offsets_.data<std::uint64_t>();
    if (all.empty() || all[0] != 0) {
      throw InputError(
          fmt::format("{}: the first offset must be 0, and there must be one more offset than words", offsets_.path()));
    }
    for (std::size_t i = 1; i < all.size(); ++i) {
      if (all[i] < all[i - 1] || all[i] > letters_.size()) {
        throw InputError(fmt::format("{}: offset {} at index {} is {}", offsets_.path(), shown(all[i]), i,
                                     all[i] > letters_.size() ? fmt::format("beyond the end of {}, which has {}", letters_.path(),
                                                                            plural(letters_.size(), "letter"))
                                                              : "less than the one before it"));
      }
    }
    if (all.back() != letters_.size()) {
      throw InputError(fmt::format("{}: the last offset is {}, but {} has {}: they must be equal", offsets_.path(), all.back(),
                                   letters_.path(), plural(letters_.size(), "letter")));
    }
  }

  void check_letters(std::span<const Letter> letters, std::uint64_t start) const {
    Letter greatest = 0;
    for (const Letter x : letters) greatest = std::max(greatest, x);
    if (greatest < alphabet_size_ || letters.empty()) return;
    const auto bad = std::ranges::find_if(letters, [&](Letter x) { return x >= alphabet_size_; });
    throw InputError(fmt::format("{}: value {} at index {} is not a letter: {} (0..{})", letters_.path(), *bad,
                                 start + static_cast<std::uint64_t>(bad - letters.begin()), there_are(alphabet_size_, "letter"),
                                 alphabet_size_ - 1));
  }

  NpyFile letters_;
  NpyFile offsets_;
  std::size_t alphabet_size_;
  GivenRun run_;
  std::uint64_t letters_per_batch_ = 0;
  std::vector<std::uint64_t> batch_;
  std::size_t word_ = 0;  // the next one
};

}  // namespace

std::unique_ptr<WordSource> read_texts(const std::vector<std::string>& texts, const WordText& text, const std::string& source) {
  Words words;
  for (const std::string& one : texts) {
    text.read(one, source, 1, words.letters);
    words.end_word();
  }
  return std::make_unique<TextsSource>(std::move(words));
}

std::unique_ptr<WordSource> read_lines(const std::filesystem::path& path, const WordText& text, RunControl* run) {
  return std::make_unique<LineSource>(path, text, run);
}

std::unique_ptr<WordSource> read_packed(const std::string& letters, const std::string& offsets, const Alphabet& alphabet,
                                        RunControl* run) {
  return std::make_unique<PackedSource>(letters, offsets, alphabet, run);
}

std::vector<Word> read_all(WordSource& source) {
  std::vector<Word> words;
  while (const auto batch = source.next()) {
    for (std::size_t i = 0; i < batch->size(); ++i) words.emplace_back((*batch)[i].begin(), (*batch)[i].end());
  }
  if (!source.at_end()) throw LimitReached("the words were not all read");
  return words;
}

}  // namespace wreath::word

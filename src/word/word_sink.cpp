// SPDX-License-Identifier: MIT
#include "core/io/distinct_files.hpp"
#include "core/io/npy.hpp"
#include "core/io/output_file.hpp"
#include "core/text/option.hpp"
#include "wreath/word/streams.hpp"

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

}  // namespace wreath::word

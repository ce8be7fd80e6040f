// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli/word_stream.hpp"
#include "core/io/npy.hpp"
#include "core/io/output_file.hpp"

namespace wreath::cli {

using word::Letter;

namespace {

constexpr std::size_t kTextPiece = std::size_t{1} << 20;

/// Lines, to a file or to stdout.
class TextSink : public WordSink {
 public:
  TextSink(const std::string& path, const word::WordText& text) : text_(text) {
    if (!path.empty()) file_ = std::make_unique<OutputFile>(path);
  }
  void add(std::span<const Letter> forms, std::span<const std::uint64_t> offsets,
           std::span<const std::uint64_t> lengths) override {
    for (std::size_t i = 0; i < lengths.size(); ++i) {
      text_.print(forms.subspan(offsets[i], lengths[i]), lines_);
      lines_ += '\n';
      if (lines_.size() >= kTextPiece) write();
    }
    write();
  }
  void finish() override {
    if (file_) file_->commit();
  }

 private:
  void write() {
    if (file_) {
      file_->write(bytes_of(lines_));
    } else {
      print_result(lines_);
    }
    lines_.clear();
  }

  const word::WordText& text_;
  std::unique_ptr<OutputFile> file_;
  std::string lines_;
};

class JsonSink : public WordSink {
 public:
  JsonSink(const word::WordText& text, Json& listed) : text_(text), listed_(listed) { listed = Json::array(); }
  void add(std::span<const Letter> forms, std::span<const std::uint64_t> offsets,
           std::span<const std::uint64_t> lengths) override {
    for (std::size_t i = 0; i < lengths.size(); ++i) {
      std::string form;
      text_.print(forms.subspan(offsets[i], lengths[i]), form);
      listed_.push_back(std::move(form));
    }
  }

 private:
  const word::WordText& text_;
  Json& listed_;
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

bool is_npy(const std::string& path) {
  return std::filesystem::path(path).extension() == ".npy";
}

}  // namespace

void require_distinct_files(const StreamOptions& options) {
  using Named = std::pair<const char*, std::string>;
  const std::vector<Named> written{{"-o", options.output}, {"--out-offsets", options.out_offsets}, {"--record", options.record}};
  std::vector<Named> others{{"the structure", options.group}};  // a result may replace its input, but nothing else
  const auto place = [](const std::string& name) { return std::filesystem::weakly_canonical(std::filesystem::absolute(name)); };
  for (const auto& [option, file] : written) {
    if (file.empty()) continue;
    if (option == std::string_view("--record"))
      others.insert(others.end(), {{"--file", options.file}, {"--words", options.packed}, {"--offsets", options.offsets}});
    for (const auto& [other, name] : others) {
      if (!name.empty() && place(file) == place(name))
        throw InputError(fmt::format("{}: {} and {} are the same file; name another", file, option, other));
    }
    others.emplace_back(option, file);
  }
}

std::unique_ptr<WordSink> open_sink(const StreamOptions& options, const word::WordText& text, Json& listed) {
  if (is_npy(options.output)) return std::make_unique<PackedSink>(options.output, options.out_offsets);
  if (options.output.empty() && options.json) return std::make_unique<JsonSink>(text, listed);
  return std::make_unique<TextSink>(options.output, text);
}

namespace {

std::string wrong_inputs(const StreamOptions& options) {
  const int sources = (options.words.empty() ? 0 : 1) + (options.file.empty() ? 0 : 1) + (options.packed.empty() ? 0 : 1);
  if (sources > 1) return "words come from one place: as arguments, from --file or from --words";
  if (options.packed.empty() != options.offsets.empty()) return "--words and --offsets belong together";
  if (sources == 0 && isatty(STDIN_FILENO) == 1) return "no words: give some, or --file FILE, or send them to stdin";
  return {};
}

std::string wrong_outputs(const StreamOptions& options) {
  if (is_npy(options.output) && options.out_offsets.empty())
    return "an .npy file holds letters only: name a second one for the offsets, with --out-offsets";
  if (!options.out_offsets.empty() && !is_npy(options.output)) return "--out-offsets belongs to an output in .npy, -o NAME.npy";
  return {};
}

}  // namespace

void add_words_in(Command& command, StreamOptions& options) {
  command.add_option("WORD", options.words, "Words: abAB, a*b^-2, (a*b)^4, [a,b]; - reads lines from stdin").type_name("");
  command.add_option("--file", options.file, "A file with a word on each line; - is stdin").type_name("FILE");
  command.add_option("--words", options.packed, "Packed words (.npy): a byte is a letter, numbered as in 'wreath word info'")
      .type_name("FILE");
  command.add_option("--offsets", options.offsets, "Where packed words begin and the last one ends (.npy, uint64)")
      .type_name("FILE");
}

void add_words_out(Command& command, StreamOptions& options) {
  command.add_option("-o,--output", options.output, "Write the words to this file: text, or packed where it ends in .npy")
      .type_name("FILE");
  command.add_option("--out-offsets", options.out_offsets, "The offsets of packed output (.npy)").type_name("FILE");
  const bool reads = command.has_flag("--words");
  command.add_rule([&options, reads] {
    const std::string wrong = wrong_outputs(options);
    return wrong.empty() && reads ? wrong_inputs(options) : wrong;
  });
}

}  // namespace wreath::cli

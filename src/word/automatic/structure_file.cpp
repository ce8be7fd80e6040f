// SPDX-License-Identifier: MIT
#include "word/automatic/structure_file.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string_view>

#include "core/data/hash.hpp"
#include "core/io/byte_reader.hpp"
#include "core/io/byte_writer.hpp"
#include "core/io/mapped_file.hpp"
#include "core/io/output_file.hpp"
#include "core/text/json.hpp"
#include "word/automatic/verify.hpp"
#include "core/words/parse_presentation.hpp"

namespace wreath::word {

static_assert(std::endian::native == std::endian::little,
              "the files are little-endian, and so is every machine that wreath runs on");

namespace {

// The last character is the version. The second one has the triangles of the group at the end of its body.
constexpr std::string_view kMagic = "WREATHW1";
constexpr std::string_view kMagicWithTriangles = "WREATHW2";
constexpr std::string_view kAnyVersion = kMagic.substr(0, 7);

class Writer : public ByteWriter {
 public:
  void number(std::uint64_t value) { put(value); }
  void text(std::string_view value) { put_all(std::span<const char>(value)); }
  void word(const Word& value) { put_all(std::span<const Letter>(value)); }
  void equations(const std::vector<Equation>& values) {
    number(values.size());
    for (const auto& [u, v] : values) {
      word(u);
      word(v);
    }
  }
  void automaton(const automata::Dfa& dfa) {
    number(dfa.symbols);
    number(dfa.states());
    for (automata::State s = 0; s < dfa.states(); ++s) {
      number(dfa.labels[s]);
      number(dfa.table.row_size(s));
      for (const auto [symbol, target] : dfa.table.edges(s)) number(std::uint64_t{symbol} << 32 | target);
    }
  }
};

/// The bytes may hold anything: sizes are compared with what is left before memory is taken.
class Reader : public ByteReader {
 public:
  Reader(std::span<const std::byte> bytes, const std::string& path) : ByteReader(bytes, path, "structure file") {}

  std::uint64_t below(std::uint64_t bound, std::string_view what) {
    const std::uint64_t value = number();
    if (value >= bound) fail(fmt::format("the structure file is damaged: {} {} is not below {}", what, value, bound));
    return value;
  }
  /// How many items follow, each of which takes at least `bytes_each` bytes.
  std::uint64_t count(std::uint64_t bytes_each) { return below(left() / bytes_each + 1, "the number"); }
  Word word(std::size_t letters) {
    const auto bytes = array<Letter>();
    Word value(bytes.size());
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      value[i] = static_cast<Letter>(bytes[i]);
      if (value[i] >= letters) fail(fmt::format("the structure file is damaged: {} is not the number of a letter", value[i]));
    }
    return value;
  }
  std::vector<Equation> equations(std::size_t letters) {
    std::vector<Equation> values(count(16));
    for (auto& [u, v] : values) {
      u = word(letters);
      v = word(letters);
    }
    return values;
  }
  automata::Dfa automaton(std::uint64_t symbols, std::uint64_t labels) {
    if (number() != symbols) fail("the structure file is damaged: an automaton does not have the letters of the group");
    automata::Dfa dfa{.symbols = static_cast<std::uint32_t>(symbols), .table = {}, .labels = {}};
    const std::uint64_t states = count(16);
    if (states == 0 || states >= automata::kNoState)
      fail("the structure file is damaged: an automaton has an invalid number of states");
    for (std::uint64_t s = 0; s < states; ++s) {
      dfa.labels.push_back(static_cast<automata::Label>(below(labels, "the label")));
      std::uint64_t least = 0;
      for (std::uint64_t edges = count(8); edges > 0; --edges) {
        const std::uint64_t edge = number();
        if (edge >> 32 < least || edge >> 32 >= symbols || (edge & 0xFFFFFFFFU) >= states)
          fail(fmt::format("the structure file is damaged: an edge of state {} leads to a state that does not exist", s));
        dfa.table.add(static_cast<automata::Symbol>(edge >> 32), static_cast<automata::State>(edge));
        least = (edge >> 32) + 1;
      }
      dfa.table.close_row();
    }
    return dfa;
  }
};

std::string header_of(const AutomaticStructure& structure) {
  return to_text(Json{{"wreath", version()},
                      {"format", structure.triangles ? "automatic structure 2" : "automatic structure 1"},
                      {"group", structure.presentation.name},
                      {"presentation", print_presentation(structure.presentation)},
                      {"letters", structure.presentation.alphabet.names},
                      {"verified", structure.verified},
                      {"word_acceptor_states", structure.acceptor.states()},
                      {"general_multiplier_states", structure.multiplier.dfa.states()}});
}

std::vector<std::byte> body_of(const AutomaticStructure& structure) {
  Writer out;
  const Alphabet& alphabet = structure.presentation.alphabet;
  out.text(structure.presentation.name);
  out.number(alphabet.size());
  for (std::size_t x = 0; x < alphabet.size(); ++x) {
    out.text(alphabet.names[x]);
    out.number(alphabet.inverses[x]);
  }
  out.equations(structure.presentation.equations);
  out.number(structure.verified ? 1 : 0);
  out.number(structure.confluent ? 1 : 0);
  out.number(structure.multiplier.labels);
  for (const automata::Label label : structure.multiplier.label) out.number(label);
  out.automaton(structure.acceptor);
  out.automaton(structure.multiplier.dfa);
  out.number(structure.multiplier.differences.size());
  for (const Word& word : structure.multiplier.differences) out.word(word);
  out.equations(structure.rules);
  if (structure.triangles) {
    out.number(structure.triangles->legs);
    out.number(structure.triangles->rounds);
    out.number(structure.triangles->differences.size());
    for (const Word& word : structure.triangles->differences) out.word(word);
  }
  return out.take();
}

Presentation read_presentation(Reader& in) {
  Presentation presentation;
  presentation.name = in.text();
  const std::uint64_t letters = in.below(kMaxLetters + 1, "the number of letters");
  Alphabet& alphabet = presentation.alphabet;
  for (std::uint64_t x = 0; x < letters; ++x) {
    alphabet.names.emplace_back(in.text());
    alphabet.inverses.push_back(static_cast<Letter>(in.below(letters, "the inverse")));
  }
  for (std::uint64_t x = 0; x < letters; ++x) {
    if (alphabet.inverses[alphabet.inverses[x]] != x)
      in.fail("the structure file is damaged: the inverses of its letters do not match");
  }
  presentation.equations = in.equations(letters);
  return presentation;
}

/// The longest difference comes last.
ThinTriangles read_triangles(Reader& in, std::size_t letters) {
  ThinTriangles triangles{.complete = true};
  triangles.legs = in.number();
  triangles.rounds = in.number();
  triangles.differences.resize(in.count(8));
  for (Word& word : triangles.differences) {
    word = in.word(letters);
    if (word.size() < triangles.thinness) in.fail("the structure file is damaged: its differences of triangles are not sorted");
    triangles.thinness = word.size();
  }
  return triangles;
}

AutomaticStructure read_body(Reader in, bool has_triangles) {
  AutomaticStructure structure;
  structure.presentation = read_presentation(in);
  const std::size_t letters = structure.presentation.alphabet.size();
  structure.verified = in.below(2, "a yes or no") == 1;
  structure.confluent = in.below(2, "a yes or no") == 1;
  Multiplier& multiplier = structure.multiplier;
  multiplier.labels = static_cast<automata::Label>(in.below(letters + 2, "the number of labels"));
  for (std::size_t x = 0; x < letters; ++x)
    multiplier.label.push_back(static_cast<automata::Label>(in.below(std::uint64_t{multiplier.labels} + 1, "the label")));
  structure.acceptor = in.automaton(letters, 2);
  multiplier.dfa = in.automaton((letters + 1) * (letters + 1) - 1, std::uint64_t{multiplier.labels} + 1);
  multiplier.differences.resize(in.count(8));
  for (Word& word : multiplier.differences) word = in.word(letters);
  structure.rules = in.equations(letters);
  if (has_triangles) structure.triangles = read_triangles(in, letters);
  if (!in.at_end()) in.fail("the structure file is damaged: it has extra data at the end");
  if (const auto wrong = find_wrong_edge(structure.acceptor, multiplier, structure.presentation.alphabet);
      wrong && structure.verified)
    in.fail("the structure file is damaged: " + *wrong);
  return structure;
}

}  // namespace

bool is_structure_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string start(kAnyVersion.size(), '\0');
  return file.read(start.data(), static_cast<std::streamsize>(start.size())) && start == kAnyVersion;
}

void write_structure(const std::string& path, const AutomaticStructure& structure) {
  if (!structure.verified) {
    throw InputError(
        fmt::format("{}: not written, because the structure is not verified; build it again with higher limits", path));
  }
  Writer out;
  out.put_items(std::span<const char>(structure.triangles ? kMagicWithTriangles : kMagic));
  out.text(header_of(structure));
  out.put_all(std::span<const std::byte>(body_of(structure)));
  const std::vector<std::byte> content = out.take();
  const std::uint64_t hash = hash_bytes(content);
  OutputFile file(path);
  file.write(content);
  file.write(std::as_bytes(std::span(&hash, 1)));
  file.commit();
}

std::uint64_t fingerprint_of(const AutomaticStructure& structure) {
  AutomaticStructure without_triangles = structure;  // they may be found at any time
  without_triangles.triangles.reset();
  return hash_bytes(body_of(without_triangles));
}

AutomaticStructure read_structure(const std::string& path) {
  const MappedFile file(path);
  const auto bytes = file.bytes();
  Reader in(bytes, path);
  const std::string_view start(reinterpret_cast<const char*>(bytes.data()), std::min(bytes.size(), kMagic.size()));
  if (!start.starts_with(kAnyVersion)) in.fail("this is not a structure file");
  if (start != kMagic && start != kMagicWithTriangles)
    in.fail("this structure file has a format that this version of wreath does not read; build it again");
  in.take(kMagic.size());
  in.text();
  const auto body = in.array<std::byte>();
  const std::uint64_t hash = in.number();
  if (!in.at_end()) in.fail("the structure file is damaged: it is too long");
  if (hash != hash_bytes(bytes.first(bytes.size() - sizeof hash)))
    in.fail("the structure file is damaged: its checksum is wrong; build it again");
  return read_body(Reader(body, path), start == kMagicWithTriangles);
}

namespace {

/// Where a group's structure is kept; empty if there is no such folder.
std::string cache_path(const Presentation& presentation) {
  std::filesystem::path folder;
  if (const char* cache = std::getenv("XDG_CACHE_HOME"); cache != nullptr && *cache != '\0') {
    folder = cache;
  } else if (const char* home = std::getenv("HOME"); home != nullptr && *home != '\0') {
    folder = std::filesystem::path(home) / ".cache";
  } else {
    return {};
  }
  folder /= "wreath";
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  if (failed) return {};
  const std::string key = print_presentation(presentation) + " " + print_order(presentation.alphabet);
  return (folder / fmt::format("word-{:016x}.wreath", hash_bytes(bytes_of(key)))).string();
}

bool same_group(const Presentation& a, const Presentation& b) {
  return a.alphabet == b.alphabet && a.equations == b.equations && a.ordering == b.ordering;
}

}  // namespace

std::optional<AutomaticStructure> find_cached(const Presentation& presentation) {
  const std::string path = cache_path(presentation);
  if (path.empty() || !is_structure_file(path)) return std::nullopt;
  try {
    AutomaticStructure structure = read_structure(path);
    if (!structure.verified || !same_group(structure.presentation, presentation)) return std::nullopt;
    structure.presentation.name = presentation.name;
    return structure;
  } catch (const Error&) {  // then it is built again
    return std::nullopt;
  }
}

void keep_cached(const AutomaticStructure& structure) {
  const std::string path = structure.verified ? cache_path(structure.presentation) : std::string{};
  if (path.empty()) return;
  try {
    write_structure(path, structure);
  } catch (const Error&) {  // failing to write the cache is not an error
  }
}

}  // namespace wreath::word

// SPDX-License-Identifier: MIT
//
// Files of coset tables.
//
// A table file is: 8 bytes of magic, the length of the header, the header (JSON text: the letters, the relators and the
// subgroup's generators, each word as a root and an exponent, and the index), the entries (4 bytes each, row after row, cosets
// from 0 on), and a hash of all that precedes it. A table of more than 2^32 - 2 rows has another magic, and entries of 5 bytes.
#include "wreath/coset/files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/data/growing_array.hpp"
#include "core/data/hash.hpp"
#include "core/io/byte_reader.hpp"
#include "core/io/byte_writer.hpp"
#include "core/io/mapped_file.hpp"
#include "core/io/npy.hpp"
#include "core/io/output_file.hpp"
#include "core/run/given_run.hpp"
#include "core/run/memory.hpp"
#include "core/text/json.hpp"
#include "core/text/option.hpp"
#include "core/text/units.hpp"
#include "coset/save.hpp"
#include "coset/tables/closed_table.hpp"
#include "coset/words/relators.hpp"
#include "wreath/wrong_usage.hpp"

namespace wreath::coset {

namespace {

constexpr std::string_view kTableMagic = "WREATHT1";
constexpr std::string_view kWideMagic = "WREATHT2";       // of as many letters
constexpr std::uint64_t kMostLetters = 100'000'000;       // of a word in a file
constexpr std::size_t kFilePiece = std::size_t{1} << 24;  // bytes of a table

Json word_to_json(const Word& word) {
  const std::size_t period = word.empty() ? 0 : word::period_of(word);
  return {{"root", Word(word.begin(), word.begin() + static_cast<std::ptrdiff_t>(period))},
          {"exponent", period == 0 ? 0 : word.size() / period}};
}

Word word_from_json(const Json& json, std::size_t letters) {
  const auto root = json.at("root").get<Word>();
  const auto exponent = json.at("exponent").get<std::uint64_t>();
  const bool fits = exponent <= kMostLetters && root.size() * exponent <= kMostLetters;
  if (!fits || std::ranges::any_of(root, [&](Letter x) { return x >= letters; }))
    throw InputError("a word of its header is not one of the group");
  Word word;
  for (std::uint64_t k = 0; k < exponent; ++k) word.insert(word.end(), root.begin(), root.end());
  return word;
}

}  // namespace

Json letters_to_json(const Problem& problem) {
  const word::Alphabet& alphabet = problem.group.alphabet;
  return {{"letters", alphabet.names}, {"inverses", alphabet.inverses}};
}

Json words_to_json(const Problem& problem) {
  Json relators = Json::array();
  for (const word::Equation& equation : problem.group.equations)
    relators.push_back(word_to_json(relator_of(equation, problem.group.alphabet.inverses)));
  Json subgroup = Json::array();
  for (const Word& word : problem.subgroup) subgroup.push_back(word_to_json(word));
  return {{"relators", relators}, {"subgroup", subgroup}};
}

Json problem_to_json(const Problem& problem) {
  Json json = letters_to_json(problem);
  json.update(words_to_json(problem));
  json["name"] = problem.group.name;
  return json;
}

Problem problem_from_json(const Json& json) {
  Problem problem;
  problem.group.name = json.at("name").get<std::string>();
  word::Alphabet& alphabet = problem.group.alphabet;
  alphabet.names = json.at("letters").get<std::vector<std::string>>();
  alphabet.inverses = json.at("inverses").get<std::vector<Letter>>();
  const std::size_t letters = alphabet.size();
  bool paired = alphabet.inverses.size() == letters && letters <= word::kMaxLetters;
  for (std::size_t x = 0; paired && x < letters; ++x)
    paired = alphabet.inverses[x] < letters && alphabet.inverses[alphabet.inverses[x]] == x;
  if (!paired) throw InputError("the inverses of its letters are not given");
  for (const Json& word : json.at("relators")) problem.group.equations.emplace_back(word_from_json(word, letters), Word{});
  for (const Json& word : json.at("subgroup")) problem.subgroup.push_back(word_from_json(word, letters));
  return problem;
}

namespace {

std::string_view text_of(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

bool is_magic(std::string_view text) {
  return text == kTableMagic || text == kWideMagic;
}

}  // namespace

bool is_table_file(const std::filesystem::path& path) {
  try {
    const MappedFile file(path);
    return is_magic(text_of(file.bytes()).substr(0, kTableMagic.size()));
  } catch (const InputError&) {
    return false;
  }
}

void write_table(const std::filesystem::path& path, const Table& table, RunControl* given) {
  GivenRun run(given);
  Json header = problem_to_json(table.problem());
  header["index"] = table.index();
  if (table.resumed()) header["resumed"] = true;
  ByteWriter begin;
  begin.put_items(std::span<const char>(table.is_wide() ? kWideMagic : kTableMagic));
  begin.put_all(std::span<const char>(to_text(header)));
  const std::vector<std::byte> front = begin.take();
  const auto rows = TableMaker::bytes(table);
  ByteHash hash(rows.size(), hash_bytes(front));
  OutputFile file(path);
  file.reserve(front.size() + rows.size() + sizeof(std::uint64_t));
  file.write(front);
  for (std::size_t at = 0; at < rows.size(); at += kFilePiece) {
    run->report({"write", at, rows.size(), "bytes"});
    if (run->should_stop()) throw LimitReached("stopped while the table was written");
    const auto piece = rows.subspan(at, std::min(kFilePiece, rows.size() - at));
    hash.add(piece);
    file.write(piece);
  }
  const std::uint64_t value = hash.value();
  file.write(std::as_bytes(std::span(&value, 1)));
  file.commit();
}

namespace {

/// Throws ResourceError if the limit of the run leaves too little for a table.
void require_table_memory(const std::string& path, std::uint64_t bytes, const RunControl& run) {
  constexpr std::uint64_t kDrift = std::uint64_t{4} << 20;  // what a process holds at the start differs from run to run
  const std::uint64_t left = run.memory_left();
  if (!run.limits_memory() || bytes <= left) return;
  throw ResourceError(fmt::format("{}: the table needs {} of memory, and {} leaves {} for it; give at least {}", path,
                                  format_bytes(bytes), option("memory"), format_bytes(left),
                                  option("memory", fmt::format("{}M", limit_that_leaves(bytes + kDrift)))));
}

}  // namespace

Table read_table(const std::filesystem::path& path, RunControl* given) {
  GivenRun run(given);
  const auto timer = run->phase("read table");
  const MappedFile file(path);
  ByteReader reader(file.bytes(), path, "coset table");
  const std::string_view magic = text_of(file.bytes()).substr(0, kTableMagic.size());
  if (!is_magic(magic)) throw InputError(fmt::format("{}: this is not a coset table", path.string()));
  reader.take(magic.size());
  const Json header = parse_json_or_null(reader.text());
  const std::uint64_t front = file.bytes().size() - reader.left();
  if (reader.left() < sizeof(std::uint64_t)) reader.fail("the coset table is cut short");
  const std::size_t size = reader.take(reader.left() - sizeof(std::uint64_t)).size();
  require_table_memory(path, size, run);
  ByteHash hash(size, hash_bytes(file.bytes().first(front)));
  GrowingArray<std::byte> rows;
  rows.reserve(size);  // that much and no more
  rows.resize(size);
  for (std::size_t at = 0; at < size; at += kFilePiece) {
    run->report({"read", at, size, "bytes"});
    if (run->should_stop()) throw LimitReached("stopped while the table was read");
    const auto piece = rows.span().subspan(at, std::min(kFilePiece, size - at));
    file.read_at(front + at, piece);  // not through the mapping, whose pages would be a second copy
    hash.add(piece);
  }
  if (reader.number() != hash.value()) reader.fail("the coset table is damaged (its checksum does not match)");
  try {
    return TableMaker::make(problem_from_json(header), std::move(rows), magic == kWideMagic, run, header.value("resumed", false));
  } catch (const Json::exception&) {
    reader.fail("the header of the coset table cannot be read");
  } catch (const InputError& error) {
    throw InputError(fmt::format("{}: {}", path.string(), error.message()));
  }
}

namespace {

constexpr std::size_t kImages = std::size_t{1} << 16;  // that are written together

/// The images of all cosets as numbers of `Point`, piece by piece.
template <class Point>
void write_images(OutputFile& file, const Table& table, word::Letter letter) {
  const std::uint64_t shape[] = {table.index()};
  const std::string header = make_npy_header('u', sizeof(Point), shape);
  file.reserve(header.size() + table.index() * sizeof(Point));
  file.write(bytes_of(header));
  std::vector<Point> images;
  for (AnyCoset first = 0; first < table.index(); first += kImages) {
    images.resize(std::min<std::uint64_t>(kImages, table.index() - first));
    for (std::size_t k = 0; k < images.size(); ++k) images[k] = static_cast<Point>(table.image(first + k, letter));
    file.write(std::as_bytes(std::span(images)));
  }
}

}  // namespace

void write_permutation(const std::filesystem::path& path, const Table& table, word::Letter letter) {
  if (letter >= table.letters())
    throw InputError(fmt::format("{} is not a letter of this group, which has {}", letter, table.letters()));
  OutputFile file(path);
  table.is_wide() ? write_images<AnyCoset>(file, table, letter) : write_images<Coset>(file, table, letter);
  file.commit();
}

}  // namespace wreath::coset

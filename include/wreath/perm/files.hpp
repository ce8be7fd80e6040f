// SPDX-License-Identifier: MIT
//
// Permutations and maps in files: in memory if they fit, otherwise on disk, or by several ranks of a cluster.
//
// A file is a numpy array (.npy) of the images of 0, 1, 2, ...; points have 1, 2, 4, 5 (|V5) or 8 bytes. Results appear whole or
// not at all; their names end in .npy, unless they are those of pipes or devices. Every function takes FileOptions, of which each
// field has a default, and a run, which may be null: it bounds the memory, receives progress, and records what was chosen and how
// long each phase took. If it is asked to stop, the report shows how far the work came.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "wreath/perm.hpp"

namespace wreath::perm {

struct Internals;
class MapSource;

/// What PermList(...) in text may hold: a permutation, as in GAP, or any points, for who asks whether it is one.
enum class ListRule { of_gap, any };

/// A map that is to be read: an .npy file, or bytes and values that came from elsewhere. Nothing is read before it is needed.
class Map {
 public:
  /// A file: .npy, or GAP text (PermList([2,1,3]), a list of images, cycles), whose points start at 1. Text is read at once.
  /// Throws InputError, and LimitReached if the run is asked to stop meanwhile.
  [[nodiscard]] static Map open(const std::filesystem::path& path, RunControl* run = nullptr, ListRule rule = ListRule::of_gap);
  /// The same for data from a stream; `name` is used in messages.
  [[nodiscard]] static Map read(std::string name, std::string bytes, RunControl* run = nullptr, ListRule rule = ListRule::of_gap);
  /// An .npy file. Throws InputError if it is not an array of integers in one dimension.
  static Map from_file(const std::filesystem::path& path);
  /// The bytes of an .npy file.
  [[nodiscard]] static Map from_bytes(std::string name, std::string bytes);
  /// Images as numbers; they are held in four bytes if that suffices, otherwise in eight.
  [[nodiscard]] static Map from_values(std::string name, const std::vector<std::uint64_t>& values);

  ~Map();
  Map(Map&& other) noexcept;
  Map& operator=(Map&& other) noexcept;

  /// The file, or the name that was given for other data, as messages show it.
  const std::string& name() const noexcept;
  /// The number of points of the map.
  std::uint64_t size() const;
  /// What shows that it is not a permutation, in its own terms: points of text start at 1, and integers may be negative.
  std::string sentence(const Defect& defect) const;
  /// The bytes of a point: 1, 2, 4, 5 or 8.
  unsigned point_bytes() const noexcept;

 private:
  friend struct Internals;
  explicit Map(MapSource&& source);
  std::unique_ptr<MapSource> source_;
};

/// Whether a result is compared with its definition: at 10000 points and by a checksum, or at all points.
enum class Verify { none, sample, all };
/// "none", "sample" or "all"; throws InputError for anything else.
[[nodiscard]] Verify parse_verify(std::string_view name);
/// "none", "sample" or "all".
std::string_view to_string(Verify verify) noexcept;

/// How several ranks exchange data: in memory that they share, by messages, or through files that each has on its own
/// disk.
enum class Exchange { automatic, shared, messages, files };
/// "auto", "shared", "messages" or "files"; throws InputError for anything else.
[[nodiscard]] Exchange parse_exchange(std::string_view name);
/// "auto", "shared", "messages" or "files".
std::string_view to_string(Exchange exchange) noexcept;

/// What the name of a method selects: for one process how arrays in memory are multiplied, for several ranks how they exchange
/// data.
struct FileMethod {
  Method method = Method::automatic;
  Exchange exchange = Exchange::automatic;
};
/// "auto", "loop", "partition", "shared", "messages" or "files"; throws InputError for anything else.
[[nodiscard]] FileMethod parse_file_method(std::string_view name);

/// The bytes of a point of type "uint8", "uint16", "uint32", "uint40" or "uint64"; throws InputError for anything else.
[[nodiscard]] unsigned parse_point_type(std::string_view name);

/// How work on disk is cut. By default everything is chosen for the memory that there is.
struct DiskLayout {
  bool always = false;           // on disk, also what fits in memory
  bool hold_whole = true;        // y, or the result, is held in memory or on a GPU if it fits there
  unsigned block_bits = 0;       // a block has 2^block_bits points, 12 to 31; 0: blocks, chunks and slices are chosen
  std::size_t chunk_words = 0;   // of 4 bytes; what is written to a bucket at a time, a multiple of 4096
  std::size_t slice_points = 0;  // read at a time, a multiple of 4096
};

struct FileOptions {
  Machine machine = {};  // without scratch folders: the folder of the output, and with several ranks the system's own
  Method method = Method::automatic;
  Verify verify = Verify::none;
  std::size_t slice_points = std::size_t{1} << 28;  // the most that is done between two looks at the clock
  Exchange exchange = Exchange::automatic;
  DiskLayout disk = {};
};

struct FileReport {
  std::uint64_t points = 0;
  std::uint64_t done = 0;  // fewer than points where the run was stopped
  unsigned point_bytes = 0;
  std::uint64_t resumed_at = 0;
};

/// Writes a random permutation with points of `point_bytes` bytes; 0: four if they suffice, else eight.
FileReport random_file(std::uint64_t points, unsigned point_bytes, std::uint64_t seed, const std::filesystem::path& output,
                       const FileOptions& options = {}, RunControl* run = nullptr);

// Where x or y came as numbers and is a permutation, it fixes the points that it does not name, as in GAP: it then has as many
// points as the other.

/// output = x*y. Products, inverses and quotients keep RunControl::files; on disk a checkpoint follows each phase, whatever the
/// seconds between two. Stopped early, they leave the checkpoint, if there is one, and the unfinished result
/// (OUTPUT.NUMBER.partial), and nothing otherwise.
FileReport multiply_files(const Map& x, const Map& y, const std::filesystem::path& output, const FileOptions& options = {},
                          RunControl* run = nullptr);

/// output = x^-1. x must be a permutation of its points. Stops and checkpoints are as for multiply_files.
FileReport inverse_file(const Map& x, const std::filesystem::path& output, const FileOptions& options = {},
                        RunControl* run = nullptr);
/// output = x^-1*y. x must be a permutation of as many points as y has. Stops and checkpoints are as for multiply_files.
FileReport divide_files(const Map& x, const Map& y, const std::filesystem::path& output, const FileOptions& options = {},
                        RunControl* run = nullptr);
/// output = x^exponent; a negative exponent inverts. x must be a permutation or, if the exponent is not negative, a map into
/// itself.
FileReport power_file(const Map& x, std::int64_t exponent, const std::filesystem::path& output, const FileOptions& options = {},
                      RunControl* run = nullptr);
/// The same for an exponent of any length, in decimal. Throws InputError if it is not an integer.
FileReport power_file(const Map& x, std::string_view exponent, const std::filesystem::path& output,
                      const FileOptions& options = {}, RunControl* run = nullptr);

/// What shows that x is not a permutation; nothing if the run stopped before that was known.
std::optional<Defect> check_file(const Map& x, const FileOptions& options = {}, RunControl* run = nullptr);
/// How many cycles x has of each length. Throws InputError if x is not a permutation, LimitReached if the run is stopped.
std::vector<CycleCount> cycles_of_file(const Map& x, const FileOptions& options = {}, RunControl* run = nullptr);
/// output[i] = the least point of i's cycle.
FileReport cycle_representatives_of_file(const Map& x, const std::filesystem::path& output, const FileOptions& options = {},
                                         RunControl* run = nullptr);

/// Whether a name is that of GAP text: it ends in .g, .gap or .txt.
[[nodiscard]] bool is_gap_name(const std::filesystem::path& path);
/// Writes the map as .npy, with points of `point_bytes` bytes (0: as it is); or as GAP text, if the name of the
/// output is one, which then defines a variable of that name. Only permutations are written as text.
FileReport convert_file(const Map& x, unsigned point_bytes, const std::filesystem::path& output, const FileOptions& options = {},
                        RunControl* run = nullptr);

}  // namespace wreath::perm

// SPDX-License-Identifier: MIT
#include "flip/hunt/folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "core/io/output_file.hpp"
#include "flip/derive/mirrors.hpp"
#include "wreath/flip/records.hpp"
#include "flip/tuning.hpp"

namespace wreath::flip {

namespace {

constexpr std::uint64_t kReserve = 1U << 20;

std::string name_of(const Scheme& scheme) {
  return fmt::format("{}-{:016x}.txt", scheme.rank(), fingerprint(scheme));
}

auto order_of(const KeptScheme& kept) {
  return std::tuple(kept.scheme.rank(), kept.name);
}

}  // namespace

std::optional<Shape> shape_of_folder(const std::string& name) {
  try {
    const Shape shape = parse_shape(name);
    if (shape == in_order(shape) && to_string(shape) == name) return shape;
  } catch (const InputError&) {  // another folder
  }
  return std::nullopt;
}

bool KeptScheme::has(const Swaps& mirror) const {
  return std::ranges::find(mirrors, mirror) != mirrors.end();
}

HuntFolder::HuntFolder(const std::string& folder, std::size_t keep) : folder_(folder), keep_(keep) {
  make_folder(folder_);
  reserve_ = std::make_unique<OutputFile>((folder_ / "reserve").string());  // has no name, and goes away with the process
  reserve_->reserve(kReserve);
}

std::filesystem::path HuntFolder::folder_of(const Shape& shape) const {
  return folder_ / to_string(shape);
}

std::vector<Shape> HuntFolder::shapes() const {
  std::vector<Shape> found;
  try {
    for (const auto& entry : std::filesystem::directory_iterator(folder_)) {
      const auto shape = shape_of_folder(entry.path().filename().string());
      if (shape && entry.is_directory()) found.push_back(*shape);
    }
  } catch (const std::filesystem::filesystem_error& error) {
    throw ResourceError(fmt::format("{}: cannot read the folder: {}", folder_.string(), error.code().message()));
  }
  std::ranges::sort(found);
  return found;
}

const std::vector<KeptScheme>& HuntFolder::schemes(const Shape& shape) const {
  static const std::vector<KeptScheme> none;
  const auto found = schemes_.find(shape);
  return found == schemes_.end() ? none : found->second;
}

const std::vector<KeptScheme>& HuntFolder::look(const Shape& shape) {
  std::vector<KeptScheme>& kept = schemes_[shape];
  const std::filesystem::path folder = folder_of(shape);
  std::error_code ignored;
  if (!std::filesystem::is_directory(folder, ignored)) {
    kept.clear();
    return kept;
  }
  std::set<std::string> present;
  for (const std::string& file : scheme_files_in((folder / "").string()))
    present.insert(std::filesystem::path(file).filename().string());
  std::erase_if(kept, [&](const KeptScheme& one) { return present.erase(one.name) == 0; });
  for (const std::string& name : present) {  // those that are new
    const std::string file = (folder / name).string();
    if (bad_.contains(file)) continue;
    try {
      Scheme scheme = in_normal_order(require_valid_modulo_2(read_unverified(file), file));
      if (scheme.shape != shape)
        throw InputError(fmt::format("{}: a scheme of {} in the folder of {}", file, to_string(scheme.shape), to_string(shape)));
      const bool is_ours = name == name_of(scheme);
      std::vector<Swaps> mirrors = mirrors_of(scheme);
      kept.push_back({std::move(scheme), std::move(mirrors), name, is_ours});
    } catch (const InputError& error) {
      if (!std::filesystem::exists(file, ignored)) continue;  // another hunt has just deleted it
      bad_.insert(file);
      skipped_.push_back({file, error.message()});
    }
  }
  std::ranges::sort(kept, {}, order_of);
  return kept;
}

std::optional<std::size_t> HuntFolder::best(const Shape& shape) const {
  const std::vector<KeptScheme>& kept = schemes(shape);
  return kept.empty() ? std::nullopt : std::optional(kept.front().scheme.rank());
}

std::optional<std::size_t> HuntFolder::best(const Shape& shape, const Swaps& mirror) const {
  for (const KeptScheme& one : schemes(shape)) {
    if (one.has(mirror)) return one.scheme.rank();
  }
  return std::nullopt;
}

/// For its rank, or for one of its mirrors.
bool HuntFolder::is_worth_keeping(const KeptScheme& scheme, const Shape& shape) const {
  const std::size_t rank = scheme.scheme.rank();
  const auto lowest = best(shape);
  if (!lowest || rank <= *lowest + tuning::kKeptAbove) return true;
  if (rank > *lowest + tuning::kMirrorsAbove) return false;
  return std::ranges::any_of(scheme.mirrors, [&](const Swaps& mirror) {
    const auto with_mirror = best(shape, mirror);
    return !with_mirror || rank <= *with_mirror + tuning::kKeptAbove;
  });
}

std::optional<std::string> HuntFolder::add(const Scheme& given, RandomStream& random) {
  KeptScheme fresh{in_normal_order(given), {}, {}, true};
  const Shape shape = fresh.scheme.shape;
  if (first_wrong_entry(fresh.scheme)) throw InternalError("a hunt has a scheme that is not a decomposition");
  fresh.name = name_of(fresh.scheme);
  std::vector<KeptScheme>& kept = schemes_[shape];
  if (std::ranges::find(kept, fresh.name, &KeptScheme::name) != kept.end()) return std::nullopt;
  fresh.mirrors = mirrors_of(fresh.scheme);
  if (!is_worth_keeping(fresh, shape)) return std::nullopt;
  const std::filesystem::path file = folder_of(shape) / fresh.name;
  write(file, fresh.scheme);
  const std::string name = fresh.name;
  kept.insert(std::ranges::upper_bound(kept, order_of(fresh), {}, order_of), std::move(fresh));
  forget_surplus(shape, name, random);
  return file.string();
}

void HuntFolder::write(const std::filesystem::path& file, const Scheme& scheme) {
  std::error_code error;
  std::filesystem::create_directories(file.parent_path(), error);
  if (error && reserve_ == nullptr)
    throw ResourceError(fmt::format("{}: cannot create the folder: {}", file.parent_path().string(), error.message()));
  try {
    write_scheme(file.string(), scheme);
  } catch (const Error& problem) {
    if (reserve_ == nullptr) throw;
    reserve_.reset();  // there is room now, if that was missing
    write(file, scheme);
    throw ResourceError(
        fmt::format("{} (the scheme was saved in space that was reserved for it; the hunt can be continued "
                    "when there is more)",
                    problem.message()));
  }
}

void HuntFolder::remove(const Shape& shape, const std::string& name) {
  std::error_code ignored;  // another hunt may have been faster
  std::filesystem::remove(folder_of(shape) / name, ignored);
  std::erase_if(schemes_[shape], [&](const KeptScheme& one) { return one.name == name; });
}

/// What the newest scheme makes superfluous: those of ranks that are too high now, and one of its own rank and mirrors if there
/// are too many.
void HuntFolder::forget_surplus(const Shape& shape, const std::string& newest, RandomStream& random) {
  const std::vector<KeptScheme>& kept = schemes_[shape];
  std::vector<std::string> surplus;
  for (const KeptScheme& one : kept) {
    if (one.is_ours && one.name != newest && !is_worth_keeping(one, shape)) surplus.push_back(one.name);
  }
  for (const std::string& name : surplus) remove(shape, name);
  const auto fresh = std::ranges::find(kept, newest, &KeptScheme::name);
  std::vector<std::string> like_it;
  for (const KeptScheme& one : kept) {
    const bool alike = one.scheme.rank() == fresh->scheme.rank() && one.mirrors == fresh->mirrors;
    if (alike && one.is_ours && one.name != newest) like_it.push_back(one.name);
  }
  if (like_it.size() >= keep_) remove(shape, like_it[random.below(static_cast<std::uint32_t>(like_it.size()))]);
}

}  // namespace wreath::flip

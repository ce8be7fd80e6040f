// SPDX-License-Identifier: MIT
//
// Powers of what does not fit in memory, or is worked on by several ranks, from the operations on files that there are.
//
// By cycles, on disk: with `place` the permutation that lays the cycles out one after the other (disk/cycles.cpp), and t the map
// that turns each of them in its place, x^k = place * t * place^-1. So: find place, invert it, turn what came out, and divide.
// In passes over 4-byte points: 23 + 4 + 2 + 7 = 36, whatever the exponent.
//
// By squaring, 8 passes for each product: for exponents of a few bits, for maps that are not permutations, and for ranks. There
// an exponent of many bits is first reduced modulo the order of x.

#include <filesystem>
#include <memory>

#include "core/io/scratch_folders.hpp"
#include "core/run/drive.hpp"
#include "perm/backend.hpp"
#include "perm/files/file_tools.hpp"

namespace wreath::perm {

namespace {

constexpr std::size_t kFewProductsOnDisk = 5;   // fewer are faster than the way by cycles
constexpr std::size_t kFewProductsOfRanks = 8;  // fewer are not worth finding the order

/// The options for a step of the work.
FileOptions step_options(const Request& request) {
  FileOptions options = request.options;
  options.verify = Verify::none;
  return options;
}

/// A row of operations, each on what the one before it made. make(i) gives the file of the i-th step.
template <class Make>
FileReport square_files(const Map& x, const Exponent& exponent, const Request& request, const Make& make) {
  enum class Step { square, multiply, invert };
  std::vector<Step> steps;
  const std::vector<bool> digits = exponent.digits();
  for (std::size_t i = 1; i < digits.size(); ++i) {
    steps.push_back(Step::square);
    if (digits[i]) steps.push_back(Step::multiply);
  }
  if (exponent.is_negative()) steps.push_back(Step::invert);
  const TakenFiles none(request.run);
  const FileOptions options = step_options(request);
  std::unique_ptr<StepFile> last;
  std::optional<Map> opened;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const bool final = i + 1 == steps.size();
    std::unique_ptr<StepFile> file = final ? nullptr : make(i);
    const std::string& to = final ? request.output : file->path();
    const Map& known = opened ? *opened : x;
    const FileReport report = steps[i] == Step::square     ? multiply_files(known, known, to, options, &request.run)
                              : steps[i] == Step::multiply ? multiply_files(known, x, to, options, &request.run)
                                                           : inverse_file(known, to, options, &request.run);
    if (report.done != report.points) return request.report(false);
    if (final) return report;
    opened.emplace(file->open());
    last = std::move(file);
  }
  throw InternalError("a power without a step");
}

/// Nothing where x is not a permutation.
std::optional<FileReport> power_by_cycles(const Exponent& exponent, const Request& request, const std::string& folder) {
  const TakenFiles none(request.run);
  const FileOptions options = step_options(request);
  ScratchFile lengths(folder, "the lengths of the cycles");
  StepFile order(folder);
  {
    StepFile place(folder);
    const Request step{request.x, nullptr, place.path(), request.options, request.run, request.plan};
    const disk::Outcome outcome = disk::follow_cycles(step, disk::CycleValues::places, &lengths).outcome;
    if (outcome == disk::Outcome::bad_point) return std::nullopt;
    if (outcome == disk::Outcome::stopped) return request.report(false);
    const FileReport report = inverse_file(place.open(), order.path(), options, &request.run);
    if (report.done != report.points) return request.report(false);
  }
  const Map laid_out = order.open();
  StepFile turned(folder);
  if (!disk::turn_cycles(Internals::source(laid_out), lengths, Rotations(exponent), request.x->kind(), turned.path(),
                         request.run))
    return request.report(false);
  lengths.truncate(0);
  return divide_files(laid_out, turned.open(), request.output, options, &request.run);
}

}  // namespace

FileReport power_on_disk(const Map& x, const Exponent& exponent, const Request& request) {
  if (exponent.is_zero()) return request.report(disk::write_identity(request, request.x->kind()));
  if (exponent.products() == 0) return request.report(disk::copy_array(*request.x, request.output, request.run));
  const std::string output_folder = std::filesystem::path(absolute_path(request.output)).parent_path().string();
  const std::string folder = scratch_folder_list(request.options.machine.scratch, output_folder).front();
  if (exponent.products() >= kFewProductsOnDisk) {
    if (const auto report = power_by_cycles(exponent, request, folder)) return *report;
    if (exponent.is_negative()) disk::throw_not_a_permutation(request);
  }
  return square_files(x, exponent, request, [&](std::size_t) { return std::make_unique<StepFile>(folder); });
}

FileReport power_by_ranks(const Map& x, const Exponent& exponent, const Request& request) {
  const auto step_file = [&](std::size_t i) { return std::make_unique<StepFile>(request.output, static_cast<int>(i % 2)); };
  if (exponent.is_zero()) return cluster::identity(request, request.x->kind());
  if (exponent.products() == 0) {
    const auto one = step_file(0);
    const Request step{request.x, nullptr, one->path(), request.options, request.run, request.plan};
    const FileReport made = cluster::identity(step, request.x->kind());
    if (made.done != made.points) return request.report(false);
    return multiply_files(one->open(), x, request.output, step_options(request), &request.run);
  }
  if (exponent.products() >= kFewProductsOfRanks) {
    const std::optional<Defect> defect = cluster::check(request);
    if (!defect) return request.report(false);
    if (!*defect) {
      const auto type = cluster::cycles(request);
      if (!type) return request.report(false);
      const Exponent reduced = exponent.reduced(order(*type));
      if (reduced.products() < exponent.products()) return power_by_ranks(x, reduced, request);
    }
  }
  return square_files(x, exponent, request, step_file);
}

}  // namespace wreath::perm

// SPDX-License-Identifier: MIT
//
// Files of schemes, in the formats that the programs of the field use. Here they are those of matrix products; for another tensor
// a .txt file begins with the lines "tensor NAME" and R, a .json file has "tensor" for "n", an .exp file begins with the line
// "# tensor NAME" and has entries a1, a2, ...; and an .npy file needs the tensor as the shape.
//
//   .txt   n m p R, then the rows of a, b, c            .json  {"n": [n, m, p], "m": R, "z2": ..., "u", "v", "w"}
//   .exp   one product per line: (a11+a22)*(b11)*(c11+c21), with 2*a11, -a12 and 1/2*b11 over Z and Q; a1,10 past nine
//   .npy   integers, R x (nm + mp + pn): one summand per row, its a, b and c one after another; or, read only, 3 x nn x R, three
//          arrays of nm x R, mp x R and pn x R, or a row of fractions, as flip-cpd has them, which --to cpd writes
//   .slp   read only: straight-line programs, P1 := (a11+a12)*b11; c11 := P1 + P2. X_L.slp stands for the three files of plinopt
//   .sms   read only: plinopt's sparse matrices, X_L.sms with X_R.sms and X_P.sms beside it
//   .npz   read only: several .npy, which are named like files of a folder: all.npz/4,4,5.npy
//   .m     read only: Mathematica's lists {{{{...}}, {{...}}, {{...}}}, ...}      .mpl   read only: Maple's Triad([Matrix(...),
//   ...])
//
// A file whose content is of another form than its ending suggests, or that has another ending, is read by its content. Factors
// may have up to 65,536 entries; what walks needs 64 at most.
//
// By convention all of them hold c transposed: the sum is over a_ij b_jk c_ki and c is p x n. Some authors write c_ik:
// c_transposed = false reads and writes that. If a file is valid only the other way, the error suggests it.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "wreath/flip/rational_scheme.hpp"

namespace wreath::flip {

enum class SchemeFormat { by_name, text, json, exp, npy, cpd, mathematica, maple, npz, program, sparse };
/// "txt", "json", "exp", "npy", "cpd", "m", "mpl", "npz", "slp" or "sms"; throws InputError for anything else.
[[nodiscard]] SchemeFormat parse_scheme_format(std::string_view name);
/// "txt", "json", "exp", "npy", "cpd", "m", "mpl", "npz", "slp" or "sms".
std::string_view to_string(SchemeFormat format) noexcept;

struct SchemeFileOptions {
  SchemeFormat format = SchemeFormat::by_name;
  bool c_transposed = true;
  std::optional<Shape> shape = {};  // what the file must have; a .npy file whose shape is not certain needs it
  unsigned threads = 0;             // that verify a large scheme; 0: all cores
};

/// What a file, '-' for standard input, or a shape such as 3x3x3 stands for: the scheme, verified, or the standard one.
[[nodiscard]] VerifiedScheme open_scheme(const std::string& input, const SchemeFileOptions& options = {},
                                         RunControl* run = nullptr);
/// The same modulo 2, with coefficients 0 and 1; verified.
[[nodiscard]] RationalScheme open_bits(const std::string& input, const SchemeFileOptions& options = {},
                                       RunControl* run = nullptr);
/// The same modulo 2, or modulo 3 with coefficients -1, 0, 1 if it is valid only there: what a lift begins with.
[[nodiscard]] VerifiedScheme open_residues(const std::string& input, const SchemeFileOptions& options = {},
                                           RunControl* run = nullptr);
/// Modulo 2 in words.
[[nodiscard]] Scheme open_scheme_modulo_2(const std::string& input, const SchemeFileOptions& options = {},
                                          RunControl* run = nullptr);

/// A file, or '-' for standard input, verified. Throws InputError that names the file, the place and the value, LimitReached if
/// the run is stopped first.
[[nodiscard]] VerifiedScheme read_rational_scheme(const std::filesystem::path& path, const SchemeFileOptions& options = {},
                                                  RunControl* run = nullptr);
/// The same without the verification.
[[nodiscard]] RationalScheme read_unverified(const std::filesystem::path& path, const SchemeFileOptions& options = {},
                                             RunControl* run = nullptr);

/// Over F2: an integer scheme, or one with odd denominators, is taken modulo 2. Verified.
[[nodiscard]] Scheme read_scheme(const std::filesystem::path& path, const SchemeFileOptions& options = {},
                                 RunControl* run = nullptr);

/// Writes a scheme over F2 in the format of the options or of the name's ending. The file appears whole or not at all. Throws
/// InputError if that format cannot be written.
void write_scheme(const std::filesystem::path& path, const Scheme& scheme, const SchemeFileOptions& options = {});
/// The same for a scheme over any ring; a .json file marks one over F2. Throws LimitReached, and leaves no file, if the run is
/// stopped first.
void write_scheme(const std::filesystem::path& path, const RationalScheme& scheme, Ring ring,
                  const SchemeFileOptions& options = {}, RunControl* run = nullptr);

/// The format of a file with this name; throws InputError that lists the known ones.
[[nodiscard]] SchemeFormat scheme_format_of(const std::filesystem::path& path);
/// Throws InputError if a scheme cannot be written there: to be called before the work.
void require_scheme_output(const std::filesystem::path& path, const SchemeFileOptions& options = {});

/// Whether the path is an .npz file, which stands for the schemes in it as a folder does.
[[nodiscard]] bool is_archive(const std::filesystem::path& path);
/// The files of a folder that hold schemes by their endings, sorted by name, with the schemes of its .npz files one by one; those
/// of an .npz file; or the file itself. Throws InputError.
[[nodiscard]] std::vector<std::string> scheme_files_in(const std::filesystem::path& path);

/// A file of a folder that is left out, because it cannot be read or is not a valid scheme.
struct SkippedFile {
  std::string name;
  std::string reason;  // a sentence that names the file
};
/// Calls take(scheme) for each scheme of a folder, in the order of scheme_files_in, or for what open_scheme opens. Files of a
/// folder that are not valid schemes, or for which take throws InputError, are skipped and returned; what is named itself throws.
/// Throws LimitReached if the run is stopped first.
std::vector<SkippedFile> for_each_scheme(const std::filesystem::path& path, const SchemeFileOptions& options,
                                         const std::function<void(KnownScheme)>& take, RunControl* run = nullptr);

struct SchemeFolder {
  std::vector<KnownScheme> schemes;
  std::vector<SkippedFile> skipped;
};
/// Throws InputError with the reason why a folder gave no schemes: it has no such files, or all were skipped.
[[noreturn]] void throw_no_schemes(const std::filesystem::path& folder, const std::vector<SkippedFile>& skipped);
/// All of them. Throws InputError if there is no scheme.
[[nodiscard]] SchemeFolder open_schemes(const std::filesystem::path& path, const SchemeFileOptions& options = {},
                                        RunControl* run = nullptr);

}  // namespace wreath::flip

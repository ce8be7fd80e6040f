// SPDX-License-Identifier: MIT
//
// wreath flip: matrix multiplication schemes and the search of their flip graph; what its verbs for files of schemes share.
#include "cli/flip/schemes.hpp"

namespace wreath::cli {

namespace {

bool parse_yes_or_no(const std::string& text) {
  return parse_word<bool>(text, {{"yes", true}, {"no", false}}, "answer");
}

}  // namespace

flip::SchemeFileOptions reading(const SchemeOptions& options) {
  flip::SchemeFileOptions from = options.from;
  from.threads = options.machine.threads;
  return from;
}

void add_reading_options(Command& command, SchemeOptions& options) {
  command.add_parsed("--from", options.from.format, flip::parse_scheme_format,
                     "Format of the input: txt, json, exp, npy, npz, m (Mathematica), mpl (Maple) (default: by name and content)",
                     "FORMAT");
  command.add_parsed("--c-transposed", options.from.c_transposed, parse_yes_or_no,
                     "yes: files hold c as p x n, for a_ij b_jk c_ki; no: as n x p (yes)", "YES|NO");
  command.add_parsed("--shape", options.from.shape, flip::open_tensor,
                     "The required shape or tensor of the scheme, such as 4x4x4 or gt:4; needed for some .npy files", "TENSOR");
}

Option add_writing_options(Command& command, SchemeOptions& options, const std::string& description) {
  const Option output = command.add_option("-o,--output", options.output, description, "FILE");
  command.add_parsed("--to", options.to.format, flip::parse_scheme_format,
                     "Format of the output: txt, json, exp, npy (default: by the file name)", "FORMAT");
  command.add_parsed("--output-c-transposed", options.to.c_transposed, parse_yes_or_no, "The same for the output (yes)",
                     "YES|NO");
  return output;
}

void add_schemes(Command& command, SchemeOptions& options, int least, int most, const std::string& description) {
  command.add_option("SCHEME", options.inputs, description).required().expected(least, most);
  add_reading_options(command, options);
}

void add_scheme(Command& command, SchemeOptions& options) {
  add_schemes(command, options, 1, 1, "A file, '-' for standard input, or a shape such as 3x3x3 for its standard scheme");
}

void add_flip(Program& program) {
  Command& flip = program.app.add_subcommand(
      "flip", "Matrix products and other bilinear maps: search the flip graph, verify, lift, convert schemes", "Engines");
  flip.require_subcommand();
  flip.footer(
      "A scheme is a file .json, .txt, .exp, .npy, .npz, .m or .mpl, '-' for standard input, or a shape such as 4x4x4 for its "
      "standard "
      "scheme. Matrix products are one family of tensors:\n" +
      std::string(flip::tensor_families()) +
      "\n\n"
      "Examples:\n"
      "  wreath flip search 4x4x4 --target 47 --time 60 -o best.json\n"
      "  wreath flip verify best.json\n"
      "  wreath flip convert best.json -o best.exp\n"
      "  wreath flip path 4x4x4 best.json -o path.txt\n"
      "  wreath flip records 4x4x4\n"
      "  wreath flip hunt 4x4x6 --folder hunt --time 300");
  add_flip_search(program, flip);
  add_flip_hunt(program, flip);
  add_flip_verify(program, flip);
  add_flip_simplify(program, flip);
  add_flip_derive(program, flip);
  add_flip_path(program, flip);
  add_flip_equivalence(program, flip);
  add_flip_records(program, flip);
}

}  // namespace wreath::cli

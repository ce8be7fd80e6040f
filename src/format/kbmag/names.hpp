// SPDX-License-Identifier: MIT
//
// Names and words as kbmag's files have them: what presentations and automata share.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/text/text_reader.hpp"
#include "wreath/word/words.hpp"

namespace wreath::format {

/// An identifier, or one followed by ^-1, which together are a name then.
std::string take_letter_name(TextReader& reader, std::string_view what);
/// A list of names, of which there may be kMaxLetters and no two the same.
std::vector<std::string> take_letter_names(TextReader& reader, std::string_view what);
/// Which of the names it is; an error at the offset where it is none.
word::Letter find_letter(const TextReader& reader, std::string_view name, const std::vector<std::string>& names,
                         std::size_t offset);

/// IdWord, or a*b^2*a^-1; in lines that are not too long for other readers.
std::string kbmag_word(std::span<const word::Letter> word, const std::vector<std::string>& names);

}  // namespace wreath::format

// SPDX-License-Identifier: MIT
//
// Words in finitely presented groups: automatic structures, normal forms, growth.
//
// A group is given as text: the name of a family (surface:2, triangle:3,3,4, coxeter:5,3,5, free:2, ...) or a presentation
// ('<a,b | a^3, b^3, (a*b)^4>'). Words are text, too: abAB, a*b^-2, (a*b)^4, [a,b]; the identity is 1. The words of everything
// below are compared by shortlex in the order of the letters: the shorter first, then letter by letter.
#pragma once

#include "wreath/word/automaton.hpp"
#include "wreath/word/ball.hpp"
#include "wreath/word/completion.hpp"
#include "wreath/word/conjugacy.hpp"
#include "wreath/word/geometry.hpp"
#include "wreath/word/group.hpp"
#include "wreath/word/growth.hpp"
#include "wreath/word/kbmag.hpp"
#include "wreath/word/presentation.hpp"
#include "wreath/word/report.hpp"  // IWYU pragma: export
#include "wreath/word/streams.hpp"
#include "wreath/word/subgroup.hpp"
#include "wreath/word/tool_report.hpp"  // IWYU pragma: export
#include "wreath/word/word_problem.hpp"
#include "wreath/word/words.hpp"

// SPDX-License-Identifier: MIT
#pragma once

#include "word/automata/dfa.hpp"
#include "word/completion/rewriting.hpp"

namespace wreath::word {

/// The words in which no left-hand side occurs: the normal forms, where the system is confluent. Minimised.
automata::Dfa normal_form_language(const RewritingSystem& system, const automata::Limits& limits = {});

}  // namespace wreath::word

// SPDX-License-Identifier: MIT
//
// The numbers that choices of the engine depend on, and the measurements that they come from. None of them decides an answer.
#pragma once

#include <cstddef>
#include <cstdint>

namespace wreath::word::tuning {

// --- building a structure (automatic/build.cpp)

/// What a try may cost: so much at first, and so much for each letter that the completion has read. With all that goes with it a
/// letter takes some 40 ns, a state of a multiplier some 1500, an entry of an acceptor's state about 20.
inline constexpr std::uint64_t kStatesOfATry = 4096;
inline constexpr std::uint64_t kLettersPerState = 12;
inline constexpr std::uint64_t kEntriesOfATry = 500'000;
inline constexpr std::uint64_t kLettersPerEntry = 2;
inline constexpr std::uint64_t kLastTry = 8;  // times as much, if the completion may not continue
// The rest was not measured: it bounds work that rarely helps.
inline constexpr std::uint64_t kLettersBeforeGivingUp = 1U << 22;  // tries before may be of differences that are soon forgotten
inline constexpr std::size_t kMostRounds = 64;
inline constexpr std::uint64_t kSetsPerState = 2;  // of the multiplier: if words meet more, they are read backwards
inline constexpr std::size_t kMostConflicts = 2;   // before the acceptor takes all transitions

// --- completion (completion/): overlaps of up to a horizon come first, which grows step by step. Not measured

inline constexpr std::size_t kFirstHorizon = 16;
inline constexpr std::size_t kHorizonStep = 4;
inline constexpr std::uint64_t kWorkToList = 4;              // an overlap, as a number of letters read
inline constexpr std::uint64_t kMostLettersRead = 1U << 22;  // to rewrite a word in an order in which words may grow
/// Several orders of the letters take turns; each has this much work at first, and then twice as much.
inline constexpr std::uint64_t kFirstWork = 1U << 16;
inline constexpr std::uint64_t kPairsATime = 16;  // pairs between two looks at the work
/// Finite groups are enumerated: small ones at once, larger ones if the completion makes many rules. What an enumeration that
/// does not close takes is less than what the completion has taken by then.
inline constexpr std::size_t kFewEntries = 1U << 14;
inline constexpr std::size_t kManyEntries = 1U << 26;
inline constexpr std::size_t kEntriesPerRule = 1U << 10;
/// A question whether two words are equal is tried with this number of rules before a structure is built. Not measured.
inline constexpr std::size_t kRulesBeforeStructure = 256;

// --- questions (problem/): what is tried before a structure is built, in counts, so that answers do not depend on the machine.

inline constexpr std::uint64_t kWorkBeforeStructure = 1U << 19;  // of the completion in each order: the number of letters read
inline constexpr std::uint64_t kLettersOfPartial = 1U << 20;     // that rules which are not confluent may read to rewrite a word
inline constexpr std::size_t kMostCheapLetters = 1U << 16;       // of words for which conjugates, products and powers are tried
inline constexpr std::uint64_t kLettersOfSearch = 1U << 20;      // of all elements that are looked at for that
inline constexpr std::size_t kMostSearched = 1U << 14;           // elements
inline constexpr std::uint64_t kPowersBeforeStructure = 64;      // of an element whose order is asked for
inline constexpr std::uint64_t kMostLettersOfImages = 1U
                                                      << 12;  // of relators: with more, images on few points are not looked for
inline constexpr std::uint32_t kMostPointsOfImages = 7;
inline constexpr std::uint64_t kChoicesOfImages = 1U << 14;
inline constexpr std::size_t kMostImages = 64;
/// Rules with which a structure is tried before normal forms of another kind are taken for a stream of words: about two seconds;
/// half a second for groups that are recognised, whose structures, if there are any, were found with a few hundred.
inline constexpr std::size_t kRulesBeforeOtherForms = 1U << 12;
inline constexpr std::size_t kRulesBeforeKnownForms = 1U << 10;
/// Of such groups with longer relators no structure is tried: for dihedral:2000 that takes 3 s, for dihedral:5000 20 s.
inline constexpr std::size_t kLettersBeforeKnownForms = 1024;

// --- subgroups (subgroup/): enumerations and structures in turns; what takes little time is tried first. Not measured

inline constexpr std::size_t kFewRows = 1U << 14;
inline constexpr std::size_t kMoreRows = 1U << 18;
inline constexpr std::size_t kFewRules = 1U << 9;
inline constexpr std::size_t kMoreRules = 1U << 12;
inline constexpr std::size_t kManyRows = std::size_t{1} << 17;  // worth more than one strategy
/// A small enumeration is cut off by its steps: a full table would be searched for coincidences, which takes longer.
inline constexpr std::size_t kStepsPerRow = 8;
inline constexpr std::size_t kRowsThen = 4;
/// Schreier's generators from which on a structure is worth its time if that is short, and in any case.
inline constexpr std::size_t kMoreGenerators = 256;
inline constexpr std::size_t kManyGenerators = 2048;
/// The first try of coset automata; later ones have more of each.
inline constexpr std::size_t kRoundsOfATry = 48;
inline constexpr std::size_t kFirstVertices = 2048;
inline constexpr std::uint64_t kFirstStates = 1U << 14;
inline constexpr std::uint64_t kEntriesPerState = 64;
inline constexpr std::size_t kRowsPerDifference = 64;  // rows of a coset table that take less time than the transitions,
inline constexpr std::size_t kManyDifferences = 512;   // if there are many

// --- reduction (reduction/). A core reduces some 2*10^8 letters a second (docs/word.md)

inline constexpr std::size_t kShortWord = 1U << 14;       // alone, it is done before a second thread wakes up
inline constexpr std::size_t kLongWord = 1U << 20;        // letters from which a word is worth all threads
inline constexpr std::size_t kLongCosetWord = 1U << 16;   // and its normal form is found first, before that of its coset
inline constexpr std::size_t kLettersPerTask = 1U << 18;  // a millisecond
/// If all threads would take longer for this number of letters each, a GPU is worth its start.
inline constexpr std::uint64_t kLettersPerThread = 200'000'000;
/// Pieces of a long word: long enough that joints do not matter, short enough that a stack stays in the first cache; and four for
/// each thread.
inline constexpr std::size_t kLongestPiece = 8192;
inline constexpr std::size_t kShortestPiece = 64;
inline constexpr std::size_t kPiecesPerTask = 16;
inline constexpr std::uint32_t kMaxJointDepth = 4096;    // of a joint that is looked at step by step; not measured
inline constexpr std::int64_t kMaxJointSteps = 1 << 16;  // the same
inline constexpr std::size_t kHugePages = 1U << 20;      // letters from which huge pages pay
inline constexpr std::size_t kStreams = 4;               // words side by side on a core: it mostly waits for memory
inline constexpr std::uint32_t kLongWalk = 512;  // steps back that a walk of a batch may take before it is done in another way
/// Some 100 MB of blocks, and eight times those of the word: what is forgotten then has been paid for.
inline constexpr std::size_t kMostBlocks = std::size_t{1} << 20;
inline constexpr std::size_t kMostPerBlock = 8;
/// Steps of a stack with blocks before another one takes over: of each of the last letters, and of each letter of the word. The
/// adversaries of bench/inputs/word need 2 to 5 in hyperbolic groups; a letter on shared words costs some hundred steps at worst.
inline constexpr std::uint64_t kManyBlockSteps = 512;
inline constexpr std::uint64_t kBlockStepsPerLetter = 4;
/// Groups and walks that a stack of shared words remembers: what fits a second cache, and 8 to 64 for each group of the word, the
/// more if each letter meets many.
inline constexpr std::size_t kMostShared = std::size_t{1} << 16;
inline constexpr std::size_t kFewPerGroup = 8;
inline constexpr std::size_t kMostPerGroup = 64;
inline constexpr std::size_t kManyPerLetter = 64;

// --- streams and conjugacy: sizes of batches and tasks; not measured

inline constexpr std::size_t kSourceLetters = std::size_t{16} << 20;
inline constexpr std::size_t kPackedLetters = std::size_t{256} << 20;  // mapped words take memory for their normal forms alone
inline constexpr std::size_t kAlone = std::size_t{1} << 20;            // a word of this many letters is a batch of its own
inline constexpr std::size_t kBytesRead = std::size_t{4} << 20;        // at once
inline constexpr std::size_t kPlacesPerTask = 1U << 13;                // places of v for a thread
inline constexpr std::size_t kPlacesPerRound = 1U << 18;               // and for all, before the candidates are looked at
inline constexpr std::size_t kPlacesToSieve = 1U << 15;                // places of v that are worth a sieve

}  // namespace wreath::word::tuning

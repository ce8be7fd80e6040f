/* SPDX-License-Identifier: MIT
 *
 * The C API: groups with a solved word problem, groups of permutations, semigroups, coset tables and permutations, for C and for
 * all languages that call C. The library is libwreath_c; examples/words.c, examples/c_api.py (ctypes) and examples/words.jl
 * (Julia, untested) use it.
 *
 * - A context carries what calls share: limits, a stop callback, the message of the last error, and the memory of results. One
 *   thread at a time uses a context and the objects made with it; other threads take their own.
 * - A function returns a wreath_status. Unless it is WREATH_OK, what pointers were to return means nothing, no object was made, and
 *   wreath_error(context) is a message for users that says what to change.
 * - Arrays and texts that a function returns belong to the context, and are valid until the next call with it, unless the
 *   function says otherwise. Texts end in a zero byte.
 * - Objects are freed by their own function, which takes NULL, too. They may outlive the context.
 * - Letters, points, elements and cosets are numbered from 0. Everything acts on the right: x*y is x first.
 *
 * Names that exist keep their meaning while WREATH_API_VERSION stays the same; additions do not change it.
 */
#ifndef WREATH_WREATH_H
#define WREATH_WREATH_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define WREATH_C __attribute__((visibility("default")))
#else
#define WREATH_C
#endif

#define WREATH_API_VERSION 1

typedef enum wreath_status {
  WREATH_OK = 0,
  WREATH_INPUT = 1,       /* the input is wrong */
  WREATH_RESOURCE = 2,    /* memory, disk or a device gave out */
  WREATH_LIMIT = 3,       /* a limit came before the answer */
  WREATH_INTERRUPTED = 4, /* the stop callback asked to stop */
  WREATH_INTERNAL = 5     /* a bug in wreath */
} wreath_status;

/* WREATH_API_VERSION of the library that is linked: differs from that of this header if the two do not fit together. */
WREATH_C int wreath_api_version(void);
/* The version of the library, such as "0.1.0". */
WREATH_C const char* wreath_version(void);

/* ---- contexts */

typedef struct wreath_context wreath_context;

/* NULL if there is no memory. */
WREATH_C wreath_context* wreath_context_new(void);
WREATH_C void wreath_context_free(wreath_context* context);
/* The message of the last call with this context that failed; empty if none did. */
WREATH_C const char* wreath_error(const wreath_context* context);
/* Each call that may take long asks stop(data) some fifty times a second, on the thread of the caller, and ends with
   WREATH_INTERRUPTED after an answer that is not 0. NULL: none is asked. */
WREATH_C void wreath_set_stop(wreath_context* context, int (*stop)(void* data), void* data);
/* Limits of every call from now on: seconds, bytes that the process may hold, threads. 0: no limit, all cores. */
WREATH_C void wreath_set_limits(wreath_context* context, double seconds, uint64_t bytes, unsigned threads);

/* ---- groups with a solved word problem */

typedef struct wreath_word_group wreath_word_group;

/* A group from a family's name, a presentation as text, or a file with either or with a structure; `cache`: 1 to look for its
   structure in the user's cache and keep it there, otherwise 0. Its automatic structure is built and verified. WREATH_LIMIT if
   that fails. */
WREATH_C wreath_status wreath_word_group_open(wreath_context* context, const char* source, int cache, wreath_word_group** group);
WREATH_C void wreath_word_group_free(wreath_word_group* group);
/* The number of letters, inverses included. An involution is its own inverse, and one letter. */
WREATH_C size_t wreath_word_group_letters(const wreath_word_group* group);
/* The name of a letter, valid as long as the group; NULL if there is no such letter. */
WREATH_C const char* wreath_word_group_letter(const wreath_word_group* group, size_t letter);
/* The inverse of a letter, which must be one. */
WREATH_C uint8_t wreath_word_group_inverse(const wreath_word_group* group, size_t letter);
/* The letters of a word as text, such as abAB, a*b^-2, [a,b]; not reduced. */
WREATH_C wreath_status wreath_word_group_parse(wreath_context* context, const wreath_word_group* group, const char* text,
                                               const uint8_t** word, size_t* length);
WREATH_C wreath_status wreath_word_group_print(wreath_context* context, const wreath_word_group* group, const uint8_t* word,
                                               size_t length, const char** text);
/* The ShortLex-least word of the same element. */
WREATH_C wreath_status wreath_word_group_reduce(wreath_context* context, const wreath_word_group* group, const uint8_t* word,
                                                size_t length, const uint8_t** form, size_t* form_length);
/* The same for `count` words, word i being letters[offsets[i]..offsets[i+1]): its form is written to out[offsets[i]...], and the
   length of that to lengths[i]. `out` is as long as `letters`; both arrays are the caller's. */
WREATH_C wreath_status wreath_word_group_reduce_many(wreath_context* context, const wreath_word_group* group,
                                                     const uint8_t* letters, const uint64_t* offsets, size_t count, uint8_t* out,
                                                     uint64_t* lengths);
WREATH_C wreath_status wreath_word_group_multiply(wreath_context* context, const wreath_word_group* group, const uint8_t* u,
                                                  size_t u_length, const uint8_t* v, size_t v_length, const uint8_t** form,
                                                  size_t* form_length);
/* Whether two words are the same element: 1 or 0. */
WREATH_C wreath_status wreath_word_group_equal(wreath_context* context, const wreath_word_group* group, const uint8_t* u,
                                               size_t u_length, const uint8_t* v, size_t v_length, int* equal);
/* The order of an element; 0 if it is infinite. WREATH_LIMIT if neither is proven. */
WREATH_C wreath_status wreath_word_group_element_order(wreath_context* context, const wreath_word_group* group,
                                                       const uint8_t* word, size_t length, uint64_t* order);
/* The number of elements as decimal digits, or "infinite". */
WREATH_C wreath_status wreath_word_group_order(wreath_context* context, const wreath_word_group* group, const char** digits);
/* The number of elements of length 0, 1, ..., radius: radius + 1 numbers as decimal digits, with spaces between. */
WREATH_C wreath_status wreath_word_group_growth(wreath_context* context, const wreath_word_group* group, size_t radius,
                                                const char** digits);
/* All elements of length at most `radius`, in ShortLex order: element i is letters[offsets[i]..offsets[i+1]). */
WREATH_C wreath_status wreath_word_group_ball(wreath_context* context, const wreath_word_group* group, size_t radius,
                                              const uint8_t** letters, const uint64_t** offsets, size_t* count);

typedef struct wreath_word_subgroup wreath_word_subgroup;

/* The subgroup that `count` words generate: word i is letters[offsets[i]..offsets[i+1]). Its coset automatic structure is built,
   or its cosets are enumerated. WREATH_LIMIT if neither comes to an end. */
WREATH_C wreath_status wreath_word_subgroup_open(wreath_context* context, const wreath_word_group* group, const uint8_t* letters,
                                                 const uint64_t* offsets, size_t count, wreath_word_subgroup** subgroup);
WREATH_C void wreath_word_subgroup_free(wreath_word_subgroup* subgroup);
/* The number of its cosets as decimal digits, or "infinite". */
WREATH_C wreath_status wreath_word_subgroup_index(wreath_context* context, const wreath_word_subgroup* subgroup,
                                                  const char** digits);
/* The least word of the coset of a word: empty if the word is in the subgroup. */
WREATH_C wreath_status wreath_word_subgroup_coset_form(wreath_context* context, const wreath_word_subgroup* subgroup,
                                                       const uint8_t* word, size_t length, const uint8_t** form,
                                                       size_t* form_length);

/* ---- semigroups, of elements that are rows of numbers */

typedef struct wreath_semigroup wreath_semigroup;

/* Of `count` generators, one row after another. `kind`: "transformation" (the images of the points), "partial-permutation" (-1
   where it is not defined), "permutation", "bipartition" (the block of each of 2n points), "boolean", "field:9" (matrices, row
   after row), ...; `columns`: the numbers of a row. `monoid`: 1 if the identity belongs to it, otherwise 0. */
WREATH_C wreath_status wreath_semigroup_new(wreath_context* context, const char* kind, size_t columns, int monoid,
                                            const int32_t* rows, size_t count, wreath_semigroup** semigroup);
WREATH_C void wreath_semigroup_free(wreath_semigroup* semigroup);
/* Finds elements until there are `until` (UINT64_MAX: all). What is found by the time of a stop stays. */
WREATH_C wreath_status wreath_semigroup_run(wreath_context* context, wreath_semigroup* semigroup, uint64_t until);
/* The numbers of a row. */
WREATH_C size_t wreath_semigroup_columns(const wreath_semigroup* semigroup);
/* The number of elements found so far, and whether these are all. */
WREATH_C uint64_t wreath_semigroup_size(const wreath_semigroup* semigroup);
WREATH_C int wreath_semigroup_complete(const wreath_semigroup* semigroup);
/* The rows of elements first..last-1 among those found, in ShortLex order of their least words. */
WREATH_C wreath_status wreath_semigroup_rows(wreath_context* context, const wreath_semigroup* semigroup, uint64_t first,
                                             uint64_t last, const int32_t** rows);
/* The least words of the same elements: that of the i-th of them is letters[offsets[i]..offsets[i+1]). */
WREATH_C wreath_status wreath_semigroup_words(wreath_context* context, const wreath_semigroup* semigroup, uint64_t first,
                                              uint64_t last, const uint16_t** letters, const uint64_t** offsets);
/* The number of the element that is this row; UINT64_MAX if it is not in the semigroup. Finds elements until that is known. */
WREATH_C wreath_status wreath_semigroup_find(wreath_context* context, wreath_semigroup* semigroup, const int32_t* row,
                                             uint64_t* element);
/* The right (left: 0) or left (left: 1) Cayley graph: graph[x*generators + g] is x*g, or g*x. All elements are found first. Valid
   as long as the semigroup. */
WREATH_C wreath_status wreath_semigroup_graph(wreath_context* context, wreath_semigroup* semigroup, int left,
                                              const uint32_t** graph, size_t* generators);
/* The idempotents among all elements, by their numbers. */
WREATH_C wreath_status wreath_semigroup_idempotents(wreath_context* context, wreath_semigroup* semigroup,
                                                    const uint32_t** elements, size_t* count);
/* The R-, L- and D-class of each element, numbered by their first elements. */
WREATH_C wreath_status wreath_semigroup_green(wreath_context* context, wreath_semigroup* semigroup, const uint32_t** r,
                                              const uint32_t** l, const uint32_t** d, size_t* count);
/* A presentation: rule i says that the words letters[offsets[2*i]..offsets[2*i+1]) and letters[offsets[2*i+1]..offsets[2*i+2])
   are the same element, of which the second is the lesser. No left side has another inside. */
WREATH_C wreath_status wreath_semigroup_rules(wreath_context* context, wreath_semigroup* semigroup, const uint16_t** letters,
                                              const uint64_t** offsets, size_t* count);
/* Decimal digits with spaces between: the numbers of elements, R-, L-, H- and D-classes, regular D-classes and idempotents. If
   possible they are counted without the elements. */
WREATH_C wreath_status wreath_semigroup_counts(wreath_context* context, wreath_semigroup* semigroup, const char** digits);
/* Whether a row is an element: 1 or 0. If possible that is decided without the other elements. */
WREATH_C wreath_status wreath_semigroup_contains(wreath_context* context, wreath_semigroup* semigroup, const int32_t* row,
                                                 int* contained);

/* ---- cosets */

typedef struct wreath_cosets wreath_cosets;

/* The cosets of a subgroup of finite index, enumerated by the method of Todd and Coxeter. `group` as for wreath_word_group_open;
   `subgroup`: words with commas between, "" or NULL for the trivial one; `most`: cosets that a table may have on the way, 0 for
   as many as the memory holds. WREATH_LIMIT if the table is not closed by then: nothing is known of the index. */
WREATH_C wreath_status wreath_cosets_open(wreath_context* context, const char* group, const char* subgroup, uint64_t most,
                                          wreath_cosets** cosets);
WREATH_C void wreath_cosets_free(wreath_cosets* cosets);
WREATH_C uint64_t wreath_cosets_index(const wreath_cosets* cosets);
/* The letters of the group, as for wreath_word_group_letters. */
WREATH_C size_t wreath_cosets_letters(const wreath_cosets* cosets);
WREATH_C const char* wreath_cosets_letter(const wreath_cosets* cosets, size_t letter);
/* The whole table: table[coset*letters + letter]; coset 0 is the subgroup. Valid as long as the cosets. */
WREATH_C wreath_status wreath_cosets_table(wreath_context* context, const wreath_cosets* cosets, const uint32_t** table);
/* The images of all cosets under a letter. */
WREATH_C wreath_status wreath_cosets_images(wreath_context* context, const wreath_cosets* cosets, size_t letter,
                                            const uint32_t** images);
/* Where a word as text leads from a coset. */
WREATH_C wreath_status wreath_cosets_trace(wreath_context* context, const wreath_cosets* cosets, const char* word, uint64_t from,
                                           uint64_t* coset);
/* The order of a group, by the indices of subgroups: decimal digits, or "infinite". `most` as above. */
WREATH_C wreath_status wreath_cosets_group_order(wreath_context* context, const char* group, uint64_t most, const char** digits);

/* ---- permutations of any size, as arrays of images */

/* z[i] = y[x[i]]; z is the caller's, and neither x nor y. */
WREATH_C wreath_status wreath_perm_multiply(wreath_context* context, const uint32_t* x, const uint32_t* y, uint32_t* z,
                                            size_t points);
/* z[x[i]] = i. */
WREATH_C wreath_status wreath_perm_inverse(wreath_context* context, const uint32_t* x, uint32_t* z, size_t points);

/* ---- groups of permutations */

typedef struct wreath_perm_group wreath_perm_group;

/* The group that `count` permutations of `points` points generate: permutation k takes i to images[k*points + i]. `order`: its
   order as decimal digits if that is known, which is then checked and need not be proven; else NULL. `proof`: how hard to try to
   prove the order: "auto" or NULL (if that takes a minute or so), "always" or "none". The functions below that take a group
   without `const` first make its chain of stabilizers, once; WREATH_LIMIT if they are stopped before that is done, and the next
   such call continues. */
WREATH_C wreath_status wreath_perm_group_new(wreath_context* context, const uint32_t* images, size_t count, size_t points,
                                             const char* order, const char* proof, wreath_perm_group** group);
/* The same for a family such as "mathieu:24", a file of permutations or matrices, or a coset table (.coset), whose letters act on
   the cosets. */
WREATH_C wreath_status wreath_perm_group_open(wreath_context* context, const char* source, const char* order, const char* proof,
                                              wreath_perm_group** group);
WREATH_C void wreath_perm_group_free(wreath_perm_group* group);
WREATH_C size_t wreath_perm_group_points(const wreath_perm_group* group);
WREATH_C size_t wreath_perm_group_generators(const wreath_perm_group* group);
/* The images of all points under a generator, valid as long as the group; NULL if there is no such generator. */
WREATH_C const uint32_t* wreath_perm_group_generator(const wreath_perm_group* group, size_t generator);
/* The order as decimal digits, or, of alternating and symmetric groups of more than 5000 points, as "1000000!" or "1000000!/2".
   It is a lower bound if `proven` is 0. `proof`: how it is known, or why it is not. */
WREATH_C wreath_status wreath_perm_group_order(wreath_context* context, wreath_perm_group* group, const char** order, int* proven,
                                               const char** proof);
/* The base points of the chain, and the lengths of their orbits. Alternating and symmetric groups that were recognised as such have
   none until words or stabilizers need a chain. */
WREATH_C wreath_status wreath_perm_group_base(wreath_context* context, wreath_perm_group* group, const uint32_t** base,
                                              const uint32_t** orbits, size_t* length);
/* Generators of all groups of the chain: of each, those among them that fix its base points. As for wreath_perm_group_new. */
WREATH_C wreath_status wreath_perm_group_strong_generators(wreath_context* context, wreath_perm_group* group,
                                                           const uint32_t** images, size_t* count);
/* Whether a permutation of all points is in the group: 1 or 0. WREATH_LIMIT if it was not found to be and the order is not
   proven. */
WREATH_C wreath_status wreath_perm_group_contains(wreath_context* context, wreath_perm_group* group, const uint32_t* images,
                                                  int* contained);
/* An element as a word: k + 1 is the generator k, -(k + 1) its inverse. WREATH_INPUT if it is not in the group, WREATH_LIMIT if
   the word has more than `most` letters. */
WREATH_C wreath_status wreath_perm_group_factor(wreath_context* context, wreath_perm_group* group, const uint32_t* images,
                                                uint64_t most, const int32_t** word, size_t* length);
/* The same as a straight-line program, which is short: the generators are values 0, 1, ..., line k makes the next value as the
   product of the values lines[2*k] and lines[2*k + 1], or as the inverse of the first if the second is UINT32_MAX, and the last
   line makes the element; no lines make the identity. */
WREATH_C wreath_status wreath_perm_group_program(wreath_context* context, wreath_perm_group* group, const uint32_t* images,
                                                 const uint32_t** lines, size_t* count);
/* The subgroup that fixes each of `count` points. */
WREATH_C wreath_status wreath_perm_group_stabilizer(wreath_context* context, wreath_perm_group* group, const uint32_t* points,
                                                    size_t count, wreath_perm_group** stabilizer);
/* The least point of the orbit of each point. */
WREATH_C wreath_status wreath_perm_group_orbits(wreath_context* context, const wreath_perm_group* group, const uint32_t** orbits);
/* A random element, the same for the same seed; all are equally likely if the order is proven. */
WREATH_C wreath_status wreath_perm_group_random(wreath_context* context, wreath_perm_group* group, uint64_t seed,
                                                const uint32_t** images);

/* ---- any function by its name */

typedef enum wreath_kind { WREATH_NUMBER = 0, WREATH_TEXT = 1, WREATH_LIST = 2 } wreath_kind;

typedef struct wreath_value {
  int kind;         /* a wreath_kind */
  int64_t number;   /* of WREATH_NUMBER; objects are numbers, too */
  const void* data; /* of WREATH_TEXT: its bytes; of WREATH_LIST: int32_t */
  size_t length;    /* of these */
} wreath_value;

/* The functions above by their names without "wreath_", for bindings that would rather pass values than declare functions: GAP's
   kernel module and `wreath serve` are such. Objects are numbers in one context, which frees them when it is freed; "free" with
   such a number frees one. capi/calls.cpp lists the names with their arguments and results. */
WREATH_C wreath_status wreath_call(wreath_context* context, const char* name, const wreath_value* arguments, size_t count,
                                   const wreath_value** results, size_t* result_count);

#ifdef __cplusplus
}
#endif

#endif

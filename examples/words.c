/* SPDX-License-Identifier: MIT
 *
 * The C API: normal forms in a triangle group, a semigroup, a coset table, a permutation group, and what an error looks like. */
#include <wreath/wreath.h>

#include <stdio.h>
#include <stdlib.h>

static void require(wreath_status status, wreath_context* context) {
  if (status == WREATH_OK) return;
  fprintf(stderr, "%s\n", wreath_error(context));
  exit(1);
}

int main(void) {
  wreath_context* context = wreath_context_new();
  if (context == NULL || wreath_api_version() != WREATH_API_VERSION) return 1;

  wreath_word_group* group = NULL;
  require(wreath_word_group_open(context, "triangle:2,3,7", 0, &group), context);
  const uint8_t* word = NULL;
  size_t length = 0;
  require(wreath_word_group_parse(context, group, "(ab)^5", &word, &length), context);
  require(wreath_word_group_reduce(context, group, word, length, &word, &length), context);
  const char* text = NULL;
  require(wreath_word_group_print(context, group, word, length, &text), context);
  printf("(ab)^5 reduces to %s\n", text);
  require(wreath_word_group_growth(context, group, 8, &text), context);
  printf("elements of each length: %s\n", text);

  const int32_t maps[] = {1, 2, 3, 0, 1, 0, 2, 3, 0, 0, 2, 3};
  wreath_semigroup* semigroup = NULL;
  require(wreath_semigroup_new(context, "transformation", 4, 1, maps, 3, &semigroup), context);
  require(wreath_semigroup_run(context, semigroup, UINT64_MAX), context);
  printf("the semigroup has %llu elements\n", (unsigned long long)wreath_semigroup_size(semigroup));

  wreath_cosets* cosets = NULL;
  require(wreath_cosets_open(context, "<a,b | a^2, b^3, (ab)^7, [a,b]^8>", "ab", 0, &cosets), context);
  printf("the subgroup has index %llu\n", (unsigned long long)wreath_cosets_index(cosets));

  wreath_perm_group* mathieu = NULL;
  const char* proof = NULL;
  int proven = 0;
  require(wreath_perm_group_open(context, "mathieu:24", NULL, NULL, &mathieu), context);
  require(wreath_perm_group_order(context, mathieu, &text, &proven, &proof), context);
  printf("M24 has order %s, %s\n", text, proven ? "proven" : "not proven");

  if (wreath_word_group_parse(context, group, "axb", &word, &length) != WREATH_OK) printf("an error: %s\n", wreath_error(context));

  wreath_perm_group_free(mathieu);
  wreath_cosets_free(cosets);
  wreath_semigroup_free(semigroup);
  wreath_word_group_free(group);
  wreath_context_free(context);
  return 0;
}

/** The operators of search parameters, for the text of `info`. */
export const OPERATOR_WORDS =
  'Search parameters take operators in brackets: `ne`, `gt`, `gte`, `lt`, `lte`, `in` and `nin` with values separated by commas, `like` with `*` as wildcard, and `null` with `true` or `false`. `or=(name:value,other[gt]:value)` matches if one of its conditions holds.';

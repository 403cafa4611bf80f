/** The value as a column takes it, or the problem with it: a phrase that follows the field's name. */
export type Taken = { readonly value: unknown } | { readonly problem: string };

/**
 * The values that one column can hold, whichever database it is in.
 *
 * @param value never null or undefined, and no SQL expression; what the database would keep as something else without
 *              harm (a number in a text column, surplus decimals) comes back as what it keeps
 */
export type Limit = (value: unknown) => Taken;

export function exceeds(problem: string): Taken {
  return { problem };
}

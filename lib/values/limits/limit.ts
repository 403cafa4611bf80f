/** The value as the column stores it, or the problem as a phrase that follows the field's name. */
export type Checked = { readonly value: unknown } | { readonly problem: string };

/**
 * Checks whether a column can store a value, the same on every database.
 *
 * @param value  not null or undefined, and no SQL expression
 * @returns the value as stored: a number in a text column becomes text, surplus decimals are rounded
 */
export type Limit = (value: unknown) => Checked;

export function exceeds(problem: string): Checked {
  return { problem };
}

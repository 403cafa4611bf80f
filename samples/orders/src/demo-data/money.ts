/** Formats cents as a decimal: `10.50` for 1050. Sums are computed in cents, which are exact. */
export function money(cents: number): string {
  return (cents / 100).toFixed(2);
}

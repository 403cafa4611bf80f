/** Cents as a column of two decimals takes them: 1050 → `10.50`. Sums are made of cents, which are exact. */
export function money(cents: number): string {
  return (cents / 100).toFixed(2);
}

import { figure } from '../print-table';

/** The values of several runs. */
export interface Spread {
  readonly median: number;
  readonly lowest: number;
  readonly highest: number;
}

/** @returns undefined without values */
export function spreadOf(values: readonly (number | undefined)[]): Spread | undefined {
  const sorted = values.filter((value) => value !== undefined).sort((one, other) => one - other);
  if (sorted.length === 0) return undefined;
  const middle = Math.floor(sorted.length / 2);
  const median = sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
  return { median, lowest: sorted[0]!, highest: sorted.at(-1)! };
}

/** The median, and the range in brackets if there is one. */
export function spreadText(spread: Spread | undefined, format: (value: number) => string = figure): string {
  if (!spread) return '–';
  const [median, lowest, highest] = [spread.median, spread.lowest, spread.highest].map(format);
  return lowest === highest ? median! : `${median} (${lowest}–${highest})`;
}

export function medianText(
  values: readonly (number | undefined)[],
  format: (value: number) => string = figure,
): string {
  const spread = spreadOf(values);
  return spread ? format(spread.median) : '–';
}

/** A number is no formula. */
const NUMBER = /^[+-]?\d+(\.\d+)?$/;

/**
 * Where a spreadsheet would take text for a formula: at the beginning, and behind each line break. Apostrophes that
 * stand there already count, so that reading takes away no other than ours.
 */
const FORMULA = /^(?='*[=+\-@\t\r])|(?<=[\r\n])(?='*[=+\-@\t])/g;
const GUARDED = /^'(?='*[=+\-@\t\r])|(?<=[\r\n])'(?='*[=+\-@\t])/g;

/** Text with an apostrophe in front of what a spreadsheet would run. */
export function guarded(text: string): string {
  return NUMBER.test(text) ? text : text.replace(FORMULA, "'");
}

/** Text without the apostrophes of {@link guarded}. */
export function unguarded(text: string): string {
  return text.replace(GUARDED, '');
}

/** A signed number is not a formula. */
const NUMBER = /^[+-]?\d+(\.\d+)?$/;

/**
 * The places where spreadsheets may see a formula: at the start of the text and of each line. Text that starts with
 * apostrophes is included, so that reading removes only the added one.
 */
const FORMULA = /^(?='*[=+\-@\t\r])|(?<=[\r\n])(?='*[=+\-@\t])/g;
const ESCAPED_FORMULA = /^'(?='*[=+\-@\t\r])|(?<=[\r\n])'(?='*[=+\-@\t])/g;

/** Puts an apostrophe before text that a spreadsheet would run as a formula (CSV injection). */
export function escapeFormulas(text: string): string {
  return NUMBER.test(text) ? text : text.replace(FORMULA, "'");
}

/** Reverses {@link escapeFormulas}. */
export function unescapeFormulas(text: string): string {
  return text.replace(ESCAPED_FORMULA, '');
}

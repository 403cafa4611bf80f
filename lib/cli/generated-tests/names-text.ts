import { literal } from './generated-test';

/** The code of an array of names: in one line, or with a line for each of more than three. */
export function namesText(names: readonly string[]): string {
  return names.length < 4 ? literal(names) : `[\n${names.map((name) => `  ${literal(name)},\n`).join('')}]`;
}

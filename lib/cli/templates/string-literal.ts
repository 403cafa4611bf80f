/** A text as a TypeScript string literal in single quotes, on one line. */
export function stringLiteral(text: string): string {
  const escaped = text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n');
  return `'${escaped.replace(UNPRINTABLE, escapeOf)}'`;
}

/** Characters that end a line, or that no editor shows. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

function escapeOf(character: string): string {
  return `\\u{${character.codePointAt(0)!.toString(16)}}`;
}

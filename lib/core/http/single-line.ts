/** Control characters, line breaks and bidirectional controls. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;
const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Escapes the characters that are not printable on one line. */
export function singleLine(text: string): string {
  return text.replace(UNPRINTABLE, (character) => SHORT[character] ?? escapeOf(character));
}

function escapeOf(character: string): string {
  const code = character.charCodeAt(0).toString(16);
  return code.length <= 2 ? `\\x${code.padStart(2, '0')}` : `\\u${code.padStart(4, '0')}`;
}

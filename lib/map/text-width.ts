/** Widths are relative to the font size, and generous because the reader's font is unknown. */
const THIN = /[ilj.,:;'|!]/;
const NARROW = /[tfrI()[\]/ ]/;
const WIDE = /[mwMW@%—]/;

/** Estimates the width of a text in pixels, for proportional fonts. */
export function textWidth(text: string, fontSize: number): number {
  return [...text].reduce((width, character) => width + characterWidth(character), 0) * fontSize;
}

/** Truncates a text with `…` if it is wider than `maxWidth`. */
export function truncated(text: string, fontSize: number, maxWidth: number): string {
  if (textWidth(text, fontSize) <= maxWidth) return text;
  const characters = [...text];
  while (characters.length > 1 && textWidth(`${characters.join('')}…`, fontSize) > maxWidth) characters.pop();
  return `${characters.join('')}…`;
}

function characterWidth(character: string): number {
  if (character > '\u2e80') return 1.1;
  if (THIN.test(character)) return 0.3;
  if (NARROW.test(character)) return 0.42;
  if (WIDE.test(character)) return 0.95;
  return character === character.toUpperCase() ? 0.7 : 0.62;
}

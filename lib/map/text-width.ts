/** Widths in parts of the font size, rather too wide than too narrow: which font a reader has is not known. */
const THIN = /[ilj.,:;'|!]/;
const NARROW = /[tfrI()[\]/ ]/;
const WIDE = /[mwMW@%—]/;

/** An estimate of the width of a text in pixels, for proportional fonts. */
export function textWidth(text: string, fontSize: number): number {
  return [...text].reduce((width, character) => width + characterWidth(character), 0) * fontSize;
}

/** The text, cut short with `…` where it is wider than there is room. */
export function fitted(text: string, fontSize: number, room: number): string {
  if (textWidth(text, fontSize) <= room) return text;
  const characters = [...text];
  while (characters.length > 1 && textWidth(`${characters.join('')}…`, fontSize) > room) characters.pop();
  return `${characters.join('')}…`;
}

function characterWidth(character: string): number {
  if (character > '\u2e80') return 1.1;
  if (THIN.test(character)) return 0.3;
  if (NARROW.test(character)) return 0.42;
  if (WIDE.test(character)) return 0.95;
  return character === character.toUpperCase() ? 0.7 : 0.62;
}

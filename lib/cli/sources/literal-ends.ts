/** @returns where a text in quotes ends that begins at `start`; undefined if it does not end in its line */
export function quotedEnd(text: string, start: number): number | undefined {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === text[start]) return at + 1;
    if (text[at] === '\n') return undefined;
    if (text[at] === '\\') at += 1;
  }
  return undefined;
}

/** @returns where a regular expression ends, with its flags, whose slash is at `start`; undefined if its line has no such end */
export function patternEnd(text: string, start: number): number | undefined {
  let isInClass = false;
  for (let at = start + 1; at < text.length && text[at] !== '\n'; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '/' && !isInClass) return at > start + 1 ? flagsEnd(text, at + 1) : undefined;
    else if (text[at] === '[') isInClass = true;
    else if (text[at] === ']') isInClass = false;
  }
  return undefined;
}

const FLAGS = /\w*/y;

function flagsEnd(text: string, start: number): number {
  FLAGS.lastIndex = start;
  FLAGS.test(text);
  return FLAGS.lastIndex;
}

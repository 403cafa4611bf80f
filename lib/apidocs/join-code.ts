/** Joins words, each in backticks: Markdown in descriptions. */
export function joinCode(words: readonly string[]): string {
  return joinWords(words.map((word) => `\`${word}\``));
}

/** Joins words to `a`, `a and b` or `a, b and c`. */
function joinWords(words: readonly string[]): string {
  const [last = '', ...others] = [...words].reverse();
  return others.length === 0 ? last : `${others.reverse().join(', ')} and ${last}`;
}

/** What stands behind the last place of some words: a database's message may quote a value that has them, too. */
export function behindLast(message: string, words: string): string | undefined {
  const at = message.lastIndexOf(words);
  return at < 0 ? undefined : message.slice(at + words.length);
}

/** Divides a list into lists that are no longer than this. */
export function chunksOf<T>(list: readonly T[], length: number): T[][] {
  const chunks: T[][] = [];
  for (let at = 0; at < list.length; at += length) chunks.push(list.slice(at, at + length));
  return chunks;
}

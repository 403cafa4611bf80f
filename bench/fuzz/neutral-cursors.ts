const CURSOR = /(?<=[?&]after=)[\w-]+/g;

/** The cursors of links in plain text, so that the ids in them are seen; what they say of the search may have ids, too. */
export function withPlainCursors(links: string): string {
  return links.replace(CURSOR, (cursor) => {
    const [direction, , ...values] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as readonly unknown[];
    return JSON.stringify([direction, '<search>', ...values]);
  });
}

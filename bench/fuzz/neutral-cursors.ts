const CURSOR = /(?<=[?&]after=)[\w-]+/g;

/** Decodes the cursors in links, so that their ids are replaced too. The digest of the search is left out: it may depend on ids. */
export function withPlainCursors(links: string): string {
  return links.replace(CURSOR, (cursor) => {
    const [direction, , ...values] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as readonly unknown[];
    return JSON.stringify([direction, '<search>', ...values]);
  });
}

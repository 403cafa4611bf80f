interface MediaRange {
  readonly name: string;
  readonly quality: number;
}

/**
 * Chooses the media type of the response.
 *
 * The package `accepts` of Koa would choose others: between equal q-values it lets the order of the header decide, and it
 * finds nothing for `application/json; charset=utf-8`, since it compares parameters. It also takes more than linear time.
 *
 * @param accept   the header as sent; absent or empty accepts anything
 * @param offered  media types in order of preference, which decides between equal q-values
 * @returns undefined if none is acceptable
 */
export function negotiate(accept: string | undefined, offered: readonly string[]): string | undefined {
  if (!accept?.trim()) return offered[0];
  const ranges = accept.split(',').map(readRange);
  let best: string | undefined;
  let bestQuality = 0;
  for (const mediaType of offered) {
    const quality = qualityOf(mediaType, ranges);
    if (quality > bestQuality) [best, bestQuality] = [mediaType, quality];
  }
  return best;
}

function readRange(text: string): MediaRange {
  const [name, ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const q = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
  const quality = q === undefined ? 1 : Number(q);
  return { name: name ?? '', quality: quality >= 0 && quality <= 1 ? quality : 0 };
}

/** The most specific range decides: `application/json;q=0, *\/*` excludes JSON. */
function qualityOf(mediaType: string, ranges: readonly MediaRange[]): number {
  const group = `${mediaType.slice(0, mediaType.indexOf('/'))}/*`;
  for (const name of [mediaType, group, '*/*']) {
    const found = ranges.find((range) => range.name === name);
    if (found) return found.quality;
  }
  return 0;
}

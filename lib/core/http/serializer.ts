import type { MediaType } from './media-type';

/** A list that arrives piece by piece, after adapters have made plain content of each element. */
export type ContentStream = AsyncIterable<unknown>;

/**
 * Turns bodies of one media type into content, and content into bodies.
 *
 * Content is what JSON can say: objects, arrays, strings, numbers, booleans and null, plus `Date` and `ExactNumber`.
 */
export interface Serializer {
  /**
   * Absent: bodies of this media type are answered with 415.
   *
   * @param bytes  never empty, inflated, within the limit
   * @throws BadRequestException when they are not what the media type promises
   */
  read?(bytes: Buffer, mediaType: MediaType): unknown;
  /** Absent: the media type is never answered with. */
  write?(content: unknown): string | Buffer | Promise<string | Buffer>;
  /** Writes a list as it arrives; absent: the list is collected first, then written. */
  writeStream?(elements: ContentStream): AsyncIterable<string | Buffer>;
}

import type { MediaType } from './media-type';

/** A list that arrives piece by piece, after adapters have made plain content of each element. */
export type ContentStream = AsyncIterable<unknown>;

/** The outermost shape of the content of a body. */
export type ContentShape = 'object' | 'list' | 'text';

/**
 * Turns bodies of one media type into content, and content into bodies.
 *
 * Content is what JSON can say: objects, arrays, strings, numbers, booleans and null, plus `Date` and `ExactNumber`.
 */
export interface Serializer {
  /**
   * The shapes that a body of this media type can have; any when absent. A route that declares its content is not offered
   * media types for other content.
   */
  readonly holds?: readonly ContentShape[];
  /**
   * Absent: a body of this media type is rejected with 415.
   *
   * @param bytes  never empty, inflated, within the limit
   * @throws BadRequestException when they are not what the media type promises
   */
  read?(bytes: Buffer, mediaType: MediaType): unknown;
  /** Absent: no response is written in the media type. */
  write?(content: unknown): string | Buffer | Promise<string | Buffer>;
  /** Writes a list as it arrives; absent: the list is collected first, then written. */
  writeStream?(elements: ContentStream): AsyncIterable<string | Buffer>;
}

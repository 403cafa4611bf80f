import type { MediaType } from './media-type';

/** The elements of a streamed list, as plain content. */
export type ContentStream = AsyncIterable<unknown>;

/** The outermost shape of the content of a body. */
export type ContentShape = 'object' | 'list' | 'text';

/**
 * Turns bodies of one media type into content, and content into bodies.
 *
 * Content is what JSON can express, plus `Date` and `ExactNumber`.
 */
export interface Serializer {
  /**
   * The shapes that bodies of this media type can have; any when absent. Routes that declare other shapes do not accept
   * the media type.
   */
  readonly shapes?: readonly ContentShape[];
  /**
   * Parses a body. When absent, bodies of this media type are rejected with 415.
   *
   * @param bytes  inflated, within the limit, never empty
   * @throws BadRequestException for a malformed body
   */
  read?(bytes: Buffer, mediaType: MediaType): unknown;
  /** Writes a body. When absent, responses never have this media type. */
  write?(content: unknown): string | Buffer | Promise<string | Buffer>;
  /** Writes a streamed list. When absent, the list is collected first. */
  writeStream?(elements: ContentStream): AsyncIterable<string | Buffer>;
}

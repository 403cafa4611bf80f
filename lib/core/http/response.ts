import type { ContentTag } from './content-tag';

/** An HTTP response, as filters and resource methods write it. */
export interface Response {
  readonly status: number;
  readonly hasContent: boolean;
  /** The error that the response reports; filters see it on the way back. */
  readonly error?: unknown;

  setStatus(status: number): this;
  /**
   * Sets the content, which is serialized in the media type that the request accepts.
   *
   * An async iterable is streamed as a list, with backpressure. A `Buffer`, a `Readable`, and a string with a
   * `Content-Type` of its own are sent unchanged. A promise is awaited. Streams and iterators are closed at the end of
   * the response, even if they were not sent.
   */
  setContent(content: unknown): this;
  getContent(): unknown;
  setHeader(name: string, value: string | readonly string[]): this;
  getHeader(name: string): string | undefined;
  removeHeader(name: string): this;
  /**
   * Sets the header `ETag`. A GET whose `If-None-Match` names the tag gets 304.
   */
  setEntityTag(tag: ContentTag): this;
  /**
   * Responds with 304 before the content is read, if `If-None-Match` names the tag in the negotiated media type.
   *
   * @internal
   * @param isList whether the content would be an array
   * @returns whether it has responded; false where the tag depends on the content
   */
  respondIfKnown?(tag: Omit<ContentTag, 'content'>, isList: boolean): boolean;
  /**
   * Waits for content that is a promise.
   *
   * @internal
   */
  settleContent?(): Promise<void>;
  setCookie(name: string, value: string, options?: CookieOptions): this;
}

export interface CookieOptions {
  /** `/` when absent. */
  readonly path?: string;
  readonly domain?: string;
  readonly maxAgeMs?: number;
  /** True when absent. */
  readonly httpOnly?: boolean;
  readonly secure?: boolean;
  /** `lax` when absent. */
  readonly sameSite?: 'strict' | 'lax' | 'none';
}

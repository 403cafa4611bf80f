import type { ContentTag } from './content-tag';

/** The response of a filter or a resource method. */
export interface Response {
  readonly status: number;
  readonly hasContent: boolean;
  /** The error that this is the response to: filters see it on the way back. */
  readonly error?: unknown;

  setStatus(status: number): this;
  /**
   * Sets what is serialized in the media type that the request accepts.
   *
   * An async iterable is streamed as a list, one element at a time, with backpressure; a `Buffer`, a string with a
   * `Content-Type` of its own, or a `Readable` is sent as it is.
   * A promise is waited for. Streams and iterators are closed when the response is over, also those that were not sent.
   */
  setContent(content: unknown): this;
  getContent(): unknown;
  setHeader(name: string, value: string | readonly string[]): this;
  getHeader(name: string): string | undefined;
  removeHeader(name: string): this;
  /**
   * Has the header `ETag` tell which version of what, and which representation of it, the response shows. A GET whose
   * `If-None-Match` names the tag gets 304.
   */
  setEntityTag(tag: ContentTag): this;
  /**
   * Responds to a read with 304, where the request has what the tag would name in the media type that is negotiated: for what
   * can be told before all of it is read. False where only the content tells.
   *
   * @param isList whether the content would be an array
   */
  respondIfKnown(tag: Omit<ContentTag, 'content'>, isList: boolean): boolean;
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

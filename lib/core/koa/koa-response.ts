import { type ServerResponse, validateHeaderName, validateHeaderValue } from 'node:http';
import { handlePromisesIn } from '../../foundation';
import type { ContentTag } from '../http/content-tag';
import { formatCookie } from '../http/cookie';
import type { Header } from '../http/default-headers';
import { DeferredContent } from '../http/deferred-content';
import { NotAcceptableException } from '../http/exceptions';
import type { CookieOptions, Response } from '../http/response';
import { HeldContent, isHeld, isPromise } from './held-content';

/** By name in lower case. */
type Headers = Map<string, Header>;

/** The state of a response that {@link KoaResponse.startOver} restores. */
export interface ResponseState extends Pick<KoaResponse, 'content' | 'isHeld' | 'isPlain' | 'tag'> {
  readonly headers: Headers;
  readonly status: number | undefined;
}

/** Headers of the content, which an error response replaces. */
const CONTENT_HEADERS = [
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-length',
  'content-range',
  'content-type',
  'etag',
  'expires',
  'last-modified',
  'link',
  'location',
];

/** Collects the response of filters and the resource method until it is written to Koa's context. */
export class KoaResponse implements Response {
  /** The content, possibly deferred; {@link getContent} is for callers that may change it. */
  content: unknown;
  /** Whether the content is plain, so that it needs no conversion. */
  isPlain = false;
  /** Whether the content is a stream, an async iterable or a promise. */
  isHeld = false;
  /** Completed when the body is serialized. */
  tag?: ContentTag;
  /** Whether the response varies by `Accept` although its body is not negotiated: a 304, a 406, a repeat. */
  isVaried = false;
  /** Implements {@link respondIfKnown}; undefined for a request without `If-None-Match`. */
  respondIfTagKnown?: (tag: Omit<ContentTag, 'content'>, isList: boolean) => boolean;
  #headers: Headers;
  #status?: number;
  #error: { readonly error: unknown } | undefined;
  #held?: HeldContent;

  /** @param id  the id of the request, which becomes the header `X-Request-Id` */
  constructor(
    private readonly res: ServerResponse,
    private readonly id: string,
  ) {
    this.#headers = this.initialHeaders;
  }

  get status(): number {
    if (this.#status !== undefined) return this.#status;
    if (this.isError) return 500;
    return this.hasContent ? 200 : 204;
  }

  get hasStatus(): boolean {
    return this.#status !== undefined;
  }

  get hasContent(): boolean {
    return this.content !== undefined;
  }

  get error(): unknown {
    return this.#error?.error;
  }

  get isError(): boolean {
    return this.#error !== undefined;
  }

  setStatus(status: number): this {
    if (!Number.isInteger(status) || status < 200 || status > 599) {
      throw new RangeError(`${status} is not a valid response status: choose one from 200 to 599.`);
    }
    this.#status = status;
    return this;
  }

  setContent(content: unknown): this {
    // Deferred content is of the framework and has no promises; reading it is expensive.
    const isDeferred = content instanceof DeferredContent;
    this.isHeld = !isDeferred && isHeld(content);
    if (this.isHeld) this.hold(content);
    else if (!isDeferred) handlePromisesIn(content);
    this.content = content;
    this.isPlain = false;
    return this;
  }

  /** Closes streams and iterators at the end of the response, even if they are not sent. */
  hold(content: unknown): void {
    this.#held ??= new HeldContent(this.res);
    this.#held.add(content);
  }

  setEntityTag(tag: ContentTag): this {
    this.tag = tag;
    // The tag of a response without a body.
    this.#headers.set('etag', { name: 'ETag', value: `"${tag.version ?? ''}-.none"` });
    return this;
  }

  respondIfKnown(tag: Omit<ContentTag, 'content'>, isList: boolean): boolean {
    return this.respondIfTagKnown?.(tag, isList) ?? false;
  }

  /** The caller may change the content, so that it is no longer plain or deferred. */
  getContent(): unknown {
    this.isPlain = false;
    this.content = DeferredContent.valueOf(this.content);
    return this.content;
  }

  async settleContent(): Promise<void> {
    if (isPromise(this.content)) this.setContent(await this.content);
  }

  setHeader(name: string, value: string | readonly string[]): this {
    validateHeaderName(name);
    if (Array.isArray(value)) for (const line of value) validateHeaderValue(name, line);
    else validateHeaderValue(name, value as string);
    this.#headers.set(name.toLowerCase(), { name, value });
    return this;
  }

  /** Sets headers that are not set, without validating them again. */
  addChecked(headers: ReadonlyMap<string, Header>): void {
    for (const [key, header] of headers) if (!this.#headers.has(key)) this.#headers.set(key, header);
  }

  getHeader(name: string): string | undefined {
    const value = this.#headers.get(name.toLowerCase())?.value;
    return typeof value === 'object' ? value.join(', ') : value;
  }

  removeHeader(name: string): this {
    this.#headers.delete(name.toLowerCase());
    return this;
  }

  setCookie(name: string, value: string, options?: CookieOptions): this {
    const before = [this.#headers.get('set-cookie')?.value ?? []].flat();
    return this.setHeader('Set-Cookie', [...before, formatCookie(name, value, options)]);
  }

  get headers(): Iterable<Header> {
    return this.#headers.values();
  }

  /** The headers of a new response, for {@link resetTo}. */
  get initialHeaders(): Headers {
    return new Map([['x-request-id', { name: 'X-Request-Id', value: this.id }]]);
  }

  /** A copy of the current headers, for {@link resetTo}. */
  snapshot(): Headers {
    return new Map(this.#headers);
  }

  /** Restores the headers of a snapshot. */
  resetTo(snapshot: Headers): void {
    this.#headers = new Map(snapshot);
  }

  /** The current state, for {@link startOver}. */
  get state(): ResponseState {
    const { content, isHeld, isPlain, tag } = this;
    return { headers: this.snapshot(), status: this.#status, content, isHeld, isPlain, tag };
  }

  /** Restores headers, status and content. */
  startOver({ headers, status, content, isHeld, isPlain, tag }: ResponseState): void {
    this.resetTo(headers);
    this.#status = status;
    Object.assign(this, { content, isHeld, isPlain, tag });
  }

  /** Clears status, content and the headers of the content for an error response. */
  resetForError(error: unknown): void {
    this.#error = { error };
    this.content = undefined;
    this.isHeld = false;
    this.tag = undefined;
    this.isVaried = error instanceof NotAcceptableException;
    this.#status = undefined;
    for (const name of CONTENT_HEADERS) this.#headers.delete(name);
  }
}

import { type ServerResponse, validateHeaderName, validateHeaderValue } from 'node:http';
import type { ContentTag } from '../http/content-tag';
import { formatCookie } from '../http/cookie';
import type { Header } from '../http/default-headers';
import { DeferredContent } from '../http/deferred-content';
import type { CookieOptions, Response } from '../http/response';
import { HeldContent, isHeld } from './held-content';

/** By name in lower case. */
type Headers = Map<string, Header>;

/** The parts of a response that have been set. */
export interface ResponseState extends Pick<KoaResponse, 'content' | 'isHeld' | 'isPlain' | 'tag'> {
  readonly headers: Headers;
  readonly status: number | undefined;
}

/** Headers that describe the content which an error response replaces. */
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

/** Keeps the response of filters and the resource method until it is written to Koa's context. */
export class KoaResponse implements Response {
  /** The content that is sent; {@link getContent} is for callers that may change it. */
  content: unknown;
  /** Whether the content can be written without being looked through. */
  isPlain = false;
  /** Whether the content is more than a value: a stream, something to iterate, or a promise of one. */
  isHeld = false;
  /** Completed when the body is written. */
  tag?: ContentTag;
  /** Whether a response without a body would have another media type for another request. */
  isVaried = false;
  /** Asked by {@link respondIfKnown}; undefined for a request without `If-None-Match`. */
  known?: (tag: Omit<ContentTag, 'content'>, isList: boolean) => boolean;
  #headers: Headers;
  #status?: number;
  #error: { readonly error: unknown } | undefined;
  #held?: HeldContent;

  /** @param id  of the request, well-formed: all that a response begins with */
  constructor(
    private readonly res: ServerResponse,
    private readonly id: string,
  ) {
    this.#headers = this.begun;
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
      throw new RangeError(`${status} is no status of a response: choose one from 200 to 599.`);
    }
    this.#status = status;
    return this;
  }

  setContent(content: unknown): this {
    this.isHeld = isHeld(content);
    if (this.isHeld) this.hold(content);
    this.content = content;
    this.isPlain = false;
    return this;
  }

  /** Has streams and iterators closed when the response is over, whether they are sent or not. */
  hold(content: unknown): void {
    this.#held ??= new HeldContent(this.res);
    this.#held.add(content);
  }

  setEntityTag(tag: ContentTag): this {
    this.tag = tag;
    // Without the body there is nothing else to tell.
    this.#headers.set('etag', { name: 'ETag', value: `"${tag.version ?? ''}-.none"` });
    return this;
  }

  respondIfKnown(tag: Omit<ContentTag, 'content'>, isList: boolean): boolean {
    return this.known?.(tag, isList) ?? false;
  }

  /** Whoever is handed the content may put something into it. */
  getContent(): unknown {
    this.isPlain = false;
    this.content = DeferredContent.valueOf(this.content);
    return this.content;
  }

  setHeader(name: string, value: string | readonly string[]): this {
    validateHeaderName(name);
    if (Array.isArray(value)) for (const one of value) validateHeaderValue(name, one);
    else validateHeaderValue(name, value as string);
    this.#headers.set(name.toLowerCase(), { name, value });
    return this;
  }

  /** Sets those of the headers that are not set; they have been checked. */
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

  /** The headers that a response begins with, for {@link resetTo}. */
  get begun(): Headers {
    return new Map([['x-request-id', { name: 'X-Request-Id', value: this.id }]]);
  }

  /** The headers as they stand, for {@link resetTo}. */
  snapshot(): Headers {
    return new Map(this.#headers);
  }

  /** Takes back the headers that have been set since. */
  resetTo(snapshot: Headers): void {
    this.#headers = new Map(snapshot);
  }

  /** All that has been set, for {@link startOver}. */
  get state(): ResponseState {
    const { content, isHeld, isPlain, tag } = this;
    return { headers: this.snapshot(), status: this.#status, content, isHeld, isPlain, tag };
  }

  /** Takes back all that has been set since: headers, status and content. */
  startOver({ headers, status, content, isHeld, isPlain, tag }: ResponseState): void {
    this.resetTo(headers);
    this.#status = status;
    Object.assign(this, { content, isHeld, isPlain, tag });
  }

  /** Makes room for the response to an error; headers that do not describe the content stay. */
  resetForError(error: unknown): void {
    this.#error = { error };
    this.content = undefined;
    this.isHeld = false;
    this.tag = undefined;
    this.isVaried = false;
    this.#status = undefined;
    for (const name of CONTENT_HEADERS) this.#headers.delete(name);
  }
}

import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { isIPv6, type Socket } from 'node:net';
import type { Context } from 'koa';
import { BoundedMemo, deadlines, isPlainObject } from '../../foundation';
import type { ContentAdapter } from '../http/content-adapter';
import { readCookie } from '../http/cookie';
import { BadRequestException } from '../http/exceptions';
import { type MediaType, parseMediaType } from '../http/media-type';
import { toInstance } from '../http/plain-instance';
import type { Principal } from '../http/principal';
import { type QueryParameters, readQuery } from '../http/query';
import type { ContentClass, Request } from '../http/request';
import type { RouteDescription } from '../http/route-description';
import { hostOf, schemeOf } from './forwarded';
import { pathOf, queryOf } from './request-target';
import { NO_PARAMETERS, type RouteMatch } from './route-table';

const WELL_FORMED_ID = /^[A-Za-z0-9._~-]{1,128}$/;
const FORM_TYPES = new Set(['application/x-www-form-urlencoded', 'multipart/form-data']);
const NO_QUERY: QueryParameters = Object.freeze(Object.create(null));
const MEDIA_TYPES = new BoundedMemo(parseMediaType);

/** A request of Koa; its parts are parsed on first use. */
export class KoaRequest implements Request {
  readonly id: string;
  readonly method: string;
  readonly headers: Readonly<IncomingHttpHeaders>;
  readonly route: RouteDescription | undefined;
  /** Set by the guards. */
  principal?: Principal;
  /** Whether to keep the {@link bytes} of the body. */
  keepsBytes = false;
  /** How long it has waited for admission. */
  waitedMs = 0;
  /** The inflated body. */
  bytes?: Uint8Array;
  #attributes?: Map<string, unknown>;
  #query?: QueryParameters;
  #pathParameters?: Readonly<Record<string, string>>;
  #content?: { readonly value: unknown };
  #form?: Readonly<Record<string, unknown>>;

  constructor(
    readonly ctx: Context,
    readonly path: string,
    private readonly match?: RouteMatch,
    private readonly adapters: readonly ContentAdapter[] = [],
    /** Set by the host. */
    private readonly initialAttributes: Readonly<Record<string, unknown>> = {},
  ) {
    const { method, headers } = ctx.req;
    this.method = method!;
    this.headers = headers;
    this.route = match?.route;
    const id = headers['x-request-id'];
    this.id = typeof id === 'string' && WELL_FORMED_ID.test(id) ? id : randomUUID();
  }

  get attributes(): Map<string, unknown> {
    this.#attributes ??= new Map(Object.entries(this.initialAttributes));
    return this.#attributes;
  }

  get originalPath(): string {
    return pathOf(this.ctx.originalUrl);
  }

  /** Uses the server's own address for HTTP/1.0 clients that send no Host. */
  get origin(): string {
    return `${schemeOf(this.ctx)}://${hostOf(this.ctx) || authorityOf(this.ctx.socket)}`;
  }

  /** Every response asks; Koa is right where no proxy is trusted. */
  get secure(): boolean {
    return this.ctx.app.proxy ? schemeOf(this.ctx) === 'https' : this.ctx.secure;
  }

  get clientAddress(): string {
    return this.ctx.ip;
  }

  get rawPathParameters(): Readonly<Record<string, string>> {
    return this.match?.parameters ?? NO_PARAMETERS;
  }

  get pathParameters(): Readonly<Record<string, string>> {
    this.#pathParameters ??= this.path.includes('%') ? decoded(this.rawPathParameters) : this.rawPathParameters;
    return this.#pathParameters;
  }

  get query(): QueryParameters {
    this.#query ??= this.ctx.originalUrl.includes('?') ? readQuery(queryOf(this.ctx.originalUrl)) : NO_QUERY;
    return this.#query;
  }

  getHeader(name: string): string | undefined {
    return this.pathParameters[name] ?? this.#realHeader(name.toLowerCase()) ?? this.#sentParameter(name);
  }

  getParameter(name: string): string | undefined {
    return this.pathParameters[name] ?? this.#sentParameter(name);
  }

  getCookie(name: string): string | undefined {
    return readCookie(this.headers.cookie, name);
  }

  /** Until the body has been read, decided by the framing of the message. */
  get hasContent(): boolean {
    return this.#content ? this.#content.value !== undefined : this.isFramed;
  }

  /** Whether the headers announce a body, which may still be empty. */
  get isFramed(): boolean {
    const { 'transfer-encoding': encoding, 'content-length': length } = this.headers;
    return encoding !== undefined || (length !== undefined && Number(length) > 0);
  }

  get contentType(): string | undefined {
    return this.mediaType?.name;
  }

  get mediaType(): MediaType | undefined {
    const sent = this.headers['content-type'];
    return sent === undefined ? undefined : MEDIA_TYPES.of(sent);
  }

  getContent(): unknown {
    if (!this.#content) throw new Error('The body is read after the filters: a filter cannot get the content.');
    return this.#content.value;
  }

  getContentAs<T>(type: ContentClass<T>): T {
    const content = this.getContent();
    if (content === undefined) throw new BadRequestException('The request requires a body.');
    const adapter = this.adapters.find((candidate) => candidate.canRead(type));
    return adapter ? (adapter.read(type, content, this) as T) : toInstance(type, content);
  }

  /** Called after the body has been read, or skipped. */
  acceptContent(value: unknown): void {
    this.#content = { value };
    // The time in which the client sends its body has a limit of its own.
    const deadline = deadlines.getStore();
    if (deadline) deadline.atMs = performance.now() + deadline.limitMs - this.waitedMs;
    if (value !== undefined && isPlainObject(value) && FORM_TYPES.has(this.contentType ?? '')) this.#form = value;
  }

  #realHeader(name: string): string | undefined {
    const value = Object.hasOwn(this.headers, name) ? this.headers[name] : undefined;
    return Array.isArray(value) ? value.join(', ') : value;
  }

  #sentParameter(name: string): string | undefined {
    return this.query[name]?.[0] ?? this.#formField(name);
  }

  #formField(name: string): string | undefined {
    const field = this.#form && Object.hasOwn(this.#form, name) ? this.#form[name] : undefined;
    const first = Array.isArray(field) ? field[0] : field;
    return typeof first === 'string' ? first : undefined;
  }
}

function authorityOf({ localAddress = 'localhost', localPort }: Socket): string {
  return `${isIPv6(localAddress) ? `[${localAddress}]` : localAddress}:${localPort}`;
}

function decoded(raw: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const parameters: Record<string, string> = Object.create(null);
  for (const [name, value] of Object.entries(raw)) parameters[name] = decode(value);
  return parameters;
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch (cause) {
    throw new BadRequestException('The path is not correctly percent-encoded.', { cause });
  }
}

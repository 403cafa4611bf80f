/** The key of an entity. */
export type Key = string | number;

/** Options of `createClient`. */
export interface ClientOptions {
  /** The address of the application with its mount path: `https://api.example.com/shop`. */
  readonly baseUrl: string;
  /** The `fetch` to use; the global one by default. */
  readonly fetch?: typeof globalThis.fetch;
  /** Returns headers for every request, such as `Authorization`; called for each attempt. */
  readonly headers?: () => HeaderValues | Promise<HeaderValues>;
  /** How often a request is retried after a network error or a 503 with `Retry-After`; 2 by default. */
  readonly retries?: number;
  /** The longest wait before a retry, in milliseconds; 10000 by default. */
  readonly longestWaitMs?: number;
  /** Whether writes send the last ETag of their aggregate as `If-Match`; true by default. */
  readonly keepsTags?: boolean;
  /** Creates the `Idempotency-Key` of a write; a random UUID by default. */
  readonly idempotencyKey?: () => string;
}

export type HeaderValues = Readonly<Record<string, string>>;

/** Options of a single call. */
export interface CallOptions {
  readonly headers?: HeaderValues;
  readonly signal?: AbortSignal;
  /** Overrides the stored ETag; null sends no `If-Match`. */
  readonly ifMatch?: string | null;
  /** Overrides the generated key. */
  readonly idempotencyKey?: string;
}

/** The body of an error response (RFC 9457). */
export interface Problem {
  readonly type?: string;
  readonly title?: string;
  readonly status?: number;
  readonly detail?: string;
  readonly field_errors?: readonly { readonly field: string; readonly message: string }[];
  readonly [member: string]: unknown;
}

/** Thrown for every response with an error status. */
export class ProblemError extends Error {
  override readonly name: string = 'ProblemError';

  constructor(
    readonly status: number,
    readonly problem: Problem,
    readonly response: Response,
  ) {
    super(problem.detail ?? problem.title ?? `The request failed with status ${status}.`);
  }

  /** The errors of single fields of the payload. */
  get fieldErrors(): NonNullable<Problem['field_errors']> {
    return this.problem.field_errors ?? [];
  }
}

/** 412: the aggregate has changed since its ETag was read. */
export class StaleError extends ProblemError {
  override readonly name = 'StaleError';

  constructor(
    problem: Problem,
    response: Response,
    /** Reads the root of the aggregate again and stores its ETag for the next write. */
    readonly refresh: () => Promise<unknown>,
  ) {
    super(412, problem, response);
  }
}

type Json<T> = T extends { content: { 'application/json': infer J } } ? J : never;
type BatchOf<O> = O extends { requestBody: { content: { 'application/vnd.koaggregate.batch+json': infer B } } }
  ? B
  : never;
/** What a write with `Prefer: preview` returns. No member of the client asks for one. */
type Preview = { status: number; changes: readonly unknown[]; violations: readonly unknown[] };
type OkOf<O> = O extends { responses: infer R } ? Exclude<Json<R[keyof R & (200 | 201)]>, Preview> : never;
type BodyOf<O> = O extends { requestBody?: infer B } ? Json<NonNullable<B>> : never;
type SentQuery<O> = O extends { parameters: { query?: infer Q } } ? NonNullable<Q> : Record<never, never>;
type One<T> = Exclude<T, readonly unknown[]>;
type ElementOf<T> = T extends readonly (infer E)[] ? E : never;
type OneOrMany<V> = V extends readonly (infer E)[] ? E | readonly E[] : V;
type PartsAlone<T> = T extends unknown ? (Record<never, never> extends T ? never : T) : never;
/** Of a full entity and its partial form, the full entity. */
type Whole<T> = [PartsAlone<T>] extends [never] ? T : PartsAlone<T>;
type Shown<T, Q> = Q extends { include: unknown } | { exclude: unknown } ? T : Whole<T>;
type Listed<O, Q> = Q extends { after: unknown }
  ? Shown<ElementOf<OkOf<O>>, Q>[]
  : Q extends { page: unknown } | { per_page: unknown }
    ? Extract<OkOf<O>, { data: unknown }>
    : Shown<ElementOf<OkOf<O>>, Q>[];
/** Query parameters with an operator in brackets: `total[gte]`. */
type Comparisons = { readonly [name: `${string}[${string}]`]: string | number | boolean };
type QueryOf<O> = { readonly [K in keyof SentQuery<O>]?: OneOrMany<NonNullable<SentQuery<O>[K]>> } & Comparisons;

/** Rejects unknown query parameters at compile time. */
type Unknown<O, Q> = { readonly [K in Exclude<keyof Q, keyof QueryOf<O>>]: never };

export type ListCall<O> = <Q extends QueryOf<O> = Record<never, never>>(
  query?: Q & Unknown<O, Q>,
  options?: CallOptions,
) => Promise<Listed<O, Q>>;
export type EachCall<O> = <Q extends QueryOf<O> = Record<never, never>>(
  query?: Q & Unknown<O, Q>,
  options?: CallOptions,
) => AsyncGenerator<Shown<ElementOf<OkOf<O>>, Q>, void, undefined>;
export type ReadCall<O> = <Q extends QueryOf<O> = Record<never, never>>(
  query?: Q & Unknown<O, Q>,
  options?: CallOptions,
) => Promise<Shown<One<OkOf<O>>, Q>>;
export type ReadSeveralCall<O> = <Q extends QueryOf<O> = Record<never, never>>(
  keys: readonly Key[],
  query?: Q & Unknown<O, Q>,
  options?: CallOptions,
) => Promise<Shown<One<OkOf<O>>, Q>[]>;
export interface CreateCall<O> {
  (content: One<BodyOf<O>>, options?: CallOptions): Promise<Whole<One<OkOf<O>>>>;
  (contents: readonly One<BodyOf<O>>[], options?: CallOptions): Promise<Whole<One<OkOf<O>>>[]>;
}
export type WriteCall<O> = (content: BodyOf<O>, options?: CallOptions) => Promise<Whole<One<OkOf<O>>>>;
export type WriteSeveralCall<O> = (
  keys: readonly Key[],
  changes: BodyOf<O>,
  options?: CallOptions,
) => Promise<Whole<One<OkOf<O>>>[]>;
export type ReplaceCall<O> = (contents: BodyOf<O>, options?: CallOptions) => Promise<OkOf<O>>;
export type DeleteCall = (options?: CallOptions) => Promise<void>;
export type DeleteSeveralCall = (keys: readonly Key[], options?: CallOptions) => Promise<void>;
export type ActCall<O> = O extends { requestBody: infer B }
  ? (content: Json<B>, options?: CallOptions) => Promise<OkOf<O>>
  : (content?: BodyOf<O>, options?: CallOptions) => Promise<OkOf<O>>;
export type BatchCall<O> = (content: BatchOf<O>, options?: CallOptions) => Promise<unknown>;
export type DownloadCall = (options?: CallOptions) => Promise<Blob>;
export type UploadCall = (content: Blob, options?: CallOptions) => Promise<void>;

/** Settings that apply to all operations. */
interface Settings {
  /** Query parameters whose values are joined with commas; others are repeated. */
  readonly joined: readonly string[];
}

/** Whether an operation accepts `Idempotency-Key`, so that its writes can be retried. */
export interface WriteSettings {
  readonly isKeyed: boolean;
}

type Query = Readonly<Record<string, unknown>>;

interface Call extends CallOptions {
  readonly query?: Query | undefined;
  readonly content?: unknown;
  readonly isKeyed?: boolean;
}

/** `"7-x2FqLm0TzQe.Hh3a"`: the version of an aggregate and a digest. Large values have tags of another form. */
const AGGREGATE_TAG = /^"\d+-[\w-]*\.[\w-]+"$/;

/** The number of aggregates whose ETags are stored. */
const MAX_TAGS = 1000;

/** Sends the requests of a client. */
export class Transport {
  readonly #options: ClientOptions;
  readonly #joined: ReadonlySet<string>;
  /** ETags by the path of the aggregate, whose children share its version. */
  readonly #tags = new Map<string, string>();

  constructor(options: ClientOptions, { joined }: Settings) {
    this.#options = { ...options, baseUrl: withoutSlash(options.baseUrl) };
    this.#joined = new Set(joined);
  }

  list<O>(path: string): ListCall<O> {
    return (query, options) => this.#json('GET', path, { ...options, query });
  }

  /** Iterates over all entities, and reads them page by page. */
  each<O>(path: string): EachCall<O> {
    return (query, options) => this.#pages(path, { ...options, query: { after: '', ...query } });
  }

  read<O>(path: string): ReadCall<O> {
    return (query, options) => this.#json('GET', path, { ...options, query });
  }

  readSeveral<O>(path: string): ReadSeveralCall<O> {
    return async (keys, query, options) =>
      asArray(keys, await this.#json('GET', at(path, keys), { ...options, query }));
  }

  create<O>(path: string, settings: WriteSettings): CreateCall<O> {
    const create = (content: unknown, options?: CallOptions) =>
      this.#json('POST', path, { ...options, ...settings, content });
    return create as CreateCall<O>;
  }

  update<O>(path: string, settings: WriteSettings): WriteCall<O> {
    return (content, options) => this.#json('PUT', path, { ...options, ...settings, content });
  }

  updateSeveral<O>(path: string, settings: WriteSettings): WriteSeveralCall<O> {
    return async (keys, content, options) =>
      asArray(keys, await this.#json('PUT', at(path, keys), { ...options, ...settings, content }));
  }

  replace<O>(path: string, settings: WriteSettings): ReplaceCall<O> {
    return (content, options) => this.#json('PUT', path, { ...options, ...settings, content });
  }

  delete(path: string, settings: WriteSettings): DeleteCall {
    return (options) => this.#json('DELETE', path, { ...options, ...settings });
  }

  deleteSeveral(path: string, settings: WriteSettings): DeleteSeveralCall {
    return (keys, options) => this.#json('DELETE', at(path, keys), { ...options, ...settings });
  }

  /** Calls an action or another route. */
  act<O>(method: string, path: string, settings: WriteSettings): ActCall<O> {
    const act = (content?: unknown, options?: CallOptions) =>
      this.#json(method, path, { ...options, ...settings, content });
    return act as ActCall<O>;
  }

  /** Executes several writes inside an aggregate in one transaction. */
  batch<O>(path: string, settings: WriteSettings): BatchCall<O> {
    const headers = { 'Content-Type': 'application/vnd.koaggregate.batch+json' };
    return (content, options) =>
      this.#json('PATCH', path, { ...options, ...settings, headers: { ...headers, ...options?.headers }, content });
  }

  download(path: string): DownloadCall {
    return async (options) => (await this.#send('GET', path, { ...options })).blob();
  }

  upload(path: string, settings: WriteSettings): UploadCall {
    return (content, options) => this.#json('PUT', path, { ...options, ...settings, content });
  }

  async *#pages<T>(path: string, call: Call): AsyncGenerator<T, void, undefined> {
    let next: string | undefined = this.#urlOf(path, call.query);
    while (next !== undefined) {
      const response: Response = await this.#sendTo('GET', next, path, { ...call, query: undefined });
      yield* (await response.json()) as readonly T[];
      const link: string | undefined = /<([^>]*)>; rel="?next"?/.exec(response.headers.get('link') ?? '')?.[1];
      next = link === undefined ? undefined : new URL(link, next).href;
    }
  }

  async #json<T>(method: string, path: string, call: Call): Promise<T> {
    const response = await this.#send(method, path, call);
    const text = await response.text();
    return (text === '' ? undefined : JSON.parse(text)) as T;
  }

  #send(method: string, path: string, call: Call): Promise<Response> {
    return this.#sendTo(method, this.#urlOf(path, call.query), path, call);
  }

  async #sendTo(method: string, url: string, path: string, call: Call): Promise<Response> {
    const roots = rootsOf(path);
    const response = await this.#attempts(url, method, { ...call, ...this.#preconditionOf(method, roots, call) });
    if (!response.ok) throw await this.#errorOf(response, roots);
    this.#keepTag(method, response, roots);
    return response;
  }

  /** Sends a request, and retries it with the same key after network errors and 503. */
  async #attempts(url: string, method: string, call: Call): Promise<Response> {
    const { retries = 2, longestWaitMs = 10_000, idempotencyKey = randomKey } = this.#options;
    const mayRepeat = method === 'GET' || call.isKeyed === true;
    const key = call.isKeyed ? (call.idempotencyKey ?? idempotencyKey()) : undefined;
    for (let attempt = 0; ; attempt++) {
      const isLast = !mayRepeat || attempt >= retries;
      let waitMs = 100 * 2 ** attempt;
      try {
        const response = await this.#fetch(url, method, call, key);
        const retryMs = response.status === 503 ? retryAfterMs(response) : undefined;
        if (retryMs === undefined || isLast || retryMs > longestWaitMs) return response;
        await response.body?.cancel();
        waitMs = retryMs;
      } catch (error) {
        if (isLast || call.signal?.aborted) throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, Math.min(waitMs, longestWaitMs)));
    }
  }

  async #fetch(url: string, method: string, call: Call, key: string | undefined): Promise<Response> {
    const { fetch = globalThis.fetch, headers } = this.#options;
    const { content, ifMatch, signal } = call;
    const isBlob = content instanceof Blob;
    const init: RequestInit = {
      method,
      headers: {
        Accept: 'application/json, */*;q=0.5',
        ...(content !== undefined && {
          'Content-Type': isBlob ? content.type || 'application/octet-stream' : 'application/json',
        }),
        ...(ifMatch && { 'If-Match': ifMatch }),
        ...(key !== undefined && { 'Idempotency-Key': key }),
        ...(await headers?.()),
        ...call.headers,
      },
    };
    if (content !== undefined) init.body = isBlob ? content : JSON.stringify(content);
    if (signal) init.signal = signal;
    return fetch(url, init);
  }

  /** A write of several roots needs an ETag for each of them. */
  #preconditionOf(method: string, roots: readonly string[], { ifMatch }: Call): Pick<Call, 'ifMatch'> {
    if (method === 'GET' || ifMatch !== undefined) return {};
    const tags = roots.flatMap((root) => this.#tags.get(root) ?? []);
    return tags.length > 0 && tags.length === roots.length ? { ifMatch: tags.join(', ') } : {};
  }

  /** Stores the ETag of the aggregate; after a write whose response has none, the stored ones are outdated. */
  #keepTag(method: string, response: Response, roots: readonly string[]): void {
    if (this.#options.keepsTags === false) return;
    const [root, ...others] = this.#createdRoots(response) ?? roots;
    if (root === undefined) return;
    const tag = response.headers.get('etag') ?? '';
    const isNew = others.length === 0 && AGGREGATE_TAG.test(tag);
    if (isNew || method !== 'GET') for (const outdated of [root, ...others]) this.#tags.delete(outdated);
    if (!isNew) return;
    if (this.#tags.size >= MAX_TAGS) this.#tags.delete(this.#tags.keys().next().value as string);
    this.#tags.set(root, tag);
  }

  #createdRoots({ headers }: Response): readonly string[] | undefined {
    const location = headers.get('location');
    if (location === null) return undefined;
    const { baseUrl } = this.#options;
    const created = new URL(location, `${baseUrl}/`).pathname;
    const base = new URL(`${baseUrl}/`).pathname.slice(0, -1);
    return created.startsWith(base) ? rootsOf(created.slice(base.length)) : undefined;
  }

  async #errorOf(response: Response, roots: readonly string[]): Promise<ProblemError> {
    const text = await response.text();
    const problem = problemIn(text);
    if (response.status !== 412) return new ProblemError(response.status, problem, response);
    for (const root of roots) this.#tags.delete(root);
    return new StaleError(problem, response, () => this.#json('GET', roots[0] ?? '/', {}));
  }

  #urlOf(path: string, query: Query = {}): string {
    const parameters = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) this.#addParameter(parameters, name, value);
    const text = parameters.toString();
    return this.#options.baseUrl + path + (text && `?${text}`);
  }

  #addParameter(parameters: URLSearchParams, name: string, value: unknown): void {
    if (value === undefined || value === null) return;
    if (Array.isArray(value) && this.#joined.has(name)) parameters.append(name, value.join(','));
    else if (Array.isArray(value)) for (const element of value) parameters.append(name, String(element));
    else if (typeof value !== 'object') parameters.append(name, String(value));
    else for (const [member, inner] of Object.entries(value)) parameters.append(member, String(inner));
  }
}

/** Encodes a key as a path segment. */
export function segment(key: Key): string {
  return encodeURIComponent(String(key));
}

/** Joins keys with commas, which must not be encoded: an encoded comma is part of a key. */
function at(path: string, keys: readonly Key[]): string {
  return `${path}/${keys.map(segment).join(',')}`;
}

/** The response as an array; for a single key it is an object. */
function asArray<T>(keys: readonly Key[], body: unknown): T[] {
  return keys.length === 1 ? [body as T] : (body as T[]);
}

/** The paths of the aggregate roots in a path: `/orders/1` for `/orders/1/order_items/3`; none for `/orders`. */
function rootsOf(path: string): readonly string[] {
  const [, resource, keys] = path.split('/');
  return keys ? keys.split(',').map((key) => `/${resource}/${key}`) : [];
}

function problemIn(text: string): Problem {
  try {
    return JSON.parse(text) as Problem;
  } catch {
    return { detail: text };
  }
}

/** The wait of `Retry-After`, which is a number of seconds or a date. */
function retryAfterMs({ headers }: Response): number | undefined {
  const text = headers.get('retry-after');
  if (text === null) return undefined;
  const seconds = Number(text);
  const waitMs = Number.isNaN(seconds) ? Date.parse(text) - Date.now() : seconds * 1000;
  return Number.isNaN(waitMs) ? undefined : Math.max(waitMs, 0);
}

function randomKey(): string {
  return globalThis.crypto.randomUUID();
}

function withoutSlash(address: string): string {
  return address.endsWith('/') ? address.slice(0, -1) : address;
}

import type { IncomingHttpHeaders } from 'node:http';
import {
  BadRequestException,
  type ContentAdapter,
  type ContentClass,
  parseTemplate,
  type Request,
  toInstance,
} from '../../core';
import type { StepTarget } from './step-table';

/** Headers that speak of the batch as a whole, or of its body. */
const OF_THE_WHOLE = [
  'if-match',
  'if-none-match',
  'prefer',
  'idempotency-key',
  'content-type',
  'content-length',
  'content-encoding',
  'transfer-encoding',
];

/** The request of a step to its route. */
export interface AskedStep {
  readonly target: StepTarget;
  /** Of all keys in the path, that of the root first, as they are sent. */
  readonly rawKeys: readonly string[];
  readonly value: unknown;
  /** Whether the response needs no body. */
  readonly isMinimal: boolean;
}

/** A step of a batch as the request that its route would get. */
export class StepRequest implements Request {
  readonly method: string;
  readonly path: string;
  readonly originalPath: string;
  readonly headers: Readonly<IncomingHttpHeaders>;
  readonly route: Request['route'];
  readonly rawPathParameters: Readonly<Record<string, string>>;
  readonly pathParameters: Readonly<Record<string, string>>;
  readonly query: Request['query'] = Object.freeze(Object.create(null));
  readonly contentType?: string;
  readonly #value: unknown;

  constructor(
    private readonly whole: Request,
    { target: { route, parameters }, rawKeys, value, isMinimal }: AskedStep,
    private readonly adapter: ContentAdapter,
  ) {
    this.route = route;
    this.method = route.method;
    this.rawPathParameters = byName(parameters, rawKeys);
    this.pathParameters = byName(parameters, rawKeys.map(decodeURIComponent));
    this.path = pathOf(route.path, this.rawPathParameters);
    this.originalPath = prefixOf(whole) + this.path;
    this.headers = headersOf(whole, value, isMinimal);
    this.contentType = this.headers['content-type'];
    this.#value = value;
  }

  get origin(): string {
    return this.whole.origin;
  }

  get secure(): boolean {
    return this.whole.secure;
  }

  get clientAddress(): string {
    return this.whole.clientAddress;
  }

  get id(): string {
    return this.whole.id;
  }

  get principal(): Request['principal'] {
    return this.whole.principal;
  }

  get attributes(): Map<string, unknown> {
    return this.whole.attributes;
  }

  getHeader(name: string): string | undefined {
    const sent = this.headers[name.toLowerCase()];
    return this.pathParameters[name] ?? (Array.isArray(sent) ? sent.join(', ') : sent);
  }

  getParameter(name: string): string | undefined {
    return this.pathParameters[name];
  }

  getCookie(name: string): string | undefined {
    return this.whole.getCookie(name);
  }

  get hasContent(): boolean {
    return this.#value !== undefined;
  }

  getContent(): unknown {
    return this.#value;
  }

  getContentAs<T>(type: ContentClass<T>): T {
    if (this.#value === undefined) throw new BadRequestException('The step needs a value.');
    const { adapter } = this;
    return adapter.reads(type) ? (adapter.read(type, this.#value, this) as T) : toInstance(type, this.#value);
  }
}

function pathOf(template: string, parameters: Readonly<Record<string, string>>): string {
  const parts = parseTemplate(template).map((one) => ('literal' in one ? one.literal : parameters[one.parameter]!));
  return `/${parts.join('/')}`;
}

function byName(names: readonly string[], values: readonly string[]): Readonly<Record<string, string>> {
  return Object.assign(Object.create(null), Object.fromEntries(names.map((name, index) => [name, values[index]!])));
}

/** The mount path of the application. */
function prefixOf({ path, originalPath }: Request): string {
  return originalPath.endsWith(path) ? originalPath.slice(0, -path.length) : '';
}

function headersOf({ headers }: Request, value: unknown, isMinimal: boolean): Readonly<IncomingHttpHeaders> {
  const own: IncomingHttpHeaders = { ...headers };
  for (const name of OF_THE_WHOLE) delete own[name];
  if (value !== undefined) own['content-type'] = 'application/json';
  if (isMinimal) own.prefer = 'return=minimal';
  return own;
}

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

/** Headers of the batch that do not apply to its steps. */
const BATCH_HEADERS = [
  'if-match',
  'if-none-match',
  'prefer',
  'idempotency-key',
  'content-type',
  'content-length',
  'content-encoding',
  'transfer-encoding',
];

/** The parts of a step's request that differ from those of the batch. */
export interface StepContent {
  readonly target: StepTarget;
  /** All keys in the path, that of the root first, as sent. */
  readonly rawKeys: readonly string[];
  readonly value: unknown;
  /** Whether the batch prefers `return=minimal`. */
  readonly isMinimal: boolean;
}

/** The request that the route of a step handles. */
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
    private readonly batch: Request,
    { target: { route, parameters }, rawKeys, value, isMinimal }: StepContent,
    private readonly adapter: ContentAdapter,
  ) {
    this.route = route;
    this.method = route.method;
    this.rawPathParameters = byName(parameters, rawKeys);
    this.pathParameters = byName(parameters, rawKeys.map(decodeURIComponent));
    this.path = pathOf(route.path, this.rawPathParameters);
    this.originalPath = mountPathOf(batch) + this.path;
    this.headers = headersOf(batch, value, isMinimal);
    this.contentType = this.headers['content-type'];
    this.#value = value;
  }

  get origin(): string {
    return this.batch.origin;
  }

  get secure(): boolean {
    return this.batch.secure;
  }

  get clientAddress(): string {
    return this.batch.clientAddress;
  }

  get id(): string {
    return this.batch.id;
  }

  get principal(): Request['principal'] {
    return this.batch.principal;
  }

  get attributes(): Map<string, unknown> {
    return this.batch.attributes;
  }

  getHeader(name: string): string | undefined {
    const header = this.headers[name.toLowerCase()];
    return this.pathParameters[name] ?? (Array.isArray(header) ? header.join(', ') : header);
  }

  getParameter(name: string): string | undefined {
    return this.pathParameters[name];
  }

  getCookie(name: string): string | undefined {
    return this.batch.getCookie(name);
  }

  get hasContent(): boolean {
    return this.#value !== undefined;
  }

  getContent(): unknown {
    return this.#value;
  }

  getContentAs<T>(type: ContentClass<T>): T {
    if (this.#value === undefined) throw new BadRequestException('The step requires a "value".');
    const { adapter } = this;
    return adapter.canRead(type) ? (adapter.read(type, this.#value, this) as T) : toInstance(type, this.#value);
  }
}

function pathOf(template: string, parameters: Readonly<Record<string, string>>): string {
  const segments = parseTemplate(template).map((segment) =>
    'literal' in segment ? segment.literal : parameters[segment.parameter]!,
  );
  return `/${segments.join('/')}`;
}

function byName(names: readonly string[], values: readonly string[]): Readonly<Record<string, string>> {
  return Object.assign(Object.create(null), Object.fromEntries(names.map((name, index) => [name, values[index]!])));
}

function mountPathOf({ path, originalPath }: Request): string {
  return originalPath.endsWith(path) ? originalPath.slice(0, -path.length) : '';
}

function headersOf({ headers }: Request, value: unknown, isMinimal: boolean): Readonly<IncomingHttpHeaders> {
  const stepHeaders: IncomingHttpHeaders = { ...headers };
  for (const name of BATCH_HEADERS) delete stepHeaders[name];
  if (value !== undefined) stepHeaders['content-type'] = 'application/json';
  if (isMinimal) stepHeaders.prefer = 'return=minimal';
  return stepHeaders;
}

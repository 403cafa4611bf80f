import type { IncomingHttpHeaders } from 'node:http';
import {
  BadRequestException,
  type ContentAdapter,
  type ContentClass,
  derivedRequest,
  parseTemplate,
  type Request,
  toInstance,
} from '../../core';
import type { RequestParts } from '../operation/request-parts';
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

const NO_QUERY: Request['query'] = Object.freeze(Object.create(null));
const NO_HEADERS: IncomingHttpHeaders = Object.freeze({});
const MINIMAL: IncomingHttpHeaders = Object.freeze({ prefer: 'return=minimal' });
const JSON_TYPE = 'application/json';

/** A step as its operation reads it. The root was compared with `If-Match` for the whole batch. */
export function partsOfStep(batch: Request, { target, rawKeys, value, isMinimal }: StepContent): RequestParts {
  const { route, parameters } = target;
  const rawPathParameters = byName(parameters, rawKeys);
  const hasEscapes = rawKeys.some((key) => key.includes('%'));
  return {
    method: route.method,
    get originalPath() {
      return mountPathOf(batch) + pathOf(route.path, rawPathParameters);
    },
    headers: isMinimal ? MINIMAL : NO_HEADERS,
    query: NO_QUERY,
    rawPathParameters,
    pathParameters: hasEscapes ? byName(parameters, rawKeys.map(decodeURIComponent)) : rawPathParameters,
    contentType: value === undefined ? undefined : JSON_TYPE,
    getContent: () => value,
    isConditionMet: true,
  };
}

/** A step as an HTTP request, for code of the application: overrides and guards. */
export function requestOfStep(
  batch: Request,
  { target: { route }, value, isMinimal }: StepContent,
  parts: RequestParts,
  adapter: ContentAdapter,
): Request {
  const { pathParameters } = parts;
  const headers = headersOf(batch, value, isMinimal);
  const changed: Partial<Request> & RequestParts = {
    ...parts,
    route,
    headers,
    path: pathOf(route.path, parts.rawPathParameters),
    hasContent: value !== undefined,
    getHeader(name) {
      const header = headers[name.toLowerCase()];
      return pathParameters[name] ?? (Array.isArray(header) ? header.join(', ') : header);
    },
    getParameter: (name) => pathParameters[name],
    getContentAs<T>(type: ContentClass<T>): T {
      if (value === undefined) throw new BadRequestException('The step requires a "value".');
      return adapter.canRead(type) ? (adapter.read(type, value, request) as T) : toInstance(type, value);
    },
  };
  const request = derivedRequest(batch, changed);
  return request;
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
  if (value !== undefined) stepHeaders['content-type'] = JSON_TYPE;
  if (isMinimal) stepHeaders.prefer = 'return=minimal';
  return stepHeaders;
}

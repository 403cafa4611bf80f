import { MAX_FIELD_ERRORS } from '../../core';
import type { AggregateMetadata } from '../../metadata';
import type { JsonSchema } from '../schema/json-schema';
import type { ContentDescription, ResponseDescription } from './api-description';
import { type HeaderName, header } from './headers';

/** The names of the models of problems. */
export const PROBLEM = 'Problem';
export const VALIDATION_PROBLEM = 'ValidationProblem';

/** What every error answer has, and what some have beside it. */
export const PROBLEM_SCHEMA: JsonSchema = {
  title: PROBLEM,
  description: 'What went wrong with a request, as RFC 9457 shapes it.',
  type: 'object',
  properties: {
    type: { type: 'string', format: 'uri-reference', description: 'What kind of problem it is.' },
    title: { type: 'string', description: 'The name of the status.' },
    status: { type: 'integer', minimum: 100, maximum: 599 },
    detail: { type: 'string', description: 'What is wrong with this request, for people.' },
    instance: { type: 'string', format: 'uri-reference', description: 'The path of the request.' },
    request_id: { type: 'string' },
    parameter: { type: 'string', description: 'The parameter of the query that is wrong.' },
    missing: { type: 'array', items: { type: 'string' }, description: 'Of several ids, those that are not there.' },
    available: { type: 'array', items: { type: 'string' }, description: 'The media types that can be answered with.' },
  },
  required: ['type', 'title', 'status'],
  examples: [
    {
      type: 'about:blank',
      title: 'Not Found',
      status: 404,
      detail: 'No route matches /nowhere.',
      instance: '/nowhere',
      request_id: '1f9b4a52-6d0e-4f37-8a51-2f0d4c1f7a90',
    },
  ],
};

/** What the other model says of it is not said again. */
function plain({ description: _, ...schema }: JsonSchema): JsonSchema {
  return schema;
}

const VALIDATION_PROBLEM_SCHEMA: JsonSchema = {
  title: VALIDATION_PROBLEM,
  description: 'What is wrong with a payload, field by field.',
  type: 'object',
  properties: {
    ...Object.fromEntries(Object.entries(PROBLEM_SCHEMA.properties!).map(([name, one]) => [name, plain(one)])),
    field_errors: {
      type: 'array',
      maxItems: MAX_FIELD_ERRORS,
      items: {
        type: 'object',
        properties: {
          field: { type: 'string', description: 'Where it stands in the payload: `order_items[0].quantity`.' },
          message: { type: 'string' },
          invalid_value: { description: 'What was sent; absent where it is not to be echoed.' },
        },
        required: ['field', 'message'],
      },
    },
  },
  required: ['type', 'title', 'status', 'field_errors'],
  examples: [
    {
      type: 'about:blank',
      title: 'Unprocessable Entity',
      status: 422,
      detail: 'Wrong in the payload: quantity.',
      field_errors: [{ field: 'quantity', message: 'must be a whole number from 0 to 255', invalid_value: -1 }],
    },
  ],
};

/** What tells of invariants, beside fields. */
const OF_INVARIANTS: JsonSchema['properties'] = {
  invariant: { type: 'string', description: 'The first of the invariants that do not hold.' },
  invariants: {
    type: 'array',
    maxItems: MAX_FIELD_ERRORS,
    items: {
      type: 'object',
      properties: {
        invariant: { type: 'string' },
        message: { type: 'string' },
        type: { type: 'string', description: 'The class of the root.' },
        id: { description: 'The key of the root; absent of one that would be new.' },
      },
      required: ['invariant', 'message', 'type'],
    },
  },
};

/** The model of a 422, of a domain some of whose roots may have invariants. */
export function validationProblem(aggregates: readonly AggregateMetadata[]): JsonSchema {
  if (aggregates.every(({ invariants }) => invariants.length === 0)) return VALIDATION_PROBLEM_SCHEMA;
  const { description, properties } = VALIDATION_PROBLEM_SCHEMA;
  return {
    ...VALIDATION_PROBLEM_SCHEMA,
    description: `${description} Or which invariants do not hold.`,
    properties: { ...properties, ...OF_INVARIANTS },
  };
}

/** Status → the name of the component, what it means, and the headers that it brings. */
const PROBLEMS = {
  400: ['BadRequest', 'The request is malformed, or has an unknown parameter.'],
  401: ['Unauthorized', 'The request needs credentials, or those that it has are wrong.', 'WWW-Authenticate'],
  403: ['Forbidden', 'A permission is missing.'],
  404: ['NotFound', 'The entity, or one of its parents, is not there.'],
  406: ['NotAcceptable', 'None of the media types in `Accept` can be answered with.'],
  409: ['Conflict', 'It contradicts what is stored: a unique value, a reference, a change at the same time.'],
  410: ['Gone', 'The entity, or one of its parents, was deleted.'],
  412: ['NotMatched', 'It is no longer what the condition of the request names.'],
  413: ['TooLarge', 'The body, or the number of its elements or of the ids, is above the limit.'],
  415: ['UnsupportedType', 'The `Content-Type` is missing, or is not read here.', 'Accept'],
  416: ['RangeNotSatisfiable', 'Nothing of the value is in the range.', 'Content-Range'],
  422: ['Unprocessable', 'Fields of the payload are wrong; nothing was written.'],
  428: ['PreconditionRequired', 'The write needs `If-Match`.'],
  429: ['TooManyRequests', 'There were too many requests, or wrong passwords, from the same place.', 'Retry-After'],
  503: ['Unavailable', 'The database is busy or away: try again.', 'Retry-After'],
} as const satisfies Record<number, readonly [name: string, description: string, header?: HeaderName]>;

export type ProblemStatus = keyof typeof PROBLEMS;

const MEDIA_TYPE = 'application/problem+json';

export function problem(status: ProblemStatus, refTo: (name: string) => JsonSchema): ResponseDescription {
  const [component, description, own]: readonly [string, string, HeaderName?] = PROBLEMS[status];
  const schema = refTo(status === 422 ? VALIDATION_PROBLEM : PROBLEM);
  const headers = own ? [header(own)] : [];
  return { status, description, headers, contents: [{ mediaType: MEDIA_TYPE, schema }], component };
}

/** Those of a write that takes the header `Idempotency-Key`. */
export function keyProblems(refTo: (name: string) => JsonSchema): ResponseDescription[] {
  const [conflict, unprocessable] = [problem(409, refTo), problem(422, refTo)];
  const inUse = `${conflict.description} Or a request with the same key is still being carried out.`;
  const reused = `${unprocessable.description} Or the key was used with another request.`;
  return [
    { ...conflict, description: inUse, headers: [header('Retry-After')], component: 'ConflictOrInUse' },
    { ...unprocessable, description: reused, component: 'UnprocessableOrReused' },
  ];
}

/** Those of an operation that writes inside an aggregate, with the invariants that may not hold then. */
export function withInvariants(
  responses: readonly ResponseDescription[],
  { root, invariants }: AggregateMetadata,
  refTo: (name: string) => JsonSchema,
): readonly ResponseDescription[] {
  const own = responses.find(({ status }) => status === 422) ?? problem(422, refTo);
  const names = invariants.map(({ name }) => `\`${name}\``).join(', ');
  const description = `${own.description} Or an invariant does not hold, which \`invariant\` names: ${names}.`;
  const told = { ...own, description, component: `${own.component}${root.name}` };
  return [...responses.filter(({ status }) => status !== 422), told];
}

/** What a problem of an application's own holds. */
export function problemContent(refTo: (name: string) => JsonSchema): ContentDescription {
  return { mediaType: MEDIA_TYPE, schema: refTo(PROBLEM) };
}

/**
 * Any other: what the server refuses before the application is asked, and what applications have of their own.
 *
 * @param preview in what the route tells what it would do; nothing where it does not
 */
export function otherProblem(
  refTo: (name: string) => JsonSchema,
  preview: readonly ContentDescription[],
): ResponseDescription {
  if (preview.length > 0) {
    return {
      status: 'default',
      description: 'Any other problem; with `Prefer: preview`, 200 and a `Preview`.',
      headers: [header('Preference-Applied'), header('Missing-Ids')],
      contents: [problemContent(refTo), ...preview],
      component: 'Any',
    };
  }
  return {
    status: 'default',
    description: 'Any other problem.',
    headers: [],
    contents: [problemContent(refTo)],
    component: 'Other',
  };
}

import { MAX_FIELD_ERRORS } from '../../core';
import type { AggregateMetadata } from '../../metadata';
import { arrayOf, type JsonSchema, refTo } from '../schema/json-schema';
import type { ContentDescription, ResponseDescription } from './api-description';
import { type HeaderName, header } from './headers';

/** Names of the models. */
const PROBLEM = 'Problem';
const VALIDATION_PROBLEM = 'ValidationProblem';
const FIELD_ERROR = 'FieldError';

/** The members of every problem, and those that only some have. */
const PROBLEM_SCHEMA: JsonSchema = {
  title: PROBLEM,
  description: 'A problem as defined by RFC 9457.',
  type: 'object',
  properties: {
    type: { type: 'string', format: 'uri-reference', description: 'The kind of problem.' },
    title: { type: 'string', description: 'The name of the status code.' },
    status: { type: 'integer', minimum: 100, maximum: 599 },
    detail: { type: 'string', description: 'An explanation of this problem, for people.' },
    instance: { type: 'string', format: 'uri-reference', description: 'The path of the request.' },
    request_id: { type: 'string' },
    parameter: { type: 'string', description: 'The query parameter that is wrong.' },
    missing: { type: 'array', items: { type: 'string' }, description: 'The ids that were not found.' },
    available: {
      type: 'array',
      items: { type: 'string' },
      description: 'The media types that the route can respond with.',
    },
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

/** Without the description, which the other model has already. */
function withoutDescription({ description: _, ...schema }: JsonSchema): JsonSchema {
  return schema;
}

const FIELD_ERROR_SCHEMA: JsonSchema = {
  title: FIELD_ERROR,
  type: 'object',
  properties: {
    field: { type: 'string', description: 'The path in the payload: `order_items[0].quantity`.' },
    message: { type: 'string' },
    invalid_value: { description: 'The value that was sent; absent for values that must not be echoed.' },
  },
  required: ['field', 'message'],
};

/** The violations of a payload, in a problem or in a preview. */
export const FIELD_ERRORS: JsonSchema = { ...arrayOf(refTo(FIELD_ERROR)), maxItems: MAX_FIELD_ERRORS };

const VALIDATION_PROBLEM_SCHEMA: JsonSchema = {
  title: VALIDATION_PROBLEM,
  description: 'The violations of a payload, field by field.',
  type: 'object',
  properties: {
    ...Object.fromEntries(
      Object.entries(PROBLEM_SCHEMA.properties!).map(([name, one]) => [name, withoutDescription(one)]),
    ),
    field_errors: FIELD_ERRORS,
  },
  required: ['type', 'title', 'status', 'field_errors'],
  examples: [
    {
      type: 'about:blank',
      title: 'Unprocessable Entity',
      status: 422,
      detail: 'Invalid fields: quantity.',
      field_errors: [{ field: 'quantity', message: 'must be a whole number from 0 to 255', invalid_value: -1 }],
    },
  ],
};

/** The members for violated invariants. */
const INVARIANT_MEMBERS: JsonSchema['properties'] = {
  invariant: { type: 'string', description: 'The name of the first violated invariant.' },
  invariants: {
    type: 'array',
    maxItems: MAX_FIELD_ERRORS,
    items: {
      type: 'object',
      properties: {
        invariant: { type: 'string' },
        message: { type: 'string' },
        type: { type: 'string', description: 'The class of the root.' },
        id: { description: 'The key of the root; absent for a new one.' },
      },
      required: ['invariant', 'message', 'type'],
    },
  },
};

/** The member of the problem, and of the preview, of a batch. */
const STEP: JsonSchema = { type: 'integer', minimum: 0, description: 'The index of the failed step of a batch.' };

/** The schema with the member `step`. */
export function withStep(schema: JsonSchema): JsonSchema {
  return { ...schema, properties: { ...schema.properties, step: STEP } };
}

/** The models of problems: of a 422, and of all others. */
export function problemModels(aggregates: readonly AggregateMetadata[], hasBatches: boolean) {
  const models = { [PROBLEM]: PROBLEM_SCHEMA, [VALIDATION_PROBLEM]: validationProblem(aggregates) };
  const problems = Object.entries(models).map(([name, schema]) => ({
    name,
    schema: hasBatches ? withStep(schema) : schema,
  }));
  return [...problems, { name: FIELD_ERROR, schema: FIELD_ERROR_SCHEMA }];
}

/** The model of a 422. It has members for invariants if some root declares one. */
function validationProblem(aggregates: readonly AggregateMetadata[]): JsonSchema {
  if (aggregates.every(({ invariants }) => invariants.length === 0)) return VALIDATION_PROBLEM_SCHEMA;
  const { description, properties } = VALIDATION_PROBLEM_SCHEMA;
  return {
    ...VALIDATION_PROBLEM_SCHEMA,
    description: `${description} Or the invariants that are violated.`,
    properties: { ...properties, ...INVARIANT_MEMBERS },
  };
}

/** By status code: the name of the component, its description, and its header. */
const PROBLEMS = {
  400: ['BadRequest', 'The request is malformed, or has an unknown parameter.'],
  401: ['Unauthorized', 'Credentials are missing or wrong.', 'WWW-Authenticate'],
  403: ['Forbidden', 'A permission is missing.'],
  404: ['NotFound', 'The entity or one of its parents was not found.'],
  406: ['NotAcceptable', 'The route cannot respond with any of the media types in `Accept`.'],
  409: ['Conflict', 'The request conflicts with stored data: a unique value, a reference, or a concurrent change.'],
  410: ['Gone', 'The entity or one of its parents was deleted.'],
  412: ['NotMatched', 'The entity has changed: its `ETag` does not match the condition of the request.'],
  413: ['TooLarge', 'The body has too many bytes or elements, or the path too many ids.'],
  415: ['UnsupportedType', 'The `Content-Type` is missing or not supported.', 'Accept'],
  416: ['RangeNotSatisfiable', 'The range lies outside of the value.', 'Content-Range'],
  422: ['Unprocessable', 'Fields of the payload are invalid. Nothing was stored.'],
  428: ['PreconditionRequired', 'The header `If-Match` is required.'],
  429: ['TooManyRequests', 'Too many requests, or too many wrong passwords, from the same address.', 'Retry-After'],
  503: ['Unavailable', 'The database is busy or unavailable. Try again later.', 'Retry-After'],
} as const satisfies Record<number, readonly [name: string, description: string, header?: HeaderName]>;

export type ProblemStatus = keyof typeof PROBLEMS;

const MEDIA_TYPE = 'application/problem+json';

export function problem(status: ProblemStatus): ResponseDescription {
  const [component, description, own]: readonly [string, string, HeaderName?] = PROBLEMS[status];
  const schema = refTo(status === 422 ? VALIDATION_PROBLEM : PROBLEM);
  const headers = own ? [header(own)] : [];
  return { status, description, headers, contents: [{ mediaType: MEDIA_TYPE, schema }], component };
}

/** The problems of a write that accepts the header `Idempotency-Key`. */
export function keyProblems(): ResponseDescription[] {
  const [conflict, unprocessable] = [problem(409), problem(422)];
  const inUse = `${conflict.description} Or a request with the same key is still running.`;
  const reused = `${unprocessable.description} Or the key was used with another request.`;
  return [
    { ...conflict, description: inUse, headers: [header('Retry-After')], component: 'ConflictOrInUse' },
    { ...unprocessable, description: reused, component: 'UnprocessableOrReused' },
  ];
}

/** Adds the invariants of aggregates to the 422 of an operation that writes inside them. */
export function withInvariants(
  responses: readonly ResponseDescription[],
  aggregates: readonly AggregateMetadata[],
): readonly ResponseDescription[] {
  if (aggregates.length === 0) return responses;
  const unprocessable = responses.find(({ status }) => status === 422) ?? problem(422);
  const names = aggregates.flatMap(({ invariants }) => invariants.map(({ name }) => `\`${name}\``)).join(', ');
  const description = `${unprocessable.description} Or an invariant is violated, named in \`invariant\`: ${names}.`;
  const component = [unprocessable.component, ...aggregates.map(({ root }) => root.name)].join('');
  return [...responses.filter(({ status }) => status !== 422), { ...unprocessable, description, component }];
}

/** The content of a problem response. */
export function problemContent(): ContentDescription {
  return { mediaType: MEDIA_TYPE, schema: refTo(PROBLEM) };
}

/** The `default` response: problems from outside of the framework, such as those of a filter. */
export function otherProblem(): ResponseDescription {
  return {
    status: 'default',
    description: 'Any other problem.',
    headers: [],
    contents: [problemContent()],
    component: 'Other',
  };
}

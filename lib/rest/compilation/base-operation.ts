import type { HttpMethod } from '../../core';
import type { ConcurrencyMode } from '../../metadata';
import type { StepOp } from '../operation/batch-steps';
import type { OperationProblem, ResponseHeader } from '../operation/operation';
import type { OperationResource } from '../operation/operation-resource';
import { KEY_PARAMETER } from '../operation/resource-path';
import { takesFiles } from '../operation/takes-files';
import { TAKEN_SHAPES, type VerbDefinition } from '../verbs/verb-definition';

const REPLAYED: ResponseHeader = 'Idempotency-Replayed';

/** The part of an operation that follows from its resource, verb and method. */
export function baseOperation(
  { input, maxUploadBytes, takesPreviews, writes: _writes, exposure: _exposure, ...resource }: OperationResource,
  definition: VerbDefinition,
  method = definition.methods[0]!,
) {
  const { verb, keys, body, takes, status, emptyStatus, createdStatus } = definition;
  const preferences = definition.preferences.filter((preference) => preference !== 'preview' || takesPreviews);
  const idempotency = definition.takesIdempotencyKeys ? input.idempotency : 'off';
  const isBelowRoot = resource.collections.length > 0;
  const namesRow = keys !== 'none' || isBelowRoot;
  const concurrency = concurrencyOf(input, namesRow, method);
  const headers = idempotency === 'off' ? definition.headers : [...definition.headers, REPLAYED];
  const mayBeGone = input.respondsGone && !definition.isOfDeleted && namesRow;
  const hasFiles = definition.takesFiles && takesFiles(resource.entity);
  const problems = withPreconditions(problemsOf(method, definition, namesRow, mayBeGone), method, concurrency);
  return {
    ...resource,
    path: pathOf(resource, definition),
    verb,
    method,
    step: stepOf(resource, definition, method),
    input: Object.freeze({
      ...input,
      keys,
      body,
      shapes: takes && TAKEN_SHAPES[takes],
      uploads: hasFiles ? { maxBytes: maxUploadBytes, rawBody: false } : undefined,
      query: queryOf(input, definition),
      preferences,
      concurrency,
      idempotency,
    }),
    output: Object.freeze({
      status,
      emptyStatus,
      createdStatus,
      headers,
      problems,
      shapes: definition.responseShapes,
    }),
  };
}

function stepOf(
  { collections }: Pick<OperationResource, 'collections'>,
  { step }: VerbDefinition,
  method: HttpMethod,
): StepOp | undefined {
  const mayRun = step && (step.isOnRoot || collections.length > 0) && (step.method ?? method) === method;
  return mayRun ? step.op : undefined;
}

function pathOf({ path }: Pick<OperationResource, 'path'>, { keys, suffix }: VerbDefinition): string {
  const keyed = keys === 'none' ? path : `${path}/{${KEY_PARAMETER}}`;
  return suffix === undefined ? keyed : `${keyed}/${suffix}`;
}

/** `required` becomes `optional` for reads, and for a path that names no row, as that of a new root. */
function concurrencyOf(
  { concurrency }: OperationResource['input'],
  namesRow: boolean,
  method: HttpMethod,
): ConcurrencyMode {
  return concurrency === 'required' && (method === 'GET' || !namesRow) ? 'optional' : concurrency;
}

/** The status codes of an operation's problems, in addition to 401 and 403. */
function problemsOf(
  method: HttpMethod,
  { keys, problems }: VerbDefinition,
  namesRow: boolean,
  mayBeGone: boolean,
): readonly OperationProblem[] {
  if (problems) return mayBeGone ? [...problems, 410] : problems;
  const isRead = method === 'GET';
  return [
    400,
    ...(namesRow ? ([404] as const) : []),
    406,
    ...(isRead ? [] : ([409] as const)),
    ...(mayBeGone ? ([410] as const) : []),
    ...(isRead && keys === 'none' ? [] : ([413] as const)),
    ...(isRead ? [] : ([415, 422] as const)),
    503,
  ];
}

function withPreconditions(
  problems: readonly OperationProblem[],
  method: HttpMethod,
  concurrency: ConcurrencyMode,
): readonly OperationProblem[] {
  if (method === 'GET' || concurrency === 'off') return problems;
  const preconditionProblems: OperationProblem[] = concurrency === 'required' ? [412, 428] : [412];
  return [...new Set([...problems, ...preconditionProblems])];
}

function queryOf({ search }: OperationResource['input'], { query }: VerbDefinition): readonly string[] | undefined {
  if (query === undefined) return undefined;
  return query === 'list' ? search.listParameters : search.readParameters;
}

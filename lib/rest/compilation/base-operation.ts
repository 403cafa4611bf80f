import type { HttpMethod } from '../../core';
import type { ConcurrencyMode } from '../../metadata';
import { takesFiles } from '../operation/large-routes';
import { isAboutSingle, type Operation, type OperationProblem, type ResponseHeader } from '../operation/operation';
import type { OperationResource } from '../operation/operation-resource';
import { KEY_PARAMETER } from '../operation/resource-path';
import { problemsOf, rulesOf } from '../operation/verb-rules';
import type { SearchReader } from '../search/search-reader';

const REPLAYED: ResponseHeader = 'Idempotency-Replayed';

/** The part of an operation that follows from its resource, verb and method. */
export function baseOperation(
  { input, maxUploadBytes, takesPreviews, writes: _, ...resource }: OperationResource,
  verb: Operation['verb'],
  method: HttpMethod,
) {
  const rules = rulesOf(verb, isAboutSingle(resource));
  const preferences = rules.preferences.filter((preference) => preference !== 'preview' || takesPreviews);
  const { keys, body, status, emptyStatus, createdStatus } = rules;
  const idempotency = method === 'GET' || verb === 'updateLarge' || verb === 'deleteLarge' ? 'off' : input.idempotency;
  const concurrency = concurrencyOf(resource, input, verb, method);
  const headers = idempotency === 'off' ? rules.headers : [...rules.headers, REPLAYED];
  const isBelowRoot = resource.collections.length > 0;
  const mayBeGone = input.respondsGone && verb !== 'restore' && (keys !== 'none' || isBelowRoot);
  const isWrite = verb === 'create' || verb === 'update';
  const uploads = isWrite && takesFiles(resource.entity) ? { maxBytes: maxUploadBytes, rawBody: false } : undefined;
  const problems = withPreconditions(problemsOf(method, rules, isBelowRoot, mayBeGone), method, concurrency);
  return {
    ...resource,
    path: keys === 'none' ? resource.path : `${resource.path}/{${KEY_PARAMETER}}`,
    verb,
    method,
    input: Object.freeze({
      ...input,
      keys,
      body,
      shapes: rules.requestShapes,
      uploads,
      query: queryOf(input.search, verb),
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
      shapes: rules.responseShapes,
    }),
  };
}

/** `required` becomes `optional` for reads and for creating a root. */
function concurrencyOf(
  { collections }: Pick<OperationResource, 'collections'>,
  { concurrency }: OperationResource['input'],
  verb: Operation['verb'],
  method: HttpMethod,
): ConcurrencyMode {
  const isExempt = method === 'GET' || (verb === 'create' && collections.length === 0);
  return concurrency === 'required' && isExempt ? 'optional' : concurrency;
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

function queryOf(search: SearchReader, verb: Operation['verb']): readonly string[] | undefined {
  if (verb === 'list') return search.listParameters;
  return verb === 'read' ? search.readParameters : undefined;
}

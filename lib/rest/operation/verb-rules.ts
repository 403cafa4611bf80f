import type { ContentShape, HttpMethod } from '../../core';
import type { Operation, OperationInput, OperationOutput, OperationProblem } from './operation';

const ONE: readonly ContentShape[] = ['object'];
const ONE_OR_SEVERAL: readonly ContentShape[] = ['object', 'list'];

/** What operations of one verb take and give, whatever they are about. */
export interface VerbRules {
  readonly keys: OperationInput['keys'];
  readonly body: OperationInput['body'];
  readonly preferences: OperationInput['preferences'];
  readonly status?: number;
  readonly emptyStatus?: number;
  readonly headers: OperationOutput['headers'];
  readonly taken?: OperationInput['content'];
  readonly given?: OperationOutput['content'];
}

/** @see Specification, "Generated CRUD routes", "Action routes" */
export const VERB_RULES: Readonly<Record<Operation['verb'], VerbRules>> = {
  create: {
    keys: 'none',
    body: 'required',
    preferences: ['return=minimal'],
    status: 201,
    emptyStatus: 201,
    headers: ['Location', 'Preference-Applied'],
    taken: ONE_OR_SEVERAL,
    given: ONE_OR_SEVERAL,
  },
  list: { keys: 'none', body: 'none', preferences: [], status: 200, headers: ['Link'], given: ONE_OR_SEVERAL },
  read: {
    keys: 'several',
    body: 'none',
    preferences: ['handling=strict'],
    status: 200,
    headers: ['Missing-Ids', 'Preference-Applied'],
    given: ONE_OR_SEVERAL,
  },
  update: {
    keys: 'several',
    body: 'required',
    preferences: ['handling=strict', 'return=minimal'],
    status: 200,
    emptyStatus: 204,
    headers: ['Missing-Ids', 'Preference-Applied'],
    taken: ONE,
    // Decided before anything is written, whatever the number of the keys.
    given: ONE,
  },
  delete: {
    keys: 'several',
    body: 'optional',
    preferences: ['handling=strict'],
    emptyStatus: 204,
    headers: ['Missing-Ids', 'Preference-Applied'],
  },
  act: {
    keys: 'one',
    body: 'optional',
    preferences: ['return=minimal'],
    status: 200,
    emptyStatus: 204,
    headers: ['Preference-Applied'],
    taken: ONE,
  },
};

/** The problems that an operation may answer with, beside those of security. */
export function problemsOf(method: HttpMethod, { keys }: VerbRules, isBelowRoot: boolean): OperationProblem[] {
  const isRead = method === 'GET';
  return [
    400,
    ...(keys !== 'none' || isBelowRoot ? ([404] as const) : []),
    406,
    ...(isRead ? [] : ([409] as const)),
    ...(isRead && keys === 'none' ? [] : ([413] as const)),
    ...(isRead ? [] : ([415, 422] as const)),
    503,
  ];
}

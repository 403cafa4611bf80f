import type { HttpMethod } from '../../core';
import type { Operation, OperationInput, OperationOutput, OperationProblem } from './operation';

/** What operations of one verb take and give, whatever they are about. */
export interface VerbRules {
  readonly keys: OperationInput['keys'];
  readonly body: OperationInput['body'];
  readonly preferences: OperationInput['preferences'];
  readonly status?: number;
  readonly emptyStatus?: number;
  readonly headers: OperationOutput['headers'];
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
  },
  list: { keys: 'none', body: 'none', preferences: [], status: 200, headers: ['Link'] },
  read: {
    keys: 'several',
    body: 'none',
    preferences: ['handling=strict'],
    status: 200,
    headers: ['Missing-Ids', 'Preference-Applied'],
  },
  update: {
    keys: 'several',
    body: 'required',
    preferences: ['handling=strict', 'return=minimal'],
    status: 200,
    emptyStatus: 204,
    headers: ['Missing-Ids', 'Preference-Applied'],
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

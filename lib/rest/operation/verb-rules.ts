import type { ContentShape, HttpMethod } from '../../core';
import type { Operation, OperationInput, OperationOutput, OperationProblem } from './operation';

const ONE: readonly ContentShape[] = ['object'];
const SEVERAL: readonly ContentShape[] = ['list'];
const ONE_OR_SEVERAL: readonly ContentShape[] = ['object', 'list'];

/** The bodies, statuses and headers that all operations of a verb share. */
export interface VerbRules {
  readonly keys: OperationInput['keys'];
  readonly body: OperationInput['body'];
  readonly preferences: OperationInput['preferences'];
  readonly status?: number;
  readonly emptyStatus?: number;
  readonly createdStatus?: number;
  readonly headers: OperationOutput['headers'];
  readonly requestShapes?: OperationInput['shapes'];
  readonly responseShapes?: OperationOutput['shapes'];
  /** Replaces the problems that follow from the other rules. */
  readonly problems?: readonly OperationProblem[];
}

/** @see Specification, "Generated CRUD routes", "Action routes" */
const VERB_RULES: Readonly<Record<Operation['verb'], VerbRules>> = {
  create: {
    keys: 'none',
    body: 'required',
    preferences: ['preview', 'return=minimal'],
    status: 201,
    emptyStatus: 201,
    headers: ['Location', 'Preference-Applied'],
    requestShapes: ONE_OR_SEVERAL,
    responseShapes: ONE_OR_SEVERAL,
  },
  list: { keys: 'none', body: 'none', preferences: [], status: 200, headers: ['Link'], responseShapes: ONE_OR_SEVERAL },
  read: {
    keys: 'several',
    body: 'none',
    preferences: ['handling=strict'],
    status: 200,
    headers: ['Missing-Ids', 'Preference-Applied'],
    responseShapes: ONE_OR_SEVERAL,
  },
  update: {
    keys: 'several',
    body: 'required',
    preferences: ['handling=strict', 'preview', 'return=minimal'],
    status: 200,
    emptyStatus: 204,
    headers: ['Missing-Ids', 'Preference-Applied'],
    requestShapes: ONE,
    // The shape for one key: the response format is negotiated before the keys are read.
    responseShapes: ONE,
  },
  replace: {
    keys: 'none',
    body: 'required',
    preferences: ['preview', 'return=minimal'],
    status: 200,
    emptyStatus: 204,
    headers: ['Preference-Applied'],
    requestShapes: SEVERAL,
    responseShapes: SEVERAL,
  },
  delete: {
    keys: 'several',
    body: 'optional',
    preferences: ['handling=strict', 'preview'],
    emptyStatus: 204,
    headers: ['Missing-Ids', 'Preference-Applied'],
  },
  restore: {
    keys: 'several',
    body: 'optional',
    preferences: ['handling=strict', 'preview', 'return=minimal'],
    status: 200,
    emptyStatus: 204,
    headers: ['Missing-Ids', 'Preference-Applied'],
    responseShapes: ONE,
  },
  act: {
    keys: 'one',
    body: 'optional',
    preferences: ['preview', 'return=minimal'],
    status: 200,
    emptyStatus: 204,
    headers: ['Preference-Applied'],
    requestShapes: ONE,
  },
  batch: {
    keys: 'one',
    body: 'required',
    preferences: ['preview', 'return=minimal'],
    status: 200,
    emptyStatus: 204,
    headers: ['Preference-Applied'],
    requestShapes: ONE,
    responseShapes: ONE,
  },
  readLarge: {
    keys: 'one',
    body: 'none',
    preferences: [],
    status: 200,
    headers: ['Accept-Ranges', 'Content-Range', 'ETag'],
    problems: [400, 404, 409, 412, 416, 503],
  },
  updateLarge: {
    keys: 'one',
    body: 'required',
    preferences: ['preview'],
    emptyStatus: 204,
    headers: ['ETag'],
    problems: [400, 404, 406, 409, 412, 413, 415, 422, 503],
  },
  deleteLarge: {
    keys: 'one',
    body: 'optional',
    preferences: ['preview'],
    emptyStatus: 204,
    headers: [],
    problems: [400, 404, 406, 409, 412, 413, 415, 422, 503],
  },
};

const SINGLE_RULES: Readonly<Partial<Record<Operation['verb'], Partial<VerbRules>>>> = {
  read: { keys: 'none', preferences: [], headers: [], responseShapes: ONE },
  update: {
    keys: 'none',
    preferences: ['preview', 'return=minimal'],
    createdStatus: 201,
    headers: ['Location', 'Preference-Applied'],
  },
  delete: { keys: 'none', preferences: ['preview'], headers: [] },
  act: { keys: 'none' },
  readLarge: { keys: 'none' },
  updateLarge: { keys: 'none' },
  deleteLarge: { keys: 'none' },
};

/** @param isSingle whether the operation is about the single child of a parent */
export function rulesOf(verb: Operation['verb'], isSingle: boolean): VerbRules {
  return isSingle ? { ...VERB_RULES[verb], ...SINGLE_RULES[verb] } : VERB_RULES[verb];
}

/** The status codes of an operation's problems, in addition to 401 and 403. */
export function problemsOf(
  method: HttpMethod,
  { keys, problems }: VerbRules,
  isBelowRoot: boolean,
  mayBeGone: boolean,
): readonly OperationProblem[] {
  if (problems) return mayBeGone ? [...problems, 410] : problems;
  const isRead = method === 'GET';
  return [
    400,
    ...(keys !== 'none' || isBelowRoot ? ([404] as const) : []),
    406,
    ...(isRead ? [] : ([409] as const)),
    ...(mayBeGone ? ([410] as const) : []),
    ...(isRead && keys === 'none' ? [] : ([413] as const)),
    ...(isRead ? [] : ([415, 422] as const)),
    503,
  ];
}

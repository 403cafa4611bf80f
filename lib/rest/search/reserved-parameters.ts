import { SELECTION_PARAMETERS } from '../selection/verify-names';
import { AFTER } from './cursors';
import { ALTERNATIVES } from './read-alternatives';
import { DELETED } from './read-deleted';

/** The parameters that lists take in addition to those of all reads. */
const LIST_PARAMETERS: readonly string[] = ['sort', 'page', 'per_page', 'count', AFTER];

/** The parameters that do not change which entities a list has, nor their order. */
export const PRESENTATION_PARAMETERS: readonly string[] = [...SELECTION_PARAMETERS, 'page', 'per_page', 'count', AFTER];

/** The query parameters with a meaning of their own; all others are names of fields. */
export interface ReservedParameters {
  /** Those of reads by key, except `or`. */
  readonly ofReads: readonly string[];
  /** Those of lists, except `or`. */
  readonly ofLists: readonly string[];
  /** All of them; a field with such a name is searched with the prefix. */
  readonly all: readonly string[];
}

/** @param takesDeleted whether reads take the parameter `deleted` */
export function reservedParameters(takesDeleted: boolean): ReservedParameters {
  const ofReads = takesDeleted ? [...SELECTION_PARAMETERS, DELETED] : SELECTION_PARAMETERS;
  const ofLists = [...LIST_PARAMETERS, ...ofReads];
  return { ofReads, ofLists, all: [ALTERNATIVES, ...ofLists] };
}

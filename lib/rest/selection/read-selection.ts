import { BadRequestException, type Request } from '../../core';
import type { EntityMetadata } from '../../metadata';
import type { Selection } from '../../persistence';
import { buildSelection, defaultSelection } from './build-selection';
import { type Names, namesIn } from './names';
import { readableFields } from './readable-fields';
import { Walk } from './walk';

/** The query parameters that say what an answer shows. */
export const SELECTION_PARAMETERS = ['include', 'exclude', 'expand'] as const;

type SelectionParameter = (typeof SELECTION_PARAMETERS)[number];

/**
 * What a read shows of its entities, as its query asks.
 *
 * `include` leaves only what it names, `exclude` takes away from the default, `expand` adds collections and
 * references to it; a name that is included stays, also when it is excluded.
 *
 * @throws BadRequestException for a name that is not known, or that may not be shown
 * @see Specification, "Query parameters of reads"
 */
export function readSelection(entity: EntityMetadata, query: Request['query']): Selection {
  const given = SELECTION_PARAMETERS.filter((parameter) => query[parameter] !== undefined);
  if (given.length === 0) return defaultSelection(entity);
  const marks: Partial<Record<SelectionParameter, Names>> = {};
  for (const parameter of given) {
    const names = namesIn(parameter, query[parameter]!);
    verify(parameter, names, Walk.from(entity), []);
    marks[parameter] = names;
  }
  return buildSelection(Walk.from(entity), marks, marks.include === undefined);
}

/** @throws BadRequestException where the query of a write says what is to be shown */
export function refuseSelection(query: Request['query']): void {
  const given = SELECTION_PARAMETERS.find((parameter) => query[parameter] !== undefined);
  if (given === undefined) return;
  throw new BadRequestException(`The parameter "${given}" belongs to reads: leave it out of a write.`);
}

function verify(parameter: SelectionParameter, names: Names, walk: Walk, above: readonly string[]): void {
  const { associations } = walk;
  const fields = parameter === 'expand' ? [] : readableFields(walk.entity).map(({ wireName }) => wireName);
  for (const [name, { isNamed, below }] of names.below) {
    const association = associations.get(name);
    const path = [...above, name];
    if (association) verify(parameter, { isNamed, below }, walk.below(association), path);
    else if (!fields.includes(name)) throw unknown(parameter, path, [...fields, ...associations.keys()]);
    else if (below.size > 0) throw notNested(parameter, path, [...below.keys()][0]!);
  }
}

function unknown(parameter: string, path: readonly string[], known: readonly string[]): BadRequestException {
  const where = path.length === 1 ? 'known are' : `known below ${path.slice(0, -1).join('.')} are`;
  const list = known.length === 0 ? 'there is nothing to name there' : `${where} ${known.join(', ')}`;
  return new BadRequestException(
    `The parameter "${parameter}" names "${path.join('.')}", which is not known: ${list}.`,
  );
}

function notNested(parameter: string, path: readonly string[], below: string): BadRequestException {
  const field = path.join('.');
  return new BadRequestException(
    `The parameter "${parameter}" names "${field}.${below}", but "${field}" is a field and has no names below it.`,
  );
}

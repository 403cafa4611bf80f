import type { BadRequestException, Request } from '../../core';
import type { EntityMetadata, FieldMetadata } from '../../metadata';
import type { Selection } from '../../persistence';
import type { Access } from '../access/access';
import { readingAssociation, readingField } from '../access/reading';
import { refusal } from '../refusal';
import { buildSelection, defaultSelection } from './build-selection';
import { type Names, namesIn } from './names';
import { readableFields } from './readable-fields';
import { type Association, Walk } from './walk';

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
 * @throws UnauthorizedException, ForbiddenException for one that the request may not read
 * @see Specification, "Query parameters of reads"
 */
export function readSelection(entity: EntityMetadata, query: Request['query'], access: Access): Selection {
  const { include, exclude, expand } = query;
  if (!include && !exclude && !expand) return defaultSelection(entity, access);
  const given = SELECTION_PARAMETERS.filter((parameter) => query[parameter] !== undefined);
  const marks: Partial<Record<SelectionParameter, Names>> = {};
  for (const parameter of given) {
    const names = namesIn(parameter, query[parameter]!);
    verify(parameter, names, Walk.from(entity), [], access);
    marks[parameter] = names;
  }
  return buildSelection(Walk.from(entity), marks, marks.include === undefined, access);
}

function verify(
  parameter: SelectionParameter,
  names: Names,
  walk: Walk,
  above: readonly string[],
  access: Access,
): void {
  const { associations } = walk;
  const fields = parameter === 'expand' ? [] : readableFields(walk.entity);
  for (const [name, { isNamed, below }] of names.below) {
    const association = associations.get(name);
    const field = fields.find(({ wireName }) => wireName === name);
    const path = [...above, name];
    if (!association && !field) throw unknown(parameter, path, readableNames(fields, associations, access));
    // To leave out what is not shown anyway takes nothing.
    if (parameter !== 'exclude') demandReading(parameter, path, association ?? field!, access);
    if (association) verify(parameter, { isNamed, below }, walk.below(association), path, access);
    else if (below.size > 0) throw notNested(parameter, path, [...below.keys()][0]!);
  }
}

function demandReading(
  parameter: SelectionParameter,
  path: readonly string[],
  named: Association | FieldMetadata,
  access: Access,
): void {
  const entries = 'target' in named ? readingAssociation(named) : readingField(named);
  access.demand(entries, `The name "${path.join('.')}" in the parameter "${parameter}"`);
}

function readableNames(
  fields: readonly FieldMetadata[],
  associations: ReadonlyMap<string, Association>,
  access: Access,
): readonly string[] {
  const names = fields.filter((field) => access.permits(readingField(field))).map(({ wireName }) => wireName);
  const others = [...associations].filter(([, one]) => access.permits(readingAssociation(one)));
  return [...names, ...others.map(([name]) => name)];
}

function unknown(parameter: string, path: readonly string[], known: readonly string[]): BadRequestException {
  const where = path.length === 1 ? 'known are' : `known below ${path.slice(0, -1).join('.')} are`;
  const list = known.length === 0 ? 'there is nothing to name there' : `${where} ${known.join(', ')}`;
  return refusal(parameter, `The parameter "${parameter}" names "${path.join('.')}", which is not known: ${list}.`);
}

function notNested(parameter: string, path: readonly string[], below: string): BadRequestException {
  const field = path.join('.');
  return refusal(
    parameter,
    `The parameter "${parameter}" names "${field}.${below}", but "${field}" is a field and has no names below it.`,
  );
}

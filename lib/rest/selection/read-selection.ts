import type { BadRequestException, Request } from '../../core';
import type { CollectionMetadata, EntityMetadata, FieldMetadata } from '../../metadata';
import { isDeletedWithParent, type Selection } from '../../persistence';
import type { Access } from '../access/access';
import { readingAssociation, readingField } from '../access/reading';
import { invalidParameter } from '../invalid-parameter';
import { buildSelection, defaultSelection } from './build-selection';
import { type NameTree, parseNames } from './name-tree';
import { visibleFields } from './visible-fields';
import { type Association, isCollection, Walk } from './walk';

/** The query parameters that say what an answer shows. */
export const SELECTION_PARAMETERS = ['include', 'exclude', 'expand'] as const;

type SelectionParameter = (typeof SELECTION_PARAMETERS)[number];

/** What a read is of, as far as it decides what is shown. */
export interface Reading {
  /** Whether entities are read that were deleted: they show when that was, and their children what was deleted with them. */
  readonly withDeleted?: boolean;
  /** Whether the entity is no element of a list. */
  readonly isSingle?: boolean;
}

/**
 * What a read shows of its entities, as its query asks.
 *
 * `include` leaves only what it names, `exclude` takes away from the default, `expand` adds collections and
 * references to it; a name that is included stays, also when it is excluded.
 *
 * @param reading which rows are read, and whether as a list
 * @param within  the collection that they are in
 * @throws BadRequestException for a name that is not known, or that may not be shown
 * @throws UnauthorizedException, ForbiddenException for one that the request may not read
 * @see Specification, "Query parameters of reads"
 */
export function readSelection(
  entity: EntityMetadata,
  query: Request['query'],
  access: Access,
  { withDeleted = false, isSingle = false }: Reading = {},
  within?: CollectionMetadata,
): Selection {
  const { include, exclude, expand } = query;
  if (!include && !exclude && !expand && !withDeleted) return defaultSelection(entity, access, isSingle, within);
  const given = SELECTION_PARAMETERS.filter((parameter) => query[parameter] !== undefined);
  const marks: Partial<Record<SelectionParameter, NameTree>> = {};
  for (const parameter of given) {
    const names = parseNames(parameter, query[parameter]!);
    verify(parameter, names, Walk.from(entity, within), [], access, withDeleted);
    marks[parameter] = names;
  }
  const walk = Walk.from(entity, within);
  return buildSelection(walk, { ...marks, withDeleted }, marks.include === undefined, access, isSingle);
}

function verify(
  parameter: SelectionParameter,
  names: NameTree,
  walk: Walk,
  above: readonly string[],
  access: Access,
  withDeleted: boolean,
): void {
  const { associations } = walk;
  const fields = parameter === 'expand' ? [] : visibleFields(walk.entity, withDeleted, walk.within);
  for (const [name, { isNamed, below }] of names.below) {
    const association = associations.get(name);
    const field = fields.find(({ wireName }) => wireName === name);
    const path = [...above, name];
    if (!association && !field) throw unknown(parameter, path, readableNames(fields, associations, access));
    // To leave out what is not shown anyway takes nothing.
    if (parameter !== 'exclude') demandReading(parameter, path, association ?? field!, access);
    const isAlong =
      withDeleted && association !== undefined && isCollection(association) && isDeletedWithParent(association);
    if (association) verify(parameter, { isNamed, below }, walk.below(association), path, access, isAlong);
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
  const where = path.length === 1 ? 'Known fields' : `Known fields of ${path.slice(0, -1).join('.')}`;
  const list = known.length === 0 ? 'There are no fields to name there' : `${where}: ${known.join(', ')}`;
  return invalidParameter(
    parameter,
    `The parameter "${parameter}" names the unknown field "${path.join('.')}". ${list}.`,
  );
}

function notNested(parameter: string, path: readonly string[], below: string): BadRequestException {
  const field = path.join('.');
  return invalidParameter(
    parameter,
    `The parameter "${parameter}" names "${field}.${below}", but "${field}" is a field and has no names below it.`,
  );
}

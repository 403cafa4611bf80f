import type { BadRequestException } from '../../core';
import type { FieldMetadata } from '../../metadata';
import { isDeletedWithParent } from '../../persistence';
import type { Access } from '../access/access';
import { readingAssociation, readingField } from '../access/reading';
import { invalidParameter } from '../invalid-parameter';
import type { AssociationPath } from './association-path';
import { type Association, isCollection } from './associations';
import type { NameTree } from './name-tree';
import { visibleFields } from './visible-fields';

/** The query parameters that select what a response shows. */
export const SELECTION_PARAMETERS = ['include', 'exclude', 'expand'] as const;

export type SelectionParameter = (typeof SELECTION_PARAMETERS)[number];

/** The level of the response that names are looked up in. */
interface NamedLevel {
  readonly path: AssociationPath;
  /** The wire names that lead to it. */
  readonly names: readonly string[];
  readonly withDeleted: boolean;
}

/**
 * Verifies that each name of a parameter leads to a field or an association that is visible and may be read.
 *
 * @throws BadRequestException for an unknown name
 * @throws UnauthorizedException, ForbiddenException for a name that the request may not read
 */
export function verifyNames(
  parameter: SelectionParameter,
  names: NameTree,
  root: Omit<NamedLevel, 'names'>,
  access: Access,
): void {
  verifyLevel(parameter, names, { ...root, names: [] }, access);
}

function verifyLevel(parameter: SelectionParameter, tree: NameTree, level: NamedLevel, access: Access): void {
  const { path, withDeleted } = level;
  const { associations } = path;
  const visible = visibleFields(path.entity, withDeleted, path.within);
  const fields = parameter === 'expand' ? [] : visible;
  for (const [name, subtree] of tree.children) {
    const names = [...level.names, name];
    const association = associations.get(name);
    const member = association ?? fields.find(({ wireName }) => wireName === name);
    if (!member) {
      const field = visible.find(({ wireName }) => wireName === name);
      const isField = field !== undefined && access.permits(readingField(field));
      throw unknownName(parameter, names, readableNames(fields, associations, access), isField);
    }
    // Leaving out a member that is not shown anyway requires no permission.
    if (parameter !== 'exclude') requireReading(parameter, names, member, access);
    const [firstBelow] = subtree.children.keys();
    if (association) verifyLevel(parameter, subtree, levelAt(association, names, level), access);
    else if (firstBelow !== undefined) throw nameBelowField(parameter, names, firstBelow);
  }
}

function levelAt(association: Association, names: readonly string[], { path, withDeleted }: NamedLevel): NamedLevel {
  const showsDeleted = withDeleted && isCollection(association) && isDeletedWithParent(association);
  return { path: path.to(association), names, withDeleted: showsDeleted };
}

function requireReading(
  parameter: SelectionParameter,
  names: readonly string[],
  member: Association | FieldMetadata,
  access: Access,
): void {
  const entries = 'target' in member ? readingAssociation(member) : readingField(member);
  access.require(entries, `The name "${names.join('.')}" in the parameter "${parameter}"`);
}

function readableNames(
  fields: readonly FieldMetadata[],
  associations: ReadonlyMap<string, Association>,
  access: Access,
): readonly string[] {
  const readable = [
    ...fields.filter((field) => access.permits(readingField(field))),
    ...[...associations.values()].filter((association) => access.permits(readingAssociation(association))),
  ];
  return readable.map(({ wireName }) => wireName);
}

/** @param isField whether it is the name of a field that the request may read, and the parameter takes no fields */
function unknownName(
  parameter: SelectionParameter,
  names: readonly string[],
  known: readonly string[],
  isField: boolean,
): BadRequestException {
  const kind = parameter === 'expand' ? 'association' : 'field';
  const name = `"${names.join('.')}"`;
  const problem = isField ? `the field ${name}, but takes associations only` : `the unknown ${kind} ${name}`;
  const where = names.length === 1 ? `Known ${kind}s` : `Known ${kind}s of ${names.slice(0, -1).join('.')}`;
  const hint = known.length === 0 ? `There are no ${kind}s to name there` : `${where}: ${known.join(', ')}`;
  return invalidParameter(parameter, `The parameter "${parameter}" names ${problem}. ${hint}.`);
}

function nameBelowField(parameter: string, names: readonly string[], below: string): BadRequestException {
  const field = names.join('.');
  return invalidParameter(
    parameter,
    `The parameter "${parameter}" names "${field}.${below}", but "${field}" is a field and has no names below it.`,
  );
}

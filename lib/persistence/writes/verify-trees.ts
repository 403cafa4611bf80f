import type { EntityMetadata } from '../../metadata';
import { type Violation, withoutIndex } from '../../values';
import { matchesAnyScope } from '../models/association';
import { type Entity, type FieldValues, modelOf } from '../models/domain-model';
import type { ForeignKey } from '../models/foreign-keys';
import { uncheckedReferences } from '../models/stored-foreign-keys';
import { treesOf } from '../models/trees';
import { lockAncestors, type ParentKeys } from '../reads/ancestors';
import { keyLookup } from '../reads/key-lookup';
import { previousValuesOf, valuesOf } from '../sequelize/instance';

const NONE: ParentKeys = new Map();

/** A row that is to be written. */
export interface TreeRow {
  /** The stored values; undefined for a new row. */
  readonly before?: FieldValues;
  /** The values to be written; others stay. */
  readonly values: FieldValues;
}

/** A row that gets another parent. */
interface Move {
  /** Its position among the written rows. */
  readonly index: number;
  readonly isNew: boolean;
  readonly key: unknown;
  readonly parent: unknown;
}

/** Whether a row gets another parent in a tree. */
export function isMoved(entity: EntityMetadata, entities: readonly EntityMetadata[], row: TreeRow): boolean {
  return treesOf(entity, entities).some((tree) => moveOf(tree, row, 0).length > 0);
}

/**
 * Finds the rows that would become their own ancestors. Nothing is read for rows that keep their parents, or that no row
 * can have as its parent yet.
 *
 * @returns violations whose paths begin with the index of the row
 */
export async function treeViolations(
  entity: EntityMetadata,
  entities: readonly EntityMetadata[],
  rows: readonly TreeRow[],
): Promise<readonly Violation[]> {
  const violations: Violation[] = [];
  for (const tree of treesOf(entity, entities)) {
    const moves = rows.flatMap((row, index) => moveOf(tree, row, index));
    if (moves.length === 0) continue;
    // No row can refer to a new one, if the database checks it.
    const mayHaveChildren = moves.some(({ isNew }) => !isNew) || uncheckedReferences(entity, entities).includes(tree);
    const ancestors = mayHaveChildren ? await lockAncestors(modelOf(entity.type), tree, parentsOf(moves)) : NONE;
    violations.push(...violationsOf(entity, tree, moves, await parentKeysOf(entity, tree, moves, ancestors)));
  }
  return violations;
}

/** The violations of one row; their paths begin with the field. */
export async function treeViolationsOf(
  entity: EntityMetadata,
  entities: readonly EntityMetadata[],
  row: TreeRow,
): Promise<readonly Violation[]> {
  return withoutIndex(await treeViolations(entity, entities, [row]));
}

/** An instance with changes that are to be saved. */
export function changedRow(row: Entity): TreeRow {
  return { before: previousValuesOf(row), values: valuesOf(row) };
}

/** A new row without a key has no children yet. */
function moveOf({ field, targetField, scopes }: ForeignKey, { before, values }: TreeRow, index: number): Move[] {
  const parent = values[field] ?? null;
  const key = before?.[targetField] ?? values[targetField] ?? null;
  if (parent === null || key === null || !matchesAnyScope(scopes, { ...before, ...values })) return [];
  if (before && String(before[field]) === String(parent)) return [];
  return [{ index, isNew: before === undefined, key, parent }];
}

/** The parents after the moves, as their own rows write their keys: a foreign key may have another case. */
async function parentKeysOf(
  entity: EntityMetadata,
  { field, targetField }: ForeignKey,
  moves: readonly Move[],
  ancestors: ParentKeys,
): Promise<ParentKeys> {
  const model = modelOf(entity.type);
  const parents = new Map([...ancestors, ...moves.map(({ key, parent }): [string, unknown] => [String(key), parent])]);
  const link = { from: { model, field }, to: { model, field: targetField } };
  const keyOf = await keyLookup(link, parents.values(), parents.keys());
  return new Map([...parents].map(([key, parent]) => [key, (parent ?? null) === null ? null : keyOf(parent)]));
}

function violationsOf(
  { name }: EntityMetadata,
  { field }: ForeignKey,
  moves: readonly Move[],
  parents: ParentKeys,
): Violation[] {
  const message = `would make the ${name} its own ancestor`;
  const cyclic = moves.filter(({ key }) => isOwnAncestor(key, parents));
  return cyclic.map(({ index, parent }) => ({ path: [index, field], message, invalidValue: parent }));
}

function parentsOf(moves: readonly Move[]): unknown[] {
  return [...new Map(moves.map(({ parent }) => [String(parent), parent])).values()];
}

/** A circle above the row, which is stored already, ends the walk. */
function isOwnAncestor(key: unknown, parents: ParentKeys): boolean {
  const seen = new Set<string>();
  let next = parents.get(String(key)) ?? null;
  while (next !== null && !seen.has(String(next))) {
    if (String(next) === String(key)) return true;
    seen.add(String(next));
    next = parents.get(String(next)) ?? null;
  }
  return false;
}

import { Op } from 'sequelize';
import { chunksOf } from '../../foundation';
import {
  type AssociationScope,
  type CollectionMetadata,
  deletionMarkOf,
  type EntityMetadata,
  type ReferenceMetadata,
} from '../../metadata';
import {
  type AssociationKeys,
  associationKeys,
  type ManyToMany,
  matchesAnyScope,
  referredKey,
  whereForeignKey,
} from '../models/association';
import { modelOf } from '../models/domain-model';
import { codeOnReads } from './code-run-on-reads';
import { columnTerm } from './column-term';
import { livingOrDeletedWith } from './deleted-with-parent';
import { keyLookup, parentLink, referenceLink } from './key-lookup';
import { LINKED_PARENT, linkedParentLiteral } from './links';
import { sqlList } from './membership-criteria';
import { verifySingle } from './pick-by-keys';
import type { EntityKey } from './place';
import { type PlannedRead, planRows, type RowSource } from './plan-rows';
import { QueryParameters } from './query-parameters';
import type { Row } from './row';
import { ALL_ROWS } from './scopes';
import { allRows } from './select-rows';
import type { Selection } from './selection';

/** Limit of an IN list, which keeps statements short. */
const KEYS_PER_STATEMENT = 1000;

/**
 * Reads the children of many parents, with one statement per thousand parents, in the order of their primary keys.
 *
 * @param selection the fields to read; all when absent
 * @returns one list per parent, in the order of the parents
 * @throws SeveralChildrenError
 */
export async function childrenByParent(
  source: RowSource,
  collection: CollectionMetadata,
  parents: readonly Row[],
  selection?: Selection,
): Promise<Row[][]> {
  const association = associationKeys(collection);
  const children = new Map<string, Row[]>();
  for (const keys of keyChunks(parents, association.sourceKey)) {
    const found = await childrenOfKeys(source, collection, association, keys, selection);
    const keyOf = await keyLookup(parentLink(collection), foreignKeysIn(found), keys);
    for (const [foreignKey, child] of found) {
      const key = keyOf(foreignKey);
      const siblings = children.get(key);
      if (siblings) siblings.push(child);
      else children.set(key, [child]);
    }
  }
  const lists = parents.map((parent) => children.get(String(parent.get(association.sourceKey))) ?? []);
  const { owner } = collection;
  const visible = selection?.withDeleted
    ? lists.map((list, index) => livingOrDeletedWith({ entity: owner, row: parents[index]! }, list, collection))
    : lists;
  for (const siblings of visible) verifySingle(collection, siblings);
  return visible;
}

/** The entity that each row refers to; undefined without one. Reads in chunks, as {@link childrenByParent} does. */
export async function referredEntities(
  source: RowSource,
  owner: EntityMetadata,
  reference: ReferenceMetadata,
  rows: readonly Row[],
  selection: Selection,
): Promise<(Row | undefined)[]> {
  const key = referredKey(owner, reference);
  const found = new Map<string, Row>();
  const referring = new Set(await rowsInScopes(owner, reference, rows));
  for (const keys of keyChunks([...referring], reference.foreignKey)) {
    for (const row of await rowsWith(source, reference, {}, key, keys, selection)) {
      found.set(String(row.get(key)), row);
    }
  }
  const foreignKeyOf = (row: Row) => row.get(reference.foreignKey);
  const keyOf = await keyLookup(referenceLink(owner, reference), [...referring].map(foreignKeyOf), found.keys());
  return rows.map((row) => (referring.has(row) ? found.get(keyOf(foreignKeyOf(row))) : undefined));
}

/** The rows whose polymorphic foreign key refers to the class of the association, as other columns say. */
async function rowsInScopes(
  { type }: EntityMetadata,
  { scopes }: ReferenceMetadata,
  rows: readonly Row[],
): Promise<readonly Row[]> {
  if (scopes.length === 0) return rows;
  const stored = rows.map((): Record<string, unknown> => ({}));
  for (const name of new Set(scopes.flatMap(Object.keys))) {
    const column = { model: modelOf(type), field: name };
    const values = rows.map((row) => row.get(name));
    const wanted = scopes.map((scope) => scope[name]);
    const textOf = await keyLookup({ from: column, to: column }, values, wanted);
    for (const [index, value] of values.entries()) stored[index]![name] = value === undefined ? value : textOf(value);
  }
  return rows.filter((_, index) => matchesAnyScope(scopes, stored[index]!));
}

/** The distinct values of a field, in chunks for one statement each. */
export function* keyChunks(rows: readonly Row[], field: string): Generator<readonly EntityKey[]> {
  const values = rows.map((row) => row.get(field) as EntityKey | null | undefined);
  const keys = [...new Set(values.filter((value) => value !== null && value !== undefined))];
  yield* chunksOf(keys, KEYS_PER_STATEMENT);
}

/** A child with its foreign key; a child of several parents is read once for each. */
type Child = readonly [foreignKey: unknown, child: Row];

function* foreignKeysIn(children: readonly Child[]): Generator<unknown> {
  for (const [foreignKey] of children) yield foreignKey;
}

async function childrenOfKeys(
  source: RowSource,
  collection: CollectionMetadata,
  association: AssociationKeys,
  keys: readonly EntityKey[],
  selection?: Selection,
): Promise<Child[]> {
  if (association.kind === 'manyToMany') {
    const plan = () => planLinked(source, collection, association, keys, selection);
    const linked = await readKeyed(source, collection, keys, selection, plan);
    return linked.map((child) => [child.get(LINKED_PARENT), child]);
  }
  const { foreignKeyScope, foreignKey } = association;
  const children = await rowsWith(source, collection, foreignKeyScope, foreignKey, keys, selection);
  return children.map((child) => [child.get(foreignKey), child]);
}

/** The entities with one of the values in a field, within the scope of the association. */
function rowsWith(
  source: RowSource,
  association: CollectionMetadata | ReferenceMetadata,
  scope: AssociationScope,
  name: string,
  values: readonly EntityKey[],
  selection?: Selection,
): Promise<Row[]> {
  const plan = () => planRowsWith(source, association.target, scope, name, values, selection);
  return readKeyed(source, association, values, selection, plan);
}

/** Reads by a plan whose only value is a list of keys. */
function readKeyed(
  { plans, scopes }: RowSource,
  association: CollectionMetadata | ReferenceMetadata,
  keys: readonly EntityKey[],
  selection: Selection | undefined,
  plan: () => PlannedRead,
): Promise<Row[]> {
  const { target } = association;
  const isPlain = scopes === ALL_ROWS && !codeOnReads(target).runsOnFinds;
  const { statement, values } = plans.associated.of(
    association,
    isPlain ? (selection ?? target) : undefined,
    [keys],
    plan,
  );
  return statement.read(values, allRows);
}

function planLinked(
  source: RowSource,
  { target, joinFields: fields, property }: CollectionMetadata,
  association: ManyToMany,
  keys: readonly EntityKey[],
  selection?: Selection,
): PlannedRead {
  const parameters = QueryParameters.of(target, `linked by ${association.through.name} ${property}`);
  const inKeys = { [Op.in]: sqlList(parameters.addValue(keys), linkedParentLiteral(association)) };
  return planRows(source, target, parameters, {
    where: () => ({ ...association.scope }),
    links: () => ({ association, fields, where: whereForeignKey(association, inKeys) }),
    selection,
    more: [association.targetKey, ...fields.keys(), LINKED_PARENT],
  });
}

function planRowsWith(
  source: RowSource,
  entity: EntityMetadata,
  scope: AssociationScope,
  name: string,
  values: readonly EntityKey[],
  selection?: Selection,
): PlannedRead {
  const parameters = QueryParameters.of(entity, `having ${name} ${JSON.stringify(scope)}`);
  const valuesAt = parameters.addValue(values);
  const { literal } = columnTerm(modelOf(entity.type), entity.fields.get(name)!);
  return planRows(source, entity, parameters, {
    where: () => ({ ...scope, [name]: { [Op.in]: sqlList(valuesAt, literal) } }),
    selection,
    more: extraFields(entity, name, selection),
    deleted: selection?.withDeleted ? 'include' : undefined,
  });
}

/** Fields to read besides those of the selection. */
function extraFields(entity: EntityMetadata, name: string, selection?: Selection): readonly string[] {
  const mark = selection?.withDeleted ? deletionMarkOf(entity) : undefined;
  return mark ? [name, mark.name] : [name];
}

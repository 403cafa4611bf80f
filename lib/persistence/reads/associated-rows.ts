import { Op } from 'sequelize';
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
  matchesAnyScope,
  referredKey,
  whereForeignKey,
} from '../models/association';
import { type Entity, modelOf } from '../models/domain-model';
import { needsInstances } from './code-run-on-reads';
import { columnTerm } from './column-term';
import { findOptionsFor } from './deleted-rows';
import { livingOrDeletedWith } from './deleted-with-parent';
import { keyLookup, parentLink, referenceLink } from './key-lookup';
import { LinkedRow } from './linked-row';
import { linkInclude } from './links';
import { sqlList } from './membership-criteria';
import type { EntityKey } from './place';
import { QueryParameters } from './query-parameters';
import type { Row } from './row';
import { ALL_ROWS } from './scopes';
import { inScopes } from './select-entities';
import { allRows, type PlannedRead, planRows, type RowSource } from './select-rows';
import { selectedAttributes } from './selected-attributes';
import type { Selection } from './selection';
import { verifySingle } from './single-children';

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
  for (let start = 0; start < keys.length; start += KEYS_PER_STATEMENT) {
    yield keys.slice(start, start + KEYS_PER_STATEMENT);
  }
}

/** Pairs of a foreign key and a child; a child of several parents is in several pairs. */
async function childrenOfKeys(
  source: RowSource,
  collection: CollectionMetadata,
  association: AssociationKeys,
  keys: readonly EntityKey[],
  selection?: Selection,
): Promise<Child[]> {
  if (association.kind === 'manyToMany') return linkedChildren(source, collection, association, keys, selection);
  const children = await rowsWith(
    source,
    collection,
    association.foreignKeyScope,
    association.foreignKey,
    keys,
    selection,
  );
  return children.map((child) => [child.get(association.foreignKey), child]);
}

type Child = readonly [foreignKey: unknown, child: Row];

function* foreignKeysIn(children: readonly Child[]): Generator<unknown> {
  for (const [foreignKey] of children) yield foreignKey;
}

async function linkedChildren(
  { scopes }: RowSource,
  { target, joinFields }: CollectionMetadata,
  association: Extract<AssociationKeys, { kind: 'manyToMany' }>,
  keys: readonly EntityKey[],
  selection?: Selection,
): Promise<Child[]> {
  const include = linkInclude({ association, fields: joinFields, where: whereForeignKey(association, [...keys]) }, [
    association.foreignKey,
  ]);
  const attributes = selection && selectedAttributes(selection, [association.targetKey]);
  const where = inScopes(target, { ...association.scope }, scopes);
  const order: [string, string][] = [[target.primaryKey.name, 'ASC']];
  const children = await modelOf(target.type).findAll({ where, include: [include], order, attributes });
  return children.map((child) => {
    const link = child.get(association.links.as) as Entity;
    const row = joinFields.size > 0 ? new LinkedRow(child, link, joinFields) : child;
    return [link.get(association.foreignKey), row];
  });
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
  const { scopes } = source;
  const entity = association.target;
  if (needsInstances(entity)) {
    const model = modelOf(entity.type);
    const attributes = selection && selectedAttributes(selection, extraFields(entity, name, selection));
    const where = inScopes(entity, { ...scope, [name]: [...values] }, scopes);
    const findOptions = findOptionsFor(model, where, selection?.withDeleted ? 'include' : undefined);
    return model.findAll({ ...findOptions, order: [[entity.primaryKey.name, 'ASC']], attributes });
  }
  const plan = () => planRowsWith(source, entity, scope, name, values, selection);
  if (!selection || scopes !== ALL_ROWS) {
    const read = plan();
    return read.statement.read(read.values, allRows);
  }
  const statement = source.plans.associated.of(association, selection, () => plan().statement);
  return statement.read([values], allRows);
}

function planRowsWith(
  source: RowSource,
  entity: EntityMetadata,
  scope: AssociationScope,
  name: string,
  values: readonly EntityKey[],
  selection?: Selection,
): PlannedRead {
  const parameters = new QueryParameters(`having ${name} ${JSON.stringify(scope)}`);
  const valuesAt = parameters.addValue(values);
  const { literal } = columnTerm(modelOf(entity.type), entity.fields.get(name)!);
  const where = () => ({ ...scope, [name]: { [Op.in]: sqlList(valuesAt, literal) } });
  const deleted = selection?.withDeleted ? 'include' : undefined;
  return planRows(source, entity, parameters, where, {
    selection,
    more: extraFields(entity, name, selection),
    deleted,
  });
}

/** Fields to read besides those of the selection. */
function extraFields(entity: EntityMetadata, name: string, selection?: Selection): readonly string[] {
  const mark = selection?.withDeleted ? deletionMarkOf(entity) : undefined;
  return mark ? [name, mark.name] : [name];
}

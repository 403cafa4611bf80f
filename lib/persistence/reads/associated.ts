import type { IncludeOptions } from 'sequelize';
import type { CollectionMetadata, EntityMetadata, ReferenceMetadata } from '../../metadata';
import { holding, meetsAny, referredKey, type Ties, tiesOf } from '../models/association';
import { inDefaultScope } from '../models/default-scope';
import { type Entity, modelOf } from '../models/domain-model';
import type { FieldValues } from '../models/field-values';
import { ALL_ROWS, type Scopes } from './scopes';
import { within } from './select-entities';
import { selectedAttributes } from './selected-attributes';
import type { Selection } from './selection';

/** Keys in one IN list: the statement stays short, and its plan the same. */
const KEYS_PER_STATEMENT = 1000;

/**
 * The children of many parents in one statement for each thousand of them, in the order of the primary keys.
 *
 * @param selection what is needed of the children; all when absent
 * @param scopes    which children there are
 * @returns a list for each parent, in their order
 */
export async function childrenByParent(
  collection: CollectionMetadata,
  parents: readonly Entity[],
  selection?: Selection,
  scopes: Scopes = ALL_ROWS,
): Promise<Entity[][]> {
  const ties = tiesOf(collection);
  const children = new Map<string, Entity[]>();
  for (const keys of keysOf(parents, ties.sourceKey)) {
    for (const [key, child] of await childrenWithKeys(collection, ties, keys, scopes, selection)) {
      const siblings = children.get(key);
      if (siblings) siblings.push(child);
      else children.set(key, [child]);
    }
  }
  return parents.map((parent) => children.get(String(parent.get(ties.sourceKey))) ?? []);
}

/** The entity that each row refers to, undefined where it refers to none that is there; statements as for children. */
export async function referredEntities(
  owner: EntityMetadata,
  reference: ReferenceMetadata,
  rows: readonly Entity[],
  selection: Selection,
  scopes: Scopes = ALL_ROWS,
): Promise<(Entity | undefined)[]> {
  const key = referredKey(owner, reference);
  const attributes = selectedAttributes(selection, [key]);
  const found = new Map<string, Entity>();
  const referring = new Set(rows.filter((row) => meetsAny(reference.scopes, row.get() as FieldValues)));
  for (const keys of keysOf([...referring], reference.foreignKey)) {
    const where = within(reference.target, { [key]: [...keys] }, scopes);
    const entities = await modelOf(reference.target.type).findAll({ where, attributes });
    for (const entity of entities) found.set(String(entity.get(key)), entity);
  }
  return rows.map((row) => (referring.has(row) ? found.get(String(row.get(reference.foreignKey))) : undefined));
}

type Key = string | number;

/** The distinct values of a field, as many at once as one statement takes. */
export function* keysOf(rows: readonly Entity[], field: string): Generator<readonly Key[]> {
  const values = rows.map((row) => row.get(field) as Key | null | undefined);
  const keys = [...new Set(values.filter((value) => value !== null && value !== undefined))];
  for (let start = 0; start < keys.length; start += KEYS_PER_STATEMENT) {
    yield keys.slice(start, start + KEYS_PER_STATEMENT);
  }
}

/** Pairs of a parent's key and a child; a child of several parents comes once for each. */
async function childrenWithKeys(
  { target }: CollectionMetadata,
  ties: Ties,
  keys: readonly Key[],
  scopes: Scopes,
  selection?: Selection,
): Promise<[string, Entity][]> {
  const model = modelOf(target.type);
  const order: [string, string][] = [[target.primaryKey.name, 'ASC']];
  const ofParents = holding(ties, [...keys]);
  if (ties.kind === 'oneToMany') {
    const attributes = selection && selectedAttributes(selection, [ties.foreignKey]);
    const where = within(target, ofParents, scopes);
    const children = await model.findAll({ where, order, attributes });
    return children.map((child) => [String(child.get(ties.foreignKey)), child]);
  }
  const attributes = selection && selectedAttributes(selection, [ties.targetKey]);
  const include: IncludeOptions = {
    association: ties.links,
    attributes: [ties.foreignKey],
    required: true,
    where: inDefaultScope(ties.through, ofParents),
  };
  const where = within(target, { ...ties.scope }, scopes);
  const children = await model.findAll({ where, include: [include], order, attributes });
  return children.map((child) => [String((child.get(ties.links.as) as Entity).get(ties.foreignKey)), child]);
}

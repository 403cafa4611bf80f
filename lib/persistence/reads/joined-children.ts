import { Op } from 'sequelize';
import type { CollectionMetadata, FieldMetadata } from '../../metadata';
import type { FieldType } from '../../values';
import { associationKeys, type OneToMany } from '../models/association';
import { modelOf } from '../models/domain-model';
import { wideColumns } from '../models/exact-numbers';
import { needsInstances } from './code-run-on-reads';
import { JoinedStatement, type RowWithChildren } from './joined-statement';
import { whereKeyIn } from './membership-criteria';
import { type EntityKey, entityAt, type Place, parentKeysOf } from './place';
import { QueryParameters } from './query-parameters';
import { isStateName, PATH_ROWS, stateSql } from './root-version';
import type { Row } from './row';
import { ALL_ROWS } from './scopes';
import { inScopes, whereAt } from './select-entities';
import { listOfOne, type RowSource } from './select-rows';
import { selectedNames } from './selected-attributes';
import type { Selection } from './selection';
import { verifySingle } from './single-children';

/** @see Search */
interface JoinedSearch {
  readonly selection: Selection;
  readonly version?: string;
}

/** In characters. Longer texts of the parent are not worth repeating with each child. */
const MAX_REPEATED_LENGTH = 255;

/** A read of a row joined with its children. */
export interface JoinedChildren {
  readonly collection: CollectionMetadata;
  /** @returns undefined when there is no such row */
  read(): Promise<RowWithChildren | undefined>;
}

/**
 * Reads an entity by its key together with the children of its selection, in one statement; undefined where a join is
 * impossible or no cheaper than one statement per class.
 */
export function joinedChildren(
  source: RowSource,
  place: Place,
  key: EntityKey,
  { selection, version }: JoinedSearch,
): JoinedChildren | undefined {
  const [collection, ...others] = selection.collections.keys();
  if (!collection || others.length > 0 || selection.references.size > 0 || source.scopes !== ALL_ROWS) return undefined;
  // The columns of a join table are part of the rows of the path.
  if (version === PATH_ROWS && place.path.at(-1)?.joinFields.size) return undefined;
  const entity = entityAt(place);
  if (needsInstances(entity) || needsInstances(collection.target)) return undefined;
  const statement = source.plans.joined.of(place.path, selection, () =>
    isJoinable(collection, selection) ? planJoined(source, place, key, { selection, version }, collection) : null,
  );
  if (!statement) return undefined;
  const values = [...parentKeysOf(place).map(listOfOne), [key]];
  const hasKey = (row: Row) => String(row.get(entity.key.name)) === String(key);
  return {
    collection,
    async read() {
      const found = await statement.read(values, hasKey);
      if (found) verifySingle(collection, found.children);
      return found;
    },
  };
}

/** Keys must be integers, since only the database compares them; columns repeated with each child must be short. */
function isJoinable(collection: CollectionMetadata, { fields, collections }: Selection): boolean {
  const { owner, target, kind } = collection;
  const below = collections.get(collection)!;
  if (kind === 'manyToMany' || below.collections.size > 0 || below.references.size > 0) return false;
  const { sourceKey, foreignKey } = associationKeys(collection) as OneToMany;
  const isExact = ({ type, name }: FieldMetadata, wide: readonly string[]) =>
    type.kind === 'integer' && !wide.includes(name);
  const [ofOwner, ofTarget] = [owner, target].map(({ type }) => wideColumns(modelOf(type)));
  return (
    isExact(owner.fields.get(sourceKey)!, ofOwner!) &&
    [target.fields.get(foreignKey)!, target.primaryKey].every((field) => isExact(field, ofTarget!)) &&
    fields.flatMap((field) => field.sources ?? field).every(({ type }) => isShort(type))
  );
}

function isShort(type: FieldType): boolean {
  if (type.kind === 'string') return type.maxLength <= MAX_REPEATED_LENGTH;
  return type.kind !== 'text' && type.kind !== 'json' && type.kind !== 'bytes' && type.kind !== 'opaque';
}

function planJoined(
  source: RowSource,
  place: Place,
  key: EntityKey,
  { selection, version }: JoinedSearch,
  collection: CollectionMetadata,
): JoinedStatement {
  const { target } = collection;
  const { sourceKey, foreignKey, foreignKeyScope } = associationKeys(collection) as OneToMany;
  const parameters = new QueryParameters('joined');
  const at = parameters.addPlace(place);
  const keyAt = parameters.addValue<readonly EntityKey[]>([key]);
  const entity = entityAt(place);
  const where = { [Op.and]: [whereAt(at, {}, ALL_ROWS), whereKeyIn(entity, keyAt)] };
  const parentNames = selectedNames(
    entity,
    selection,
    version === undefined ? [sourceKey] : [sourceKey, version],
  ).names;
  const childNames = selectedNames(target, selection.collections.get(collection)!, [foreignKey]).names;
  const state = version !== undefined && isStateName(version) ? stateSql(version, at, source.scopes) : undefined;
  return new JoinedStatement(
    { entity, names: parentNames, where: inScopes(entity, where, source.scopes), by: sourceKey, state },
    {
      entity: target,
      names: childNames,
      where: inScopes(target, { ...foreignKeyScope }, source.scopes),
      by: foreignKey,
    },
    parameters,
  );
}

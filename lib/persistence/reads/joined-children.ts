import { Op } from 'sequelize';
import type { CollectionMetadata, FieldMetadata } from '../../metadata';
import type { FieldType } from '../../values';
import { associationKeys, type OneToMany } from '../models/association';
import { modelOf } from '../models/domain-model';
import { wideColumns } from '../models/exact-numbers';
import { codeOnReads } from './code-run-on-reads';
import { JoinedStatement, type RowWithChildren } from './joined-statement';
import { whereKeyIn } from './membership-criteria';
import { verifySingle } from './pick-by-keys';
import { type EntityKey, entityAt, type Place, parentKeysOf } from './place';
import { inScopes, requiredCollection, whereAt } from './place-criteria';
import type { Planned } from './plan-cache';
import type { RowSource } from './plan-rows';
import { QueryParameters } from './query-parameters';
import { isStateName, PATH_ROWS, stateSql } from './root-version';
import type { Row } from './row';
import { ALL_ROWS, type Scopes } from './scopes';
import { listOfOne } from './select-rows';
import { selectedNames } from './selected-attributes';
import type { Selection } from './selection';

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
  search: JoinedSearch,
): JoinedChildren | undefined {
  const { selection, version } = search;
  const [collection, ...others] = selection.collections.keys();
  if (!collection || others.length > 0 || selection.references.size > 0) return undefined;
  // The columns of a join table are part of the rows of the path.
  if (version === PATH_ROWS && place.path.at(-1)?.joinFields.size) return undefined;
  const entity = entityAt(place);
  if (codeOnReads(entity).runsOnFinds || codeOnReads(collection.target).runsOnFinds) return undefined;
  const { statement, values } = source.plans.joined.of(
    place.path,
    source.scopes === ALL_ROWS ? selection : undefined,
    [...parentKeysOf(place).map(listOfOne), [key]],
    () => planJoined(source, place, key, search, collection),
  );
  if (!statement) return undefined;
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
function isJoinable(collection: CollectionMetadata, selection: Selection): boolean {
  const { owner, target, kind } = collection;
  const below = selection.collections.get(collection)!;
  if (kind === 'manyToMany' || below.collections.size > 0 || below.references.size > 0) return false;
  const { sourceKey, foreignKey } = associationKeys(collection) as OneToMany;
  const isExact = ({ type, name }: FieldMetadata, wide: readonly string[]) =>
    type.kind === 'integer' && !wide.includes(name);
  const [ofOwner, ofTarget] = [owner, target].map(({ type }) => wideColumns(modelOf(type)));
  return (
    isExact(owner.fields.get(sourceKey)!, ofOwner!) &&
    [target.fields.get(foreignKey)!, target.primaryKey].every((field) => isExact(field, ofTarget!)) &&
    selectedNames(owner, selection, []).names.every((name) => isShort(owner.fields.get(name)!.type))
  );
}

function isShort(type: FieldType): boolean {
  if (type.kind === 'string') return type.maxLength <= MAX_REPEATED_LENGTH;
  return type.kind !== 'text' && type.kind !== 'json' && type.kind !== 'bytes' && type.kind !== 'opaque';
}

/** A statement of null if the rows cannot be joined. */
function planJoined(
  { plans, scopes }: RowSource,
  place: Place,
  key: EntityKey,
  { selection, version }: JoinedSearch,
  collection: CollectionMetadata,
): Planned<JoinedStatement | null> {
  if (!isJoinable(collection, selection)) return { statement: null, values: [] };
  const [entity, { target, property }] = [entityAt(place), collection];
  const { sourceKey, foreignKey, foreignKeyScope } = associationKeys(collection) as OneToMany;
  const parameters = new QueryParameters('joined');
  const at = parameters.addPlace(place);
  const keyAt = parameters.addValue<readonly EntityKey[]>([key]);
  const ofParent = selectedNames(entity, selection, version === undefined ? [sourceKey] : [sourceKey, version]);
  const ofChild = selectedNames(target, selection.collections.get(collection)!, [foreignKey]);
  const make = (within: Scopes) => {
    const where = { [Op.and]: [whereAt(at, {}, within), whereKeyIn(entity, keyAt)] };
    const state = version !== undefined && isStateName(version) ? stateSql(version, at, within) : undefined;
    const parent = {
      entity,
      names: ofParent.names,
      where: inScopes(entity, where, within, requiredCollection(place)),
      by: sourceKey,
      state,
    };
    const ofParents = inScopes(target, { ...foreignKeyScope }, within, collection);
    const child = { entity: target, names: ofChild.names, where: ofParents, by: foreignKey };
    return new JoinedStatement(parent, child, parameters);
  };
  const query = `${ofParent.text}:${property}:${ofChild.text}`;
  return { statement: plans.joinedByShape.of(query, scopes, parameters, make), values: parameters.values };
}

import { Op } from 'sequelize';
import type { CollectionMetadata, FieldMetadata } from '../../metadata';
import type { FieldType } from '../../values';
import { type OneToMany, tiesOf } from '../models/association';
import { modelOf } from '../models/domain-model';
import { wideColumns } from '../models/exact-numbers';
import { needsInstances } from './code-run-on-reads';
import { JoinedStatement, type RowWithChildren } from './joined-statement';
import { whereKeyIn } from './membership-criteria';
import { type EntityKey, entityAt, type Place, parentKeysOf } from './place';
import { QueryParameters } from './query-parameters';
import { ROOT_VERSION, rootVersionSql } from './root-version';
import type { Row } from './row';
import { ALL_ROWS } from './scopes';
import { inScopes, whereAt } from './select-entities';
import { listOfOne, type RowSource } from './select-rows';
import { selectedNames } from './selected-attributes';
import type { Selection } from './selection';
import { verifySingle } from './single-children';

/** The selection of the entity, and the name of its version as `Search` has it. */
interface JoinedSearch {
  readonly selection: Selection;
  readonly version?: string;
}

/** In characters: a longer text of the parent would come again with each of its children. */
const LONGEST = 255;

/** The rows that a row is joined with. */
export interface JoinedChildren {
  readonly collection: CollectionMetadata;
  /** @returns undefined where there is no such row */
  read(): Promise<RowWithChildren | undefined>;
}

/**
 * The entity of a key with the children that a selection shows, in one statement; undefined where that is not possible,
 * or not cheaper than a statement for each class.
 */
export function joinedChildren(
  source: RowSource,
  place: Place,
  key: EntityKey,
  { selection, version }: JoinedSearch,
): JoinedChildren | undefined {
  const [only, ...others] = selection.collections.keys();
  if (!only || others.length > 0 || selection.references.size > 0 || source.scopes !== ALL_ROWS) return undefined;
  const entity = entityAt(place);
  if (needsInstances(entity) || needsInstances(only.target)) return undefined;
  const statement = source.plans.joined.of(place.path, selection, () =>
    isJoinable(only, selection) ? planJoined(source, place, key, { selection, version }, only) : null,
  );
  if (!statement) return undefined;
  const values = [...parentKeysOf(place).map(listOfOne), [key]];
  const isSought = (row: Row) => String(row.get(entity.key.name)) === String(key);
  return {
    collection: only,
    async read() {
      const found = await statement.read(values, isSought);
      if (found) verifySingle(only, found.children);
      return found;
    },
  };
}

/** Keys are compared by the database alone, so that they must be numbers; what comes again with each child, short. */
function isJoinable(collection: CollectionMetadata, { fields, collections }: Selection): boolean {
  const { owner, target, kind } = collection;
  const below = collections.get(collection)!;
  if (kind === 'manyToMany' || below.collections.size > 0 || below.references.size > 0) return false;
  const { sourceKey, foreignKey } = tiesOf(collection) as OneToMany;
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
  if (type.kind === 'string') return type.maxLength <= LONGEST;
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
  const { sourceKey, foreignKey, holderScope } = tiesOf(collection) as OneToMany;
  const asked = new QueryParameters('joined');
  const at = asked.place(place);
  const wanted = asked.value<readonly EntityKey[]>([key]);
  const entity = entityAt(place);
  const sought = { [Op.and]: [whereAt(at, {}, ALL_ROWS), whereKeyIn(entity, wanted)] };
  const ofParent = selectedNames(entity, selection, version === undefined ? [sourceKey] : [sourceKey, version]).names;
  const ofChild = selectedNames(target, selection.collections.get(collection)!, [foreignKey]).names;
  const rootVersion = version === ROOT_VERSION ? rootVersionSql(at) : undefined;
  return new JoinedStatement(
    { entity, names: ofParent, where: inScopes(entity, sought, source.scopes), by: sourceKey, rootVersion },
    { entity: target, names: ofChild, where: inScopes(target, { ...holderScope }, source.scopes), by: foreignKey },
    asked,
  );
}

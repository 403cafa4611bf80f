import { type BelongsTo, cast, col, literal, Op, type WhereOptions, where } from 'sequelize';
import type {
  AggregateMetadata,
  AssociationScope,
  CollectionMetadata,
  CollectionPath,
  EntityMetadata,
  ReferenceMetadata,
} from '../../metadata';
import { tiesOf, whereForeignKey } from '../models/association';
import { modelOf } from '../models/domain-model';
import { columnTerm } from './column-term';
import type { DeletedRows } from './deleted-rows';
import type { EntityKey } from './place';
import { type Placeholder, sqlOf } from './sql-template';
import { select } from './subquery';

/** Keys of entities, or a place where they will stand. */
export type KeysOrPlaceholder = readonly EntityKey[] | Placeholder<readonly EntityKey[]>;

/** Criteria by what names an entity in a path: each key is itself alone, whatever the collation of its column says. */
export function whereKeyIn({ key, type }: EntityMetadata, keys: KeysOrPlaceholder): WhereOptions {
  const model = modelOf(type);
  const isSame = { [Op.in]: sqlList(keys, columnTerm(model, key).literal) };
  const wanted = { [key.name]: isSame };
  if (key.type.kind !== 'string' || model.sequelize!.getDialect() !== 'mysql') return wanted;
  const bytes = cast(col(model.getAttributes()[key.name]!.field!), 'BINARY');
  return { [Op.and]: [wanted, where(bytes, isSame)] };
}

/** Values in brackets, for `IN`. */
export function sqlList<T>(
  values: readonly T[] | Placeholder<readonly T[]>,
  write: (value: T) => string,
): ReturnType<typeof literal> {
  return literal(sqlOf(values, (known) => `(${known.length > 0 ? known.map(write).join(', ') : 'NULL'})`));
}

/**
 * Criteria for the children of those parents that match.
 *
 * @param deleted whether a parent may be one that was deleted softly
 */
export function whereChildOf(
  collection: CollectionMetadata,
  parents: WhereOptions,
  deleted?: DeletedRows,
): WhereOptions {
  const ties = tiesOf(collection);
  const owners = select(modelOf(collection.owner.type), ties.sourceKey, parents, deleted);
  const held = whereForeignKey(ties, { [Op.in]: owners });
  if (ties.kind === 'oneToMany') return held;
  return { ...ties.scope, [ties.targetKey]: { [Op.in]: select(ties.through, ties.otherKey, held) } };
}

/** Criteria for those that could be children in the collection and have no parent there. */
export function whereWithoutParent(collection: CollectionMetadata): WhereOptions {
  const ties = tiesOf(collection);
  const others = Object.entries(ties.scope).map(([name, value]) => havingOther(name, value));
  if (ties.kind === 'oneToMany') return { [Op.or]: [{ [ties.foreignKey]: null }, ...others] };
  const { through, otherKey, targetKey, holderScope } = ties;
  const linked = select(through, otherKey, { ...holderScope, [otherKey]: { [Op.ne]: null } });
  return { [Op.or]: [{ [targetKey]: { [Op.notIn]: linked } }, ...others] };
}

function havingOther(name: string, value: AssociationScope[string]): WhereOptions {
  const isOther = { [name]: { [Op.ne]: value } };
  return value === null ? isOther : { [Op.or]: [isOther, { [name]: null }] };
}

/** Criteria for the parents of those children that match. */
export function whereParentOf(collection: CollectionMetadata, children: WhereOptions): WhereOptions {
  const ties = tiesOf(collection);
  const target = modelOf(collection.target.type);
  const elements = { [Op.and]: [ties.scope, children] };
  if (ties.kind === 'oneToMany') return { [ties.sourceKey]: { [Op.in]: select(target, ties.foreignKey, elements) } };
  const linked = { ...ties.holderScope, [ties.otherKey]: { [Op.in]: select(target, ties.targetKey, elements) } };
  return { [ties.sourceKey]: { [Op.in]: select(ties.through, ties.foreignKey, linked) } };
}

/** Criteria for the entities of a class that refer to those that match. */
export function whereReferrerOf(
  { type }: EntityMetadata,
  { property, target, scopes }: ReferenceMetadata,
  targets: WhereOptions,
): WhereOptions {
  const { foreignKey, targetKey } = modelOf(type).associations[property] as BelongsTo & { readonly targetKey: string };
  const referring = { [foreignKey]: { [Op.in]: select(modelOf(target.type), targetKey, targets) } };
  return scopes.length === 0 ? referring : { [Op.and]: [referring, { [Op.or]: scopes }] };
}

/** Criteria for the roots of the aggregate at whose path's parents match: the walk back up. */
export function whereRootAbove(path: CollectionPath, parents: WhereOptions): WhereOptions {
  return path.slice(0, -1).reduceRight<WhereOptions>((criteria, step) => whereParentOf(step, criteria), parents);
}

/** Every way in which an entity is held by an aggregate. */
export function holdingPaths(entity: EntityMetadata, aggregates: readonly AggregateMetadata[]): HoldingPath[] {
  return aggregates.flatMap((aggregate) =>
    aggregate.paths.filter((path) => path.at(-1)!.target === entity).map((path) => ({ aggregate, path })),
  );
}

export interface HoldingPath {
  readonly aggregate: AggregateMetadata;
  readonly path: CollectionPath;
}

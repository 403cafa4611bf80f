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

/** Keys of entities, or a placeholder for them. */
export type KeysOrPlaceholder = readonly EntityKey[] | Placeholder<readonly EntityKey[]>;

/** Criteria by the entity key. Texts are compared exactly on MySQL too, whatever the collation of the column. */
export function whereKeyIn({ key, type }: EntityMetadata, keys: KeysOrPlaceholder): WhereOptions {
  const model = modelOf(type);
  const inKeys = { [Op.in]: sqlList(keys, columnTerm(model, key).literal) };
  const matching = { [key.name]: inKeys };
  if (key.type.kind !== 'string' || model.sequelize!.getDialect() !== 'mysql') return matching;
  const bytes = cast(col(model.getAttributes()[key.name]!.field!), 'BINARY');
  return { [Op.and]: [matching, where(bytes, inKeys)] };
}

/** The list behind `IN`. */
export function sqlList<T>(
  values: readonly T[] | Placeholder<readonly T[]>,
  write: (value: T) => string,
): ReturnType<typeof literal> {
  return literal(sqlOf(values, (known) => `(${known.length > 0 ? known.map(write).join(', ') : 'NULL'})`));
}

/**
 * Criteria for the children of the parents that match.
 *
 * @param deleted whether parents may be soft-deleted
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

/** Criteria for the entities that have no parent in the collection. */
export function whereWithoutParent(collection: CollectionMetadata): WhereOptions {
  const ties = tiesOf(collection);
  const others = Object.entries(ties.scope).map(([name, value]) => whereDiffers(name, value));
  if (ties.kind === 'oneToMany') return { [Op.or]: [{ [ties.foreignKey]: null }, ...others] };
  const { through, otherKey, targetKey, holderScope } = ties;
  const linked = select(through, otherKey, { ...holderScope, [otherKey]: { [Op.ne]: null } });
  return { [Op.or]: [{ [targetKey]: { [Op.notIn]: linked } }, ...others] };
}

function whereDiffers(name: string, value: AssociationScope[string]): WhereOptions {
  const differs = { [name]: { [Op.ne]: value } };
  return value === null ? differs : { [Op.or]: [differs, { [name]: null }] };
}

/** Criteria for the parents of the children that match. */
export function whereParentOf(collection: CollectionMetadata, children: WhereOptions): WhereOptions {
  const ties = tiesOf(collection);
  const target = modelOf(collection.target.type);
  const elements = { [Op.and]: [ties.scope, children] };
  if (ties.kind === 'oneToMany') return { [ties.sourceKey]: { [Op.in]: select(target, ties.foreignKey, elements) } };
  const linked = { ...ties.holderScope, [ties.otherKey]: { [Op.in]: select(target, ties.targetKey, elements) } };
  return { [ties.sourceKey]: { [Op.in]: select(ties.through, ties.foreignKey, linked) } };
}

/** Criteria for the entities that refer to the entities that match. */
export function whereReferrerOf(
  { type }: EntityMetadata,
  { property, target, scopes }: ReferenceMetadata,
  targets: WhereOptions,
): WhereOptions {
  const { foreignKey, targetKey } = modelOf(type).associations[property] as BelongsTo & { readonly targetKey: string };
  const referring = { [foreignKey]: { [Op.in]: select(modelOf(target.type), targetKey, targets) } };
  return scopes.length === 0 ? referring : { [Op.and]: [referring, { [Op.or]: scopes }] };
}

/** Criteria for the roots above the parents that match, along the path upwards. */
export function whereRootAbove(path: CollectionPath, parents: WhereOptions): WhereOptions {
  return path.slice(0, -1).reduceRight<WhereOptions>((criteria, step) => whereParentOf(step, criteria), parents);
}

/** All paths of all aggregates that lead to an entity. */
export function holdingPaths(entity: EntityMetadata, aggregates: readonly AggregateMetadata[]): HoldingPath[] {
  return aggregates.flatMap((aggregate) =>
    aggregate.paths.filter((path) => path.at(-1)!.target === entity).map((path) => ({ aggregate, path })),
  );
}

export interface HoldingPath {
  readonly aggregate: AggregateMetadata;
  readonly path: CollectionPath;
}

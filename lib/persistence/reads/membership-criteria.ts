import { type BelongsTo, cast, literal, Op, type WhereOptions, where } from 'sequelize';
import type {
  AggregateMetadata,
  AssociationScope,
  CollectionMetadata,
  CollectionPath,
  EntityMetadata,
  ReferenceMetadata,
} from '../../metadata';
import { dialectOf } from '../dialects/dialect-of';
import { associationKeys, whereForeignKey } from '../models/association';
import { modelOf } from '../models/domain-model';
import { queryGeneratorOf } from '../sequelize/query-interface';
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
  if (key.type.kind !== 'string' || !dialectOf(model.sequelize!).comparison.usesCollations) return matching;
  const bytes = cast(
    literal(queryGeneratorOf(model).quoteIdentifier(model.getAttributes()[key.name]!.field!)),
    'BINARY',
  );
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
  const association = associationKeys(collection);
  const owners = select(modelOf(collection.owner.type), association.sourceKey, parents, deleted);
  const withParent = whereForeignKey(association, { [Op.in]: owners });
  if (association.kind === 'oneToMany') return withParent;
  return {
    ...association.scope,
    [association.targetKey]: { [Op.in]: select(association.through, association.otherKey, withParent) },
  };
}

/** Criteria for the entities that have no parent in the collection. */
export function whereWithoutParent(collection: CollectionMetadata): WhereOptions {
  const association = associationKeys(collection);
  const others = Object.entries(association.scope).map(([name, value]) => whereDiffers(name, value));
  if (association.kind === 'oneToMany') return { [Op.or]: [{ [association.foreignKey]: null }, ...others] };
  const { through, otherKey, targetKey, foreignKeyScope } = association;
  const linked = select(through, otherKey, { ...foreignKeyScope, [otherKey]: { [Op.ne]: null } });
  return { [Op.or]: [{ [targetKey]: { [Op.notIn]: linked } }, ...others] };
}

function whereDiffers(name: string, value: AssociationScope[string]): WhereOptions {
  const differs = { [name]: { [Op.ne]: value } };
  return value === null ? differs : { [Op.or]: [differs, { [name]: null }] };
}

/** Criteria for the parents of the children that match. */
export function whereParentOf(collection: CollectionMetadata, children: WhereOptions): WhereOptions {
  const association = associationKeys(collection);
  const target = modelOf(collection.target.type);
  const elements = { [Op.and]: [association.scope, children] };
  if (association.kind === 'oneToMany')
    return { [association.sourceKey]: { [Op.in]: select(target, association.foreignKey, elements) } };
  const linked = {
    ...association.foreignKeyScope,
    [association.otherKey]: { [Op.in]: select(target, association.targetKey, elements) },
  };
  return { [association.sourceKey]: { [Op.in]: select(association.through, association.foreignKey, linked) } };
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
export function rootPathsTo(entity: EntityMetadata, aggregates: readonly AggregateMetadata[]): RootPath[] {
  return aggregates.flatMap((aggregate) =>
    aggregate.paths.filter((path) => path.at(-1)!.target === entity).map((path) => ({ aggregate, path })),
  );
}

export interface RootPath {
  readonly aggregate: AggregateMetadata;
  readonly path: CollectionPath;
}

import { type BelongsTo, cast, col, literal, Op, type WhereOptions, where } from 'sequelize';
import type {
  AggregateMetadata,
  CollectionMetadata,
  CollectionPath,
  EntityMetadata,
  ReferenceMetadata,
} from '../metadata';
import { tiesOf } from './association';
import { type DomainModel, modelOf } from './domain-model';
import type { EntityKey } from './place';

/** Criteria by what names an entity in a path: each key is itself alone, whatever the collation of its column says. */
export function keyed({ key, type }: EntityMetadata, keys: readonly EntityKey[]): WhereOptions {
  const wanted = { [key.name]: keys.length === 1 ? keys[0]! : [...keys] };
  const model = modelOf(type);
  if (key.type.kind !== 'string' || model.sequelize!.getDialect() !== 'mysql') return wanted;
  const bytes = cast(col(model.getAttributes()[key.name]!.field!), 'BINARY');
  return { [Op.and]: [wanted, where(bytes, { [Op.in]: [...keys] })] };
}

/** Criteria for the children of those parents that match. */
export function childrenOf(collection: CollectionMetadata, parents: WhereOptions): WhereOptions {
  const ties = tiesOf(collection);
  const owners = select(modelOf(collection.owner.type), ties.sourceKey, parents);
  if (ties.kind === 'oneToMany') return { [ties.foreignKey]: { [Op.in]: owners } };
  const linked = select(ties.through, ties.otherKey, { [ties.foreignKey]: { [Op.in]: owners } });
  return { [ties.targetKey]: { [Op.in]: linked } };
}

/** Criteria for those that could be children in the collection and have no parent there. */
export function unheldIn(collection: CollectionMetadata): WhereOptions {
  const ties = tiesOf(collection);
  if (ties.kind === 'oneToMany') return { [ties.foreignKey]: null };
  const { through, otherKey, targetKey } = ties;
  return { [targetKey]: { [Op.notIn]: select(through, otherKey, { [otherKey]: { [Op.ne]: null } }) } };
}

/** Criteria for the parents of those children that match. */
export function parentsOf(collection: CollectionMetadata, children: WhereOptions): WhereOptions {
  const ties = tiesOf(collection);
  const target = modelOf(collection.target.type);
  if (ties.kind === 'oneToMany') return { [ties.sourceKey]: { [Op.in]: select(target, ties.foreignKey, children) } };
  const linked = select(target, ties.targetKey, children);
  return {
    [ties.sourceKey]: { [Op.in]: select(ties.through, ties.foreignKey, { [ties.otherKey]: { [Op.in]: linked } }) },
  };
}

/** Criteria for the entities of a class that refer to those that match. */
export function referrersOf(
  { type }: EntityMetadata,
  { property, target }: ReferenceMetadata,
  targets: WhereOptions,
): WhereOptions {
  const { foreignKey, targetKey } = modelOf(type).associations[property] as BelongsTo & { readonly targetKey: string };
  return { [foreignKey]: { [Op.in]: select(modelOf(target.type), targetKey, targets) } };
}

/** Criteria for the roots of the aggregate at whose path's parents match: the walk back up. */
export function rootsOf(path: CollectionPath, parents: WhereOptions): WhereOptions {
  return path.slice(0, -1).reduceRight<WhereOptions>((criteria, step) => parentsOf(step, criteria), parents);
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

/** `(SELECT attribute FROM model WHERE criteria)`; rows that are deleted softly are no parents. */
function select(model: DomainModel, attribute: string, criteria: WhereOptions): ReturnType<typeof literal> {
  const { deletedAt } = model._timestampAttributes;
  const isParanoid = model.options.paranoid === true && deletedAt !== undefined;
  const living = isParanoid ? { [Op.and]: [criteria, { [deletedAt]: null }] } : criteria;
  return literal(`(${selectQuery(model, { attributes: [attribute], where: living }).replace(/;$/, '')})`);
}

interface SelectOptions {
  readonly attributes: readonly string[];
  readonly where: WhereOptions;
}

/** Sequelize's own generator writes and escapes the text; its types leave it out. */
function selectQuery(model: DomainModel, options: SelectOptions): string {
  const queryInterface = model.sequelize!.getQueryInterface() as unknown as {
    readonly queryGenerator: { selectQuery(table: unknown, options: object, model: DomainModel): string };
  };
  const mapped = mapToColumns(model, options);
  return queryInterface.queryGenerator.selectQuery(model.getTableName(), mapped, model);
}

function mapToColumns(model: DomainModel, options: SelectOptions): object {
  const columns = options.attributes.map((name) => model.getAttributes()[name]!.field!);
  return { attributes: columns, where: mapCriteria(model, options.where) };
}

function mapCriteria(model: DomainModel, criteria: unknown): unknown {
  if (Array.isArray(criteria)) return criteria.map((part) => mapCriteria(model, part));
  const isPlain =
    typeof criteria === 'object' && criteria !== null && Object.getPrototypeOf(criteria) === Object.prototype;
  if (!isPlain) return criteria;
  const mapped: Record<string | symbol, unknown> = {};
  for (const name of Reflect.ownKeys(criteria)) {
    const value = (criteria as Record<string | symbol, unknown>)[name];
    if (typeof name === 'symbol') mapped[name] = name === Op.and || name === Op.or ? mapCriteria(model, value) : value;
    else mapped[model.getAttributes()[name]?.field ?? name] = value;
  }
  return mapped;
}

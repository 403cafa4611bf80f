import { literal, Op, type WhereOptions } from 'sequelize';
import { isPlainObject } from '../../foundation';
import { inDefaultScope } from '../models/default-scope';
import { type DomainModel, isDeletedSoftly } from '../models/domain-model';

/** `(SELECT attribute FROM model WHERE criteria)`; rows that are deleted softly, or outside the default scope, are none. */
export function select(model: DomainModel, attribute: string, criteria: WhereOptions): ReturnType<typeof literal> {
  const isLiving = isDeletedSoftly(model) ? { [model._timestampAttributes.deletedAt!]: null } : {};
  const living = { [Op.and]: [criteria, isLiving] };
  const where = inDefaultScope(model, living);
  return literal(`(${selectQuery(model, { attributes: [attribute], where }).replace(/;$/, '')})`);
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
  if (!isPlainObject(criteria)) return criteria;
  const mapped: Record<string | symbol, unknown> = {};
  for (const name of Reflect.ownKeys(criteria)) {
    const value = (criteria as Record<string | symbol, unknown>)[name];
    if (typeof name === 'symbol') mapped[name] = mapCriteria(model, value);
    else mapped[model.getAttributes()[name]?.field ?? name] = value;
  }
  return mapped;
}

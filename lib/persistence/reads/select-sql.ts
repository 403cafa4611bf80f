import { type literal, Op, type ProjectionAlias, type WhereOptions } from 'sequelize';
import { isPlainObject } from '../../foundation';
import { inDefaultScope } from '../models/default-scope';
import type { DomainModel } from '../models/domain-model';
import { type DeletedRows, whereDeleted } from './deleted-rows';

type Literal = ReturnType<typeof literal>;

export interface SelectOptions {
  /** Names of fields, or expressions with their names. */
  readonly attributes: readonly (string | ProjectionAlias)[];
  readonly where: WhereOptions;
  readonly order?: readonly (readonly [Literal, string])[];
  readonly limit?: Literal;
  readonly offset?: Literal;
  /** Whether rows are read that were deleted softly. */
  readonly deleted?: DeletedRows;
}

/**
 * The text of a SELECT as `findAll` would send it: rows that are deleted softly, unless they are asked for, or outside the
 * default scope are none.
 *
 * Sequelize's own generator writes and escapes it; its types leave it out.
 */
export function selectSql(model: DomainModel, options: SelectOptions): string {
  const queryInterface = model.sequelize!.getQueryInterface() as unknown as {
    readonly queryGenerator: { selectQuery(table: unknown, options: object, model: DomainModel): string };
  };
  const { deleted: _, ...sent } = options;
  const mapped = { ...sent, ...columnsAndCriteria(model, options) };
  return queryInterface.queryGenerator.selectQuery(model.getTableName(), mapped, model).replace(/;$/, '');
}

function columnsAndCriteria(model: DomainModel, { attributes, where, deleted }: SelectOptions): object {
  const there = inDefaultScope(model, { [Op.and]: [where, whereDeleted(model, deleted)] });
  return { attributes: attributes.map((one) => columnOf(model, one)), where: mapCriteria(model, there) };
}

function columnOf(model: DomainModel, attribute: string | ProjectionAlias): string | ProjectionAlias {
  if (typeof attribute !== 'string') return attribute;
  const column = model.getAttributes()[attribute]!.field!;
  return column === attribute ? column : [column, attribute];
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

import { Op } from 'sequelize';
import type { Sequelize } from 'sequelize-typescript';
import { isPlainObject } from '../../foundation';

type Criteria = Readonly<Record<string | symbol, unknown>>;

/** The methods of Sequelize's query generator that are replaced or used here. */
interface Generator {
  whereItemQuery(key: unknown, value: unknown, options?: object): unknown;
  _findField(key: string, options: object): { readonly type?: { readonly key?: string } } | undefined;
}

/**
 * Makes `{ isActive: true }` in criteria of domain code, scopes and associations match every number but zero, as such a
 * column reads: Sequelize would compare it with 1.
 */
export function matchEveryTrue(sequelize: Sequelize): void {
  const { queryGenerator } = sequelize.getQueryInterface() as unknown as { readonly queryGenerator: Generator };
  const whereItem = queryGenerator.whereItemQuery.bind(queryGenerator);
  queryGenerator.whereItemQuery = (key, value, options = {}) => {
    const isCompared = value === true || isPlainObject(value);
    const isBoolean = isCompared && typeof key === 'string' && isBooleanIn(queryGenerator, key, options);
    return whereItem(key, isBoolean ? withoutTrue(value) : value, options);
  };
}

function isBooleanIn(generator: Generator, key: string, options: object): boolean {
  return generator._findField(key, options)?.type?.key === 'BOOLEAN';
}

function withoutTrue(value: unknown): unknown {
  if (value === true) return { [Op.ne]: 0 };
  const { [Op.eq]: equal, [Op.ne]: other, ...others } = value as Criteria;
  if (equal === true && other === undefined) return { ...others, [Op.ne]: 0 };
  return other === true && equal === undefined ? { ...others, [Op.eq]: 0 } : value;
}

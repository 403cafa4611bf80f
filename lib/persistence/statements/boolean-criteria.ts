import { Op } from 'sequelize';
import type { Sequelize } from 'sequelize-typescript';
import { isPlainObject } from '../../foundation';
import { findField } from '../sequelize/query-generator';
import { queryInterfaceOf } from '../sequelize/query-interface';

type Criteria = Readonly<Record<string | symbol, unknown>>;

/**
 * Makes `{ isActive: true }` in criteria of domain code, scopes and associations match every number but zero, as such a
 * column reads: Sequelize would compare it with 1.
 */
export function matchEveryTrue(sequelize: Sequelize): void {
  const { queryGenerator } = queryInterfaceOf(sequelize);
  const whereItem = queryGenerator.whereItemQuery.bind(queryGenerator);
  queryGenerator.whereItemQuery = (key, value, options = {}) => {
    const isCompared = value === true || isPlainObject(value);
    const column = isCompared && typeof key === 'string' ? findField(queryGenerator, key, options) : undefined;
    return whereItem(key, column?.type?.key === 'BOOLEAN' ? withoutTrue(value) : value, options);
  };
}

function withoutTrue(value: unknown): unknown {
  if (value === true) return { [Op.ne]: 0 };
  const { [Op.eq]: equal, [Op.ne]: other, ...others } = value as Criteria;
  if (equal === true && other === undefined) return { ...others, [Op.ne]: 0 };
  return other === true && equal === undefined ? { ...others, [Op.eq]: 0 } : value;
}

import type { WhereOptions } from 'sequelize';
import type { ManyToMany } from '../models/association';
import type { DomainSequelize } from '../statements/domain-sequelize';
import { attributesOf } from './row-statement';
import { selectSql } from './select-sql';

/** The keys of a parent and of an element, as the driver returns them. */
export type LinkKeys = readonly [foreignKey: unknown, otherKey: unknown];

/** The links of a join table that match. */
export function selectLinks(
  { through, foreignKey, otherKey }: ManyToMany,
  where: WhereOptions,
): Promise<readonly LinkKeys[]> {
  const sequelize = through.sequelize as DomainSequelize;
  const { keyAt } = sequelize.sqlDialect.driver;
  const names = [foreignKey, otherKey] as const;
  const sql = selectSql(through, { attributes: attributesOf(through, names), where, ignoresDefaultScope: true });
  const [first, second] = [keyAt(0, foreignKey), keyAt(1, otherKey)];
  return sequelize.selectRows(sql, (rows) => rows.map((row) => [row[first], row[second]] as const));
}

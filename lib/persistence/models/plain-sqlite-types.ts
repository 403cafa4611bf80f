import type { Sequelize } from 'sequelize';
import { normalizingOf } from '../sequelize/sequelize-instance';

/** The options that change the SQL of MariaDB and MySQL only, by type. */
const IGNORED_OPTIONS: Readonly<Record<string, readonly string[]>> = {
  TEXT: ['length'],
  ...Object.fromEntries(
    ['TINYINT', 'SMALLINT', 'MEDIUMINT', 'INTEGER', 'BIGINT'].map((key) => [key, ['unsigned', 'zerofill']]),
  ),
};

/**
 * Makes SQLite's type of `TEXT('long')` and `INTEGER.UNSIGNED` without the options that SQLite does not have, since
 * Sequelize would print a warning for them. The type keeps the declared options, which determine the limits of its values.
 */
export function plainSqliteTypes(sequelize: Sequelize): void {
  const own = normalizingOf(sequelize);
  const normalize = own.normalizeDataType.bind(sequelize);
  own.normalizeDataType = (declared) => {
    const { key, options } = declared;
    const ignored = IGNORED_OPTIONS[key]?.filter((name) => options?.[name] !== undefined) ?? [];
    if (ignored.length === 0) return normalize(declared);
    const plain = { ...options, ...Object.fromEntries(ignored.map((name) => [name, undefined])) };
    return Object.assign(normalize({ key, options: plain }), { options });
  };
}

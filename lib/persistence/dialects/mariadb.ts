import type { Dialect } from './dialect';
import { servers } from './servers';
import { createFullText } from './servers/full-text';
import { expressionDefault, serverShapes } from './servers/shapes-of-servers';

/** A setting for one statement. */
const during = (setting: string, sql: string) => `SET STATEMENT ${setting} FOR ${sql}`;

export const mariadb: Dialect = {
  ...servers,
  system: 'mariadb',
  syntax: {
    ...servers.syntax,
    boundPlanning: (select, tables) => during(`optimizer_search_depth = ${tables}`, select),
    boundLockWait: (sql, seconds) => during(`innodb_lock_wait_timeout = ${seconds}`, sql),
  },
  driver: {
    ...servers.driver,
    // In MariaDB 10.5 and later.
    hasReturning: (version) => {
      const [major = 0, minor = 0] = (/^\D*(\d+)\.(\d+)/.exec(version) ?? []).slice(1).map(Number);
      return major > 10 || minor >= 5;
    },
    timeLimit: (ms) => `max_statement_time = ${ms / 1000}`,
  },
  schema: {
    ...servers.schema,
    shapes: (select) => serverShapes(select, expressionDefault),
    binaryCollation: 'utf8mb4_nopad_bin',
    catalogue: {
      ...servers.schema.catalogue,
      jsonChecks: `SELECT TABLE_NAME AS tableName, CHECK_CLAUSE AS written
FROM information_schema.CHECK_CONSTRAINTS WHERE CONSTRAINT_SCHEMA = DATABASE() AND CHECK_CLAUSE LIKE 'json_valid(%'`,
    },
  },
  // Without stop words, which the server leaves out of other indexes.
  fullText: createFullText((sql) => during('innodb_ft_enable_stopword = OFF', sql)),
};

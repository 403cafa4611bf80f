import type { Dialect } from './dialect';
import { servers } from './servers';
import { createFullText } from './servers/full-text';
import { serverShapes, valueDefault } from './servers/shapes-of-servers';

/** MySQL; also a server whose version is not known, since no connection has been made. */
export const mysql: Dialect = {
  ...servers,
  system: 'mysql',
  syntax: {
    ...servers.syntax,
    boundPlanning: (select, tables) =>
      select.replace(/^SELECT /, `SELECT /*+ SET_VAR(optimizer_search_depth = ${tables}) */ `),
  },
  driver: {
    ...servers.driver,
    hasReturning: () => false,
    // It bounds SELECT alone.
    timeLimit: (ms) => `max_execution_time = ${ms}`,
  },
  schema: {
    ...servers.schema,
    shapes: (select) => serverShapes(select, valueDefault),
    binaryCollation: 'utf8mb4_0900_bin',
  },
  fullText: createFullText((sql) => sql),
};

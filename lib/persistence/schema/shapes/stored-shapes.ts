import type { Sequelize } from 'sequelize-typescript';
import { serverShapes } from '../../dialects/servers/shapes-of-servers';
import { sqliteShapes } from '../../dialects/sqlite/shapes-of-sqlite';
import { type Select, selectOf } from '../../tables/rows';
import type { TableShape } from '../../tables/table-shape';

/** All tables and views of a database, without those of the database itself or of full-text indexes. */
export function storedShapes(
  sequelize: Sequelize,
  select: Select = selectOf(sequelize),
): Promise<readonly TableShape[]> {
  if (sequelize.getDialect() === 'sqlite') return sqliteShapes(select);
  return serverShapes(select, (sequelize as { readonly isMariadb?: boolean }).isMariadb === true);
}

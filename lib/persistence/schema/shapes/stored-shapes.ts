import type { Sequelize } from 'sequelize-typescript';
import { type Select, selectOf } from './rows';
import { serverShapes } from './shapes-of-servers';
import { sqliteShapes } from './shapes-of-sqlite';
import type { TableShape } from './table-shape';

/** All tables and views of a database, without those of the database itself or of full-text indexes. */
export function storedShapes(
  sequelize: Sequelize,
  select: Select = selectOf(sequelize),
): Promise<readonly TableShape[]> {
  if (sequelize.getDialect() === 'sqlite') return sqliteShapes(select);
  return serverShapes(select, (sequelize as { readonly isMariadb?: boolean }).isMariadb === true);
}

import type { Sequelize } from 'sequelize-typescript';
import { serverShapes } from './shapes-of-servers';
import { sqliteShapes } from './shapes-of-sqlite';
import type { TableShape } from './table-shape';

/** All tables and views of a database, without those of the database itself or of full-text indexes. */
export function storedShapes(sequelize: Sequelize): Promise<readonly TableShape[]> {
  return sequelize.getDialect() === 'sqlite' ? sqliteShapes(sequelize) : serverShapes(sequelize);
}

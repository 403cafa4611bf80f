import type { Sequelize } from 'sequelize-typescript';
import { serverShapes } from './shapes-of-servers';
import { sqliteShapes } from './shapes-of-sqlite';
import type { TableShape } from './table-shape';

/** All tables and views of a database as they are; those that a database or an index keeps for itself are left out. */
export function storedShapes(sequelize: Sequelize): Promise<readonly TableShape[]> {
  return sequelize.getDialect() === 'sqlite' ? sqliteShapes(sequelize) : serverShapes(sequelize);
}

import type { Sequelize } from 'sequelize';
import { connectionsOf } from '../sequelize/connections';

/** The connections of a pool. */
export interface PoolState {
  readonly max: number;
  readonly used: number;
  readonly idle: number;
  /** The work that waits for a connection. */
  readonly waiting: number;
}

export function poolStateOf(sequelize: Pick<Sequelize, 'connectionManager'>): PoolState {
  const { maxSize, using, available, waiting } = connectionsOf(sequelize).pool;
  return { max: maxSize, used: using, idle: available, waiting };
}

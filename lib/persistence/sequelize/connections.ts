import type { Sequelize } from 'sequelize';

/** A connection of Sequelize's pool, or to a file of SQLite. */
export type Connection = Awaited<ReturnType<Sequelize['connectionManager']['getConnection']>>;

/** The pool of a server's connections. */
export interface Pool<C> {
  readonly using: number;
  readonly available: number;
  /** The callers of `acquire` that wait. */
  readonly waiting: number;
  readonly maxSize: number;
  /** Read by each call of `acquire`. */
  acquireTimeoutMillis: number;
  acquire(type: string | undefined, useMaster: boolean | undefined): Promise<C>;
}

interface PoolMembers<C> {
  readonly _draining: boolean;
  readonly _factory: { create(): Promise<C> };
}

/** The members of a connection manager that Sequelize's types leave out. */
export interface Connections<C> {
  readonly config: object;
  /** Of a server. */
  readonly pool: Pool<C>;
  /** Of SQLite, by `uuid`. */
  readonly connections: Record<string, C | undefined>;
  getConnection(wanted?: Wanted): Promise<C>;
  releaseConnection(connection: C): void;
  destroyConnection(connection: C): Promise<void>;
  validate(connection: C): boolean;
  connect(config: object): Promise<C>;
}

/** `uuid`: the connection of SQLite to open or to find. */
interface Wanted {
  readonly type?: 'read' | 'write';
  readonly useMaster?: boolean;
  readonly uuid?: string;
}

interface ManagerMembers<C> {
  _connect(config: object): Promise<C>;
  _disconnect(connection: C): Promise<void>;
  readonly constructor: { readonly _typecast?: (...given: never[]) => unknown };
}

type Connected = Pick<Sequelize, 'connectionManager'>;

/** @typeParam C the connection of the driver, whose types Sequelize does not know */
export function connectionsOf<C extends object = Connection>({ connectionManager }: Connected): Connections<C> {
  return connectionManager as unknown as Connections<C>;
}

/** Opens a connection beside the pool, with the hooks of connections. */
export function openBesidePool<C extends object>(sequelize: Connected): Promise<C> {
  const manager = managerOf<C>(sequelize);
  return manager._connect(manager.config);
}

export function closeBesidePool<C extends object>(sequelize: Connected, connection: C): Promise<void> {
  return managerOf<C>(sequelize)._disconnect(connection);
}

/** Converts the values of a server's driver; undefined on SQLite. */
export function typeCastOf<T>(sequelize: Connected): T | undefined {
  const manager = managerOf(sequelize);
  return manager.constructor._typecast?.bind(manager) as T | undefined;
}

function managerOf<C extends object>(sequelize: Connected): Connections<C> & ManagerMembers<C> {
  return connectionsOf<C>(sequelize) as Connections<C> & ManagerMembers<C>;
}

/** Whether the pool is being closed. */
export function isDraining(pool: Pool<object>): boolean {
  return (pool as Pool<object> & PoolMembers<object>)._draining;
}

/** Replaces the method by which the pool opens a connection. @param replacement gets the pool's own */
export function replaceCreate(
  pool: Pool<object>,
  replacement: (create: () => Promise<object>) => () => Promise<object>,
): void {
  const { _factory: factory } = pool as Pool<object> & PoolMembers<object>;
  factory.create = replacement(factory.create.bind(factory));
}

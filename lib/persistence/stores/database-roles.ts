import { DataTypes, QueryTypes } from 'sequelize';
import { grouped } from '../../foundation';
import { PersistenceError } from '../errors';
import type { DomainSequelize } from '../statements/domain-sequelize';

type PermissionsByRole = ReadonlyMap<string, readonly string[]>;

/** The table is small and needed by every request; a revoked permission takes effect after this time. */
const CACHE_MS = 10_000;

/** The permissions of roles, from a table with a row per `role` and `permission`. */
export class DatabaseRoles {
  #cached?: { readonly untilMs: number; readonly permissions: Promise<PermissionsByRole> };

  /** Must be created before the schema is applied, which creates the table unless a domain class has it. */
  constructor(
    private readonly sequelize: DomainSequelize,
    private readonly table: string,
  ) {
    const isDomainTable = Object.values(sequelize.models).some((model) => model.getTableName() === table);
    if (isDomainTable) return;
    const column = { type: DataTypes.STRING(150), allowNull: false, primaryKey: true };
    sequelize.define(
      'KoaggregateRole',
      { role: { ...column }, permission: { ...column } },
      { tableName: table, timestamps: false },
    );
  }

  /** Checks the table, after the schema is applied. @throws PersistenceError ROLES_UNREADABLE */
  async verify(): Promise<void> {
    await this.#read().catch((cause: Error) => {
      throw new PersistenceError('ROLES_UNREADABLE', [this.table, cause.message], { cause });
    });
  }

  async permissionsOf(roles: readonly string[]): Promise<readonly string[]> {
    if (roles.length === 0) return [];
    const permissions = await this.#permissions();
    return roles.flatMap((role) => permissions.get(role) ?? []);
  }

  /** Concurrent requests share one query; a failed one is not cached. */
  #permissions(): Promise<PermissionsByRole> {
    if (this.#cached && this.#cached.untilMs > Date.now()) return this.#cached.permissions;
    const cached = { untilMs: Date.now() + CACHE_MS, permissions: this.#read() };
    this.#cached = cached;
    cached.permissions.catch(() => {
      if (this.#cached === cached) this.#cached = undefined;
    });
    return cached.permissions;
  }

  async #read(): Promise<PermissionsByRole> {
    const quote = (name: string) => this.sequelize.getQueryInterface().quoteIdentifier(name);
    const rows = await this.sequelize.query<{ readonly role: string; readonly permission: string }>(
      `SELECT ${quote('role')}, ${quote('permission')} FROM ${quote(this.table)}`,
      { type: QueryTypes.SELECT, transaction: null },
    );
    const byRole = grouped(rows, ({ role }) => role);
    return new Map([...byRole].map(([role, own]) => [role, own.map(({ permission }) => permission)]));
  }
}

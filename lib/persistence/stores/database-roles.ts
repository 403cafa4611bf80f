import { DataTypes, QueryTypes } from 'sequelize';
import { PersistenceError } from '../errors';
import type { DomainSequelize } from '../statements/domain-sequelize';

type PermissionsByRole = ReadonlyMap<string, readonly string[]>;

/** A table of roles is small and asked for at every request; what is taken from a role is gone after this time. */
const KEPT_MS = 10_000;

/** The permissions of roles as rows of the application's database: a row for each pair of `role` and `permission`. */
export class DatabaseRoles {
  #kept?: { readonly untilMs: number; readonly permissions: Promise<PermissionsByRole> };

  /** To be made before the schema is applied, which takes care of the table unless a domain class has it. */
  constructor(
    private readonly sequelize: DomainSequelize,
    private readonly table: string,
  ) {
    const isOfDomain = Object.values(sequelize.models).some((model) => model.getTableName() === table);
    if (isOfDomain) return;
    const column = { type: DataTypes.STRING(150), allowNull: false, primaryKey: true };
    sequelize.define(
      'KoaggregateRole',
      { role: { ...column }, permission: { ...column } },
      { tableName: table, timestamps: false },
    );
  }

  /** Once the schema is applied. @throws PersistenceError ROLES_UNREADABLE */
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

  /** Requests that come at once share one reading; one that failed is not kept. */
  #permissions(): Promise<PermissionsByRole> {
    if (this.#kept && this.#kept.untilMs > Date.now()) return this.#kept.permissions;
    const kept = { untilMs: Date.now() + KEPT_MS, permissions: this.#read() };
    this.#kept = kept;
    kept.permissions.catch(() => {
      if (this.#kept === kept) this.#kept = undefined;
    });
    return kept.permissions;
  }

  async #read(): Promise<PermissionsByRole> {
    const quoted = (name: string) => this.sequelize.getQueryInterface().quoteIdentifier(name);
    const rows = await this.sequelize.query<{ readonly role: string; readonly permission: string }>(
      `SELECT ${quoted('role')}, ${quoted('permission')} FROM ${quoted(this.table)}`,
      { type: QueryTypes.SELECT, transaction: null },
    );
    const permissions = new Map<string, string[]>();
    for (const { role, permission } of rows) permissions.set(role, [...(permissions.get(role) ?? []), permission]);
    return permissions;
  }
}

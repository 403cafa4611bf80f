const INTERNAL_TABLES = /^(?:koaggregate_|SequelizeMeta$|schema_migrations$|flyway_schema_history$|DATABASECHANGELOG)/i;

/** Whether a table belongs to the framework or a migration tool, and not to the domain. */
export function isInternalTable(name: string): boolean {
  return INTERNAL_TABLES.test(name);
}

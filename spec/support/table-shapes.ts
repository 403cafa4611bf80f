import type { ColumnShape, ForeignKeyShape, TableShape } from '../../lib/persistence/tables/table-shape';

/** A table with a generated key `id` and other columns. */
export function table(name: string, columns: readonly ColumnShape[], more: Partial<TableShape> = {}): TableShape {
  const id: ColumnShape = { name: 'id', type: 'INTEGER', isNullable: false, isGenerated: true };
  return { name, isView: false, columns: [id, ...columns], primaryKey: ['id'], indexes: [], foreignKeys: [], ...more };
}

/** A nullable column without a default. */
export function column(name: string, type = 'VARCHAR(20)', more: Partial<ColumnShape> = {}): ColumnShape {
  return { name, type, isNullable: true, isGenerated: false, ...more };
}

export function required(name: string, type?: string, fallback?: string): ColumnShape {
  return column(name, type, { isNullable: false, ...(fallback !== undefined && { default: fallback }) });
}

export function foreignKey(name: string, to: string, more: Partial<ForeignKeyShape> = {}): ForeignKeyShape {
  return { columns: [name], table: to, referred: ['id'], onDelete: 'NO ACTION', onUpdate: 'NO ACTION', ...more };
}

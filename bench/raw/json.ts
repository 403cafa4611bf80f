import type { Row } from './sql-server';

/** Hand-built JSON, from a template for each class. */
export function orderJson(row: Row, items?: readonly Row[]): string {
  const children = items ? `,"order_items":${listJson(items, itemJson)}` : '';
  return (
    `{"id":${row.id},"code":${JSON.stringify(row.code)},"customer_email":${JSON.stringify(row.customer_email)},` +
    `"status":"${row.status}","total":${decimal(row.total!)},` +
    `"created_at":"${instant(row.created_at)}","updated_at":"${instant(row.updated_at)}"${children}}`
  );
}

export function itemJson(row: Row): string {
  return (
    `{"id":${row.id},"sku":${JSON.stringify(row.sku)},"quantity":${row.quantity},"order_id":${row.order_id},` +
    `"created_at":"${instant(row.created_at)}","updated_at":"${instant(row.updated_at)}"}`
  );
}

export function listJson(rows: readonly Row[], write: (row: Row) => string): string {
  let json = '';
  for (const row of rows) json += json === '' ? write(row) : `,${write(row)}`;
  return `[${json}]`;
}

/** The driver returns a DECIMAL as text on MariaDB, and as a number on SQLite. */
function decimal(value: string | number | null): string {
  if (value === null) return 'null';
  return `"${typeof value === 'number' ? value.toFixed(2) : value}"`;
}

/**
 * The driver leaves a fraction of zero out of the values of prepared statements.
 *
 * @param text `2026-01-31 08:30:00.250` in UTC, with or without the fraction and the zone
 */
function instant(text: string | number | null): string {
  const stored = String(text);
  return `${stored.slice(0, 10)}T${stored.slice(11, 23).padEnd(12, '.000')}Z`;
}

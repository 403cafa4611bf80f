import type { EntityMetadata } from '../../metadata';

/** A log line that names the FLOAT fields, of which MariaDB and MySQL return fewer digits than they store; else none. */
export function singleFloatNotices(entities: readonly EntityMetadata[]): string[] {
  const fields = entities.flatMap((entity) =>
    [...entity.fields.values()]
      .filter(({ type }) => type.kind === 'float' && type.isSingle)
      .map(({ name }) => `${entity.name}.${name}`),
  );
  if (fields.length === 0) return [];
  return [
    `These fields are FLOAT, of which MariaDB and MySQL return six significant digits, so that payloads with more are rejected, values of your code are rounded, and those of other programs are read rounded: ${fields.join(', ')}. To keep every digit, use DOUBLE, or DECIMAL for exact decimals, and change the columns by a migration.`,
  ];
}

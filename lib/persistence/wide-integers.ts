import { cast, col, type FindAttributeOptions } from 'sequelize';
import type { EntityMetadata } from '../metadata';
import { type DomainModel, type Entity, modelOf } from './domain-model';

/**
 * SQLite's driver gives integers as doubles, which changes those beyond 2^53. Columns that may hold such are read as
 * text; keys that the database generates, and references to them, stay far below.
 */
export function wideIntegersOf(entity: EntityMetadata): readonly string[] {
  const model = modelOf(entity.type);
  if (model.sequelize!.getDialect() !== 'sqlite') return [];
  return [...entity.fields.values()]
    .filter(({ name, type, origin }) => {
      const isWide = type.kind === 'integer' && type.max > BigInt(Number.MAX_SAFE_INTEGER);
      return isWide && origin === 'payload' && model.getAttributes()[name]!.references === undefined;
    })
    .map(({ name }) => name);
}

/** What to select so that these fields come as text; undefined when all columns come as they are. */
export function asText(model: DomainModel, fields: readonly string[]): FindAttributeOptions | undefined {
  if (fields.length === 0) return undefined;
  const column = (field: string) => col(`${model.name}.${model.getAttributes()[field]!.field}`);
  return { exclude: [...fields], include: fields.map((field) => [cast(column(field), 'TEXT'), field]) };
}

/** Back to numbers where a double holds them, as the other databases give them. */
export function restoreIntegers(rows: readonly Entity[], fields: readonly string[]): void {
  for (const row of rows) {
    for (const field of fields) {
      const text = row.getDataValue(field as never) as string | null;
      if (text === null || text === undefined) continue;
      const isExact = Number.isSafeInteger(Number(text));
      row.set(field as never, (isExact ? Number(text) : text) as never, { raw: true });
    }
  }
}

import type { Sequelize } from 'sequelize-typescript';
import { Mistakes } from '../../foundation';
import type { EntityMetadata } from '../../metadata';
import type { FullText } from '../dialects/dialect';
import { dialectOf } from '../dialects/dialect-of';
import { PersistenceError } from '../errors';
import type { DomainModel } from '../models/domain-model';
import { type FullTextColumn, fullTextColumns, setWordLengths } from '../models/full-text';
import type { SchemaMode } from '../provider-properties';

/**
 * Creates or checks full-text indexes.
 *
 * @throws PersistenceError FULL_TEXT_MISSING, FULL_TEXT_KEY, FULL_TEXT_UNSUPPORTED
 */
export async function applyFullText(
  mode: SchemaMode,
  sequelize: Sequelize,
  entities: readonly EntityMetadata[],
): Promise<void> {
  const own = new Set(Object.values(sequelize.models) as DomainModel[]);
  const columns = fullTextColumns(entities);
  if (columns.length === 0) return;
  const indexes = dialectOf(sequelize).fullText;
  const [first] = columns;
  const lengths = await indexes.readLengths(first!);
  if (lengths) setWordLengths(first!.model, lengths);
  if (mode === 'none') return;
  const mistakes = new Mistakes();
  for (const column of columns.filter(({ model }) => own.has(model))) {
    const missing = await indexes.missing(column);
    if (missing.length === 0) continue;
    if (mode === 'validate') mistakes.add(missingIndex(column, missing));
    else await createIndex(indexes, column);
  }
  mistakes.report();
}

/** The columns whose indexes are missing or incomplete, with the missing parts. */
export async function missingFullText(
  columns: readonly FullTextColumn[],
): Promise<readonly (readonly [FullTextColumn, readonly string[]])[]> {
  const found: (readonly [FullTextColumn, readonly string[]])[] = [];
  for (const column of columns) {
    const indexes = dialectOf(column.model.sequelize!).fullText;
    const missing = await indexes.missing(column);
    if (missing.length > 0) found.push([column, missing]);
  }
  return found;
}

/** The statements that create the index of a column, and drop it; undefined if it is complete. */
export async function fullTextStatements(
  column: FullTextColumn,
): Promise<{ readonly up: readonly string[]; readonly down: readonly string[] } | undefined> {
  const indexes = dialectOf(column.model.sequelize!).fullText;
  if ((await indexes.missing(column)).length === 0) return undefined;
  return { up: await indexes.statements(column), down: indexes.removal(column) };
}

function missingIndex({ model, field, table }: FullTextColumn, missing: readonly string[]): PersistenceError {
  return new PersistenceError('FULL_TEXT_MISSING', [model.name, field.name, missing.join(' and '), table]);
}

/** @throws PersistenceError FULL_TEXT_KEY, FULL_TEXT_UNSUPPORTED */
async function createIndex(indexes: FullText, column: FullTextColumn): Promise<void> {
  try {
    await indexes.create(column);
  } catch (error) {
    if (error instanceof PersistenceError) throw error;
    const facts = [column.model.name, column.field.name, (error as Error).message];
    throw new PersistenceError('FULL_TEXT_UNSUPPORTED', facts, { cause: error });
  }
}

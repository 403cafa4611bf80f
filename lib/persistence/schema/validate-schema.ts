import type { Sequelize } from 'sequelize-typescript';
import { Mistakes } from '../../foundation';
import type { EntityMetadata } from '../../metadata';
import { PersistenceError } from '../errors';
import { storedName } from '../models/domain-model';
import { uniqueChildKeys } from '../models/unique-child-keys';
import { compareSchema, modelsOf } from './compare-schema';
import { type Difference, type DifferenceCode, placeOf, sentenceOf } from './shapes/difference';
import { StoredTables } from './stored-tables';
import { verifyStoredColumns } from './verify-stored-columns';

/** Verifies the tables of the domain and of the framework's stores. */
export async function validateSchema(
  sequelize: Sequelize,
  entities: readonly EntityMetadata[],
  log: (line: string) => void,
): Promise<void> {
  const models = modelsOf(sequelize);
  const tables = await StoredTables.of(models, sequelize);
  const mistakes = new Mistakes();
  for (const model of models) {
    if (!tables.columnsOf(model)) mistakes.add(new PersistenceError('TABLE_MISSING', [storedName(model)]));
  }
  mistakes.collect(() => verifyStoredColumns('validate', models, tables));
  const { differences } = await compareSchema(sequelize, entities, false);
  const singles = uniqueChildKeys(models).map(([model, field]) => `${model.name}.${field}`);
  const isSingle = ({ code, model, field }: Difference) =>
    code === 'UNIQUE_MISSING' && singles.includes(`${model}.${field}`);
  const others = differences.filter((one) => !FOUND_ELSEWHERE.has(one.code) && !isSingle(one));
  mistakes.add(...others.filter(({ severity }) => severity === 'error').map(schemaDiffers));
  mistakes.report();
  const harmless = others.filter(({ severity }) => severity !== 'error');
  if (harmless.length > 0)
    log(`hbm2ddl.auto: validate found differences that do not stop the start: ${harmless.map(sentenceOf).join(' ')}`);
}

/** Differences that have errors of their own, and tables that may belong to another application. */
const FOUND_ELSEWHERE: ReadonlySet<DifferenceCode> = new Set([
  'TABLE_MISSING',
  'TABLE_EXTRA',
  'COLUMN_MISSING',
  'FULL_TEXT_MISSING',
]);

export function schemaDiffers(difference: Difference): PersistenceError {
  const { expected, found, remedy } = difference;
  return new PersistenceError('SCHEMA_DIFFERS', [placeOf(difference), expected, found, remedy]);
}

import type { Sequelize } from 'sequelize-typescript';
import type { EntityMetadata } from '../../metadata';
import { dialectOf } from '../dialects/dialect-of';
import { ruleFor } from '../models/delete-rules';
import { type DomainModel, modelOf, storedName } from '../models/domain-model';
import { fullTextColumns } from '../models/full-text';
import { referrersTo } from '../models/referrers';
import { find, type TableShape } from '../tables/table-shape';
import { missingFullText } from './full-text';
import { withAdditions } from './plan/additions';
import { type CompareOptions, compareTables } from './shapes/compare-tables';
import { type Difference, sentenceOf } from './shapes/difference';
import { differencesOf } from './shapes/differences-of';
import { type DeleteRules, modelShapes } from './shapes/model-shapes';
import { storedShapes } from './shapes/stored-shapes';

/** The tables of the models, those of the database, and their differences. */
export interface SchemaComparison {
  readonly wanted: readonly TableShape[];
  readonly stored: readonly TableShape[];
  readonly differences: readonly Difference[];
}

/** Tables of the framework, which belong to no model. */
const OWN_TABLES = /^koaggregate_/i;

/**
 * Compares the models of an application, join tables and those of its stores included, with the database.
 *
 * @param isExact whether to compare the decimals of a second, which the start adapts to the table
 */
export async function compareSchema(
  sequelize: Sequelize,
  entities: readonly EntityMetadata[],
  isExact: boolean,
): Promise<SchemaComparison> {
  const models = modelsOf(sequelize);
  const dialect = dialectOf(sequelize);
  const wanted = modelShapes(models, deleteRules(entities));
  const stored = await storedShapes(sequelize);
  const options: CompareOptions = { dialect, isExact };
  const left = modelDifferences(models, wanted, withAdditions(stored, wanted, dialect), options).map(sentenceOf);
  const inTables = modelDifferences(models, wanted, stored, options).map(
    (one): Difference => (left.includes(sentenceOf(one)) ? one : { ...one, isAdded: true }),
  );
  return {
    wanted,
    stored,
    differences: [...inTables, ...(await fullTextDifferences(entities)), ...extraTables(wanted, stored)],
  };
}

export function modelsOf(sequelize: Sequelize): readonly DomainModel[] {
  return Object.values(sequelize.models) as DomainModel[];
}

/** The differences between the tables of models, in the order of the models, and others. */
export function modelDifferences(
  models: readonly DomainModel[],
  wanted: readonly TableShape[],
  stored: readonly TableShape[],
  options: CompareOptions,
): readonly Difference[] {
  return models.flatMap((model, index) => tableDifferences(wanted[index]!, model, stored, options));
}

/** The delete rules that associations declare for foreign keys, by model and field. */
export function deleteRules(entities: readonly EntityMetadata[]): DeleteRules {
  const rules = new Map<DomainModel, Map<string, NonNullable<ReturnType<typeof ruleFor>>>>();
  const set = (model: DomainModel, field: string, rule: ReturnType<typeof ruleFor>) =>
    rules.set(model, (rules.get(model) ?? new Map()).set(field, rule));
  for (const entity of entities) {
    for (const collection of entity.collections.values()) {
      const { target, foreignKey } = collection;
      if (foreignKey !== undefined) set(modelOf(target.type), foreignKey, ruleFor(collection));
    }
    for (const { model, field, declared } of referrersTo(entity, entities)) if (declared) set(model, field, declared);
  }
  return rules;
}

function tableDifferences(
  wanted: TableShape,
  model: DomainModel,
  stored: readonly TableShape[],
  options: CompareOptions,
): readonly Difference[] {
  const table = find(stored, wanted.name);
  if (!table) return [missingTable(model)];
  const difference = compareTables(wanted, table, options);
  return difference ? differencesOf(difference, model.name, options) : [];
}

function missingTable(model: DomainModel): Difference {
  return {
    code: 'TABLE_MISSING',
    severity: 'error',
    model: model.name,
    table: storedName(model),
    expected: 'the table',
    found: 'none',
    remedy: 'Create it by a migration, or set db.providerProperties "hbm2ddl.auto" to "update".',
  };
}

async function fullTextDifferences(entities: readonly EntityMetadata[]): Promise<Difference[]> {
  const found = await missingFullText(fullTextColumns(entities));
  return found.map(([{ model, field, table, column }, missing]) => ({
    code: 'FULL_TEXT_MISSING',
    severity: 'error',
    model: model.name,
    field: field.name,
    table,
    column,
    expected: missing.join(' and '),
    found: 'none',
    remedy: 'Create it in a migration (see docs/search.md).',
    isAdded: true,
  }));
}

function extraTables(wanted: readonly TableShape[], stored: readonly TableShape[]): Difference[] {
  const extra = stored.filter(({ name, isView }) => !isView && !OWN_TABLES.test(name) && !find(wanted, name));
  return extra.map(({ name }) => ({
    code: 'TABLE_EXTRA',
    severity: 'note',
    table: name,
    expected: 'no class for it',
    found: 'the table',
    remedy: 'Add a class for it, or drop it by a migration if no other code uses it.',
  }));
}

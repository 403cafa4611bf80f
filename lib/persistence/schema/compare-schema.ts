import type { Sequelize } from 'sequelize-typescript';
import type { EntityMetadata } from '../../metadata';
import { ruleFor } from '../models/delete-rules';
import { type DomainModel, modelOf, storedName } from '../models/domain-model';
import { fullTextColumns } from '../models/full-text';
import { referrersTo } from '../models/referrers';
import { missingFullText } from './full-text';
import { type CompareOptions, compareTables, find } from './shapes/compare-tables';
import type { Difference } from './shapes/difference';
import { differencesOf } from './shapes/differences-of';
import { type DeleteRules, modelShapes } from './shapes/model-shapes';
import { storedShapes } from './shapes/stored-shapes';
import type { TableShape } from './shapes/table-shape';

/** The tables that models want and those that the database has, and in what they differ. */
export interface SchemaComparison {
  readonly wanted: readonly TableShape[];
  readonly stored: readonly TableShape[];
  readonly differences: readonly Difference[];
}

/** Tables of our own that belong to no model. */
const OWN_TABLES = /^koaggregate_/i;

/**
 * Compares the models of an application, join tables and those of its stores included, with the database.
 *
 * @param isExact whether decimals of a second count, which the start makes alike
 */
export async function compareSchema(
  sequelize: Sequelize,
  entities: readonly EntityMetadata[],
  isExact: boolean,
): Promise<SchemaComparison> {
  const models = Object.values(sequelize.models) as DomainModel[];
  const wanted = modelShapes(models, deleteRules(entities));
  const stored = await storedShapes(sequelize);
  const options: CompareOptions = { dialect: sequelize.getDialect() as CompareOptions['dialect'], isExact };
  const inTables = models.flatMap((model, index) => tableDifferences(wanted[index]!, model, stored, options));
  return { wanted, stored, differences: [...inTables, ...(await inWords(entities)), ...extraTables(wanted, stored)] };
}

/** By model and field: what the model says of foreign keys beside their columns. */
export function deleteRules(entities: readonly EntityMetadata[]): DeleteRules {
  const rules = new Map<DomainModel, Map<string, NonNullable<ReturnType<typeof ruleFor>>>>();
  const set = (model: DomainModel, field: string, rule: ReturnType<typeof ruleFor>) =>
    rules.set(model, (rules.get(model) ?? new Map()).set(field, rule));
  for (const entity of entities) {
    for (const collection of entity.collections.values()) {
      const { target, foreignKey } = collection;
      if (foreignKey !== undefined) set(modelOf(target.type), foreignKey, ruleFor(collection));
    }
    for (const { model, field, rule } of referrersTo(entity, entities)) if (rule) set(model, field, rule);
  }
  return rules;
}

function tableDifferences(
  wanted: TableShape,
  model: DomainModel,
  stored: readonly TableShape[],
  options: CompareOptions,
): readonly Difference[] {
  const there = find(stored, wanted.name);
  if (!there) return [missingTable(model)];
  const difference = compareTables(wanted, there, options);
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

async function inWords(entities: readonly EntityMetadata[]): Promise<Difference[]> {
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
    remedy: 'Make it by a migration, as docs/search.md has it.',
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
    remedy: 'Drop it by a migration, or leave it to whoever has made it.',
  }));
}

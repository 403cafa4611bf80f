import type { Association, BelongsTo, BelongsToMany, HasMany, ModelAttributeColumnOptions } from 'sequelize';
import { addOptions, getAssociations, type Sequelize } from 'sequelize-typescript';
import { BaseDomain } from './base-domain';
import { PersistenceError } from './errors';
import { keepMilliseconds } from './models/date-precision';
import { readDeleteRules } from './models/delete-rules';
import { type DomainModel, hasTable, modelOf } from './models/domain-model';
import { readExactNumbers } from './models/exact-numbers';
import { verifyAssociationScopes } from './models/verify-association-scopes';
import { verifyDefaultScope } from './models/verify-default-scope';
import { verifyClassFields } from './models/verify-fields';
import { verifyStorage } from './models/verify-storage';
import { watchInstances } from './unit-of-work/watch-instances';

/**
 * Initialises the model classes on a Sequelize, so that they are ready to be described and queried.
 *
 * @throws PersistenceError with class, field and remedy
 */
export function prepareModels(types: readonly DomainModel[], sequelize: Sequelize): void {
  types.forEach(verifyDeclaration);
  for (const type of types) verifyAssociations(type, types);
  verifyNames(types);
  addModels(types, sequelize);
  for (const model of Object.values(sequelize.models)) keepMilliseconds(model as DomainModel);
  verifyStorage(types);
  types.forEach(alignForeignKeys);
  readDeleteRules(types, sequelize);
  types.forEach(nameIndexedColumns);
  types.forEach(verifyAssociationScopes);
  types.forEach(verifyDefaultScope);
  types.forEach(verifyClassFields);
  types.forEach(watchInstances);
  if (sequelize.getDialect() === 'sqlite') types.forEach(readExactNumbers);
}

function verifyDeclaration(type: DomainModel): void {
  if (!hasTable(type)) throw new PersistenceError('TABLE_MARK_MISSING', [type.name]);
  if (type.prototype instanceof BaseDomain) addOptions(type.prototype, { version: 'version' } as object);
}

function verifyAssociations(type: DomainModel, types: readonly DomainModel[]): void {
  for (const association of getAssociations(type.prototype) ?? []) {
    const property = String(association.getAs());
    const accessor = Object.getOwnPropertyDescriptor(type.prototype, property);
    if (accessor?.get) throw new PersistenceError('TO_MANY_ACCESSOR', [type.name, property]);
    const target = association.getAssociatedClass() as unknown as DomainModel;
    if (!types.includes(target)) {
      throw new PersistenceError('ASSOCIATION_TARGET_UNKNOWN', [type.name, property, target.name]);
    }
  }
}

function verifyNames(types: readonly DomainModel[]): void {
  const names = new Set<string>();
  for (const { name } of types) {
    if (names.has(name)) throw new PersistenceError('CLASS_NAME_TAKEN', [name]);
    names.add(name);
  }
}

function addModels(types: readonly DomainModel[], sequelize: Sequelize): void {
  try {
    sequelize.addModels(types as never);
  } catch (error) {
    throw new PersistenceError('MODEL_INVALID', [(error as Error).message], { cause: error });
  }
}

/** A foreign key holds what it refers to, so it takes the type of that key, whatever was inferred for it. */
function alignForeignKeys(model: DomainModel): void {
  for (const association of Object.values(model.associations)) {
    for (const [holder, foreignKey, referred] of foreignKeysOf(association)) {
      const column = holder.getAttributes()[foreignKey] as ModelAttributeColumnOptions | undefined;
      if (!column) throw new PersistenceError('FOREIGN_KEY_MISSING', [model.name, association.as, foreignKey]);
      column.type = referred.type;
      holder.refreshAttributes();
    }
  }
}

type ForeignKey = readonly [holder: DomainModel, foreignKey: string, referred: ModelAttributeColumnOptions];

/** The fields that an association stores its keys in, and the column that each refers to. */
function foreignKeysOf(association: Association): ForeignKey[] {
  const source = association.source as DomainModel;
  const target = association.target as DomainModel;
  const keyOf = (model: DomainModel, key = model.primaryKeyAttribute) => model.getAttributes()[key]!;
  if (association.associationType === 'BelongsTo') {
    const { foreignKey, targetKey } = association as BelongsTo & { targetKey: string };
    return [[source, foreignKey, keyOf(target, targetKey)]];
  }
  if (association.associationType !== 'BelongsToMany') {
    const { foreignKey, sourceKey } = association as HasMany & { sourceKey: string };
    return [[target, foreignKey, keyOf(source, sourceKey)]];
  }
  const { foreignKey, otherKey, through } = association as BelongsToMany & { through: { model: DomainModel } };
  return [
    [through.model, foreignKey, keyOf(source)],
    [through.model, otherKey, keyOf(target)],
  ];
}

/** Indexes are declared on fields; Sequelize takes their names for those of columns. */
function nameIndexedColumns(model: DomainModel): void {
  const columnOf = (name: string) => model.getAttributes()[name]?.field ?? name;
  for (const index of model._indexes) {
    index.fields = index.fields?.map((field) => {
      if (typeof field === 'string') return columnOf(field);
      return 'name' in field ? { ...field, name: columnOf(field.name) } : field;
    });
  }
}

/** Whether a class is the join table of a many-to-many association: stored, but no part of the domain. */
export function isJoinTable(type: DomainModel, types: readonly DomainModel[]): boolean {
  if (modelOf(type).primaryKeyAttributes.length === 1) return false;
  const associations = types.flatMap((other) => Object.values(other.associations));
  return associations.some((association) => (association as { through?: { model?: unknown } }).through?.model === type);
}

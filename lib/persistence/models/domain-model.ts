import { type Sequelize, Model as SequelizeModel, Utils } from 'sequelize';
import { nameOfPart, ownValue } from '../../foundation';
import type { DomainClass } from '../../metadata';
import { PersistenceError } from '../errors';
import { getModelName } from '../sequelize/class-metadata';
import { decorators, Model } from '../sequelize/decorators';
import { valuesOf } from '../sequelize/instance';
import { type DomainModel, timestampsOf } from '../sequelize/model-class';
import type { TableName } from '../sequelize/query-interface';
import { isDescribed } from './described-models';

export type { DomainModel, Entity } from '../sequelize/model-class';

/** A stored row: an instance, or the written values of a class without code that needs instances. */
export interface StoredRow {
  /** All values. */
  get(): object;
  get(name: string): unknown;
  /** Sets values that are already stored. */
  set(values: object, options: { readonly raw: true }): unknown;
}

/** A class by the type that metadata knows it by. */
export function domainClassOf(model: object): DomainClass {
  return model as DomainClass;
}

/** @throws PersistenceError NOT_A_MODEL, DECORATORS_MISSING */
export function modelOf(type: DomainClass): DomainModel {
  if (!decorators && isModel(type) && type.prototype instanceof Model) {
    throw new PersistenceError('DECORATORS_MISSING', [type.name]);
  }
  if (!isModel(type)) throw new PersistenceError('NOT_A_MODEL', [type.name ?? nameOfPart(type)]);
  return type;
}

export function isModel(type: unknown): type is DomainModel & DomainClass {
  return typeof type === 'function' && (type.prototype instanceof Model || isDescribed(type));
}

/** The field of a column; the name itself for a name of a field. */
export function fieldOfColumn({ fieldAttributeMap }: Pick<DomainModel, 'fieldAttributeMap'>, column: string): string {
  return ownValue(fieldAttributeMap, column) ?? column;
}

/** The column of a field; the name itself for a name of a column. */
export function columnOf(model: DomainModel, name: string): string {
  return (model.getAttributes()[name] as { readonly field?: string } | undefined)?.field ?? name;
}

/** Whether a class overrides a static method of Sequelize, or of sequelize-typescript, which wraps it. */
export function isOverridden(model: DomainModel, method: keyof DomainModel & keyof typeof SequelizeModel): boolean {
  return model[method] !== Model[method] && (model[method] as unknown) !== SequelizeModel[method];
}

/** The class below Sequelize's own. What is replaced there is what overriding methods of subclasses call by `super`. */
export function baseClassOf(model: DomainModel): DomainModel {
  const parent = Object.getPrototypeOf(model) as DomainModel;
  const isSequelizes = (parent as unknown) === Model || (parent as unknown) === SequelizeModel;
  return isSequelizes ? model : baseClassOf(parent);
}

/** Whether rows of the class are soft-deleted (`paranoid`). */
export function isDeletedSoftly(model: DomainModel): boolean {
  return model.options.paranoid === true && timestampsOf(model).deletedAt !== undefined;
}

/** The name of the table in the database. A schema becomes a prefix, since SQLite and MySQL have none. */
export function storedName(model: DomainModel): string {
  return storedTableName(model.getTableName() as TableName);
}

/** {@link storedName} of a table as Sequelize names it. */
export function storedTableName(table: TableName): string {
  if (typeof table === 'string') return table;
  return table.schema ? [table.schema, table.tableName].join(table.delimiter) : table.tableName;
}

/** The model of a table, which a foreign key names as text or with its schema. */
export function modelWithTable({ models }: Sequelize, table: unknown): DomainModel | undefined {
  const name = tableNameOf(table);
  return (Object.values(models) as DomainModel[]).find((model) => tableNameOf(model.getTableName()) === name);
}

export function tableNameOf(table: unknown): unknown {
  return typeof table === 'object' && table !== null && 'tableName' in table ? table.tableName : table;
}

/** Whether the class itself has `@Table`; one on its superclass does not count. */
export function hasTable(type: DomainModel): boolean {
  const inherited = Object.getPrototypeOf(type.prototype) as object;
  const name = getModelName(type.prototype) as string | undefined;
  return name !== undefined && name !== (getModelName(inherited) as string | undefined);
}

/** The name that the model gets when it is initialised: that of `@Table({ modelName })`, or of the class. */
export function declaredName(type: DomainModel): string {
  return hasTable(type) ? getModelName(type.prototype) : type.name;
}

export function isModelInstance(row: unknown): row is Model {
  return row instanceof SequelizeModel;
}

/** Whether a row has an SQL expression, such as the default `literal('CURRENT_TIMESTAMP')`. */
export function holdsExpression(row: StoredRow): boolean {
  const values = isModelInstance(row) ? valuesOf(row) : row.get();
  return Object.values(values).some((value) => value instanceof Utils.SequelizeMethod);
}

/** The values of an entity, by domain name. */
export type FieldValues = Readonly<Record<string, unknown>>;

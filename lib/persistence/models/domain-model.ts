import { type IndexesOptions, type ModelStatic, Model as SequelizeModel, Utils } from 'sequelize';
import { getModelName, Model } from 'sequelize-typescript';
import type { DomainClass } from '../../metadata';
import { PersistenceError } from '../errors';
import { isDescribed } from './described-models';

/** An instance of a domain class, as those above see it: fields by name, and nothing of how it is stored. */
export type Entity = Model;

/** A row that is stored, as it is asked for its values: an instance, or what was written of a class without code of its own. */
export interface StoredRow {
  /** All of them. */
  get(): object;
  get(name: string): unknown;
  /** Takes values that the row has by now. */
  set(values: object, options: { readonly raw: true }): unknown;
}

/** A model class with the parts of it that Sequelize keeps without declaring them. */
export type DomainModel = ModelStatic<Model> & {
  readonly _timestampAttributes: Readonly<Record<'createdAt' | 'updatedAt' | 'deletedAt', string | undefined>>;
  readonly _versionAttribute?: string;
  /** Whether columns that are not named are in snake_case. */
  readonly underscored: boolean;
  /** From columns to those attributes that are not named alike. */
  readonly fieldAttributeMap: Readonly<Record<string, string>>;
  readonly _indexes: readonly IndexesOptions[];
  /** `customIndex`: whether the index has the name; the database names the others itself. */
  readonly uniqueKeys: Readonly<
    Record<
      string,
      {
        readonly fields: readonly string[];
        readonly name: string | false;
        readonly customIndex: boolean;
        readonly msg?: string | null;
      }
    >
  >;
  readonly primaryKeys: Readonly<Record<string, { readonly field: string }>>;
  refreshAttributes(): void;
};

/** @throws PersistenceError NOT_A_MODEL */
export function modelOf(type: DomainClass): DomainModel {
  if (!isModel(type)) throw new PersistenceError('NOT_A_MODEL', [type.name]);
  return type;
}

export function isModel(type: unknown): type is DomainModel & DomainClass {
  return typeof type === 'function' && (type.prototype instanceof Model || isDescribed(type));
}

/** Whether a class has a static method of its own in place of Sequelize's, of which sequelize-typescript's is a wrapper. */
export function isOverridden(model: DomainModel, method: keyof DomainModel & keyof typeof SequelizeModel): boolean {
  return model[method] !== Model[method] && (model[method] as unknown) !== SequelizeModel[method];
}

/** Whether a delete only marks the rows of the class (`paranoid`). */
export function isDeletedSoftly({ options, _timestampAttributes: { deletedAt } }: DomainModel): boolean {
  return options.paranoid === true && deletedAt !== undefined;
}

/** The table of a model under the name that the database knows it by; neither has schemas, which come before the name. */
export function storedName(model: DomainModel): string {
  const table = model.getTableName() as string | { tableName: string; schema?: string; delimiter?: string };
  if (typeof table === 'string') return table;
  return table.schema ? [table.schema, table.tableName].join(table.delimiter) : table.tableName;
}

/** Whether `@Table` stands on the class itself; one on its superclass names another table. */
export function hasTable(type: DomainModel): boolean {
  const inherited = Object.getPrototypeOf(type.prototype) as object;
  const name = getModelName(type.prototype) as string | undefined;
  return name !== undefined && name !== (getModelName(inherited) as string | undefined);
}

/** Where Sequelize keeps the values of a row, and those that it compares them with to tell what has changed. */
export interface RowValues {
  readonly dataValues: Record<string, unknown>;
  readonly _previousDataValues: Record<string, unknown>;
}

export function isModelInstance(row: unknown): row is Model & RowValues {
  return row instanceof SequelizeModel;
}

/** Whether a row holds an expression, such as the default `literal('CURRENT_TIMESTAMP')`, that only the database can tell the value of. */
export function holdsExpression(row: Model): boolean {
  return Object.values((row as Model & RowValues).dataValues).some((value) => value instanceof Utils.SequelizeMethod);
}

/** Values of an entity by domain name, as its columns hold them. */
export type FieldValues = Readonly<Record<string, unknown>>;

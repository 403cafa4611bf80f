import type { IndexesOptions, ModelAttributeColumnOptions, ModelStatic } from 'sequelize';
import type { Model } from 'sequelize-typescript';

/** An instance of a domain class. */
export type Entity = Model;

/** A model class, with members that Sequelize's types do not declare. */
export type DomainModel = ModelStatic<Model> & {
  readonly _timestampAttributes: Readonly<Record<'createdAt' | 'updatedAt' | 'deletedAt', string | undefined>>;
  readonly _versionAttribute?: string;
  /** Whether columns without an explicit name are in snake_case. */
  readonly underscored: boolean;
  /** From columns to attributes, where their names differ. */
  readonly fieldAttributeMap: Readonly<Record<string, string>>;
  readonly _indexes: readonly IndexesOptions[];
  /** `customIndex`: whether the index has that name; otherwise the database names it. */
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

/** The members that only this file reads. */
type ClassMembers = DomainModel & {
  readonly _virtualAttributes: ReadonlySet<string>;
  readonly _jsonAttributes: ReadonlySet<string>;
  readonly _defaultValues: Readonly<Record<string, () => unknown>>;
  readonly _dataTypeSanitizers: Readonly<Record<string, Sanitize | undefined>>;
  readonly _dataTypeChanges: Readonly<Record<string, IsChanged | undefined>>;
  readonly fieldRawAttributesMap: Readonly<Record<string, ModelAttributeColumnOptions>>;
  readonly prototype: {
    readonly _customGetters: Accessors;
    readonly _customSetters: Accessors;
    readonly validators: Readonly<Record<string, object>>;
  };
};

type Accessors = Readonly<Record<string, unknown>>;

/** The names of the fields that Sequelize sets to the time; undefined for those that the class does not have. */
export function timestampsOf(model: DomainModel): DomainModel['_timestampAttributes'] {
  return model._timestampAttributes;
}

/** Whether Sequelize sets a field to the time when it creates or updates a row. */
export function isTimestamp(model: DomainModel, name: string): boolean {
  const { createdAt, updatedAt } = timestampsOf(model);
  return name === createdAt || name === updatedAt;
}

/** The field that is incremented by each update. */
export function versionFieldOf(model: DomainModel): string | undefined {
  return model._versionAttribute;
}

/** The indexes of the option `indexes`. */
export function indexesOf(model: DomainModel): readonly IndexesOptions[] {
  return model._indexes;
}

export function addIndex(model: DomainModel, index: IndexesOptions): void {
  (model._indexes as IndexesOptions[]).push(index);
}

export function isVirtualField(model: DomainModel, name: string): boolean {
  return (model as ClassMembers)._virtualAttributes.has(name);
}

export function isJsonField(model: DomainModel, name: string): boolean {
  return (model as ClassMembers)._jsonAttributes.has(name);
}

/** Creates the default of a field, which a function or a SQL expression may be; undefined if it has none. */
export function defaultOf(model: DomainModel, name: string): (() => unknown) | undefined {
  return (model as ClassMembers)._defaultValues[name];
}

/** The columns by their names in the database. */
export function columnsByName(model: DomainModel): Readonly<Record<string, ModelAttributeColumnOptions>> {
  return (model as ClassMembers).fieldRawAttributesMap;
}

/** The getters of columns (`get`, or an accessor with `@Column`), by name. */
export function gettersOf(model: DomainModel): Accessors {
  return (model as ClassMembers).prototype._customGetters;
}

/** The setters of columns (`set`, or an accessor with `@Column`), by name. */
export function settersOf(model: DomainModel): Accessors {
  return (model as ClassMembers).prototype._customSetters;
}

/** The option `validate` of columns, by name of the field. */
export function fieldValidatorsOf(model: DomainModel): Readonly<Record<string, object>> {
  return (model as ClassMembers).prototype.validators;
}

type Sanitize = (value: unknown, options: object) => unknown;

type IsChanged = (value: unknown, before: unknown) => boolean;

/** How `set` converts the values of a field, and how it compares them; undefined where values stay, or are compared as they are. */
export function conversionOf(
  model: DomainModel,
  name: string,
): { readonly sanitize?: Sanitize; readonly isChanged?: IsChanged } {
  const { _dataTypeSanitizers: sanitizers, _dataTypeChanges: changes } = model as ClassMembers;
  return { sanitize: sanitizers[name], isChanged: changes[name] };
}

/** Converts the values of a field as `set` does; undefined for a field whose values stay. */
export function sanitizerOf(model: DomainModel, name: string): ((value: unknown) => unknown) | undefined {
  const { [name]: sanitize } = (model as ClassMembers)._dataTypeSanitizers;
  return sanitize && ((value) => sanitize.call(model, value, {}));
}

/** A member of the prototype of a class. */
export function memberOf(type: { readonly prototype: object }, name: string): unknown {
  return (type.prototype as Readonly<Record<string, unknown>>)[name];
}

/** The statics of a class that can be replaced, with parameters that Sequelize's types leave out. */
export interface ReplacedStatics {
  /** It returns nothing, but `save` looks for an error in what it returns. */
  runHooks(name: string, ...args: readonly unknown[]): Promise<void>;
  findOrCreate(...args: unknown[]): Promise<[entity: Entity, isCreated: boolean]>;
  /** Its type leaves out the option `paranoid`. */
  max(field: string, options: object): Promise<unknown>;
}

export function staticsOf(model: DomainModel): ReplacedStatics {
  return model as unknown as ReplacedStatics;
}

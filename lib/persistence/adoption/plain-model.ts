import {
  type Association,
  type ModelAttributeColumnOptions,
  type ModelOptions,
  Model as SequelizeModel,
} from 'sequelize';
import type { Author } from '../../metadata';
import type { DomainModel } from '../models/domain-model';
import { joinTableOf } from '../sequelize/associations';
import { declaredColumn } from '../sequelize/data-types';
import { Model } from '../sequelize/decorators';
import { type Hooks, optionsOf as sequelizeOptionsOf } from '../sequelize/sequelize-instance';

/** A model of `sequelize.define` or `init`, with members that Sequelize's types do not declare. */
export type PlainModel = DomainModel & {
  rawAttributes: Readonly<Record<string, ModelAttributeColumnOptions>>;
  readonly options: ModelOptions & { readonly sequelize?: unknown };
};

export function isPlain(type: { readonly prototype: object }): boolean {
  return type.prototype instanceof SequelizeModel && !(type.prototype instanceof Model);
}

/** How the class is described; a class with decorators stays one when `describeModel` adds to them. */
export function authorOf(type: { readonly prototype: object }): Author {
  return isPlain(type) ? 'describeModel' : 'decorators';
}

export function isInitialised(model: PlainModel): boolean {
  return Object.hasOwn(model, 'rawAttributes');
}

/** The join table of a many-to-many association. */
export function throughOf(association: Association): PlainModel | undefined {
  return joinTableOf(association) as PlainModel | undefined;
}

/** The columns by name, including those that Sequelize or an association added. */
export function columnsOf({ rawAttributes }: PlainModel): Record<string, ModelAttributeColumnOptions> {
  return Object.fromEntries(Object.entries(rawAttributes).map(([name, column]) => [name, declaredColumn(column)]));
}

/** The options of the model, including the defaults of its Sequelize. */
export function optionsOf({ options, tableName }: PlainModel): ModelOptions {
  const { sequelize: _former, hooks: _hooks, ...own } = options;
  const { indexes = [], scopes = {} } = own;
  return { ...own, tableName, indexes: indexes.map((index) => ({ ...index })), scopes: { ...scopes } };
}

/** Hooks of connections, statements and definitions, which belong to a Sequelize and not to a model. */
const SEQUELIZE_HOOKS = /Connect|Disconnect|Pool|Query|Sync|Define|Init|Associate/;

/** The hooks of the model, followed by those that its Sequelize runs for every model. */
export function hooksOf(model: PlainModel): Hooks {
  const [own, shared] = [(model.options.hooks ?? {}) as Hooks, sequelizeOptionsOf(model.sequelize!).hooks ?? {}];
  const lists: Record<string, readonly object[]> = {};
  for (const [name, hooks] of Object.entries(own)) lists[name] = [...hooks];
  for (const [name, hooks] of Object.entries(shared)) {
    if (!SEQUELIZE_HOOKS.test(name)) lists[name] = [...(lists[name] ?? []), ...hooks];
  }
  return lists;
}

import {
  type Association,
  type BelongsToMany,
  type ModelAttributeColumnOptions,
  type ModelOptions,
  Model as SequelizeModel,
} from 'sequelize';
import { Model } from 'sequelize-typescript';
import type { DomainModel } from '../models/domain-model';

/** A model of `sequelize.define` or `init`, as Sequelize keeps it. */
export type PlainModel = DomainModel & {
  rawAttributes: Readonly<Record<string, RawAttribute>>;
  readonly options: ModelOptions & { readonly sequelize?: unknown };
};

type RawAttribute = ModelAttributeColumnOptions & {
  readonly _modelAttribute?: unknown;
  readonly Model?: unknown;
  readonly fieldName?: string;
};

type Hook = object;
export type HookLists = Readonly<Record<string, readonly Hook[]>>;

export function isPlain(type: { readonly prototype: object }): boolean {
  return type.prototype instanceof SequelizeModel && !(type.prototype instanceof Model);
}

export function isInitialised(model: PlainModel): boolean {
  return Object.hasOwn(model, 'rawAttributes');
}

/** The class of the join table of a many-to-many association. */
export function throughOf(association: Association): PlainModel | undefined {
  return (association as BelongsToMany & { through?: { model: PlainModel } }).through?.model;
}

/** The columns as Sequelize has them by now, those too that it or an association has added, by the names that they have. */
export function columnsOf({ rawAttributes }: PlainModel): Record<string, ModelAttributeColumnOptions> {
  return Object.fromEntries(
    Object.entries(rawAttributes).map(([name, { Model: _owner, _modelAttribute, fieldName, ...column }]) => [
      name,
      column as ModelAttributeColumnOptions,
    ]),
  );
}

/** The options that the model was defined with, those of its Sequelize included. */
export function optionsOf({ options, tableName }: PlainModel): ModelOptions {
  const { sequelize: _former, hooks: _hooks, ...own } = options;
  const { indexes = [], scopes = {} } = own;
  return { ...own, tableName, indexes: indexes.map((index) => ({ ...index })), scopes: { ...scopes } };
}

/** Hooks on connections, statements and definitions belong to the Sequelize that they were given to. */
const OF_SEQUELIZE = /Connect|Disconnect|Pool|Query|Sync|Define|Init|Associate/;

/** The hooks of the model, and behind them those that its Sequelize runs for every model. */
export function hooksOf(model: PlainModel): HookLists {
  const [own, shared] = [listsOf(model), listsOf(model.sequelize as unknown as Hooked)];
  const lists: Record<string, readonly Hook[]> = {};
  for (const [name, hooks] of Object.entries(own)) lists[name] = [...hooks];
  for (const [name, hooks] of Object.entries(shared)) {
    if (!OF_SEQUELIZE.test(name)) lists[name] = [...(lists[name] ?? []), ...hooks];
  }
  return lists;
}

interface Hooked {
  readonly options: { readonly hooks?: unknown };
}

function listsOf({ options: { hooks } }: Hooked): HookLists {
  return (hooks ?? {}) as HookLists;
}

import type { Association, ModelAttributeColumnOptions } from 'sequelize';
import { type DeclaredAssociation, declaredAssociation, type KnownAssociation } from '../sequelize/associations';
import { type PlainModel, throughOf } from './plain-model';

/** Converts an association of a plain model to the form of declared ones, so that it is checked and created like them. */
export function declaredForm(association: KnownAssociation): DeclaredAssociation {
  return declaredAssociation({
    options: { foreignKey: association.foreignKey, otherKey: association.otherKey, ...checkedThrough(association) },
    getAssociation: () => creatingMethod(association),
    getAs: () => association.as,
    getAssociatedClass: () => association.target,
    getSequelizeOptions: () => sequelizeOptions(association),
  });
}

/** The method of a model that creates such an association, for example `hasMany`. */
export function creatingMethod({ associationType }: Association): 'hasMany' | 'hasOne' | 'belongsTo' | 'belongsToMany' {
  return `${associationType[0]!.toLowerCase()}${associationType.slice(1)}` as ReturnType<typeof creatingMethod>;
}

function checkedThrough(association: KnownAssociation): object {
  const through = throughOf(association);
  return through ? { through: () => through } : {};
}

/** The options to create the association again, including the names that Sequelize inferred the first time. */
export function sequelizeOptions(association: KnownAssociation): object {
  const { foreignKey, sourceKey, targetKey, scope, options } = association;
  const { constraints, useHooks } = options;
  const own = { foreignKey: { name: foreignKey }, constraints, hooks: useHooks, ...aliasOf(association) };
  const scoped = scope && Object.keys(scope).length > 0 ? { scope: { ...scope } } : {};
  if (association.associationType === 'BelongsToMany') {
    return { ...own, ...scoped, sourceKey, targetKey, ...linkOptions(association), onDelete: options.onDelete };
  }
  const { onDelete, onUpdate } = foreignKeyColumn(association);
  const ends = association.associationType === 'BelongsTo' ? { targetKey } : { sourceKey };
  return { ...own, ...scoped, ...ends, onDelete, onUpdate };
}

/** An association without an alias stays so: code includes it by its class, which an alias would not allow. */
function aliasOf({ as, isAliased, isMultiAssociation, options }: KnownAssociation): object {
  if (!isAliased) return {};
  return { as: isMultiAssociation ? { ...options.name } : as };
}

/**
 * The options of a join table. The name of its unique key is kept; `unique: false` keeps Sequelize from adding a key where
 * there was none.
 */
function linkOptions(association: KnownAssociation): object {
  const { foreignKey, otherKey, through } = association as KnownAssociation & {
    readonly through: { readonly model: PlainModel; readonly scope?: object };
  };
  const { unique } = through.model.rawAttributes[foreignKey]!;
  const uniqueKey = typeof unique === 'string' ? unique : undefined;
  const model = { model: through.model, scope: through.scope, ...(uniqueKey ? {} : { unique: false }) };
  return { otherKey: { name: otherKey }, through: model, ...(uniqueKey ? { uniqueKey } : {}) };
}

function foreignKeyColumn(association: KnownAssociation): ModelAttributeColumnOptions {
  return foreignKeyHolder(association).rawAttributes[association.foreignKey]!;
}

/** The model whose table has the foreign key, for an association without a join table. */
function foreignKeyHolder(association: KnownAssociation): PlainModel {
  return (association.associationType === 'BelongsTo' ? association.source : association.target) as PlainModel;
}

/** The default rules of Sequelize, which cannot be distinguished from the same rules declared explicitly. */
const DEFAULT_RULES: Readonly<Record<string, readonly string[]>> = {
  BelongsTo: ['SET NULL', 'NO ACTION'],
  HasOne: ['SET NULL', 'CASCADE'],
  HasMany: [],
};

/** The declared `onDelete` of an association; undefined when it may be a default of Sequelize. */
export function declaredDeleteRule({ associationType, options }: KnownAssociation): string | undefined {
  const { onDelete } = options;
  const isDefault = onDelete !== undefined && DEFAULT_RULES[associationType]?.includes(onDelete.toUpperCase());
  return isDefault ? undefined : onDelete;
}

/** Whether the foreign key of an association is a given column. */
export function usesForeignKey(association: KnownAssociation, holder: PlainModel, field: string): boolean {
  const isDirect = association.associationType !== 'BelongsToMany';
  return isDirect && foreignKeyHolder(association) === holder && association.foreignKey === field;
}

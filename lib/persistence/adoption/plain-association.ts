import type { Association, BelongsToMany, HasMany, ModelAttributeColumnOptions } from 'sequelize';
import type { DeclaredAssociation } from '../models/declared-members';
import { type PlainModel, throughOf } from './plain-model';

/** An association as Sequelize keeps it; half of it is declared nowhere. */
export type KnownAssociation = Association & {
  readonly foreignKey: string;
  readonly otherKey?: string;
  readonly sourceKey?: string;
  readonly targetKey?: string;
  readonly scope?: object;
  readonly options: {
    readonly name: { readonly singular: string; readonly plural: string };
    readonly constraints?: boolean;
    readonly onDelete?: string;
    readonly onUpdate?: string;
    readonly useHooks?: boolean;
  };
};

/**
 * Gives an association of a plain model the form in which those of decorators come, so that it is checked and made
 * like them.
 */
export function declaredForm(association: KnownAssociation): DeclaredAssociation {
  const form = {
    options: { foreignKey: association.foreignKey, otherKey: association.otherKey, ...checkedThrough(association) },
    getAssociation: () => kindOf(association),
    getAs: () => association.as,
    getAssociatedClass: () => association.target,
    getSequelizeOptions: () => sequelizeOptions(association),
  };
  return form as unknown as DeclaredAssociation;
}

/** The method of a model that makes such an association: `hasMany`. */
export function kindOf({ associationType }: Association): 'hasMany' | 'hasOne' | 'belongsTo' | 'belongsToMany' {
  return `${associationType[0]!.toLowerCase()}${associationType.slice(1)}` as ReturnType<typeof kindOf>;
}

function checkedThrough(association: KnownAssociation): object {
  const through = throughOf(association);
  return through ? { through: () => through } : {};
}

/** As they are given to Sequelize once more: what it worked out the first time is named. */
export function sequelizeOptions(association: KnownAssociation): object {
  const { foreignKey, sourceKey, targetKey, scope, options } = association;
  const { constraints, useHooks } = options;
  const own = { foreignKey: { name: foreignKey }, constraints, hooks: useHooks, ...aliasOf(association) };
  const scoped = scope && Object.keys(scope).length > 0 ? { scope: { ...scope } } : {};
  if (association.associationType === 'BelongsToMany') {
    return { ...own, ...scoped, sourceKey, targetKey, ...linkOptions(association), onDelete: options.onDelete };
  }
  const { onDelete, onUpdate } = heldKey(association);
  const ends = association.associationType === 'BelongsTo' ? { targetKey } : { sourceKey };
  return { ...own, ...scoped, ...ends, onDelete, onUpdate };
}

/** One without an alias is included by its class alone, which an alias would forbid. */
function aliasOf({ as, isAliased, isMultiAssociation, options }: KnownAssociation): object {
  if (!isAliased) return {};
  return { as: isMultiAssociation ? { ...options.name } : as };
}

function linkOptions(association: KnownAssociation): object {
  const { foreignKey, otherKey, through } = association as unknown as BelongsToMany & {
    readonly through: { readonly model: PlainModel; readonly scope?: object };
  };
  const { unique } = through.model.rawAttributes[foreignKey]!;
  const isNamed = typeof unique === 'string';
  const model = { model: through.model, scope: through.scope, ...(isNamed ? {} : { unique: false }) };
  return { otherKey: { name: otherKey }, through: model, ...(isNamed ? { uniqueKey: unique } : {}) };
}

/** The foreign key of an association that has no join table, in the class that holds it. */
function heldKey(association: KnownAssociation): ModelAttributeColumnOptions {
  return holderOf(association).rawAttributes[association.foreignKey]!;
}

export function holderOf(association: KnownAssociation): PlainModel {
  return (association.associationType === 'BelongsTo' ? association.source : association.target) as PlainModel;
}

/** The rules that Sequelize fills in by itself, beside which a declared one cannot be told apart. */
const FILLED_IN: Readonly<Record<string, readonly string[]>> = {
  BelongsTo: ['SET NULL', 'NO ACTION'],
  HasOne: ['SET NULL', 'CASCADE'],
  HasMany: [],
};

/** The rule that an association itself declares for rows with its key; undefined where it may be Sequelize's own choice. */
export function declaredDelete({ associationType, options }: KnownAssociation): string | undefined {
  const { onDelete } = options;
  const isChosen = onDelete !== undefined && FILLED_IN[associationType]?.includes(onDelete.toUpperCase());
  return isChosen ? undefined : onDelete;
}

/** Sequelize's type of it has no `HasOne` in common with the others. */
export function isHolding(association: KnownAssociation, holder: PlainModel, field: string): boolean {
  const isDirect = association.associationType !== 'BelongsToMany';
  return isDirect && holderOf(association) === holder && (association as unknown as HasMany).foreignKey === field;
}

import type { ModelAttributeColumnOptions } from 'sequelize';
import type { Sequelize } from 'sequelize-typescript';
import type { CollectionMetadata, DeleteRule, ModelMistakes } from '../../metadata';
import { PersistenceError } from '../errors';
import { getAssociations, getAttributes } from '../sequelize/class-metadata';
import { aliasOf, type DeclaredColumn } from './declared-members';
import type { DomainModel } from './domain-model';
import { foreignKeysOfAssociation } from './foreign-keys-of-association';
import { RULES } from './rules-of-foreign-keys';

/** The `onDelete` of a foreign key. */
export interface Declaration {
  /** For messages, such as `Order.items`. */
  readonly place: string;
  readonly onDelete: string;
  readonly rule: DeleteRule;
  /** Who says so: the class; Sequelize, for a plain model without a rule; or the database, for a class without one. */
  readonly by: 'class' | 'sequelize' | 'database';
}

const declared = new WeakMap<DomainModel, Map<string, Declaration>>();

/**
 * Reads the `onDelete` of both sides of associations and of columns.
 *
 * Reports DELETE_RULE_UNKNOWN, DELETE_RULE_NOT_NULL, DELETE_RULES_CONTRADICT.
 */
export function readDeleteRules(models: readonly DomainModel[], sequelize: Sequelize, mistakes: ModelMistakes): void {
  const declare = (...declaration: Parameters<typeof declareRule>) => mistakes.note(() => declareRule(...declaration));
  for (const model of models) declared.set(model, new Map());
  for (const model of models) {
    for (const [field, { onDelete, references }] of columnsOf(model)) {
      const table = typeof references === 'object' ? references.model : references;
      const referred = models.find((other) => other.getTableName() === table);
      if (referred) declare(model, field, referred, `${model.name}.${field}`, onDelete);
    }
    for (const declaration of getAssociations(model.prototype) ?? []) {
      const association = model.associations[aliasOf(declaration)]!;
      const { onDelete, constraints } = declaration.getSequelizeOptions(model as never, sequelize);
      for (const { holder, field, referred } of foreignKeysOfAssociation(association)) {
        declare(holder, field, referred, `${model.name}.${association.as}`, onDelete);
        declare(holder, field, referred, `${holder.name}.${field}`, getAttributes(holder.prototype)?.[field]?.onDelete);
        if (onDelete && constraints === false) dropConstraint(holder, field, models, sequelize);
      }
    }
  }
}

/** The columns as declared. */
function columnsOf({ prototype }: DomainModel): [string, Partial<ModelAttributeColumnOptions>][] {
  return Object.entries(getAttributes(prototype) ?? {});
}

/** The rule of a foreign key: that of the class, or else of the database; undefined if neither has one. */
export function declaredRule(holder: DomainModel, field: string, referred: DomainModel): DeleteRule | undefined {
  return declarationOf(holder, field, referred)?.rule;
}

export function declarationOf(holder: DomainModel, field: string, referred: DomainModel): Declaration | undefined {
  return declared.get(holder)?.get(nameOf(field, referred));
}

/** Sets the rule of a foreign key to that of the database. */
export function adoptRule(holder: DomainModel, field: string, referred: DomainModel, adopted: Declaration): void {
  declared.get(holder)?.set(nameOf(field, referred), adopted);
}

/** The rule for children: the declared one; by default CASCADE, or RESTRICT if they are roots themselves. */
export function ruleFor({ kind, target, cascade, onDelete }: CollectionMetadata): DeleteRule {
  return onDelete ?? (kind !== 'manyToMany' && target.isRoot && !cascade ? 'restrict' : 'cascade');
}

/** The rule of a column; RESTRICT by default. */
export function ruleOf({ onDelete = '' }: ModelAttributeColumnOptions): DeleteRule {
  return RULES[onDelete.toUpperCase()] ?? 'restrict';
}

export const ON_DELETE: Readonly<Record<DeleteRule, string>> = {
  cascade: 'CASCADE',
  setNull: 'SET NULL',
  restrict: 'RESTRICT',
};

/** @throws PersistenceError */
function declareRule(
  holder: DomainModel,
  field: string,
  referred: DomainModel,
  place: string,
  onDelete?: string,
): void {
  if (onDelete === undefined) return;
  const rule = RULES[onDelete.toUpperCase()];
  if (!rule) throw new PersistenceError('DELETE_RULE_UNKNOWN', [place, onDelete]);
  const column = holder.getAttributes()[field] as ModelAttributeColumnOptions;
  if (rule === 'setNull' && (column.allowNull === false || column.primaryKey)) {
    throw new PersistenceError('DELETE_RULE_NOT_NULL', [place, `${holder.name}.${field}`]);
  }
  const known = declared.get(holder)!.get(nameOf(field, referred));
  if (known && known.rule !== rule) {
    const facts = [known.place, known.onDelete, place, onDelete, `${holder.name}.${field}`];
    throw new PersistenceError('DELETE_RULES_CONTRADICT', facts);
  }
  const { hasDefaultRule } = (getAttributes(holder.prototype)?.[field] ?? {}) as DeclaredColumn;
  const by = hasDefaultRule ? 'sequelize' : 'class';
  declared.get(holder)!.set(nameOf(field, referred), { place, onDelete, rule, by });
}

function nameOf(field: string, referred: DomainModel): string {
  return `${field} ${referred.name}`;
}

/** Removes the constraint that Sequelize adds for `onDelete` in spite of `constraints: false`. */
function dropConstraint(
  holder: DomainModel,
  field: string,
  models: readonly DomainModel[],
  sequelize: Sequelize,
): void {
  const isConstrained = models.some((model) =>
    (getAssociations(model.prototype) ?? []).some((declaration) => {
      const foreignKeys = foreignKeysOfAssociation(model.associations[aliasOf(declaration)]!);
      const { constraints } = declaration.getSequelizeOptions(model as never, sequelize);
      return constraints !== false && foreignKeys.some((one) => one.holder === holder && one.field === field);
    }),
  );
  const isOwn = getAttributes(holder.prototype)?.[field]?.references !== undefined;
  if (isConstrained || isOwn) return;
  const column = holder.getAttributes()[field] as ModelAttributeColumnOptions;
  delete column.references;
  delete column.onDelete;
  delete column.onUpdate;
}

import type { Association, BelongsTo, HasMany, ModelAttributeColumnOptions } from 'sequelize';
import type {
  AssociationScope,
  CollectionDescription,
  DomainClass,
  EntityDescription,
  EntityReader,
  FieldDescription,
  FieldOrigin,
  ReferenceDescription,
} from '../../metadata';
import { isManyToMany, type ManyToManyAssociation } from '../sequelize/associations';
import { getOptions } from '../sequelize/class-metadata';
import { isVirtual } from '../sequelize/data-types';
import { Model } from '../sequelize/decorators';
import { isTimestamp, timestampsOf, versionFieldOf } from '../sequelize/model-class';
import { describeComputedMember } from './computed-members';
import { declaredRule } from './delete-rules';
import { isExcludedAssociation, nameOfDescription } from './described-models';
import { type DomainModel, domainClassOf, isModel, modelOf } from './domain-model';
import { fieldTypeOfColumn } from './field-types';
import { relationOf } from './relation';

/** Reads fields and associations from initialised models. */
export const modelReader: EntityReader = {
  read(type: DomainClass): EntityDescription {
    const model = modelOf(type);
    const attributes = Object.entries(model.getAttributes());
    const associations = Object.values(model.associations).filter((association) => !isExcludedAssociation(association));
    return {
      fields: attributes
        .filter(([, column]) => !isVirtual(column))
        .map(([name, column]) => describeField(model, name, column)),
      computed: attributes.filter(([, column]) => isVirtual(column)).map(([name]) => name),
      collections: associations.flatMap(describeCollection),
      references: associations.flatMap(describeReference),
      byColumn: new Map(
        attributes.flatMap(([name, { field }]) => (field === undefined ? [] : [[field, name] as const])),
      ),
    };
  },
  computed: describeComputedMember,
  isNamed: (type) => hasGivenName(modelOf(type)),
};

/** By `describeModel`, or by `@Table({ modelName })`: Sequelize sets this option of plain models itself. */
function hasGivenName(model: DomainModel): boolean {
  if (nameOfDescription(model) !== undefined) return true;
  return model.prototype instanceof Model && getOptions(model.prototype)?.modelName === model.name;
}

function describeField(model: DomainModel, name: string, column: ModelAttributeColumnOptions): FieldDescription {
  return {
    name,
    type: fieldTypeOfColumn(column),
    origin: originOf(model, name, column),
    isNullable: column.allowNull !== false && column.primaryKey !== true,
    isAlwaysSet: isTimestamp(model, name) && column.allowNull !== true,
    hasDefault: column.defaultValue !== undefined && column.defaultValue !== null,
    isPrimaryKey: column.primaryKey === true,
    isUnique: isUnique(model, name, column),
  };
}

function originOf(model: DomainModel, name: string, column: ModelAttributeColumnOptions): FieldOrigin {
  const { createdAt, updatedAt, deletedAt } = timestampsOf(model);
  if (column.autoIncrement === true) return 'generated';
  if (name === createdAt) return 'createdAt';
  if (name === updatedAt) return 'updatedAt';
  if (name === deletedAt) return 'deletedAt';
  return name === versionFieldOf(model) ? 'version' : 'payload';
}

/** Whether the column has a unique constraint, or a unique index of its own. */
function isUnique(model: DomainModel, name: string, column: ModelAttributeColumnOptions): boolean {
  if (column.unique === true || (column.primaryKey === true && model.primaryKeyAttributes.length === 1)) return true;
  // A partial index does not cover all rows.
  const indexes = (model.options.indexes ?? []).filter(({ unique, where }) => unique && !where);
  const keys = [...Object.values(model.uniqueKeys), ...indexes];
  return keys.some(({ fields = [] }) => fields.length === 1 && (fields[0] === name || fields[0] === column.field));
}

const ONE_OR_MANY: Readonly<Record<string, 'oneToOne' | 'oneToMany'>> = { HasOne: 'oneToOne', HasMany: 'oneToMany' };

function describeCollection(association: Association): CollectionDescription[] {
  const target = domainClassOf(association.target);
  const property = association.as;
  const scope = scopeOf(association);
  const source = association.source as DomainModel;
  if (isManyToMany(association)) {
    const { through, foreignKey } = association;
    const onDelete = declaredRule(through.model, foreignKey, source);
    const join = describeJoin(association);
    return [{ property, kind: 'manyToMany', target, join, relation: relationOf(association), scope, onDelete }];
  }
  const kind = ONE_OR_MANY[association.associationType];
  if (!kind) return [];
  const { foreignKey } = association as HasMany;
  const onDelete = declaredRule(association.target as DomainModel, foreignKey, source);
  return [{ property, kind, target, foreignKey, relation: relationOf(association), scope, onDelete }];
}

/** The fields of a join table besides its keys; undefined for a join table without a class. */
function describeJoin({ foreignKey, otherKey, through }: ManyToManyAssociation): CollectionDescription['join'] {
  const { model, scope = {} } = through;
  if (!isModel(model)) return undefined;
  const fields = Object.entries(model.getAttributes())
    .filter(([name, column]) => name !== foreignKey && name !== otherKey && !(name in scope) && !isVirtual(column))
    .map(([name, column]) => describeField(model, name, column))
    .filter(({ origin, isPrimaryKey }) => origin === 'payload' && !isPrimaryKey);
  return { type: model, fields };
}

function describeReference(association: Association): ReferenceDescription[] {
  if (association.associationType !== 'BelongsTo') return [];
  const { as: property, foreignKey } = association as BelongsTo;
  const target = domainClassOf(association.target);
  const relation = relationOf(association);
  return [{ property, target, foreignKey, relation, scopes: inverseScopes(association as BelongsTo) }];
}

/** The scopes of a polymorphic foreign key, which only the associations of its target declare. */
function inverseScopes({ source, target, foreignKey }: BelongsTo): AssociationScope[] {
  const inverses = Object.values((target as DomainModel).associations).filter(
    (other) =>
      /^Has/.test(other.associationType) && other.target === source && (other as HasMany).foreignKey === foreignKey,
  );
  const scopes = inverses.map(scopeOf).filter((scope) => scope !== undefined);
  return scopes.length === inverses.length ? scopes : [];
}

function scopeOf(association: Association): AssociationScope | undefined {
  const { scope } = association as { readonly scope?: AssociationScope };
  return scope && Object.keys(scope).length > 0 ? scope : undefined;
}

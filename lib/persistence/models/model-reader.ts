import type { Association, BelongsTo, BelongsToMany, HasMany, ModelAttributeColumnOptions } from 'sequelize';
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
import { describeComputedMember, isVirtual } from './computed-members';
import { declaredRule } from './delete-rules';
import { isExcludedAssociation } from './described-models';
import { type DomainModel, isModel, modelOf } from './domain-model';
import { type ColumnType, fieldTypeOf } from './field-types';
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
    };
  },
  computed: describeComputedMember,
};

function describeField(model: DomainModel, name: string, column: ModelAttributeColumnOptions): FieldDescription {
  return {
    name,
    type: fieldTypeOf(column.type as unknown as ColumnType),
    origin: originOf(model, name, column),
    isNullable: column.allowNull !== false && column.primaryKey !== true,
    isAlwaysSet: isTimestamp(model, name) && column.allowNull !== true,
    hasDefault: column.defaultValue !== undefined && column.defaultValue !== null,
    isPrimaryKey: column.primaryKey === true,
    isUnique: isUnique(model, name, column),
  };
}

function isTimestamp({ _timestampAttributes: { createdAt, updatedAt } }: DomainModel, name: string): boolean {
  return name === createdAt || name === updatedAt;
}

function originOf(model: DomainModel, name: string, column: ModelAttributeColumnOptions): FieldOrigin {
  const { createdAt, updatedAt, deletedAt } = model._timestampAttributes;
  if (column.autoIncrement === true) return 'generated';
  if (name === createdAt) return 'createdAt';
  if (name === updatedAt) return 'updatedAt';
  if (name === deletedAt) return 'deletedAt';
  return name === model._versionAttribute ? 'version' : 'payload';
}

/** Whether the column has a unique constraint, or a unique index of its own. */
function isUnique(model: DomainModel, name: string, column: ModelAttributeColumnOptions): boolean {
  if (column.unique === true || column.primaryKey === true) return true;
  // A partial index does not cover all rows.
  const indexes = (model.options.indexes ?? []).filter(({ unique, where }) => unique && !where);
  const keys = [...Object.values(model.uniqueKeys), ...indexes];
  return keys.some(({ fields = [] }) => fields.length === 1 && (fields[0] === name || fields[0] === column.field));
}

const ONE_OR_MANY: Readonly<Record<string, 'oneToOne' | 'oneToMany'>> = { HasOne: 'oneToOne', HasMany: 'oneToMany' };

function describeCollection(association: Association): CollectionDescription[] {
  const target = association.target as unknown as DomainClass;
  const property = association.as;
  const scope = scopeOf(association);
  const source = association.source as DomainModel;
  if (association.associationType === 'BelongsToMany') {
    const { through, foreignKey } = association as BelongsToMany & { through: { readonly model: DomainModel } };
    const onDelete = declaredRule(through.model, foreignKey, source);
    const join = describeJoin(association as BelongsToMany);
    return [{ property, kind: 'manyToMany', target, join, relation: relationOf(association), scope, onDelete }];
  }
  const kind = ONE_OR_MANY[association.associationType];
  if (!kind) return [];
  const { foreignKey } = association as HasMany;
  const onDelete = declaredRule(association.target as DomainModel, foreignKey, source);
  return [{ property, kind, target, foreignKey, relation: relationOf(association), scope, onDelete }];
}

/** The fields of a join table besides its keys; undefined for a join table without a class. */
function describeJoin(association: BelongsToMany): CollectionDescription['join'] {
  const { foreignKey, otherKey, through } = association as BelongsToMany & {
    readonly through: { readonly model: DomainModel; readonly scope?: AssociationScope };
  };
  const { model, scope = {} } = through;
  if (!isModel(model)) return undefined;
  const fields = Object.entries(model.getAttributes())
    .filter(([name, column]) => name !== foreignKey && name !== otherKey && !(name in scope) && !isVirtual(column))
    .map(([name, column]) => describeField(model, name, column))
    .filter(({ origin, isPrimaryKey }) => origin === 'payload' && !isPrimaryKey);
  return { type: model as unknown as DomainClass, fields };
}

function describeReference(association: Association): ReferenceDescription[] {
  if (association.associationType !== 'BelongsTo') return [];
  const { as: property, foreignKey } = association as BelongsTo;
  const target = association.target as unknown as DomainClass;
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

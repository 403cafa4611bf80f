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
import { declaredRule } from './delete-rules';
import { type DomainModel, modelOf } from './domain-model';
import { type ColumnType, fieldTypeOf } from './field-types';

/** Reads fields and associations from initialised models. */
export const modelReader: EntityReader = {
  read(type: DomainClass): EntityDescription {
    const model = modelOf(type);
    const attributes = Object.entries(model.getAttributes());
    return {
      fields: attributes
        .filter(([, column]) => !isVirtual(column))
        .map(([name, column]) => describeField(model, name, column)),
      computed: attributes.filter(([, column]) => isVirtual(column)).map(([name]) => name),
      collections: Object.values(model.associations).flatMap(describeCollection),
      references: Object.values(model.associations).flatMap(describeReference),
    };
  },
};

function describeField(model: DomainModel, name: string, column: ModelAttributeColumnOptions): FieldDescription {
  return {
    name,
    type: fieldTypeOf(column.type as unknown as ColumnType),
    origin: originOf(model, name, column),
    isNullable: column.allowNull !== false && column.primaryKey !== true,
    hasDefault: column.defaultValue !== undefined && column.defaultValue !== null,
    isPrimaryKey: column.primaryKey === true,
    isUnique: isUnique(model, name, column),
  };
}

function originOf(model: DomainModel, name: string, column: ModelAttributeColumnOptions): FieldOrigin {
  const { createdAt, updatedAt, deletedAt } = model._timestampAttributes;
  if (column.autoIncrement === true) return 'generated';
  if (name === createdAt) return 'createdAt';
  if (name === updatedAt) return 'updatedAt';
  if (name === deletedAt) return 'deletedAt';
  return name === model._versionAttribute ? 'version' : 'payload';
}

/** By a constraint of the column, or by an index on it alone. */
function isUnique(model: DomainModel, name: string, column: ModelAttributeColumnOptions): boolean {
  if (column.unique === true || column.primaryKey === true) return true;
  const keys = [...Object.values(model.uniqueKeys), ...(model.options.indexes ?? []).filter(({ unique }) => unique)];
  return keys.some(({ fields = [] }) => fields.length === 1 && (fields[0] === name || fields[0] === column.field));
}

function isVirtual(column: ModelAttributeColumnOptions): boolean {
  return (column.type as unknown as ColumnType).key === 'VIRTUAL';
}

function describeCollection(association: Association): CollectionDescription[] {
  const target = association.target as unknown as DomainClass;
  const property = association.as;
  const scope = scopeOf(association);
  const source = association.source as DomainModel;
  if (association.associationType === 'BelongsToMany') {
    const { through, foreignKey } = association as BelongsToMany & { through: { readonly model: DomainModel } };
    const onDelete = declaredRule(through.model, foreignKey, source);
    return [{ property, kind: 'manyToMany', target, scope, onDelete }];
  }
  if (association.associationType !== 'HasMany') return [];
  const { foreignKey } = association as HasMany;
  const onDelete = declaredRule(association.target as DomainModel, foreignKey, source);
  return [{ property, kind: 'oneToMany', target, foreignKey, scope, onDelete }];
}

function describeReference(association: Association): ReferenceDescription[] {
  if (association.associationType !== 'BelongsTo') return [];
  const { as: property, foreignKey } = association as BelongsTo;
  const target = association.target as unknown as DomainClass;
  return [{ property, target, foreignKey, scopes: scopesOfOthers(association as BelongsTo) }];
}

/** A to-one association cannot say when its foreign key is one of its target; those of the target back to it can. */
function scopesOfOthers({ source, target, foreignKey }: BelongsTo): AssociationScope[] {
  const others = Object.values((target as DomainModel).associations).filter(
    (other) =>
      /^Has/.test(other.associationType) && other.target === source && (other as HasMany).foreignKey === foreignKey,
  );
  const scopes = others.map(scopeOf).filter((scope) => scope !== undefined);
  return scopes.length === others.length ? scopes : [];
}

function scopeOf(association: Association): AssociationScope | undefined {
  const { scope } = association as { readonly scope?: AssociationScope };
  return scope && Object.keys(scope).length > 0 ? scope : undefined;
}

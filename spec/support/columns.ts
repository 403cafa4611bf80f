import type { DataType as ColumnType } from 'sequelize';
import { AllowNull, Column, DataType, ForeignKey, PrimaryKey, Table } from 'sequelize-typescript';

/** Decorators for the columns that most fixtures have, each of them a few of sequelize-typescript's as one. */

type Decorator = ReturnType<typeof ForeignKey>;
type ModelType = ReturnType<Related>;
type Related = Parameters<typeof ForeignKey>[0];

/** A text of at most this many characters. */
export const StringColumn = (length: number) => Column(DataType.STRING(length));

/** A whole number. */
export const IntegerColumn = Column(DataType.INTEGER);

/** A column of this type that must have a value. */
export const Required = (type: ColumnType) => together(AllowNull(false), Column(type));

/** A text of at most this many characters that must be there. */
export const RequiredString = (length: number) => Required(DataType.STRING(length));

/** A whole number that must be there. */
export const RequiredInteger = Required(DataType.INTEGER);

/** The key of an entity of that class. */
export const KeyOf = (related: Related, type: ColumnType = DataType.BIGINT) =>
  together(ForeignKey(related), Column(type));

/** The key of an entity of that class, which must be there. */
export const RequiredKeyOf = (related: Related, type: ColumnType = DataType.BIGINT) =>
  together(ForeignKey(related), Required(type));

/** The key of an entity of that class, which is the row's own key or a part of it. */
export const PrimaryKeyOf = (related: Related, type: ColumnType = DataType.BIGINT) =>
  together(ForeignKey(related), PrimaryKey, Column(type));

/** Marks a class without fields as the table that joins others: a row is nothing but a key of each. */
export const JoinTable = (tableName: string, keys: Readonly<Record<string, Related>>) => (type: ModelType) => {
  for (const [property, related] of Object.entries(keys)) KeyOf(related)(type.prototype, property);
  Table({ tableName, timestamps: false })(type);
};

/** Applies the decorators as if they stood above the property in this order: the last one first. */
function together(...decorators: readonly Decorator[]): Decorator {
  return (target: object, property: string) => {
    for (const decorate of decorators.toReversed()) decorate(target, property);
  };
}

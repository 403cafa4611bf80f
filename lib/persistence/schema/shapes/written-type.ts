import type { ModelAttributeColumnOptions } from 'sequelize';

/** A type of Sequelize as it writes it; those of an ENUM ask how its values are written. */
interface WrittenType {
  toSql(options: { escape(value: string): string }): string;
}

/** The type of a column as CREATE TABLE has it. */
export function writtenType({ type }: ModelAttributeColumnOptions): string {
  return (type as unknown as WrittenType).toSql({ escape: (value) => `'${value.replaceAll("'", "''")}'` });
}

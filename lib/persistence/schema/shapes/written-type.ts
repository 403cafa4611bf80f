import type { ModelAttributeColumnOptions } from 'sequelize';

/** A data type of Sequelize; that of an ENUM needs a function to escape its values. */
interface WrittenType {
  toSql(options: { escape(value: string): string }): string;
}

/** The type of a column in CREATE TABLE. */
export function writtenType({ type }: ModelAttributeColumnOptions): string {
  return (type as unknown as WrittenType).toSql({ escape: (value) => `'${value.replaceAll("'", "''")}'` });
}

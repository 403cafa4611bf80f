import type { Sequelize } from 'sequelize';

/** A model class. */
interface Stored {
  readonly sequelize?: object;
}

/** The statements that the work sends to the database of a model, without those that begin and end transactions. */
export async function statementsOf(model: Stored, work: () => Promise<unknown>): Promise<string[]> {
  const statements = await allStatementsOf(model, work);
  return statements.filter((text) => !/^(START|BEGIN|COMMIT|ROLLBACK|SET|SAVEPOINT)/.test(text));
}

/** All statements that the work sends, including BEGIN and COMMIT. */
export async function allStatementsOf({ sequelize }: Stored, work: () => Promise<unknown>): Promise<string[]> {
  const { options } = sequelize as Sequelize & { options: { logging?: unknown } };
  const before = options.logging;
  const statements: string[] = [];
  options.logging = (text: string) => statements.push(text.replace(/^Execut\w+ \([^)]*\): /, ''));
  try {
    await work();
  } finally {
    options.logging = before;
  }
  return statements;
}

/** The columns that the first SELECT from a table loads. */
export function selectedColumns(statements: readonly string[], table: string): string[] {
  const select = statements.find((text) => new RegExp(`FROM .${table}. AS`).test(text))!;
  const list = select.slice('SELECT '.length, select.indexOf(' FROM '));
  return list.split(', ').map((column) => column.replace(/.* AS |[`"]|\w+[`"]?\./g, ''));
}

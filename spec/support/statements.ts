import type { Sequelize } from 'sequelize';

/** The statements that the work sends to the database of a model, without those that open and end transactions. */
export async function statementsOf(
  { sequelize }: { readonly sequelize?: object },
  work: () => Promise<unknown>,
): Promise<string[]> {
  const { options } = sequelize as Sequelize & { options: { logging?: unknown } };
  const before = options.logging;
  const statements: string[] = [];
  options.logging = (text: string) => statements.push(text.replace(/^Execut\w+ \([^)]*\): /, ''));
  try {
    await work();
  } finally {
    options.logging = before;
  }
  return statements.filter((text) => !/^(START|BEGIN|COMMIT|ROLLBACK|SET|SAVEPOINT)/.test(text));
}

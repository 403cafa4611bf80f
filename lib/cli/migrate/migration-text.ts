import { sqlFileOf, type WrittenMigration } from '../../persistence';

/** Generates the file of a migration. */
export function migrationText({ up, down, losses, notes }: WrittenMigration, isTypeScript: boolean): string {
  if (!isTypeScript) return sqlFileOf(up, down, [...losses, ...notes]);
  const comments = [...losses, ...notes].map((line) => `// ${line}\n`).join('');
  return `import type { MigrationContext } from 'koaggregate';

${comments}export async function up(${parameter(up)}): Promise<void> {
${bodyOf(up)}}

export async function down(${parameter(down)}): Promise<void> {
${bodyOf(down)}}
`;
}

function parameter(statements: readonly string[]): string {
  return statements.length === 0 ? '_: MigrationContext' : '{ sql }: MigrationContext';
}

function bodyOf(statements: readonly string[]): string {
  if (statements.length === 0) return "  // await sql('ALTER TABLE …');\n";
  return statements.map((statement) => `  await sql(${quoted(statement)});\n`).join('');
}

function quoted(text: string): string {
  return `\`${text.replaceAll('\\', '\\\\').replaceAll('`', '\\`').replaceAll('${', '\\${')}\``;
}

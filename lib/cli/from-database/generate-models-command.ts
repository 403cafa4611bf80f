import { existsSync } from 'node:fs';
import { Command } from 'commander';
import type { Container } from '../../core';
import { kebabCase } from '../../naming';
import { DataSource, type Dialect, parseDatabaseUrl, type TableShape } from '../../persistence';
import { commaSeparated } from '../option-values';
import { databaseOf, withDatabase } from '../project/databases';
import { inspectProject } from '../project/open-project';
import { projectRootOf } from '../project/project-folder';
import { type ProjectOptions, withProjectOptions } from '../project/project-options';
import { writeFiles } from '../project/write-files';
import type { Terminal } from '../terminal';
import { classFile } from './class-file';
import { type PlannedClass, planClasses } from './plan-classes';
import { versionCandidate, versionHint } from './version-column';

interface GenerateOptions extends ProjectOptions {
  /** The URL; true for the database of the project. */
  readonly fromDatabase: string | true;
  readonly out: string;
  readonly tables?: readonly string[];
  readonly roots?: readonly string[];
  readonly force?: true;
}

/** `koaggregate generate-models --from-database`: generates domain classes from existing tables. */
export function generateModelsCommand(terminal: Terminal): Command {
  const command = new Command('generate-models')
    .description('Generate domain classes from the tables of an existing database')
    .requiredOption('--from-database [url]', 'URL of the database (default: the database of the project)')
    .option('--out <dir>', 'output folder, relative to the project root', 'src/domain')
    .option('--tables <names>', 'tables to read, separated by commas (default: all)', commaSeparated)
    .option(
      '--roots <names>',
      'tables of aggregate roots, separated by commas (default: those without an owner)',
      commaSeparated,
    )
    .option('--force', 'overwrite existing files');
  return withProjectOptions(command).action(async (options: GenerateOptions) => {
    const root = projectRootOf(options);
    const schema = await readSchema(options, root, terminal);
    const tables = schema.tables.filter(
      ({ name }) => !INTERNAL_TABLES.test(name) && (options.tables?.includes(name) ?? true),
    );
    verifyNames([...(options.tables ?? []), ...(options.roots ?? [])], schema.tables);
    const { classes, leftOut } = planClasses(tables, { dialect: schema.dialect, roots: options.roots });
    for (const line of leftOut) terminal.error(`Left out: ${line}.`);
    if (classes.length === 0) throw new Error('The database has no table for which a class can be generated.');
    const files = classes.map((planned) => ({
      path: `${options.out}/${kebabCase(planned.name)}.ts`,
      text: classFile(planned, classes),
    }));
    writeFiles(root, files, { force: options.force });
    for (const [index, planned] of classes.entries()) terminal.log(`${files[index]!.path}  ${roleOf(planned)}`);
    for (const planned of classes) {
      const candidate = versionCandidate(planned);
      if (candidate) terminal.log(`${planned.name} has no version. ${versionHint(candidate)}`);
    }
  });
}

/** Tables of the framework and of migration tools. */
const INTERNAL_TABLES = /^(?:koaggregate_|SequelizeMeta$|schema_migrations$|flyway_schema_history$|DATABASECHANGELOG)/i;

interface DatabaseSchema {
  readonly tables: readonly TableShape[];
  readonly dialect: Dialect;
}

async function readSchema({ fromDatabase, ...options }: GenerateOptions, root: string, terminal: Terminal) {
  const read = async (dataSource: DataSource): Promise<DatabaseSchema> => ({
    tables: await dataSource.storedTables(),
    dialect: dataSource.url.dialect,
  });
  if (fromDatabase === true) {
    const look = (container: Container) => withDatabase(databaseOf(container), true, read);
    return inspectProject(options, terminal, look);
  }
  verifyFileExists(fromDatabase, root);
  const pool = { max: 2, min: 0, acquireMs: 10_000, idleMs: 1000 };
  const configuration = { url: fromDatabase, pool, providerProperties: {} };
  const source = { projectRoot: root, isCompared: true, isReadOnly: true, log: (line: string) => terminal.error(line) };
  const dataSource = await DataSource.open(configuration, [], source);
  return read(dataSource).finally(() => dataSource.close());
}

/** SQLite would create the file. */
function verifyFileExists(url: string, root: string): void {
  const { storage = ':memory:' } = parseDatabaseUrl(url, root);
  if (storage === ':memory:' || existsSync(storage)) return;
  throw new Error(`The file ${storage} does not exist: correct the URL of --from-database.`);
}

function verifyNames(names: readonly string[], tables: readonly TableShape[]): void {
  const missing = names.find((name) => !tables.some((table) => table.name === name));
  if (missing === undefined) return;
  throw new Error(`Unknown table "${missing}". Known tables: ${tables.map(({ name }) => name).join(', ')}.`);
}

function roleOf({ isJoin, isRoot, name, owners, table }: PlannedClass): string {
  if (isJoin) return `${name}, the join table ${table.name}`;
  if (isRoot) return `${name}, an aggregate root (${table.name})`;
  return `${name}, in a collection of ${owners.join(' and ') || 'no root'} (${table.name})`;
}

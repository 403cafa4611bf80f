import { existsSync } from 'node:fs';
import { Command } from 'commander';
import type { Container } from '../../core';
import { kebabCase, nearestHint } from '../../naming';
import { DataSource, type Dialect, parseDatabaseUrl, type TableShape } from '../../persistence';
import { commaSeparated } from '../option-values';
import { databaseOf, withDatabase } from '../project/databases';
import { inspectProject } from '../project/open-project';
import { projectRootOf } from '../project/project-folder';
import { type ProjectOptions, withProjectOptions } from '../project/project-options';
import { writeFiles } from '../project/write-files';
import type { Terminal } from '../terminal';
import { classFile } from './class-file';
import { isInternalTable } from './internal-tables';
import { type PlannedClasses, planClasses } from './plan-classes';
import { linesOf } from './planned-lines';
import { ROOT_RULE } from './roots';

interface GenerateOptions extends ProjectOptions {
  /** The URL; true for the database of the project. */
  readonly fromDatabase: string | true;
  readonly out: string;
  readonly tables?: readonly string[];
  readonly roots?: readonly string[];
  readonly views?: true;
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
      'tables of aggregate roots, separated by commas (default: those that are no children)',
      commaSeparated,
    )
    .option('--views', 'write classes of views, too, which are only listed')
    .option('--force', 'overwrite existing files');
  return withProjectOptions(command).action(async (options: GenerateOptions) => {
    const root = projectRootOf(options);
    const schema = await readSchema(options, root, terminal);
    verifyNames([...(options.tables ?? []), ...(options.roots ?? [])], schema.tables);
    const tables = schema.tables.filter(
      ({ name }) => !isInternalTable(name) && (options.tables?.includes(name) ?? true),
    );
    const { roots, views } = options;
    const planned = planClasses(tables, { dialect: schema.dialect, roots, views });
    const { classes } = planned;
    for (const line of planned.leftOut) terminal.error(`Left out: ${line}.`);
    if (classes.length === 0) throw new Error('The database has no table for which a class can be generated.');
    verifyRoots(options.roots ?? [], planned);
    const files = classes.map((one) => ({
      path: `${options.out}/${kebabCase(one.name)}.ts`,
      text: classFile(one, classes),
    }));
    writeFiles(root, files, { force: options.force });
    const paths = files.map(({ path }) => path);
    for (const line of linesOf(planned, paths)) terminal.log(line);
    if (!options.roots) terminal.log(ROOT_RULE);
  });
}

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
  const known = tables.map(({ name }) => name);
  const missing = names.find((name) => !known.includes(name));
  if (missing === undefined) return;
  throw new Error(`Unknown table "${missing}"${nearestHint(missing, known)}. Known tables: ${known.join(', ')}.`);
}

/** Join tables and tables without a class have no routes. */
function verifyRoots(roots: readonly string[], { classes }: PlannedClasses): void {
  const missing = roots.find((root) => !classes.some(({ table, isJoin }) => table.name === root && !isJoin));
  if (missing === undefined) return;
  const isJoin = classes.some(({ table }) => table.name === missing);
  const reason = isJoin ? 'it is a join table' : 'it has no class';
  throw new Error(`The table ${missing} of --roots cannot be a root: ${reason}.`);
}

import { stderr, stdin } from 'node:process';
import { Command } from 'commander';
import type { Terminal } from '../terminal';
import { askMissing, type Choices } from './ask-missing';
import { registrySource, tarballSource } from './package-source';
import { projectDatabase } from './project-database';
import { projectNames } from './project-name';
import { writeProject } from './write-project';

interface NewOptions extends Choices {
  readonly package?: string;
  readonly yes?: boolean;
  readonly force?: boolean;
}

/** `koaggregate new NAME`: a project that is installed, tested and started as it stands. */
export function newCommand(terminal: Terminal): Command {
  return new Command('new')
    .description('writes a new project')
    .argument('<name>', 'the name of the package, and of the folder')
    .option('--database <database>', 'sqlite, mariadb, or the URL of a server: mysql://user:password@host:port/name')
    .option('--esm', 'ES modules')
    .option('--no-esm', 'CommonJS')
    .option('--package <tarball>', 'takes this package from a tarball, of which the project keeps a copy')
    .option('-y, --yes', 'asks nothing: SQLite and CommonJS, unless an option says otherwise')
    .option('--force', 'writes into a folder that is not empty, over the files that are there')
    .addHelpText(
      'after',
      '\nAt a terminal it asks for the database and the kind of modules, where no option says them.',
    )
    .action(async (name: string, options: NewOptions) => {
      const names = projectNames(name);
      const source = options.package === undefined ? registrySource() : tarballSource(options.package);
      const { database, esm } = await choicesOf(options);
      const project = { ...names, isEsm: esm, database: projectDatabase(database, names.applicationName), ...source };
      const { files, overwritten } = writeProject(names.folder, project, options.force);
      source.copyInto(names.folder);
      if (overwritten.length > 0) terminal.error(`Overwritten: ${overwritten.join(', ')}.`);
      terminal.log(`${names.folder}: ${files.length} files.\n\n${nextSteps(names.folder, project.database.kind)}`);
    });
}

async function choicesOf(options: NewOptions): Promise<Required<Choices>> {
  const isAsking = stdin.isTTY && !options.yes && (options.database === undefined || options.esm === undefined);
  if (isAsking) return askMissing(options, { input: stdin, output: stderr });
  return { database: options.database ?? 'sqlite', esm: options.esm ?? false };
}

function nextSteps(folder: string, kind: 'sqlite' | 'mariadb'): string {
  const steps = [
    `cd ${folder}`,
    'npm install',
    'npm test',
    ...(kind === 'mariadb' ? ['docker compose up -d database   # or the server that DB_URL in .env names'] : []),
    'npm start',
  ];
  return `Next:\n${steps.map((step) => `  ${step}`).join('\n')}`;
}

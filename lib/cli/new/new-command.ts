import { stderr, stdin } from 'node:process';
import { Command } from 'commander';
import type { Terminal } from '../terminal';
import { askMissing, type Choices } from './ask-missing';
import { registrySource, tarballSource } from './package-source';
import { projectDatabase } from './project-database';
import { projectNames } from './project-names';
import { writeProject } from './write-project';

interface NewOptions extends Choices {
  readonly package?: string;
  readonly yes?: boolean;
  readonly force?: boolean;
}

/** `koaggregate new NAME`: creates a project. */
export function newCommand(terminal: Terminal): Command {
  return new Command('new')
    .description('Create a project')
    .argument('<name>', 'name of the package and of its folder')
    .option('--database <database>', 'sqlite, mariadb, or a server URL: mysql://user:password@host:port/name')
    .option('--esm', 'use ES modules')
    .option('--no-esm', 'use CommonJS')
    .option('--package <tarball>', 'install koaggregate from a tarball, and keep a copy of it in the project')
    .option('-y, --yes', 'ask nothing: SQLite and CommonJS, unless an option says otherwise')
    .option('--force', 'write into a folder that is not empty, and overwrite its files')
    .addHelpText('after', '\nAsks for the database and the module format at a terminal, unless options set them.')
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

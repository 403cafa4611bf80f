import { join, relative, resolve } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { documentsOf } from '../project/documents-of';
import { inspectProject } from '../project/open-project';
import { projectRootOf } from '../project/project-folder';
import { type ProjectOptions, withProjectOptions } from '../project/project-options';
import type { Terminal } from '../terminal';
import { type Change, CLASSES } from './change';
import { contractChanges } from './contract-changes';
import { type Contract, contractOf, readContract, writeContract } from './contract-file';

type ContractOptions = ProjectOptions & { readonly force?: true };
type DiffOptions = ProjectOptions & { readonly json?: true };

/** `koaggregate contract`: writes the API contract to a file; `contract diff` compares the API with it. */
export function contractCommand(terminal: Terminal, exit: (code: number) => void): Command {
  const command = new Command('contract')
    .description('Write the API to a file, with which contract diff compares later versions')
    .option('--force', 'overwrite a file that is not a contract');
  return withProjectOptions(command)
    .argument('[file]', 'contract file (default: contract.json in the project)', parseFile)
    .addCommand(diffCommand(terminal, exit))
    .action(async (path: string | undefined, options: ContractOptions) => {
      const file = fileOf(path, options);
      const contract = await contractIn(options, terminal);
      writeContract(file, contract, options.force === true);
      terminal.log(relative(process.cwd(), file));
    });
}

/** A single word is a mistyped command rather than a file. */
function parseFile(text: string): string {
  if (/[./\\]/.test(text)) return text;
  throw new InvalidArgumentError(`The only command is "diff". For a file of this name, write ./${text}.`);
}

function diffCommand(terminal: Terminal, exit: (code: number) => void): Command {
  const command = new Command('diff')
    .description('Compare the API with its contract file, and fail on breaking changes')
    .argument('[file]', 'contract file (default: contract.json in the project)')
    .option('--json', 'print JSON');
  return withProjectOptions(command).action(async (path: string | undefined, options: DiffOptions) => {
    const before = readContract(fileOf(path, options));
    const changes = contractChanges(before, await contractIn(options, terminal));
    if (changes.some((change) => change.class === 'breaking')) exit(1);
    if (options.json) terminal.log(JSON.stringify(changes, null, 2));
    else for (const line of linesOf(changes)) terminal.log(line);
  });
}

function fileOf(file: string | undefined, options: ProjectOptions): string {
  return file === undefined ? join(projectRootOf(options), 'contract.json') : resolve(file);
}

async function contractIn(options: ProjectOptions, terminal: Terminal): Promise<Contract> {
  return contractOf(await inspectProject(options, terminal, documentsOf));
}

function linesOf(changes: readonly Change[]): readonly string[] {
  if (changes.length === 0) return ['Nothing has changed.'];
  const groups = CLASSES.map((name) => [name, changes.filter((change) => change.class === name)] as const);
  return groups
    .filter(([, group]) => group.length > 0)
    .flatMap(([name, group]) => [`${name} (${group.length})`, ...group.map(lineOf)]);
}

function lineOf({ place, part, what }: Change): string {
  return `  ${place}${part && `, ${part}`}: ${what}`;
}

import { Command, Option } from 'commander';
import type { Application as CoreApplication } from '../../core';
import { isPlainObject } from '../../foundation';
import { Application, permissionMatrix } from '../../rest';
import type { SecuritySection } from '../../security';
import { inspectProject } from '../project/open-project';
import { type ProjectOptions, withProjectOptions } from '../project/project-options';
import { readJson } from '../read-json';
import type { Terminal } from '../terminal';
import { FORMATS } from './formats';
import { type Matrices, widenings } from './widenings';

const WRITE_IT = 'Write it with koaggregate audit --format json.';

interface AuditOptions extends ProjectOptions {
  readonly format: keyof typeof FORMATS;
  readonly json?: true;
  readonly check?: string;
}

/** `koaggregate audit`: prints or checks the permission matrix, without starting anything or opening a database. */
export function auditCommand(terminal: Terminal, exit: (code: number) => void): Command {
  const command = new Command('audit')
    .description('Print the permissions, scopes and visible fields of each route')
    .addOption(new Option('--format <name>', 'output format').choices(Object.keys(FORMATS)).default('table'))
    .option('--json', 'same as --format json')
    .option('--check <file>', 'compare with the output of --format json in a file, and fail if access has widened');
  return withProjectOptions(command).action(async (options: AuditOptions) => {
    const matrices = await inspectProject(options, terminal, (container) => matricesOf(container.inspect()));
    if (options.check === undefined) terminal.log(FORMATS[options.json ? 'json' : options.format]!(matrices));
    else exit(check(readMatrices(options.check), options.check, matrices, terminal));
  });
}

async function matricesOf(applications: readonly CoreApplication[]): Promise<Matrices> {
  const matrices: Record<string, Matrices[string]> = {};
  for (const application of applications) {
    matrices[application.constructor.name] = permissionMatrix(
      await application.inspect(),
      application instanceof Application ? application.registry : undefined,
      (application.configuration as { readonly security?: SecuritySection }).security,
    );
  }
  return matrices;
}

function check(before: Matrices, file: string, now: Matrices, terminal: Terminal): number {
  const sentences = widenings(before, now);
  for (const sentence of sentences) terminal.error(sentence);
  if (sentences.length === 0) terminal.log(`Nothing has widened since ${file} was written.`);
  else terminal.error(`If this is intended, update the file: koaggregate audit --format json > ${file}`);
  return sentences.length === 0 ? 0 : 1;
}

function readMatrices(file: string): Matrices {
  const matrices = readJson(file, WRITE_IT);
  if (isMatrices(matrices)) return matrices;
  throw new Error(`${file} is not the output of an audit. ${WRITE_IT}`);
}

function isMatrices(value: unknown): value is Matrices {
  return isPlainObject(value) && Object.values(value).every(Array.isArray);
}

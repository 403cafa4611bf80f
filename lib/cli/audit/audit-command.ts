import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Application, permissionMatrix } from '../../rest';
import type { SecuritySection } from '../../security';
import { inspectedContainer, PROJECT_OPTIONS, PROJECT_USAGE } from '../project-options';
import type { Terminal } from '../terminal';
import { FORMATS } from './formats';
import { type Matrices, widenings } from './widenings';

export const AUDIT_USAGE = `koaggregate audit [--format table|json|markdown] [--check FILE] [--project DIR] [--modules DIR] [--config DIR] [--application MODULE]…

Prints what each route of the applications listed in config/services/Application needs and lets through: permissions,
row scopes, readable and writable members with what they need beside it, and where that was declared. Nothing is
started, and no database is reached.

  --format NAME   table (the default), json or markdown
  --check FILE    compares with a file that was written by --format json, prints what has widened since, and fails if
                  anything has
${PROJECT_USAGE}`;

/**
 * @returns the exit code: 0, or 1 when something has widened
 * @throws what would stop the start of an application, or TypeError for words that are no options
 */
export async function auditCommand(words: readonly string[], terminal: Terminal): Promise<number> {
  const { values } = parseArgs({
    args: [...words],
    options: { ...PROJECT_OPTIONS, format: { type: 'string', default: 'table' }, check: { type: 'string' } },
  });
  const format = Object.hasOwn(FORMATS, values.format) ? FORMATS[values.format] : undefined;
  if (!format)
    throw new Error(`--format ${values.format} is not known: write one of ${Object.keys(FORMATS).join(', ')}.`);
  const matrices = await matricesOf(inspectedContainer(values, terminal));
  if (values.check !== undefined) return check(readMatrices(values.check), values.check, matrices, terminal);
  terminal.log(format(matrices));
  return 0;
}

async function matricesOf(applications: ReturnType<typeof inspectedContainer>): Promise<Matrices> {
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
  const found = widenings(before, now);
  for (const sentence of found) terminal.error(sentence);
  if (found.length === 0) terminal.log(`Nothing has widened since ${file} was written.`);
  else terminal.error(`If that is meant, write the file again: koaggregate audit --format json > ${file}`);
  return found.length === 0 ? 0 : 1;
}

function readMatrices(file: string): Matrices {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Matrices;
  } catch (error) {
    const reason = (error as Error).message;
    throw new Error(`--check ${file} cannot be read (${reason}): write it with koaggregate audit --format json.`);
  }
}

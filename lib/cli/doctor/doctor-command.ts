import { Command } from 'commander';
import type { Container } from '../../core';
import { SeveralMistakes } from '../../foundation';
import { sqlFileOf } from '../../persistence';
import { Application } from '../../rest';
import { inColumns } from '../columns';
import { migrationPath } from '../migrate/migration-path';
import { withProgress } from '../progress';
import { databasesOf } from '../project/databases';
import { inspectProject } from '../project/open-project';
import { type ProjectOptions, withProjectOptions } from '../project/project-options';
import { writeFiles } from '../project/write-files';
import type { Terminal } from '../terminal';
import { checkConfiguration } from './check-configuration';
import { checkCreates } from './check-creates';
import { checkDatabase, type DatabaseFindings } from './check-database';
import { checkModel } from './check-model';
import { checkOverrides } from './check-overrides';
import { checkPackages } from './check-packages';
import { checkRoutes } from './check-routes';
import { checkSources } from './check-sources';
import type { Finding, Level } from './finding';

type DoctorOptions = ProjectOptions & { readonly json?: true; readonly fix?: true };

/** `koaggregate doctor`: checks models, database, routes, configuration and packages, and suggests remedies. */
export function doctorCommand(terminal: Terminal, exit: (code: number) => void): Command {
  const command = new Command('doctor')
    .description('Check models, database, routes, configuration and packages for problems')
    .option('--json', 'print JSON')
    .option('--fix', 'write a migration that adds the missing indexes');
  return withProjectOptions(command).action(async (options: DoctorOptions) => {
    const findings = await withProgress(terminal, 'Checking the project', () => findingsOf(options, terminal));
    if (options.json) terminal.log(JSON.stringify(findings, null, 2));
    else for (const line of linesOf(findings)) terminal.log(line);
    if (findings.some(({ level }) => level !== 'note')) exit(1);
  });
}

async function findingsOf(options: DoctorOptions, terminal: Terminal): Promise<readonly Finding[]> {
  try {
    return await inspectProject(options, terminal, (container) => examineAll(container, options, terminal));
  } catch (error) {
    return mistakesIn(error).map(ofMistake);
  }
}

async function examineAll(
  container: Container,
  { fix }: DoctorOptions,
  terminal: Terminal,
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  const domainApplications = container.inspect().filter((application) => application instanceof Application);
  for (const application of domainApplications) findings.push(...(await examineOne(application)));
  for (const { applications } of domainApplications.length > 0 ? databasesOf(container) : []) {
    const checked: DatabaseFindings[] = [];
    for (const application of applications) checked.push(await checkDatabase(application));
    findings.push(...checked.flatMap((database) => database.findings));
    if (fix) writeIndexes(applications[0], checked, terminal);
  }
  const [{ project } = { project: undefined }] = container.applications;
  if (project) findings.push(...checkSources(project.projectRoot), ...checkPackages(project.projectRoot));
  return [...findings, ...checkConfiguration(container)];
}

async function examineOne(application: Application): Promise<readonly Finding[]> {
  return [
    ...(await checkRoutes(application)),
    ...(await checkOverrides(application)),
    ...(await checkCreates(application)),
    ...(await checkModel(application)),
  ];
}

/** Writes one migration with the missing indexes of all applications of a database. */
function writeIndexes(application: Application, checked: readonly DatabaseFindings[], terminal: Terminal): void {
  const up = new Set(checked.flatMap(({ indexes }) => indexes.up));
  const down = new Set([...checked].reverse().flatMap(({ indexes }) => indexes.down));
  if (up.size === 0) return;
  const path = migrationPath('add-missing-indexes', application, false);
  const [written] = writeFiles(application.project.projectRoot, [{ path, text: sqlFileOf([...up], [...down], []) }]);
  terminal.error(`${written!.path} adds ${counted(up.size, 'index', 'indexes')}. Run it with koaggregate migrate up.`);
}

function mistakesIn(error: unknown): readonly Error[] {
  return error instanceof SeveralMistakes ? error.mistakes : [error as Error];
}

function ofMistake(error: Error & { readonly code?: unknown }): Finding {
  return {
    code: codeOf(error),
    level: 'error',
    place: 'startup',
    problem: error.message,
    remedy: 'Fix this first: the other checks need a project that starts.',
  };
}

/** The code of an error, otherwise the name of its class, unless that says nothing. */
function codeOf({ code, name }: Error & { readonly code?: unknown }): string {
  if (typeof code === 'string') return code;
  return name === 'Error' ? 'PROJECT_UNREADABLE' : name;
}

function linesOf(findings: readonly Finding[]): readonly string[] {
  if (findings.length === 0) return ['No problems found.'];
  const lines = findings.flatMap(({ code, level, place, problem, remedy }) => [
    ...inColumns([[level.toUpperCase(), code, place]]),
    `  ${problem}`,
    `  ${remedy}`,
    '',
  ]);
  const count = (level: Level) => counted(findings.filter((finding) => finding.level === level).length, level);
  return [...lines, `${count('error')}, ${count('warning')}, ${count('note')}`];
}

function counted(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`;
}

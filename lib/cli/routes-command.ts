import { Command } from 'commander';
import { permissionsOf } from '../security';
import { openProject } from './project/open-project';
import { type ProjectOptions, withProjectOptions } from './project/project-options';
import { errorLogger, type Terminal } from './terminal';

/** A route as programs read it. */
interface ListedRoute {
  readonly application: string;
  readonly method: string;
  readonly path: string;
  readonly name: string;
  /** `generated`, or the class of the resource method. */
  readonly resource: string;
  readonly permissions: readonly string[];
}

/** `koaggregate routes`: what the applications of a project serve. */
export function routesCommand(terminal: Terminal): Command {
  const command = new Command('routes')
    .description('lists the routes of the project: method, path, name, and the permissions that they need')
    .option('--json', 'as JSON, for programs');
  return withProjectOptions(command).action(async (options: ProjectOptions & { json?: true }) => {
    const routes = await routesOf(options, terminal);
    if (options.json) terminal.log(JSON.stringify(routes, null, 2));
    else for (const line of linesOf(routes)) terminal.log(line);
  });
}

async function routesOf(options: ProjectOptions, terminal: Terminal): Promise<readonly ListedRoute[]> {
  const container = await openProject(options, errorLogger(terminal));
  const listed: ListedRoute[] = [];
  for (const application of container.inspect()) {
    for (const route of await application.inspect()) {
      listed.push({
        application: application.constructor.name,
        method: route.method,
        path: application.mountPath + route.path,
        name: route.name,
        resource: route.resource ?? 'generated',
        permissions: permissionsOf(route),
      });
    }
  }
  return listed;
}

/** Columns as wide as their longest cell; resources and permissions only where there are some. */
function linesOf(routes: readonly ListedRoute[]): readonly string[] {
  const rows = routes.map(({ method, path, name, resource, permissions }) => {
    const isGenerated = resource === 'generated';
    return [method, path, isGenerated ? name : `${name} (${resource})`, permissions.join(', ')];
  });
  const widths = [0, 1, 2].map((column) => Math.max(0, ...rows.map((row) => row[column]!.length)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
